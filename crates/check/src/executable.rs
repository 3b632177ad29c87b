//! Where execution is exact: the constructs that the executor can only sample are refused here, so that neither a trace
//! nor an exhaustive enumeration can rest on them.

use base::exec::bounded::{is_executable, term_has_quantifier};
use base::{Cfa, Expr, Formula, LocId, Sort, SortedSet, Stmt, VarId, Why};

/// Whether a run of the executor is a run of the automaton and the other way round; else the place that prevents it.
pub fn exact(cfa: &Cfa) -> Result<(), Why> {
    let open = open_maps(cfa);
    for edge in &cfa.edges {
        let refuse = |what: &str| Err(Why::Unconfirmed { loc: edge.from, what: what.into() });
        match &edge.stmt {
            Stmt::Assume(f) => {
                if !is_executable(f) {
                    return refuse("a condition with a quantifier that does not bound its variables cannot be executed exactly");
                }
                if reads_changed(f, &open) {
                    return refuse("a read of a changed copy of an input array cannot be executed exactly");
                }
            }
            Stmt::Assign(v, e) => {
                let is_map = matches!(cfa.var(*v).sort, Sort::Map(..));
                if term_has_quantifier(e) {
                    return refuse("a term with a quantifier cannot be executed exactly");
                }
                if is_map && copies_from(e).is_some_and(|from| from != *v && open.contains(&from)) {
                    return refuse("a copy of an input array cannot be executed exactly");
                }
                let reads = Formula::Cmp(base::CmpOp::Eq, e.clone().into(), Expr::from(0).into());
                if reads_changed(&reads, &open) {
                    return refuse("a read of a changed copy of an input array cannot be executed exactly");
                }
            }
            Stmt::Skip | Stmt::Input { .. } | Stmt::Print { .. } => {}
        }
    }
    Ok(())
}

/// The maps some of whose elements may be inputs that were not read yet.
fn open_maps(cfa: &Cfa) -> SortedSet<VarId> {
    let mut open = SortedSet::new();
    for edge in &cfa.edges {
        if let Stmt::Input { var, .. } = &edge.stmt
            && matches!(cfa.var(*var).sort, Sort::Map(..))
        {
            open.insert(*var);
        }
    }
    loop {
        let before = open.len();
        for edge in &cfa.edges {
            if let Stmt::Assign(v, e) = &edge.stmt
                && matches!(cfa.var(*v).sort, Sort::Map(..))
                && copies_from(e).is_none_or(|from| open.contains(&from))
                && e.vars().iter().any(|used| open.contains(used))
            {
                open.insert(*v);
            }
        }
        if open.len() == before {
            return open;
        }
    }
}

/// The variable at the bottom of a chain of stores.
fn copies_from(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(v) => Some(*v),
        Expr::Store(inner, ..) => copies_from(inner),
        _ => None,
    }
}

/// Whether an element is read from something other than a variable, and open maps are involved.
fn reads_changed(f: &Formula, open: &SortedSet<VarId>) -> bool {
    let mut found = false;
    f.walk(&mut |e| {
        if let Expr::Select(m, _) = e {
            found |= !matches!(**m, Expr::Var(_)) && m.vars().iter().any(|v| open.contains(v));
        }
    });
    found
}

/// The locations whose runs end in a failure, by number.
pub fn error_locations(cfa: &Cfa) -> Vec<bool> {
    let mut errors = vec![false; cfa.locs.len()];
    for e in &cfa.errors {
        errors[e.loc.index()] = true;
    }
    errors
}

/// Whether a location is one of the automaton.
pub fn known(cfa: &Cfa, loc: LocId) -> bool {
    loc.index() < cfa.locs.len()
}
