//! Changes of one object without an order (check `undefined`, C11 6.5p2).
//!
//! A pass over the syntax of one full expression finds pairs of accesses to the same object, at least one of them a change, that
//! nothing puts in order. Objects are told by how they are written: `i`, `s.f`, `a[0]`, `a[i]`, `*p`, `p->f`. Where two that are written
//! differently may share bytes (`*p` and `i`, `a[i]` and `a[j]`, two members of a union), the program asks when it runs, if `points_to` says
//! that they can. What a called function does has an order, whichever it is; so have `va_arg` and the statements of a statement expression
//! (`order`).
//!
//! Invariant: what is reported fails in every run that evaluates the place where it is put. Where only one of two accesses is
//! certain, that place is the branch (`&&`, `||`, `?:`) with the other one; if neither is, the end of the path is not understood.

use super::memory::{Deed, Extent, overlap_in_part};
use super::place::Place;
use super::points_to::{Residue, objects_of};
use super::resolve::Resolver;
use super::{Lower, Res};
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, SortedMap, Span};
use lang_c::ast::{
    ArraySize, BinaryOperator, DerivedDeclarator, Expression, Initializer, InitializerListItem, MemberOperator, TypeName, UnaryOperator,
};
use lang_c::span::Node;
use lang_c::visit::Visit;

/// A place in the text.
pub type Key = (usize, usize);

/// When the failure occurs that is reported at an expression.
#[derive(Clone, Debug)]
pub enum When {
    Always,
    /// If these share bytes.
    Same(Box<(Node<Expression>, Node<Expression>)>),
    /// It is not known here.
    Perhaps,
}

/// What is said at an expression: messages, and when they are true.
pub type Verdicts = SortedMap<Key, Vec<(String, When)>>;

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

/// Whether finding the object changes something.
fn is_moving(access: &Access<'_>) -> bool {
    super::call::has_effect(&access.node.node)
}

/// Whether an object is told by a pointer, somewhere on the way.
fn is_through(words: &[String]) -> bool {
    words.iter().any(|w| w == FOLLOWED)
}

/// The word for what a pointer points to.
const FOLLOWED: &str = "*";

/// Where the parts of an expression are in order, and which names it changes.
#[derive(Default)]
struct Steps {
    habits: super::call::Habits,
    in_order: bool,
    calls: bool,
}

impl Steps {
    fn of(e: &Node<Expression>) -> Self {
        let mut steps = Steps::default();
        steps.habits.visit_expression(&e.node, &e.span);
        steps.visit_expression(&e.node, &e.span);
        steps
    }
}

impl<'ast> Visit<'ast> for Steps {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast lang_c::span::Span) {
        self.in_order |= match e {
            Expression::BinaryOperator(op) => {
                matches!(op.node.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr)
            }
            Expression::Comma(_) | Expression::Conditional(_) | Expression::Statement(_) | Expression::CompoundLiteral(_) => true,
            _ => false,
        };
        self.calls |= matches!(e, Expression::Call(_));
        lang_c::visit::visit_expression(self, e, span);
    }
}

/// Looks for pairs without an order.
struct Search<'s, 'l, 'a> {
    lower: &'l mut Lower<'a>,
    found: Verdicts,
    steps: Steps,
    _nodes: std::marker::PhantomData<&'s ()>,
}

impl<'s> Search<'s, '_, '_> {
    fn conflict(&mut self, at: Key, a: &Access<'s>, b: &Access<'s>, both_change: bool) {
        let what = if both_change { "is changed twice" } else { "is changed and read" };
        let message = format!("`{}` {what} without an order in one expression", a.spelling);
        let (place, when) = match (a.branch, b.branch) {
            (Some(_), Some(branch)) => (branch, When::Perhaps),
            (branch, other) => {
                let when = match meet(a, b) {
                    true => When::Always,
                    false if self.is_steady(a) && self.is_steady(b) => When::Same(Box::new((a.node.clone(), b.node.clone()))),
                    false => When::Perhaps,
                };
                (branch.or(other).unwrap_or(at), when)
            }
        };
        let known = self.found.entry(place).or_default();
        if matches!(when, When::Always) {
            known.clear();
        }
        if !matches!(known[..], [(_, When::Always)]) {
            known.push((message, when));
        }
    }

