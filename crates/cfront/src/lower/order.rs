//! The order of operands, where it matters.
//!
//! C leaves open in which order the operands of an operator, the arguments of a call and the parts of an initialiser are evaluated, except
//! where it says so (`&&`, `||`, `?:`, the comma). The automaton takes one order, unless two such *actions* meet: one of them is a call (or
//! `va_arg`, or a statement expression), and one changes what the other reads or changes. Whether they do is known when the whole program is translated and `points_to` has been
//! asked (`effects`). The program is then translated again, and in front of the full expression the actions that meet are performed in an
//! order that inputs choose, each once all actions inside of it are done; their values are put aside, and the expression takes them from there.
//! Calls are not interleaved. Two actions that meet without a call are undefined and not looked at here, except for initialisers in a list:
//! they come one after the other in any order, whatever they do, so each of them is one action and has its own order inside.
//!
//! A call that does not return (`exit`, an endless loop) hides what comes after it: `die() + 1 / z` divides first, if the compiler likes. Parts
//! behind it in which a check may fail are therefore *early*: in front of the full expression an input may choose to evaluate one of them
//! before all others, for its failures only. That run stops there: if nothing failed, the order taken does the same.
//!
//! Invariant: a program in which nothing meets is translated as if this file was not there.

use super::value::Value;
use super::{Lower, Res};
use crate::graph::Evaluated;
use base::{CmpOp, Expr, Formula, InputKind, IntType, SortedMap, SortedSet, Span};
use lang_c::ast::{BinaryOperator, CallExpression, Expression, MemberOperator, Statement, UnaryOperator, VaArgExpression};
use lang_c::span::Node;
use lang_c::visit::{self, Visit};

/// A node of the syntax tree: where it begins and ends.
pub type Key = (usize, usize);

/// No more actions than this are put in all orders.
const MOST: usize = 4;

/// Where in an expression the translation is.
#[derive(Default)]
pub struct Context {
    /// Inside of a full expression, or of a part that is evaluated as one.
    inside: bool,
    /// The number of that full expression, if the order of its actions may matter.
    watched: Option<u32>,
    /// There is no call in it: neither is there in its parts.
    quiet: bool,
    /// Its parts are the initialisers of a list.
    is_list: bool,
    /// What was evaluated before the rest.
    settled: SortedMap<Key, Value>,
}

pub fn key(e: &Node<Expression>) -> Key {
    (e.span.start, e.span.end)
}

/// Whether `inner` lies in `outer`.
pub fn lies_in(inner: Key, outer: Key) -> bool {
    inner != outer && outer.0 <= inner.0 && inner.1 <= outer.1
}

/// Whether the parts of an expression have an order of their own, or are not all evaluated.
fn is_unit(e: &Expression) -> bool {
    match e {
        Expression::BinaryOperator(op) => {
            matches!(op.node.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr)
        }
        Expression::Conditional(_)
        | Expression::Comma(_)
        | Expression::Statement(_)
        | Expression::GenericSelection(_)
        | Expression::CompoundLiteral(_)
        | Expression::VaArg(_) => true,
        _ => false,
    }
}

/// Whether evaluating the expression reads or changes something by itself.
fn is_action(e: &Expression) -> bool {
    match e {
        Expression::Identifier(_) | Expression::Member(_) | Expression::Call(_) => true,
        Expression::UnaryOperator(op) => {
            op.node.operator.node == UnaryOperator::Indirection || super::assign::step(&op.node.operator.node).is_some()
        }
        Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => true,
        Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node) => true,
        other => is_unit(other),
    }
}

/// What is evaluated on the way to a place.
fn inside_place(e: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &e.node {
        Expression::Identifier(_) | Expression::StringLiteral(_) => Vec::new(),
        Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => inside_place(&m.node.expression),
        Expression::Member(m) => vec![&m.node.expression],
        Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => vec![&op.node.lhs, &op.node.rhs],
        Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => vec![&op.node.operand],
        _ => vec![e],
    }
}

/// What is evaluated before an expression is.
fn inside(e: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &e.node {
        unit if is_unit(unit) => Vec::new(),
        Expression::Call(call) => std::iter::once(&*call.node.callee).chain(&call.node.arguments).collect(),
        Expression::Cast(cast) => vec![&cast.node.expression],
        Expression::Member(m)
            if m.node.operator.node == MemberOperator::Direct && matches!(m.node.expression.node, Expression::Call(_)) =>
        {
            vec![&m.node.expression]
        }
        Expression::Member(_) => inside_place(e),
        Expression::UnaryOperator(op) => match &op.node.operator.node {
            UnaryOperator::Address => inside_place(&op.node.operand),
            step if super::assign::step(step).is_some() => inside_place(&op.node.operand),
            _ => vec![&op.node.operand],
        },
        Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Assign => {
            inside_place(&op.node.lhs).into_iter().chain([&*op.node.rhs]).collect()
        }
        // A compound assignment reads its left side.
        Expression::BinaryOperator(op) => vec![&op.node.lhs, &op.node.rhs],
        _ => Vec::new(),
    }
}

