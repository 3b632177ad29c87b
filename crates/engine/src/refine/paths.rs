//! Lessons from the exact formula of a path.
//!
//! A candidate that the domain cannot exclude and that does not run may be infeasible for a reason outside the domain:
//! integers that are not rationals, products, wrap-around, a relation that was dropped long ago. Its exact formula
//! ([`logic::path`]) knows. If it is satisfiable, its inputs are run; if not, its sequence interpolants become bounds: at the
//! transfers, the joins and the widenings that the path goes through. A bound is kept only where the domain sees that it holds,
//! so a lesson from one path costs nothing on others.
//!
//! Where the core is linear, the interpolants are those of Farkas' lemma (McMillan: *An interpolating theorem prover*, TCS 2005;
//! `numeric::lp`): single inequalities, which convex domains can keep. Terms that are not linear are dimensions of their own.
//! Else they are weakest preconditions ([`logic::interpolate`]). Invariant: a sequence is used only if each of its
//! steps was confirmed, by an exact linear program or by the solver.

use crate::cases::Cased;
use base::wto::Wto;
use base::{
    Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Hint, Int, IntType, Lesson, LocId, OpKind, Site, SortedMap, SortedSet, Trace, VarId,
};
use logic::{Feasibility, PathFormula, Session, Solver, follow};
use numeric::{Constraint, Linear, lp};
use std::time::Duration;

/// What the exact formula of a candidate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The candidate runs, with these inputs.
    Real(Trace),
    /// It does not, and this is why.
    Spurious(Lesson),
    Nothing,
}

/// Asks for exact formulas of candidates, of one solver process.
pub struct Paths {
    session: Option<Session>,
    /// Questions without an answer so far.
    unanswered: u32,
}

/// The program that a candidate belongs to.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// As it was given: traces run on it.
    pub original: &'a Cfa,
    /// The candidate's edges are those of this one.
    pub cased: &'a Cased,
    pub wto: &'a Wto,
}

/// Longer candidates are not asked for.
const MOST_EDGES: usize = 400;
/// With less time than this left nothing is asked.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// Time for one question to the solver.
const QUESTION: Duration = Duration::from_secs(2);
/// Time for all questions about one candidate.
const CANDIDATE: Duration = Duration::from_secs(4);
/// After this many questions without an answer no more are asked: the next ones are longer.
const MOST_UNANSWERED: u32 = 6;
/// Cores with more constraints than this are left to the solver.
const MOST_CONSTRAINTS: usize = 250;

impl Paths {
    /// With the solver that is found; linear paths are explained without one.
    pub fn find() -> Self {
        Paths::with(Solver::find().ok())
    }

    pub fn with(solver: Option<Solver>) -> Self {
        Paths { session: solver.map(|s| s.session()), unanswered: 0 }
    }

    /// Does some run take the candidate to the target at its end?
    pub fn ask(&mut self, program: Program<'_>, candidate: &[EdgeId], target: LocId, budget: &Budget) -> Told {
        let hurried = budget.left().is_some_and(|left| left < LEAST_TIME);
        if candidate.is_empty() || candidate.len() > MOST_EDGES || hurried || self.unanswered >= MOST_UNANSWERED {
            return Told::Nothing;
        }
        let budget = budget.child(Some(CANDIDATE));
        let path = PathFormula::new(&program.cased.cfa, candidate);
        let Some(session) = &mut self.session else {
            let whole = (0..path.len()).collect();
            return told(program, candidate, farkas(&path, &whole));
        };
        match path.ask(session, QUESTION, &budget) {
            Feasibility::Feasible(values) => {
                // Of a case's condition and its assignment, which come from one edge, the assignment is kept.
                let ends = candidate.iter().filter(|e| program.cased.is_old(program.cased.cfa.edge(**e).to));
                let edges: Vec<EdgeId> = ends.map(|e| program.cased.origin(*e)).collect();
                match follow::follow(program.original, &edges, &values) {
                    Some(inputs) => Told::Real(Trace { inputs: inputs.into(), error: target }),
                    None => Told::Nothing,
                }
            }
            Feasibility::Infeasible { core } => {
                let linear = farkas(&path, &core);
                let found = match linear.filter(|i| i.iter().all(is_linear)) {
                    Some(found) => Some(found),
                    None => path.interpolants(&core, session, QUESTION, &budget),
                };
                self.unanswered += u32::from(found.is_none());
                told(program, candidate, found)
            }
            Feasibility::Unknown(_) => {
                self.unanswered += 1;
                Told::Nothing
            }
        }
    }
}

