//! The search for certificates: propagation first, then simplex, integer cuts and case splits, each within limits.
//!
//! Not trusted: whatever it finds is verified by [`crate::certificate`]. It looks only at facts that are connected with
//! the ones to be refuted, and at the axioms of the terms in them.

use crate::axiom::Axiom;
use crate::bounds::{Bounds, Source};
use crate::certificate::{Certificate, End, Step};
use crate::diophantine;
use crate::expand::{self, Wanted};
use crate::facts::{Fact, FactId, Facts};
use crate::row::{Col, Row};
use crate::simplex::{self, Outcome, Rational};
use base::exec::eval::{State, Value};
use base::int::floor_div;
use base::{Budget, Expr, Formula, Int, SortedMap, VarId};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nodes of the tree of case splits.
    pub nodes: usize,
    pub pivots: usize,
    /// Splits of an integer term on one branch.
    pub integer_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: 200, pivots: 2000, integer_depth: 10 }
    }
}

pub enum Found {
    Certificate(Certificate),
    /// Values of variables that may satisfy all facts: evaluate them.
    Candidate(State),
    Nothing,
}

/// The facts that are connected with some of them.
pub struct Cone {
    pub rows: Vec<FactId>,
    pub cases: Vec<FactId>,
    pub cols: Vec<Col>,
}

/// Everything that shares a column with the facts from `seed` on, directly or through others. With `around`, terms inside of
/// opaque terms and opaque terms around them count as connected.
pub fn cone(facts: &Facts, seed: FactId, around: bool) -> Cone {
    let mut seen_facts = vec![false; facts.len()];
    let mut seen_cols = vec![false; facts.terms.len()];
    let mut cone = Cone { rows: Vec::new(), cases: Vec::new(), cols: Vec::new() };
    let start = if seed < facts.len() { seed } else { 0 };
    let mut todo: Vec<FactId> = (start..facts.len()).collect();
    todo.iter().for_each(|id| seen_facts[*id] = true);
    let mut next = 0;
    loop {
        while let Some(id) = todo.pop() {
            let mut reach = |col: Col| {
                if !std::mem::replace(&mut seen_cols[col as usize], true) {
                    cone.cols.push(col);
                }
            };
            match facts.get(id) {
                Some(Fact::Row(row)) => {
                    row.terms.iter().for_each(|(col, _)| reach(*col));
                    cone.rows.push(id);
                }
                Some(Fact::Cases(cases)) => {
                    cases.cols.iter().for_each(|col| reach(*col));
                    cone.cases.push(id);
                }
                _ => {}
            }
        }
        let Some(&col) = cone.cols.get(next) else { break };
        next += 1;
        for &id in facts.occurs(col) {
            if !std::mem::replace(&mut seen_facts[id], true) {
                todo.push(id);
            }
        }
        if around {
            let outer = facts.terms.around(col).iter().filter(|c| !facts.occurs(**c).is_empty());
            for &other in outer.chain(facts.terms.inside(col)) {
                if !std::mem::replace(&mut seen_cols[other as usize], true) {
                    cone.cols.push(other);
                }
            }
        }
    }
    cone.rows.sort_unstable();
    cone.cases.sort_unstable();
    cone
}

/// Refutes one of the facts from `seed` on by another one that bounds the same sum from the other side.
fn opposite(facts: &Facts, seed: FactId) -> Option<Certificate> {
    for id in seed..facts.len() {
        // Bounds of single terms are the business of propagation.
        let Some(row) = facts.row(id).filter(|row| row.terms.len() > 1) else { continue };
        for &other in facts.occurs(row.terms[0].0) {
            let against = |o: &&Row| {
                let contrary = |((a, c), (b, d)): (&(Col, Int), &(Col, Int))| a == b && *c == -d;
                o.terms.len() == row.terms.len() && o.terms.iter().zip(&row.terms).all(contrary) && &o.constant + &row.constant > Int::ZERO
            };
            if facts.row(other).as_ref().is_some_and(against) {
                return Some(Certificate { steps: Vec::new(), end: End::Sum(vec![(id, Int::ONE), (other, Int::ONE)]) });
            }
        }
    }
    None
}

