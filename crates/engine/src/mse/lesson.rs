//! What a course teaches: it runs, or why not, as formulas to be tracked.
//!
//! McMillan, Zuck, §4, with interpolants from weakest preconditions: walking back from the error, the states Eₖ from which the rest of the
//! course can be taken, as a conjunction, cut down to the conjuncts that its beginning contradicts (unsatisfiable cores). ¬Eₖ is a sequence
//! interpolant. What the explanation says, γ(xₖ), is a further premise: where it contradicts Eₖ already, the walk ends, since what is before is not needed
//! ([`Source::Explained`]); the same loop without that is [`Source::Weakest`]. Solutions of the Horn clauses of a course and the interpolants of cvc5
//! ([`logic::sequence`]) are further sources. The comparisons of each Eₖ are what is tracked at its cut point.
//!
//! Places are given names (index variables) as soon as they are swept over, so that they stay the same further back; as few names as possible, since what needs one index
//! variable is much easier to find than what needs two. A cut that rests on bounds of single numbers alone says only how far loops have come, and is not made.
//! Invariant: each Eₖ contains the states from which the rest can be taken.

use crate::blocks::cuts::Cuts;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Int, LocId, Places, Quantifier, SortedMap, SortedSet, Stmt, Trace, VarId};
use logic::ground::ground;
use logic::interpolate::needed;
use logic::preimage::{Conjuncts, Preimage, compared, conjuncts, equations, mentions, preimage, quantified};
use logic::{Feasibility, Interpolator, ModelValue, PathFormula, Session, follow};
use std::time::Duration;

/// Where the interpolants of a course come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Weakest preconditions, cut down by what the explanation says.
    Explained,
    /// Weakest preconditions, cut down by the beginning of the course alone.
    Weakest,
    /// Solutions of the Horn clauses of the course.
    Horn,
    /// The interpolants of cvc5, if there is one.
    Cvc5,
}

impl Source {
    /// How many courses are studied: other procedures take their time.
    pub fn most_courses(self) -> usize {
        match self {
            Source::Explained | Source::Weakest => usize::MAX,
            Source::Horn | Source::Cvc5 => 3,
        }
    }
}

/// What a course turned out to be.
pub enum Told<'a> {
    Real(Trace),
    /// It cannot be taken.
    Spurious(Box<Spurious<'a>>),
    Nothing(String),
}

/// A course that cannot be taken.
pub struct Spurious<'a> {
    path: PathFormula<'a>,
    blocks: Vec<usize>,
    /// Which block starts at a position.
    starts: SortedMap<usize, usize>,
    /// The positions because of which it cannot.
    core: SortedSet<usize>,
    /// For each block, what the explanation says where it starts.
    known: Vec<Formula>,
}

/// The error's preconditions at the cut points of a course, the last first.
pub type Preconditions = Vec<(LocId, Conjuncts)>;

/// Time for one question, and for one that may be asked again.
pub const QUESTION: Duration = Duration::from_secs(3);
pub const SOON: Duration = Duration::from_millis(300);
/// Time for what can be left out of preconditions: without an answer they stay as they are.
const CUT: Duration = Duration::from_millis(600);
/// Time for the interpolants of another procedure.
const OTHERS: Duration = Duration::from_millis(500);
/// Preconditions with at most so many conjuncts are tried without each of them.
const FEW: usize = 16;

pub struct Study<'a, 's> {
    pub cfa: &'a Cfa,
    pub places: &'a Places,
    pub cuts: &'s Cuts<'a>,
    pub session: &'s mut Session,
    pub budget: &'s Budget,
}

