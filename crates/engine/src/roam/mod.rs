//! Roaming: concrete runs that go on from where earlier ones stood, and repeat what brought them further.
//!
//! A run stands still at every input that it reads. Such states are kept if they look new ([`landmarks`]); each burst goes on from a kept
//! one (Ecoffet et al.: First return, then explore, Nature 2021), with inputs that keep it where the error is still ahead
//! ([`crate::ahead`]), and repeats inputs that come back to the same place with something changed ([`tricks`]). So errors
//! behind millions of iterations on an input-dependent path are found in few bursts.
//!
//! Nothing rests on any of this: the inputs of a run that fails are executed again before they count.

mod landmarks;
mod tricks;

use crate::ahead::Ahead;
use crate::search::{Quick, bounds};
use base::exec::machine::{Machine, Memory, Observer, Pc, Reg};
use base::exec::{End, Request};
use base::random::Random;
use base::{Budget, Cfa, EdgeId, Int, LocId, Script, Sort, SortedMap, SortedSet};
use landmarks::Landmarks;
pub(crate) use landmarks::compared;
use std::collections::HashSet;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tricks::Trick;

/// An extreme value of a number that has no type.
const FAR: i128 = 1 << 62;

/// Kept states, and words in them.
const KEPT: usize = 20_000;
const WORDS: usize = 4_000_000;
/// Reads of one burst.
const READS: u64 = 24;
/// Values that are tried where a run is lost.
const TRIES: u32 = 10;
/// Effects that are known at one place, and tricks with one effect: those on other paths stop elsewhere.
const EFFECTS: usize = 48;
const TRICKS: usize = 4;
/// A trick reads at most so many inputs.
const LONGEST: usize = 12;
/// So many words are copied in the time of a step.
const WORDS_PER_STEP: u64 = 16;
/// Levels of fuel: 10^3, 10^4, …
const LEVELS: usize = 7;

pub struct Roam<'a> {
    cfa: &'a Cfa,
    machine: &'a Machine,
    landmarks: Landmarks,
    /// The edges that write to arrays.
    writes: Vec<bool>,
    random: Random,
    kept: Vec<Kept>,
    words: usize,
    features: HashSet<u64>,
    /// By place, and by the signs of what they change.
    tricks: SortedMap<Pc, SortedMap<Vec<i8>, Vec<Trick>>>,
    /// How many steps are left to this burst.
    fuel: u64,
    /// Seconds by level of fuel.
    spent: [f64; LEVELS],
}

struct Kept {
    spot: Spot,
    visits: u32,
}

/// A run that stands still.
#[derive(Clone)]
struct Spot {
    at: Pc,
    memory: Memory,
    history: Option<Rc<Piece>>,
    /// How many steps the run has taken, about.
    steps: u64,
    /// Whether it was said where some of them lead, instead of taking them.
    leapt: bool,
}

/// What a run has read, the last piece first.
struct Piece {
    before: Option<Rc<Piece>>,
    values: Vec<i128>,
    times: u64,
}

/// The edges that were taken, as a number.
struct Course<'a> {
    edges: u64,
    /// The edges that write to arrays, and whether one was taken.
    writes: &'a [bool],
    wrote: bool,
}

impl<'a> Course<'a> {
    fn new(writes: &'a [bool]) -> Self {
        Course { edges: 0, writes, wrote: false }
    }

    fn add(&mut self, n: u64) {
        self.edges = (self.edges ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
}

impl Observer for Course<'_> {
    const SKIPS: bool = true;

    fn taken(&mut self, edges: &[EdgeId]) {
        for e in edges {
            self.add(u64::from(e.0));
            self.wrote |= self.writes[e.index()];
        }
    }

    fn skipped(&mut self, times: u64, _: &mut dyn Iterator<Item = EdgeId>, _: &[(Reg, i128)]) {
        self.add(times);
    }
}

impl Drop for Piece {
    /// Histories are long; they are not dropped by recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(piece) = next {
            next = Rc::try_unwrap(piece).ok().and_then(|mut p| p.before.take());
        }
    }
}

