//! Property-directed reachability on stretches: what is missing at the cuts is found by asking from where a target can be reached.
//!
//! Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011; Eén, Mishchenko, Brayton: Efficient Implementation of Property Directed
//! Reachability, FMCAD 2011. Changed: a step is a stretch between two cuts, so there are frames at each cut, and the first ones are what the
//! stretch from the entry leads to; a cube is a conjunction of bounds of terms and not of bits, so that a literal that cannot be left out can
//! still be loosened, up to a number that the program compares with; and every frame contains what is known to be inductive.
//!
//! Invariant: for each cut and level the states that a run comes to in at most so many stretches satisfy the frame. Nothing rests on it: what is found is a guess
//! like any other ([`super::stretch::inductive`]).

use super::cube::{Cube, bound, is_derived, terms};
use super::stretch::Stretch;
use base::{Budget, Cfa, CmpOp, Expr, Formula, Int, LocId, SortedMap, SortedSet, VarId};
use std::collections::{HashMap, HashSet};
use unroll::gates::Gate;
use unroll::solve::{Reason, Solving};
use unroll::{Gates, Lit};

/// A target that leads to so many obligations is given up.
const MOST_OBLIGATIONS: usize = 20_000;
/// Whether a literal can be left out is asked with at most so many conflicts.
const FEW_CONFLICTS: u32 = 500;
/// More literals are not looked at one by one.
const MOST_LITERALS: usize = 60;

struct Clause {
    cube: Cube,
    /// It holds in the frames up to this level.
    level: usize,
}

/// Whether a cube can be reached from the frame of the level before.
enum Step {
    /// No, and these literals are enough for that.
    Blocked(Cube),
    /// From here, by this stretch, with these values of its gates.
    From(usize, Vec<bool>, Lit),
    Unknown,
}

/// What became of a cube.
enum Fate {
    Excluded,
    /// A path from the entry leads there, or it was too hard to tell.
    Reached,
    OutOfTime,
}

/// What is asked about one stretch.
struct Dialogue {
    steps: Solving,
    ends: Solving,
    lifts: Solving,
    /// For each level the gate under which its clauses are told.
    levels: Vec<Lit>,
    /// Of each cut where it ends: that a run arrives there and has met no target before.
    arrives: SortedMap<LocId, Lit>,
    at_start: HashMap<Formula, Lit>,
    at_end: HashMap<(LocId, Formula), Lit>,
    /// The inputs that are the state at its start.
    state: HashSet<usize>,
}

pub struct Frames<'f, 'a> {
    stretches: &'f mut [Stretch<'a>],
    dialogues: Vec<Dialogue>,
    terms: SortedMap<LocId, Vec<Expr>>,
    /// The numbers that conditions compare with.
    constants: &'f SortedSet<i128>,
    clauses: SortedMap<LocId, Vec<Clause>>,
    top: usize,
    /// Targets that are not met: those that are excluded already and those that are to be.
    excluded: SortedSet<LocId>,
    budget: &'f Budget,
}

/// What is to be said at the cuts besides what is known, so that none of the `open` targets is met; less than that if the time is over.
/// `known` targets are excluded already. With `relations`, cubes also have bounds of differences: machines with many flags do better without.
pub fn strengthened<'f, 'a>(
    cfa: &Cfa,
    stretches: &'f mut [Stretch<'a>],
    live: &[SortedSet<VarId>],
    (constants, relations): (&'f SortedSet<i128>, bool),
    (known, open): (&SortedSet<LocId>, &SortedSet<LocId>),
    budget: &'f Budget,
) -> SortedMap<LocId, Vec<Formula>> {
    let cuts: SortedSet<LocId> = stretches.iter().filter_map(|s| s.from.as_ref().map(|(cut, _)| *cut)).collect();
    let terms = cuts.iter().map(|cut| (*cut, terms(cfa, &live[cut.index()], relations))).collect();
    let excluded = known | open;
    let mut frames = Frames { stretches, dialogues: Vec::new(), terms, constants, clauses: SortedMap::new(), top: 1, excluded, budget };
    let mut goal = open.clone();
    while !goal.is_empty() {
        match frames.search(&goal) {
            None => break,
            Some(reached) => {
                goal.remove(&reached);
                frames.excluded.remove(&reached);
            }
        }
    }
    if goal.is_empty() {
        return SortedMap::new();
    }
    frames.told()
}