/// Refutes the facts by propagation alone, if that is possible.
pub fn quick(facts: &Facts, seed: FactId) -> Option<Certificate> {
    if let Some(certificate) = opposite(facts, seed) {
        return Some(certificate);
    }
    let cone = cone(facts, seed, false);
    let mut bounds = Bounds::for_contradiction(facts, &cone.rows);
    let sum = bounds.propagate(facts, &cone.rows, 3)?;
    Some(bounds.certificate(Vec::new(), sum))
}

/// Refutes the facts, where those from `seed` on are the ones to start from.
pub fn refute(facts: &mut Facts, seed: FactId, limits: Limits, budget: &Budget) -> Found {
    if let Some(certificate) = quick(facts, seed) {
        return Found::Certificate(certificate);
    }
    let mark = facts.mark();
    let mut search =
        Search { facts, seed, limits, budget, nodes: limits.nodes, wanted: Wanted::default(), split: Vec::new(), candidate: None };
    let found = search.node(0);
    let candidate = search.candidate.take();
    facts.undo(mark);
    match (found, candidate) {
        (Some(certificate), _) => Found::Certificate(certificate),
        (None, Some(state)) => Found::Candidate(state),
        (None, None) => Found::Nothing,
    }
}

struct Search<'a> {
    facts: &'a mut Facts,
    seed: FactId,
    limits: Limits,
    budget: &'a Budget,
    nodes: usize,
    wanted: Wanted,
    /// The disjunctions that are already split on this branch.
    split: Vec<FactId>,
    candidate: Option<State>,
}