    /// Whether an object is the same one before the expression and where it is accessed: nothing in between changes what tells it.
    fn is_steady(&self, access: &Access<'s>) -> bool {
        if is_moving(access) {
            return false;
        }
        let mut uses = super::call::Uses::default();
        uses.visit_expression(&access.node.node, &access.node.span);
        if !is_through(&access.object) {
            uses.names.remove(&access.object[0]);
        }
        let steps = &self.steps;
        let may_change =
            |name: &String| steps.in_order && steps.habits.changed.contains(name) || steps.calls && self.lower.is_known_elsewhere(name);
        !uses.names.iter().any(may_change)
    }

    /// Whether two accesses are to one object, or may be and the program can say whether they are.
    fn together(&mut self, a: &Access<'s>, b: &Access<'s>) -> bool {
        meet(a, b) || self.may_meet(a, b)
    }

    /// Whether two objects that are written differently may share bytes.
    fn may_meet(&mut self, a: &Access<'s>, b: &Access<'s>) -> bool {
        let same = a.object.iter().zip(&b.object).take_while(|(x, y)| x == y).count();
        let (rest, other) = (&a.object[same..], &b.object[same..]);
        let by_pointers = is_through(rest) || is_through(other);
        let index = |word: &str| word.strip_prefix('[').and_then(|w| w.strip_suffix(']')).map(str::to_owned);
        let distinct = match (rest.first(), other.first()) {
            _ if by_pointers => false,
            (Some(x), Some(y)) if x.starts_with('.') && y.starts_with('.') => !self.is_in_union(a.node, rest.len()),
            (Some(x), Some(y)) if let (Some(i), Some(j)) = (index(x), index(y)) => {
                let number = |i: &str| i.parse::<u64>().ok();
                number(&i).zip(number(&j)).is_some_and(|(i, j)| i != j)
            }
            _ => same == 0,
        };
        !distinct && self.lower.may_share(a.node, b.node, by_pointers)
    }