impl Spot {
    fn push(&mut self, values: Vec<i128>, times: u64) {
        self.history = Some(Rc::new(Piece { before: self.history.take(), values, times }));
    }

    /// So many rounds of the tape and the start of another.
    fn add(&mut self, tape: &[(Request, i128)], rounds: u64, rest: usize) {
        if rounds > 0 {
            self.push(tape.iter().map(|t| t.1).collect(), rounds);
        }
        if rest > 0 {
            self.push(tape[..rest].iter().map(|t| t.1).collect(), 1);
        }
    }

    fn script(&self) -> Script {
        let mut pieces = Vec::new();
        let mut next = &self.history;
        while let Some(piece) = next {
            pieces.push(piece);
            next = &piece.before;
        }
        let mut script = Script::default();
        for piece in pieces.into_iter().rev() {
            let values: Vec<Int> = piece.values.iter().copied().map(Int::from).collect();
            script.extend(&values, piece.times);
        }
        script
    }
}

/// A run into a goal.
pub struct Found {
    pub goal: LocId,
    spot: Spot,
}

impl Found {
    pub fn script(&self) -> Script {
        self.spot.script()
    }

    /// Whether checking the run takes less time than was spent so far.
    pub fn is_due(&self, spent: Duration) -> bool {
        Duration::from_secs_f64(self.spot.steps as f64 / 5e7) < Duration::from_millis(100) + spent
    }
}

/// What a burst has seen since its last repetition.
#[derive(Default)]
struct Trail {
    tape: Vec<(Request, i128)>,
    /// Before each read and after the last.
    stands: Vec<Stand>,
}

struct Stand {
    at: Pc,
    /// The live variables.
    words: Vec<i128>,
    /// The way there from the one before.
    course: u64,
}

/// How a step ended.
enum Step {
    Stands,
    Lost,
    Failed(LocId),
}

impl<'a> Roam<'a> {
    pub fn new(cfa: &'a Cfa, machine: &'a Machine, seed: u64) -> Self {
        Roam {
            cfa,
            machine,
            landmarks: Landmarks::new(cfa),
            writes: cfa.edges.iter().map(|e| e.stmt.target().is_some_and(|v| matches!(cfa.var(v).sort, Sort::Map(..)))).collect(),
            random: Random::new(seed),
            kept: Vec::new(),
            words: 0,
            features: HashSet::new(),
            tricks: SortedMap::new(),
            fuel: 1000,
            spent: [0.0; LEVELS],
        }
    }

    /// How many states look different from each other.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Roams for about this time, or until a goal is reached or the budget ends. What is found may
    /// be wrong where steps were left out: [`Roam::confirm`] it.
    pub fn run(&mut self, ahead: &Ahead, goals: &SortedSet<LocId>, time: Duration, budget: &Budget) -> Option<Found> {
        let end = Instant::now() + time;
        if self.kept.is_empty()
            && let Some(found) = self.start(ahead, goals, budget)
        {
            return Some(found);
        }
        while !self.kept.is_empty() && budget.stopped().is_none() {
            let start = Instant::now();
            if start >= end {
                break;
            }
            let total: f64 = self.spent.iter().sum();
            // A burst takes at most about half of the time so far.
            let top = ((total * 5e7).max(1e4).log10() as usize - 2).min(LEVELS);
            let level = (0..top).min_by(|a, b| self.spent[*a].total_cmp(&self.spent[*b])).unwrap_or(0);
            // Steps on large memories are slow: they must not take all the time.
            let limited = budget.child(Some(Duration::from_secs_f64(total.max(0.005))));
            // Short bursts are not worth a look at the clock each.
            for _ in 0..8 {
                self.fuel = 10u64.pow(level as u32 + 3);
                if let Some(found) = self.burst(ahead, goals, &limited) {
                    return Some(found);
                }
                if start.elapsed() > Duration::from_millis(1) {
                    break;
                }
            }
            self.spent[level] += start.elapsed().as_secs_f64();
        }
        None
    }

