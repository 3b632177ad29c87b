//! The desk: where engines hand in evidence, and the only way an answer gets out.
//!
//! Several engines work on one program at the same time. Each hands in traces and proofs; the desk has them confirmed by
//! the judge (`check`, passed in from outside, so that this room does not know it) and keeps what was confirmed.
//! Invariant: [`Desk::decided`] holds nothing that the judge has not confirmed.

use base::{Budget, Cfa, Check, Formula, LocId, Proof, SortedMap, Stop, Trace, Why};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Confirms evidence. It shares no code with the engines.
pub trait Judge: Sync {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why>;
    /// Does the proof show that none of `targets` can be reached?
    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why>;
    /// The same of a proof from which parts were left out: that it is wrong now is no mistake of an engine, and nobody is told.
    fn less(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        self.proof(cfa, proof, targets, budget)
    }
    /// Of which of `targets` does it show that? The others with the reason.
    fn proof_of_some(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> (Vec<LocId>, SortedMap<LocId, Why>) {
        match self.proof(cfa, proof, targets, budget) {
            Ok(()) => (targets.to_vec(), SortedMap::new()),
            Err(why) => (Vec::new(), targets.iter().map(|t| (*t, why.clone())).collect()),
        }
    }
}

/// One way of finding evidence.
pub trait Engine: Sync {
    fn name(&self) -> String;
    /// Works on the error locations that are open at the desk until all are decided, it gives up, or the budget ends.
    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget);
}

/// What an engine is doing, for whoever looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub nodes: u64,
    pub refinements: u64,
    /// The place that is suspected to fail.
    pub suspect: Option<String>,
}

/// Somebody who looks on. Nothing an engine does depends on it.
pub trait Watch: Sync {
    fn progress(&self, engine: &str, progress: &Progress);
    /// One sentence of the story: what was lost, what was learnt.
    fn tell(&self, engine: &str, sentence: &str);
}

/// Looks on at a desk for another view of the program: what is told there is told at the desk of the program, under one name.
pub struct Onlooker<'a> {
    pub name: &'a str,
    pub desk: &'a Desk<'a>,
}

impl Watch for Onlooker<'_> {
    fn progress(&self, _: &str, progress: &Progress) {
        self.desk.progress(self.name, progress);
    }

    fn tell(&self, _: &str, sentence: &str) {
        self.desk.tell(self.name, sentence);
    }
}

/// A run that reads fewer values is not shortened.
const LONG: u64 = 1000;
/// How long a shorter run is searched for.
const MOMENT: Duration = Duration::from_millis(200);

/// So many parts of a proof may be left out, as long as that takes no longer than this.
const MOST_LEFT_OUT: u32 = 24;
const LEAVING_OUT: Duration = Duration::from_secs(2);
/// A rumour with more terms is not kept.
const LONG_RUMOUR: usize = 3000;

/// A confirmed answer about one error location.
#[derive(Clone, Debug)]
pub enum Decided {
    Unreachable {
        proof: Arc<Proof>,
        engine: String,
    },
    Reached {
        trace: Trace,
        engine: String,
    },
    /// Both answers were confirmed: a bug of ours, and no answer at all.
    Contradiction {
        engines: String,
    },
}

impl Decided {
    pub fn engine(&self) -> &str {
        match self {
            Decided::Unreachable { engine, .. } | Decided::Reached { engine, .. } => engine,
            Decided::Contradiction { engines } => engines,
        }
    }

    fn contradicts(&self, other: &Decided) -> bool {
        matches!(
            (self, other),
            (Decided::Unreachable { .. }, Decided::Reached { .. }) | (Decided::Reached { .. }, Decided::Unreachable { .. })
        )
    }
}

/// The least time for the other locations once one error is reached: enough for what is decided at once.
const GRACE: Duration = Duration::from_millis(300);

pub struct Desk<'a> {
    cfa: &'a Cfa,
    judge: &'a dyn Judge,
    watch: &'a dyn Watch,
    budget: Budget,
    book: Mutex<Book>,
    opened: Instant,
    thorough: bool,
}

