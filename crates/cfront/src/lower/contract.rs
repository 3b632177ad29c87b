//! Calls of functions that have a contract and no body: the contract stands for the function.
//!
//! What is required must hold at the call. Then all that is assigned, and the result, gets any value for which what is ensured holds: it is chosen by inputs
//! and assumed to fit, so a run that fails tells what the function did. Sets and integers in models ([`super::model`]) are not guessed: what
//! is ensured must say what they are, `p->m == E`. For a set `E` is made of sets that were there before with `\union(S, {x})` and `\diff(S, {x})`.
//!
//! The meaning is exact: the environment is any function that keeps its contract. So all that changes must be named (`assigns`), a
//! pointer must be one of those that the contract speaks of, and what is assigned through a pointer is taken to be written, so the pointer must have an object (`deref`).

use super::access::Target;
use super::call::{Habits, RETURNED};
use super::heap::is_null;
use super::layout::MANY;
use super::model::{self, Ghost};
use super::object::ObjectId;
use super::resolve::Resolver;
use super::value::{Scalar, Value};
use super::{Entity, Lower, Res};
use crate::annotation::syntax::{Clause, Role, Shape, Term, only_name};
use crate::graph::Note;
use crate::types::{CType, RecordId, Signature};
use base::{CmpOp, Expr, Formula, InputKind, Span, VarId};
use lang_c::ast::{CallExpression, Declaration};
use std::rc::Rc;

/// `CHOSEN(which, from…)`: one of the objects that the terms stand for.
pub const CHOSEN: &str = "$chosen";

/// What a function without a body does.
#[derive(Clone)]
pub struct Contract<'a> {
    signature: Rc<Signature>,
    clauses: Vec<&'a Clause>,
}

impl<'a> Contract<'a> {
    fn of(&self, role: &Role) -> Vec<(&'a Clause, &'a Term)> {
        let all = self.clauses.iter().filter(|c| c.role == *role);
        all.filter_map(|c| c.term.as_ref().ok().map(|t| (*c, t))).collect()
    }

    /// The places that change.
    fn assigned(&self) -> Vec<&'a Term> {
        let lists = self.of(&Role::Assigns).into_iter().filter_map(|(_, t)| match &t.shape {
            Shape::Set(places) => Some(places),
            _ => None,
        });
        lists.flatten().collect()
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.signature.params.iter().any(|(p, _)| p.as_deref() == Some(name))
    }

    /// Whether a term reads memory or variables as they are behind the call.
    fn reads_now(&self, t: &Term, bound: &mut Vec<String>) -> bool {
        let any = |terms: &[&Term], bound: &mut Vec<String>| terms.iter().any(|t| self.reads_now(t, bound));
        match &t.shape {
            Shape::Old(_) | Shape::Number(_) | Shape::Character(_) | Shape::Truth(_) | Shape::Result | Shape::Null | Shape::Record(_) => {
                false
            }
            Shape::Name(name) => !bound.contains(name) && !self.is_parameter(name),
            Shape::Index(..) | Shape::Member(..) | Shape::Pointee(_) => true,
            Shape::Heap(word, terms) => !word.starts_with('\\') || any(&terms.iter().collect::<Vec<_>>(), bound),
            Shape::Set(terms) | Shape::Chain(terms, _) => any(&terms.iter().collect::<Vec<_>>(), bound),
            Shape::Minus(a) | Shape::Complement(a) | Shape::Not(a) | Shape::Absolute(a) | Shape::Cast(_, a) => any(&[a], bound),
            Shape::Arith(_, a, b) | Shape::Bits(_, a, b) | Shape::Extreme(_, a, b) | Shape::In(a, b) => any(&[a, b], bound),
            Shape::And(a, b) | Shape::Or(a, b) | Shape::Implies(a, b) | Shape::Iff(a, b) | Shape::Xor(a, b) => any(&[a, b], bound),
            Shape::Choice(a, b, c) => any(&[a, b, c], bound),
            Shape::Quant(_, vars, body) => {
                let outer = bound.len();
                bound.extend(vars.iter().map(|(_, name)| name.clone()));
                let found = self.reads_now(body, bound);
                bound.truncate(outer);
                found
            }
        }
    }
}