/// The inputs that a gate depends on.
fn inputs(gates: &Gates, lit: Lit) -> Vec<usize> {
    let (mut seen, mut work, mut found) = (HashSet::new(), vec![lit.gate()], Vec::new());
    while let Some(gate) = work.pop() {
        if seen.insert(gate) {
            match gates.gate(gate) {
                Gate::Input => found.push(gate),
                _ => work.extend(gates.operands(gate).iter().map(|l| l.gate())),
            }
        }
    }
    found
}

impl Dialogue {
    fn new(stretch: &mut Stretch<'_>, terms: Option<&[Expr]>, excluded: &SortedSet<LocId>, budget: &Budget) -> Self {
        let mut arrives: SortedMap<LocId, Lit> = SortedMap::new();
        let hypotheses = stretch.kept();
        let [mut steps, mut ends] = [Solving::new(budget), Solving::new(budget)];
        for solving in [&mut steps, &mut ends] {
            solving.exclude(&stretch.course.board.gates, !hypotheses);
        }
        for (at, guard) in stretch.arrivals.iter().map(|a| (a.at, a.state.guard)).collect::<Vec<_>>() {
            let before = arrives.get(&at).copied().unwrap_or(Lit::FALSE);
            arrives.insert(at, stretch.course.board.gates.or(before, guard));
        }
        for (at, guard) in &mut arrives {
            let none = stretch.course.met_none(*at, |t| excluded.contains(&t));
            *guard = stretch.course.board.gates.and(*guard, none);
        }
        let mut state = HashSet::new();
        if let (Some((_, start)), Some(terms)) = (&stretch.from, terms) {
            for term in terms {
                let number = start.number(term, &mut stretch.course.board);
                let gates = &stretch.course.board.gates;
                state.extend(number.word.bits().iter().map(|b| b.gate()).filter(|g| gates.gate(*g) == Gate::Input));
            }
        }
        let lifts = Solving::new(budget);
        Dialogue { steps, ends, lifts, levels: Vec::new(), arrives, at_start: HashMap::new(), at_end: HashMap::new(), state }
    }

    /// A formula at the start of the stretch.
    fn at_start(&mut self, f: &Formula, stretch: &mut Stretch<'_>) -> Lit {
        let (_, start) = stretch.from.as_ref().expect("only stretches from a cut are asked");
        *self.at_start.entry(f.clone()).or_insert_with(|| start.condition(f, &mut stretch.course.board))
    }

    /// That a formula may hold at a cut where the stretch ends.
    fn at_end(&mut self, cut: LocId, f: &Formula, stretch: &mut Stretch<'_>) -> Lit {
        let Stretch { course, arrivals, .. } = stretch;
        *self.at_end.entry((cut, f.clone())).or_insert_with(|| {
            let mut any = Lit::FALSE;
            for arrival in arrivals.iter().filter(|a| a.at == cut) {
                let holds = arrival.state.condition(f, &mut course.board);
                let there = course.board.gates.and(arrival.state.guard, holds);
                any = course.board.gates.or(any, there);
            }
            any
        })
    }

    /// The gates under which the clauses of a level and of those above are told.
    fn levels_from(&mut self, level: usize, top: usize, stretch: &mut Stretch<'_>) -> Vec<Lit> {
        while self.levels.len() <= top {
            self.levels.push(stretch.course.board.either());
        }
        self.levels[level..=top].to_vec()
    }

    fn tell(&mut self, cube: &Cube, level: usize, stretch: &mut Stretch<'_>) {
        let lits: Vec<Lit> = cube.iter().map(|f| self.at_start(f, stretch)).collect();
        let own = self.levels_from(level, level, stretch)[0];
        let excluded = stretch.course.board.gates.all(lits.into_iter().chain([own]));
        self.steps.exclude(&stretch.course.board.gates, excluded);
        self.ends.exclude(&stretch.course.board.gates, excluded);
    }
}