fn told(program: Program<'_>, candidate: &[EdgeId], interpolants: Option<Vec<Formula>>) -> Told {
    let lesson = interpolants.map(|i| lesson(program, candidate, &i)).unwrap_or_default();
    if lesson.hints.is_empty() { Told::Nothing } else { Told::Spurious(lesson) }
}

/// Interpolants I₀ … Iₙ as bounds: Iₖ is kept by the transfer into the k-th location of the path, by the join of what meets
/// there and by its widening.
fn lesson(program: Program<'_>, candidate: &[EdgeId], interpolants: &[Formula]) -> Lesson {
    let cfa = &program.cased.cfa;
    let mut hints = SortedSet::new();
    for (edge, bound) in candidate.iter().zip(interpolants.iter().skip(1)) {
        if matches!(bound, Formula::True | Formula::False) {
            continue;
        }
        let e = cfa.edge(*edge);
        let mut keep = |loc, op| {
            hints.insert((Site::loc(loc, op), Hint::Bound(bound.clone())));
        };
        keep(e.from, OpKind::Post);
        if cfa.into(e.to).len() > 1 {
            keep(e.to, OpKind::Join);
        }
        if program.wto.is_head(e.to) {
            keep(e.to, OpKind::Widen);
        }
    }
    Lesson { hints: hints.into_iter().collect() }
}

/// Interpolants from a linear contradiction between the statements of the core; none if there is no such contradiction.
fn farkas(path: &PathFormula<'_>, core: &SortedSet<usize>) -> Option<Vec<Formula>> {
    let mut terms = Terms::default();
    let mut parts: Vec<Vec<Constraint>> = vec![Vec::new()];
    for position in 0..path.len() {
        let mut part = Vec::new();
        if core.contains(&position) {
            terms.constraints(path, path.part(position), &mut part);
        }
        parts.push(part);
    }
    // The start.
    for (term, dimension) in &terms.dimensions {
        if matches!(term, Expr::Var(v) if path.is_first(*v)) {
            parts[0].push(Constraint::zero(Linear::variable(*dimension)));
        }
    }
    if parts.iter().map(Vec::len).sum::<usize>() > MOST_CONSTRAINTS {
        return None;
    }
    let mut found: Vec<Constraint> = lp::interpolants(&parts)?.iter().map(over_integers).collect();
    found.push(absurd());
    if !is_inductive(&parts, &found) {
        return None;
    }
    (0..=path.len()).map(|k| terms.formula(path, k, &found[k])).collect()
}

/// Whether only variables are compared, so that a domain can keep it.
fn is_linear(f: &Formula) -> bool {
    let Formula::Cmp(_, a, b) = f else { return true };
    Expr::sub((**a).clone(), (**b).clone()).linear().terms.keys().all(|t| matches!(t, Expr::Var(_)))
}

fn absurd() -> Constraint {
    Constraint::non_negative(Linear::constant(-1))
}

fn over_integers(c: &Constraint) -> Constraint {
    c.over_integers().unwrap_or_else(absurd)
}