/// What a clause says a place is: the other side of an equation.
fn said_to_be<'t>(place: &Term, clause: &'t Term) -> Option<&'t Term> {
    match &clause.shape {
        Shape::Chain(terms, ops) if *ops == [CmpOp::Eq] => match terms.as_slice() {
            [a, b] if a.names_same(place) => Some(b),
            [a, b] if b.names_same(place) => Some(a),
            _ => None,
        },
        _ => None,
    }
}

const FORMS: &str = "what is understood are `\\empty`, `{x}`, sets that were there before, `\\union(S, {x})` and `\\diff(S, {x})`";

impl<'a> Lower<'a> {
    /// Keeps the contract that stands before a declaration of a function.
    pub fn declare_contract(&mut self, declaration: &Declaration, at: lang_c::span::Span) -> Res<()> {
        let Some(name) = only_name(declaration) else { return Ok(()) };
        let clauses = self.clauses_before(at.start);
        let Some(frame) = clauses.iter().find(|c| c.is_frame()) else { return Ok(()) };
        let Some(Entity::Function(signature)) = self.globals.names.get(&name) else { return Ok(()) };
        let contract = Contract { signature: signature.clone(), clauses: clauses.clone() };
        let texts = |c: &Contract| c.clauses.iter().map(|c| c.text.clone()).collect::<Vec<_>>();
        if let Some(known) = self.contracts.get(&name)
            && texts(known) != texts(&contract)
        {
            return self.illogical(format!("`{name}` has another contract already"), frame.at);
        }
        self.contracts.insert(name, contract);
        Ok(())
    }

    /// The function is known otherwise than by its contract.
    pub fn leave_out_contract(&mut self, name: &str) {
        if let Some(contract) = self.contracts.get(name) {
            let place = self.source.span_before_repair(contract.clauses[0].at);
            self.ignored.insert((place, format!("the contract is ignored: it is known what `{name}` does")));
        }
    }