impl Frames<'_, '_> {
    /// Looks for frames that exclude the goal; a target that cannot be excluded, if there is one.
    fn search(&mut self, goal: &SortedSet<LocId>) -> Option<LocId> {
        let (excluded, budget, terms) = (&self.excluded, self.budget, &self.terms);
        self.dialogues = self
            .stretches
            .iter_mut()
            .map(|s| {
                let of_cut = s.from.as_ref().map(|(cut, _)| terms[cut].as_slice());
                Dialogue::new(s, of_cut, excluded, budget)
            })
            .collect();
        (self.top, self.clauses) = (1, SortedMap::new());
        loop {
            for stretch in 0..self.stretches.len() {
                match self.exclude_ends(stretch, goal) {
                    Ok(()) => {}
                    Err(reached) => return reached,
                }
            }
            self.top += 1;
            for level in 1..self.top {
                self.push(level)?;
                if self.clauses.values().flatten().all(|c| c.level != level) {
                    // The frames of this level and the next are the same.
                    self.clauses.values_mut().for_each(|all| all.retain(|c| c.level > level));
                    self.top = level + 1;
                    return None;
                }
            }
        }
    }

    /// What the last frames say.
    fn told(&self) -> SortedMap<LocId, Vec<Formula>> {
        let not = |cube: &Cube| Formula::or(cube.iter().map(|f| f.negate()));
        let of_cut = |all: &Vec<Clause>| all.iter().filter(|c| c.level >= self.top - 1).map(|c| not(&c.cube)).collect::<Vec<_>>();
        self.clauses.iter().map(|(cut, all)| (*cut, of_cut(all))).filter(|(_, all)| !all.is_empty()).collect()
    }

