//! What the actions of an expression read and change, and which of them meet (see `order`).
//!
//! A call is inlined, so its edges say what it does; through pointers it is what `points_to` says. A call of a function that is not inlined
//! does what the whole copy does. Locals whose address nobody takes do not count, because no call can reach them, except
//! beside what knows them: statement expressions, `va_arg`, initialisers in a list. Reading inputs and making
//! objects is no effect: which value or number is taken first makes no difference.

use super::Lower;
use super::memory::Deed;
use super::object::{ObjectId, Origin};
use super::order::{Key, lies_in};
use super::points_to::{Numbers, PointsTo, Residue, leaf_residue, objects_of};
use crate::graph::{Evaluated, Note};
use base::{Check, Expr, SortedMap, SortedSet, Stmt, VarId};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Reads,
    /// With any value: two of those come to the same in either order.
    Havocs,
    Writes,
}

/// Bytes of an object that are read or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Touch {
    at: Residue,
    size: i128,
    manner: Manner,
}

impl Touch {
    fn whole(manner: Manner) -> Self {
        Touch { at: Residue::ANY, size: 1, manner }
    }

    fn meets(&self, other: &Touch) -> bool {
        let matters = !matches!((self.manner, other.manner), (Manner::Reads, Manner::Reads) | (Manner::Havocs, Manner::Havocs));
        matters && self.at.touches(self.size, other.at, other.size)
    }
}

#[derive(Clone, Debug, Default)]
struct Effects {
    touches: SortedMap<ObjectId, SortedSet<Touch>>,
    /// The run may end here, or never leave.
    ends: bool,
    /// It may come to a place that must not be reached.
    errs: bool,
    /// A check may fail.
    fails: bool,
}

impl Effects {
    fn add(&mut self, object: ObjectId, touch: Touch) {
        self.touches.entry(object).or_default().insert(touch);
    }

    fn include(&mut self, other: &Effects) {
        for (object, touches) in &other.touches {
            self.touches.entry(*object).or_default().extend(touches);
        }
        self.ends |= other.ends;
        self.errs |= other.errs;
        self.fails |= other.fails;
    }

    fn meets(&self, other: &Effects) -> bool {
        let (few, many) = if self.touches.len() < other.touches.len() { (self, other) } else { (other, self) };
        let share = |(object, touches): (&ObjectId, &SortedSet<Touch>)| {
            many.touches.get(object).is_some_and(|also| touches.iter().any(|a| also.iter().any(|b| a.meets(b))))
        };
        few.touches.iter().any(share)
    }

    /// Whether something is changed that was there before, or the run may end.
    fn is_seen(&self, is_own: impl Fn(ObjectId) -> bool) -> bool {
        let is_changed =
            |(object, touches): (&ObjectId, &SortedSet<Touch>)| !is_own(*object) && touches.iter().any(|t| t.manner != Manner::Reads);
        self.ends || self.errs || self.touches.iter().any(is_changed)
    }
}

/// Where the bytes of a variable lie.
type Home = SortedMap<VarId, (ObjectId, Residue, i128)>;

/// What is asked for many actions.
struct Survey<'s> {
    points_to: &'s PointsTo,
    homes: Home,
    failures: SortedMap<base::LocId, Check>,
    /// Locations that are never left for good.
    endless: SortedSet<base::LocId>,
    /// Whether steps on memory are checked.
    checks_memory: bool,
    /// What the copies of functions do that are not inlined.
    copies: SortedMap<usize, Effects>,
}

