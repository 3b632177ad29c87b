//! The heap that an entry function is given: any number of records of each type, whose pointers lead to each other or are null.
//!
//! Records from which one comes back to their own type by pointers make up structures of any size, so a function that gets a pointer to one gets a
//! heap: how many objects there are of each type is an input, then a loop fills them, one after the other, and each pointer in them is null or any of
//! the objects, also one that is filled later. Which graphs are meant is said by what the function requires.
//!
//! Records that are members of sets in models ([`super::model`]) are given as well, and each is in any of the sets that the function gets.
//!
//! Invariant: the objects are the first of those that are numbered, and those of one type are numbered in a row. So the `k`-th of a type is known by its
//! number ([`GIVEN`]), and no pointer has to be kept anywhere but in the graph itself.

use super::address::Address;
use super::init::{Path, Step};
use super::layout::MANY;
use super::memory::Deed;
use super::object::{ObjectId, Origin};
use super::place::Place;
use super::resolve::Resolver;
use super::value::Value;
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CType, RecordId};
use base::{CmpOp, Expr, Formula, InputKind, Int, SortedSet, Span, VarId};

/// `GIVEN(site, before, k)`: null if `k` is 0, else the `k`-th object that is made at the site, where `before` objects were made earlier.
pub const GIVEN: &str = "$given";

/// Unions with more pointers than this are left alone.
const POINTERS: usize = 1024;

/// The objects of a type.
#[derive(Clone)]
pub struct Given {
    pub site: ObjectId,
    /// The objects that are made before these.
    before: Expr,
    pub count: VarId,
}