/// Whether evaluating the expression is more than having a constant.
fn is_part(e: &Expression) -> bool {
    !matches!(e, Expression::Constant(_) | Expression::StringLiteral(_))
}

/// The parts of an expression that are evaluated, those inside of others behind them.
fn evaluations<'e>(e: &'e Node<Expression>, found: &mut Vec<&'e Node<Expression>>) {
    if is_part(&e.node) {
        found.push(e);
    }
    for part in inside(e) {
        evaluations(part, found);
    }
}

/// So many calls are not counted one by one.
const MANY: usize = 1000;

/// Counts calls. Statements count as many because the rest of the expression may come between them.
#[derive(Default)]
struct Calls(usize);

impl<'ast> Visit<'ast> for Calls {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast lang_c::span::Span) {
        self.0 += 1;
        visit::visit_call_expression(self, e, span);
    }

    fn visit_va_arg_expression(&mut self, e: &'ast VaArgExpression, span: &'ast lang_c::span::Span) {
        self.0 += 1;
        visit::visit_va_arg_expression(self, e, span);
    }

    fn visit_statement(&mut self, _: &'ast Statement, _: &'ast lang_c::span::Span) {
        self.0 += MANY;
    }
}

fn calls_in(e: &Node<Expression>) -> usize {
    let mut calls = Calls::default();
    calls.visit_expression(&e.node, &e.span);
    calls.0
}

/// How many calls a part makes at most that is evaluated as a whole.
fn calls_of_unit(e: &Node<Expression>) -> usize {
    match &e.node {
        Expression::Conditional(c) => {
            calls_in(&c.node.condition) + calls_in(&c.node.then_expression).max(calls_in(&c.node.else_expression))
        }
        _ => calls_in(e),
    }
}

impl<'a> Lower<'a> {
    /// Translates a full expression, or the parts of an initialiser.
    pub fn full<T>(&mut self, parts: &[&Node<Expression>], work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let quiet = self.frozen || self.activations.is_empty() || !parts.iter().any(|e| self.has_own_order(&e.node));
        let watched = (!quiet && self.order_may_matter(parts)).then(|| {
            self.full_expressions += 1;
            self.full_expressions
        });
        self.within(Context { inside: true, watched, quiet, ..Context::default() }, parts, work)
    }

    /// Translates the initialisers of a list.
    pub fn initialisers<T>(&mut self, parts: &[&Node<Expression>], work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let acts = |e: &&Node<Expression>| super::call::has_effect(&e.node);
        let counts = !self.frozen && !self.activations.is_empty() && parts.len() > 1;
        let watched = (counts && parts.iter().any(acts)).then(|| {
            self.full_expressions += 1;
            self.full_expressions
        });
        self.within(Context { inside: true, watched, is_list: true, ..Context::default() }, parts, work)
    }

    fn within<T>(&mut self, context: Context, parts: &[&Node<Expression>], work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let watched = context.watched.is_some();
        let outer = std::mem::replace(&mut self.context, context);
        let ready = if watched { self.try_early(parts).and_then(|()| self.perform_in_any_order(parts)) } else { Ok(()) };
        let done = ready.and_then(|()| work(self));
        self.context = outer;
        done
    }

    /// The value of an initialiser in a list.
    pub fn listed(&mut self, e: &Node<Expression>) -> Res<Value> {
        match self.settled(e) {
            Some(value) => Ok(value),
            None => self.noted(e, |lower| lower.afresh(|lower| lower.rvalue(e)), |value| Some(value.clone())),
        }
    }

