//! The program unrolled: one symbolic state for each location and each number of rounds of the loops around it.
//!
//! States that arrive at the same place after the same rounds are merged: each variable becomes a choice by the conditions under which they
//! arrive, as in bounded model checking (Clarke, Kroening, Lerda: A Tool for Checking ANSI-C Programs, TACAS 2004). Changed: loops are unrolled as
//! far as their conditions can hold by the ranges of what they compare, so that the whole is *complete* when no state is left; ranges that
//! conditions establish make words narrow; and states that differ in numbers that are known in each of them are not merged, as long as
//! there are few: most of what a program does with known values is computed here and needs no gate.
//!
//! Invariants. For every run of the program, some values of the inputs of the circuit make the guard of every state true that the run passes,
//! and the words of that state its values, up to the first target on the run. The order in which places are taken only decides
//! what is merged; the conditions under which two states of a place hold exclude each other.

use crate::eval::{State, Value};
use crate::gates::Lit;
use crate::memory::{Board, Memory, Number};
use base::live::live;
use base::wto::Wto;
use base::{Cfa, EdgeId, LocId, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A place: for each loop around it its position in the order and the number of rounds before, then its own position.
pub type Place = Vec<u32>;

/// A target that the unrolled program may arrive at.
#[derive(Clone, Debug)]
pub struct End {
    pub at: LocId,
    /// When it does.
    pub guard: Lit,
}

/// What was read from outside on an edge.
#[derive(Clone, Debug)]
pub enum Read {
    Number(Number),
    Map(u32),
}

/// One way out of a state.
struct Way {
    edge: EdgeId,
    guard: Lit,
    to: Place,
    read: Option<Read>,
    fails: bool,
}

struct Pending {
    at: LocId,
    rounds: Vec<u32>,
    states: Vec<State>,
}

struct Current {
    place: Place,
    at: LocId,
    rounds: Vec<u32>,
    states: VecDeque<State>,
}

pub struct Course<'a> {
    cfa: &'a Cfa,
    wto: Wto,
    live: Vec<BTreeSet<VarId>>,
    targets: BTreeSet<LocId>,
    pub board: Board,
    pending: BTreeMap<Place, Pending>,
    /// The states of the place at hand that are still to be taken.
    current: Option<Current>,
    /// So many states of one place are kept apart.
    apart: usize,
    pub ends: Vec<End>,
    /// How many places were passed.
    pub places: usize,
    /// The ways out of each place, if somebody wants to follow them.
    ways: Option<BTreeMap<Place, Vec<Way>>>,
}

impl<'a> Course<'a> {
    /// Up to `apart` states of one place are kept apart.
    pub fn new(cfa: &'a Cfa, targets: &[LocId], apart: usize) -> Self {
        let wto = Wto::new(cfa);
        let mut course = Course {
            cfa,
            live: live(cfa),
            targets: targets.iter().copied().collect(),
            board: Board::default(),
            pending: BTreeMap::new(),
            current: None,
            apart,
            ends: Vec::new(),
            places: 0,
            ways: None,
            wto,
        };
        let rounds = vec![0; course.wto.around(cfa.entry).len()];
        match course.targets.contains(&cfa.entry) {
            true => course.ends.push(End { at: cfa.entry, guard: Lit::TRUE }),
            false => course.arrive(cfa.entry, rounds, State::start(cfa)),
        }
        course
    }

    /// The edges that a run takes with these values of all gates, from the entry to an end, each with what it reads.
    pub fn path(&self, values: &[bool]) -> Vec<(EdgeId, Option<&Read>)> {
        let is = |lit: Lit| values[lit.gate()] != lit.is_negated();
        let mut path = Vec::new();
        let mut at = self.place(self.cfa.entry, &vec![0; self.wto.around(self.cfa.entry).len()]);
        while let Some(ways) = self.ways.as_ref().and_then(|all| all.get(&at)) {
            // A run that fails here does not go on, though the condition to go on does not say so.
            let Some(way) = ways.iter().find(|w| w.fails && is(w.guard)).or_else(|| ways.iter().find(|w| is(w.guard))) else { break };
            path.push((way.edge, way.read.as_ref()));
            at = way.to.clone();
        }
        path
    }

