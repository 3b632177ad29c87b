//! `bevel dump`: what the verifier sees, as text, as a graph, or as Horn clauses.

use crate::case::{rejected, say};
use crate::input;
use crate::options::{Dump, Form};
use crate::status;
use base::text;
use base::{Cfa, CmpOp, Expr, Formula, LocId, Quantifier, Sort, Stmt, VarId};
use logic::{Symbols, smtlib};
use std::fmt::Write;
use std::sync::Arc;

pub fn dump(args: &Dump) -> i32 {
    match input::find(&args.files, &args.reading).and_then(|program| program.load()) {
        Ok(cfa) => {
            say(&match args.form {
                Form::Cfa => text::print_cfa(&cfa),
                Form::Dot => dot(&cfa),
                Form::Smt2 => horn(&cfa),
            });
            status::SAFE
        }
        Err(bad) => rejected(&bad, false),
    }
}

fn dot(cfa: &Cfa) -> String {
    let quote = |s: &str| s.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let mut out = String::from("digraph program {\n  node [shape=box];\n");
    for (i, info) in cfa.locs.iter().enumerate() {
        let loc = LocId(i as u32);
        let mut label = quote(&info.name);
        if let Some(span) = &info.span {
            let _ = write!(label, "\\n{}", quote(&span.to_string()));
        }
        let shape = match cfa.error_at(loc) {
            Some(error) => {
                let _ = write!(label, "\\n{}: {}", error.check, quote(&error.message));
                ", color=red"
            }
            None if loc == cfa.entry => ", penwidth=2",
            None if info.loop_head => ", shape=ellipse",
            None => "",
        };
        let _ = writeln!(out, "  l{i} [label=\"{label}\"{shape}];");
    }
    for edge in &cfa.edges {
        let stmt = if edge.stmt == Stmt::Skip { String::new() } else { quote(&text::print_stmt(&edge.stmt, cfa)) };
        let _ = writeln!(out, "  l{} -> l{} [label=\"{stmt}\"];", edge.from.0, edge.to.0);
    }
    out.push_str("}\n");
    out
}

/// The program as constrained Horn clauses: one relation per location over all variables, one clause per edge, and "no error
/// location is reached". They are satisfiable iff the program is safe; a solution is a proof.
fn horn(cfa: &Cfa) -> String {
    let symbols = Symbols::of(cfa);
    let vars: Vec<VarId> = (0..cfa.vars.len() as u32).map(VarId).collect();
    let sorts: Vec<_> = cfa.vars.iter().map(|v| smtlib::sort_text(&v.sort)).collect();
    let mut clauses = String::new();
    let start: Vec<_> = cfa.vars.iter().map(|v| smtlib::zero_text(&v.sort)).collect();
    let _ = writeln!(clauses, "(assert {})", relation(cfa, cfa.entry, &start));
    for edge in &cfa.edges {
        let mut symbols = symbols.clone();
        let mut after = vars.clone();
        let constraint = match &edge.stmt {
            Stmt::Skip | Stmt::Print { .. } => Formula::True,
            Stmt::Assume(f) => f.clone(),
            Stmt::Assign(v, e) => {
                after[v.index()] = next(&mut symbols, cfa, *v);
                Formula::Cmp(CmpOp::Eq, Arc::new(Expr::Var(after[v.index()])), Arc::new(e.clone()))
            }
            Stmt::Input { var, ty, .. } => {
                let new = next(&mut symbols, cfa, *var);
                after[var.index()] = new;
                match (ty, &cfa.var(*var).sort) {
                    (None, _) => Formula::True,
                    (Some(ty), Sort::Map(index, _)) => {
                        let element = Expr::select(new, Expr::bound("k")).in_range(*ty);
                        Formula::Quant(Quantifier::Forall, vec![("k".into(), (**index).clone())], Arc::new(element))
                    }
                    (Some(ty), _) => Expr::Var(new).in_range(*ty),
                }
            }
        };
        let script = smtlib::script(&symbols, std::slice::from_ref(&constraint));
        let mut bound = String::new();
        for v in (0..symbols.len() as u32).map(VarId) {
            let sort = symbols.sort(v).map_or_else(|| "Int".into(), smtlib::sort_text);
            let _ = write!(bound, "({} {sort})", smtlib::var_symbol(&symbols, v));
        }
        let name = |vs: &[VarId]| vs.iter().map(|v| smtlib::var_symbol(&symbols, *v)).collect::<Vec<_>>();
        let (before, then) = (relation(cfa, edge.from, &name(&vars)), relation(cfa, edge.to, &name(&after)));
        let constraint = script.assertions.first().map_or("true", String::as_str);
        let clause = format!("(=> (and {before} {constraint}) {then})");
        let _ = writeln!(clauses, "(assert {})", quantified(&bound, &clause));
    }
    for error in &cfa.errors {
        let names: Vec<_> = vars.iter().map(|v| smtlib::var_symbol(&symbols, *v)).collect();
        let bound: String = names.iter().zip(&sorts).map(|(n, s)| format!("({n} {s})")).collect();
        let clause = format!("(=> {} false)", relation(cfa, error.loc, &names));
        let _ = writeln!(clauses, "(assert {})", quantified(&bound, &clause));
    }
    let mut out = String::from("(set-logic HORN)\n");
    if clauses.contains("total.") {
        out.push_str(&smtlib::prelude());
    }
    for i in 0..cfa.locs.len() {
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", symbol(cfa, LocId(i as u32)), sorts.join(" "));
    }
    out.push_str(&clauses);
    out.push_str("(check-sat)\n");
    out
}

fn next(symbols: &mut Symbols, cfa: &Cfa, v: VarId) -> VarId {
    let var = cfa.var(v);
    symbols.add(format!("{}'", var.name), var.sort.clone())
}

fn quantified(bound: &str, clause: &str) -> String {
    if bound.is_empty() { clause.into() } else { format!("(forall ({bound}) {clause})") }
}

fn relation(cfa: &Cfa, loc: LocId, args: &[String]) -> String {
    if args.is_empty() { symbol(cfa, loc) } else { format!("({} {})", symbol(cfa, loc), args.join(" ")) }
}

/// The number makes the symbol unique whatever the location's name.
fn symbol(cfa: &Cfa, loc: LocId) -> String {
    format!("|{}@{}|", cfa.loc(loc).name.replace(['|', '\\'], "_"), loc.0)
}
