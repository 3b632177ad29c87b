//! What a course teaches: it runs, or why not, as formulas to be tracked.
//!
//! McMillan, Zuck, §4, with interpolants from weakest preconditions: walking back from the error, the states Eₖ from which the rest of the
//! course can be taken, as a conjunction, cut down to the conjuncts that its beginning contradicts (unsatisfiable cores). ¬Eₖ is a sequence
//! interpolant. What the explanation says, γ(xₖ), is a further premise: where it contradicts Eₖ already, the walk ends, since what is before is not needed
//! ([`Source::Explained`]); the same loop without that is [`Source::Weakest`], for comparison. The comparisons of each Eₖ are what
//! is tracked at its cut point. Invariant: each Eₖ contains the states from which the rest can be taken.

use super::cuts::Cuts;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, LocId, Quantifier, Stmt, Trace};
use logic::preimage::{Conjuncts, Preimage, preimage, quantified};
use logic::{Answer, Feasibility, PathFormula, Session, follow};
use std::collections::BTreeMap;
use std::time::Duration;

/// What else is known when preconditions are cut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The explanation.
    Explained,
    /// Nothing: plain weakest preconditions.
    Weakest,
}

/// What a course turned out to be.
pub enum Told {
    Real(Trace),
    /// It cannot be taken.
    Spurious(Preconditions),
    Nothing(String),
}

/// The error's preconditions at the cut points of a course, the last first.
#[derive(Default)]
pub struct Preconditions {
    /// Cut down to what the beginning contradicts.
    pub needed: Vec<(LocId, Conjuncts)>,
    /// As they are. The beginning may contradict a course only because a loop is not left so soon; what its rest says is worth knowing all the
    /// same.
    pub whole: Vec<(LocId, Conjuncts)>,
}

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(3);
/// Preconditions with at most so many conjuncts are tried without each of them.
const FEW: usize = 8;

pub struct Study<'a, 's> {
    pub cfa: &'a Cfa,
    pub cuts: &'a Cuts<'a>,
    pub session: &'s mut Session,
    pub budget: &'s Budget,
    pub questions: &'s mut u64,
}

impl Study<'_, '_> {
    /// `known`: for each block of the course, what the explanation says where it starts.
    pub fn course(&mut self, blocks: &[usize], known: &[Formula], source: Source) -> Told {
        let cfa = self.cfa;
        let edges: Vec<EdgeId> = blocks.iter().flat_map(|b| self.cuts.blocks[*b].edges.iter().copied()).collect();
        let path = PathFormula::new(cfa, &edges);
        *self.questions += 1;
        let core = match path.ask(self.session, QUESTION, self.budget) {
            Feasibility::Feasible(values) => {
                let error = edges.last().map_or(cfa.entry, |e| cfa.edge(*e).to);
                return match follow::follow(cfa, &edges, &values) {
                    Some(inputs) => Told::Real(Trace { inputs: inputs.into(), error }),
                    None => Told::Nothing("a path that the solver takes does not run".into()),
                };
            }
            Feasibility::Unknown(why) => return Told::Nothing(why),
            Feasibility::Infeasible { core } => core,
        };
        // Where each block starts.
        let mut starts: BTreeMap<usize, usize> = BTreeMap::new();
        let mut position = 0;
        for (i, b) in blocks.iter().enumerate() {
            starts.insert(position, i);
            position += self.cuts.blocks[*b].edges.len();
        }
        Told::Spurious(Preconditions {
            needed: self.walk(&path, blocks, &starts, &|p| core.contains(&p), Some((known, source))),
            whole: self.walk(&path, blocks, &starts, &|_| true, None),
        })
    }

    /// Walks back along a course. With `cut`, preconditions are cut down.
    fn walk(
        &mut self,
        path: &PathFormula<'_>,
        blocks: &[usize],
        starts: &BTreeMap<usize, usize>,
        counts: &dyn Fn(usize) -> bool,
        cut: Option<(&[Formula], Source)>,
    ) -> Vec<(LocId, Conjuncts)> {
        let is_map = |v| path.symbols().is_map(v);
        let mut error: Conjuncts = Vec::new();
        let mut found = Vec::new();
        for position in (0..path.len()).rev() {
            let stmt = path.statement(position);
            let left_out = matches!(stmt, Stmt::Assume(_)) && !counts(position);
            if !left_out {
                let Preimage { conjuncts, exact } = preimage(stmt, is_map, &error);
                error = match stmt {
                    Stmt::Input { var, ty, .. } if !exact && !is_map(*var) => quantified(*var, *ty, &error),
                    _ => conjuncts,
                };
            }
            if error == [Formula::False] {
                break;
            }
            let Some(&block) = starts.get(&position).filter(|b| **b > 0) else { continue };
            let at = self.cuts.blocks[blocks[block]].from;
            named(&mut error);
            if let Some((known, source)) = cut {
                if source == Source::Explained
                    && let Some(needed) = self.needed(path, position, known[block].clone(), true, &error)
                {
                    found.push((at, needed));
                    break;
                }
                let now: Vec<Formula> = error.iter().map(|f| path.at(position, f)).collect();
                let prefix = Formula::and(path.question(position, &now));
                if let Some(needed) = self.needed(path, position, prefix, false, &error) {
                    error = needed;
                }
            }
            // Without the beginning, what is said of numbers alone is how far the loops have come: that would only end the walk.
            if cut.is_none() {
                error.retain(|f| {
                    reads(f).next().is_some() || base::blocks::INDICES.iter().any(|k| logic::preimage::mentions(f, &Expr::bound(k)))
                });
            }
            found.push((at, error.clone()));
        }
        found
    }