/// Whether the first part implies the first constraint, and each with the next part the next one.
fn is_inductive(parts: &[Vec<Constraint>], found: &[Constraint]) -> bool {
    parts.iter().enumerate().all(|(k, part)| {
        let before = k.checked_sub(1).map(|b| found[b].clone());
        if part.is_empty() && before.as_ref() == Some(&found[k]) {
            return true;
        }
        // Over the integers the complement of form ≥ 0 is form ≤ −1.
        let complement = Constraint::non_negative(found[k].form.negated().plus(&Int::NEG_ONE, &Linear::constant(1)));
        let all: Vec<Constraint> = part.iter().cloned().chain(before).chain([complement]).collect();
        lp::feasible(&all).is_err()
    })
}

/// Terms over the versions of a path as dimensions.
#[derive(Default)]
struct Terms {
    dimensions: SortedMap<Expr, usize>,
    terms: Vec<Expr>,
}

impl Terms {
    fn dimension(&mut self, term: &Expr, ranges: &mut Vec<Constraint>) -> usize {
        let known = self.dimensions.get(term).copied();
        let dimension = known.unwrap_or(self.terms.len());
        if known.is_none() {
            self.dimensions.insert(term.clone(), dimension);
            self.terms.push(term.clone());
        }
        if let Expr::Wrap(ty, _) | Expr::Bits(_, ty, ..) = term {
            ranges.push(Constraint::non_negative(Linear::new([(dimension, Int::ONE)], -IntType::min(*ty))));
            ranges.push(Constraint::non_negative(Linear::new([(dimension, Int::NEG_ONE)], IntType::max(*ty))));
        }
        dimension
    }

    /// The linear constraints that a formula demands.
    fn constraints(&mut self, path: &PathFormula<'_>, f: &Formula, found: &mut Vec<Constraint>) {
        let is_map = |e: &Expr| matches!(e, Expr::Var(v) if path.symbols().is_map(*v)) || matches!(e, Expr::Store(..));
        match f {
            Formula::And(parts) => parts.iter().for_each(|p| self.constraints(path, p, found)),
            Formula::Cmp(_, a, b) if is_map(a) || is_map(b) => {}
            Formula::False => found.push(absurd()),
            Formula::Cmp(op, a, b) => {
                let sum = Expr::sub((**a).clone(), (**b).clone()).linear();
                let mut form = Linear::constant(sum.constant);
                for (term, c) in &sum.terms {
                    form.add_term(self.dimension(term, found), c);
                }
                let less = |form: Linear| form.plus(&Int::NEG_ONE, &Linear::constant(1));
                found.push(match op {
                    CmpOp::Eq => Constraint::zero(form),
                    CmpOp::Ge => Constraint::non_negative(form),
                    CmpOp::Gt => Constraint::non_negative(less(form)),
                    CmpOp::Le => Constraint::non_negative(form.negated()),
                    CmpOp::Lt => Constraint::non_negative(less(form.negated())),
                    CmpOp::Ne => return,
                });
            }
            _ => {}
        }
    }