impl<'a> Study<'a, '_> {
    /// `known`: for each block of the course, what the explanation says where it starts. `limit`: the time to find out whether it runs.
    pub fn course(&mut self, blocks: Vec<usize>, known: Vec<Formula>, limit: Duration) -> Told<'a> {
        let cfa = self.cfa;
        let edges: Vec<EdgeId> = blocks.iter().flat_map(|b| self.cuts.blocks[*b].edges.iter().copied()).collect();
        let path = PathFormula::new(cfa, &edges);
        let runs = |values: &[ModelValue]| {
            let error = edges.last().map_or(cfa.entry, |e| cfa.edge(*e).to);
            follow::follow(cfa, &edges, values).map(|inputs| Trace { inputs: inputs.into(), error })
        };
        // With quantifiers a solver may look for values for ever; those for the instances at hand mostly do.
        let answer = match path.ask_instances(self.session, limit, self.budget) {
            Some(Feasibility::Feasible(values)) => match runs(&values) {
                Some(trace) => return Told::Real(trace),
                None => path.ask(self.session, limit, self.budget),
            },
            Some(infeasible @ Feasibility::Infeasible { .. }) => infeasible,
            None | Some(Feasibility::Unknown(_)) => path.ask(self.session, limit, self.budget),
        };
        let core = match answer {
            Feasibility::Feasible(values) => {
                return match runs(&values) {
                    Some(trace) => Told::Real(trace),
                    None => Told::Nothing("a path that the solver takes does not run".into()),
                };
            }
            Feasibility::Unknown(why) => return Told::Nothing(why),
            Feasibility::Infeasible { core } => core,
        };
        let mut starts: SortedMap<usize, usize> = SortedMap::new();
        let mut position = 0;
        for (i, b) in blocks.iter().enumerate() {
            starts.insert(position, i);
            position += self.cuts.blocks[*b].edges.len();
        }
        Told::Spurious(Box::new(Spurious { path, blocks, starts, core, known }))
    }

    /// Preconditions cut down to what the beginning contradicts, or the explanation; or what others have found.
    pub fn needed(&mut self, course: &Spurious<'_>, source: Source) -> Preconditions {
        match source {
            Source::Explained | Source::Weakest => self.walk(course, Some(source)),
            Source::Horn => self.found(course, &Interpolator::Horn(self.session.solver().clone())),
            Source::Cvc5 => Interpolator::cvc5().map_or_else(Vec::new, |cvc5| self.found(course, &cvc5)),
        }
    }

    /// The interpolants of another procedure. What each conjunct excludes is a precondition of its own.
    fn found(&mut self, course: &Spurious<'_>, by: &Interpolator) -> Preconditions {
        let path = &course.path;
        let cuts: Vec<(usize, usize)> = course.starts.iter().filter(|(_, block)| **block > 0).map(|(p, b)| (*p, *b)).collect();
        let positions: Vec<usize> = cuts.iter().map(|(position, _)| *position).collect();
        let Some(interpolants) = by.interpolants(path, &positions, OTHERS, self.budget) else { return Vec::new() };
        let mut found = Vec::new();
        for ((_, block), interpolant) in cuts.into_iter().zip(interpolants).rev() {
            let at = self.cuts.blocks[course.blocks[block]].from;
            let swept = self.places.levels(at).swap_remove(0);
            let parts = if let Formula::And(parts) = interpolant { parts } else { vec![interpolant] };
            for part in parts.iter().filter(|part| **part != Formula::True) {
                let mut error = Conjuncts::new();
                conjuncts(&part.negate(), &|v| path.symbols().is_map(v), &mut error);
                named(&mut error, &|v| self.places.is_named(at, &swept, v));
                found.push((at, unnamed(error)));
            }
        }
        found
    }

    /// Preconditions as they are. The beginning may contradict a course only because a loop is not left so soon; what its rest says is worth knowing all the
    /// same.
    pub fn whole(&mut self, course: &Spurious<'_>) -> Preconditions {
        self.walk(course, None)
    }

    /// Walks back along a course. With `cut`, preconditions are cut down.
    fn walk(&mut self, course: &Spurious<'_>, cut: Option<Source>) -> Preconditions {
        let path = &course.path;
        let is_map = |v| path.symbols().is_map(v);
        let mut error: Conjuncts = Vec::new();
        let mut found = Vec::new();
        for position in (0..path.len()).rev() {
            let stmt = path.statement(position);
            let left_out = matches!(stmt, Stmt::Assume(_)) && cut.is_some() && !course.core.contains(&position);
            if !left_out {
                let Preimage { conjuncts, exact } = preimage(stmt, is_map, &error);
                error = match stmt {
                    // What was chosen as a place is kept, as something that exists; what was chosen as a value is projected.
                    Stmt::Input { var, ty, .. }
                        if !exact && !is_map(*var) && error.iter().flat_map(reads).any(|i| i.vars().contains(var)) =>
                    {
                        quantified(*var, *ty, &error)
                    }
                    _ => conjuncts,
                };
            }
            if error == [Formula::False] {
                break;
            }
            let Some(&block) = course.starts.get(&position).filter(|b| **b > 0) else { continue };
            let at = self.cuts.blocks[course.blocks[block]].from;
            let swept = self.places.levels(at).swap_remove(0);
            named(&mut error, &|v| self.places.is_named(at, &swept, v));
            if let Some(source) = cut {
                let matters = |needed: &Conjuncts| !needed.iter().all(is_aside);
                if source == Source::Explained
                    && let Some(needed) =
                        self.contradicting(path, position, &path.at(position, &course.known[block]), &error).filter(matters)
                {
                    found.push((at, unnamed(needed)));
                    break;
                }
                let now: Vec<Formula> = error.iter().map(|f| path.at(position, f)).collect();
                let prefix = Formula::and(path.question(position, &now));
                if let Some(needed) = self.contradicting(path, position, &prefix, &error).filter(matters) {
                    error = needed;
                }
            }
            // Without the beginning, what is said of numbers alone is how far the loops have come: that would only end the walk.
            if cut.is_none() {
                error.retain(|f| !is_aside(f) && (reads(f).next().is_some() || mentions_index(f)));
            }
            found.push((at, unnamed(error.clone())));
        }
        found
    }

    /// Conjuncts at a position that contradict what is known. None if the solver does not say that all of them do.
    fn contradicting(&mut self, path: &PathFormula<'_>, position: usize, known: &Formula, error: &Conjuncts) -> Option<Conjuncts> {
        let error = equations(error, |_| true);
        let now = error.iter().map(|f| path.at(position, f));
        let question: Vec<Formula> = [known.clone()].into_iter().chain(now).collect();
        let (question, symbols) = ground(&question, path.symbols()).unwrap_or_else(|| (question, path.symbols().clone()));
        let aside_first = |i: usize| !is_aside(&error[i - 1]);
        let found = needed(self.session, &symbols, &question, (FEW, &aside_first), CUT, self.budget)?;
        let mut suffice = Conjuncts::new();
        found.positions.into_iter().for_each(|i| conjuncts(&error[i - 1], &|v| path.symbols().is_map(v), &mut suffice));
        Some(suffice)
    }
}

