//! Functions that are not inlined, above all recursive ones: a loop with a stack.
//!
//! A call from outside into a function of such a component makes one copy of the component: each of its functions that is
//! needed gets one body, with one variable per parameter and local. A call inside the copy puts what the caller still needs (its own
//! variables that are alive behind the call) and the number of the place to return to on a stack, goes to the callee's entry, and
//! comes back from its exit. The stack is a map per variable, indexed by the depth. So the automaton is finite and exact, and
//! recursion of any depth runs.
//!
//! While bodies are translated a call is one edge (*the link*) from the location before it to the one behind, which is what
//! liveness sees: own variables pass by a call unchanged. When the copy is complete ([`Lower::connect_copy`]) every link that is
//! still there is replaced by its pushes and pops. Edges of links have [`Note::Link`], and no simplification looks across them.
//!
//! Invariant: outside of a call from outside nothing of a copy is alive except objects of static storage; in particular nobody reads
//! the stack above the depth.

use super::object::ObjectId;
use super::value::Value;
use super::{Activation, Definition, Lower, Res};
use crate::graph::Note;
use crate::liveness::Live;
use crate::types::{CType, Signature};
use base::recursion::{Call, Procedure, Recursion};
use base::{CmpOp, Expr, Formula, LocId, Sort, SortedMap, SortedSet, Span, Stmt, VarId};
use lang_c::ast::CallExpression;
use std::rc::Rc;

/// A copy of a component under construction.
pub struct Copy<'a> {
    component: usize,
    bodies: Vec<Body<'a>>,
    /// Number 0 is the call from outside.
    calls: Vec<Link>,
    depth: VarId,
    sites: VarId,
    /// Variables and objects from here on belong to the copy.
    first_var: u32,
    first_object: ObjectId,
    first_edge: usize,
    /// Whether the function whose body is being translated may have several activations at one time.
    again: bool,
}

struct Body<'a> {
    function: String,
    definition: Definition<'a>,
    entry: LocId,
    exit: LocId,
    params: Vec<Option<ObjectId>>,
    returned: Option<ObjectId>,
    /// Where the translation of the body begins; taken when it does.
    waiting: Option<(Activation, LocId)>,
}

/// A call of a function of the copy.
struct Link {
    before: LocId,
    after: LocId,
    callee: usize,
    arguments: Vec<(VarId, VarId)>,
    frame: u32,
    /// Whether other activations of the caller may begin before the call comes back.
    again: bool,
    span: Span,
}

impl<'a> Lower<'a> {
    /// Whether the object is a local of a recursive function: it stands for one object per activation, so it has no address.
    pub fn is_recursive_local(&self, object: ObjectId) -> bool {
        self.copies.first().is_some_and(|c| object >= c.first_object && !self.objects[object].is_static)
    }

    /// Notes that each instance of a local or parameter needs an address of its own.
    pub fn wants_block(&mut self, object: ObjectId) {
        let object = &self.objects[object];
        let function = self.frames[object.frame as usize].function.to_string();
        self.need_blocks.insert((function, object.name.clone()));
    }

    /// Gives the parameters that need it a block of memory in each activation.
    pub fn move_parameters(&mut self, span: &Span) -> Res<()> {
        let function = self.here_activation().function.clone();
        let needed = self.need_blocks.iter().filter(|(f, _)| *f == function).map(|(_, name)| name.clone());
        let has_union = |e: &super::Entity| matches!(e, super::Entity::Object(o) if self.objects[*o].leaves.values().any(|l| l.raw));
        let names: SortedSet<String> = match self.activations.last().and_then(|a| a.scopes.last()) {
            Some(scope) if !self.copies.is_empty() => {
                let unions = scope.names.iter().filter(|(_, e)| has_union(e)).map(|(name, _)| name.clone());
                needed.chain(unions).collect()
            }
            _ => needed.collect(),
        };
        for name in names {
            // Nothing but the parameters is declared yet.
            let Some(super::Entity::Object(object)) = self.scope().names.get(&name).cloned() else { continue };
            let from = self.whole(object);
            self.indirect(name.clone(), from.ty.clone(), None, span)?;
            let Some(super::Entity::Indirect(address)) = self.lookup(&name).cloned() else { continue };
            let to = super::place::Place::at(address);
            match self.load(&from, span)? {
                Value::Int(s) => self.store(&to, s, span)?,
                Value::Record(from) => self.copy(&to, &from, span)?,
                other => self.store_address(&to, other, span)?,
            }
        }
        Ok(())
    }