    /// Keeps the ways through the unrolled program, for [`Course::path`].
    pub fn followed(self) -> Self {
        Course { ways: Some(BTreeMap::new()), ..self }
    }

    fn place(&self, at: LocId, rounds: &[u32]) -> Place {
        let heads = self.wto.around(at).iter().map(|h| self.wto.position(*h));
        heads.zip(rounds).flat_map(|(h, n)| [h, *n]).chain([self.wto.position(at)]).collect()
    }

    /// The rounds of the loops around `to` after an edge from `from`.
    fn rounds(&self, from: LocId, rounds: &[u32], to: LocId) -> Vec<u32> {
        let (before, after) = (self.wto.around(from), self.wto.around(to));
        let common = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        (0..after.len())
            .map(|i| match i < common {
                true if after[i] == to => rounds[i] + 1,
                true => rounds[i],
                false => 0,
            })
            .collect()
    }

    fn arrive(&mut self, at: LocId, rounds: Vec<u32>, state: State) {
        let place = self.place(at, &rounds);
        self.pending.entry(place).or_insert_with(|| Pending { at, rounds, states: Vec::new() }).states.push(state);
    }

    /// The next state; none if the program has been unrolled to its end.
    fn next(&mut self) -> Option<(Place, LocId, Vec<u32>, State)> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(state) = current.states.pop_front()
            {
                return Some((current.place.clone(), current.at, current.rounds.clone(), state));
            }
            let (place, Pending { at, rounds, states }) = self.pending.pop_first()?;
            let states = self.groups(at, states).into_iter().filter_map(|group| self.merge(at, group)).collect();
            self.current = Some(Current { place, at, rounds, states });
        }
    }

    /// The states that are to be merged with each other: those that agree on all numbers that are known in each of them, as long as that makes few
    /// groups. Numbers with the most values are left out first.
    fn groups(&mut self, at: LocId, states: Vec<State>) -> Vec<Vec<State>> {
        if states.len() < 2 || self.apart < 2 {
            return vec![states];
        }
        let value = |s: &State, v: &VarId| match &s.vars[v.index()] {
            Value::Number(n) => n.value(),
            Value::Map(_) => None,
        };
        let mut telling: Vec<(usize, VarId)> = Vec::new();
        for v in &self.live[at.index()] {
            let values: BTreeSet<Option<i128>> = states.iter().map(|s| value(s, v)).collect();
            if values.len() > 1 {
                telling.push((values.len(), *v));
            }
        }
        telling.sort();
        let known = |s: &State, telling: &[(usize, VarId)]| -> Vec<Option<i128>> { telling.iter().map(|(_, v)| value(s, v)).collect() };
        while states.iter().map(|s| known(s, &telling)).collect::<BTreeSet<_>>().len() > self.apart {
            telling.pop();
        }
        let mut groups: BTreeMap<Vec<Option<i128>>, Vec<State>> = BTreeMap::new();
        for state in states {
            groups.entry(known(&state, &telling)).or_default().push(state);
        }
        groups.into_values().collect()
    }

    /// Goes on from the next state; false if the program has been unrolled to its end.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.next() else { return false };
        let mut work = vec![next];
        while let Some((place, at, rounds, state)) = work.pop() {
            self.places += 1;
            let mut ways = Vec::new();
            for (edge, guard, read, state) in self.leave(at, &state) {
                let to = self.cfa.edge(edge).to;
                let after = self.rounds(at, &rounds, to);
                let there = self.place(to, &after);
                let fails = self.targets.contains(&to);
                if fails {
                    self.ends.push(End { at: to, guard });
                } else if !self.cfa.out(to).is_empty() {
                    if self.cfa.into(to).len() == 1 && !self.wto.is_head(to) {
                        // Nothing else arrives there.
                        work.push((there.clone(), to, after, state));
                    } else {
                        self.arrive(to, after, state);
                    }
                }
                ways.push(Way { edge, guard, to: there, read, fails });
            }
            if let Some(all) = &mut self.ways {
                all.entry(place).or_default().extend(ways);
            }
        }
        true
    }

    /// One state for all that arrive at a location, of the variables that are still read.
    fn merge(&mut self, at: LocId, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter().filter(|s| s.guard != Lit::FALSE);
        let mut merged = states.next()?;
        for state in states {
            if !Rc::ptr_eq(&merged.vars, &state.vars) {
                let live = &self.live[at.index()];
                let vars = Rc::make_mut(&mut merged.vars);
                for (i, (old, new)) in vars.iter_mut().zip(state.vars.iter()).enumerate() {
                    if live.contains(&VarId(i as u32)) {
                        *old = Value::choose(state.guard, new, old, &mut self.board);
                    }
                }
            }
            merged.guard = self.board.gates.or(merged.guard, state.guard);
        }
        // What nobody reads is anything, so that nobody merges it again.
        let live = &self.live[at.index()];
        for (i, value) in Rc::make_mut(&mut merged.vars).iter_mut().enumerate() {
            if !live.contains(&VarId(i as u32)) {
                *value = match value {
                    Value::Number(_) => Value::Number(Number::anything()),
                    Value::Map(_) => Value::Map(Rc::new(Memory::anything())),
                };
            }
        }
        Some(merged)
    }

    /// The edges that a run may take from a state, and the states behind them.
    fn leave(&mut self, at: LocId, state: &State) -> Vec<(EdgeId, Lit, Option<Read>, State)> {
        let mut found: Vec<(EdgeId, Lit, Option<Read>, State)> = Vec::new();
        for &edge in self.cfa.out(at) {
            let mut next = state.clone();
            let (mut condition, mut read) = (Lit::TRUE, None);
            match &self.cfa.edge(edge).stmt {
                Stmt::Skip | Stmt::Print { .. } => {}
                Stmt::Assume(f) => {
                    condition = state.condition(f, &mut self.board);
                    if condition == Lit::FALSE || !next.narrow(f, &mut self.board) {
                        continue;
                    }
                }
                Stmt::Assign(v, e) => {
                    let value = state.value(e, &mut self.board);
                    next.set(*v, value);
                }
                Stmt::Input { var, ty, .. } => match next.vars[var.index()] {
                    Value::Map(_) => {
                        let (memory, map) = Memory::input(*ty, &mut self.board);
                        next.set(*var, Value::Map(Rc::new(memory)));
                        read = Some(Read::Map(map));
                    }
                    Value::Number(_) => {
                        let number = self.board.any_of(*ty);
                        read = Some(Read::Number(number.clone()));
                        next.set(*var, Value::Number(number));
                    }
                },
            }
            found.push((edge, condition, read, next));
        }
        self.decide(&mut found);
        let targets: Vec<bool> = found.iter().map(|(e, ..)| self.targets.contains(&self.cfa.edge(*e).to)).collect();
        let gates = &mut self.board.gates;
        // A run that does not fail goes on: what is shown of the targets is shown of the first one on a run, so that going on needs no condition of its own.
        let fails = gates.any(found.iter().zip(&targets).filter(|(_, t)| **t).map(|((_, c, ..), _)| *c));
        for ((_, condition, _, next), is_target) in found.iter_mut().zip(&targets) {
            let implied = !is_target && *condition == !fails;
            next.guard = if implied { state.guard } else { gates.and(state.guard, *condition) };
            *condition = next.guard;
        }
        found.retain(|(_, guard, ..)| *guard != Lit::FALSE);
        found
    }

    /// Makes conditions exclude each other, by inputs that say which edge a run takes where it may take several.
    fn decide(&mut self, found: &mut [(EdgeId, Lit, Option<Read>, State)]) {
        let gates = &mut self.board.gates;
        let exclude = (0..found.len()).all(|i| (0..i).all(|j| gates.and(found[i].1, found[j].1) == Lit::FALSE));
        if exclude {
            return;
        }
        let mut none_before = Lit::TRUE;
        let last = found.len() - 1;
        for (i, (_, condition, ..)) in found.iter_mut().enumerate() {
            let own = if i == last { Lit::TRUE } else { self.board.either() };
            let gates = &mut self.board.gates;
            let chosen = gates.and(none_before, own);
            none_before = gates.and(none_before, !chosen);
            *condition = gates.and(*condition, chosen);
        }
    }
}
