//! Function contracts of a witness (format 2.1): candidates for the contracts of recursive functions.
//!
//! `\old(x)` and, in what is ensured, the name of a parameter mean the value at the entry; `\result` is what the function returns. The
//! contracts are put in the place of the calls (`base::contract`), and the checker is asked whether they are kept and what they
//! show. Nothing rests on how they were read.

use crate::case::Confirmations;
use crate::cexpr;
use crate::recheck::{WITNESS, cycle_heads};
use crate::witness::Invariant;
use base::contract::{Contract, Contracts, Outline};
use base::{Budget, Cfa, CmpOp, Expr, Formula, IntType, LocId, Proof, Sort, SortedMap, VarId};
use engine::{Desk, Judge};

/// What an `\old(x)` becomes, which is one word.
const OLD: &str = "\\old_";

/// Asks whether the contracts hold, beside these invariants of loops, and hands in what they show.
pub fn settle(
    cfa: &Cfa,
    desk: &Desk<'_>,
    judge: &dyn Judge,
    (stated, loops): (&[&Invariant], &[(LocId, Formula)]),
    ilp32: bool,
    budget: &Budget,
    confirmations: &mut Confirmations,
) {
    let words: Vec<String> = stated.iter().map(|c| in_words(c)).collect();
    let settled = |contracts: Contracts| {
        let outline = Outline::new(cfa)?;
        let view = outline.view(cfa, &contracts)?;
        let mut invariants: SortedMap<LocId, Formula> = cycle_heads(&view.cfa).into_iter().map(|l| (l, Formula::True)).collect();
        for (loc, f) in loops {
            let formula = invariants.entry(*loc).or_insert(Formula::True);
            *formula = Formula::and([formula.clone(), f.clone()]);
        }
        invariants.extend(view.obligations.keys().map(|l| (*l, Formula::False)));
        let proof = |targets: &[LocId]| {
            let mut invariants = invariants.clone();
            invariants.extend(targets.iter().map(|t| (*t, Formula::False)));
            Proof::Contracts { contracts: contracts.clone(), invariants }
        };
        judge.proof(cfa, &proof(&[]), &[], budget).map_err(|why| format!("not shown to be kept: {why}"))?;
        let open = desk.open();
        if !open.is_empty() && desk.proof(WITNESS, proof(&open), &open).is_err() {
            for target in open {
                let _ = desk.proof(WITNESS, proof(&[target]), &[target]);
            }
        }
        Ok(())
    };
    // C says of every parameter and result that it is a value of its type; a witness need not. Where a loop hides that, it is not needed.
    let attempt = |ranges: bool| contracts(cfa, stated, ranges, ilp32).and_then(settled);
    match attempt(true).or_else(|_| attempt(false)) {
        Ok(()) => confirmations.confirmed.extend(words),
        Err(why) => confirmations.unconfirmed.extend(words.into_iter().map(|w| format!("{w}: {why}"))),
    }
}

fn in_words(contract: &Invariant) -> String {
    let function = contract.location.function.as_deref().unwrap_or("a function");
    let place = &contract.location;
    format!("{}:{}: {function} requires {}, ensures {}", place.file_name, place.line, contract.requires, contract.ensures)
}

/// The contracts of all procedures, with the ranges of parameters and results if that is asked; those of which nothing is said require
/// and ensure nothing else.
fn contracts(cfa: &Cfa, stated: &[&Invariant], ranges: bool, ilp32: bool) -> Result<Contracts, String> {
    let outline = Outline::new(cfa)?;
    let mut all = Contracts::new();
    for (r, recursion) in cfa.recursions.iter().enumerate() {
        let mut list = Vec::new();
        for (p, procedure) in recursion.procedures.iter().enumerate() {
            let in_range = |vars: &[VarId]| -> Vec<Formula> {
                let typed = vars.iter().filter(|_| ranges).filter_map(|v| Some((*v, cfa.var(*v).ty?)));
                typed.flat_map(|(v, ty)| [Formula::cmp(CmpOp::Ge, v, ty.min()), Formula::cmp(CmpOp::Le, v, ty.max())]).collect()
            };
            let (mut requires, mut ensures) = (in_range(&procedure.params), in_range(&procedure.result));
            for contract in stated.iter().filter(|c| c.location.function.as_deref() == Some(&*procedure.name)) {
                let entry = outline.entry_vocabulary(cfa, r, p);
                let exit = outline.exit_vocabulary(cfa, r, p);
                let typed = |v: VarId| {
                    let decl = &outline.vars[v.index()];
                    (decl.sort == Sort::Int).then(|| (Expr::Var(v), decl.ty.unwrap_or(IntType::signed(128))))
                };
                let named = |name: &str| {
                    let is_called = |v: &&VarId| cfa.vars.get(v.index()).is_some_and(|d| d.source.as_deref() == Some(name));
                    entry.iter().find(is_called).copied()
                };
                let before = |name: &str| typed(named(name)?);
                let at_entry = |v: VarId| outline.parts[r].snapshots.get(&v).copied().unwrap_or(v);
                let after = |name: &str| match (name, name.strip_prefix(OLD)) {
                    ("\\result", _) if procedure.result.len() == 1 => typed(procedure.result[0]),
                    (_, Some(old)) => typed(at_entry(named(old)?)).filter(|(e, _)| matches!(e, Expr::Var(v) if exit.contains(v))),
                    _ => {
                        let v = named(name)?;
                        typed(if procedure.params.contains(&v) { at_entry(v) } else { v })
                    }
                };
                let read = |text: &str, names: &cexpr::Resolve<'_>| match text {
                    "" => Ok(Formula::True),
                    text => cexpr::condition(&one_word(text), names, ilp32),
                };
                requires.push(read(&contract.requires, &before)?);
                ensures.push(read(&contract.ensures, &after)?);
            }
            list.push(Contract { requires: Formula::and(requires), ensures: Formula::and(ensures) });
        }
        all.push(list);
    }
    Ok(all)
}

/// `\old(x)` as one word.
fn one_word(text: &str) -> String {
    let mut parts = text.split("\\old(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(OLD);
        match part.split_once(')') {
            Some((name, rest)) => {
                out.push_str(name.trim());
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::one_word;

    #[test]
    fn old_values_have_names() {
        assert_eq!(one_word("\\result <= \\old(n) + \\old( m )"), "\\result <= \\old_n + \\old_m");
        assert_eq!(one_word("x == 1"), "x == 1");
    }
}
