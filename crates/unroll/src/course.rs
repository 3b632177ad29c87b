//! The program unrolled: one symbolic state for each location and each number of rounds of the loops around it.
//!
//! States that arrive at the same place after the same rounds are merged: each variable becomes a choice by the conditions under which they
//! arrive, as in bounded model checking (Clarke, Kroening, Lerda: A Tool for Checking ANSI-C Programs, TACAS 2004). Changed: loops are unrolled as
//! far as their conditions can hold by the ranges of what they compare, so that the whole is *complete* when no state is left; ranges that
//! conditions establish make words narrow; and states that differ in numbers that are known in each of them are not merged, as long as
//! there are few: most of what a program does with known values is computed here and needs no gate. Where every way is to be taken by itself
//! ([`base::Apart`]), states are not merged either that differ in how something is computed (Rival, Mauborgne: The Trace Partitioning Abstract
//! Domain, TOPLAS 2007, with the values themselves in the place of marks for the way).
//!
//! A program that goes on for long is *cut* at the heads of some loops: then a course is one stretch of it, from the entry or from a cut at which a
//! formula holds, up to the next cuts. That is Floyd's method with circuits for the stretches.
//!
//! Invariants. For every run of the program (of the stretch), some values of the inputs of the circuit make the guard of every state true that the run passes,
//! and the words of that state its values, up to the first target on the run. The order in which places are taken only decides
//! what is merged; the conditions under which two states of a place hold exclude each other.

use crate::deciding::{deciding, indexed};
use crate::eval::{State, Told, Value, few_values};
use crate::gates::Lit;
use crate::memory::{Board, Memory, Number};
use crate::whole::Whole;
use base::live::live;
use base::wto::Wto;
use base::{Apart, Cfa, EdgeId, Formula, LocId, SortedMap, SortedSet, Stmt, VarId};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// A place: for each loop around it its position in the order and the number of rounds before, then its own position.
pub type Place = Vec<u32>;

/// A target that the unrolled program may arrive at.
#[derive(Clone, Debug)]
pub struct End {
    pub at: LocId,
    /// The location before it.
    pub from: LocId,
    /// When it does.
    pub guard: Lit,
}

/// A cut that the unrolled program may arrive at.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub at: LocId,
    pub state: State,
}

/// What was read from outside on an edge.
#[derive(Clone, Debug)]
pub enum Read {
    Number(Number),
    Map(u32),
}

/// One way out of a state.
pub(crate) struct Way {
    pub edge: EdgeId,
    pub guard: Lit,
    pub to: Place,
    pub read: Option<Read>,
    pub fails: bool,
}

/// What tells states apart, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Rank {
    /// The value of a number that decides something, where it is known.
    Deciding,
    /// How something is computed that decides something: on different ways it is computed differently.
    DecidingWays,
    /// The same of what decides nothing.
    Other,
    OtherWays,
}

impl Rank {
    fn is_of_ways(self) -> bool {
        matches!(self, Rank::DecidingWays | Rank::OtherWays)
    }
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

/// An index with at most so many values makes a way for each, and one that is a symbol with at most so many.
const MOST_INDICES: i128 = 128;
const FEW_OF_SYMBOL: i128 = 16;

/// A stretch begins with at most so many states.
const MOST_CASES: usize = 48;

pub struct Course<'a> {
    cfa: &'a Cfa,
    wto: Wto,
    live: Vec<SortedSet<VarId>>,
    targets: SortedSet<LocId>,
    /// The targets, and all other errors at which a run ends.
    fatal: SortedSet<LocId>,
    pub board: Board,
    pending: SortedMap<Place, Pending>,
    /// The states of the place at hand that are still to be taken.
    current: Option<Current>,
    apart: Apart,
    deciding: SortedSet<VarId>,
    /// The known values that a variable has had where states met, since one that counts has few only at the start.
    seen: HashMap<VarId, SortedSet<Told>>,
    /// What is read on an edge at a place: a run is in one state there, so that all of them read the same.
    reads: HashMap<(Place, EdgeId), Read>,
    /// Which edge a run takes at a place where it may take several; all states of the place share that too.
    choices: HashMap<(Place, usize), Lit>,
    pub ends: Vec<End>,
    /// Where the stretch ends.
    cuts: SortedSet<LocId>,
    pub arrivals: Vec<Arrival>,
    /// How many places were passed.
    pub places: usize,
    /// Whether states were merged only because there were too many of them.
    pub crowded: bool,
    /// The ways out of each place, if the whole program is unrolled.
    ways: Option<SortedMap<Place, Vec<Way>>>,
}