    /// Whether the run really comes to its goal, and not before it has read everything. Only if steps were left out does it take
    /// them now.
    pub fn confirm(&self, found: &Found, budget: &Budget) -> bool {
        let script = found.script();
        let mut reader = script.reader();
        let mut run = || self.machine.run(&mut self.machine.memory(), &mut reader, u64::MAX, budget, &mut Quick).end;
        !found.spot.leapt || (run() == End::Error(found.goal) && reader.used == script.len())
    }

    /// The run up to its first input.
    fn start(&mut self, ahead: &Ahead, goals: &SortedSet<LocId>, budget: &Budget) -> Option<Found> {
        let mut spot = Spot { at: self.machine.entry(), memory: self.machine.memory(), history: None, steps: 0, leapt: false };
        let nothing = &mut |_: &Request| None;
        let (outcome, at) = self.machine.go_on(&mut spot.memory, spot.at, nothing, 10_000_000, budget, &mut Quick);
        spot.at = at;
        match outcome.end {
            End::Error(goal) if goals.contains(&goal) => return Some(Found { goal, spot }),
            End::NoInput(_) if self.machine.asks(at, &spot.memory).is_some() => self.keep(&spot, ahead),
            _ => {}
        }
        None
    }

    /// Keeps a state that looks new.
    fn keep(&mut self, spot: &Spot, ahead: &Ahead) {
        let loc = self.machine.loc(spot.at);
        let mut new = false;
        for feature in self.landmarks.features(loc, &spot.memory) {
            new |= self.features.insert(feature);
        }
        let size = spot.memory.size();
        if !new || self.kept.len() >= KEPT || self.words + size > WORDS || !ahead.hopeful(loc, &spot.memory) {
            return;
        }
        self.words += size;
        self.kept.push(Kept { spot: spot.clone(), visits: 0 });
    }

    /// Copies of large memories cost time, as steps do.
    fn pay(&mut self, memory: &Memory) {
        self.fuel = self.fuel.saturating_sub(memory.size() as u64 / WORDS_PER_STEP);
    }

    /// A kept state, of a few drawn ones that which was visited least; later ones more often.
    fn pick(&mut self, ahead: &Ahead) -> Option<Spot> {
        let count = self.kept.len() as u64;
        let draw = |random: &mut Random| random.below(count).max(random.below(count)) as usize;
        let drawn: Vec<usize> = (0..3).map(|_| draw(&mut self.random)).collect();
        let least = drawn.into_iter().min_by_key(|n| self.kept[*n].visits)?;
        let kept = &mut self.kept[least];
        kept.visits += 1;
        ahead.hopeful(self.machine.loc(kept.spot.at), &kept.spot.memory).then(|| kept.spot.clone())
    }

    fn burst(&mut self, ahead: &Ahead, goals: &SortedSet<LocId>, budget: &Budget) -> Option<Found> {
        let mut spot = self.pick(ahead)?;
        let mut trail = Trail::default();
        // What has just worked is tried again at once, now and then: its values fit this run.
        let mut fresh = None;
        for _ in 0..1 + self.random.below(READS) {
            if self.fuel == 0 {
                break;
            }
            self.pay(&spot.memory);
            let again = if self.random.chance(3) { fresh.take().or_else(|| self.trick(spot.at)) } else { None };
            if let Some(Trick { tape, change, .. }) = again {
                let most = self.rounds(&spot, &change);
                if let Some(found) = self.repeat(&mut spot, &tape, most, (ahead, goals), budget) {
                    return Some(found);
                }
                trail = Trail::default();
                fresh = None;
                self.keep(&spot, ahead);
                continue;
            }
            match self.advance(&mut spot, &mut trail, ahead, budget) {
                Step::Lost => return None,
                Step::Failed(goal) if goals.contains(&goal) => return Some(Found { goal, spot }),
                Step::Failed(_) => return None,
                Step::Stands => {
                    fresh = self.learn(&trail);
                    self.keep(&spot, ahead);
                }
            }
        }
        None
    }