impl Search<'_> {
    /// Refutes the facts as they are; they are the same afterwards.
    fn node(&mut self, integer_depth: usize) -> Option<Certificate> {
        if self.nodes == 0 || self.budget.stopped().is_some() {
            return None;
        }
        self.nodes -= 1;
        let mark = self.facts.mark();
        let (wanted, split) = (self.wanted.mark(), self.split.len());
        let mut steps = Vec::new();
        let certificate = self.work(&mut steps, integer_depth);
        self.wanted.undo(wanted);
        self.split.truncate(split);
        self.facts.undo(mark);
        certificate
    }

    fn work(&mut self, steps: &mut Vec<Step>, integer_depth: usize) -> Option<Certificate> {
        let mut cone = self.close(steps);
        let mut bounds;
        let mut rounds = 0;
        loop {
            bounds = Bounds::new(self.facts);
            if let Some(sum) = bounds.propagate(self.facts, &cone.rows, 8) {
                return Some(bounds.certificate(std::mem::take(steps), sum));
            }
            rounds += 1;
            let units = self.units(&cone, &bounds, steps);
            let axioms = if rounds <= 4 { expand::by_bounds(self.facts, &cone.cols, &bounds, &mut self.wanted) } else { Vec::new() };
            let corners = self.assume(axioms, steps);
            if !units && !corners || rounds > 40 {
                break;
            }
            cone = self.close(steps);
        }
        let mut rows: Vec<Source> = cone.rows.clone();
        let mut solution = match simplex::solve(self.facts, &bounds, &rows, self.limits.pivots, self.budget) {
            Outcome::Infeasible(sum) => return Some(bounds.certificate(std::mem::take(steps), sum)),
            Outcome::Feasible(solution) => Some(solution),
            Outcome::GaveUp => None,
        };
        let before = bounds.derivations();
        if let Some(sum) = diophantine::cuts(self.facts, &mut bounds, &rows) {
            return Some(bounds.certificate(std::mem::take(steps), sum));
        }
        if bounds.derivations() > before {
            rows.extend(bounds.derived_from(before));
            if let Some(sum) = bounds.propagate(self.facts, &rows, 4) {
                return Some(bounds.certificate(std::mem::take(steps), sum));
            }
            match simplex::solve(self.facts, &bounds, &rows, self.limits.pivots, self.budget) {
                Outcome::Infeasible(sum) => return Some(bounds.certificate(std::mem::take(steps), sum)),
                Outcome::Feasible(better) => solution = Some(better),
                Outcome::GaveUp => {}
            }
        }
        let point = Point { values: complete(&cone.cols, &bounds, solution?) };
        if let Some(fact) = self.violated(&cone, &bounds, &point) {
            return self.cases(fact, steps, integer_depth);
        }
        let fraction = point.values.iter().find(|(_, value)| !value.is_integer());
        if let Some((col, value)) = fraction {
            if integer_depth >= self.limits.integer_depth {
                return None;
            }
            let at = floor_div(&value.numerator, &value.denominator);
            return self.branch(self.facts.terms.expr(*col).clone(), at, steps, integer_depth);
        }
        if self.candidate.is_none() {
            self.candidate = Some(point.state(self.facts));
        }
        None
    }

    /// The cone, with the axioms and instances that its terms ask for.
    fn close(&mut self, steps: &mut Vec<Step>) -> Cone {
        let mut cone = cone(self.facts, self.seed, true);
        for _ in 0..6 {
            if self.budget.stopped().is_some() {
                break;
            }
            let axioms = expand::definitions(self.facts, &cone.cols, &mut self.wanted);
            let mut more = self.assume(axioms, steps);
            for (fact, terms) in expand::instances(self.facts, &cone.cols, &mut self.wanted) {
                if self.facts.instance(fact, &terms) {
                    steps.push(Step::Instance { fact, terms });
                    more = true;
                }
            }
            if !more {
                break;
            }
            cone = self::cone(self.facts, self.seed, true);
        }
        cone
    }

    fn assume(&mut self, axioms: Vec<Axiom>, steps: &mut Vec<Step>) -> bool {
        let mut any = false;
        for axiom in axioms {
            if let Some(f) = axiom.formula() {
                self.facts.assume(&f);
                steps.push(Step::Axiom(axiom));
                any = true;
            }
        }
        any
    }

    /// Takes the last branch of disjunctions whose other branches the bounds exclude.
    fn units(&mut self, cone: &Cone, bounds: &Bounds, steps: &mut Vec<Step>) -> bool {
        let mut any = false;
        for &fact in &cone.cases {
            let Some(Fact::Cases(cases)) = self.facts.get(fact) else { continue };
            if self.split.contains(&fact) {
                continue;
            }
            let alive: Vec<usize> = (0..cases.branches.len()).filter(|i| !dead(&cases.preview[*i], bounds)).collect();
            if alive.len() > 1 {
                continue;
            }
            let branches = cases.branches.clone();
            let left = alive.first().copied().unwrap_or(0);
            let others: Option<Vec<Certificate>> =
                branches.iter().enumerate().filter(|(i, _)| *i != left).map(|(_, f)| self.quick_under(f)).collect();
            if let Some(others) = others {
                self.facts.assume(&branches[left]);
                steps.push(Step::Unit { fact, branch: left, others });
                self.split.push(fact);
                any = true;
            }
        }
        any
    }

    fn quick_under(&mut self, assumption: &Formula) -> Option<Certificate> {
        let mark = self.facts.mark();
        self.facts.assume(assumption);
        let cone = cone(self.facts, self.seed, false);
        let mut bounds = Bounds::new(self.facts);
        let sum = bounds.propagate(self.facts, &cone.rows, 8);
        self.facts.undo(mark);
        sum.map(|sum| bounds.certificate(Vec::new(), sum))
    }

    /// A disjunction that the point does not satisfy: the one with the fewest branches left.
    fn violated(&mut self, cone: &Cone, bounds: &Bounds, point: &Point) -> Option<FactId> {
        let mut best: Option<(usize, FactId)> = None;
        for &fact in &cone.cases {
            if self.split.contains(&fact) {
                continue;
            }
            let Some(Fact::Cases(cases)) = self.facts.get(fact) else { continue };
            let alive = cases.preview.iter().filter(|rows| !dead(rows, bounds)).count();
            if best.is_some_and(|(least, _)| least <= alive) {
                continue;
            }
            let branches = cases.branches.clone();
            if !branches.iter().any(|f| point.holds(f, self.facts)) {
                best = Some((alive, fact));
            }
        }
        best.map(|(_, fact)| fact)
    }

    fn cases(&mut self, fact: FactId, steps: &mut Vec<Step>, integer_depth: usize) -> Option<Certificate> {
        let Some(Fact::Cases(cases)) = self.facts.get(fact) else { return None };
        let formulas = cases.branches.clone();
        self.split.push(fact);
        let branches: Option<Vec<Certificate>> = formulas.iter().map(|f| self.under(f, integer_depth)).collect();
        Some(Certificate { steps: std::mem::take(steps), end: End::Cases { fact, branches: branches? } })
    }

    fn branch(&mut self, term: Expr, at: Int, steps: &mut Vec<Step>, integer_depth: usize) -> Option<Certificate> {
        let below = self.under(&Formula::cmp(base::CmpOp::Le, term.clone(), at.clone()), integer_depth + 1)?;
        let above = self.under(&Formula::cmp(base::CmpOp::Gt, term.clone(), at.clone()), integer_depth + 1)?;
        let end = End::Split { term, at, below: Box::new(below), above: Box::new(above) };
        Some(Certificate { steps: std::mem::take(steps), end })
    }

    fn under(&mut self, assumption: &Formula, integer_depth: usize) -> Option<Certificate> {
        let mark = self.facts.mark();
        self.facts.assume(assumption);
        let certificate = self.node(integer_depth);
        self.facts.undo(mark);
        certificate
    }
}

