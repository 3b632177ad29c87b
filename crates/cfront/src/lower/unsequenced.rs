//! Changes of one object without an order (check `undefined`, C11 6.5p2).
//!
//! A pass over the syntax of one full expression finds pairs of accesses to the same object, at least one of them a change, that
//! nothing puts in order. Objects are told by how they are written: `i`, `s.f`, `a[0]`, `a[i]`, `*p`, `p->f`. Whether `*p` is `i` is
//! asked when the program runs; of other pairs that are written differently nothing is said. What a called function does has an
//! order, whichever it is.
//!
//! Invariant: what is reported fails in every run that evaluates the place where it is put. Where only one of two accesses is
//! certain, that place is the branch (`&&`, `||`, `?:`) with the other one; if neither is, the end of the path is not understood.

use super::value::Value;
use super::{Lower, Res};
use crate::types::CType;
use base::{Check, CmpOp, Formula, Span};
use lang_c::ast::{BinaryOperator, Constant, Expression, MemberOperator, UnaryOperator};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// A place in the text.
pub type Key = (usize, usize);

/// When the failure occurs that is reported at an expression.
#[derive(Clone, Debug)]
pub enum When {
    Always,
    /// If these are one object.
    Same(Box<(Node<Expression>, Node<Expression>)>),
    /// It is not known here.
    Perhaps,
}

/// What is said at an expression: a message, and when it is true.
pub type Verdicts = BTreeMap<Key, (String, When)>;

fn key(e: &Node<Expression>) -> Key {
    (e.span.start, e.span.end)
}

/// An access to an object.
#[derive(Clone, Debug)]
struct Access<'s> {
    node: &'s Node<Expression>,
    /// How the object is written; parts of it begin with the same words.
    object: Vec<String>,
    /// The branch that it is in.
    branch: Option<Key>,
    spelling: String,
}

/// What an expression does.
#[derive(Clone, Debug, Default)]
struct Acts<'s> {
    reads: Vec<Access<'s>>,
    writes: Vec<Access<'s>>,
    /// The changes that may still be under way when the value is there.
    pending: Vec<Access<'s>>,
}

impl<'s> Acts<'s> {
    fn add(&mut self, other: Acts<'s>) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.pending.extend(other.pending);
    }

    /// The same in a branch.
    fn within(mut self, branch: Key) -> Self {
        for access in self.reads.iter_mut().chain(&mut self.writes).chain(&mut self.pending) {
            access.branch.get_or_insert(branch);
        }
        self
    }
}

/// Whether the two are the same object, or one is a member of the other.
fn meet(a: &Access<'_>, b: &Access<'_>) -> bool {
    let common = a.object.len().min(b.object.len());
    let rest = a.object[common..].iter().chain(&b.object[common..]);
    a.object[..common] == b.object[..common] && rest.into_iter().all(|word| word.starts_with('.'))
}

/// Whether the two may be one object: one is what a named pointer points to, and no index is involved.
fn may_meet(a: &Access<'_>, b: &Access<'_>) -> bool {
    let follows = |x: &Access<'_>| x.object.iter().filter(|w| *w == "*").count();
    let plain = |x: &Access<'_>| x.object.iter().all(|w| !w.starts_with('[')) && x.branch.is_none() && follows(x) <= 1;
    plain(a) && plain(b) && follows(a) + follows(b) > 0 && a.object[..] != b.object[..]
}

/// Looks for pairs without an order.
struct Search<'s, 'l, 'a> {
    lower: &'l Lower<'a>,
    found: Verdicts,
    _nodes: std::marker::PhantomData<&'s ()>,
}

impl<'s> Search<'s, '_, '_> {
    fn conflict(&mut self, at: Key, a: &Access<'s>, b: &Access<'s>, both_change: bool) {
        let what = if both_change { "is changed twice" } else { "is changed and read" };
        let message = format!("`{}` {what} without an order in one expression", a.spelling);
        let (place, when) = match (a.branch, b.branch) {
            _ if !meet(a, b) => (at, When::Same(Box::new((a.node.clone(), b.node.clone())))),
            (None, None) => (at, When::Always),
            (Some(branch), None) | (None, Some(branch)) => (branch, When::Always),
            (Some(_), Some(branch)) => (branch, When::Perhaps),
        };
        let known = self.found.entry(place).or_insert_with(|| (message.clone(), when.clone()));
        if matches!(when, When::Always) {
            *known = (message, when);
        }
    }

