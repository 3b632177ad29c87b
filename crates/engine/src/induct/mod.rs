//! Induction: the program is cut at the heads of loops that go on for long, and what holds there is guessed, then confirmed by circuits.
//!
//! Each stretch between two cuts is unrolled to one circuit ([`Course::between`]), so loops with few rounds, tables, bits and divisions need no
//! invariant. What holds at the cuts comes from three sources: explorations in abstract domains, whose result is inductive; types; and
//! guesses from samples of runs ([`guess`]), as Daikon makes them. Of the guesses the largest set is kept that is inductive (Flanagan, Leino: Houdini, an
//! Annotation Assistant for ESC/Java, FME 2001): a model of the circuit in which a guess fails at the end of a stretch refutes it. That no error
//! was met on a stretch is a premise for what holds at its end, so that an assertion in a loop is known in the next round.
//!
//! Invariant: nothing is handed in that the desk does not have checked; `check` unrolls the stretches again.

mod guess;
mod samples;

use crate::cases::Cased;
use crate::desk::{Desk, Engine};
use crate::explore::{Explorer, Order};
use crate::log::Log;
use crate::precision::Precision;
use crate::thresholds::thresholds;
use base::live::live;
use base::wto::Wto;
use base::{BinOp, Budget, Cfa, CmpOp, Domain, Expr, Formula, Int, IntType, LocId, Proof, Sort, Stmt, VarId, Why};
use samples::Samples;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use unroll::eval::{Value, few_values};
use unroll::solve::{Answer, Solving};
use unroll::{Course, Lit, State, elements_of};

const NAME: &str = "induct";

/// Why there is no answer where there is nothing better to say.
const NOT_ENOUGH: &str = "what was guessed at the heads of loops is not enough";

/// A loop that is around other loops, or around nothing, is cut if it goes on after so many rounds; any other after so many.
const LONG: u32 = 24;
const VERY_LONG: u32 = 130;
/// A program with more cuts is given up.
const MOST_CUTS: usize = 12;
/// The part of the time that all explorations together may take, and that samples may.
const EXPLORING: f64 = 0.2;
const SAMPLING: f64 = 0.1;
const MOST_SAMPLING: Duration = Duration::from_millis(500);
/// So many elements of a table are known at a cut.
const MOST_FIXED: u64 = 1024;
/// The numbers of objects and what else has no type.
const WIDE: IntType = IntType { signed: true, bits: 64 };
/// A target of which it is not seen in this part of the time that it is excluded is left to others, and a formula that is not decided taken back.
const SHARE: u32 = 15;
/// The first look at a question.
const GLANCE: Duration = Duration::from_millis(60);
/// A loop that makes a circuit of this part of the most gates in a few rounds is cut too.
const PROBED: usize = 8;
const FEW_ROUNDS: u32 = 3;
/// An exploration with more nodes is not used.
const MOST_NODES: usize = 20_000;

pub struct Induct<D> {
    /// Their explorations say what holds at the cuts.
    pub domains: Vec<D>,
    pub patience: Option<Duration>,
    /// So many states of one place are kept apart.
    pub apart: u32,
    /// The most gates of a stretch.
    pub gates: usize,
    /// Whether it works if no loop goes on for long: then the program is one stretch, which is what `unroll` is for.
    pub uncut: bool,
}

/// A stretch of the program.
struct Stretch<'a> {
    course: Course<'a>,
    solving: Solving,
    /// The cut where it begins, with the state there before anything is known; none for the entry.
    from: Option<(LocId, State)>,
    /// For each formula of that cut: that it holds at the start.
    given: Vec<Lit>,
    /// For each arrival and each formula of its cut: that it fails there.
    fails: Vec<(LocId, Vec<Lit>)>,
}

/// Why there are no stretches.
enum Stuck {
    /// This loop has to be cut.
    Long(LocId),
    Why(Why),
}

/// What is said of a cut.
#[derive(Default)]
struct Said {
    /// Circuits rest on these: bounds, and what variables are that nobody writes behind the cuts.
    firm: Vec<Formula>,
    fixed: Vec<Formula>,
    guesses: Vec<Formula>,
    /// Circuits do not rest on these any more.
    fallen: BTreeSet<Formula>,
}

impl Said {
    /// What circuits rest on.
    fn base(&self) -> impl Iterator<Item = &Formula> {
        self.firm.iter().chain(&self.fixed)
    }

