//! The sorts of terms, in the context of their variables.

use crate::symbols::Symbols;
use base::{Expr, Name, Sort, SortedMap};

/// The sort of a term. Index variables that are not in `bound`, and functions, are integers, and so is what is not well sorted.
pub fn sort_of(e: &Expr, symbols: &Symbols, bound: &SortedMap<Name, Sort>) -> Sort {
    match e {
        Expr::Var(v) => symbols.sort(*v).cloned().unwrap_or(Sort::Int),
        Expr::Bound(name) => bound.get(name).cloned().unwrap_or(Sort::Int),
        Expr::Store(m, ..) => sort_of(m, symbols, bound),
        Expr::Ite(_, a, _) => sort_of(a, symbols, bound),
        Expr::Select(m, _) => match sort_of(m, symbols, bound) {
            Sort::Map(_, to) => *to,
            _ => Sort::Int,
        },
        Expr::Const(_) | Expr::Neg(_) | Expr::Bin(..) | Expr::Bits(..) | Expr::Wrap(..) | Expr::App(..) => Sort::Int,
    }
}
