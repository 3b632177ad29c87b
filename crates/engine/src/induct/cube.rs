//! Cubes: what is said of the states of a cut that are to be excluded, as bounds of terms.

use crate::roam::compared;
use base::{BinOp, Cfa, CmpOp, Expr, Formula, Sort, SortedMap, SortedSet, Stmt, VarId};

/// The elements of arrays of at most so many are terms.
const SMALL: u64 = 16;
/// At most so many terms of a cut.
const MOST_TERMS: usize = 400;

/// A conjunction of bounds.
pub type Cube = Vec<Formula>;

/// The terms that bounds are about: numbers, elements of small arrays, what conditions ask of one number, and, with `relations`, differences of numbers
/// that are compared with each other or copied to each other.
pub fn terms(cfa: &Cfa, live: &SortedSet<VarId>, relations: bool) -> Vec<Expr> {
    let mut found: Vec<Expr> = live.iter().filter(|v| cfa.var(**v).sort == Sort::Int).map(|v| Expr::Var(*v)).collect();
    for v in live.iter().filter(|v| cfa.var(**v).sort != Sort::Int) {
        if let Some(len) = cfa.var(*v).len.filter(|n| *n <= SMALL) {
            found.extend((0..len as i64).map(|i| Expr::select(*v, i)));
        }
    }
    let mut others = SortedSet::new();
    let related = if relations { related(cfa) } else { SortedMap::new() };
    for &v in live {
        // Over what does not live here.
        let (mut seen, mut work) = (SortedSet::from([v]), vec![v]);
        while let Some(at) = work.pop() {
            for &next in related.get(&at).into_iter().flatten() {
                if seen.insert(next) && !live.contains(&next) {
                    work.push(next);
                }
            }
        }
        let others_here = seen.into_iter().filter(|w| v < *w && live.contains(w));
        others.extend(others_here.map(|w| Expr::sub(Expr::Var(v), Expr::Var(w))));
    }
    let mut look = |e: &Expr| {
        let asked = match e {
            Expr::Bits(op, ty, a, b) if b.as_const().is_some() => {
                shifted(a).map(|v| (v, Expr::Bits(*op, *ty, Expr::Var(v).into(), b.clone())))
            }
            Expr::Bin(op @ (BinOp::Rem | BinOp::Div), a, b) if b.as_const().is_some() => {
                shifted(a).map(|v| (v, Expr::bin(*op, Expr::Var(v), (**b).clone())))
            }
            _ => None,
        };
        others.extend(asked.filter(|(v, _)| live.contains(v)).map(|(_, term)| term));
    };
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assume(f) => f.walk(&mut look),
            Stmt::Assign(_, e) => e.walk(&mut look),
            _ => {}
        }
    }
    found.extend(others);
    found.truncate(MOST_TERMS);
    found
}

/// The variable whose value a term is, but for a constant.
fn shifted(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(v) => Some(*v),
        Expr::Wrap(_, a) => shifted(a),
        Expr::Bin(BinOp::Add | BinOp::Sub, a, b) if b.as_const().is_some() => shifted(a),
        Expr::Bin(BinOp::Add, a, b) if a.as_const().is_some() => shifted(b),
        _ => None,
    }
}

/// The numbers that are compared with each other or copied to each other, also with a constant between them.
fn related(cfa: &Cfa) -> SortedMap<VarId, SortedSet<VarId>> {
    let mut found: SortedMap<VarId, SortedSet<VarId>> = SortedMap::new();
    let is_number = |v: &VarId| cfa.var(*v).sort == Sort::Int;
    let mut pair = |a: Option<VarId>, b: Option<VarId>| {
        if let (Some(a), Some(b)) = (a.filter(is_number), b.filter(is_number))
            && a != b
        {
            found.entry(a).or_default().insert(b);
            found.entry(b).or_default().insert(a);
        }
    };
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assign(v, e) => pair(Some(*v), shifted(e)),
            Stmt::Assume(f) => compared(f, &mut |_, a, b| pair(shifted(a), shifted(b))),
            _ => {}
        }
    }
    found
}

/// A literal of a cube: a term, how it is bounded, and by what.
pub fn bound(f: &Formula) -> Option<(CmpOp, Expr, i128)> {
    let Formula::Cmp(op, term, bound) = f else { return None };
    Some((*op, (**term).clone(), bound.as_const().and_then(|c| i128::try_from(c).ok())?))
}

/// Whether a literal says something that follows from what numbers are: how far two are apart, a remainder, a bit.
pub fn is_derived(f: &Formula) -> bool {
    !bound(f).is_some_and(|(_, term, _)| matches!(term, Expr::Var(_) | Expr::Select(..)))
}