    /// A call of a function that may call itself.
    pub fn recursive_call(
        &mut self,
        name: &str,
        component: usize,
        definition: Definition<'a>,
        call: &CallExpression,
        wanted: bool,
        span: &Span,
    ) -> Res<Value> {
        let Some(signature) = self.signature(name) else { return self.rejected(format!("`{name}` is not a function"), span) };
        if call.arguments.len() < signature.params.len() {
            self.arguments(call, Some(&signature))?;
            return self.missing_arguments(name, &signature, span);
        }
        if Self::takes_list(&signature) {
            return self.unsupported(format!("recursive function `{name}` that takes a va_list"), span);
        }
        let arguments = self.arguments(call, Some(&signature))?;
        if self.copies.last().is_some_and(|c| c.component == component) {
            return self.link(name, definition, &signature, arguments, wanted, span);
        }
        if self.copies.iter().any(|c| c.component == component) {
            return self.unsupported(format!("recursive call of `{name}` through a pointer"), span);
        }
        let frame = self.graph.frame;
        let stack = |lower: &mut Self, what: &str, sort| {
            let var = lower.add_var(format!("{name}.{what}"), sort, None, None, None, frame);
            lower.stacks.insert(var);
            var
        };
        let (depth, sites) = (stack(self, "$depth", Sort::Int), stack(self, "$sites", Sort::array()));
        self.copies.push(Copy {
            component,
            bodies: Vec::new(),
            calls: Vec::new(),
            depth,
            sites,
            first_var: self.vars.len() as u32,
            first_object: self.objects.len(),
            first_edge: self.graph.edges.len(),
            again: false,
        });
        let copies = self.copies.len();
        let outside = self.activations.len();
        let result = self.link(name, definition, &signature, arguments, wanted, span).and_then(|value| {
            let here = self.graph.here;
            self.translate_bodies()?;
            self.connect_copy()?;
            let first = self.copies.last().map_or(0, |c| c.first_edge);
            self.copy_edges.push(first..self.graph.edges.len());
            self.graph.here = here;
            Ok(value)
        });
        self.copies.truncate(copies - 1);
        self.activations.truncate(outside);
        self.graph.frame = frame;
        result
    }

