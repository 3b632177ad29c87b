//! Whether the formulas of a proof make sense: known variables, sorts that fit, no free index variables. A proof may come
//! from a file, so nothing is taken for granted. Trusted: what passes can be evaluated without surprises.

use base::{Cfa, Expr, Formula, Name, Sort};

/// What is wrong with the formula, in words.
pub fn check(cfa: &Cfa, f: &Formula) -> Result<(), String> {
    formula(cfa, f, &mut Vec::new())
}

type Bound = Vec<(Name, Sort)>;

fn formula(cfa: &Cfa, f: &Formula, bound: &mut Bound) -> Result<(), String> {
    match f {
        Formula::True | Formula::False => Ok(()),
        Formula::Cmp(_, a, b) => {
            scalar(cfa, a, bound)?;
            scalar(cfa, b, bound)
        }
        Formula::Not(inner) => formula(cfa, inner, bound),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().try_for_each(|p| formula(cfa, p, bound)),
        Formula::Rel(_, args) => args.iter().try_for_each(|a| sort(cfa, a, bound).map(drop)),
        Formula::Quant(_, vars, body) => {
            if vars.iter().any(|(_, sort)| matches!(sort, Sort::Map(..))) {
                return Err("a quantifier over maps".into());
            }
            let outer = bound.len();
            bound.extend(vars.iter().cloned());
            let result = formula(cfa, body, bound);
            bound.truncate(outer);
            result
        }
    }
}

fn scalar(cfa: &Cfa, e: &Expr, bound: &mut Bound) -> Result<(), String> {
    match sort(cfa, e, bound)? {
        Sort::Map(..) => Err("a map where a number is needed".into()),
        _ => Ok(()),
    }
}

fn sort(cfa: &Cfa, e: &Expr, bound: &mut Bound) -> Result<Sort, String> {
    match e {
        Expr::Const(_) => {}
        Expr::Var(v) => return cfa.vars.get(v.index()).map(|d| d.sort.clone()).ok_or_else(|| "an unknown variable".into()),
        Expr::Bound(name) => {
            let known = bound.iter().rev().find(|(n, _)| n == name);
            return known.map(|(_, sort)| sort.clone()).ok_or_else(|| format!("the index variable {name} is not bound"));
        }
        Expr::Neg(a) | Expr::Wrap(_, a) => scalar(cfa, a, bound)?,
        Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => {
            scalar(cfa, a, bound)?;
            scalar(cfa, b, bound)?;
        }
        Expr::Ite(c, a, b) => {
            formula(cfa, c, bound)?;
            let (x, y) = (sort(cfa, a, bound)?, sort(cfa, b, bound)?);
            let same = matches!(x, Sort::Map(..)) == matches!(y, Sort::Map(..));
            return if same { Ok(x) } else { Err("branches of different sorts".into()) };
        }
        Expr::Select(m, i) => {
            scalar(cfa, i, bound)?;
            return match sort(cfa, m, bound)? {
                Sort::Map(_, element) => Ok(*element),
                _ => Err("a number where a map is needed".into()),
            };
        }
        Expr::Store(m, i, v) => {
            scalar(cfa, i, bound)?;
            scalar(cfa, v, bound)?;
            return match sort(cfa, m, bound)? {
                map @ Sort::Map(..) => Ok(map),
                _ => Err("a number where a map is needed".into()),
            };
        }
        Expr::App(_, args) => args.iter().try_for_each(|a| sort(cfa, a, bound).map(drop))?,
    }
    Ok(Sort::Int)
}