#[derive(Default)]
struct Book {
    decided: SortedMap<LocId, Decided>,
    /// Why an engine gave up on a location, by engine.
    unknown: SortedMap<LocId, SortedMap<String, Why>>,
    /// What engines said that panicked.
    crashes: SortedMap<String, String>,
    /// What an engine believes of locations, by engine.
    rumours: SortedMap<String, SortedMap<LocId, Formula>>,
}

impl<'a> Desk<'a> {
    /// `budget` is stopped as soon as every error location is decided.
    pub fn new(cfa: &'a Cfa, judge: &'a dyn Judge, watch: &'a dyn Watch, budget: Budget) -> Self {
        Desk { cfa, judge, watch, budget, book: Mutex::new(Book::default()), opened: Instant::now(), thorough: true }
    }

    /// One error that is reached is answer enough: the other locations get a little more time and no more.
    pub fn hurried(self) -> Self {
        Desk { thorough: false, ..self }
    }

    /// The error locations that nobody has decided yet.
    pub fn open(&self) -> Vec<LocId> {
        let book = self.book.lock().unwrap();
        self.cfa.errors.iter().map(|e| e.loc).filter(|l| !book.decided.contains_key(l)).collect()
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.budget.left()
    }

    /// Hands in a run that fails.
    pub fn trace(&self, engine: &str, trace: Trace) -> Result<(), Why> {
        let verdict = self.judge.trace(self.cfa, &trace, &self.budget);
        match &verdict {
            Ok(()) => {
                let trace = self.shorter(trace);
                self.enter(vec![(trace.error, Decided::Reached { trace, engine: engine.into() })]);
            }
            Err(why) => self.give_up(engine, &[trace.error], why.clone()),
        }
        verdict
    }

    /// The run with as few rounds of what it reads again and again as a moment's search finds: whoever reads it, and whoever
    /// tells it in other words, should not go through ten thousand rounds if three will do.
    fn shorter(&self, trace: Trace) -> Trace {
        if trace.inputs.len() < LONG {
            return trace;
        }
        let moment = self.budget.child(Some(MOMENT));
        let mut rounds: Vec<u64> = trace.inputs.stretches().iter().map(|s| s.times).collect();
        for stretch in (0..rounds.len()).rev() {
            let (mut few, mut enough) = (0, rounds[stretch]);
            while few < enough && moment.stopped().is_none() {
                // Mostly a few are enough, and a short run is soon tried.
                rounds[stretch] = few + (enough - few) / 4;
                let fewer = Trace { inputs: trace.inputs.with_rounds(&rounds), ..trace };
                match self.judge.trace(self.cfa, &fewer, &moment) {
                    Ok(()) => enough = rounds[stretch],
                    Err(_) => few = rounds[stretch] + 1,
                }
            }
            rounds[stretch] = enough;
        }
        Trace { inputs: trace.inputs.with_rounds(&rounds), ..trace }
    }

    /// Hands in a proof that none of `targets` can be reached.
    pub fn proof(&self, engine: &str, proof: Proof, targets: &[LocId]) -> Result<(), Why> {
        self.proof_within(engine, proof, targets, &self.budget)
    }

    /// The same if the judge may take a long time, and the engine has less.
    pub fn proof_within(&self, engine: &str, proof: Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        let verdict = self.judge.proof(self.cfa, &proof, targets, budget);
        match &verdict {
            Ok(()) => self.enter_proof(engine, proof, targets),
            Err(why) => self.give_up(engine, targets, why.clone()),
        }
        verdict
    }

    /// Hands in a proof that may show this of some of `targets` only. Returns the others, with the reason.
    pub fn proof_of_some(&self, engine: &str, proof: Proof, targets: &[LocId], budget: &Budget) -> SortedMap<LocId, Why> {
        let (confirmed, left) = self.judge.proof_of_some(self.cfa, &proof, targets, budget);
        left.iter().for_each(|(target, why)| self.give_up(engine, &[*target], why.clone()));
        self.enter_proof(engine, proof, &confirmed);
        left
    }

    fn enter_proof(&self, engine: &str, proof: Proof, confirmed: &[LocId]) {
        let proof = Arc::new(proof);
        let unreachable = |&l: &LocId| (l, Decided::Unreachable { proof: proof.clone(), engine: engine.into() });
        self.enter(confirmed.iter().map(unreachable).collect());
    }

