//! Words of annotations about the shape of the heap.
//!
//! | word | meaning |
//! |---|---|
//! | `reach(x, f, y)` | from `x` one comes to `y` by the field `f`, in any number of steps |
//! | `acyclic(S, f)` | from `S` one comes to null by `f` |
//! | `sharing_free(S, f)` | no two objects of `S` have the same successor by `f`, except null |
//! | `doubly_linked(S, f, g)` | `g` leads back from where `f` leads to, and `f` from where `g` leads to |
//! | `sorted(S, f, d)` | along `f` the numbers `d` do not become smaller |
//! | `content(x, f)` | the set of objects to which one comes from `x` by `f` |
//!
//! `S` is a pointer, for all objects to which one comes from it by `f`, or `struct T`, for all objects of that type. Sets are compared with `==`, `!=` and `\in`, and made
//! with `{x, y}`, `\empty`, `\union`, `\inter` and `\diff`; a set is the formula that tells its members.
//!
//! `reach`, `content`, `acyclic` and `sharing_free` may be said of several fields at once, if the objects make up trees ([`super::forest`]).
//!
//! A variable that ranges over pointers ranges over null and the living objects of its type. Which these are is known when memory is laid out
//! ([`Lower::over_objects`]). `LINKS(n)` stands for the map of a field until then. Where the objects of a type are kept in several ways, or are parts of
//! others, the formula is not understood; nor is it where a pointer may point into an object. Two pointers that point nowhere count as equal.

use super::access::Target;
use super::address::Address;
use super::blocks::LIVES;
use super::layout::MANY;
use super::logic::{Variable, Variables};
use super::place::{Base, Place};
use super::resolve::Resolver;
use super::slots::Slot;
use super::value::Value;
use super::{Entity, Lower, Res, Tag};
use crate::annotation::syntax::{Shape, Term};
use crate::types::{CType, RecordId};
use base::{CmpOp, Expr, Formula, Int, Name, Quantifier, Sort, reach};
use std::sync::Arc;

/// `START(object, offset)`: the object, if the pointer points to its start. Where it may not, the formula is not understood.
pub const START: &str = "$start";

/// `LINKS(n)`: the map that holds the field that the deed `n` looks at.
pub const LINKS: &str = "$links";

/// What a word is said of.
pub enum Subject {
    /// All objects of a type.
    Type(RecordId),
    /// Those that are reached from one.
    From(Expr, RecordId),
}

impl Subject {
    fn record(&self) -> RecordId {
        match self {
            Subject::Type(r) | Subject::From(_, r) => *r,
        }
    }
}

