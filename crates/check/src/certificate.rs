//! Certificates of unsatisfiability: case splits and integer cuts inside, sums of rows at the leaves.
//!
//! Trusted. A certificate can come from anywhere; [`verify`] repeats every step with plain arithmetic.

use crate::axiom::Axiom;
use crate::facts::{Fact, FactId, Facts};
use crate::farkas;
use base::{CmpOp, Expr, Formula, Int};

#[derive(Clone, Debug)]
pub struct Certificate {
    /// Each step adds the facts that follow by it.
    pub steps: Vec<Step>,
    pub end: End,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// Something valid.
    Axiom(Axiom),
    /// A universal fact for particular terms.
    Instance { fact: FactId, terms: Vec<Expr> },
    /// A sum of rows, divided and rounded.
    Cut { sum: Vec<(FactId, Int)>, divisor: Int },
    /// The one branch of a disjunction that is left when all others (in their order) are refuted.
    Unit { fact: FactId, branch: usize, others: Vec<Certificate> },
}

#[derive(Clone, Debug)]
pub enum End {
    /// The sum of these rows is `c ≤ 0` with `c > 0`.
    Sum(Vec<(FactId, Int)>),
    /// Every branch of this disjunction is refuted.
    Cases { fact: FactId, branches: Vec<Certificate> },
    /// `term ≤ at` and `term > at` are both refuted.
    Split { term: Expr, at: Int, below: Box<Certificate>, above: Box<Certificate> },
}

/// Whether the certificate shows that the facts contradict each other. The facts are as before afterwards.
pub fn verify(facts: &mut Facts, certificate: &Certificate) -> bool {
    let mark = facts.mark();
    let valid = certificate.steps.iter().all(|step| follow(facts, step)) && ends(facts, &certificate.end);
    facts.undo(mark);
    valid
}

fn follow(facts: &mut Facts, step: &Step) -> bool {
    match step {
        Step::Axiom(axiom) => match axiom.formula() {
            Some(f) => facts.assume(&f),
            None => return false,
        },
        Step::Instance { fact, terms } => return facts.instance(*fact, terms),
        Step::Cut { sum, divisor } => {
            let row = rows(facts, sum).and_then(|parts| farkas::cut(parts, divisor));
            match row {
                // A trivial cut would shift the numbers of the facts that follow.
                Some(row) if !row.is_trivial() => facts.push_row(row),
                _ => return false,
            }
        }
        Step::Unit { fact, branch, others } => {
            let Some(Fact::Cases(cases)) = facts.get(*fact) else { return false };
            let mut formulas = cases.branches.clone();
            if *branch >= formulas.len() || formulas.len() != others.len() + 1 {
                return false;
            }
            let left = formulas.remove(*branch);
            if !formulas.iter().zip(others).all(|(f, c)| under(facts, f, c)) {
                return false;
            }
            facts.assume(&left);
        }
    }
    true
}

fn ends(facts: &mut Facts, end: &End) -> bool {
    match end {
        End::Sum(sum) => rows(facts, sum).is_some_and(farkas::contradicts),
        End::Cases { fact, branches } => {
            let Some(Fact::Cases(cases)) = facts.get(*fact) else { return false };
            let formulas = cases.branches.clone();
            formulas.len() == branches.len() && formulas.iter().zip(branches).all(|(f, c)| under(facts, f, c))
        }
        End::Split { term, at, below, above } => {
            let compare = |op| Formula::cmp(op, term.clone(), at.clone());
            under(facts, &compare(CmpOp::Le), below) && under(facts, &compare(CmpOp::Gt), above)
        }
    }
}

/// Whether the certificate is one under a further assumption.
fn under(facts: &mut Facts, assumption: &Formula, certificate: &Certificate) -> bool {
    let mark = facts.mark();
    facts.assume(assumption);
    let valid = verify(facts, certificate);
    facts.undo(mark);
    valid
}

fn rows<'a>(facts: &'a Facts, sum: &'a [(FactId, Int)]) -> Option<Vec<(&'a crate::row::Row, &'a Int)>> {
    sum.iter().map(|(id, factor)| Some((facts.row(*id)?, factor))).collect()
}
