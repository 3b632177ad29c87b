//! Discharging obligations: hypotheses, a goal, and who can show that the one follows from the other.
//!
//! A certificate that was found is verified before it counts; else the solver is asked. A refutation is believed only if the
//! evaluator agrees: the hypotheses hold in the state that was found and the goal does not.

use crate::certificate;
use crate::facts::{FactId, Facts, Mark};
use crate::search::{Found, Limits, quick, refute};
use crate::{Confirmed, Solving};
use base::exec::bounded::has_quantifier;
use base::exec::eval::{self, State};
use base::reach::as_between;
use base::text::print_formula;
use base::{Budget, Cfa, CmpOp, EdgeId, Formula, LocId, Sort, Stop, VarId, Why};
use logic::ground::{Instances, ground_at};
use logic::{Answer, Session, Solver, Symbols};
use std::time::Duration;

/// The search for a certificate gets this long for one obligation if there may be a solver.
const SEARCH_PATIENCE: Duration = Duration::from_millis(500);

/// The solver gets at most this long for one obligation, and this long for its instances.
const PATIENCE: Duration = Duration::from_secs(30);
const GROUND_PATIENCE: Duration = Duration::from_secs(5);

/// The same for first tries: where the one takes long, the other may be easy.
const SHORT_PATIENCE: [Duration; 2] = [Duration::from_millis(400), Duration::from_secs(2)];

/// The same for few instances of what is said about ways, which are nearly always enough.
const WAY_PATIENCE: Duration = Duration::from_secs(2);

/// Formulas are told in messages up to this length.
const MOST_TEXT: usize = 200;

pub struct Prover<'a> {
    cfa: &'a Cfa,
    solving: &'a Solving,
    budget: &'a Budget,
    facts: Facts,
    hypotheses: Vec<Formula>,
    /// The facts from here on say what happened on the path.
    path: FactId,
    session: Option<Session>,
    pub confirmed: Confirmed,
}

/// How hard to try before giving up on something that need not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Propagation of bounds.
    Glance,
    /// A small search.
    Look,
}

/// A point on a path to come back to.
pub struct Point {
    facts: Mark,
    hypotheses: usize,
}

fn about_ways(question: &[Formula]) -> bool {
    question.iter().any(|f| f.any_atom(&|a| as_between(a).is_some()))
}

impl<'a> Prover<'a> {
    pub fn new(cfa: &'a Cfa, solving: &'a Solving, budget: &'a Budget) -> Self {
        Prover {
            cfa,
            solving,
            budget,
            facts: Facts::default(),
            hypotheses: Vec::new(),
            path: 0,
            session: None,
            confirmed: Confirmed::default(),
        }
    }

    /// Forgets all hypotheses.
    pub fn begin(&mut self) {
        self.facts = Facts::new(Symbols::of(self.cfa));
        self.hypotheses.clear();
        self.path = 0;
    }

    /// What was assumed so far holds at the start; the rest happens on the way.
    pub fn premise(&mut self) {
        self.path = self.facts.len();
    }

    pub fn assume(&mut self, f: &Formula) {
        self.facts.assume(f);
        self.hypotheses.push(f.clone());
    }

    pub fn fresh(&mut self, name: &str, sort: Sort) -> VarId {
        self.facts.fresh(name, sort)
    }

    pub fn mark(&self) -> Point {
        Point { facts: self.facts.mark(), hypotheses: self.hypotheses.len() }
    }

    pub fn undo(&mut self, point: Point) {
        self.facts.undo(point.facts);
        self.hypotheses.truncate(point.hypotheses);
    }

    pub fn stopped(&self) -> Option<Stop> {
        self.budget.stopped()
    }

    /// An obligation that is seen to hold: nothing changed, or the path is impossible.
    pub fn trivial(&mut self) {
        self.confirmed.obligations += 1;
        self.confirmed.by_arithmetic += 1;
    }

    /// An obligation of which the solver has shown every part.
    pub fn asked(&mut self) {
        self.confirmed.obligations += 1;
        self.confirmed.by_solver += 1;
    }

    /// Whether the path is seen at a glance to be impossible.
    pub fn is_contradictory(&mut self) -> bool {
        let path = self.path;
        quick(&self.facts, path).is_some_and(|c| certificate::verify(&mut self.facts, &c))
    }