    /// A trick that is known at a place, one that was not used often.
    fn trick(&mut self, at: Pc) -> Option<Trick> {
        let known = self.tricks.get_mut(&at)?;
        let drawn: Vec<u64> = (0..2).map(|_| self.random.below(known.len() as u64)).collect();
        let drawn = known.values_mut().enumerate().filter(|(n, _)| drawn.contains(&(*n as u64)));
        let trick = drawn.flat_map(|(_, tricks)| tricks).min_by_key(|t| t.uses)?;
        trick.uses += 1;
        Some(trick.clone())
    }

    /// How often to repeat what makes such a change: for ever, a few times, or until about a landmark.
    fn rounds(&mut self, spot: &Spot, change: &[i128]) -> u64 {
        let limit = 1 << 40;
        match self.random.below(4) {
            0 => 1 << self.random.below(8),
            1 => {
                let rounds = self.landmarks.rounds(self.machine.loc(spot.at), &spot.memory, change);
                let near = self.random.below(3);
                if rounds.is_empty() { limit } else { (*self.random.pick(&rounds)).clamp(1, limit) + near - 1 }
            }
            _ => limit,
        }
    }

    /// Reads one input. Where the run is lost, another value is tried, a few times.
    fn advance(&mut self, spot: &mut Spot, trail: &mut Trail, ahead: &Ahead, budget: &Budget) -> Step {
        let loc = self.machine.loc(spot.at);
        if trail.stands.is_empty() {
            trail.stands.push(Stand { at: spot.at, words: self.landmarks.words(loc, &spot.memory), course: 0 });
        }
        let Some(request) = self.machine.asks(spot.at, &spot.memory) else { return Step::Lost };
        let before = spot.memory.clone();
        for tried in 0..TRIES {
            if tried > 0 {
                self.pay(&before);
                spot.memory.clone_from(&before);
            }
            let value = self.choose(&request, ahead, &before);
            let mut answer = Some(Int::from(value));
            let mut course = Course::new(&self.writes);
            let once = &mut |_: &Request| answer.take();
            let (outcome, at) = self.machine.go_on(&mut spot.memory, spot.at, once, self.fuel, budget, &mut course);
            self.fuel = self.fuel.saturating_sub(outcome.executed);
            let step = match outcome.end {
                End::Error(loc) => Step::Failed(loc),
                End::NoInput(loc) if answer.is_none() && ahead.hopeful(loc, &spot.memory) => Step::Stands,
                _ => continue,
            };
            spot.push(vec![value], 1);
            spot.steps += outcome.steps;
            spot.at = at;
            if matches!(step, Step::Stands) {
                trail.tape.push((request, value));
                let words = self.landmarks.words(self.machine.loc(at), &spot.memory);
                trail.stands.push(Stand { at, words, course: course.edges });
            }
            return step;
        }
        Step::Lost
    }

    /// Notes the ways in which the run has just come back to where it was, and returns one of them.
    fn learn(&mut self, trail: &Trail) -> Option<Trick> {
        let now = trail.stands.last()?;
        let last = trail.tape.len();
        let (mut course, mut count, mut one) = (0u64, 0, None);
        for from in (last.saturating_sub(LONGEST)..last).rev() {
            course = course.rotate_left(7) ^ trail.stands[from + 1].course;
            let then = &trail.stands[from];
            if then.at != now.at {
                continue;
            }
            let change = now.words.iter().zip(&then.words).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Vec<i128>>>();
            let Some(change) = change.filter(|c| c.iter().any(|d| *d != 0)) else { continue };
            let trick = Trick { tape: trail.tape[from..].to_vec(), change, course, uses: 0 };
            count += 1;
            if self.random.chance(count) {
                one = Some(trick.clone());
            }
            self.note(now.at, trick);
        }
        one
    }