impl Lower<'_> {
    /// What is known of all actions; of locals that no call can reach only if that is wanted.
    fn survey<'s>(&self, points_to: &'s PointsTo, with_locals: bool) -> Survey<'s> {
        let pointer = self.types.pointer_size();
        let mut homes = Home::new();
        for (o, object) in self.objects.iter().enumerate() {
            if !(with_locals || object.is_static || object.address_taken || object.origin != Origin::Declared) {
                continue;
            }
            for leaf in object.leaves.values() {
                let home = (o, leaf_residue(leaf), i128::from(leaf.size(pointer)));
                homes.insert(leaf.var, home);
                homes.extend(leaf.offset.map(|v| (v, home)));
            }
        }
        let failures = self.graph.errors.iter().filter(|e| e.check != Check::Unsupported).map(|e| (e.loc, e.check)).collect();
        let of_memory = [Check::Bounds, Check::Deref, Check::Free, Check::Init, Check::Undefined];
        let checks_memory = of_memory.iter().any(|c| self.options.checks.contains(c));
        Survey { points_to, homes, failures, endless: self.endless(), checks_memory, copies: SortedMap::new() }
    }

    /// The locations from which every run that does not fail goes on for ever.
    fn endless(&self) -> SortedSet<base::LocId> {
        let errors: SortedSet<base::LocId> = self.graph.errors.iter().map(|e| e.loc).collect();
        let mut before: SortedMap<base::LocId, Vec<base::LocId>> = SortedMap::new();
        for edge in &self.graph.edges {
            before.entry(edge.to).or_default().push(edge.from);
        }
        let before = |at: base::LocId| before.get(&at).into_iter().flatten().copied();
        let left: SortedSet<base::LocId> = self.graph.edges.iter().map(|e| e.from).collect();
        let last = self.graph.edges.iter().map(|e| e.to).filter(|at| !left.contains(at) && !errors.contains(at));
        let mut work: Vec<base::LocId> = last.chain([self.end]).collect();
        let mut ending: SortedSet<base::LocId> = work.iter().copied().collect();
        while let Some(at) = work.pop() {
            work.extend(before(at).filter(|from| ending.insert(*from)));
        }
        // Of the rest, those that do not come to a circle fail.
        let mut ways: SortedMap<base::LocId, usize> = SortedMap::new();
        for edge in self.graph.edges.iter().filter(|e| !ending.contains(&e.from)) {
            *ways.entry(edge.from).or_default() += 1;
        }
        let mut work: Vec<base::LocId> = errors.into_iter().filter(|at| !left.contains(at)).collect();
        while let Some(at) = work.pop() {
            for from in before(at) {
                if let Some(n) = ways.get_mut(&from) {
                    *n -= 1;
                    if *n == 0 {
                        ways.remove(&from);
                        work.push(from);
                    }
                }
            }
        }
        ways.keys().copied().collect()
    }

    /// Finds the actions that meet, and the parts that may come first.
    pub fn find_orders(&mut self, points_to: &PointsTo) {
        if self.graph.evaluated.is_empty() {
            return;
        }
        let mut roots: SortedMap<u32, Vec<&Evaluated>> = SortedMap::new();
        for evaluated in &self.graph.evaluated {
            roots.entry(evaluated.root).or_default().push(evaluated);
        }
        let mut survey = self.survey(points_to, false);
        let mut meeting = self.meeting(&roots, &mut survey);
        meeting.extend(&self.found_open.meeting);
        let early = self.hidden_failures(&roots, &meeting, &mut survey);
        self.found_open.meeting = meeting;
        self.found_open.early.extend(early);
    }

    /// The actions that meet.
    fn meeting(&self, roots: &SortedMap<u32, Vec<&Evaluated>>, survey: &mut Survey<'_>) -> SortedSet<Key> {
        let mut found = SortedSet::new();
        let points_to = survey.points_to;
        let mut among_locals = self.graph.evaluated.iter().any(|e| e.among_locals).then(|| self.survey(points_to, true));
        for actions in roots.values() {
            // Of each action, what it does to what calls can reach, and to locals too.
            let mut known: [Vec<Option<Effects>>; 2] = [vec![None; actions.len()], vec![None; actions.len()]];
            for i in 0..actions.len() {
                for j in 0..i {
                    let (a, b) = (actions[i], actions[j]);
                    let ordered = a.node == b.node || lies_in(a.node, b.node) || lies_in(b.node, a.node);
                    if ordered
                        || !a.acts
                        || !b.acts
                        || !(a.calls || b.calls || a.listed)
                        || found.contains(&a.node) && found.contains(&b.node)
                    {
                        continue;
                    }
                    let with_locals = a.among_locals || b.among_locals;
                    let known = &mut known[usize::from(with_locals)];
                    for k in [i, j] {
                        if known[k].is_none() {
                            let survey = among_locals.as_mut().filter(|_| with_locals).unwrap_or(survey);
                            known[k] = Some(self.effects_of_action(actions[k], actions, survey));
                        }
                    }
                    if let (Some(x), Some(y)) = (&known[i], &known[j])
                        && x.meets(y)
                    {
                        found.extend([a.node, b.node]);
                    }
                }
            }
        }
        found
    }

    /// The parts that may fail behind a call that may not return, where no order is given. Those that meet are put in all orders anyway.
    fn hidden_failures(
        &self,
        roots: &SortedMap<u32, Vec<&Evaluated>>,
        meeting: &SortedSet<Key>,
        survey: &mut Survey<'_>,
    ) -> SortedSet<Key> {
        let mut found = SortedSet::new();
        for parts in roots.values() {
            let ending: Vec<&&Evaluated> =
                parts.iter().filter(|e| (e.calls || e.listed) && self.effects_of_edges(e.edges.clone(), survey).ends).collect();
            if ending.is_empty() {
                continue;
            }
            let hides = |a: &Evaluated, b: &Evaluated| {
                let ordered = a.node == b.node || lies_in(a.node, b.node) || lies_in(b.node, a.node);
                let in_any_order = meeting.contains(&a.node) && meeting.contains(&b.node);
                !ordered && !in_any_order && a.edges.end <= b.edges.start
            };
            let is_hidden = |b: &Evaluated| ending.iter().any(|a| hides(a, b));
            let fails = |b: &&Evaluated| is_hidden(b) && self.effects_of_edges(b.edges.clone(), survey).fails;
            let hidden: Vec<&Evaluated> = parts.iter().copied().filter(fails).collect();
            // One inside of another comes along with it, unless a call that may not return lies there too.
            let comes_along = |b: &Evaluated| {
                let mut around = hidden.iter().filter(|c| lies_in(b.node, c.node));
                around.any(|c| !ending.iter().any(|a| lies_in(a.node, c.node) && hides(a, b)))
            };
            found.extend(hidden.iter().filter(|b| !comes_along(b)).map(|b| b.node));
        }
        found
    }

    /// The calls of library functions that call back functions with effects.
    pub fn noticed_call_backs(&self, points_to: &PointsTo) -> SortedSet<base::Span> {
        let mut found = SortedSet::new();
        if self.graph.called_back.is_empty() {
            return found;
        }
        let mut survey = self.survey(points_to, false);
        for call in &self.graph.called_back {
            let is_own = |object: ObjectId| object >= call.objects && !self.objects[object].is_static;
            if !found.contains(&call.at) && self.effects_of_edges(call.edges.clone(), &mut survey).is_seen(is_own) {
                found.insert(call.at.clone());
            }
        }
        found
    }

    /// Calls of library functions in whose calls back a check may fail: which elements these get decides whether it does.
    pub fn failing_call_backs(&self) -> SortedSet<base::Span> {
        let failures: SortedSet<base::LocId> =
            self.graph.errors.iter().filter(|e| e.check != base::Check::Unsupported).map(|e| e.loc).collect();
        let fails = |call: &&crate::graph::CalledBack| self.graph.edges[call.edges.clone()].iter().any(|e| failures.contains(&e.to));
        self.graph.called_back.iter().filter(fails).map(|call| call.at.clone()).collect()
    }

    /// What an action does, without those inside of it.
    fn effects_of_action(&self, action: &Evaluated, all: &[&Evaluated], survey: &mut Survey<'_>) -> Effects {
        let mut inner: Vec<&Range<usize>> = all.iter().filter(|e| e.acts && lies_in(e.node, action.node)).map(|e| &e.edges).collect();
        inner.sort_by_key(|r| r.start);
        let mut effects = Effects::default();
        let mut from = action.edges.start;
        for hole in inner {
            if hole.start >= from && hole.end <= action.edges.end {
                effects.include(&self.effects_of_edges(from..hole.start, survey));
                from = hole.end;
            }
        }
        effects.include(&self.effects_of_edges(from..action.edges.end, survey));
        for var in &action.reads {
            if let Some((object, at, size)) = survey.homes.get(var) {
                effects.add(*object, Touch { at: *at, size: *size, manner: Manner::Reads });
            }
        }
        for object in action.whole.iter().flat_map(|e| objects_of(&survey.points_to.objects(e)).collect::<Vec<_>>()) {
            effects.add(object, Touch::whole(Manner::Reads));
        }
        effects
    }

    /// What some edges do.
    fn effects_of_edges(&self, edges: Range<usize>, survey: &mut Survey<'_>) -> Effects {
        let mut effects = Effects::default();
        let mut copies = SortedSet::new();
        for i in edges.clone() {
            let edge = &self.graph.edges[i];
            if edge.note == Note::Link {
                // The innermost copy; if all of it is here it is looked at anyway.
                let around = |c: &usize| self.copy_edges[*c].contains(&i);
                let innermost = (0..self.copy_edges.len()).filter(around).min_by_key(|c| self.copy_edges[*c].len());
                copies.extend(innermost.filter(|c| !(edges.start <= self.copy_edges[*c].start && self.copy_edges[*c].end <= edges.end)));
            }
            self.effects_of_edge(edge, survey, &mut effects);
        }
        for copy in copies {
            if !survey.copies.contains_key(&copy) {
                survey.copies.insert(copy, Effects::default());
                let whole = self.effects_of_edges(self.copy_edges[copy].clone(), survey);
                survey.copies.insert(copy, whole);
            }
            effects.include(&survey.copies[&copy]);
        }
        effects
    }

    fn effects_of_edge(&self, edge: &crate::graph::Edge, survey: &Survey<'_>, effects: &mut Effects) {
        effects.ends |= edge.to == self.end || survey.endless.contains(&edge.to);
        let failure = survey.failures.get(&edge.to);
        effects.errs |= failure == Some(&Check::Reach);
        effects.fails |= failure.is_some();
        let manner = match &edge.stmt {
            Stmt::Input { .. } => Manner::Havocs,
            _ => Manner::Writes,
        };
        let vars = edge.stmt.reads().into_iter().map(|v| (v, Manner::Reads)).chain(edge.stmt.target().map(|v| (v, manner)));
        for (var, manner) in vars {
            if let Some((object, at, size)) = survey.homes.get(&var) {
                effects.add(*object, Touch { at: *at, size: *size, manner });
            }
        }
        if let Note::Memory(i) = edge.note {
            self.effects_of_deed(&self.deeds[i], survey, effects);
        }
    }

    fn effects_of_deed(&self, deed: &Deed, survey: &Survey<'_>, effects: &mut Effects) {
        let points_to = survey.points_to;
        effects.fails |= survey.checks_memory && deed.is_checked();
        for var in deed.reads() {
            if let Some((object, at, size)) = survey.homes.get(&var) {
                effects.add(*object, Touch { at: *at, size: *size, manner: Manner::Reads });
            }
        }
        let mut all = |objects: &Numbers, manner: Manner| {
            for object in objects_of(objects) {
                effects.add(object, Touch::whole(manner));
            }
        };
        match deed {
            Deed::Load { cell, .. } | Deed::Store { cell, .. } => {
                let manner = if matches!(deed, Deed::Store { .. }) { Manner::Writes } else { Manner::Reads };
                let touch = Touch { at: points_to.residue(cell), size: i128::from(self.cell_size(cell)), manner };
                for object in points_to.places(cell, &self.objects) {
                    effects.add(object, touch);
                }
            }
            Deed::Touch { object, writes, .. } => {
                all(&points_to.objects(object), if *writes { Manner::Writes } else { Manner::Reads });
            }
            Deed::Copy { to, from, .. } => {
                all(&points_to.objects(&to.object), Manner::Writes);
                all(&points_to.objects(&from.object), Manner::Reads);
            }
            Deed::Fill { object, .. } => all(&points_to.objects(object), Manner::Writes),
            Deed::Free { object, lives: false, .. } => all(&points_to.objects(object), Manner::Writes),
            Deed::Put { ghost, .. } => all(&points_to.objects(&ghost.object), Manner::Writes),
            Deed::Glimpse(ghost) => all(&points_to.objects(&ghost.object), Manner::Reads),
            Deed::Escape { pointers, .. } => all(&self.reached_from(pointers, points_to), Manner::Havocs),
            _ => {}
        }
    }

    /// What one comes to from pointers.
    fn reached_from(&self, pointers: &[Expr], points_to: &PointsTo) -> Numbers {
        let mut reached = Numbers::new();
        let mut work: Vec<i64> = pointers.iter().flat_map(|p| points_to.objects(p)).collect();
        while let Some(number) = work.pop() {
            if number <= 0 || !reached.insert(number) {
                continue;
            }
            let object = number as usize - 1;
            let leaves = self.objects.get(object).into_iter().flat_map(|o| o.leaves.values());
            work.extend(leaves.filter(|l| l.offset.is_some()).flat_map(|l| points_to.objects(&Expr::Var(l.var))));
            work.extend(points_to.in_memory().filter(|(o, _)| *o == object).flat_map(|(_, numbers)| numbers.iter().copied()));
        }
        reached
    }
}
