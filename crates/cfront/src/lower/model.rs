//! Model fields: members of records that only annotations know, `//@ model struct T { set<struct E *> name; integer name; };`.
//!
//! They are no part of memory. Each object that exists once has a variable for each: a map from the numbers of objects to 0 and 1, or an integer. In a
//! formula `MODEL(n, object, of)` stands for the variable until it is known what the pointer points to; what contracts put there is a deed
//! ([`Deed::Put`]). Null is in no such set. Where one of many objects is spoken of, the formula is not understood.
//!
//! Invariant: nothing is read before it has a value. The entry function gets sets of given objects ([`super::given`]); for other
//! objects a contract must have said what is in them on every path to a place that asks ([`Lower::refuse_unset_models`]).

use super::access::Target;
use super::logic::Variables;
use super::memory::Deed;
use super::object::ObjectId;
use super::place::{Base, Place};
use super::points_to::objects_of;
use super::resolve::Resolver;
use super::{Halt, Lower, Res};
use crate::annotation::syntax::{ModelField, Role, Shape, Term};
use crate::liveness::Live;
use crate::types::{CType, RecordId};
use base::{CmpOp, Expr, Formula, InputKind, Int, IntType, LocId, Sort, SortedSet, Span, VarId};

/// `MODEL(n, object, of)`: the model field `n` of an object; `of` is the record of its members, −1 for an integer.
pub const MODEL: &str = "$model";

/// A member is in a set or not.
const BIT: IntType = IntType { bits: 1, signed: false };

/// A model field.
#[derive(Clone, Debug)]
pub struct Model {
    pub record: RecordId,
    pub name: String,
    /// What its members point to, if it is a set.
    pub of: Option<RecordId>,
}

/// A model field of an object.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub field: usize,
    pub object: Expr,
    pub of: Option<RecordId>,
}

impl Ghost {
    pub fn term(&self) -> Expr {
        let of = self.of.map_or(Int::from(-1), Int::from);
        Expr::App(MODEL.into(), vec![Expr::Const(Int::from(self.field)), self.object.clone(), Expr::Const(of)])
    }
}

/// The record of the members of the sets that a term `MODEL` is one of.
pub fn members(args: &[Expr]) -> Option<RecordId> {
    RecordId::try_from(args.get(2)?.as_const()?).ok()
}

/// The model fields that a term reads.
pub fn fields_in(e: &Expr) -> SortedSet<usize> {
    let mut found = SortedSet::new();
    Formula::cmp(CmpOp::Eq, e.clone(), 0).walk(&mut |e| {
        if let Expr::App(name, args) = e
            && **name == *MODEL
        {
            found.extend(args[0].as_const().and_then(|n| usize::try_from(n).ok()));
        }
    });
    found
}

