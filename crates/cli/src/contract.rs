//! Contracts of recursive functions in the programmer's words: `requires` over parameters and globals, `ensures` over the result,
//! globals, and `old(x)` for what a parameter or global was at the entry. Bounds that are those of a variable's type are left out.

use crate::cterm;
use base::contract::{Contracts, Outline};
use base::{Cfa, CmpOp, Expr, Formula, LocId, Proof};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub function: String,
    pub requires: String,
    pub ensures: String,
    /// Where the function is entered.
    pub entry: LocId,
    /// Both again as expressions of ACSL, if that can say what is required. Of what is ensured, parts that it cannot say are left out.
    pub acsl: Option<(String, String)>,
}

/// The contracts of the proofs: a list for each, the same list once.
pub fn told(cfa: &Cfa, proofs: &[&Proof]) -> Vec<Vec<Told>> {
    let mut found: Vec<Vec<Told>> = Vec::new();
    let Ok(outline) = Outline::new(cfa) else { return found };
    let with_contracts = proofs.iter().filter_map(|p| if let Proof::Contracts { contracts, .. } = p { Some(contracts) } else { None });
    for contracts in with_contracts {
        let next = in_words(cfa, &outline, contracts);
        if !found.contains(&next) {
            found.push(next);
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
    let (before, after) = (acsl_names(cfa, outline, false), acsl_names(cfa, outline, true));
    let print = |f: &Formula| base::text::print_formula(&without_types(f, &names), &names);
    let mut told = Vec::new();
    for (recursion, list) in cfa.recursions.iter().zip(contracts) {
        for (procedure, c) in recursion.procedures.iter().zip(list) {
            let whole = |f: &Formula| exactly(&without_types(f, &before), &before);
            let part = |f: &Formula| cterm::exact(&without_types(f, &after), &after);
            told.push(Told {
                function: procedure.name.to_string(),
                requires: print(&c.requires),
                ensures: print(&c.ensures),
                entry: procedure.entry,
                acsl: whole(&c.requires).zip(part(&c.ensures)),
            });
        }
    }
    told
}

/// The automaton with variables that are called what ACSL calls them, in what is required or in what is ensured.
pub fn acsl_names(cfa: &Cfa, outline: &Outline, ensures: bool) -> Cfa {
    let mut names = outline.extended(cfa);
    for (recursion, part) in cfa.recursions.iter().zip(&outline.parts) {
        for procedure in &recursion.procedures {
            if let ([result], true) = (procedure.result.as_slice(), ensures) {
                names.vars[result.index()].source = Some("\\result".into());
            }
        }
        for (v, snapshot) in &part.snapshots {
            names.vars[snapshot.index()].source = cfa.var(*v).source.as_ref().map(|s| format!("\\old({s})").as_str().into());
        }
    }
    names
}

/// A C expression that is true exactly where the formula is, all of it: what a function requires must not become less.
fn exactly(f: &Formula, cfa: &Cfa) -> Option<String> {
    match f {
        Formula::True => Some("1".into()),
        Formula::And(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(|p| cterm::exact(p, cfa)).collect();
            all.map(|all| all.join(" && "))
        }
        other => cterm::exact(other, cfa),
    }
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