    /// A constraint over the program's variables before a position; none if it speaks of versions that are gone.
    fn formula(&self, path: &PathFormula<'_>, position: usize, c: &Constraint) -> Option<Formula> {
        let now = path.before(position);
        let is_current = |v: VarId| now.get(path.variable(v).index()) == Some(&v);
        let mut sides = [Expr::from(0), Expr::from(0)];
        for (dimension, factor) in c.form.terms() {
            let term = self.terms.get(dimension)?;
            if !term.vars().into_iter().all(is_current) {
                return None;
            }
            let term = term.subst(&|e| if let Expr::Var(v) = e { Some(Expr::Var(path.variable(*v))) } else { None });
            let negative = *factor < Int::ZERO;
            let side = &mut sides[usize::from(negative)];
            let size = if negative { -factor } else { factor.clone() };
            *side = Expr::add(std::mem::replace(side, Expr::from(0)), Expr::mul(size, term));
        }
        // Σ positive + c ≥ Σ negative.
        let [more, less] = sides;
        let constant = c.form.constant_term().clone();
        Some(match (more.as_const().is_some(), less.as_const().is_some()) {
            (true, true) => (constant >= Int::ZERO).into(),
            (true, false) => Formula::cmp(CmpOp::Le, less, constant),
            (false, true) => Formula::cmp(CmpOp::Ge, more, -constant),
            (false, false) => Formula::cmp(CmpOp::Le, Expr::sub(less, more), constant),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::{self, State};
    use base::laws::draw::{Draw, vocabulary};
    use base::{InputKind, Stmt};
    use logic::Symbols;

    /// Statements among which contradictions between linear conditions are frequent.
    fn statement(draw: &mut Draw, cfa: &Cfa) -> Stmt {
        let condition = |draw: &mut Draw| {
            let (a, b) = (draw.expr(cfa, 1), draw.expr(cfa, 1));
            Formula::cmp([CmpOp::Lt, CmpOp::Ge, CmpOp::Eq][draw.below(3)], a, b)
        };
        match draw.below(6) {
            0 => Stmt::Input { var: VarId(draw.below(3) as u32), ty: Some(IntType::I8), kind: InputKind::Uninitialised },
            1 => draw.climb(cfa),
            2 | 3 => Stmt::Assume(condition(draw)),
            _ => draw.stmt(cfa),
        }
    }

    #[test]
    fn linear_interpolants_hold_on_executions() {
        let cfa = vocabulary();
        let mut draw = Draw::new(17);
        let (mut explained, mut steps, mut informative) = (0, 0, 0);
        for _ in 0..400 {
            let stmts: Vec<Stmt> = (0..3 + draw.below(8)).map(|_| statement(&mut draw, &cfa)).collect();
            let path = PathFormula::of_statements(Symbols::of(&cfa), &stmts, true);
            let Some(found) = farkas(&path, &(0..stmts.len()).collect()) else { continue };
            explained += 1;
            assert_eq!((found.len(), found.last()), (stmts.len() + 1, Some(&Formula::False)));
            informative += found.iter().filter(|f| !matches!(f, Formula::True | Formula::False)).count();
            let holds = |k: usize, s: &State| eval::holds(&found[k], s) == Some(true);
            let start = State::initial(&cfa);
            assert!(holds(0, &start), "{:?}", found[0]);
            let mut state = start;
            for _ in 0..20 {
                for (k, stmt) in stmts.iter().enumerate() {
                    let from = draw.near(&state, &cfa);
                    let Some(to) = draw.execute(stmt, &from) else { continue };
                    if holds(k, &from) {
                        assert!(holds(k + 1, &to), "{stmt:?} from {from:?} in {:?} to {to:?} not in {:?}", found[k], found[k + 1]);
                        steps += 1;
                    }
                    state = to;
                }
            }
        }
        assert!(explained > 60 && steps > 2000 && informative > 60, "{explained} {steps} {informative}");
    }

    #[test]
    fn a_linear_path_needs_no_solver() {
        let text = "cfa
var x: i32
var y: i32
var z: i32
entry A
error E reach \"never\"
edge A -> B: input x i32
edge B -> H: y := x + 1
edge H -> H: y := y + 1
edge H -> C: z := y - x
edge C -> E: assume z <= 0
";
        let cfa = base::text::parse_cfa(text).unwrap();
        let (cased, wto) = (Cased::new(&cfa), Wto::new(&cfa));
        let program = Program { original: &cfa, cased: &cased, wto: &wto };
        let candidate: Vec<EdgeId> = (0..5).map(EdgeId).collect();
        let told = Paths::with(None).ask(program, &candidate, cfa.errors[0].loc, &Budget::seconds(10.0));
        let Told::Spurious(lesson) = told else { panic!("{told:?}") };
        let head = cfa.loc_named("H").unwrap();
        let bound = base::text::parse_formula("x - y <= -1", &cfa).unwrap();
        assert!(lesson.hints.contains(&(Site::loc(head, OpKind::Widen), Hint::Bound(bound))), "{lesson:?}");
        // Nothing is asked when there is no time for it.
        let told = Paths::with(None).ask(program, &candidate, cfa.errors[0].loc, &Budget::seconds(0.5));
        assert_eq!(told, Told::Nothing);
    }
}