    /// Whether the hypotheses are seen to imply the goal. Not counted: it is a part of something to be shown.
    pub fn implied(&mut self, goal: &Formula, effort: Effort) -> bool {
        match goal {
            Formula::True => return true,
            Formula::And(parts) => return parts.iter().all(|p| self.implied(p, effort)),
            Formula::Cmp(CmpOp::Eq, a, b) => {
                let side = |op| Formula::Cmp(op, a.clone(), b.clone());
                return self.implied(&side(CmpOp::Le), effort) && self.implied(&side(CmpOp::Ge), effort);
            }
            _ => {}
        }
        let mark = self.facts.mark();
        self.facts.assume(&goal.negate());
        let seed = self.seed(goal, &mark);
        let found = match effort {
            Effort::Glance => quick(&self.facts, seed),
            Effort::Look => match refute(&mut self.facts, seed, Limits { nodes: 20, ..Limits::default() }, self.budget) {
                Found::Certificate(c) => Some(c),
                _ => None,
            },
        };
        let shown = found.is_some_and(|c| certificate::verify(&mut self.facts, &c));
        self.facts.undo(mark);
        shown
    }

    /// As [`Prover::implied`], by instances of what is quantified.
    pub fn answered(&mut self, goal: &Formula) -> bool {
        let mut question = self.hypotheses.clone();
        question.push(goal.negate());
        self.instances_suffice(Instances::Any, &question, GROUND_PATIENCE)
    }

    /// Shows that the hypotheses imply a goal about ways along links that stands for several, if instances tell the solver enough.
    pub fn shown_at_once(&mut self, goal: &Formula, several: usize) -> bool {
        let mut question = self.hypotheses.clone();
        question.push(goal.negate());
        let shown = about_ways(&question) && self.instances_suffice(Instances::Named, &question, WAY_PATIENCE);
        if shown {
            self.confirmed.obligations += several;
            self.confirmed.by_solver += several;
        }
        shown
    }

    /// Shows that the hypotheses imply the goal, which is `claim` in terms of the start of the path.
    pub fn show(&mut self, goal: &Formula, claim: &Formula, by: Option<EdgeId>, at: LocId) -> Result<(), Why> {
        self.confirmed.obligations += 1;
        if self.implied(goal, Effort::Glance) {
            self.confirmed.by_arithmetic += 1;
            return Ok(());
        }
        let mark = self.facts.mark();
        let negation = goal.negate();
        self.facts.assume(&negation);
        let seed = self.seed(goal, &mark);
        let result = self.settle(goal, negation, claim, seed, by, at);
        self.facts.undo(mark);
        result
    }

    /// The facts to start from: the negated goal; without one, what happened on the path must be impossible.
    fn seed(&self, goal: &Formula, before: &Mark) -> FactId {
        if *goal == Formula::False { self.path } else { before.facts() }
    }

    fn settle(
        &mut self,
        goal: &Formula,
        negation: Formula,
        claim: &Formula,
        seed: FactId,
        by: Option<EdgeId>,
        at: LocId,
    ) -> Result<(), Why> {
        let mut question = self.hypotheses.clone();
        question.push(negation);
        // With a quantifier to be shown the search for a certificate gropes in the dark; instances tell a solver all it needs, nearly always.
        // Of ways along links the search knows nothing at all.
        let about_ways = about_ways(&question);
        let solver_first = (about_ways || has_quantifier(goal)) && self.session().is_ok();
        if solver_first {
            let mut shown = about_ways && self.instances_suffice(Instances::Named, &question, WAY_PATIENCE);
            for patience in SHORT_PATIENCE {
                shown = shown || self.instances_suffice(Instances::Any, &question, patience);
                shown = shown || self.ask(&question, patience) == Ok(Answer::Unsat);
            }
            if shown {
                self.confirmed.by_solver += 1;
                return Ok(());
            }
        }
        let mut attempts = vec![seed];
        if *goal != Formula::False && seed != self.path {
            // Perhaps the path itself is impossible, for reasons that have nothing to do with the goal.
            attempts.push(self.path);
        }
        // Where a solver may be asked, a long search does not pay.
        let patience =
            if matches!(self.solving, Solving::Without) { self.budget.clone() } else { self.budget.child(Some(SEARCH_PATIENCE)) };
        let mut candidate = None;
        for seed in attempts.into_iter().filter(|_| !(solver_first && about_ways)) {
            match refute(&mut self.facts, seed, Limits::default(), &patience) {
                Found::Certificate(c) if certificate::verify(&mut self.facts, &c) => {
                    self.confirmed.by_arithmetic += 1;
                    return Ok(());
                }
                Found::Candidate(state) => candidate = candidate.or(Some(state)),
                _ => {}
            }
        }
        if candidate.is_some_and(|state| satisfies(&state, &question)) {
            return Err(self.rejected(claim, by, at));
        }
        if let Some(stop) = self.budget.stopped() {
            return Err(self.unconfirmed(claim, by, at, &stop.to_string()));
        }
        if self.instances_suffice(Instances::Any, &question, GROUND_PATIENCE) {
            self.confirmed.by_solver += 1;
            return Ok(());
        }
        match self.ask(&question, PATIENCE).map_err(|what| self.unconfirmed(claim, by, at, &what))? {
            Answer::Unsat => {
                self.confirmed.by_solver += 1;
                Ok(())
            }
            Answer::Sat(model) => {
                let state = model.and_then(|m| m.state(&self.facts.symbols, &question));
                if state.is_some_and(|state| satisfies(&state, &question)) {
                    return Err(self.rejected(claim, by, at));
                }
                Err(self.unconfirmed(claim, by, at, "the solver has a counterexample that cannot be evaluated"))
            }
            Answer::Unknown(reason) => Err(self.unconfirmed(claim, by, at, &reason)),
        }
    }