    /// Whether two accesses are to one object, or the program can say whether they are.
    fn together(&self, a: &Access<'s>, b: &Access<'s>) -> bool {
        meet(a, b) || may_meet(a, b) && self.lower.may_be_one(a.node, b.node)
    }

    /// Two operands that have no order.
    fn side_by_side(&mut self, at: Key, a: &Acts<'s>, b: &Acts<'s>) {
        for (x, y) in [(a, b), (b, a)] {
            for write in &x.writes {
                for (other, changes) in y.writes.iter().map(|w| (w, true)).chain(y.reads.iter().map(|r| (r, false))) {
                    if self.together(write, other) {
                        self.conflict(at, write, other, changes);
                    }
                }
            }
        }
    }

    fn operands(&mut self, at: Key, parts: impl Iterator<Item = Acts<'s>>) -> Acts<'s> {
        let mut all = Acts::default();
        for part in parts {
            self.side_by_side(at, &all, &part);
            all.add(part);
        }
        all
    }

    /// How an lvalue is written, if it is simple enough.
    fn object(&self, e: &Node<Expression>) -> Option<Vec<String>> {
        Some(match &e.node {
            Expression::Identifier(id) => vec![id.node.name.clone()],
            Expression::Member(m) => {
                let mut words = self.object(&m.node.expression)?;
                if m.node.operator.node == MemberOperator::Indirect {
                    words.push("*".into());
                }
                words.push(format!(".{}", m.node.identifier.node.name));
                words
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                let mut words = self.object(&op.node.operand)?;
                words.push("*".into());
                words
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                let mut words = self.object(&op.node.lhs)?;
                let index = match &op.node.rhs.node {
                    Expression::Identifier(id) => id.node.name.clone(),
                    Expression::Constant(c) if matches!(c.node, Constant::Integer(_)) => self.lower.source.snippet(op.node.rhs.span),
                    _ => return None,
                };
                words.push(format!("[{index}]"));
                words
            }
            _ => return None,
        })
    }

    fn access(&self, e: &'s Node<Expression>) -> Option<Access<'s>> {
        Some(Access { node: e, object: self.object(e)?, branch: None, spelling: self.lower.source.snippet(e.span) })
    }

    /// What it takes to know which object an lvalue is; the object itself is neither read nor changed.
    fn place(&mut self, e: &'s Node<Expression>) -> Acts<'s> {
        match &e.node {
            Expression::Identifier(_) => Acts::default(),
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.place(&m.node.expression),
            Expression::Member(m) => self.value(&m.node.expression),
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => self.value(&op.node.operand),
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                let (array, index) = (self.value(&op.node.lhs), self.value(&op.node.rhs));
                self.operands(key(e), [array, index].into_iter())
            }
            _ => self.value(e),
        }
    }

    /// A change of an lvalue, with what comes before it; a compound one reads it too.
    fn change(&mut self, e: &'s Node<Expression>, target: &'s Node<Expression>, right: Option<Acts<'s>>, reads: bool) -> Acts<'s> {
        let at = key(e);
        let mut left = self.place(target);
        let changed = self.access(target);
        if reads {
            left.reads.extend(changed.clone());
        }
        let mut all = self.operands(at, [left].into_iter().chain(right));
        if let Some(changed) = changed {
            let pending: Vec<Access<'s>> = all.pending.iter().filter(|p| self.together(p, &changed)).cloned().collect();
            for other in pending {
                self.conflict(at, &changed, &other, true);
            }
            all.writes.push(changed.clone());
            all.pending.push(changed);
        }
        all
    }

    fn branches(&mut self, first: &'s Node<Expression>, rest: &[&'s Node<Expression>]) -> Acts<'s> {
        let mut all = self.value(first);
        // What comes first is over.
        all.pending.clear();
        for branch in rest {
            let acts = self.value(branch).within(key(branch));
            all.add(acts);
        }
        all
    }

    fn value(&mut self, e: &'s Node<Expression>) -> Acts<'s> {
        match &e.node {
            Expression::Identifier(_) | Expression::Member(_) => self.read(e),
            Expression::UnaryOperator(op) => match &op.node.operator.node {
                UnaryOperator::Address => self.place(&op.node.operand),
                UnaryOperator::Indirection => self.read(e),
                step if super::assign::step(step).is_some() => self.change(e, &op.node.operand, None, true),
                _ => self.value(&op.node.operand),
            },
            Expression::BinaryOperator(op) => {
                let (lhs, rhs) = (&*op.node.lhs, &*op.node.rhs);
                match &op.node.operator.node {
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => self.branches(lhs, &[rhs]),
                    BinaryOperator::Index => self.read(e),
                    operator if super::assign::is_assignment(operator) => {
                        let right = self.value(rhs);
                        self.change(e, lhs, Some(right), *operator != BinaryOperator::Assign)
                    }
                    _ => {
                        let (a, b) = (self.value(lhs), self.value(rhs));
                        self.operands(key(e), [a, b].into_iter())
                    }
                }
            }
            Expression::Cast(cast) => self.value(&cast.node.expression),
            Expression::Conditional(c) => self.branches(&c.node.condition, &[&c.node.then_expression, &c.node.else_expression]),
            Expression::Comma(parts) => {
                let mut all = Acts::default();
                for part in parts.iter() {
                    all.pending.clear();
                    let acts = self.value(part);
                    all.add(acts);
                }
                all
            }
            Expression::Call(call) => {
                let callee = self.value(&call.node.callee);
                let arguments: Vec<Acts<'s>> = call.node.arguments.iter().map(|a| self.value(a)).collect();
                let mut all = self.operands(key(e), [callee].into_iter().chain(arguments));
                // All arguments are there before the function begins.
                all.pending.clear();
                all
            }
            Expression::VaArg(next) => {
                let mut list = self.value(&next.node.va_list);
                list.pending.clear();
                list
            }
            // Statements have an order of their own, and operands of `sizeof` are not evaluated.
            _ => Acts::default(),
        }
    }

    fn read(&mut self, e: &'s Node<Expression>) -> Acts<'s> {
        let mut acts = self.place(e);
        if !self.lower.is_array_place(e) {
            acts.reads.extend(self.access(e));
        }
        acts
    }
}

/// How many changes an expression may contain; two accesses are needed for a conflict.
fn changes(e: &Expression) -> usize {
    struct Count(usize);
    impl<'ast> lang_c::visit::Visit<'ast> for Count {
        fn visit_unary_operator_expression(&mut self, e: &'ast lang_c::ast::UnaryOperatorExpression, span: &'ast lang_c::span::Span) {
            self.0 += usize::from(super::assign::step(&e.operator.node).is_some());
            lang_c::visit::visit_unary_operator_expression(self, e, span);
        }

        fn visit_binary_operator_expression(&mut self, e: &'ast lang_c::ast::BinaryOperatorExpression, span: &'ast lang_c::span::Span) {
            self.0 += usize::from(super::assign::is_assignment(&e.operator.node));
            lang_c::visit::visit_binary_operator_expression(self, e, span);
        }
    }
    let mut count = Count(0);
    lang_c::visit::Visit::visit_expression(&mut count, e, &lang_c::span::Span { start: 0, end: 0 });
    count.0
}

impl Lower<'_> {
    /// Says what is without an order, where an expression is evaluated in which that shows.
    pub fn check_order(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        let key = key(e);
        let inside = self.ordered.is_some_and(|(start, end)| start <= key.0 && key.1 <= end);
        if !inside {
            self.ordered = Some(key);
            if self.analysed.insert(key) {
                let found = self.find_unsequenced(e);
                self.unsequenced.extend(found);
            }
        }
        match self.unsequenced.get(&key).cloned() {
            None => Ok(()),
            Some(_) if !self.options.checks.contains(&Check::Undefined) => {
                self.graph.unchecked.insert(Check::Undefined);
                Ok(())
            }
            Some((message, When::Perhaps)) => self.unsupported(message, span),
            Some((message, When::Always)) => {
                self.fail(Check::Undefined, message, span);
                Ok(())
            }
            Some((message, When::Same(pair))) => {
                let (a, b) = (self.place(&pair.0)?, self.place(&pair.1)?);
                let (a, b) = (self.as_address(Value::Pointer(a), span)?, self.as_address(Value::Pointer(b), span)?);
                let same = [(a.object, b.object), (a.offset, b.offset)].map(|(x, y)| Formula::cmp(CmpOp::Eq, x, y));
                self.require(vec![(Check::Undefined, Formula::and(same), message)], span);
                Ok(())
            }
        }
    }

    /// Whether two places may be one object: they have the same type, and one that has a name is also known by its address.
    fn may_be_one(&self, a: &Node<Expression>, b: &Node<Expression>) -> bool {
        let has_address = |e: &Node<Expression>| {
            let mut root = &e.node;
            loop {
                root = match root {
                    Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => &m.node.expression.node,
                    Expression::Identifier(id) => {
                        let addressed = self.activations.last().is_some_and(|a| a.habits.addressed.contains(&id.node.name));
                        break match self.lookup(&id.node.name) {
                            Some(super::Entity::Object(o)) => addressed || self.objects[*o].is_static,
                            Some(super::Entity::Indirect(_)) => true,
                            _ => false,
                        };
                    }
                    _ => break true,
                }
            }
        };
        let (x, y) = (self.place_type(&a.node), self.place_type(&b.node));
        let scalar = matches!(x, Some(CType::Int(_) | CType::Pointer(_)));
        let same = match (&x, &y) {
            (Some(CType::Pointer(_)), Some(CType::Pointer(_))) => true,
            (Some(CType::Int(a)), Some(CType::Int(b))) => a.bits == b.bits,
            _ => false,
        };
        scalar && same && has_address(a) && has_address(b)
    }

    /// What is without an order in a full expression.
    fn find_unsequenced(&self, e: &Node<Expression>) -> Verdicts {
        // A single assignment that is all of the expression is last.
        let outermost = matches!(&e.node, Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node))
            || matches!(&e.node, Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some());
        if changes(&e.node) <= usize::from(outermost) {
            return Verdicts::new();
        }
        let mut search = Search { lower: self, found: Verdicts::new(), _nodes: std::marker::PhantomData };
        search.value(e);
        search.found
    }

    /// The type of a place, as far as its names tell.
    fn place_type(&self, e: &Expression) -> Option<CType> {
        let pointee = |ty: CType| match ty.decay() {
            CType::Pointer(to) => Some((*to).clone()),
            _ => None,
        };
        match e {
            Expression::Identifier(id) => match self.lookup(&id.node.name)? {
                super::Entity::Object(o) => Some(self.visible_type(*o)),
                super::Entity::Indirect(address) => Some(address.to.clone()),
                super::Entity::Bound(_, ty) | super::Entity::Opaque(ty) => Some(ty.clone()),
                _ => None,
            },
            Expression::Member(m) => {
                let record = match (self.place_type(&m.node.expression.node)?, &m.node.operator.node) {
                    (record, MemberOperator::Direct) => record,
                    (pointer, MemberOperator::Indirect) => pointee(pointer)?,
                };
                let CType::Record(record) = record else { return None };
                self.types.member(record, &m.node.identifier.node.name).map(|(_, ty)| ty)
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                pointee(self.place_type(&op.node.lhs.node)?)
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                pointee(self.place_type(&op.node.operand.node)?)
            }
            _ => None,
        }
    }

    /// Whether a place is an array; what is not known is not accused.
    fn is_array_place(&self, e: &Node<Expression>) -> bool {
        self.place_type(&e.node).is_none_or(|ty| matches!(ty, CType::Array(..) | CType::Variable(..) | CType::Function(_)))
    }
}
