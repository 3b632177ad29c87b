//! Conjuncts without cases that cannot be: of `ite(c, 2, x) == 1` the parts `!c` and `x == 1` remain.
//!
//! What a block writes into a map at one object and reads at another gives such comparisons. A focus splits by conjuncts, so each must be said by itself.

use base::{Expr, Formula};
use std::sync::Arc;

/// The parts of a conjunction, with comparisons of cases taken apart as far as a constant decides between them.
pub fn plain(all: Vec<Formula>) -> Vec<Formula> {
    let mut open = all;
    let mut found: Vec<Formula> = Vec::new();
    while let Some(f) = open.pop() {
        match apart(&f) {
            Some(parts) => open.extend(parts),
            None if found.contains(&f) => {}
            None => found.push(f),
        }
    }
    found.sort();
    found
}

/// The condition of the one possible case and the comparison in it.
fn apart(f: &Formula) -> Option<[Formula; 2]> {
    let Formula::Cmp(op, a, b) = f else { return None };
    let (condition, yes, no) =
        cases(a).map(|(c, x, y)| (c, Formula::cmp(*op, x, (**b).clone()), Formula::cmp(*op, y, (**b).clone()))).or_else(|| {
            let (c, x, y) = cases(b)?;
            Some((c, Formula::cmp(*op, (**a).clone(), x), Formula::cmp(*op, (**a).clone(), y)))
        })?;
    match (is_false(&yes), is_false(&no)) {
        (true, _) => Some([condition.negate(), no]),
        (false, true) => Some([(*condition).clone(), yes]),
        (false, false) => None,
    }
}

/// The cases of a term; inside of each the condition is known.
fn cases(e: &Expr) -> Option<(Arc<Formula>, Expr, Expr)> {
    let Expr::Ite(c, yes, no) = e else { return None };
    let within = |e: &Expr, holds: bool| {
        e.subst(&|e| match e {
            Expr::Ite(again, x, y) if again == c => Some(if holds { (**x).clone() } else { (**y).clone() }),
            _ => None,
        })
    };
    Some((c.clone(), within(yes, true), within(no, false)))
}

fn is_false(f: &Formula) -> bool {
    match f {
        Formula::False => true,
        Formula::Cmp(op, a, b) => a.as_const().zip(b.as_const()).is_some_and(|(a, b)| !op.holds(a, b)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::{parse_cfa, parse_formula, print_formula};

    fn parts(text: &str) -> Vec<String> {
        let cfa = parse_cfa("cfa\nvar x: int\nvar y: int\nentry L\n").unwrap();
        plain(vec![parse_formula(text, &cfa).unwrap()]).iter().map(|f| print_formula(f, &cfa)).collect()
    }

    #[test]
    fn a_case_that_contradicts_a_constant_is_left_out() {
        assert_eq!(parts("ite(x == y, 2, y) == 1"), ["y == 1", "x != y"]);
        // Behind the condition it is known.
        assert_eq!(parts("ite(x == y, 2, ite(x == y, 1, x)) == 1"), ["x == 1", "x != y"]);
    }

    #[test]
    fn a_comparison_of_possible_cases_stays() {
        assert_eq!(parts("ite(x == y, 1, y) == 1").len(), 1);
    }
}