    /// Takes back a formula that is not inductive; of bounds those of the type are left, if it was not them.
    fn without(&mut self, f: Formula, cfa: &Cfa) {
        self.firm.retain(|g| *g != f);
        if let Formula::Cmp(op @ (CmpOp::Ge | CmpOp::Le), a, _) = &f
            && let Expr::Var(v) = &**a
        {
            let ty = cfa.var(*v).ty.unwrap_or(WIDE);
            let bound = Formula::cmp(*op, *v, if *op == CmpOp::Ge { ty.min() } else { ty.max() });
            if bound != f && !self.fallen.contains(&bound) && !self.firm.contains(&bound) {
                self.firm.push(bound);
            }
        }
        self.fallen.insert(f);
    }

    fn all(&self) -> impl Iterator<Item = &Formula> {
        self.base().chain(&self.guesses)
    }
}

impl<D: Domain + Sync> Engine for Induct<D> {
    fn name(&self) -> String {
        NAME.into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let budget = &budget.child(self.patience);
        let targets = desk.open();
        if let Err(why) = self.work(cfa, &targets, desk, budget) {
            desk.give_up(NAME, &desk.open(), why);
        }
    }
}

impl<D: Domain> Induct<D> {
    fn work(&self, cfa: &Cfa, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> Result<(), Why> {
        let (wto, live) = (Wto::new(cfa), live(cfa));
        let heads: BTreeSet<LocId> = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l) && wto.is_head(*l)).collect();
        if heads.is_empty() && !self.uncut {
            return Err(Why::Refused("there is no loop to be cut".into()));
        }
        let known = self.explored(cfa, &heads, budget);
        let time = budget.left().map_or(Duration::from_secs(1), |left| left.mul_f64(SAMPLING)).min(MOST_SAMPLING);
        let sampled = samples::draw(cfa, &heads, &live, time, budget);
        for (head, samples) in &sampled {
            desk.tell(NAME, &format!("{} samples of {} terms at {}", samples.rows.len(), samples.terms.len(), cfa.place(*head)));
        }
        let bounds = constants(cfa);
        let of = |head: &LocId| {
            let mut guesses = guesses(cfa, &live[head.index()], known.get(head), &sampled[head], &bounds);
            let mut firm = firm(cfa, &live[head.index()], known.get(head));
            // Bounds that runs keep and the program knows: circuits are small where they are true.
            firm.extend(guesses.extract_if(
                ..,
                |f| matches!(f, Formula::Cmp(CmpOp::Ge | CmpOp::Le, a, b) if matches!((&**a, &**b), (Expr::Var(_), Expr::Const(_)))),
            ));
            // What leaves a number few values, so that these are told apart; a division of a wide number is not worth its circuit.
            let narrow = Formula::and(firm.iter().cloned());
            let few: Vec<Formula> = guesses.extract_if(.., |f| f.vars().len() == 1 && is_few(f)).collect();
            firm.extend(few.into_iter().filter(|f| f.vars().iter().all(|v| few_values(*v, &narrow).is_some())));
            Said { firm, guesses, ..Said::default() }
        };
        let mut cuts: BTreeMap<LocId, Said> = BTreeMap::new();
        loop {
            let mut stretches = match self.stretches(cfa, &wto, &live, targets, &mut cuts, budget) {
                Ok(stretches) => stretches,
                Err(Stuck::Long(head)) if cuts.len() < MOST_CUTS => {
                    desk.tell(NAME, &format!("the loop at {} goes on for long: it is cut", cfa.place(head)));
                    cuts.insert(head, of(&head));
                    continue;
                }
                Err(Stuck::Long(_)) => return Err(Why::Refused(format!("more than {MOST_CUTS} loops go on for long"))),
                Err(Stuck::Why(why)) => return Err(why),
            };
            if cuts.is_empty() && !self.uncut {
                return Err(Why::Refused("no loop goes on for long".into()));
            }
            let count: usize = cuts.values().map(|s| s.all().count()).sum();
            let gates: usize = stretches.iter().map(|s| s.course.board.gates.len()).sum();
            desk.tell(NAME, &format!("cut at {} heads: {gates} gates, {count} formulas", cuts.len()));
            let (kept, proved) = match inductive(&mut stretches, &cuts, targets, budget)? {
                Outcome::Inductive(kept, proved) => (kept, proved),
                Outcome::Fallen(fallen) => {
                    // The circuits are made again without it.
                    for (cut, f) in fallen {
                        desk.tell(NAME, &format!("not inductive at {}: {}", cfa.place(cut), base::text::print_formula(&f, cfa)));
                        cuts.get_mut(&cut).expect("every cut is there").without(f, cfa);
                    }
                    continue;
                }
            };
            let left: usize = kept.values().map(|f| f.parts().len()).sum();
            desk.tell(NAME, &format!("{left} formulas are inductive; {} of {} targets are excluded", proved.len(), targets.len()));
            for (cut, f) in &kept {
                desk.tell(NAME, &format!("{}: {}", cfa.place(*cut), base::text::print_formula(f, cfa)));
            }
            if proved.is_empty() {
                return Err(Why::Refused(NOT_ENOUGH.into()));
            }
            let proof = Proof::Unrolled { apart: self.apart, cuts: kept };
            desk.proof_within(NAME, proof, &proved, budget)?;
            let left: Vec<LocId> = targets.iter().copied().filter(|t| !proved.contains(t)).collect();
            desk.give_up(NAME, &left, Why::Refused(NOT_ENOUGH.into()));
            return Ok(());
        }
    }

    /// What the domains find out about the heads, without any refinement.
    fn explored(&self, cfa: &Cfa, heads: &BTreeSet<LocId>, budget: &Budget) -> BTreeMap<LocId, Vec<Formula>> {
        let cased = Cased::new(cfa);
        let wto = Wto::new(&cased.cfa);
        let mut found: BTreeMap<LocId, Vec<Formula>> = BTreeMap::new();
        for domain in &self.domains {
            let time = budget.left().map(|left| left.mul_f64(EXPLORING / self.domains.len() as f64));
            let explorer =
                Explorer { cfa: &cased.cfa, domain, wto: &wto, order: Order::Dag, merge_again: true, only_ahead: false, limit: MOST_NODES };
            let mut log = Log::forgetting(domain, &cased.cfa);
            let mut precision = Precision::default();
            precision.learn(&thresholds(&cased.cfa, &wto));
            let run = explorer.under(&mut log, &precision, None, &budget.child(time));
            if run.cut.is_none() {
                let invariants = run.invariants(&cased.cfa, domain, &log);
                heads.iter().for_each(|l| found.entry(*l).or_default().extend(invariants.get(l).cloned()));
            }
        }
        found
    }

    fn stretches<'a>(
        &self,
        cfa: &'a Cfa,
        wto: &Wto,
        live: &[BTreeSet<VarId>],
        targets: &[LocId],
        cuts: &mut BTreeMap<LocId, Said>,
        budget: &Budget,
    ) -> Result<Vec<Stretch<'a>>, Stuck> {
        let heads: BTreeSet<LocId> = cuts.keys().copied().collect();
        let apart = self.apart as usize;
        let first = self.unrolled(Course::to(&heads, cfa, targets, apart), wto, cuts, budget)?;
        let fixed = fixed(cfa, &heads, &first);
        for (cut, said) in cuts.iter_mut() {
            let of_live = fixed.iter().filter(|(v, _)| live[cut.index()].contains(v)).flat_map(|(_, all)| all);
            said.fixed = of_live.filter(|f| !said.fallen.contains(f)).cloned().collect();
        }
        let mut found = vec![Stretch::new(first, None, cuts, budget)];
        for (cut, said) in cuts.iter() {
            let known = Formula::and(said.base().cloned());
            let (course, start) = Course::between((*cut, &known), &heads, cfa, targets, apart);
            let course = self.unrolled(course, wto, cuts, budget)?;
            found.push(Stretch::new(course, Some((*cut, start)), cuts, budget));
        }
        Ok(found)
    }

    fn unrolled<'a>(&self, mut course: Course<'a>, wto: &Wto, cuts: &BTreeMap<LocId, Said>, budget: &Budget) -> Result<Course<'a>, Stuck> {
        while course.step() {
            if let Some(stop) = budget.stopped() {
                return Err(Stuck::Why(Why::Stopped(stop)));
            }
            if let Some((at, rounds)) = course.at() {
                let around = wto.around(at);
                let mut loops = around.iter().zip(rounds).filter(|(h, _)| !cuts.contains_key(h));
                if let Some((head, n)) = loops.find(|(_, n)| **n > LONG)
                    && (around.first() == Some(head) || *n > VERY_LONG)
                {
                    return Err(Stuck::Long(*head));
                }
                let outermost = around.first().filter(|h| !cuts.contains_key(h) && rounds[0] > FEW_ROUNDS);
                if let Some(head) = outermost.filter(|_| course.board.gates.len() > self.gates / PROBED) {
                    return Err(Stuck::Long(*head));
                }
                if course.board.gates.len() > self.gates {
                    // Too large as it is: the outermost loop is cut, then the next one.
                    return Err(around.iter().find(|h| !cuts.contains_key(h)).map_or_else(
                        || Stuck::Why(Why::Refused("a stretch between two cuts is too large".into())),
                        |head| Stuck::Long(*head),
                    ));
                }
            }
        }
        Ok(course)
    }
}