impl Lower<'_> {
    /// Reads the models of records; their types are known by now.
    pub fn declare_models(&mut self) -> Res<()> {
        let source = self.source;
        for clause in source.annotations.iter().flat_map(|a| &a.clauses) {
            let Role::Model(fields) = &clause.role else { continue };
            for ModelField { record, name, of, at } in fields {
                let Some(owner) = self.pointed_to(&[record.as_slice(), &["*".to_owned()]].concat(), clause.at)? else {
                    return self.illogical(format!("`{}` is not a record", record.join(" ")), clause.at);
                };
                let of = match of {
                    None => None,
                    Some(words) => match self.pointed_to(words, *at)? {
                        Some(of) => Some(of),
                        None => return self.illogical(format!("`{}` is not a pointer to a record", words.join(" ")), *at),
                    },
                };
                if self.types.member(owner, name).is_some() || self.model_named(owner, name).is_some() {
                    return self.illogical(format!("the record has a member `{name}` already"), *at);
                }
                self.models.push(Model { record: owner, name: name.clone(), of });
            }
        }
        Ok(())
    }

    pub fn model_named(&self, record: RecordId, name: &str) -> Option<usize> {
        self.models.iter().position(|m| m.record == record && m.name == name)
    }

    pub fn has_model(&self, record: RecordId) -> bool {
        self.models.iter().any(|m| m.record == record)
    }

    /// The model field that a term names, if it names one.
    pub fn ghost(&mut self, t: &Term, scope: &mut Variables) -> Res<Option<Ghost>> {
        let Shape::Member(owner, name) = &t.shape else { return Ok(None) };
        if !self.models.iter().any(|m| m.name == *name) {
            return Ok(None);
        }
        let place = self.logic_place(owner, scope)?;
        let CType::Record(r) = place.ty else { return Ok(None) };
        let Some(field) = self.model_named(r, name) else { return Ok(None) };
        let span = self.source.span_before_repair(t.at);
        let ghost = self.ghost_at(&place, field, &span)?;
        self.deed(Deed::Glimpse(ghost.clone()), &span);
        self.glimpsed.push(ghost.object.clone());
        Ok(Some(ghost))
    }

    /// The model field of the object at a place.
    pub fn ghost_at(&mut self, place: &Place, field: usize, span: &Span) -> Res<Ghost> {
        let Base::Memory(address, _) = self.in_memory(place, span)?.base else { return self.unsupported("this place in a formula", span) };
        Ok(Ghost { field, object: super::heap::start(&address), of: self.models[field].of })
    }

    /// The set that a term names, if it is a model field.
    pub fn model_set(&mut self, t: &Term, scope: &mut Variables) -> Res<Option<Ghost>> {
        Ok(self.ghost(t, scope)?.filter(|g| g.of.is_some()))
    }

    /// Whether a model set has an object.
    pub fn in_model(ghost: &Ghost, element: &Expr) -> Formula {
        let inside = Formula::cmp(CmpOp::Eq, Expr::select(ghost.term(), element.clone()), 1);
        Formula::and([Formula::cmp(CmpOp::Ne, element.clone(), 0), inside])
    }

    /// At a call by contract the pointers through which the formula that was read last speaks of models must have an object. What is said of the model of null has no
    /// meaning, and perhaps is not meant: the formula may say it of other pointers only.
    pub fn require_owners(&mut self, span: &Span) -> Res<()> {
        let object = |owner: Expr| match owner {
            Expr::App(_, args) => args.into_iter().next(),
            owner => Some(owner),
        };
        let mut owners: Vec<Expr> = std::mem::take(&mut self.glimpsed).into_iter().filter_map(object).collect();
        owners.retain(|object| matches!(object, Expr::Var(_)));
        owners.dedup();
        for object in owners {
            let nowhere = Formula::cmp(CmpOp::Le, object.clone(), 0);
            self.undetermined(nowhere, "a contract that speaks of the model of a pointer without an object", span)?;
            self.deed(Deed::Touch { object, offset: 0.into(), count: 1.into(), writes: false }, span);
        }
        Ok(())
    }

    /// What is put into a model field.
    pub fn put_model(&mut self, ghost: &Ghost, value: Expr, span: &Span) {
        self.deed(Deed::Put { ghost: ghost.clone(), value }, span);
    }

    /// The models of an object that the entry function gets: any numbers, and sets that are filled with the given objects.
    pub fn give_models(&mut self, name: &str, place: &Place, span: &Span) -> Res<()> {
        let CType::Record(r) = place.ty else { return Ok(()) };
        for field in (0..self.models.len()).filter(|f| self.models[*f].record == r).collect::<Vec<_>>() {
            let ghost = self.ghost_at(place, field, span)?;
            if ghost.of.is_some() {
                self.given_sets.push((format!("{name}->{}", self.models[field].name), ghost));
                continue;
            }
            let any = self.temporary(self.types.size_type());
            self.vars[any.index()].ty = None;
            self.graph.input(any, None, InputKind::Uninitialised, span);
            self.put_model(&ghost, any.into(), span);
        }
        Ok(())
    }

    /// A given object is in each of the sets or not.
    pub fn give_membership(&mut self, r: RecordId, object: VarId, span: &Span) {
        let of: base::Name = self.types.name(&CType::Record(r)).as_str().into();
        for (name, ghost) in self.given_sets.clone().into_iter().filter(|(_, g)| g.of == Some(r)) {
            let bit = self.temporary(crate::types::CInt::BOOL);
            let what = base::Given::Field { of: of.clone(), field: name.as_str().into(), to: None };
            self.graph.input(bit, Some(BIT), InputKind::Given(what), span);
            self.put_model(&ghost, Expr::store(ghost.term(), object, bit), span);
        }
    }

    /// Makes the variables of all model fields that are spoken of.
    pub fn make_models(&mut self, r: &Resolver) {
        let spoken_of: Vec<Ghost> = self.deeds.iter().filter_map(Deed::ghost).cloned().collect();
        for ghost in spoken_of {
            for object in objects_of(&r.points_to.objects(&ghost.object)).collect::<Vec<_>>() {
                if object >= self.objects.len() || self.model_vars.contains_key(&(object, ghost.field)) {
                    continue;
                }
                let (sort, ty) = if ghost.of.is_some() { (Sort::array(), Some(BIT)) } else { (Sort::Int, None) };
                let owner = self.given_models.get(&object).unwrap_or(&self.objects[object].name);
                let name = format!("{owner}.{}", self.models[ghost.field].name);
                let var = self.add_var(name, sort, ty, None, None, self.objects[object].frame);
                self.model_vars.insert((object, ghost.field), var);
            }
        }
    }

    /// The variable of a model field, or the element of it at an index; none if one of many objects may be meant.
    pub fn modelled(&self, args: &[Expr], index: Option<&Expr>, r: &Resolver) -> Option<Expr> {
        let field = usize::try_from(args.first()?.as_const()?).ok()?;
        let targets = self.targets(&r.points_to.objects(args.get(1)?), r);
        let object = self.tidy(&args[1], r);
        let index = index.map(|i| self.tidy(i, r));
        let mut value: Option<Expr> = None;
        for target in targets.iter().rev() {
            let Target::Single(o) = target else { return None };
            let var = *self.model_vars.get(&(*o, field))?;
            let here = index.as_ref().map_or(Expr::Var(var), |i| Expr::select(var, i.clone()));
            value = Some(match value {
                None => here,
                // Maps are not chosen between.
                Some(_) if members(args).is_some() && index.is_none() => return None,
                Some(rest) => Expr::ite(target.condition(&object, &targets, r), here, rest),
            });
        }
        value
    }

    /// Performs [`Deed::Put`].
    pub fn put_models(&mut self, ghost: &Ghost, value: &Expr, r: &Resolver, span: &Span) -> Res<()> {
        let numbers = r.points_to.objects(&ghost.object);
        let (object, value) = (self.tidy(&ghost.object, r), self.tidy(value, r));
        self.refuse_nowhere(&numbers, &object, span)?;
        let targets = self.targets(&numbers, r);
        let join = self.graph.loc(Some(span.clone()));
        self.at_each((&object, &targets), true, join, r, span, &mut |lower, target| {
            let field = ghost.field;
            let var = match target {
                Target::Single(o) if !super::look::is_blind_term(&value) => lower.model_vars.get(&(*o, field)).copied(),
                _ => None,
            };
            let Some(var) = var else { return lower.unsupported("the model of one of many objects", span) };
            lower.check_range(target, &object, &0.into(), &1.into(), true, r, span);
            lower.graph.assign(var, value.clone(), span);
            Ok(())
        })
    }

    /// An object begins here: its models have no value.
    pub fn models_begin(&mut self, object: ObjectId, span: &Span) {
        if !self.models.is_empty() && !self.given_models.contains_key(&object) {
            self.unset_models.push((self.graph.here, object, span.clone()));
        }
    }

    /// Objects whose models may be read before they have a value are an error of the input.
    pub fn refuse_unset_models(&self, start: LocId) -> Res<()> {
        let vars: SortedSet<VarId> = self.model_vars.values().copied().collect();
        if vars.is_empty() {
            return Ok(());
        }
        let live = Live::new(&self.graph, &vars);
        // What does not begin somewhere else begins with the program.
        let begins: SortedSet<ObjectId> = self.unset_models.iter().map(|(_, o, _)| *o).chain(self.given_models.keys().copied()).collect();
        let others: SortedSet<ObjectId> = self.model_vars.keys().map(|(o, _)| *o).filter(|o| !begins.contains(o)).collect();
        let others = others.into_iter().map(|o| (start, o, self.source.span(0)));
        for (at, object, span) in self.unset_models.iter().cloned().chain(others) {
            for ((_, field), var) in self.model_vars.range((object, 0)..(object + 1, 0)) {
                if live.at(at, *var) {
                    let (model, of) = (&self.models[*field].name, &self.objects[object].name);
                    let what = format!("the model field `{model}` of `{of}` may be read before a contract gives it a value");
                    return Err(Halt::Annotation { what, span });
                }
            }
        }
        Ok(())
    }
}