impl<'a> Course<'a> {
    /// From the entry to the end of the program.
    pub fn new(cfa: &'a Cfa, targets: &[LocId], apart: Apart) -> Self {
        Course { ways: Some(SortedMap::new()), ..Course::to(&SortedSet::new(), cfa, targets, apart) }
    }

    /// The stretch from the entry to the next cuts.
    pub fn to(cuts: &SortedSet<LocId>, cfa: &'a Cfa, targets: &[LocId], apart: Apart) -> Self {
        let mut course = Course { cuts: cuts.clone(), ..Course::nowhere(cfa, targets, apart) };
        let start = State::start(cfa);
        match cuts.contains(&cfa.entry) {
            true => course.arrivals.push(Arrival { at: cfa.entry, state: start }),
            false => course.begin(cfa.entry, start),
        }
        course
    }

    /// The stretch from a cut, where this formula holds, to the next cuts. With the state at its start, before the formula narrows it.
    pub fn between(from: (LocId, &Formula), cuts: &SortedSet<LocId>, cfa: &'a Cfa, targets: &[LocId], apart: Apart) -> (Self, State) {
        let mut course = Course { cuts: cuts.clone(), ..Course::nowhere(cfa, targets, apart) };
        let (at, f) = from;
        let any = State::any(cfa, f, &mut course.board);
        let mut start = any.clone();
        start.guard = start.condition(f, &mut course.board);
        if start.guard != Lit::FALSE && start.narrow(f, &mut course.board) {
            for state in course.cases(at, f, start) {
                course.begin(at, state);
            }
        }
        (course, any)
    }

    /// A state at a cut, once for each value of the deciding numbers that have few of them by the formula, as long as these are few together.
    fn cases(&mut self, at: LocId, f: &Formula, start: State) -> Vec<State> {
        let few = |v: &VarId| Some((few_values(*v, f)?, *v)).filter(|(values, _)| values.len() > 1);
        let mut telling: Vec<(Vec<i128>, VarId)> = self.live[at.index()].intersection(&self.deciding).filter_map(few).collect();
        telling.sort_by_key(|(values, v)| (values.len(), *v));
        let mut states = vec![start];
        for (values, v) in telling {
            if states.len() * values.len() > MOST_CASES.min(self.apart.most as usize) {
                break;
            }
            let cases = states.iter().flat_map(|state| values.iter().map(move |value| (state, *value)));
            states = cases.filter_map(|(state, value)| state.with(v, value, &mut self.board)).collect();
        }
        states
    }

    fn begin(&mut self, at: LocId, state: State) {
        let rounds = vec![0; self.wto.around(at).len()];
        match self.targets.contains(&at) {
            true => self.ends.push(End { at, from: at, guard: state.guard }),
            false => self.arrive(at, rounds, state),
        }
    }