impl<'a> Stretch<'a> {
    fn new(mut course: Course<'a>, from: Option<(LocId, State)>, cuts: &BTreeMap<LocId, Said>, budget: &Budget) -> Self {
        let given = match &from {
            Some((cut, start)) => cuts[cut].all().map(|f| start.condition(f, &mut course.board)).collect(),
            None => Vec::new(),
        };
        let mut fails = Vec::new();
        for arrival in std::mem::take(&mut course.arrivals) {
            let mut failing = Vec::new();
            for f in cuts[&arrival.at].all() {
                let holds = arrival.state.surely(f, &mut course.board);
                failing.push(course.board.gates.and(arrival.state.guard, !holds));
            }
            fails.push((arrival.at, failing));
        }
        Stretch { course, solving: Solving::new(budget), from, given, fails }
    }

    /// What is said of its start.
    fn hypotheses(&mut self, alive: &BTreeMap<LocId, Vec<bool>>) -> Lit {
        let Some((cut, _)) = &self.from else { return Lit::TRUE };
        let given = self.given.iter().zip(&alive[cut]).filter(|(_, alive)| **alive).map(|(l, _)| *l);
        self.course.board.gates.all(given)
    }

    /// The formulas of a cut that may fail at one of its arrivals; all of them that are known to, if some are.
    fn refuted(
        &mut self,
        fails: &[Lit],
        alive: &BTreeMap<LocId, Vec<bool>>,
        cut: LocId,
        open: &BTreeSet<LocId>,
        budget: &Budget,
    ) -> Result<BTreeSet<usize>, Why> {
        let given = self.premises(cut, alive, open);
        let asked: Vec<usize> = (0..fails.len()).filter(|i| alive[&cut][*i] && fails[*i] != Lit::FALSE).collect();
        let mut refuted = BTreeSet::new();
        let note = |values: &[bool], refuted: &mut BTreeSet<usize>| {
            refuted.extend(asked.iter().copied().filter(|i| values[fails[*i].gate()] != fails[*i].is_negated()));
        };
        self.solving.within(&budget.child(Some(GLANCE)));
        let any = self.course.board.gates.any(asked.iter().map(|i| fails[*i]));
        match self.solving.ask_under(&self.course.board.gates, &[given], any) {
            Answer::No => return Ok(refuted),
            Answer::Yes(values) => {
                note(&values, &mut refuted);
                return Ok(refuted);
            }
            Answer::Unknown => {}
        }
        // One that is hard to decide must not spoil the others: each is asked for by itself, the hard ones last, and those are taken back that stay hard.
        let mut hard = Vec::new();
        for (again, which) in [(false, asked.clone()), (true, Vec::new())] {
            for i in if again { std::mem::take(&mut hard) } else { which } {
                if let Some(stop) = budget.stopped() {
                    return Err(Why::Stopped(stop));
                }
                if refuted.contains(&i) {
                    continue;
                }
                let time = if again { budget.left().map_or(Duration::from_secs(1), |left| left / SHARE) } else { GLANCE };
                self.solving.within(&budget.child(Some(time)));
                match self.solving.ask_under(&self.course.board.gates, &[given], fails[i]) {
                    Answer::No => {}
                    Answer::Yes(values) => note(&values, &mut refuted),
                    Answer::Unknown if again => _ = refuted.insert(i),
                    Answer::Unknown => hard.push(i),
                }
            }
            // Without those that fail the others are asked for again anyway.
            if !refuted.is_empty() {
                break;
            }
        }
        Ok(refuted)
    }

