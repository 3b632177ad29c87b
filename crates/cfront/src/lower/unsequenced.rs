//! Changes of one object without an order (check `undefined`, C11 6.5p2).
//!
//! A pass over the syntax of one full expression finds pairs of accesses to the same object, at least one of them a change, that
//! nothing puts in order. Objects are told by how they are written: `i`, `s.f`, `a[0]`, `a[i]`, `*p`, `p->f`; that `*p` is `i` is not
//! seen. What a called function does has an order, whichever it is.
//!
//! Invariant: what is reported fails in every run that evaluates the place where it is put. Where only one of two accesses is
//! certain, that place is the branch (`&&`, `||`, `?:`) with the other one; if neither is, the end of the path is not understood.

use super::{Lower, Res};
use base::{Check, Span};
use lang_c::ast::{BinaryOperator, Constant, Expression, MemberOperator, UnaryOperator};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// A place in the text.
pub type Key = (usize, usize);

/// What is said at an expression: a message, and whether the failure is certain there.
pub type Verdicts = BTreeMap<Key, (String, bool)>;

fn key(e: &Node<Expression>) -> Key {
    (e.span.start, e.span.end)
}

/// An access to an object.
#[derive(Clone, Debug)]
struct Access {
    /// How the object is written; parts of it begin with the same words.
    object: Vec<String>,
    /// The branch that it is in.
    branch: Option<Key>,
    spelling: String,
}

/// What an expression does.
#[derive(Clone, Debug, Default)]
struct Acts {
    reads: Vec<Access>,
    writes: Vec<Access>,
    /// The changes that may still be under way when the value is there.
    pending: Vec<Access>,
}

impl Acts {
    fn add(&mut self, other: Acts) {
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
fn meet(a: &Access, b: &Access) -> bool {
    let common = a.object.len().min(b.object.len());
    let rest = a.object[common..].iter().chain(&b.object[common..]);
    a.object[..common] == b.object[..common] && rest.into_iter().all(|word| word.starts_with('.'))
}

/// Looks for pairs without an order.
pub struct Search<'s> {
    source: &'s crate::source::Source,
    /// Whether a name is an array.
    is_array: &'s dyn Fn(&Node<Expression>) -> bool,
    found: Verdicts,
}

impl Search<'_> {
    fn conflict(&mut self, at: Key, a: &Access, b: &Access, both_change: bool) {
        let what = if both_change { "is changed twice" } else { "is changed and read" };
        let message = format!("`{}` {what} without an order in one expression", a.spelling);
        let (place, certain) = match (a.branch, b.branch) {
            (None, None) => (at, true),
            (Some(branch), None) | (None, Some(branch)) => (branch, true),
            (Some(_), Some(branch)) => (branch, false),
        };
        self.found.entry(place).or_insert((message, certain));
    }

    /// Two operands that have no order.
    fn side_by_side(&mut self, at: Key, a: &Acts, b: &Acts) {
        for (x, y) in [(a, b), (b, a)] {
            for write in &x.writes {
                for other in y.writes.iter().filter(|o| meet(write, o)) {
                    self.conflict(at, write, other, true);
                }
                for read in y.reads.iter().filter(|o| meet(write, o)) {
                    self.conflict(at, write, read, false);
                }
            }
        }
    }

    fn operands(&mut self, at: Key, parts: impl Iterator<Item = Acts>) -> Acts {
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
                    Expression::Constant(c) if matches!(c.node, Constant::Integer(_)) => self.source.snippet(op.node.rhs.span),
                    _ => return None,
                };
                words.push(format!("[{index}]"));
                words
            }
            _ => return None,
        })
    }

    fn access(&self, e: &Node<Expression>) -> Option<Access> {
        Some(Access { object: self.object(e)?, branch: None, spelling: self.source.snippet(e.span) })
    }

    /// What it takes to know which object an lvalue is; the object itself is neither read nor changed.
    fn place(&mut self, e: &Node<Expression>) -> Acts {
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
    fn change(&mut self, e: &Node<Expression>, target: &Node<Expression>, right: Option<Acts>, reads: bool) -> Acts {
        let at = key(e);
        let mut left = self.place(target);
        let changed = self.access(target);
        if reads {
            left.reads.extend(changed.clone());
        }
        let mut all = self.operands(at, [left].into_iter().chain(right));
        if let Some(changed) = changed {
            let pending: Vec<Access> = all.pending.iter().filter(|p| meet(p, &changed)).cloned().collect();
            for other in pending {
                self.conflict(at, &changed, &other, true);
            }
            all.writes.push(changed.clone());
            all.pending.push(changed);
        }
        all
    }

    fn branches(&mut self, first: &Node<Expression>, rest: &[&Node<Expression>]) -> Acts {
        let mut all = self.value(first);
        // What comes first is over.
        all.pending.clear();
        for branch in rest {
            let acts = self.value(branch).within(key(branch));
            all.add(acts);
        }
        all
    }

    fn value(&mut self, e: &Node<Expression>) -> Acts {
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
                let arguments: Vec<Acts> = call.node.arguments.iter().map(|a| self.value(a)).collect();
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

    fn read(&mut self, e: &Node<Expression>) -> Acts {
        let mut acts = self.place(e);
        if !(self.is_array)(e) {
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
            Some((message, false)) if self.options.checks.contains(&Check::Undefined) => self.unsupported(message, span),
            Some((message, _)) => {
                self.fail(Check::Undefined, message, span);
                Ok(())
            }
        }
    }

    /// What is without an order in a full expression.
    fn find_unsequenced(&self, e: &Node<Expression>) -> Verdicts {
        // A single assignment that is all of the expression is last.
        let outermost = matches!(&e.node, Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node))
            || matches!(&e.node, Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some());
        if changes(&e.node) <= usize::from(outermost) {
            return Verdicts::new();
        }
        let is_array = |e: &Node<Expression>| self.is_array_place(e);
        let mut search = Search { source: self.source, is_array: &is_array, found: Verdicts::new() };
        search.value(e);
        search.found
    }

    /// Whether a place is an array, as far as its name tells.
    fn is_array_place(&self, e: &Node<Expression>) -> bool {
        use crate::types::CType;
        fn ty(this: &Lower<'_>, e: &Expression) -> Option<CType> {
            match e {
                Expression::Identifier(id) => match this.lookup(&id.node.name)? {
                    super::Entity::Object(o) => Some(this.visible_type(*o)),
                    super::Entity::Indirect(address) => Some(address.to.clone()),
                    super::Entity::Bound(_, ty) | super::Entity::Opaque(ty) => Some(ty.clone()),
                    _ => None,
                },
                Expression::Member(m) => {
                    let record = match (ty(this, &m.node.expression.node)?, &m.node.operator.node) {
                        (CType::Record(r), MemberOperator::Direct) => r,
                        (CType::Pointer(to), MemberOperator::Indirect) => match &*to {
                            CType::Record(r) => *r,
                            _ => return None,
                        },
                        _ => return None,
                    };
                    this.types.member(record, &m.node.identifier.node.name).map(|(_, ty)| ty)
                }
                Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => pointee(&ty(this, &op.node.lhs.node)?),
                Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                    pointee(&ty(this, &op.node.operand.node)?)
                }
                _ => None,
            }
        }
        fn pointee(ty: &CType) -> Option<CType> {
            match ty.clone().decay() {
                CType::Pointer(to) => Some((*to).clone()),
                _ => None,
            }
        }
        match ty(self, &e.node) {
            Some(ty) => matches!(ty, CType::Array(..) | CType::Variable(..) | CType::Function(_)),
            // What is not known is not accused.
            None => true,
        }
    }
}
