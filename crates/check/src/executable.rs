//! Where execution is exact: the constructs that the executor can only sample are refused here, so that neither a trace
//! nor an exhaustive enumeration can rest on them.

use base::exec::bounded::{is_executable, term_has_quantifier};
use base::{Cfa, CmpOp, Edge, Expr, Formula, LocId, Sort, SortedMap, SortedSet, Stmt, VarId, Why};

/// Whether each run of the executor is a run of the automaton and the other way round; else a place that prevents it.
pub fn exact(cfa: &Cfa) -> Result<(), Why> {
    let open = open_maps(cfa);
    let copies = |e: &&Edge| match &e.stmt {
        Stmt::Assign(v, value) => is_map(cfa, *v) && copies_from(value).is_some_and(|from| from != *v && open.contains(&from)),
        _ => false,
    };
    if let Some((loc, what)) = inexact(cfa).first_key_value() {
        return Err(refusal(*loc, what));
    }
    // The executor copies one of the values that open elements may have.
    cfa.edges.iter().find(copies).map_or(Ok(()), |e| Err(refusal(e.from, "a copy of an input array")))
}

/// Why nothing rests on a run that leaves this location.
pub fn refusal(loc: LocId, what: &str) -> Why {
    Why::Unconfirmed { loc, part: None, what: format!("{what} cannot be executed exactly") }
}

/// The locations that statements leave which the executor can only sample, each with the reason. A run of the executor that leaves none of them is
/// a run of the automaton.
pub fn inexact(cfa: &Cfa) -> SortedMap<LocId, &'static str> {
    let open = open_maps(cfa);
    let mut found = SortedMap::new();
    for edge in &cfa.edges {
        let what = match &edge.stmt {
            Stmt::Assume(f) if !is_executable(f) => "a condition with a quantifier that does not bound its variables",
            Stmt::Assume(f) if reads_changed(f, &open) => "a read of a changed copy of an input array",
            Stmt::Assign(_, e) if term_has_quantifier(e) => "a term with a quantifier",
            Stmt::Assign(_, e) if reads_changed(&Formula::cmp(CmpOp::Eq, e.clone(), 0), &open) => {
                "a read of a changed copy of an input array"
            }
            _ => continue,
        };
        found.insert(edge.from, what);
    }
    found
}

fn is_map(cfa: &Cfa, var: VarId) -> bool {
    matches!(cfa.var(var).sort, Sort::Map(..))
}

/// The maps some of whose elements may be inputs that were not read yet.
fn open_maps(cfa: &Cfa) -> SortedSet<VarId> {
    let mut open = SortedSet::new();
    for edge in &cfa.edges {
        if let Stmt::Input { var, .. } = &edge.stmt
            && is_map(cfa, *var)
        {
            open.insert(*var);
        }
    }
    loop {
        let before = open.len();
        for edge in &cfa.edges {
            if let Stmt::Assign(v, e) = &edge.stmt
                && is_map(cfa, *v)
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