    /// A call of a function without a body, by its contract.
    pub fn call_by_contract(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Value> {
        let contract = self.contracts[name].clone();
        let signature = contract.signature.clone();
        if signature.variadic || call.arguments.len() != signature.params.len() {
            return self.unsupported(format!("call of `{name}` by its contract with another number of arguments"), span);
        }
        let arguments = self.arguments(call, Some(&signature))?;
        let caller = self.graph.frame;
        let prefix = self.new_frame(name, Some((caller, span.clone())));
        let exit = self.graph.loc(Some(span.clone()));
        self.open(name, prefix.clone(), Rc::new(Habits::default()), &signature, exit, span);
        let entered = self.here_activation().entered;
        let opened = self.here_activation().opened;
        self.graph.edge(opened, entered, base::Stmt::Skip, Some(span.clone()));
        for ((param, ty), value) in signature.params.iter().zip(arguments) {
            if let Some(param) = param {
                self.bind(param, ty, value, span)?;
            }
        }
        self.premises.insert(format!("`{name}`, which has no body, keeps its contract").as_str().into());
        self.by_contract.insert(name.into());
        for (clause, _) in contract.of(&Role::Requires) {
            self.glimpsed.clear();
            let violations = self.violations(clause, format!("`{name}` requires {}", clause.text))?;
            self.require_owners(span)?;
            self.require(violations, span);
        }
        let returned = self.choose_result(name, &prefix, &contract, span)?;
        self.perform_contract(name, &contract, span)?;
        self.activations.pop();
        self.graph.frame = caller;
        match returned {
            None => Ok(Value::Void),
            Some(object) => {
                let place = self.whole(object);
                self.load(&place, span)
            }
        }
    }

    /// Any result that the contract may allow.
    fn choose_result(&mut self, name: &str, prefix: &str, contract: &Contract<'a>, span: &Span) -> Res<Option<ObjectId>> {
        let result = &contract.signature.result;
        if *result == CType::Void {
            return Ok(None);
        }
        let object = self.new_object(None, prefix, RETURNED, result, false, self.graph.frame);
        let kind = InputKind::Call(name.into());
        match result {
            CType::Int(_) => self.havoc(object, &kind, span),
            CType::Pointer(_) => {
                let result = Term { at: contract.clauses[0].at, shape: Shape::Result };
                let (number, offset) = self.choose_pointer(&result, contract, kind, span)?;
                for leaf in self.objects[object].leaves.values().cloned().collect::<Vec<_>>() {
                    self.graph.assign(leaf.var, number.clone(), span);
                    leaf.offset.into_iter().for_each(|o| self.graph.assign(o, offset.clone(), span));
                }
            }
            other => {
                let what = format!("a contract of a function that returns {}", self.types.name(other));
                return self.illogical(what, contract.clauses[0].at);
            }
        }
        self.here_activation().returned = Some(object);
        Ok(Some(object))
    }

    /// A pointer that is one of those that the contract says it is.
    fn choose_pointer(&mut self, place: &Term, contract: &Contract<'a>, kind: InputKind, span: &Span) -> Res<(Expr, Expr)> {
        let mut from = None;
        for (_, clause) in contract.of(&Role::Ensures) {
            from = self.sources(place, clause)?;
            if from.is_some() {
                break;
            }
        }
        let Some(from) = from else {
            let what = "what is ensured must say which pointer this is: `x == p`, `x \\in S`, or one of several such";
            return self.illogical(what, place.at);
        };
        let which = self.temporary(self.types.size_type());
        self.graph.input(which, self.input_type(self.types.size_type()), kind, span);
        Ok((Expr::App(CHOSEN.into(), [vec![which.into()], from].concat()), 0.into()))
    }

    /// The number of the object that was chosen. Where there are many, small numbers stand for those that were made first: whoever tries inputs tries these.
    pub fn chosen_number(&self, term: &Expr, which: &Expr, r: &Resolver) -> Expr {
        let numbers = r.points_to.objects(term);
        let targets = self.targets(&numbers, r);
        let which = self.tidy(which, r);
        let is_many = !targets.is_empty() && targets.iter().all(|t| matches!(t, Target::Shared(_))) && numbers.iter().all(|n| *n >= 0);
        if !is_many {
            return which;
        }
        if !numbers.contains(&0) {
            return Expr::add(MANY, which);
        }
        let none = Formula::cmp(CmpOp::Eq, which.clone(), 0);
        Expr::ite(none, 0, Expr::add(MANY - 1, which))
    }

    /// What a pointer may be by a clause, as terms for the analysis of pointers; none if the clause does not say.
    fn sources(&mut self, place: &Term, clause: &Term) -> Res<Option<Vec<Expr>>> {
        match &clause.shape {
            Shape::Or(a, b) => {
                let (a, b) = (self.sources(place, a)?, self.sources(place, b)?);
                Ok(a.zip(b).map(|(a, b)| [a, b].concat()))
            }
            Shape::And(a, b) => match self.sources(place, a)? {
                Some(from) => Ok(Some(from)),
                None => self.sources(place, b),
            },
            Shape::In(element, set) if element.names_same(place) => Ok(Some(self.sources_in(set)?)),
            _ => match said_to_be(place, clause) {
                Some(other) if is_null(other) => Ok(Some(vec![0.into()])),
                Some(other) => {
                    let other = if let Shape::Old(inner) = &other.shape { inner } else { other };
                    Ok(Some(vec![self.object_of(other, &mut Vec::new())?.0]))
                }
                None => Ok(None),
            },
        }
    }

    /// The objects that a set may have, as terms for the analysis of pointers.
    fn sources_in(&mut self, set: &Term) -> Res<Vec<Expr>> {
        match &set.shape {
            Shape::Old(inner) => self.sources_in(inner),
            Shape::Set(terms) => {
                let mut all = Vec::new();
                for t in terms.iter().filter(|t| !is_null(t)) {
                    all.push(self.object_of(t, &mut Vec::new())?.0);
                }
                Ok(all)
            }
            Shape::Heap(word, terms) if word.starts_with('\\') => {
                let mut all = Vec::new();
                for t in terms {
                    all.extend(self.sources_in(t)?);
                }
                Ok(all)
            }
            _ => match self.model_set(set, &mut Vec::new())? {
                Some(ghost) => Ok(vec![ghost.term()]),
                None => self.illogical("this set is not understood here", set.at),
            },
        }
    }

    /// Changes what is assigned, as is ensured.
    fn perform_contract(&mut self, name: &str, contract: &Contract<'a>, span: &Span) -> Res<()> {
        let assigned = contract.assigned();
        let mut ghosts: Vec<(&Term, Ghost)> = Vec::new();
        let mut plain: Vec<&Term> = Vec::new();
        for place in &assigned {
            self.refuse_far(place, contract)?;
            match self.ghost(place, &mut Vec::new())? {
                Some(ghost) => ghosts.push((place, ghost)),
                None => plain.push(place),
            }
        }
        let mut told = Vec::new();
        for (place, _) in &ghosts {
            told.push(self.told(place, contract)?);
        }
        let (early, late): (Vec<_>, Vec<_>) = contract
            .of(&Role::Ensures)
            .into_iter()
            .filter(|(clause, _)| !told.iter().any(|(t, _)| std::ptr::eq(*t, *clause)))
            .partition(|(_, term)| assigned.is_empty() || !contract.reads_now(term, &mut Vec::new()));
        self.assume_ensured(&early, None, span)?;
        let begins = self.graph.loc(Some(span.clone()));
        self.graph.arrive(begins, span);
        let changing: Vec<usize> = ghosts.iter().map(|(_, g)| g.field).collect();
        let mut values = Vec::new();
        for ((_, ghost), (_, value)) in ghosts.iter().zip(told) {
            values.push(self.value_told(ghost, value, &changing, contract)?);
        }
        // All values are those from before: where one reads what is put before it, none is put before all are known.
        let in_the_way = |i: usize| values[i + 1..].iter().any(|v| model::fields_in(v).contains(&changing[i]));
        if (0..values.len()).any(in_the_way) {
            values = ghosts.iter().zip(values).map(|((_, ghost), value)| self.keep_ghost(ghost, value, span)).collect();
        }
        for ((_, ghost), value) in ghosts.iter().zip(values) {
            self.put_model(ghost, value, span);
        }
        for place in plain {
            self.change(name, place, contract, span)?;
        }
        let ends = self.graph.loc(Some(span.clone()));
        self.graph.arrive(ends, span);
        if !late.is_empty() {
            self.calls_by_contract.push((begins, ends));
            let moment = self.calls_by_contract.len();
            self.assume_ensured(&late, Some(moment), span)?;
        }
        Ok(())
    }

    fn assume_ensured(&mut self, clauses: &[(&'a Clause, &'a Term)], moment: Option<usize>, span: &Span) -> Res<()> {
        for (clause, _) in clauses {
            let outer = (std::mem::replace(&mut self.after, true), std::mem::replace(&mut self.moment, moment));
            self.glimpsed.clear();
            let formula = self.clause(clause);
            (self.after, self.moment) = outer;
            let formula = formula?;
            self.require_owners(span)?;
            self.graph.assume(formula, Note::Nothing, span);
        }
        Ok(())
    }

    /// Only what parameters point to, and variables, is assigned: such places are the same before and behind the call.
    fn refuse_far(&self, place: &Term, contract: &Contract<'a>) -> Res<()> {
        let near = match &place.shape {
            Shape::Name(name) => !contract.is_parameter(name),
            Shape::Pointee(p) => matches!(&p.shape, Shape::Name(name) if contract.is_parameter(name)),
            Shape::Member(owner, _) => return self.refuse_far(owner, contract),
            _ => false,
        };
        if near {
            return Ok(());
        }
        self.illogical("only variables, and what parameters point to or members of it, are understood in `assigns`", place.at)
    }

    /// What is ensured of a model field that is assigned: the clause, and the term for the value.
    fn told(&self, place: &Term, contract: &Contract<'a>) -> Res<(&'a Clause, &'a Term)> {
        let said = |(clause, term): &(&'a Clause, &'a Term)| said_to_be(place, term).map(|value| (*clause, value));
        let all: Vec<_> = contract.of(&Role::Ensures).iter().filter_map(said).collect();
        match all.as_slice() {
            [told] => Ok(*told),
            _ => self.illogical("what is ensured must say once what this model field is: `place == …`", place.at),
        }
    }

    /// The value that a model field gets.
    fn value_told(&mut self, ghost: &Ghost, value: &Term, changing: &[usize], contract: &Contract<'a>) -> Res<Expr> {
        match ghost.of {
            Some(of) => self.map_of(value, of, changing),
            None => {
                // A model field that does not change is the same before and behind the call.
                if let Some(other) = self.ghost(value, &mut Vec::new())?
                    && other.of.is_none()
                    && !changing.contains(&other.field)
                {
                    return Ok(other.term());
                }
                if contract.reads_now(value, &mut Vec::new()) {
                    return self.illogical("an integer in a model is told by what was there before: use \\old", value.at);
                }
                let outer = (std::mem::replace(&mut self.after, true), self.moment.take());
                let number = self.logic_value(value, &mut Vec::new());
                (self.after, self.moment) = outer;
                match number? {
                    Value::Int(Scalar { expr, .. }) => Ok(expr),
                    _ => self.illogical("a number is needed here", value.at),
                }
            }
        }
    }

    /// A set as a map from numbers of objects to 0 and 1.
    fn map_of(&mut self, set: &Term, of: RecordId, changing: &[usize]) -> Res<Expr> {
        let is_listed = |t: &Term| matches!(t.shape, Shape::Set(_));
        match &set.shape {
            Shape::Old(inner) => self.map_of(inner, of, &[]),
            Shape::Set(terms) => {
                let none = Expr::Var(self.zeros());
                self.map_with(none, terms, 1, of)
            }
            Shape::Heap(word, terms) => match (word.as_str(), terms.as_slice()) {
                ("\\union", [all, few] | [few, all])
                    if let Shape::Set(few) = &few.shape
                        && !is_listed(all) =>
                {
                    let all = self.map_of(all, of, changing)?;
                    self.map_with(all, few, 1, of)
                }
                ("\\diff", [all, few]) if let Shape::Set(few) = &few.shape => {
                    let all = self.map_of(all, of, changing)?;
                    self.map_with(all, few, 0, of)
                }
                _ => self.illogical(format!("this set is not understood here: {FORMS}"), set.at),
            },
            _ => match self.model_set(set, &mut Vec::new())? {
                Some(ghost) if changing.contains(&ghost.field) => {
                    self.illogical("this set changes: use \\old for what it was before", set.at)
                }
                Some(ghost) if ghost.of == Some(of) => Ok(ghost.term()),
                Some(_) => self.illogical("the members of this set have another type", set.at),
                None => self.illogical(format!("this set is not understood here: {FORMS}"), set.at),
            },
        }
    }

    /// A set with these members more, or less.
    fn map_with(&mut self, map: Expr, members: &[Term], value: i64, of: RecordId) -> Res<Expr> {
        let mut map = map;
        for t in members {
            if !matches!(t.shape, Shape::Name(_) | Shape::Result) {
                return self.illogical("a member must be a parameter or \\result", t.at);
            }
            let (member, r) = self.pointed(t, &mut Vec::new())?.unwrap_or((0.into(), of));
            if r != of {
                return self.illogical("the members of this set have another type", t.at);
            }
            let span = self.source.span_before_repair(t.at);
            let nowhere = Formula::cmp(CmpOp::Le, member.clone(), 0);
            self.undetermined(nowhere, "a pointer without an object as a member of a set", &span)?;
            map = Expr::store(map, member, value);
        }
        Ok(map)
    }

    /// The value of a model field in a variable of its own.
    fn keep_ghost(&mut self, ghost: &Ghost, value: Expr, span: &Span) -> Expr {
        let sort = if ghost.of.is_some() { base::Sort::array() } else { base::Sort::Int };
        let name = format!("$new.{}", self.models[ghost.field].name);
        let kept: VarId = self.add_var(name, sort, None, None, None, self.graph.frame);
        self.graph.assign(kept, value, span);
        kept.into()
    }

    /// A place that is assigned gets any value.
    fn change(&mut self, name: &str, term: &Term, contract: &Contract<'a>, span: &Span) -> Res<()> {
        let place = self.logic_place(term, &mut Vec::new())?;
        let kind = InputKind::Call(name.into());
        match place.ty.clone() {
            CType::Int(_) => match self.any_value(&place.ty, kind, span)? {
                Value::Int(number) => self.store(&place, number, span).map(drop),
                _ => Ok(()),
            },
            CType::Pointer(to) => {
                let (object, offset) = self.choose_pointer(term, contract, kind, span)?;
                let (into, at) = self.pointer_pair();
                self.graph.assign(into, object, span);
                self.graph.assign(at, offset, span);
                let pointer = super::address::Address::new(into, at, &to);
                self.store_address(&place, Value::Address(pointer), span).map(drop)
            }
            other => self.illogical(format!("`assigns` of {}; name its members", self.types.name(&other)), term.at),
        }
    }
}
