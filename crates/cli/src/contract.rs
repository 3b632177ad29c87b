//! Contracts of recursive functions in the programmer's words: `requires` over parameters and globals, `ensures` over the result,
//! globals, and `old(x)` for what a parameter or global was at the entry. Bounds that are those of a variable's type are left out.

use base::contract::{Contracts, Outline};
use base::{Cfa, CmpOp, Expr, Formula, Proof};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub function: String,
    pub requires: String,
    pub ensures: String,
}

/// The contracts of the proofs, each once.
pub fn told(cfa: &Cfa, proofs: &[&Proof]) -> Vec<Told> {
    let mut found: Vec<Told> = Vec::new();
    let Ok(outline) = Outline::new(cfa) else { return found };
    let with_contracts = proofs.iter().filter_map(|p| if let Proof::Contracts { contracts, .. } = p { Some(contracts) } else { None });
    for contracts in with_contracts {
        for next in in_words(cfa, &outline, contracts) {
            if !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found
}

fn in_words(cfa: &Cfa, outline: &Outline, contracts: &Contracts) -> Vec<Told> {
    let mut names = outline.extended(cfa);
    for (recursion, part) in cfa.recursions.iter().zip(&outline.parts) {
        for v in recursion.procedures.iter().flat_map(|p| &p.params).chain(&part.shared) {
            if let Some(source) = &cfa.var(*v).source {
                names.vars[v.index()].name = source.clone();
            }
        }
        for v in recursion.procedures.iter().flat_map(|p| &p.result) {
            let name = names.vars[v.index()].name.replace('$', "");
            names.vars[v.index()].name =
                name.rsplit_once("return").map_or("result".into(), |(_, part)| format!("result{part}").as_str().into());
        }
        for (v, snapshot) in &part.snapshots {
            names.vars[snapshot.index()].name = format!("old({})", names.vars[v.index()].name).as_str().into();
        }
    }
    let print = |f: &Formula| base::text::print_formula(&without_types(f, &names), &names);
    let mut told = Vec::new();
    for (recursion, list) in cfa.recursions.iter().zip(contracts) {
        for (procedure, c) in recursion.procedures.iter().zip(list) {
            told.push(Told { function: procedure.name.to_string(), requires: print(&c.requires), ensures: print(&c.ensures) });
        }
    }
    told
}

/// The formula without bounds of types among its conjuncts.
fn without_types(f: &Formula, cfa: &Cfa) -> Formula {
    let of_type = |f: &Formula| match f {
        Formula::Cmp(op, a, b) => match (&**a, b.as_const(), op) {
            (Expr::Var(v), Some(bound), CmpOp::Ge) => cfa.var(*v).ty.is_some_and(|t| t.min() == *bound),
            (Expr::Var(v), Some(bound), CmpOp::Le) => cfa.var(*v).ty.is_some_and(|t| t.max() == *bound),
            _ => false,
        },
        _ => false,
    };
    match f {
        Formula::And(parts) => Formula::and(parts.iter().filter(|p| !of_type(p)).map(|p| without_types(p, cfa))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| without_types(p, cfa))),
        f if of_type(f) => Formula::True,
        other => other.clone(),
    }
}