impl Lower<'_> {
    /// A formula about the heap.
    pub fn heap_formula(&mut self, word: &str, terms: &[Term], at: usize, scope: &mut Variables) -> Res<Formula> {
        match (word, terms) {
            ("reach", [x, fields @ .., y]) if fields.len() > 1 => {
                let (x, r) = self.object_of(x, scope)?;
                let y = self.object_or_null(y, scope)?;
                self.is_below(r, fields, x, y)
            }
            ("acyclic" | "sharing_free", [subject, fields @ ..]) if fields.len() > 1 => {
                let Subject::Type(r) = self.subject(subject, scope)? else {
                    return self.illogical(format!("along several members `{word}` is said of all objects of a type"), at);
                };
                let is_acyclic = word == "acyclic";
                self.of_each(r, scope, |this, _, v| {
                    let said = if is_acyclic { this.has_root(r, fields, &v) } else { this.has_own_children(r, fields, &v) };
                    Ok(Formula::or([Formula::cmp(CmpOp::Eq, v, 0), said?]))
                })
            }
            ("reach", [x, field, y]) => {
                let (x, r) = self.object_of(x, scope)?;
                let y = self.object_or_null(y, scope)?;
                let links = self.links(r, field)?;
                Ok(reach::reach(links, x, y))
            }
            ("acyclic", [subject, field]) => match self.subject(subject, scope)? {
                Subject::From(x, r) => Ok(reach::reach(self.links(r, field)?, x, 0)),
                Subject::Type(r) => {
                    let links = self.links(r, field)?;
                    self.of_each(r, scope, |_, _, v| Ok(reach::reach(links, v, 0)))
                }
            },
            ("sharing_free", [subject, field]) => {
                let subject = self.subject(subject, scope)?;
                let links = self.links(subject.record(), field)?;
                let record = subject.record();
                self.of_each(record, scope, |this, scope, v| {
                    this.of_each(record, scope, |this, _, w| {
                        let [next, other] = [this.follow(record, field, &v)?, this.follow(record, field, &w)?];
                        let shared = [
                            Formula::cmp(CmpOp::Ne, v.clone(), w.clone()),
                            Formula::cmp(CmpOp::Eq, next.clone(), other),
                            member(&subject, &links, &v),
                            member(&subject, &links, &w),
                        ];
                        Ok(Formula::implies(&Formula::and(shared), Formula::cmp(CmpOp::Eq, next, 0)))
                    })
                })
            }
            ("doubly_linked", [subject, forth, back]) => {
                let subject = self.subject(subject, scope)?;
                let links = self.links(subject.record(), forth)?;
                self.of_each(subject.record(), scope, |this, _, v| {
                    let mut parts = Vec::new();
                    for (there, here) in [(forth, back), (back, forth)] {
                        let next = this.follow(subject.record(), there, &v)?;
                        let returned = this.follow(subject.record(), here, &next)?;
                        let ends = Formula::cmp(CmpOp::Eq, next, 0);
                        parts.push(Formula::or([ends, Formula::cmp(CmpOp::Eq, returned, v.clone())]));
                    }
                    Ok(Formula::implies(&member(&subject, &links, &v), Formula::and(parts)))
                })
            }
            ("sorted", [subject, field, data]) => {
                let subject = self.subject(subject, scope)?;
                let links = self.links(subject.record(), field)?;
                self.of_each(subject.record(), scope, |this, _, v| {
                    let next = this.follow(subject.record(), field, &v)?;
                    let [lower, upper] = [this.number_in(subject.record(), data, &v)?, this.number_in(subject.record(), data, &next)?];
                    let ends = Formula::cmp(CmpOp::Eq, next, 0);
                    let ordered = Formula::or([ends, Formula::cmp(CmpOp::Le, lower, upper)]);
                    Ok(Formula::implies(&member(&subject, &links, &v), ordered))
                })
            }
            _ => self.illogical(format!("`{word}` of {} things, or a set where a formula is needed", terms.len()), at),
        }
    }

    /// Whether a set has an object.
    pub fn is_member(&mut self, set: &Term, element: &Expr, scope: &mut Variables) -> Res<Formula> {
        match &set.shape {
            Shape::Set(terms) => {
                let mut parts = Vec::new();
                for t in terms {
                    parts.push(Formula::cmp(CmpOp::Eq, element.clone(), self.object_or_null(t, scope)?));
                }
                Ok(Formula::or(parts))
            }
            Shape::Heap(word, terms) => match (word.as_str(), terms.as_slice()) {
                ("content", [x, fields @ ..]) if fields.len() > 1 => {
                    let (x, r) = self.object_of(x, scope)?;
                    let below = self.is_below(r, fields, x, element.clone())?;
                    Ok(Formula::and([Formula::cmp(CmpOp::Ne, element.clone(), 0), below]))
                }
                ("content", [x, field]) => {
                    let (x, r) = self.object_of(x, scope)?;
                    let links = self.links(r, field)?;
                    Ok(member(&Subject::From(x, r), &links, element))
                }
                ("\\union" | "\\inter" | "\\diff", [a, b]) => {
                    let (a, b) = (self.is_member(a, element, scope)?, self.is_member(b, element, scope)?);
                    Ok(match word.as_str() {
                        "\\union" => Formula::or([a, b]),
                        "\\inter" => Formula::and([a, b]),
                        _ => Formula::and([a, b.negate()]),
                    })
                }
                _ => self.illogical("a set is needed here", set.at),
            },
            Shape::Old(inner) => {
                let inside = self.within_old(set.at, |this| this.is_member(inner, element, scope))?;
                Ok(self.as_old(inside))
            }
            _ => match self.model_set(set, scope)? {
                Some(ghost) => Ok(Self::in_model(&ghost, element)),
                None => self.illogical("a set is needed here", set.at),
            },
        }
    }

    /// Whether two sets are the same, if these are sets.
    pub fn same_sets(&mut self, a: &Term, b: &Term, scope: &mut Variables) -> Res<Option<Formula>> {
        if !self.is_set(a, scope)? && !self.is_set(b, scope)? {
            return Ok(None);
        }
        let record = match self.record_of_set(a, scope)? {
            Some(r) => Some(r),
            None => self.record_of_set(b, scope)?,
        };
        let Some(record) = record else { return self.illogical("of which type are the members of these sets?", a.at) };
        let same = self.of_each(record, scope, |this, scope, v| {
            let (a, b) = (this.is_member(a, &v, scope)?, this.is_member(b, &v, scope)?);
            Ok(Formula::iff(&a, &b))
        })?;
        Ok(Some(same))
    }

    fn record_of_set(&mut self, set: &Term, scope: &mut Variables) -> Res<Option<RecordId>> {
        Ok(match &set.shape {
            Shape::Heap(word, terms) if word == "content" => match terms.first() {
                Some(x) => Some(self.object_of(x, scope)?.1),
                None => None,
            },
            Shape::Set(terms) => match terms.iter().find(|t| !is_null(t)) {
                Some(x) => Some(self.object_of(x, scope)?.1),
                None => None,
            },
            Shape::Heap(_, terms) => {
                for t in terms {
                    if let Some(r) = self.record_of_set(t, scope)? {
                        return Ok(Some(r));
                    }
                }
                None
            }
            Shape::Old(inner) => self.record_of_set(inner, scope)?,
            Shape::Member(..) => self.model_set(set, scope)?.and_then(|g| g.of),
            _ => None,
        })
    }

    pub fn is_set(&mut self, t: &Term, scope: &mut Variables) -> Res<bool> {
        Ok(match &t.shape {
            Shape::Set(_) => true,
            Shape::Heap(word, _) => word == "content" || word.starts_with('\\'),
            Shape::Old(inner) => self.is_set(inner, scope)?,
            Shape::Member(..) => self.model_set(t, scope)?.is_some(),
            _ => false,
        })
    }

    /// The object that a pointer points to, and what it is.
    pub fn object_of(&mut self, t: &Term, scope: &mut Variables) -> Res<(Expr, RecordId)> {
        match self.pointed(t, scope)? {
            Some(object) => Ok(object),
            None => self.illogical("a pointer to a record is needed here", t.at),
        }
    }

    /// The same; none for null.
    pub fn pointed(&mut self, t: &Term, scope: &mut Variables) -> Res<Option<(Expr, RecordId)>> {
        match self.logic_value(t, scope)? {
            Value::Null => Ok(None),
            Value::Address(address @ Address { to: CType::Record(r), as_number: None, .. }) => Ok(Some((start(&address), r))),
            Value::Pointer(place @ Place { ty: CType::Record(r), .. }) => {
                let span = self.source.span_before_repair(t.at);
                let address = self.as_address(Value::Pointer(place), &span)?;
                Ok(Some((start(&address), r)))
            }
            _ => self.illogical("a pointer to a record is needed here", t.at),
        }
    }

    /// An object or null.
    pub fn object_or_null(&mut self, t: &Term, scope: &mut Variables) -> Res<Expr> {
        if is_null(t) {
            return Ok(0.into());
        }
        Ok(self.pointed(t, scope)?.map_or(0.into(), |(object, _)| object))
    }

    pub fn subject(&mut self, t: &Term, scope: &mut Variables) -> Res<Subject> {
        let named = match &t.shape {
            Shape::Record(name) => Some(self.record_named(name, t.at)?),
            Shape::Name(name) => match self.lookup(name) {
                Some(Entity::Typedef(CType::Record(r))) => Some(*r),
                _ => None,
            },
            _ => None,
        };
        if let Some(r) = named {
            return Ok(Subject::Type(r));
        }
        let (object, r) = self.object_of(t, scope)?;
        Ok(Subject::From(object, r))
    }

    pub fn record_named(&self, name: &str, at: usize) -> Res<RecordId> {
        match self.lookup_tag(name) {
            Some(Tag::Record(r)) => Ok(*r),
            _ => self.illogical(format!("there is no `struct {name}` here"), at),
        }
    }

    /// The place of a field of an object.
    fn field_place(&mut self, r: RecordId, field: &Term, object: &Expr) -> Res<Place> {
        let Shape::Name(name) = &field.shape else { return self.illogical("the name of a member is needed here", field.at) };
        let Some((path, ty)) = self.types.member(r, name) else {
            return self.illogical(format!("the record has no member `{name}`"), field.at);
        };
        let span = self.source.span_before_repair(field.at);
        let place = Place::at(Address::new(object.clone(), 0, &CType::Record(r)));
        self.member_place(place, path, ty, &span)
    }

    /// Where a field leads to from an object.
    fn follow(&mut self, r: RecordId, field: &Term, object: &Expr) -> Res<Expr> {
        let place = self.field_place(r, field, object)?;
        match self.logic_load(&place, field.at)? {
            Value::Address(address) => Ok(address.object),
            _ => self.illogical("a member that is a pointer is needed here", field.at),
        }
    }

    fn number_in(&mut self, r: RecordId, field: &Term, object: &Expr) -> Res<Expr> {
        let place = self.field_place(r, field, object)?;
        match self.logic_load(&place, field.at)? {
            Value::Int(s) => Ok(s.expr),
            _ => self.illogical("a member that is a number is needed here", field.at),
        }
    }

    /// The map of a field by which objects of a type lead to such objects.
    pub fn links(&mut self, r: RecordId, field: &Term) -> Res<Expr> {
        let any = Expr::Bound(self.bound_pointer("any", r, &Vec::new()));
        let place = self.field_place(r, field, &any)?;
        let (CType::Pointer(to), Base::Memory(address, _)) = (&place.ty, &place.base) else {
            return self.illogical("a member that is a pointer is needed here", field.at);
        };
        if **to != CType::Record(r) {
            return self.illogical("this member leads to objects of another type", field.at);
        }
        let (object, offset) = (any, address.offset.clone());
        let span = self.source.span_before_repair(field.at);
        let (number, _) = self.glance_at_pointer(object, offset, &span);
        Ok(Expr::App(LINKS.into(), vec![number]))
    }

    /// What holds of every object of a type, and of null.
    fn of_each(
        &mut self,
        r: RecordId,
        scope: &mut Variables,
        say: impl FnOnce(&mut Self, &mut Variables, Expr) -> Res<Formula>,
    ) -> Res<Formula> {
        let name = self.bound_pointer("v", r, scope);
        scope.push(Variable::pointer(String::new(), name.clone(), r));
        let body = say(self, scope, Expr::Bound(name.clone()));
        scope.pop();
        let body = body?;
        Ok(Formula::Quant(Quantifier::Forall, vec![(name, Sort::Int)], Arc::new(body)))
    }

    /// A variable over the pointers to objects of a type: like `name`, and unlike all that are in scope.
    pub fn bound_pointer(&mut self, name: &str, r: RecordId, scope: &Variables) -> Name {
        for n in 1.. {
            let name: Name = if n == 1 { name.into() } else { format!("{name}_{n}").as_str().into() };
            let fits = self.bound_pointers.get(&name).is_none_or(|known| *known == r);
            if fits && !scope.iter().any(|v| v.is(&name)) {
                self.bound_pointers.insert(name.clone(), r);
                return name;
            }
        }
        unreachable!("there are more numbers than names")
    }

    /// The map behind `LINKS`, if all objects of the type are kept in one.
    pub fn linked(&self, args: &[Expr], r: &Resolver) -> Option<Expr> {
        let cell = self.glanced(args.first()?)?;
        let numbers = r.points_to.objects(&cell.object);
        let targets = self.targets(&numbers, r);
        let [target @ Target::Shared(_)] = targets.as_slice() else { return None };
        if !self.are_whole(&cell.object, &targets, r) {
            return None;
        }
        let (slots, covered) = self.slots(target, cell, &cell.object, r.residue_at(cell, target), r);
        match slots.as_slice() {
            [(Formula::True, Slot::Scalar { var, offset: Some(offset), index: Some(index), .. })]
                if covered && *index == cell.object && r.is_start(*offset) =>
            {
                Some(Expr::Var(*var))
            }
            _ => None,
        }
    }

    /// Whether what a variable ranges over are objects of its type and nothing larger, so that it stands for all pointers to such objects.
    fn are_whole(&self, variable: &Expr, targets: &[Target], r: &Resolver) -> bool {
        let Expr::Bound(name) = variable else { return false };
        let Some(ty) = self.bound_pointers.get(name).map(|r| CType::Record(*r)) else { return false };
        let size = self.types.size_of(&ty);
        targets.iter().all(|target| match (target, r.block_of(target)) {
            (_, Some(block)) => size.is_some() && block.constant_size == size,
            (Target::Single(o), None) => self.objects[*o].ty == ty,
            (Target::Shared(_), None) => false,
        })
    }

    /// Whether a type has a record as a part.
    pub fn has_part(&self, ty: &CType, part: RecordId) -> bool {
        match ty {
            CType::Record(r) if *r == part => true,
            CType::Record(r) => self.types.records[*r].fields.iter().flatten().any(|f| self.has_part(&f.ty, part)),
            CType::Array(of, _) => self.has_part(of, part),
            CType::Variable(..) => true,
            _ => false,
        }
    }

    /// A quantifier over pointers, over the numbers of objects: the instance of null, those of objects that exist once, and a quantifier for
    /// each kind of which there are many.
    pub fn over_objects(&self, q: Quantifier, name: &Name, body: &Formula, r: &Resolver) -> Formula {
        let numbers = r.points_to.objects(&Expr::Bound(name.clone()));
        let at = |number: i64| reach::expand(&body.subst(&|e| matches!(e, Expr::Bound(b) if b == name).then(|| Expr::from(number))));
        let mut parts = vec![at(0)];
        let targets = self.targets(&numbers, r);
        if !self.are_whole(&Expr::Bound(name.clone()), &targets, r) {
            // Not understood.
            return Formula::cmp(CmpOp::Eq, Expr::App(LINKS.into(), Vec::new()), 0);
        }
        for target in &targets {
            match target {
                Target::Single(o) => parts.push(at(Self::number_of_object(*o))),
                Target::Shared(b) => {
                    let v = || Expr::Bound(name.clone());
                    let made = r.layout.counter.map_or(Expr::from(0), Expr::Var);
                    let mut exists = vec![Formula::cmp(CmpOp::Ge, v(), MANY), Formula::cmp(CmpOp::Lt, v(), Expr::add(MANY, made))];
                    let lives = r.layout.blocks[*b].state_of(&v());
                    exists.extend(lives.map(|state| Formula::cmp(CmpOp::Eq, state, LIVES)));
                    exists.extend(r.layout.kinds.map(|kinds| Formula::cmp(CmpOp::Eq, Expr::select(kinds, v()), *b as i64)));
                    parts.push(quantified(q, name, &Formula::and(exists), &existing(body, name)));
                }
            }
        }
        if q == Quantifier::Forall { Formula::and(parts) } else { Formula::or(parts) }
    }
}