    /// Excludes the states of the last frame from which a stretch meets a target; which one, if that is not possible, or none if the time is over.
    fn exclude_ends(&mut self, stretch: usize, goal: &SortedSet<LocId>) -> Result<(), Option<LocId>> {
        let mut before = Lit::FALSE;
        for i in 0..self.stretches[stretch].course.ends.len() {
            let end = self.stretches[stretch].course.ends[i].clone();
            let gates = &mut self.stretches[stretch].course.board.gates;
            let first = gates.and(end.guard, !before);
            if self.excluded.contains(&end.at) {
                before = gates.or(before, end.guard);
            }
            if !goal.contains(&end.at) || first == Lit::FALSE {
                continue;
            }
            loop {
                if self.budget.stopped().is_some() {
                    return Err(None);
                }
                let (dialogue, of) = (&mut self.dialogues[stretch], &mut self.stretches[stretch]);
                let mut all = if of.from.is_some() { dialogue.levels_from(self.top, self.top, of) } else { Vec::new() };
                all.push(first);
                match dialogue.ends.reason(&of.course.board.gates, &all, u32::MAX) {
                    Reason::Impossible(_) => break,
                    Reason::Unknown => return Err(None),
                    Reason::Possible(values) => {
                        let Some((cut, _)) = &of.from else { return Err(Some(end.at)) };
                        let cut = *cut;
                        let cube = self.before(stretch, &values, first);
                        match self.block(cut, cube) {
                            Fate::Excluded => {}
                            Fate::Reached => return Err(Some(end.at)),
                            Fate::OutOfTime => return Err(None),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// States at the start of a stretch from which, with the same inputs, a gate becomes true as it does by these values.
    fn before(&mut self, stretch: usize, values: &[bool], gate: Lit) -> Cube {
        let (dialogue, of) = (&mut self.dialogues[stretch], &mut self.stretches[stretch]);
        let (cut, start) = of.from.clone().expect("the stretch begins at a cut");
        let mut atoms: Vec<(Lit, Formula)> = Vec::new();
        for term in &self.terms[&cut] {
            let number = start.number(term, &mut of.course.board);
            let Some(word) = number.certain().filter(|w| w.value().is_none()) else { continue };
            // Gates of terms may be younger than the values.
            if word.bits().iter().any(|b| b.gate() >= values.len()) {
                continue;
            }
            let value = word.read(values);
            for (op, end) in [(CmpOp::Ge, word.low()), (CmpOp::Le, word.high())] {
                if value != end {
                    let atom = Formula::cmp(op, term.clone(), Int::from(value));
                    atoms.push((dialogue.at_start(&atom, of), atom));
                }
            }
        }
        let mut all: Vec<Lit> = atoms.iter().map(|(lit, _)| *lit).collect();
        for input in inputs(&of.course.board.gates, gate).into_iter().filter(|i| !dialogue.state.contains(i)) {
            let lit = Lit::of_gate(input);
            all.push(if values[input] { lit } else { !lit });
        }
        all.push(!gate);
        match dialogue.lifts.reason(&of.course.board.gates, &all, FEW_CONFLICTS) {
            Reason::Impossible(used) => {
                let used: HashSet<Lit> = used.into_iter().collect();
                let vars: SortedSet<VarId> = atoms.iter().filter(|(lit, _)| used.contains(lit)).flat_map(|(_, f)| f.vars()).collect();
                // What follows from what numbers are is mostly what matters.
                let is_kept = |lit: &Lit, f: &Formula| used.contains(lit) || is_derived(f) && f.vars().is_subset(&vars);
                atoms.into_iter().filter(|(lit, atom)| is_kept(lit, atom)).map(|(_, atom)| atom).collect()
            }
            Reason::Possible(_) | Reason::Unknown => atoms.into_iter().map(|(_, atom)| atom).collect(),
        }
    }

    /// Excludes a cube from the last frame of a cut, by excluding what leads there first.
    fn block(&mut self, cut: LocId, cube: Cube) -> Fate {
        let mut waiting: SortedMap<(usize, usize), (LocId, Cube)> = SortedMap::new();
        let mut count = 0;
        waiting.insert((self.top, count), (cut, cube));
        while let Some(((level, number), (cut, cube))) = waiting.pop_first() {
            if self.budget.stopped().is_some() {
                return Fate::OutOfTime;
            }
            if count > MOST_OBLIGATIONS {
                return Fate::Reached;
            }
            match self.step(cut, &cube, level, u32::MAX) {
                Step::Blocked(needed) => {
                    let (small, up_to) = self.generalised(cut, &cube, needed, level);
                    self.add(cut, small, up_to);
                    if up_to < self.top {
                        waiting.insert((up_to + 1, number), (cut, cube));
                    }
                }
                Step::From(stretch, values, gate) => {
                    let Some((from, _)) = &self.stretches[stretch].from else { return Fate::Reached };
                    let from = *from;
                    let earlier = self.before(stretch, &values, gate);
                    count += 1;
                    waiting.insert((level, number), (cut, cube));
                    waiting.insert((level - 1, count), (from, earlier));
                }
                Step::Unknown => return Fate::OutOfTime,
            }
        }
        Fate::Excluded
    }

    /// Whether a stretch leads from the frame below a level, without the cube, into the cube.
    fn step(&mut self, cut: LocId, cube: &Cube, level: usize, conflicts: u32) -> Step {
        let mut needed: SortedSet<usize> = SortedSet::new();
        for i in 0..self.stretches.len() {
            let (dialogue, of) = (&mut self.dialogues[i], &mut self.stretches[i]);
            let Some(&arrives) = dialogue.arrives.get(&cut) else { continue };
            let from = of.from.as_ref().map(|(from, _)| *from);
            // No state of a cut is in the first frame.
            if from.is_some() && level < 2 || arrives == Lit::FALSE {
                continue;
            }
            let atoms: Vec<Lit> = cube.iter().map(|f| dialogue.at_end(cut, f, of)).collect();
            let mut all = vec![arrives];
            if from.is_some() {
                all.extend(dialogue.levels_from(level - 1, self.top, of));
            }
            if from == Some(cut) {
                let inside: Vec<Lit> = cube.iter().map(|f| dialogue.at_start(f, of)).collect();
                all.push(!of.course.board.gates.all(inside));
            }
            all.extend(&atoms);
            match dialogue.steps.reason(&of.course.board.gates, &all, conflicts) {
                Reason::Impossible(used) => {
                    let used: HashSet<Lit> = used.into_iter().collect();
                    needed.extend((0..cube.len()).filter(|i| used.contains(&atoms[*i])));
                }
                Reason::Possible(values) => {
                    let gate = of.course.board.gates.all(atoms.into_iter().chain([arrives]));
                    return Step::From(i, values, gate);
                }
                Reason::Unknown => return Step::Unknown,
            }
        }
        // That nothing leads to the cut at all is said by one of the literals as well.
        if needed.is_empty() && !cube.is_empty() {
            needed.insert(0);
        }
        Step::Blocked(needed.into_iter().map(|i| cube[i].clone()).collect())
    }

    /// A larger cube that is blocked too, and up to which level. `needed` are literals that are enough for that.
    fn generalised(&mut self, cut: LocId, cube: &Cube, needed: Cube, mut level: usize) -> (Cube, usize) {
        let (derived, plain): (Cube, Cube) = cube.iter().cloned().partition(is_derived);
        let mut best = match derived.is_empty() {
            true => self.smaller(cut, needed, level),
            // What is assumed first is what is found to be needed.
            false => match self.step(cut, &plain, level, FEW_CONFLICTS) {
                Step::Blocked(needed) => self.smaller(cut, needed, level),
                _ => self.smaller(cut, needed, level),
            },
        };
        // Numbers that the program does not know come from the model alone: there would be a clause for each.
        if self.odd(&best) > 0 && !derived.is_empty() {
            let derived_first = derived.into_iter().chain(plain).collect();
            if let Step::Blocked(mut needed) = self.step(cut, &derived_first, level, FEW_CONFLICTS) {
                needed.sort_by_key(is_derived);
                let other = self.smaller(cut, needed, level);
                if (self.odd(&other), other.len()) < (self.odd(&best), best.len()) {
                    best = other;
                }
            }
        }
        while level < self.top {
            match self.step(cut, &best, level + 1, FEW_CONFLICTS) {
                Step::Blocked(_) => level += 1,
                _ => break,
            }
        }
        (best, level)
    }

    /// A blocked cube with fewer and looser literals: the first ones are left out before those behind them.
    fn smaller(&mut self, cut: LocId, mut cube: Cube, level: usize) -> Cube {
        let mut i = 0;
        while i < cube.len() && cube.len() > 1 && i < MOST_LITERALS {
            let mut fewer = cube.clone();
            fewer.remove(i);
            match self.step(cut, &fewer, level, FEW_CONFLICTS) {
                // Those before have been tried and are needed.
                Step::Blocked(needed) => cube = cube[..i].iter().chain(needed.iter().filter(|f| !cube[..i].contains(f))).cloned().collect(),
                _ => i += 1,
            }
        }
        for i in 0..cube.len().min(MOST_LITERALS) {
            self.loosen(cut, &mut cube, i, level);
        }
        cube
    }

    /// How many bounds of a cube the program does not know.
    fn odd(&self, cube: &Cube) -> usize {
        let is_known = |f: &Formula| bound(f).is_none_or(|(_, _, n)| self.constants.contains(&n));
        cube.iter().filter(|f| !is_known(f)).count()
    }

    /// Moves a bound of a cube as far as it stays blocked, to a number that the program knows.
    fn loosen(&mut self, cut: LocId, cube: &mut Cube, i: usize, level: usize) {
        let Some((op, term, bound)) = bound(&cube[i]) else { return };
        let further: Vec<i128> = match op {
            CmpOp::Ge => self.constants.range(..bound).rev().copied().collect(),
            _ => self.constants.range(bound + 1..).copied().collect(),
        };
        let (mut blocked, mut not) = (0, further.len() + 1);
        while blocked + 1 < not {
            let middle = (blocked + not) / 2;
            let mut looser = cube.clone();
            looser[i] = Formula::cmp(op, term.clone(), Int::from(further[middle - 1]));
            match self.step(cut, &looser, level, FEW_CONFLICTS) {
                Step::Blocked(_) => {
                    *cube = looser;
                    blocked = middle;
                }
                _ => not = middle,
            }
        }
    }

    fn add(&mut self, cut: LocId, cube: Cube, level: usize) {
        for (dialogue, stretch) in self.dialogues.iter_mut().zip(self.stretches.iter_mut()) {
            if stretch.from.as_ref().is_some_and(|(from, _)| *from == cut) {
                dialogue.tell(&cube, level, stretch);
            }
        }
        let all = self.clauses.entry(cut).or_default();
        all.retain(|c| c.level > level || !cube.iter().all(|f| c.cube.contains(f)));
        all.push(Clause { cube, level });
    }

    /// Moves the clauses of a level to the next if they hold there too; none if the time is over.
    fn push(&mut self, level: usize) -> Option<()> {
        let cuts: Vec<LocId> = self.clauses.keys().copied().collect();
        for cut in cuts {
            let here = std::mem::take(self.clauses.get_mut(&cut).expect("the cut has clauses"));
            let (mut stay, mut moved) = (Vec::new(), Vec::new());
            for clause in here {
                if self.budget.stopped().is_some() {
                    stay.push(clause);
                } else if clause.level == level && matches!(self.step(cut, &clause.cube, level + 1, u32::MAX), Step::Blocked(_)) {
                    moved.push(clause.cube);
                } else {
                    stay.push(clause);
                }
            }
            self.clauses.insert(cut, stay);
            for cube in moved {
                self.add(cut, cube, level + 1);
            }
            if self.budget.stopped().is_some() {
                return None;
            }
        }
        Some(())
    }
}