    fn note(&mut self, at: Pc, trick: Trick) {
        let effect: Vec<i8> = trick.change.iter().map(|c| c.signum() as i8).collect();
        let effects = self.tricks.entry(at).or_default();
        if effects.len() >= EFFECTS && !effects.contains_key(&effect) {
            return;
        }
        let known = effects.entry(effect).or_default();
        if let Some(same) = known.iter_mut().find(|k| k.course == trick.course) {
            // The values of a later run fit later runs.
            *same = Trick { uses: same.uses, ..trick };
        } else if known.len() < TRICKS {
            known.push(trick);
        } else if let Some(longest) = known.iter_mut().max_by_key(|k| k.tape.len()).filter(|k| k.tape.len() > trick.tape.len()) {
            // Short ones are used again more easily.
            *longest = trick;
        }
    }

    /// A value to answer with: within what the error needs, if that is known.
    fn choose(&mut self, request: &Request, ahead: &Ahead, memory: &Memory) -> i128 {
        let random = &mut self.random;
        let (var, after) = match request {
            Request::Choice { options, .. } => return i128::from(random.below(u64::from(*options))),
            Request::Element { var, .. } => (*var, None),
            Request::Value { edge, var, .. } => (*var, Some(self.cfa.edge(*edge).to)),
        };
        let (least, greatest) = bounds(request);
        let (low, high) = after.map_or((None, None), |loc| ahead.range(loc, var, memory));
        let (low, high) = (low.map_or(least, |l| l.max(least)), high.map_or(greatest, |h| h.min(greatest)));
        let seldom = random.chance(4);
        let drawn = match random.below(16) {
            0 | 1 if low > least => low,
            2 | 3 if high < greatest => high,
            // Values that nobody compares with anything make states look new that are not.
            // Numbers without a type stay such that reports can tell them as machine words.
            0 if seldom => {
                if low < i128::from(i64::MIN) {
                    -FAR
                } else {
                    low
                }
            }
            2 if seldom => {
                if high > i128::from(u64::MAX) {
                    FAR
                } else {
                    high
                }
            }
            8 if seldom => i128::from(random.next_u64() as i64 >> random.below(64)),
            4 | 5 => i128::from(random.between(-2, 3)),
            // A program may have nothing but arrays.
            6 | 7 if !memory.integers().is_empty() => *random.pick(memory.integers()),
            _ => *random.pick(&self.landmarks.constants[var.index()]),
        };
        if (low..=high).contains(&drawn) { drawn } else { drawn.clamp(low, high.max(low)).clamp(least, greatest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters are copied as long as there is room; brackets make room smaller and larger; some are quoted.
    const COPY: &str = "cfa\nvar at: int\nvar room: int\nvar open: int\nvar c: int\nentry A\nerror E reach \"\"\n\
        edge A -> H: room := 1000\nedge H -> I: input c i32\n\
        edge I -> P: assume c == 40\nedge I -> Q: assume c == 41\nedge I -> X: assume c == 0\nedge I -> C: assume c > 41\n\
        edge I -> H: assume c < 40 && c > 0\nedge I -> H: assume c < 0\n\
        edge P -> P1: assume room > 0\nedge P -> H: assume room <= 0\nedge P1 -> P2: room := room - 1\nedge P2 -> H: open := open + 1\n\
        edge Q -> Q1: assume open > 0\nedge Q -> H: assume open <= 0\nedge Q1 -> Q2: room := room + 2\nedge Q2 -> H: open := open - 1\n\
        edge C -> C1: assume at < room\nedge C -> H: assume at >= room\nedge C1 -> H: at := at + 1\n\
        edge X -> E: assume at > 1200\n";

    #[test]
    fn what_is_kept_is_where_its_script_leads() {
        let cfa = base::text::parse_cfa(COPY).unwrap();
        let machine = Machine::compile(&cfa);
        let goals: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).collect();
        let ahead = Ahead::anyhow(&cfa, &goals);
        let (mut leapt, budget) = (0, Budget::unlimited());
        for seed in 0..4 {
            let mut roam = Roam::new(&cfa, &machine, seed);
            let found = roam.run(&ahead, &goals, Duration::from_secs(20), &budget).expect("a run that fails");
            assert!(roam.confirm(&found, &budget));
            let script = found.script();
            let end = machine.run(&mut machine.memory(), &mut script.reader(), u64::MAX, &budget, &mut ()).end;
            assert_eq!(end, End::Error(found.goal));
            for kept in &roam.kept {
                let mut memory = machine.memory();
                let script = kept.spot.script();
                let (outcome, at) = machine.go_on(&mut memory, machine.entry(), &mut script.reader(), u64::MAX, &budget, &mut ());
                assert!(matches!(outcome.end, End::NoInput(_)) && at == kept.spot.at);
                assert_eq!(memory.integers(), kept.spot.memory.integers(), "{script:?}");
                leapt += usize::from(kept.spot.leapt);
            }
        }
        assert!(leapt > 0);
    }

    #[test]
    fn a_program_without_integers_is_roamed_too() {
        // All that is chosen are elements of an array.
        let text = "cfa\nvar a: i32[3]\nentry A\nerror E reach \"\"\nedge A -> B: input a i32\nedge B -> E: assume a[1] == 77\n\
            edge B -> A: assume a[1] != 77\n";
        let cfa = base::text::parse_cfa(text).unwrap();
        let machine = Machine::compile(&cfa);
        let goals: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).collect();
        let mut roam = Roam::new(&cfa, &machine, 1);
        let found = roam.run(&Ahead::anyhow(&cfa, &goals), &goals, Duration::from_secs(20), &Budget::unlimited());
        assert!(found.is_some());
    }

    #[test]
    fn what_was_left_out_wrongly_is_found_out() {
        // Landing beyond 5000 looks right, but a run cannot pass it: the condition is not linear in what changes.
        let text = "cfa\nvar x: int\nvar c: int\nentry A\nerror E reach \"\"\nedge A -> B: input c i32\nedge B -> C: assume c > 0\n\
            edge B -> D: assume c <= 0\nedge C -> A1: x := x + 1\nedge A1 -> A: assume x != 5000\nedge D -> E: assume x > 9000\n";
        let cfa = base::text::parse_cfa(text).unwrap();
        let machine = Machine::compile(&cfa);
        let goals: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).collect();
        let mut roam = Roam::new(&cfa, &machine, 1);
        let found = roam.run(&Ahead::anyhow(&cfa, &goals), &goals, Duration::from_secs(20), &Budget::unlimited());
        let found = found.expect("a run that seems to fail");
        assert!(!roam.confirm(&found, &Budget::unlimited()));
    }