    fn nowhere(cfa: &'a Cfa, targets: &[LocId], apart: Apart) -> Self {
        let wto = Wto::new(cfa);
        let ends_run = |l: &LocId| cfa.out(*l).is_empty();
        let fatal: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).filter(ends_run).chain(targets.iter().copied()).collect();
        Course {
            cfa,
            live: live(cfa),
            deciding: deciding(cfa, &fatal),
            targets: targets.iter().copied().collect(),
            fatal,
            board: Board::default(),
            pending: SortedMap::new(),
            current: None,
            apart,
            seen: HashMap::new(),
            reads: HashMap::new(),
            choices: HashMap::new(),
            ends: Vec::new(),
            cuts: SortedSet::new(),
            arrivals: Vec::new(),
            places: 0,
            crowded: false,
            ways: None,
            wto,
        }
    }

    /// That none of these targets was met before a run came to a cut.
    pub fn met_none(&mut self, cut: LocId, targets: impl Fn(LocId) -> bool) -> Lit {
        let leads = self.cfa.leading_to([cut], |_| true);
        let met = self.ends.iter().filter(|e| leads[e.from.index()] && targets(e.at)).map(|e| e.guard);
        !self.board.gates.any(met)
    }

    /// The place at hand: its location and the rounds of the loops around it.
    pub fn at(&self) -> Option<(LocId, &[u32])> {
        self.current.as_ref().map(|c| (c.at, &c.rounds[..]))
    }

    /// The whole program, when it has been unrolled to its end; with the ways through it.
    pub fn finished(self) -> Whole {
        let entry = self.place(self.cfa.entry, &vec![0; self.wto.around(self.cfa.entry).len()]);
        let Course { board, ends, ways, places, crowded, .. } = self;
        Whole { board, ends, ways, entry, places, crowded }
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
    /// groups. Numbers that decide nothing are left out first, then those with the most values.
    fn groups(&mut self, at: LocId, states: Vec<State>) -> Vec<Vec<State>> {
        if states.len() < 2 || self.apart.most < 2 {
            return vec![states];
        }
        let mut telling: Vec<(Rank, usize, VarId)> = Vec::new();
        for v in &self.live[at.index()] {
            let decides = self.deciding.contains(v);
            let ranks = if decides { [Rank::Deciding, Rank::DecidingWays] } else { [Rank::Other, Rank::OtherWays] };
            for rank in ranks.into_iter().filter(|r| self.apart.ways || !r.is_of_ways()) {
                let values: SortedSet<Told> = states.iter().map(|s| s.told(*v, rank.is_of_ways())).collect();
                if values.len() < 2 {
                    continue;
                }
                let count = if rank.is_of_ways() {
                    values.len()
                } else {
                    let seen = self.seen.entry(*v).or_default();
                    seen.extend(values);
                    seen.len()
                };
                telling.push((rank, count, *v));
            }
        }
        telling.sort();
        let told = |s: &State, telling: &[(Rank, usize, VarId)]| -> Vec<Told> {
            telling.iter().map(|(rank, _, v)| s.told(*v, rank.is_of_ways())).collect()
        };
        while states.iter().map(|s| told(s, &telling)).collect::<SortedSet<_>>().len() > self.apart.most as usize {
            telling.pop();
            self.crowded = true;
        }
        let mut groups: SortedMap<Vec<Told>, Vec<State>> = SortedMap::new();
        for state in states {
            groups.entry(told(&state, &telling)).or_default().push(state);
        }
        groups.into_values().collect()
    }

    /// Goes on from the next state; false if the program has been unrolled to its end.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.next() else { return false };
        let mut work = vec![next];
        while let Some((place, at, rounds, state)) = work.pop() {
            if let Some(cases) = self.by_index(at, &state) {
                work.extend(cases.into_iter().map(|case| (place.clone(), at, rounds.clone(), case)));
                continue;
            }
            self.places += 1;
            let mut ways = Vec::new();
            for (edge, guard, read, state) in self.leave(&place, at, &state) {
                let to = self.cfa.edge(edge).to;
                let after = self.rounds(at, &rounds, to);
                let there = self.place(to, &after);
                let fails = self.fatal.contains(&to);
                if self.targets.contains(&to) {
                    self.ends.push(End { at: to, from: at, guard });
                } else if self.cuts.contains(&to) {
                    self.arrivals.push(Arrival { at: to, state });
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

    /// If every way is to be taken by itself: the state once for each value of a number that decides which element is read or written next.
    fn by_index(&mut self, at: LocId, state: &State) -> Option<Vec<State>> {
        if !self.apart.ways {
            return None;
        }
        let mut indices: SortedSet<VarId> = SortedSet::new();
        for edge in self.cfa.out(at) {
            indexed(&self.cfa.edge(*edge).stmt, &mut |index| indices.extend(index.vars()));
        }
        let (v, low, high) = indices.into_iter().find_map(|v| {
            let Value::Number(number) = &state.vars[v.index()] else { return None };
            let word = number.certain().filter(|w| w.value().is_none())?;
            // What is asked of a symbol later is known without that, so many cases are not worth it.
            let most = if self.board.gates.is_of_symbol(word.bits()) { FEW_OF_SYMBOL } else { MOST_INDICES };
            (word.high().checked_sub(word.low())? < most).then_some((v, word.low(), word.high()))
        })?;
        Some((low..=high).filter_map(|value| state.with(v, value, &mut self.board)).collect())
    }

    /// One state for all that arrive at a location, of the variables that are still read.
    fn merge(&mut self, at: LocId, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter().filter(|s| s.guard != Lit::FALSE);
        let mut merged = states.next()?;
        let group = self.board.gates.new_group();
        for (n, state) in states.enumerate() {
            // Where an earlier one is passed as well, that one counts; so at most one of the choices is true.
            let choice = if n == 0 { state.guard } else { self.board.gates.and(state.guard, !merged.guard) };
            self.board.gates.keep_apart(choice, group);
            if !Rc::ptr_eq(&merged.vars, &state.vars) {
                let live = &self.live[at.index()];
                let vars = Rc::make_mut(&mut merged.vars);
                for (i, (old, new)) in vars.iter_mut().zip(state.vars.iter()).enumerate() {
                    if live.contains(&VarId(i as u32)) {
                        *old = Value::choose(choice, new, old, &mut self.board);
                    }
                }
            }
            merged.guard = self.board.gates.or(merged.guard, state.guard);
            if !Rc::ptr_eq(&merged.known, &state.known) {
                Rc::make_mut(&mut merged.known).join(&state.known);
            }
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
    fn leave(&mut self, place: &Place, at: LocId, state: &State) -> Vec<(EdgeId, Lit, Option<Read>, State)> {
        let mut found: Vec<(EdgeId, Lit, Option<Read>, State)> = Vec::new();
        let mut facts = None;
        for &edge in self.cfa.out(at) {
            let mut next = state.clone();
            let (mut condition, mut read) = (Lit::TRUE, None);
            match &self.cfa.edge(edge).stmt {
                Stmt::Skip | Stmt::Print { .. } => {}
                Stmt::Assume(f) => {
                    condition = state.condition(f, &mut self.board);
                    if condition.constant().is_none() {
                        // What the way here has decided is not asked again.
                        let facts = facts.get_or_insert_with(|| self.board.gates.facts(state.guard, &state.known));
                        condition = self.board.gates.given(condition, facts);
                    }
                    if condition == Lit::FALSE || !next.narrow(f, &mut self.board) {
                        continue;
                    }
                    next.learn(condition, &self.board.gates);
                }
                Stmt::Assign(v, e) => {
                    let value = state.value(e, &mut self.board);
                    next.set(*v, value);
                }
                Stmt::Input { var, ty, .. } => {
                    let is_map = matches!(next.vars[var.index()], Value::Map(_));
                    let board = &mut self.board;
                    let same = self.reads.entry((place.clone(), edge)).or_insert_with(|| match is_map {
                        true => Read::Map(board.new_map()),
                        false => Read::Number(board.any_of(*ty)),
                    });
                    let value = match same {
                        Read::Map(map) => Value::Map(Rc::new(Memory::input(*map, *ty))),
                        Read::Number(number) => Value::Number(number.clone()),
                    };
                    read = Some(same.clone());
                    next.set(*var, value);
                }
            }
            found.push((edge, condition, read, next));
        }
        self.decide(place, &mut found);
        let fatal: Vec<bool> = found.iter().map(|(e, ..)| self.fatal.contains(&self.cfa.edge(*e).to)).collect();
        let gates = &mut self.board.gates;
        // A run that does not fail goes on. What is shown of the errors is shown of the first one on a run, so that going on needs no condition of its own.
        let fails = gates.any(found.iter().zip(&fatal).filter(|(_, f)| **f).map(|((_, c, ..), _)| *c));
        for ((_, condition, _, next), is_fatal) in found.iter_mut().zip(&fatal) {
            let implied = !is_fatal && *condition == !fails;
            next.guard = if implied { state.guard } else { gates.and(state.guard, *condition) };
            *condition = next.guard;
        }
        found.retain(|(_, guard, ..)| *guard != Lit::FALSE);
        found
    }

    /// Makes conditions exclude each other, by inputs that say which edge a run takes where it may take several.
    fn decide(&mut self, place: &Place, found: &mut [(EdgeId, Lit, Option<Read>, State)]) {
        let gates = &mut self.board.gates;
        let exclude = (0..found.len()).all(|i| (0..i).all(|j| gates.and(found[i].1, found[j].1) == Lit::FALSE));
        if exclude {
            return;
        }
        let mut none_before = Lit::TRUE;
        let last = found.len() - 1;
        for (i, (_, condition, ..)) in found.iter_mut().enumerate() {
            let board = &mut self.board;
            let own = if i == last { Lit::TRUE } else { *self.choices.entry((place.clone(), i)).or_insert_with(|| board.either()) };
            let gates = &mut self.board.gates;
            let chosen = gates.and(none_before, own);
            none_before = gates.and(none_before, !chosen);
            *condition = gates.and(*condition, chosen);
        }
    }
}