    /// Whether the member that is named so many words before the end of a place is one of a union.
    fn is_in_union(&mut self, e: &Node<Expression>, words: usize) -> bool {
        let mut at = e;
        let mut left = words;
        loop {
            at = match &at.node {
                Expression::Member(m) => {
                    let indirect = m.node.operator.node == MemberOperator::Indirect;
                    if left <= 1 {
                        let record = self.lower.place_type(&m.node.expression);
                        let record = match (record.map(CType::decay), indirect) {
                            (Some(CType::Pointer(to)), true) => Some((*to).clone()),
                            (other, _) => other,
                        };
                        // Members of records inside a union without a name are found by its name.
                        return match record {
                            Some(CType::Record(r)) => self.lower.holds_union(r),
                            _ => true,
                        };
                    }
                    left -= 1 + usize::from(indirect);
                    &m.node.expression
                }
                Expression::BinaryOperator(op) => {
                    let is_array = matches!(self.lower.place_type(&op.node.lhs), Some(CType::Array(..) | CType::Variable(..)));
                    left = left.saturating_sub(1 + usize::from(!is_array));
                    &op.node.lhs
                }
                Expression::UnaryOperator(op) => {
                    left = left.saturating_sub(1);
                    &op.node.operand
                }
                _ => return true,
            };
        }
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

    /// How an lvalue is written.
    fn object(&mut self, e: &Node<Expression>) -> Option<Vec<String>> {
        Some(match &e.node {
            Expression::Identifier(id) => vec![id.node.name.clone()],
            Expression::Member(m) if m.node.operator.node == MemberOperator::Indirect => {
                let mut words = self.followed(&m.node.expression)?;
                words.push(format!(".{}", m.node.identifier.node.name));
                words
            }
            Expression::Member(m) => {
                let mut words = self.object(&m.node.expression)?;
                words.push(format!(".{}", m.node.identifier.node.name));
                words
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => self.followed(&op.node.operand)?,
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                let is_array = matches!(self.lower.place_type(&op.node.lhs), Some(CType::Array(..) | CType::Variable(..)));
                let mut words = if is_array { self.object(&op.node.lhs)? } else { self.followed(&op.node.lhs)? };
                words.push(format!("[{}]", self.spelled(&op.node.rhs)));
                words
            }
            _ => return None,
        })
    }

    /// How what a pointer points to is written.
    fn followed(&mut self, pointer: &Node<Expression>) -> Option<Vec<String>> {
        let is_place = !super::call::has_effect(&pointer.node);
        let words = if is_place { self.object(pointer) } else { None };
        let mut words = words.unwrap_or_else(|| vec![format!("({})", self.spelled(pointer))]);
        words.push(FOLLOWED.into());
        Some(words)
    }

    /// How an index or a pointer is written. One that changes something has another value wherever it stands, so its place is told as well.
    fn spelled(&self, e: &Node<Expression>) -> String {
        let text = self.lower.source.snippet(e.span);
        if super::call::has_effect(&e.node) { format!("{text} at {}", e.span.start) } else { text }
    }

    fn access(&mut self, e: &'s Node<Expression>) -> Option<Access<'s>> {
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
                // The verdict stands at the right operand because that is evaluated even where the element is only a place.
                self.operands(key(&op.node.rhs), [array, index].into_iter())
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
            for other in all.pending.clone() {
                // `*to++ = *from++ = c` writes to two places as good as always.
                let is_chain = is_moving(&other) || is_moving(&changed);
                if !is_chain && self.together(&other, &changed) {
                    self.conflict(at, &changed, &other, true);
                }
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
            Expression::SizeOfTy(ty) => self.sizes(&ty.node.0.node),
            Expression::CompoundLiteral(literal) => self.initialisers(&literal.node.initializer_list),
            Expression::GenericSelection(selection) => {
                let span = self.lower.span(e.span);
                match self.lower.selected_association(&selection.node, &span) {
                    Ok(chosen) => self.value(chosen),
                    // The translation ends the path where it cannot choose either.
                    Err(_) => Acts::default(),
                }
            }
            // Its full expressions are looked at when they are translated, and `effects` sees what they do to the expression around them.
            Expression::Statement(_) => Acts::default(),
            // The operand is not evaluated; one whose size is computed and that does something is not understood.
            Expression::SizeOfVal(_) => Acts::default(),
            // An index in it that is not constant is not understood.
            Expression::OffsetOf(_) => Acts::default(),
            Expression::Constant(_) | Expression::StringLiteral(_) | Expression::AlignOf(_) => Acts::default(),
        }
    }

    /// The initialisers of a compound literal: they come one after the other, and no full expression ends with them. One that another overrides
    /// need not be evaluated, so with designators each is a branch.
    fn initialisers(&mut self, list: &'s [Node<InitializerListItem>]) -> Acts<'s> {
        let mut found = Vec::new();
        let has_designators = listed(list, &mut found);
        let mut all = Acts::default();
        for e in found {
            let acts = self.value(e);
            all.add(if has_designators { acts.within(key(e)) } else { acts });
        }
        all
    }

    /// The sizes of arrays in a type, which are evaluated if they are not constant.
    fn sizes(&mut self, ty: &'s TypeName) -> Acts<'s> {
        let derived = ty.declarator.iter().flat_map(|d| &d.node.derived);
        let sizes = derived.filter_map(|d| match &d.node {
            DerivedDeclarator::Array(array) => match &array.node.size {
                ArraySize::VariableExpression(size) => Some(&**size),
                _ => None,
            },
            _ => None,
        });
        let mut all = Acts::default();
        for size in sizes {
            let acts = self.value(size);
            all.add(acts);
        }
        all
    }

    fn read(&mut self, e: &'s Node<Expression>) -> Acts<'s> {
        let mut acts = self.place(e);
        if !self.lower.is_array_place(e) {
            acts.reads.extend(self.access(e));
        }
        acts
    }
}

/// The expressions of an initialiser in braces; says whether it has designators.
fn listed<'s>(list: &'s [Node<InitializerListItem>], found: &mut Vec<&'s Node<Expression>>) -> bool {
    let mut has_designators = false;
    for item in list {
        has_designators |= !item.node.designation.is_empty();
        match &item.node.initializer.node {
            Initializer::Expression(e) => found.push(e),
            Initializer::List(inner) => has_designators |= listed(inner, found),
        }
    }
    has_designators
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
                // A part that is looked at again, behind a call, does not know what is around it.
                for (at, verdicts) in self.find_unsequenced(e) {
                    self.unsequenced.entry(at).or_insert(verdicts);
                }
            }
        }
        for (message, when) in self.unsequenced.get(&key).cloned().unwrap_or_default() {
            if !self.options.checks.contains(&Check::Undefined) {
                self.graph.unchecked.insert(Check::Undefined);
                return Ok(());
            }
            match when {
                When::Perhaps => return self.unsupported(message, span),
                When::Always => self.fail(Check::Undefined, message, span),
                When::Same(pair) => {
                    if let (Some(a), Some(b)) = (self.extent(&pair.0, span)?, self.extent(&pair.1, span)?) {
                        self.deed(Deed::Apart { sides: [a, b], or_same: false, message }, span);
                    }
                }
            }
        }
        Ok(())
    }

    fn extent(&mut self, e: &Node<Expression>, span: &Span) -> Res<Option<Extent>> {
        let place = self.place(e)?;
        self.extent_of(&place, span)
    }

    /// The bytes of a place; none if it is a bit-field.
    pub fn extent_of(&mut self, place: &Place, span: &Span) -> Res<Option<Extent>> {
        if matches!(&place.ty, CType::Int(i) if i.bit_field) {
            return Ok(None);
        }
        let Some(size) = self.element_size(&place.ty) else { return self.unsupported("changes of an object of this type", span) };
        let at = self.spot(place, span)?;
        Ok(Some(Extent { object: super::address::unmoved(at.object), offset: at.offset, size }))
    }

    /// Performs [`Deed::Apart`]: asks, where it is known what pointers may point to.
    pub fn ask_apart(&mut self, sides: &[Extent; 2], or_same: bool, message: &str, r: &Resolver, span: &Span) {
        let [a, b] = sides;
        let (of_a, of_b) = (r.points_to.objects(&a.object), r.points_to.objects(&b.object));
        if objects_of(&(&of_a & &of_b)).next().is_none() {
            return;
        }
        let residue = |s: &Extent| r.points_to.offsets(&s.offset).unwrap_or(Residue::ANY);
        let may_share = match or_same {
            true => residue(a).touches_in_part(residue(b), i128::from(a.size)),
            false => residue(a).touches(i128::from(a.size), residue(b), i128::from(b.size)),
        };
        if !may_share {
            return;
        }
        let [a, b] = [a, b].map(|s| (self.tidy(&s.object, r), self.tidy(&s.offset, r), s.size));
        let ends_behind = |(_, at, size): &(Expr, Expr, u64), other: &(Expr, Expr, u64)| {
            Formula::cmp(CmpOp::Gt, Expr::add(at.clone(), Expr::Const(Int::from(*size))), other.1.clone())
        };
        let same = Formula::cmp(CmpOp::Eq, a.0.clone(), b.0.clone());
        let wrong = match a.2 == b.2 {
            true if or_same => overlap_in_part((&a.0, &a.1), (&b.0, &b.1), a.2),
            true => Formula::and([same, Formula::cmp(CmpOp::Eq, a.1.clone(), b.1.clone())]),
            false => Formula::and([same, ends_behind(&a, &b), ends_behind(&b, &a)]),
        };
        self.require(vec![(Check::Undefined, wrong, message.to_owned())], span);
    }

    /// Whether code elsewhere may know an object by its address or its name.
    fn is_known_elsewhere(&self, name: &str) -> bool {
        let addressed = self.activations.last().is_some_and(|a| a.habits.addressed.contains(name));
        match self.lookup(name) {
            Some(super::Entity::Object(o)) => {
                addressed || self.objects[*o].is_static || matches!(self.objects[*o].ty, CType::Array(..) | CType::Variable(..))
            }
            Some(super::Entity::Indirect(_)) => true,
            _ => false,
        }
    }

    /// Whether one of two places may be found in the other's bytes, by what is known of their types. If they are told by different pointers,
    /// one that has a name is also known by its address, and their types are alike.
    fn may_share(&mut self, a: &Node<Expression>, b: &Node<Expression>, aliased: bool) -> bool {
        let (x, y) = (self.place_type(a), self.place_type(b));
        let is_data = |ty: &Option<CType>| matches!(ty, None | Some(CType::Int(_) | CType::Pointer(_) | CType::Record(_)));
        if !is_data(&x) || !is_data(&y) {
            return false;
        }
        let alike = match (&x, &y) {
            (Some(CType::Int(a)), Some(CType::Int(b))) => a.bits == b.bits || a.bits == 8 || b.bits == 8,
            (Some(CType::Pointer(_)), Some(CType::Int(i))) | (Some(CType::Int(i)), Some(CType::Pointer(_))) => i.bits == 8,
            _ => true,
        };
        !aliased || alike && self.has_address(a) && self.has_address(b)
    }

    /// Whether a place may be reached by a pointer.
    fn has_address(&mut self, e: &Node<Expression>) -> bool {
        match &e.node {
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.has_address(&m.node.expression),
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                !matches!(self.place_type(&op.node.lhs), Some(CType::Array(..))) || self.has_address(&op.node.lhs)
            }
            Expression::Identifier(id) => self.is_known_elsewhere(&id.node.name),
            _ => true,
        }
    }