    /// Conjuncts that contradict a formula, which is about the position if it is `here`, else about the path up to it. None if the solver does not
    /// say that all of them do.
    fn needed(&mut self, path: &PathFormula<'_>, position: usize, known: Formula, here: bool, error: &Conjuncts) -> Option<Conjuncts> {
        let known = if here { path.at(position, &known) } else { known };
        let now: Vec<Formula> = error.iter().map(|f| path.at(position, f)).collect();
        let question: Vec<Formula> = [known].into_iter().chain(now).collect();
        *self.questions += 1;
        let core = self.session.core(path.symbols(), &question, &self.budget.child(Some(QUESTION))).ok()?;
        let mut needed: Vec<usize> = core.into_iter().filter(|i| *i > 0).collect();
        if needed.len() <= FEW {
            let mut next = 0;
            while next < needed.len() && needed.len() > 1 {
                let mut fewer = needed.clone();
                fewer.remove(next);
                let asked: Vec<Formula> = [0].iter().chain(&fewer).map(|i| question[*i].clone()).collect();
                *self.questions += 1;
                if self.session.check_sat(path.symbols(), &asked, &self.budget.child(Some(QUESTION / 4))) == Answer::Unsat {
                    needed = fewer;
                } else {
                    next += 1;
                }
            }
        }
        Some(needed.into_iter().map(|i| error[i - 1].clone()).collect())
    }
}

/// The places at which a formula reads maps.
fn reads(f: &Formula) -> impl Iterator<Item = Expr> {
    let mut found = Vec::new();
    f.walk(&mut |e| {
        if let Expr::Select(_, i) = e {
            found.push((**i).clone());
        }
    });
    found.into_iter()
}

/// Gives names to places that depend on variables: φ(a[t]) becomes ∃k. k = t ∧ φ(a[k]), so that the place stays the same however t changes further
/// back, and the interpolant ¬E is universal.
fn named(error: &mut Conjuncts) {
    let all = std::mem::take(error);
    for f in all {
        match opened(&f, error) {
            Some(body) => logic::preimage::conjuncts(&body, &|_| false, error),
            None => error.push(f),
        }
    }
    for f in error.iter_mut() {
        *f = f.subst(&settled);
    }
    for name in base::blocks::INDICES {
        let k = Expr::bound(name);
        let is_free = |e: &Expr| !e.vars().is_empty() && !mentions_bound(e) && !mentions_map(e);
        if error.iter().any(|f| logic::preimage::mentions(f, &k)) {
            continue;
        }
        let Some(place) = error.iter().flat_map(reads).find(is_free) else { return };
        for f in error.iter_mut() {
            *f = f.subst(&|e| match e {
                Expr::Select(m, i) if **i == place => Some(Expr::select((**m).clone(), k.clone())),
                _ => None,
            });
        }
        error.extend([CmpOp::Le, CmpOp::Ge].map(|op| Formula::cmp(op, k.clone(), place.clone())));
    }
}

/// What exists becomes an index variable, if there are enough that the others do not mention.
fn opened(f: &Formula, others: &[Formula]) -> Option<Formula> {
    let (vars, body) = match f {
        Formula::Quant(Quantifier::Exists, vars, body) => (vars, (**body).clone()),
        Formula::Not(inner) => match &**inner {
            Formula::Quant(Quantifier::Forall, vars, body) => (vars, body.negate()),
            _ => return None,
        },
        _ => return None,
    };
    let free = |k: &&str| !others.iter().chain([f]).any(|o| logic::preimage::mentions(o, &Expr::bound(k)));
    let names: Vec<&str> = base::blocks::INDICES.into_iter().filter(free).collect();
    (names.len() >= vars.len()).then(|| {
        body.subst(&|e| match e {
            Expr::Bound(name) => vars.iter().position(|(n, _)| n == name).map(|i| Expr::bound(names[i])),
            _ => None,
        })
    })
}

/// In the case that a variable is the named place, the name is used.
fn settled(e: &Expr) -> Option<Expr> {
    let Expr::Ite(condition, yes, no) = e else { return None };
    let Formula::Cmp(CmpOp::Eq, a, b) = &**condition else { return None };
    let ((Expr::Var(v), k @ Expr::Bound(_)) | (k @ Expr::Bound(_), Expr::Var(v))) = (&**a, &**b) else { return None };
    Some(Expr::ite((**condition).clone(), yes.replace(*v, k).subst(&settled), no.subst(&settled)))
}

fn mentions_bound(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |t| found |= matches!(t, Expr::Bound(_)));
    found
}

fn mentions_map(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |t| found |= matches!(t, Expr::Select(..)));
    found
}