    /// What is said of its start, and that no target that is excluded was met on the way to a cut.
    fn premises(&mut self, cut: LocId, alive: &BTreeMap<LocId, Vec<bool>>, open: &BTreeSet<LocId>) -> Lit {
        let given = self.hypotheses(alive);
        let none = self.course.met_none(cut, |t| !open.contains(&t));
        self.course.board.gates.and(given, none)
    }
}

/// What the variables are at the cuts that nobody writes behind the first of them, as far as that is known: tables, and what was set up before.
fn fixed(cfa: &Cfa, cuts: &BTreeSet<LocId>, first: &Course<'_>) -> BTreeMap<VarId, Vec<Formula>> {
    let mut behind: BTreeSet<LocId> = BTreeSet::new();
    let mut pending: Vec<LocId> = cuts.iter().copied().collect();
    while let Some(l) = pending.pop() {
        if behind.insert(l) {
            pending.extend(cfa.out(l).iter().map(|e| cfa.edge(*e).to));
        }
    }
    let written: BTreeSet<VarId> = cfa.edges.iter().filter(|e| behind.contains(&e.from)).filter_map(|e| e.stmt.target()).collect();
    let mut found = BTreeMap::new();
    for v in (0..cfa.vars.len() as u32).map(VarId).filter(|v| !written.contains(v)) {
        let known = |state: &State| -> BTreeSet<Formula> {
            let is = |e: Expr, c: i128| Formula::cmp(CmpOp::Eq, e, Int::from(c));
            match &state.vars[v.index()] {
                Value::Number(n) => n.value().map(|c| is(Expr::Var(v), c)).into_iter().collect(),
                Value::Map(map) => {
                    let indices = 0..cfa.var(v).len.unwrap_or(MOST_FIXED).min(MOST_FIXED) as i128;
                    indices.filter_map(|i| Some(is(Expr::select(v, Int::from(i)), map.known(i)?))).collect()
                }
            }
        };
        let of_all = first.arrivals.iter().map(|a| known(&a.state)).reduce(|a, b| &a & &b);
        found.extend(of_all.filter(|all| !all.is_empty()).map(|all| (v, all.into_iter().collect())));
    }
    found
}