    /// Whether a record is a union, or has members of one that has no name.
    fn holds_union(&self, record: crate::types::RecordId) -> bool {
        let record = &self.types.records[record];
        let inner = |field: &crate::types::Field| match &field.ty {
            CType::Record(r) if field.name.is_none() => self.holds_union(*r),
            _ => false,
        };
        record.is_union || record.fields.as_deref().unwrap_or_default().iter().any(inner)
    }

    /// What is without an order in a full expression.
    fn find_unsequenced(&mut self, e: &Node<Expression>) -> Verdicts {
        // A single assignment that is all of the expression is last.
        let outermost = matches!(&e.node, Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node))
            || matches!(&e.node, Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some());
        if changes(&e.node) <= usize::from(outermost) {
            return Verdicts::new();
        }
        let mut search = Search { lower: self, found: Verdicts::new(), steps: Steps::of(e), _nodes: std::marker::PhantomData };
        search.value(e);
        search.found
    }

    /// The type of a place, as far as its names and casts tell.
    fn place_type(&mut self, e: &Node<Expression>) -> Option<CType> {
        let pointee = |ty: CType| match ty.decay() {
            CType::Pointer(to) => Some((*to).clone()),
            _ => None,
        };
        match &e.node {
            Expression::Identifier(id) => match self.lookup(&id.node.name)? {
                super::Entity::Object(o) => Some(self.visible_type(*o)),
                super::Entity::Indirect(address) => Some(address.to.clone()),
                super::Entity::Bound(_, ty) | super::Entity::Opaque(ty) => Some(ty.clone()),
                _ => None,
            },
            Expression::Member(m) => {
                let record = match (self.place_type(&m.node.expression)?, &m.node.operator.node) {
                    (record, MemberOperator::Direct) => record,
                    (pointer, MemberOperator::Indirect) => pointee(pointer)?,
                };
                let CType::Record(record) = record else { return None };
                self.types.member(record, &m.node.identifier.node.name).map(|(_, ty)| ty)
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => pointee(self.place_type(&op.node.lhs)?),
            Expression::BinaryOperator(op) if matches!(op.node.operator.node, BinaryOperator::Plus | BinaryOperator::Minus) => {
                let is_pointer = |ty: &CType| matches!(ty, CType::Pointer(_));
                let sides = [&op.node.lhs, &op.node.rhs].map(|side| self.place_type(side).map(CType::decay));
                sides.into_iter().flatten().find(is_pointer)
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                pointee(self.place_type(&op.node.operand)?)
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => {
                self.place_type(&op.node.operand).map(CType::pointer)
            }
            Expression::Cast(_) => self.type_of(e).ok(),
            _ => None,
        }
    }

    /// Whether a place is an array; what is not known is not accused.
    fn is_array_place(&mut self, e: &Node<Expression>) -> bool {
        self.place_type(e).is_none_or(|ty| matches!(ty, CType::Array(..) | CType::Variable(..) | CType::Function(_)))
    }
}