    /// Translates a part that has an order of its own: one side of `&&`.
    pub fn part<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.context.quiet { work(self) } else { self.afresh(work) }
    }

    /// Translates what does not belong to the expression around it: the body of a function.
    pub fn afresh<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.context);
        let done = work(self);
        self.context = outer;
        done
    }

    pub fn is_full_expression(&self) -> bool {
        !self.context.inside
    }

    /// The value of an expression that was evaluated before.
    pub fn settled(&self, e: &Node<Expression>) -> Option<Value> {
        if self.context.settled.is_empty() { None } else { self.context.settled.get(&key(e)).cloned() }
    }

    /// Whether two parts, one of them a call, have no order, so that it is worth knowing whether they meet.
    fn order_may_matter(&self, parts: &[&Node<Expression>]) -> bool {
        let mut all = Vec::new();
        parts.iter().for_each(|e| evaluations(e, &mut all));
        let keys: Vec<(Key, bool)> = all.iter().map(|e| (key(e), self.is_call(e))).collect();
        keys.iter()
            .enumerate()
            .any(|(i, (a, calls))| keys[..i].iter().any(|(b, also)| (*calls || *also) && a != b && !lies_in(*a, *b) && !lies_in(*b, *a)))
    }

    /// Whether the action by itself, without what is evaluated before it, runs code elsewhere.
    fn is_call(&self, e: &Node<Expression>) -> bool {
        (is_unit(&e.node) || matches!(e.node, Expression::Call(_))) && self.has_own_order(&e.node)
    }

    /// Whether something in an expression is done in one go, in an order that C leaves open: a call, `va_arg`, statements.
    fn has_own_order(&self, e: &Expression) -> bool {
        self.calls_something(e) || super::call::acts_among_locals(e)
    }

    /// Translates a part and remembers which edges it made, if its order may matter.
    pub fn noted<T>(
        &mut self,
        e: &Node<Expression>,
        work: impl FnOnce(&mut Self) -> Res<T>,
        value: impl FnOnce(&T) -> Option<Value>,
    ) -> Res<T> {
        let Some(root) = self.context.watched.filter(|_| is_part(&e.node) || self.context.is_list) else { return work(self) };
        let (first, listed) = (self.graph.edges.len(), self.context.is_list);
        let done = work(self)?;
        let mut evaluated = Evaluated {
            node: key(e),
            root,
            edges: first..self.graph.edges.len(),
            acts: listed || is_action(&e.node),
            calls: self.is_call(e),
            listed,
            among_locals: listed || is_unit(&e.node) && super::call::acts_among_locals(&e.node),
            reads: Default::default(),
            whole: Vec::new(),
        };
        match value(&done) {
            Some(Value::Int(s)) => evaluated.reads = s.expr.vars(),
            Some(Value::Address(a)) => evaluated.reads = a.vars(),
            Some(Value::Pointer(place)) => {
                evaluated.reads = place.indices.iter().flat_map(|i| i.expr.vars()).collect();
                if let super::place::Base::Memory(address, _) = &place.base {
                    evaluated.reads.extend(address.vars());
                }
            }
            Some(Value::Record(place)) => evaluated.whole.push(match place.base {
                super::place::Base::Object(object) => Expr::from(Self::number_of_object(object)),
                super::place::Base::Memory(address, _) => address.object,
            }),
            Some(Value::Void | Value::Null | Value::Function(_)) | None => {}
        }
        self.graph.evaluated.push(evaluated);
        Ok(done)
    }

    /// Lets each early part be evaluated before all others, for its failures only.
    fn try_early(&mut self, parts: &[&Node<Expression>]) -> Res<()> {
        let is_list = self.context.is_list;
        for e in self.found_among(parts, |lower| &lower.opened.early) {
            let span = self.span(e.span);
            let what = format!("whether `{}` is evaluated first", self.source.snippet(e.span));
            let [goes_on, start] = self.choose(2, &what, &span)[..] else { continue };
            self.graph.here = start;
            let inside = Context { inside: !is_list, ..Context::default() };
            let outer = std::mem::replace(&mut self.context, inside);
            let tried = self.rvalue(e);
            self.context = outer;
            tried?;
            self.graph.here = goes_on;
        }
        Ok(())
    }

    /// Those evaluations that are among some that were found, in the order of the text.
    fn found_among<'e>(&self, parts: &[&'e Node<Expression>], among: impl Fn(&Self) -> &SortedSet<Key>) -> Vec<&'e Node<Expression>> {
        let mut all = Vec::new();
        match self.context.is_list {
            true => all.extend(parts.iter().copied()),
            false => parts.iter().for_each(|e| evaluations(e, &mut all)),
        }
        all.retain(|e| among(self).contains(&key(e)));
        all.sort_by_key(|e| key(e));
        all.dedup_by_key(|e| key(e));
        all
    }

    /// Performs the actions that meet in any order and puts their values aside.
    fn perform_in_any_order(&mut self, parts: &[&Node<Expression>]) -> Res<()> {
        let is_list = self.context.is_list;
        let all = self.found_among(parts, |lower| &lower.opened.meeting);
        let Some(first) = all.first() else { return Ok(()) };
        let span = self.span(first.span);
        let is_mixed = |e: &Node<Expression>| is_unit(&e.node) && calls_of_unit(e) > 1;
        if all.len() > MOST || !is_list && all.iter().any(|e| is_mixed(e)) {
            return self.unsupported("order of so many operands that change or read the same object", &span);
        }
        let mut slots: Vec<Option<Value>> = vec![None; all.len()];
        let complete = (1usize << all.len()) - 1;
        let mut at: SortedMap<usize, base::LocId> = SortedMap::from([(0, self.graph.here)]);
        // What has been done, in increasing order: each set comes behind those that it can follow.
        for done in 0..complete {
            let Some(&here) = at.get(&done) else { continue };
            let is_done = |i: usize| done & (1 << i) != 0;
            let is_next = |i: usize| !is_done(i) && (0..all.len()).all(|j| is_done(j) || !lies_in(key(all[j]), key(all[i])));
            let next: Vec<usize> = (0..all.len()).filter(|i| is_next(*i)).collect();
            self.graph.here = here;
            let starts = self.choose_action(&next, &all, &span);
            self.context.settled = (0..all.len()).filter(|i| is_done(*i)).filter_map(|i| Some((key(all[i]), slots[i].clone()?))).collect();
            for (i, start) in next.into_iter().zip(starts) {
                self.graph.here = start;
                let value = if is_list { self.listed(all[i])? } else { self.rvalue(all[i])? };
                self.put_aside(&mut slots[i], value, &span)?;
                match at.get(&(done | 1 << i)) {
                    Some(known) => self.graph.jump(*known, &span),
                    None => drop(at.insert(done | 1 << i, self.graph.here)),
                }
            }
        }
        self.graph.here = at[&complete];
        self.context.settled = all.iter().zip(slots).filter_map(|(e, slot)| Some((key(e), slot?))).collect();
        Ok(())
    }

    /// Where each of the actions that may come next begins.
    fn choose_action(&mut self, next: &[usize], all: &[&Node<Expression>], span: &Span) -> Vec<base::LocId> {
        if next.len() == 1 {
            return vec![self.graph.here];
        }
        let words: Vec<String> = next.iter().map(|i| format!("`{}`", self.source.snippet(all[*i].span))).collect();
        let what = match &words[..] {
            [first, second] => format!("whether {second} is evaluated before {first}"),
            more => format!("which of {}, counted from 0, is evaluated next", more.join(", ")),
        };
        self.choose(next.len(), &what, span)
    }

    /// Where each of several ways begins, one of which an input chooses.
    fn choose(&mut self, ways: usize, what: &str, span: &Span) -> Vec<base::LocId> {
        let choice = self.temporary(crate::types::CInt::UCHAR);
        let ty = IntType { bits: if ways == 2 { 1 } else { 2 }, signed: false };
        self.graph.input(choice, Some(ty), InputKind::Open(what.into()), span);
        let here = self.graph.here;
        let last = ways as i64 - 1;
        (0..=last)
            .map(|i| {
                let start = self.graph.loc(Some(span.clone()));
                let op = if i == last { CmpOp::Ge } else { CmpOp::Eq };
                self.graph.branch(here, start, Formula::cmp(op, choice, i), Some(span.clone()));
                start
            })
            .collect()
    }

    /// Stores a value where the values of the same action in other orders are stored.
    fn put_aside(&mut self, slot: &mut Option<Value>, value: Value, span: &Span) -> Res<()> {
        match (value, &slot) {
            (Value::Int(s), Some(Value::Int(known))) => {
                if let Expr::Var(var) = known.expr {
                    self.graph.assign(var, s.expr, span);
                }
            }
            (Value::Int(s), _) => {
                let var = self.temporary(s.ty);
                self.graph.assign(var, s.expr, span);
                *slot = Some(Value::Int(self.scalar(var.into(), s.ty, 0)));
            }
            (Value::Record(from), Some(Value::Record(to))) => {
                let to = to.clone();
                self.copy(&to, &from, span)?;
            }
            (record @ Value::Record(_), _) => *slot = Some(self.copied(record, span)?),
            (Value::Void, _) => *slot = Some(Value::Void),
            (value, known) => {
                let number = if let Value::Address(a) = &value { a.as_number } else { None };
                let address = self.as_address(value, span)?;
                let (object, offset) = match known {
                    Some(Value::Address(super::address::Address { object: Expr::Var(object), offset: Expr::Var(offset), .. })) => {
                        (*object, *offset)
                    }
                    _ => {
                        let (object, offset) = self.pointer_pair();
                        let kept =
                            super::address::Address { as_number: number, ..super::address::Address::new(object, offset, &address.to) };
                        *slot = Some(Value::Address(kept));
                        (object, offset)
                    }
                };
                self.graph.assign(object, address.object, span);
                self.graph.assign(offset, address.offset, span);
            }
        }
        Ok(())
    }
}