/// Whether it only compares a number or an index variable with a constant. That an abstraction does not know such a thing is seldom why an alarm is false.
pub fn is_aside(f: &Formula) -> bool {
    let Formula::Cmp(_, a, b) = f else { return false };
    reads(f).next().is_none() && Expr::sub((**a).clone(), (**b).clone()).linear().terms.len() <= 1
}

fn mentions_index(f: &Formula) -> bool {
    base::blocks::INDICES.iter().any(|k| mentions(f, &Expr::bound(k)))
}

/// The places at which a formula reads maps that do not depend on index variables.
pub fn places(f: &Formula) -> Vec<Expr> {
    reads(f).filter(|i| !mentions_bound(i) && i.as_const().is_none()).collect()
}

/// The places at which a formula reads maps.
fn reads(f: &Formula) -> impl Iterator<Item = Expr> {
    f.reads().into_iter().map(|(_, i)| i)
}

/// Gives names to places that depend on variables: φ(a[t]) becomes ∃k. k = t ∧ φ(a[k]), so that the place stays the same however t changes further
/// back, and the interpolant ¬E is universal.
/// Only what is swept over is named, and only if nothing has a name yet: the fewer, the better.
fn named(error: &mut Conjuncts, is_named: &dyn Fn(VarId) -> bool) {
    // What exists inside of what exists comes to light when that is opened.
    let mut open: Conjuncts = std::mem::take(error);
    while let Some(f) = open.pop() {
        let others = [&open[..], &error[..]].concat();
        match opened(&f, &others) {
            Some(body) => conjuncts(&body, &|_| false, &mut open),
            None => error.push(f),
        }
    }
    error.sort();
    error.dedup();
    for f in error.iter_mut() {
        *f = f.subst(&settled);
    }
    one_place(error);
    let k = Expr::bound(base::blocks::INDICES[0]);
    if error.iter().any(mentions_index) {
        return;
    }
    let is_free = |e: &Expr| !mentions_map(e) && e.vars().iter().any(|v| is_named(*v));
    let Some(place) = error.iter().flat_map(reads).find(is_free) else { return };
    // place = v + r, so v = k - r; that is said in the other places that v is a part of, too.
    let counter =
        place.linear().terms.into_iter().find(|(t, c)| matches!(t, Expr::Var(v) if is_named(*v)) && *c == Int::ONE).map(|(t, _)| t);
    let solved = counter.map(|v| (v.clone(), Expr::sub(k.clone(), Expr::sub(place.clone(), v))));
    for f in error.iter_mut() {
        *f = f.subst(&|e| match e {
            Expr::Select(m, i) if **i == place => Some(Expr::select((**m).clone(), k.clone())),
            Expr::Select(m, i) => {
                let (v, by) = solved.as_ref()?;
                let moved = i.subst(&|e| (e == v).then(|| by.clone()));
                (moved != **i).then(|| Expr::select((**m).clone(), moved))
            }
            _ => None,
        });
    }
    error.extend([CmpOp::Le, CmpOp::Ge].map(|op| compared(op, &k, &place)));
}