/// The arguments of `LINKS`.
pub fn links_of(e: &Expr) -> Option<&[Expr]> {
    match e {
        Expr::App(name, args) if **name == *LINKS => Some(args),
        _ => None,
    }
}

/// The object that a pointer points to the start of.
pub fn start(address: &Address) -> Expr {
    if address.offset.as_const() == Some(&Int::ZERO) {
        return address.object.clone();
    }
    Expr::App(START.into(), vec![address.object.clone(), address.offset.clone()])
}

/// Whether an object belongs to what is spoken of.
fn member(subject: &Subject, links: &Expr, v: &Expr) -> Formula {
    let is_object = Formula::cmp(CmpOp::Ne, v.clone(), 0);
    match subject {
        Subject::Type(_) => is_object,
        Subject::From(x, _) => Formula::and([is_object, reach::reach(links.clone(), x.clone(), v.clone())]),
    }
}

/// A quantifier over what exists. Quantifiers of one kind become one.
fn quantified(q: Quantifier, name: &Name, exists: &Formula, body: &Formula) -> Formula {
    let parts = match (q, body) {
        (_, Formula::True | Formula::False) if (*body == Formula::True) == (q == Quantifier::Forall) => return body.clone(),
        (Quantifier::Forall, Formula::And(parts)) | (Quantifier::Exists, Formula::Or(parts)) => parts.as_slice(),
        _ => std::slice::from_ref(body),
    };
    let all = parts.iter().map(|part| {
        let (mut vars, inner) = match part {
            Formula::Quant(same, vars, inner) if *same == q => (vars.clone(), (**inner).clone()),
            part => (Vec::new(), part.clone()),
        };
        vars.insert(0, (name.clone(), Sort::Int));
        let body = match q {
            Quantifier::Forall => Formula::implies(exists, inner),
            Quantifier::Exists => Formula::and([exists.clone(), inner]),
        };
        Formula::Quant(q, vars, Arc::new(body))
    });
    if q == Quantifier::Forall { Formula::and(all) } else { Formula::or(all) }
}

/// What a formula says of an object, which is not null.
fn existing(f: &Formula, name: &Name) -> Formula {
    let is_null = |a: &Expr, b: &Expr| matches!(a, Expr::Bound(n) if n == name) && b.as_const() == Some(&Int::ZERO);
    match f {
        Formula::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) if is_null(a, b) || is_null(b, a) => (*op == CmpOp::Ne).into(),
        Formula::Not(inner) => existing(inner, name).negate(),
        Formula::And(parts) => Formula::and(parts.iter().map(|p| existing(p, name))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| existing(p, name))),
        Formula::Quant(q, vars, body) => Formula::Quant(*q, vars.clone(), Arc::new(existing(body, name))),
        other => other.clone(),
    }
}

pub fn is_null(t: &Term) -> bool {
    match &t.shape {
        Shape::Null => true,
        Shape::Number(n) => *n == Int::ZERO,
        _ => false,
    }
}
