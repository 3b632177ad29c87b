//! Functions without a body: they return anything, write what they can reach, and call what they know.
//!
//! They reach what other files can name, what their arguments and such objects point to (also inside of records that are passed by value), and
//! what they or others of their kind were shown before. What they can reach gets any value. Whether a pointer leads to an object, and whether the
//! object was shown before, is asked by the program itself, so a run that goes on exists. Where that cannot be asked (of one of many objects, or in large arrays of
//! pointers) the run is in doubt ([`super::doubt`]).
//!
//! Calls back ([`super::callback`]) are a loop that runs any of the functions any number of times, with any arguments. Where that is too much, what they assign
//! gets any value, and the run is in doubt.
//!
//! What they may do to blocks from allocators of which memory safety is to be shown, and to pointers in objects that other files cannot name, is not understood.

use super::access::Target;
use super::call::Argument;
use super::callback::CallBack;
use super::doubt::Outside;
use super::layout::{MANY, View};
use super::memory::Deed;
use super::object::{Leaf, ObjectId, Origin};
use super::points_to::objects_of;
use super::resolve::{BYTE, Resolver};
use super::value::Value;
use super::{Halt, Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{Check, CmpOp, Expr, Formula, InputKind, Name, SortedMap, SortedSet, Span, Stmt, VarId};
use lang_c::ast::CallExpression;
use std::rc::Rc;

/// `SHOWN(n)`: 1 if code elsewhere was shown the object with this number.
pub const SHOWN: &str = "$shown";

/// A function whose text, with all that it calls, is longer than this is not run when it is called back.
const MUCH_TEXT: usize = 3_000;
/// Nor is any more, when so much text was run.
const MOST_TEXT: usize = 60_000;
/// Of arrays of pointers with more elements than this nobody asks where each leads.
const ELEMENTS: u64 = 32;

/// What other code was shown, and what is found before deeds are performed.
#[derive(Default)]
pub struct Shown {
    /// Whether an object was shown.
    flags: SortedMap<ObjectId, VarId>,
    /// The sites of many objects of which some may have been shown before a deed.
    before: SortedMap<usize, SortedSet<ObjectId>>,
}

impl Lower<'_> {
    /// A function without body or model.
    pub fn external(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Value> {
        let signature = self.signature(name);
        let arguments = self.arguments(call, signature.as_deref())?;
        let is_number = |a: &Argument| matches!(a, Some(Value::Int(s)) if s.ty.rank != crate::types::Rank::List);
        if super::library::is_input(name) && arguments.iter().all(is_number) {
            let ty = signature.map_or_else(|| CType::Int(self.input_by_name(name)), |s| s.result.clone());
            return self.any_value(&ty, InputKind::Call(name.into()), span);
        }
        if super::library::writes_memory(name) && !arguments.iter().all(is_number) {
            return self.unsupported(format!("call of `{name}`"), span);
        }
        for n in super::library::needed(name) {
            if let Some(Some(pointer @ (Value::Null | Value::Address(_) | Value::Pointer(_) | Value::Int(_)))) = arguments.get(*n).cloned()
            {
                self.each_byte_is_there(&pointer, &1.into(), false, span)?;
            }
        }
        if let (true, Some(Some(stream))) = (["fgetpos", "fsetpos"].contains(&name), arguments.first().cloned()) {
            self.check_stream(&stream, span)?;
        }
        let mut pointers = Vec::new();
        for argument in &arguments {
            self.handed_over(argument.as_ref(), name, &mut pointers, span)?;
        }
        if arguments.iter().flatten().any(Self::is_list_value) {
            pointers.extend(self.reached_by_lists(span)?);
        }
        self.graph.emit(Stmt::Skip, span);
        if let Some(edge) = self.graph.edges.last_mut() {
            edge.note = Note::Calls(name.into());
        }
        self.world(name, pointers, span)?;
        self.may_set_errno(span)?;
        if self.never_return.contains(name) {
            let end = self.end;
            self.graph.jump(end, span);
        }
        if !wanted {
            return Ok(Value::Void);
        }
        let result = signature.map_or(CType::Int(CInt::INT), |s| s.result.clone());
        self.any_value(&result, InputKind::Call(name.into()), span)
    }

    /// The objects that an argument leads to.
    fn handed_over(&mut self, argument: Option<&Value>, name: &str, pointers: &mut Vec<Expr>, span: &Span) -> Res<()> {
        match argument {
            Some(value @ (Value::Pointer(_) | Value::Address(_) | Value::Function(_))) => {
                pointers.push(self.as_address(value.clone(), span)?.object)
            }
            Some(Value::Record(place)) => {
                let mut parts = Vec::new();
                let is_plain = self.scalar_paths(&place.ty, &mut Vec::new(), &mut parts);
                let is_open = |ty: &CType| matches!(ty, CType::Record(_)) && self.holds_pointers(ty);
                if !is_plain && self.holds_pointers(&place.ty) || parts.iter().any(|(_, ty)| is_open(ty)) {
                    let what = format!("record with a union that holds pointers, passed to `{name}`, which has no body");
                    return self.unsupported(what, span);
                }
                for (path, ty) in parts.into_iter().filter(|(_, ty)| matches!(ty, CType::Pointer(_))) {
                    let part = self.part_place(place, &path, &ty);
                    let value = self.load(&part, span)?;
                    pointers.push(self.as_address(value, span)?.object);
                }
            }
            None => return self.unsupported(format!("pointer passed to `{name}`, which has no body"), span),
            _ => {}
        }
        Ok(())
    }

    /// What code elsewhere does when it is called.
    fn world(&mut self, name: &str, pointers: Vec<Expr>, span: &Span) -> Res<()> {
        if super::library::stays_outside(name) {
            self.show(name, pointers, false, span);
            return Ok(());
        }
        self.streams_elsewhere(name, span);
        let call_backs = self.call_backs.clone();
        // Functions of which it is known whether they fail.
        let mut followed = SortedSet::new();
        if call_backs.is_empty() {
            self.trust_callers(&followed);
            self.show(name, pointers, true, span);
            return Ok(());
        }
        self.show(name, pointers, false, span);
        let is_nested = self.is_called_from_outside() || !self.copies.is_empty();
        let [head, done, lost] = [(); 3].map(|()| self.graph.loc(Some(span.clone())));
        self.graph.jump(head, span);
        self.graph.locs[head.index()].loop_head = true;
        self.graph.here = head;
        self.show(name, Vec::new(), true, span);
        let which = self.temporary(CInt::INT);
        self.graph.input(which, Some(base::IntType::U32), InputKind::Written(name.into()), span);
        let choice = self.graph.here;
        let none = Formula::or([Formula::cmp(CmpOp::Eq, which, 0), Formula::cmp(CmpOp::Gt, which, call_backs.len() as i64)]);
        self.graph.branch(choice, done, none, Some(span.clone()));
        let mut inexact = Vec::new();
        for (i, call_back) in call_backs.iter().enumerate() {
            let this = Formula::cmp(CmpOp::Eq, which, i as i64 + 1);
            let this = match call_back.by_address {
                true => {
                    let number = Self::number_of_object(self.function_object(&call_back.name));
                    Formula::and([this, Formula::cmp(CmpOp::Eq, Expr::App(SHOWN.into(), vec![number.into()]), 1)])
                }
                false => this,
            };
            let is_much = call_back.text > MUCH_TEXT || self.text_called_back + call_back.text > MOST_TEXT;
            let is_open = self.activations.iter().any(|a| a.function == call_back.name);
            let is_inlined = self.components.of(&call_back.name).is_none();
            let case = self.graph.loc(Some(span.clone()));
            self.graph.branch(choice, case, this, Some(span.clone()));
            self.graph.here = case;
            if !(is_nested || is_much || is_open)
                && is_inlined
                && self.attempt(|lower| lower.run_call_back(call_back, name, lost, span))?.is_ok()
            {
                self.text_called_back += call_back.text;
                self.graph.jump(head, span);
                // Nobody is blamed for a failure in a function that code elsewhere may not even know.
                if call_back.is_addressed {
                    followed.insert(call_back.name.clone());
                }
            } else {
                self.graph.jump(lost, span);
            }
            inexact.push(call_back.clone());
        }
        self.trust_callers(&followed);
        self.graph.here = lost;
        let names: Vec<String> = inexact.iter().map(|c| format!("`{}`", c.name)).collect();
        self.begin_doubt(&format!("`{name}` has no body and may call back {}", names.join(", ")), span);
        self.deed(Deed::Forget { functions: inexact, function: name.into() }, span);
        self.graph.jump(head, span);
        self.graph.here = done;
        Ok(())
    }

    /// One call from outside.
    fn run_call_back(&mut self, call_back: &Rc<CallBack>, name: &str, lost: base::LocId, span: &Span) -> Res<()> {
        let (Some(definition), Some(signature)) = (self.functions.get(&call_back.name).copied(), self.signature(&call_back.name)) else {
            return self.unsupported("call from outside", span);
        };
        let mut arguments = Vec::new();
        for (_, ty) in &signature.params {
            arguments.push(Some(self.any_value(ty, InputKind::Written(name.into()), span)?));
        }
        let what = format!("`{name}` has no body and may call back `{}`, in which a check fails then", call_back.name);
        let fails = call_back.is_addressed.then(|| self.graph.error(Check::Unsupported, &what, span));
        self.doubts.outside.insert(self.frames.len() as u32, Outside { lost, fails });
        let hands_out = self.holds_pointers(&signature.result) && signature.result != CType::Void;
        let result = self.enter(&call_back.name, definition, &signature, (arguments, Vec::new()), None, hands_out, span)?;
        if hands_out {
            let mut pointers = Vec::new();
            self.handed_over(Some(&result), name, &mut pointers, span)?;
            self.show(name, pointers, false, span);
        }
        Ok(())
    }

    /// Code elsewhere sees these pointers and writes what it can reach: what it is shown and, if it does that, what other files can name.
    fn show(&mut self, name: &str, pointers: Vec<Expr>, everything: bool, span: &Span) {
        let (given, mut pointers) = (pointers.len(), pointers);
        let public = |o: &&super::object::Object| (o.external || o.seen) && everything;
        for object in self.objects.iter().filter(public) {
            pointers.extend(object.leaves.values().filter(|l| l.offset.is_some()).map(|l| Expr::Var(l.var)));
        }
        if everything || !pointers.is_empty() {
            self.deed(Deed::Escape { pointers, given, everything, function: name.into() }, span);
        }
        if everything {
            let written: Vec<usize> = (0..self.objects.len()).filter(|o| self.objects[*o].external).collect();
            for object in written {
                self.havoc(object, &InputKind::Written(name.into()), span);
            }
        }
    }

    /// Any value of a type, as the result of a call.
    pub fn any_value(&mut self, ty: &CType, kind: InputKind, span: &Span) -> Res<Value> {
        match ty {
            CType::Void => Ok(Value::Void),
            CType::Int(ty) => {
                let var = self.temporary(*ty);
                self.havoc_var(var, *ty, true, kind, span);
                Ok(Value::Int(self.scalar(var.into(), *ty, 0)))
            }
            CType::Record(_) => {
                let frame = self.graph.frame;
                let object = self.new_object(None, "", "$result", ty, false, frame);
                self.havoc(object, &kind, span);
                Ok(Value::Record(self.whole(object)))
            }
            CType::Pointer(to) => Ok(Value::Address(self.foreign_pointer(to, kind, span))),
            other => self.unsupported(format!("call that returns {}", self.types.name(other)), span),
        }
    }

    /// Whether an object is one that only this program has, until it shows it.
    fn is_own(&self, object: ObjectId) -> bool {
        !self.objects[object].external && self.objects[object].origin != Origin::Literal
    }

    /// Whether code elsewhere may end the object, so that checks of memory depend on it: a run ends where it is shown.
    fn is_entrusted(&self, object: ObjectId) -> bool {
        let checks_memory = [Check::Bounds, Check::Deref, Check::Free].iter().any(|c| self.options.checks.contains(c));
        checks_memory && matches!(self.objects[object].origin, Origin::Allocated { .. }) || self.is_argument(object)
    }

    /// Finds what is shown where other code can come back to it.
    pub fn find_shown(&mut self, r: &Resolver) -> Shown {
        let mut found = Shown::default();
        let is_asked: SortedSet<ObjectId> =
            self.call_backs.clone().iter().filter(|c| c.by_address).map(|c| self.function_object(&c.name)).collect();
        let mut shows: Vec<(usize, usize, SortedSet<ObjectId>)> = Vec::new();
        for (at, edge) in self.graph.edges.iter().enumerate() {
            let Note::Memory(i) = edge.note else { continue };
            let Deed::Escape { pointers, .. } = &self.deeds[i] else { continue };
            let mut objects: SortedSet<ObjectId> =
                pointers.iter().flat_map(|p| objects_of(&r.points_to.objects(p)).collect::<Vec<_>>()).collect();
            objects.extend(self.held_by_externals(r));
            let matters = |o: &ObjectId| match self.objects[*o].origin {
                Origin::Function(_) => is_asked.contains(o),
                _ => self.is_own(*o) && !self.is_entrusted(*o),
            };
            shows.push((at, i, objects.into_iter().filter(matters).collect()));
        }
        let mut flagged: SortedSet<ObjectId> = SortedSet::new();
        for (at, _, objects) in shows.iter().filter(|(_, _, objects)| !objects.is_empty()) {
            let behind = crate::finish::reachable(&self.graph, self.graph.edges[*at].to);
            for (_, deed, _) in shows.iter().filter(|(other, ..)| behind[self.graph.edges[*other].from.index()]) {
                let (many, single): (Vec<ObjectId>, Vec<ObjectId>) = objects.iter().partition(|o| r.layout.many.contains(o));
                found.before.entry(*deed).or_default().extend(many);
                flagged.extend(single);
            }
            flagged.extend(objects.iter().filter(|o| is_asked.contains(o)));
        }
        for object in flagged {
            let name = format!("$shown.{}", self.objects[object].name);
            let flag = self.add_var(name, base::Sort::Int, None, None, None, 0);
            found.flags.insert(object, flag);
        }
        found
    }

    /// The objects that pointers among the bytes of objects that other files can name may lead to.
    fn held_by_externals(&self, r: &Resolver) -> SortedSet<ObjectId> {
        let held = r.points_to.in_memory().filter(|(o, _)| self.objects[*o].external || self.objects[*o].seen);
        held.flat_map(|(_, numbers)| objects_of(numbers).collect::<Vec<_>>()).collect()
    }

    /// The value of `SHOWN`.
    pub fn was_shown(args: &[Expr], r: &Resolver) -> Expr {
        let object = args[0].as_const().and_then(|c| usize::try_from(c).ok()).map(|n| n - 1);
        object.and_then(|o| r.shown.flags.get(&o)).map_or(Expr::from(0), |flag| Expr::Var(*flag))
    }

    /// An object that begins anew was shown to nobody.
    pub fn begin_unshown(&mut self, object: ObjectId, r: &Resolver, span: &Span) {
        if let Some(flag) = r.shown.flags.get(&object) {
            self.graph.assign(*flag, 0.into(), span);
        }
    }

    /// Functions that are passed to one without body are among those that are called back, or it is not known what calls of them do.
    pub fn functions_are_told(&mut self, arguments: &[Expr], function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        for argument in arguments {
            for object in objects_of(&r.points_to.objects(argument)) {
                let Origin::Function(called) = &self.objects[object].origin else { continue };
                if self.functions.contains_key(called) && !self.call_backs.iter().any(|c| c.name == *called) {
                    let what = format!("`{function}` has no body and may call `{called}`");
                    let this = Formula::cmp(CmpOp::Eq, self.tidy(argument, r), Self::number_of_object(object));
                    self.undetermined(this, &what, span)?;
                }
            }
        }
        Ok(())
    }

    /// A function without body sees pointers, and writes what it can reach.
    pub fn escape(&mut self, deed: usize, pointers: &[Expr], everything: bool, function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        // When each object is reached, as far as that is known.
        let mut exact: SortedMap<ObjectId, Vec<Formula>> = SortedMap::new();
        let mut maybe: SortedSet<ObjectId> = SortedSet::new();
        let mut shared: Vec<(Expr, Vec<Target>)> = Vec::new();
        for pointer in pointers {
            let numbers = r.points_to.objects(pointer);
            let terms = self.terms_of(pointer, r);
            let own: Vec<ObjectId> = objects_of(&numbers).filter(|o| self.is_own(*o)).collect();
            let (many, single): (Vec<ObjectId>, Vec<ObjectId>) = own.into_iter().partition(|o| r.layout.many.contains(o));
            let Some(terms) = terms else {
                maybe.extend(many.into_iter().chain(single));
                continue;
            };
            for object in single {
                let number = Self::number_of_object(object);
                let is_it = |term: &Expr| match numbers.len() {
                    1 if terms.len() == 1 => Formula::True,
                    _ => Formula::cmp(CmpOp::Eq, term.clone(), number),
                };
                exact.entry(object).or_default().extend(terms.iter().map(is_it));
            }
            let blocks = self.targets(&many.iter().map(|o| Self::number_of_object(*o)).collect(), r);
            if !blocks.is_empty() {
                shared.extend(terms.into_iter().map(|t| (t, blocks.clone())));
            }
        }
        if everything {
            maybe.extend(self.held_by_externals(r).into_iter().filter(|o| self.is_own(*o)));
            for (object, flag) in &r.shown.flags {
                exact.entry(*object).or_default().push(Formula::cmp(CmpOp::Eq, *flag, 1));
            }
            maybe.extend(r.shown.before.get(&deed).into_iter().flatten());
        }
        for (object, guards) in exact {
            let guard = Formula::or(guards);
            self.reached(object, guard, function, r, span)?;
        }
        for (pointer, blocks) in shared {
            self.reached_among_many(&pointer, &blocks, function, r, span)?;
        }
        for object in maybe {
            let why = format!("`{function}` has no body and may write `{}`", self.objects[object].name);
            self.perhaps(function, &why, span, |lower| lower.reached(object, Formula::True, function, r, span))?;
        }
        Ok(())
    }

    /// The pointers that a term stands for: itself, or the elements of an array of pointers; none if these cannot be told.
    fn terms_of(&self, pointer: &Expr, r: &Resolver) -> Option<Vec<Expr>> {
        match pointer {
            Expr::Var(v) if r.is_moved(*v) => None,
            Expr::Var(v) if matches!(self.vars[v.index()].sort, base::Sort::Map(..)) => {
                let length = self.vars[v.index()].len.filter(|n| *n <= ELEMENTS)?;
                Some((0..length).map(|i| Expr::select(*v, i as i64)).collect())
            }
            e => Some(vec![self.tidy(e, r)]),
        }
    }

    /// A function without body reaches an object where the formula holds.
    fn reached(&mut self, object: ObjectId, guard: Formula, function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        if let Some(flag) = r.shown.flags.get(&object) {
            let flag = *flag;
            self.graph.assign(flag, Expr::ite(guard.clone(), 1, flag), span);
        }
        let kept = &self.objects[object];
        if matches!(kept.origin, Origin::Function(_)) {
            return Ok(());
        }
        // Nobody may change a constant.
        if (kept.constant || kept.settled) && kept.leaves.values().all(|l| l.offset.is_none() && !l.raw) {
            return Ok(());
        }
        if self.is_entrusted(object) {
            return self.undetermined(guard, &format!("address passed to `{function}`, which has no body"), span);
        }
        let join = self.unless(guard, span);
        if let Err(Halt::Unsupported { what, span }) = self.anything_in(object, function, r, span) {
            self.give_up(&what, &span);
        }
        self.graph.arrive(join, span);
        Ok(())
    }

    /// What code elsewhere has the address of counts as written by it.
    pub fn trust_writers(&mut self) {
        if self.options.checks.contains(&Check::Init) {
            self.premises.insert("functions without a body write what they get the address of".into());
        }
    }

    /// A function without body reaches one of many objects.
    fn reached_among_many(&mut self, pointer: &Expr, blocks: &[Target], function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        let is_one = Formula::cmp(CmpOp::Ge, pointer.clone(), MANY);
        let is_entrusted = |o: &ObjectId| self.is_entrusted(*o);
        if blocks.iter().filter_map(|b| r.block_of(b)).flat_map(|b| &b.sites).any(is_entrusted) {
            return self.undetermined(is_one, &format!("address passed to `{function}`, which has no body"), span);
        }
        let join = self.unless(is_one, span);
        let plain = match blocks {
            [Target::Shared(b)] => Some(r.layout.blocks[*b].leaves.clone()).filter(|_| r.layout.blocks[*b].bytes.is_none()),
            _ => None,
        };
        match plain.filter(|leaves| leaves.iter().all(|l| l.dims.is_empty() && l.offset.is_none())) {
            Some(leaves) => {
                self.trust_writers();
                for leaf in leaves {
                    let any = self.temporary(leaf.ty);
                    self.havoc_var(any, leaf.ty, true, InputKind::Written(function.clone()), span);
                    self.graph.assign(leaf.var, Expr::store(leaf.var, pointer.clone(), any), span);
                }
            }
            None => {
                let why = format!("`{function}` has no body and may write one of many objects");
                let sites: SortedSet<ObjectId> =
                    blocks.iter().filter_map(|b| r.block_of(b)).flat_map(|b| b.sites.iter().copied()).collect();
                self.perhaps(function, &why, span, |lower| sites.iter().try_for_each(|site| lower.anything_in(*site, function, r, span)))?;
            }
        }
        self.graph.arrive(join, span);
        Ok(())
    }

    /// All of an object gets any value.
    fn anything_in(&mut self, object: ObjectId, function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        let pointer = format!("`{function}`, which has no body, may change pointers that it can reach");
        self.any_contents(object, &InputKind::Written(function.clone()), &pointer, r, span)
    }

    /// All of an object gets any value; with these words it is not understood where there are pointers in it.
    pub fn any_contents(&mut self, object: ObjectId, kind: &InputKind, pointer: &str, r: &Resolver, span: &Span) -> Res<()> {
        let (leaves, keyed, bytes): (Vec<Leaf>, bool, _) = match r.layout.views.get(&object) {
            Some(View::Block(b)) => (r.layout.blocks[*b].leaves.clone(), r.layout.blocks[*b].keyed, r.layout.blocks[*b].bytes),
            Some(View::Bytes(raw)) => (Vec::new(), false, Some(*raw)),
            _ => (self.leaves_in_use(object, r), false, None),
        };
        let among_bytes = |l: &Leaf| r.layout.unions.get(&l.var).and_then(|o| o.raw).is_some_and(|raw| raw.pointers.is_some());
        if leaves.iter().any(|l| l.offset.is_some() || among_bytes(l)) || bytes.is_some_and(|raw| raw.pointers.is_some()) {
            return self.unsupported(pointer, span);
        }
        for leaf in leaves {
            self.havoc_var(leaf.var, leaf.ty, !keyed && leaf.dims.is_empty(), kind.clone(), span);
        }
        if let Some(raw) = bytes {
            self.graph.input(raw.bytes, Some(BYTE), kind.clone(), span);
        }
        Ok(())
    }

    /// What functions may assign that are called from outside gets any value.
    pub fn forget_assigned(&mut self, functions: &[Rc<CallBack>], function: &Name, r: &Resolver, span: &Span) -> Res<()> {
        if let Some(roams) = functions.iter().find(|f| f.roams) {
            return self.unsupported(format!("`{function}` has no body and may call back `{}`", roams.name), span);
        }
        let named = functions.iter().flat_map(|f| &f.assigns).filter_map(|name| match self.globals.names.get(name) {
            Some(super::Entity::Object(object)) => Some(*object),
            _ => None,
        });
        let bodies: Vec<_> = functions.iter().flat_map(|f| &f.takes).map(|f| self.functions[f].span).collect();
        let inside = |at: &usize| bodies.iter().any(|body| body.start <= *at && *at < body.end);
        let local = self.statics.iter().filter(|(at, _)| inside(at)).map(|(_, object)| *object);
        let objects: SortedSet<ObjectId> = named.chain(local).filter(|o| !self.objects[*o].constant).collect();
        objects.into_iter().try_for_each(|object| self.anything_in(object, function, r, span))
    }
}