    #[test]
    fn a_run_that_fails_before_it_has_read_everything_is_not_confirmed() {
        // A leap may pass 5000, where a run fails.
        let text = "cfa\nvar x: int\nvar c: int\nentry A\nerror E reach \"\"\nedge A -> B: input c i32\nedge B -> C: assume c > 0\n\
            edge B -> D: assume c <= 0\nedge C -> A1: x := x + 1\nedge A1 -> A: assume x != 5000\nedge A1 -> E: assume x == 5000\n\
            edge D -> E: assume x > 9000\n";
        let cfa = base::text::parse_cfa(text).unwrap();
        let machine = Machine::compile(&cfa);
        let goals: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).collect();
        let (ahead, budget) = (Ahead::anyhow(&cfa, &goals), Budget::unlimited());
        let mut confirmed = [0, 0];
        for seed in 0..40 {
            let mut roam = Roam::new(&cfa, &machine, seed);
            let found = roam.run(&ahead, &goals, Duration::from_secs(20), &budget).expect("a run that fails, or seems to");
            let script = found.script();
            let mut reader = script.reader();
            let end = machine.run(&mut machine.memory(), &mut reader, u64::MAX, &budget, &mut ()).end;
            let exact = end == End::Error(found.goal) && reader.used == script.len();
            assert_eq!(roam.confirm(&found, &budget), exact, "{script:?}");
            confirmed[usize::from(exact)] += 1;
        }
        assert!(confirmed.iter().all(|n| *n > 0), "{confirmed:?}");
    }
}