    /// Hands in a proof that none of `targets` can be reached, for all at once and, if that is not confirmed, for each alone: one
    /// target that cannot be confirmed must not spoil the others. Returns those that were not confirmed; the reasons are kept.
    pub fn prove(&self, engine: &str, proof: &Proof, targets: &[LocId]) -> Vec<LocId> {
        match self.prove_with_less(engine, proof, targets) {
            Ok(()) => Vec::new(),
            Err(Why::Unconfirmed { .. }) if targets.len() > 1 => {
                targets.iter().copied().filter(|target| self.proof(engine, proof.clone(), &[*target]).is_err()).collect()
            }
            Err(_) => targets.to_vec(),
        }
    }

    /// Leaves out what the judge could not confirm, as long as the rest may be enough: a domain says much that no target needs.
    fn prove_with_less(&self, engine: &str, proof: &Proof, targets: &[LocId]) -> Result<(), Why> {
        let whole = self.proof(engine, proof.clone(), targets);
        let (mut missing, mut less, began) = (whole.clone(), proof.clone(), Instant::now());
        for _ in 0..MOST_LEFT_OUT {
            let Err(Why::Unconfirmed { loc, part: Some(part), .. }) = &missing else { break };
            if began.elapsed() > LEAVING_OUT || !less.leave_out(*loc, part) {
                break;
            }
            missing = self.less(engine, &less, targets);
            if missing.is_ok() {
                return missing;
            }
        }
        whole
    }

    /// Hands in a proof from which parts were left out; if it is not confirmed, nothing is said.
    pub fn less(&self, engine: &str, proof: &Proof, targets: &[LocId]) -> Result<(), Why> {
        self.judge.less(self.cfa, proof, targets, &self.budget)?;
        self.enter_proof(engine, proof.clone(), targets);
        Ok(())
    }

    /// Says that an engine has no answer for these locations, and why.
    pub fn give_up(&self, engine: &str, targets: &[LocId], why: Why) {
        let mut book = self.book.lock().unwrap();
        for target in targets {
            book.unknown.entry(*target).or_default().insert(engine.into(), why.clone());
        }
    }

    /// Says of the locations that are open why there was no answer at the desk for another view of the program, if anybody said so there.
    pub fn give_up_as(&self, engine: &str, inner: &Desk<'_>) {
        for target in self.open() {
            if let Some(why) = inner.reasons(target).into_values().next() {
                self.give_up(engine, &[target], why);
            }
        }
    }

    /// Says what an engine believes that holds at locations, instead of what it said before. It need not be true, so nothing may rest on it; but whoever
    /// guesses what holds there need not find it again.
    pub fn rumour(&self, engine: &str, believed: SortedMap<LocId, Formula>) {
        let is_short = |f: &Formula| {
            let mut size = 0;
            f.walk(&mut |_| size += 1);
            size <= LONG_RUMOUR
        };
        let believed = believed.into_iter().filter(|(_, f)| is_short(f)).collect();
        self.book.lock().unwrap().rumours.insert(engine.into(), believed);
    }

    /// All that is believed, location by location.
    pub fn rumours(&self) -> SortedMap<LocId, Vec<Formula>> {
        let mut found: SortedMap<LocId, Vec<Formula>> = SortedMap::new();
        for (l, f) in self.book.lock().unwrap().rumours.values().flatten() {
            let all = found.entry(*l).or_default();
            if !all.contains(f) {
                all.push(f.clone());
            }
        }
        found
    }

    /// Says that an engine has failed, which is a bug of ours: whoever reports an answer reports this too.
    pub fn crash(&self, engine: &str, what: String) {
        self.give_up(engine, &self.open(), Why::Crashed(what.clone()));
        self.book.lock().unwrap().crashes.insert(engine.into(), what);
    }

    pub fn progress(&self, engine: &str, progress: &Progress) {
        self.watch.progress(engine, progress);
    }

    pub fn tell(&self, engine: &str, sentence: &str) {
        self.watch.tell(engine, sentence);
    }

    pub fn decided(&self) -> SortedMap<LocId, Decided> {
        self.book.lock().unwrap().decided.clone()
    }

    /// The engines that have failed, with what they said.
    pub fn crashes(&self) -> SortedMap<String, String> {
        self.book.lock().unwrap().crashes.clone()
    }

