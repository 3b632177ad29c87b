//! Variables that only count: they are counted up and down and compared with 0, and nothing else depends on them.
//!
//! How many objects there are of a kind is not a matter of any one object. A precondition that names such a number would be refuted by the number in the first round, by
//! another one in the second, and so on for ever; what a numeric domain knows of it is a premise already. So preconditions leave it out, which makes
//! them weaker: fewer of them can be refuted, and those that are still are.

use base::{Cfa, Expr, Formula, Int, SortedSet, Stmt, VarId};

/// The variables that only count.
pub fn tallies(cfa: &Cfa) -> SortedSet<VarId> {
    let mut counted: SortedSet<VarId> = SortedSet::new();
    let mut used: SortedSet<VarId> = SortedSet::new();
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assign(v, value) if is_step(*v, value) => drop(counted.insert(*v)),
            Stmt::Assume(f) => f.each_atom(&mut |atom| used.extend(asked_otherwise(atom))),
            other => {
                used.extend(other.reads());
                used.extend(other.target());
            }
        }
    }
    counted.difference(&used).copied().collect()
}

/// Whether the value is the variable itself, a constant further on.
fn is_step(v: VarId, value: &Expr) -> bool {
    let rest = Expr::sub(value.clone(), Expr::Var(v)).linear();
    rest.terms.is_empty()
}

/// The variables of a condition, but for one that is compared with 0.
fn asked_otherwise(atom: &Formula) -> SortedSet<VarId> {
    match atom {
        Formula::Cmp(_, a, b) if matches!(**a, Expr::Var(_)) && b.as_const() == Some(&Int::ZERO) => SortedSet::new(),
        other => other.vars(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::parse_cfa;

    #[test]
    fn what_is_used_otherwise_does_not_only_count() {
        let text = "cfa\nvar n: int\nvar i: int\nvar m: int\nvar a: i32[9]\nentry L\nedge L -> L: n := n + 1\nedge L -> L: i := i + 1\n\
            edge L -> L: a := store(a, i, 0)\nedge L -> L: m := m - 1\nedge L -> M: assume n != 0\nedge L -> M: assume m < 3\n";
        let cfa = parse_cfa(text).unwrap();
        let names: Vec<&str> = tallies(&cfa).into_iter().map(|v| &*cfa.var(v).name).collect();
        assert_eq!(names, ["n"]);
    }
}