    /// Whether the solver, if there is one, sees that instances of the question contradict each other: then they do in the question.
    fn instances_suffice(&mut self, which: Instances, question: &[Formula], patience: Duration) -> bool {
        if matches!(self.solving, Solving::Without) {
            return false;
        }
        let Some((instances, symbols)) = ground_at(which, question, &self.facts.symbols) else { return false };
        let budget = self.budget.child(Some(patience));
        self.session().is_ok_and(|session| session.check_sat(&symbols, &instances, &budget) == Answer::Unsat)
    }

    /// What the solver says to the question as it is; or why it cannot be asked.
    fn ask(&mut self, question: &[Formula], patience: Duration) -> Result<Answer, String> {
        let (symbols, budget) = (self.facts.symbols.clone(), self.budget.child(Some(patience)));
        Ok(self.session()?.check_sat(&symbols, question, &budget))
    }

    /// The solver, if one may be asked and is there.
    fn session(&mut self) -> Result<&mut Session, String> {
        let solver = match (&self.session, self.solving) {
            (Some(_), _) => None,
            (None, Solving::Without) => return Err("exact arithmetic does not suffice and no solver may be asked".into()),
            (None, Solving::With(solver)) => Some(solver.clone()),
            (None, Solving::IfNeeded) => Some(
                Solver::find().map_err(|missing| format!("exact arithmetic does not suffice, a solver would be asked, but {missing}"))?,
            ),
        };
        if let Some(solver) = solver {
            self.session = Some(solver.session());
        }
        self.session.as_mut().ok_or_else(|| "there is no solver".into())
    }

    fn rejected(&self, claim: &Formula, by: Option<EdgeId>, at: LocId) -> Why {
        Why::Rejected { loc: at, what: format!("{} is false for some states", self.sentence(claim, by, at)) }
    }

    fn unconfirmed(&self, claim: &Formula, by: Option<EdgeId>, at: LocId, reason: &str) -> Why {
        let what = format!("{} was not shown: {reason}", self.sentence(claim, by, at));
        Why::Unconfirmed { loc: at, part: (*claim != Formula::False).then(|| claim.clone()), what }
    }

    /// The obligation in words.
    fn sentence(&self, claim: &Formula, by: Option<EdgeId>, at: LocId) -> String {
        let place = self.cfa.place(at);
        let what = if *claim == Formula::False {
            format!("that {place} is out of reach")
        } else {
            let text = print_formula(claim, self.cfa);
            let short = text.char_indices().nth(MOST_TEXT).map_or(text.clone(), |(end, _)| format!("{} …", &text[..end]));
            format!("{short} at {place}")
        };
        match by {
            None => format!("{what} at the start"),
            Some(e) => {
                let edge = self.cfa.edge(e);
                let from = edge.span.as_ref().map_or_else(|| self.cfa.place(edge.from), ToString::to_string);
                format!("{what} after `{}` ({from})", base::text::print_stmt(&edge.stmt, self.cfa))
            }
        }
    }
}

/// Whether all formulas hold in the state, beyond doubt.
fn satisfies(state: &State, formulas: &[Formula]) -> bool {
    formulas.iter().all(|f| !has_quantifier(f) && eval::holds(f, state) == Some(true))
}