    /// The reasons of those who gave up on a location.
    pub fn reasons(&self, loc: LocId) -> SortedMap<String, Why> {
        self.book.lock().unwrap().unknown.get(&loc).cloned().unwrap_or_default()
    }

    fn enter(&self, answers: Vec<(LocId, Decided)>) {
        let mut book = self.book.lock().unwrap();
        for (loc, answer) in answers {
            let known = book.decided.entry(loc).or_insert_with(|| answer.clone());
            if known.contradicts(&answer) {
                // One of the two was confirmed wrongly. Neither may get out, and nobody may decide it again.
                let engines = format!("{} and {} were both confirmed and contradict each other", known.engine(), answer.engine());
                *known = Decided::Contradiction { engines };
            }
        }
        // To reach what the front end does not understand is no answer.
        let violated = |(loc, answer): (&LocId, &Decided)| {
            matches!(answer, Decided::Reached { .. }) && self.cfa.error_at(*loc).is_some_and(|e| e.check != Check::Unsupported)
        };
        if !self.thorough && book.decided.iter().any(violated) {
            self.budget.hurry(GRACE.max(self.opened.elapsed() / 4));
        }
        if self.cfa.errors.iter().all(|e| book.decided.contains_key(&e.loc)) {
            self.budget.stop(Stop::NotNeeded);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl Watch for Nobody {
        fn progress(&self, _: &str, _: &Progress) {}

        fn tell(&self, _: &str, _: &str) {}
    }

    /// Confirms what says nothing of these.
    struct Doubts(Vec<Formula>);

    impl Judge for Doubts {
        fn trace(&self, _: &Cfa, _: &Trace, _: &Budget) -> Result<(), Why> {
            Ok(())
        }

        fn proof(&self, _: &Cfa, proof: &Proof, _: &[LocId], _: &Budget) -> Result<(), Why> {
            let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("no formulas".into())) };
            let doubtful = |(l, f): (&LocId, &Formula)| f.parts().iter().find(|p| self.0.contains(p)).map(|p| (*l, p.clone()));
            match invariants.iter().find_map(doubtful) {
                Some((loc, part)) => Err(Why::Unconfirmed { loc, part: Some(part), what: "not shown".into() }),
                None => Ok(()),
            }
        }
    }

    #[test]
    fn what_a_proof_can_do_without_is_left_out() {
        let text = "cfa\nvar x: int\nentry A\nerror E reach \"\"\nedge A -> B: x := 1\nedge B -> E: assume x < 0\n";
        let cfa = base::text::parse_cfa(text).unwrap();
        let formula = |s: &str| base::text::parse_formula(s, &cfa).unwrap();
        let (a, error) = (cfa.entry, cfa.errors[0].loc);
        let said = Formula::and(["x >= 0", "x <= 1", "x <= 7"].map(formula));
        let proof = Proof::Invariants([(a, said), (error, Formula::False)].into());
        for (doubts, is_proved) in [(vec!["x <= 7"], true), (vec!["x <= 7", "x <= 1"], true), (vec!["x <= 7", "false"], false)] {
            let judge = Doubts(doubts.into_iter().map(formula).collect());
            let desk = Desk::new(&cfa, &judge, &Nobody, Budget::unlimited());
            assert_eq!(desk.prove("test", &proof, &[error]).is_empty(), is_proved);
            assert_eq!(desk.open().is_empty(), is_proved);
        }
    }

    #[test]
    fn the_newest_rumour_of_an_engine_counts() {
        let cfa = base::text::parse_cfa("cfa\nvar x: int\nentry A\nerror E reach \"\"\nedge A -> E: assume x < 0\n").unwrap();
        let formula = |s: &str| base::text::parse_formula(s, &cfa).unwrap();
        let judge = Doubts(Vec::new());
        let desk = Desk::new(&cfa, &judge, &Nobody, Budget::unlimited());
        let at = |f: &str| SortedMap::from([(cfa.entry, formula(f))]);
        desk.rumour("one", at("x <= 9"));
        desk.rumour("other", at("x >= 0"));
        desk.rumour("one", at("x <= 5"));
        assert_eq!(desk.rumours()[&cfa.entry], [formula("x <= 5"), formula("x >= 0")]);
        // Nothing is decided by what is only believed.
        assert_eq!(desk.open().len(), 1);
    }
}