fn dead(preview: &[Row], bounds: &Bounds) -> bool {
    preview.iter().any(|row| row.is_contradiction() || bounds.excludes(row))
}

/// A rational value for every column.
struct Point {
    values: SortedMap<Col, Rational>,
}

/// Columns that the simplex did not see get a value within their bounds.
fn complete(cols: &[Col], bounds: &Bounds, mut values: SortedMap<Col, Rational>) -> SortedMap<Col, Rational> {
    for &col in cols {
        values.entry(col).or_insert_with(|| {
            let (low, high) = bounds.range(&[(col, Int::ONE)], &Int::ZERO);
            let value = match (low, high) {
                (Some(low), _) if low > Int::ZERO => low,
                (_, Some(high)) if high < Int::ZERO => high,
                _ => Int::ZERO,
            };
            Rational::from(value)
        });
    }
    values
}

impl Point {
    fn holds(&self, f: &Formula, facts: &mut Facts) -> bool {
        match f {
            Formula::True => true,
            Formula::Cmp(op, a, b) => {
                let form = facts.terms.form(&Expr::Bin(base::BinOp::Sub, a.clone(), b.clone()));
                // The sign of the value, scaled by the denominators.
                let mut sum = Rational::from(form.constant);
                for (col, c) in &form.terms {
                    match self.values.get(col) {
                        Some(value) => sum = sum.plus(&Rational::from(c.clone()).times(value)),
                        None => return false,
                    }
                }
                op.holds(&sum.numerator, &Int::ZERO)
            }
            Formula::And(parts) => parts.iter().all(|p| self.holds(p, facts)),
            Formula::Or(parts) => parts.iter().any(|p| self.holds(p, facts)),
            Formula::Not(inner) if !matches!(**inner, Formula::Rel(..)) => self.holds(&inner.negate(), facts),
            _ => false,
        }
    }

    /// The point as a state of the program: elements of maps where their index has a value, too.
    fn state(&self, facts: &Facts) -> State {
        let zero = |v: usize| {
            if facts.symbols.is_map(VarId(v as u32)) { Value::Map(Default::default()) } else { Value::Int(Int::ZERO) }
        };
        let mut state = State { values: (0..facts.symbols.len()).map(zero).collect() };
        for (col, value) in &self.values {
            if let Expr::Var(v) = facts.terms.expr(*col)
                && let Some(Value::Int(slot)) = state.values.get_mut(v.index())
            {
                *slot = value.numerator.clone();
            }
        }
        for (col, value) in &self.values {
            if let Expr::Select(m, i) = facts.terms.expr(*col)
                && let Expr::Var(v) = &**m
                && i.vars().iter().all(|used| used.index() < state.values.len() && !facts.symbols.is_map(*used))
                && let Some(index) = base::exec::eval::int(i, &state)
                && let Some(Value::Map(entries)) = state.values.get_mut(v.index())
            {
                entries.insert(index, value.numerator.clone());
            }
        }
        state
    }
}