/// If all elements are at one place that is made of both index variables, one of them stands for the place. What is said of them otherwise is forgotten.
fn one_place(error: &mut Conjuncts) {
    let both = base::blocks::INDICES.map(Expr::bound);
    let places: SortedSet<Expr> = error.iter().flat_map(reads).collect();
    let [place] = &places.into_iter().collect::<Vec<_>>()[..] else { return };
    let form = place.linear();
    let [Some(c0), Some(c1)] = both.each_ref().map(|k| form.terms.get(k).cloned()) else { return };
    let mut kept = Conjuncts::new();
    let marker = Expr::bound("place");
    for f in error.iter() {
        let f = f.subst(&|e| (e == place).then(|| marker.clone()));
        let Formula::Cmp(op, a, b) = &f else { continue };
        let difference = Expr::sub((**a).clone(), (**b).clone());
        let terms = difference.linear().terms;
        let [d0, d1] = both.each_ref().map(|k| terms.get(k).cloned().unwrap_or_default());
        // r times the place is in it.
        let r = &d0 / &c0;
        if &c0 * &r != d0 || &c1 * &r != d1 {
            continue;
        }
        let rest = Expr::sub(difference, Expr::mul(r.clone(), place.clone()));
        kept.push(compared(*op, &Expr::add(rest, Expr::mul(r, marker.clone())), &Expr::from(0)));
    }
    *error = kept.into_iter().map(|f| f.subst(&|e| (*e == marker).then(|| both[0].clone()))).filter(|f| *f != Formula::True).collect();
}

/// If both index variables are used, and one is equal to a term: that term for it. What it says of the place that the other stands for needs one index variable
/// then. If both are equal to terms with the same variable, the one is said in terms of the other.
fn unnamed(mut error: Conjuncts) -> Conjuncts {
    let [k0, k1] = base::blocks::INDICES.map(Expr::bound);
    let uses = |k: &Expr| error.iter().any(|f| reads(f).any(|i| mentions(&Formula::cmp(CmpOp::Eq, i, 0), k)));
    if !uses(&k0) || !uses(&k1) {
        return error;
    }
    for (k, other) in [(&k1, &k0), (&k0, &k1)] {
        let Some(term) = equal_to(&error, k).filter(|t| !mentions_bound(t)) else { continue };
        let base = equal_to(&error, other).filter(|t| !mentions_bound(t));
        // other = v + r, so v = other - r.
        let through = base.and_then(|base| {
            let shared = base.vars().into_iter().find(|v| term.vars().contains(v))?;
            let rest = Expr::sub(base.clone(), Expr::Var(shared));
            let solved = Expr::sub(other.clone(), rest.clone());
            (!rest.linear().terms.contains_key(&Expr::Var(shared))).then(|| term.replace(shared, &solved))
        });
        let term = through.unwrap_or(term);
        for f in &mut error {
            *f = f.subst(&|e| (e == k).then(|| term.clone()));
        }
        let mut simple = Vec::new();
        error.iter().for_each(|f| conjuncts(f, &|_| false, &mut simple));
        return simple;
    }
    error
}

/// The term that a conjunction says an index variable is equal to.
fn equal_to(error: &Conjuncts, k: &Expr) -> Option<Expr> {
    let bound = |f: &Formula| {
        let Formula::Cmp(op @ (CmpOp::Le | CmpOp::Ge), a, b) = f else { return None };
        let mut form = Expr::sub((**a).clone(), (**b).clone()).linear();
        let c = form.terms.remove(k).filter(|c| *c == Int::ONE || *c == Int::NEG_ONE)?;
        let rest = form.expr();
        // c·k + rest op 0.
        let (term, op) = if c == Int::ONE { (Expr::neg(rest), *op) } else { (rest, op.flip()) };
        Some((op, term))
    };
    let bounds: Vec<(CmpOp, Expr)> = error.iter().filter_map(bound).collect();
    let same = |a: &Expr, b: &Expr| {
        let difference = Expr::sub(a.clone(), b.clone()).linear();
        difference.terms.is_empty() && difference.constant == Int::ZERO
    };
    let lower = bounds.iter().filter(|(op, _)| *op == CmpOp::Ge).map(|(_, t)| t);
    lower.into_iter().find(|t| bounds.iter().any(|(op, u)| *op == CmpOp::Le && same(t, u))).cloned()
}

/// What exists becomes an index variable, if there are enough that the others do not mention.
pub fn opened(f: &Formula, others: &[Formula]) -> Option<Formula> {
    let (vars, body) = match f {
        Formula::Quant(Quantifier::Exists, vars, body) => (vars, (**body).clone()),
        Formula::Not(inner) => match &**inner {
            Formula::Quant(Quantifier::Forall, vars, body) => (vars, body.negate()),
            _ => return None,
        },
        _ => return None,
    };
    let free = |k: &&str| !others.iter().chain([f]).any(|o| mentions(o, &Expr::bound(k)));
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