enum Outcome {
    /// The largest part of what is said that is inductive, as a formula for each cut, and the targets that it excludes.
    Inductive(BTreeMap<LocId, Formula>, Vec<LocId>),
    /// Firm formulas that are not.
    Fallen(Vec<(LocId, Formula)>),
}

fn inductive(stretches: &mut [Stretch<'_>], cuts: &BTreeMap<LocId, Said>, targets: &[LocId], budget: &Budget) -> Result<Outcome, Why> {
    let mut alive: BTreeMap<LocId, Vec<bool>> = cuts.iter().map(|(c, said)| (*c, vec![true; said.all().count()])).collect();
    // Targets that may be reached, as far as is known.
    let mut open: BTreeSet<LocId> = BTreeSet::new();
    loop {
        let mut changed = true;
        while changed {
            changed = false;
            for stretch in stretches.iter_mut() {
                for (cut, fails) in &stretch.fails.clone() {
                    let refuted = stretch.refuted(fails, &alive, *cut, &open, budget)?;
                    if refuted.is_empty() {
                        continue;
                    }
                    changed = true;
                    let here = alive.get_mut(cut).expect("every cut is there");
                    refuted.iter().for_each(|i| here[*i] = false);
                    let firm = cuts[cut].base().zip(&alive[cut]);
                    let fallen: Vec<_> = firm.filter(|(_, alive)| !**alive).map(|(f, _)| (*cut, f.clone())).collect();
                    if !fallen.is_empty() {
                        return Ok(Outcome::Fallen(fallen));
                    }
                }
            }
        }
        let before = open.len();
        for stretch in stretches.iter_mut() {
            // Each one is asked for where those before it are not met.
            let mut not_before = Lit::TRUE;
            for i in 0..stretch.course.ends.len() {
                let end = stretch.course.ends[i].clone();
                if open.contains(&end.at) {
                    continue;
                }
                let given = stretch.hypotheses(&alive);
                stretch.solving.within(&budget.child(budget.left().map(|left| left / SHARE)));
                match stretch.solving.ask_under(&stretch.course.board.gates, &[given, not_before], end.guard) {
                    Answer::No => not_before = stretch.course.board.gates.and(not_before, !end.guard),
                    Answer::Yes(_) | Answer::Unknown => _ = open.insert(end.at),
                }
            }
            stretch.solving.within(budget);
        }
        if open.len() == before {
            break;
        }
    }
    let kept = |(c, said): (&LocId, &Said)| {
        let parts = said.all().zip(&alive[c]).filter(|(_, alive)| **alive).map(|(f, _)| f.clone());
        (*c, Formula::and(parts))
    };
    Ok(Outcome::Inductive(cuts.iter().map(kept).collect(), targets.iter().copied().filter(|t| !open.contains(t)).collect()))
}

/// Whether a formula is about the remainder of a number, or lists its values.
fn is_few(f: &Formula) -> bool {
    let is_rest = |e: &Expr| matches!(e, Expr::Bin(BinOp::Rem, a, _) if matches!(**a, Expr::Var(_)));
    match f {
        Formula::Cmp(CmpOp::Eq, a, _) => is_rest(a),
        Formula::Or(cases) => cases.iter().all(|c| matches!(c, Formula::Cmp(CmpOp::Eq, a, _) if matches!(**a, Expr::Var(_)))),
        _ => false,
    }
}

/// Bounds of the numbers that are read later, from the explorations or else from their types, and the same for elements of maps.
fn firm(cfa: &Cfa, live: &BTreeSet<VarId>, known: Option<&Vec<Formula>>) -> Vec<Formula> {
    let mut found = Vec::new();
    for &v in live {
        let var = cfa.var(v);
        match &var.sort {
            Sort::Int => {
                let ty = var.ty.unwrap_or(WIDE);
                let (mut low, mut high) = (Some(ty.min()), Some(ty.max()));
                for f in known.into_iter().flatten() {
                    let (l, h) = hull(v, f);
                    low = low.max(l);
                    high = match (high, h) {
                        (Some(a), Some(b)) => Some(a.min(b)),
                        (a, b) => a.or(b),
                    };
                }
                found.extend(low.map(|low| Formula::cmp(CmpOp::Ge, v, low)));
                found.extend(high.map(|high| Formula::cmp(CmpOp::Le, v, high)));
            }
            Sort::Map(..) => found.push(elements_of(v, var.ty.unwrap_or(WIDE))),
            Sort::Obj => {}
        }
    }
    found
}

/// The bounds of a variable in all cases of a formula.
fn hull(v: VarId, f: &Formula) -> (Option<Int>, Option<Int>) {
    match f {
        Formula::Or(cases) => {
            let mut all = cases.iter().map(|c| hull(v, c));
            let Some(first) = all.next() else { return (None, None) };
            all.fold(first, |(a, b), (c, d)| (a.zip(c).map(|(a, c)| a.min(c)), b.zip(d).map(|(b, d)| b.max(d))))
        }
        Formula::And(parts) => parts.iter().map(|p| hull(v, p)).fold((None, None), |(a, b), (c, d)| {
            (
                a.max(c),
                match (b, d) {
                    (Some(b), Some(d)) => Some(b.min(d)),
                    (b, d) => b.or(d),
                },
            )
        }),
        Formula::Cmp(op, a, b) => {
            let (op, c) = match (&**a, &**b) {
                (Expr::Var(a), Expr::Const(c)) if *a == v => (*op, c.clone()),
                (Expr::Const(c), Expr::Var(b)) if *b == v => (op.flip(), c.clone()),
                _ => return (None, None),
            };
            match op {
                CmpOp::Eq => (Some(c.clone()), Some(c)),
                CmpOp::Ge => (Some(c), None),
                CmpOp::Gt => (Some(c + Int::ONE), None),
                CmpOp::Le => (None, Some(c)),
                CmpOp::Lt => (None, Some(c - Int::ONE)),
                CmpOp::Ne => (None, None),
            }
        }
        _ => (None, None),
    }
}

/// What the explorations say besides bounds, what the samples suggest, and what the program itself asserts.
fn guesses(cfa: &Cfa, live: &BTreeSet<VarId>, known: Option<&Vec<Formula>>, samples: &Samples, bounds: &BTreeSet<i128>) -> Vec<Formula> {
    let mut found: BTreeSet<Formula> = known.into_iter().flatten().flat_map(|f| f.parts()).cloned().collect();
    found.extend(guess::guess(samples, bounds));
    for error in &cfa.errors {
        for e in cfa.into(error.loc) {
            if let Stmt::Assume(f) = &cfa.edge(*e).stmt {
                found.insert(f.negate());
            }
        }
    }
    found.retain(|f| f.vars().is_subset(live) && !matches!(f, Formula::True));
    found.into_iter().collect()
}

/// The numbers that conditions compare with, and their neighbours.
fn constants(cfa: &Cfa) -> BTreeSet<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for e in &cfa.edges {
        if let Stmt::Assume(f) = &e.stmt {
            f.walk(&mut |e: &Expr| {
                let c = e.as_const().and_then(|c| i128::try_from(c).ok());
                found.extend(c.into_iter().flat_map(|c| [c.saturating_sub(1), c, c.saturating_add(1)]));
            });
        }
    }
    found
}