    fn copy_in_progress(&mut self) -> &mut Copy<'a> {
        self.copies.last_mut().expect("a copy is in progress")
    }

    /// Translates the bodies that somebody calls, until there are no more.
    fn translate_bodies(&mut self) -> Res<()> {
        loop {
            let waiting = self.copy_in_progress().bodies.iter_mut().find_map(|b| Some((b.definition, b.waiting.take()?)));
            let Some((definition, (activation, start))) = waiting else { return Ok(()) };
            self.copy_in_progress().again = self.components.is_circular(&activation.function);
            self.graph.here = start;
            self.graph.frame = activation.frame;
            self.activations.push(activation);
            let span = self.span(definition.span);
            self.afresh(|lower| lower.body(definition, &span))?;
            self.activations.pop();
        }
    }

    /// The number of the function's body in the copy. Its parameters are made where it is first called.
    fn body_number(&mut self, name: &str, definition: Definition<'a>, signature: &Rc<Signature>, span: &Span) -> usize {
        let copy = self.copy_in_progress();
        if let Some(known) = copy.bodies.iter().position(|b| b.function == name) {
            return known;
        }
        let (here, frame) = (self.graph.here, self.graph.frame);
        let place = self.span(definition.span);
        let (entry, exit) = (self.graph.loc(Some(place.clone())), self.graph.loc(Some(place.clone())));
        self.graph.here = entry;
        self.begin(name, definition, signature, Some((frame, span.clone())), exit, &place);
        let (prefix, own_frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let mut params = Vec::new();
        for (param, ty) in &signature.params {
            let object = match (param, ty) {
                (Some(param), CType::Int(_) | CType::Record(_) | CType::Pointer(_)) => {
                    Some(self.new_object(Some(param), &prefix, "", ty, false, own_frame))
                }
                _ => None,
            };
            if let Some(param) = param {
                let entity = object.map_or_else(|| super::Entity::Opaque(ty.clone()), super::Entity::Object);
                self.scope().names.insert(param.clone(), entity);
            }
            params.push(object);
        }
        let start = self.graph.here;
        let returned = self.here_activation().returned;
        // A jump passes by the declarations of locals, never by those of parameters.
        self.here_activation().locals.clear();
        let activation = self.activations.pop().expect("it was just begun");
        self.graph.here = here;
        self.graph.frame = frame;
        self.graph.locs[entry.index()].frame = own_frame;
        self.graph.locs[exit.index()].frame = own_frame;
        self.graph.pinned.extend([entry, exit]);
        let function = name.to_owned();
        let copy = self.copy_in_progress();
        copy.bodies.push(Body { function, definition, entry, exit, params, returned, waiting: Some((activation, start)) });
        copy.bodies.len() - 1
    }

    /// One call, as an edge from before to behind it.
    fn link(
        &mut self,
        name: &str,
        definition: Definition<'a>,
        signature: &Rc<Signature>,
        values: Vec<Option<Value>>,
        wanted: bool,
        span: &Span,
    ) -> Res<Value> {
        let callee = self.body_number(name, definition, signature, span);
        let params = self.copies.last().map(|c| c.bodies[callee].params.clone()).unwrap_or_default();
        let frame = self.graph.frame;
        let mut arguments = Vec::new();
        let mut unions = Vec::new();
        for ((param, (_, ty)), value) in params.iter().zip(&signature.params).zip(values) {
            let Some(param) = param else { continue };
            // The caller and the callee may be one function: no parameter changes before all arguments are known.
            let staged = self.new_object(None, "", "$argument", ty, false, frame);
            let place = self.whole(staged);
            match value {
                Some(Value::Int(s)) if matches!(ty, CType::Int(_)) => self.store(&place, s, span)?,
                Some(Value::Record(from)) => self.copy(&place, &from, span)?,
                Some(value) if matches!(ty, CType::Pointer(_)) => self.store_address(&place, value, span)?,
                _ => return self.unsupported(format!("argument of the recursive function `{name}`"), span),
            }
            unions.push((*param, staged));
            for (path, leaf) in self.objects[*param].leaves.iter().filter(|(_, l)| !l.raw) {
                let Some(staged) = self.objects[staged].leaves.get(path) else { continue };
                arguments.push((leaf.var, staged.var));
                arguments.extend(leaf.offset.zip(staged.offset));
            }
        }
        // The activation keeps its own in blocks (`move_parameters`).
        for (param, staged) in unions {
            let (to, from) = (self.whole(param), self.whole(staged));
            self.copy_blobs(&to, &from, span)?;
        }
        let (before, after) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        self.graph.pinned.extend([before, after]);
        self.graph.arrive(before, span);
        self.graph.linking(before, after, Stmt::Skip, span);
        self.graph.here = after;
        let span = span.clone();
        let again = self.copy_in_progress().again;
        self.copy_in_progress().calls.push(Link { before, after, callee, arguments, frame, again, span: span.clone() });
        // The next call overwrites the result.
        let returned = self.copies.last().and_then(|c| c.bodies[callee].returned);
        match (&signature.result, returned) {
            (CType::Void, _) => Ok(Value::Void),
            _ if !wanted => Ok(Value::Void),
            (ty, Some(object)) => {
                let place = self.whole(object);
                let value = self.load(&place, &span)?;
                if let Value::Int(s) = value {
                    return Ok(Value::Int(self.spill(s, &span)));
                }
                let result = self.new_object(None, "", "$result", ty, false, frame);
                let place = self.whole(result);
                match value {
                    Value::Record(from) => self.copy(&place, &from, &span)?,
                    value => self.store_address(&place, value, &span)?,
                }
                self.load(&place, &span)
            }
            (ty, None) => self.unsupported(format!("call that returns {}", self.types.name(ty)), &span),
        }
    }

    /// The variables of the copy that each activation has for itself.
    fn own_variables(&self, copy: &Copy<'_>) -> SortedSet<VarId> {
        let is_static = |v: &VarId| self.owners.get(v).is_some_and(|o| self.objects[*o].is_static);
        (copy.first_var..self.vars.len() as u32)
            .map(VarId)
            .filter(|v| !is_static(v) && !self.stacks.contains(v) && self.zeros != Some(*v))
            .collect()
    }

    fn leaves_of(&self, objects: impl IntoIterator<Item = ObjectId>) -> Vec<VarId> {
        let leaves = objects.into_iter().flat_map(|o| self.objects[o].leaves.values());
        leaves.flat_map(|l| [Some(l.var), l.offset]).flatten().collect()
    }

    /// Replaces the links by what a call does.
    fn connect_copy(&mut self) -> Res<()> {
        let Some(copy) = self.copies.pop() else { return Ok(()) };
        let own = self.own_variables(&copy);
        let results: SortedSet<VarId> = self.leaves_of(copy.bodies.iter().filter_map(|b| b.returned)).into_iter().collect();
        let candidates: SortedSet<VarId> = own.difference(&results).copied().collect();
        let deeds = &self.deeds;
        let live = Live::with(&self.graph, &candidates, &|edge| match edge.note {
            Note::Memory(i) => {
                let mut reads = deeds[i].reads();
                // Of a union no variable shows that it is read.
                let named = deeds[i].read_by_name().and_then(|o| self.objects.get(o));
                reads.extend(named.into_iter().flat_map(|o| o.leaves.values().filter(|l| l.raw).map(|l| l.var)));
                reads
            }
            _ => SortedSet::new(),
        });
        // Links of statements that were taken back are gone.
        let mut edges: SortedMap<(LocId, LocId), usize> = SortedMap::new();
        for (i, e) in self.graph.edges.iter().enumerate().skip(copy.first_edge).filter(|(_, e)| e.note == Note::Link) {
            edges.insert((e.from, e.to), i);
        }
        let mut stacks: SortedMap<VarId, VarId> = SortedMap::new();
        let mut calls = Vec::new();
        for (number, link) in copy.calls.iter().enumerate() {
            let Some(&edge) = edges.get(&(link.before, link.after)) else { continue };
            let is_array = |v: &VarId| self.vars[v.index()].sort != Sort::Int;
            // An array of which there is only one stays where it is.
            let is_kept = |v: &VarId| number > 0 && live.at(link.after, *v) && (link.again || !is_array(v));
            let kept: Vec<VarId> = candidates.iter().copied().filter(is_kept).collect();
            if let Some(array) = kept.iter().find(|v| is_array(v)) {
                let name = self.vars[array.index()].source.clone().unwrap_or_else(|| "an array".into());
                return self.unsupported(format!("recursive call while the array `{name}` is in use"), &link.span);
            }
            for v in &kept {
                if !stacks.contains_key(v) {
                    let decl = self.vars[v.index()].clone();
                    let stack = self.add_var(format!("{}.$kept", decl.name), Sort::array(), decl.ty, None, None, decl.frame);
                    self.stacks.insert(stack);
                    self.kept.insert(*v, stack);
                    stacks.insert(*v, stack);
                }
            }
            self.graph.frame = link.frame;
            self.go(&copy, link, number, edge, &kept, &stacks);
            self.come_back(&copy, link, number, &kept, &stacks);
            let Link { before, after, callee, ref arguments, .. } = *link;
            calls.push(Call { before, after: Some(after), callee, arguments: arguments.clone(), kept });
        }
        let procedures = copy.bodies.iter().map(|b| Procedure {
            name: b.function.as_str().into(),
            entry: b.entry,
            exit: Some(b.exit),
            params: self.leaves_of(b.params.iter().flatten().copied()),
            result: self.leaves_of(b.returned),
        });
        let procedures = procedures.collect();
        let stacks = stacks.values().copied().chain([copy.depth, copy.sites]).collect();
        self.recursions.push(Recursion { procedures, calls, own, stacks });
        self.copies.push(copy);
        Ok(())
    }

    /// Pushes, and goes to the callee's entry.
    fn go(&mut self, copy: &Copy<'_>, link: &Link, number: usize, edge: usize, kept: &[VarId], stacks: &SortedMap<VarId, VarId>) {
        let (depth, sites, span) = (copy.depth, copy.sites, &link.span);
        let mut stmts = Vec::new();
        if number == 0 {
            stmts.push(Stmt::Assign(depth, Expr::from(0)));
        } else {
            stmts.push(Stmt::Assign(sites, Expr::store(sites, depth, number as i64)));
            stmts.extend(kept.iter().map(|v| Stmt::Assign(stacks[v], Expr::store(stacks[v], depth, *v))));
            stmts.push(Stmt::Assign(depth, Expr::add(depth, 1)));
        }
        stmts.extend(link.arguments.iter().map(|(param, value)| Stmt::Assign(*param, Expr::Var(*value))));
        let first = self.graph.loc(Some(span.clone()));
        self.graph.edges[edge].to = first;
        let mut here = first;
        for stmt in stmts {
            let next = self.graph.loc(Some(span.clone()));
            self.graph.linking(here, next, stmt, span);
            here = next;
        }
        self.graph.linking(here, copy.bodies[link.callee].entry, Stmt::Skip, span);
    }

    /// From the callee's exit back to the call whose number is on the stack, and pops.
    fn come_back(&mut self, copy: &Copy<'_>, link: &Link, number: usize, kept: &[VarId], stacks: &SortedMap<VarId, VarId>) {
        let (depth, span, exit) = (copy.depth, &link.span, copy.bodies[link.callee].exit);
        if number == 0 {
            let all_done = Formula::cmp(CmpOp::Eq, depth, 0);
            self.graph.linking(exit, link.after, Stmt::Assume(all_done), span);
            return;
        }
        let below = Expr::sub(depth, 1);
        let mine = Formula::and([
            Formula::cmp(CmpOp::Gt, depth, 0),
            Formula::cmp(CmpOp::Eq, Expr::select(copy.sites, below.clone()), number as i64),
        ]);
        let mut stmts = vec![Stmt::Assume(mine), Stmt::Assign(depth, below)];
        stmts.extend(kept.iter().map(|v| Stmt::Assign(*v, Expr::select(stacks[v], depth))));
        let mut here = exit;
        for stmt in stmts {
            let next = self.graph.loc(Some(span.clone()));
            self.graph.linking(here, next, stmt, span);
            here = next;
        }
        self.graph.linking(here, link.after, Stmt::Skip, span);
    }
}