impl Lower<'_> {
    /// Makes the heap, if one of these types needs one.
    pub fn give_heap(&mut self, types: &[CType], span: &Span) -> Res<()> {
        let mut wanted: Vec<RecordId> = Vec::new();
        for ty in types {
            let mut seen = SortedSet::new();
            self.records_behind(ty, &mut seen);
            let recursive: Vec<RecordId> = seen.into_iter().filter(|r| self.leads_back(*r) || self.is_member_type(*r)).collect();
            for r in recursive {
                let mut all = SortedSet::from([r]);
                self.records_behind(&CType::Record(r), &mut all);
                wanted.extend(all);
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        // A record with too many parts is made by nobody here.
        wanted.retain(|r| self.scalar_paths(&CType::Record(*r), &mut Vec::new(), &mut Vec::new()));
        let mut before = Expr::from(0);
        for r in &wanted {
            let name = format!("$given.{}", self.types.name(&CType::Record(*r)).replace(' ', "."));
            let count = self.add_var(name, base::Sort::Int, None, None, None, self.graph.frame);
            let kind = InputKind::Given(base::Given::Count(self.types.name(&CType::Record(*r)).as_str().into()));
            self.graph.input(count, self.input_type(self.types.size_type()), kind, span);
            let natural = Formula::cmp(CmpOp::Ge, count, 0);
            self.graph.assume(natural, Note::Nothing, span);
            let site = self.new_site(Origin::Allocated { freed: true }, span);
            self.given.insert(*r, Given { site, before: before.clone(), count });
            before = Expr::add(before, count);
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let what = "pointers that `{}` gets are null or lead to the heap that it is given: any objects, whose pointers lead to such objects or are null";
        self.premises.insert(what.replace("{}", &self.options.entry).as_str().into());
        self.deed(Deed::Give { count: before }, span);
        Ok(())
    }

    /// Fills the heap, when all that leads into it is known.
    pub fn fill_heap(&mut self, span: &Span) -> Res<()> {
        for r in self.given.keys().copied().collect::<Vec<_>>() {
            self.make_given(r, span)?;
        }
        Ok(())
    }

    fn make_given(&mut self, r: RecordId, span: &Span) -> Res<()> {
        let ty = CType::Record(r);
        let Given { site, before, count } = self.given[&r].clone();
        let Some(size) = self.element_size(&ty) else { return Ok(()) };
        let made = self.temporary(self.types.size_type());
        self.graph.assign(made, 0.into(), span);
        let [head, done, body] = [(); 3].map(|()| self.graph.loc(Some(span.clone())));
        self.graph.jump(head, span);
        self.graph.locs[head.index()].loop_head = true;
        let more = Formula::cmp(CmpOp::Lt, made, count);
        self.graph.branch(head, done, more.negate(), Some(span.clone()));
        self.graph.branch(head, body, more, Some(span.clone()));
        self.graph.here = body;
        let (object, _) = self.pointer_pair();
        let given = Some(Expr::add(before, made));
        self.deed(Deed::Allocate { site, size: Expr::Const(Int::from(size)), zero: false, into: object, given }, span);
        self.readings.push((Expr::Var(object), ty.clone()));
        let place = Place::at(Address::new(object, 0, &ty));
        let mut parts = Vec::new();
        self.scalar_paths(&ty, &mut Vec::new(), &mut parts);
        let whole = ty;
        for (path, ty) in parts {
            let part = self.part_place(&place, &path, &ty);
            let (of, field) = (self.types.name(&whole).as_str().into(), self.spelling_of(&whole, &path).as_str().into());
            if let CType::Pointer(to) = &ty {
                let target = Some(self.types.name(to).as_str().into());
                let pointer = self.given_pointer(to, base::Given::Field { of, field, to: target }, span);
                self.store_address(&part, Value::Address(pointer), span)?;
            } else if let CType::Record(_) = &ty {
                self.give_union(&part, span)?;
            } else if let CType::Float(_) = &ty {
                // It holds anything: nobody can read it.
            } else if let Value::Int(number) = self.any_value(&ty, InputKind::Given(base::Given::Field { of, field, to: None }), span)? {
                self.store(&part, number, span)?;
            }
        }
        let CType::Record(r) = whole else { return Ok(()) };
        self.give_membership(r, object, span);
        self.graph.assign(made, Expr::add(made, 1), span);
        self.graph.jump(head, span);
        self.graph.here = done;
        Ok(())
    }

    /// Of a union it is open what it holds. The pointers that it may hold come from elsewhere, so that nobody is blamed for what they point to.
    pub fn give_union(&mut self, union: &Place, span: &Span) -> Res<()> {
        let mut pointers = Vec::new();
        self.pointer_paths(&union.ty, &mut Vec::new(), &mut pointers);
        for (path, ty) in pointers {
            let CType::Pointer(to) = &ty else { continue };
            let pointer = self.foreign_pointer(to, InputKind::Uninitialised, span);
            let part = self.part_place(union, &path, &ty);
            self.store_address(&part, Value::Address(pointer), span)?;
        }
        Ok(())
    }

    /// The pointers in a type, by the way to them, those in unions too; not all if there are very many.
    fn pointer_paths(&self, ty: &CType, path: &mut Path, found: &mut Vec<(Path, CType)>) {
        if found.len() > POINTERS {
            return;
        }
        match ty {
            CType::Pointer(_) => found.push((path.clone(), ty.clone())),
            CType::Array(of, Some(n)) => {
                for i in 0..*n {
                    let before = found.len();
                    path.push(Step::Element(i));
                    self.pointer_paths(of, path, found);
                    path.pop();
                    if found.len() == before {
                        break;
                    }
                }
            }
            CType::Record(r) => {
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.width.is_none()) {
                    path.push(Step::Field(i as u32));
                    self.pointer_paths(&field.ty, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// Null or any of the objects of a type; a pointer to nowhere for types of which there are none.
    pub fn given_pointer(&mut self, to: &CType, what: base::Given, span: &Span) -> Address {
        let given = match to {
            CType::Record(r) => self.given.get(r).cloned(),
            _ => None,
        };
        let Some(Given { site, before, count }) = given else { return self.foreign_pointer(to, InputKind::Uninitialised, span) };
        let which = self.temporary(self.types.size_type());
        self.graph.input(which, self.input_type(self.types.size_type()), InputKind::Given(what), span);
        let known = Formula::and([Formula::cmp(CmpOp::Ge, which, 0), Formula::cmp(CmpOp::Le, which, count)]);
        self.graph.assume(known, Note::Nothing, span);
        let (object, offset) = self.pointer_pair();
        let number = Expr::from(Self::number_of_object(site));
        self.graph.assign(object, Expr::App(GIVEN.into(), vec![number, before, which.into()]), span);
        self.graph.assign(offset, 0.into(), span);
        Address::new(object, offset, to)
    }

    /// A way into a record, as it is written.
    fn spelling_of(&self, ty: &CType, path: &Path) -> String {
        let (mut text, mut ty) = (String::new(), ty.clone());
        for step in path {
            match (step, &ty) {
                (Step::Field(i), CType::Record(r)) => {
                    let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                    let Some(field) = fields.get(*i as usize) else { return text };
                    if let Some(name) = &field.name {
                        text = if text.is_empty() { name.clone() } else { format!("{text}.{name}") };
                    }
                    ty = field.ty.clone();
                }
                (Step::Element(i), CType::Array(of, _)) => {
                    text = format!("{text}[{i}]");
                    ty = (**of).clone();
                }
                _ => return text,
            }
        }
        text
    }

    /// The number of a given object.
    pub fn given_number(&self, args: &[Expr], r: &Resolver) -> Expr {
        let (before, which) = (self.tidy(&args[1], r), self.tidy(&args[2], r));
        let none = Formula::cmp(CmpOp::Eq, which.clone(), 0);
        Expr::ite(none, 0, Expr::add(Expr::add(Expr::from(MANY - 1), before), which))
    }

    /// The records that pointers in a type lead to.
    fn records_behind(&self, ty: &CType, found: &mut SortedSet<RecordId>) {
        match ty {
            CType::Pointer(to) => {
                if let CType::Record(r) = &**to
                    && !found.insert(*r)
                {
                    return;
                }
                self.records_behind(to, found);
            }
            CType::Array(of, _) => self.records_behind(of, found),
            CType::Record(r) => {
                for field in self.types.records[*r].fields.as_deref().unwrap_or_default() {
                    self.records_behind(&field.ty, found);
                }
                for member in self.models.iter().filter(|m| m.record == *r).filter_map(|m| m.of) {
                    if found.insert(member) {
                        self.records_behind(&CType::Record(member), found);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether there are sets of such records in models.
    fn is_member_type(&self, r: RecordId) -> bool {
        self.models.iter().any(|m| m.of == Some(r))
    }

    fn leads_back(&self, r: RecordId) -> bool {
        let mut behind = SortedSet::new();
        self.records_behind(&CType::Record(r), &mut behind);
        behind.contains(&r)
    }
}
