//! Sequence interpolants that other procedures find, at chosen positions of a path that cannot be run.
//!
//! Beside those of weakest preconditions ([`crate::interpolate`]) there are two sources. *Horn*: a relation for each position, a clause for each
//! segment between two of them; a solution of these clauses, which have no loop, is a sequence interpolant (Rümmer, Hojjat, Kuncak:
//! *Disjunctive interpolants for Horn-clause verification*, CAV 2013). z3's fixedpoint engine solves them. *cvc5*: one interpolant behind the other by
//! `get-interpolant` (Reynolds, Barbosa, Larraz, Tinelli: *Scalable algorithms for abduction via enumerative syntax-guided synthesis*, IJCAR 2020, whose
//! procedure is used for it), each from the one before it and its segment, so that they are a sequence. It does not find much about arrays.
//!
//! They are suggestions: what is tracked because of them is decided anew, so nobody confirms them.

use crate::fixedpoint::{KEEP_ALL, options};
use crate::path::PathFormula;
use crate::process::Process;
use crate::read::{self, Names, Term};
use crate::sexpr::Sexpr;
use crate::smtlib::{Script, prelude, script, sort_text, var_symbol, zero_text};
use crate::solver::{Solver, on_path};
use base::{Budget, Formula, SortedSet, VarId};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Who is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpolator {
    Horn(Solver),
    Cvc5(PathBuf),
}

impl Interpolator {
    /// `$BEVEL_CVC5`, else `cvc5` on the PATH.
    pub fn cvc5() -> Option<Interpolator> {
        on_path("BEVEL_CVC5", "cvc5").map(Interpolator::Cvc5)
    }

    /// For each of these positions, in their order, what holds there over the program's variables and contradicts the rest of the path.
    pub fn interpolants(&self, path: &PathFormula<'_>, at: &[usize], limit: Duration, budget: &Budget) -> Option<Vec<Formula>> {
        let segments = Segments::new(path, at)?;
        match self {
            Interpolator::Horn(solver) => segments.horn(solver, &budget.child(Some(limit))),
            Interpolator::Cvc5(tool) => segments.cvc5(tool, &budget.child(Some(limit))),
        }
    }
}

/// A path in pieces.
struct Segments<'p> {
    path: &'p PathFormula<'p>,
    /// What each piece says of the versions.
    said: Vec<Script>,
    /// At each position between two pieces, the versions that the rest speaks of, in the order of the program's variables.
    shared: Vec<Vec<VarId>>,
}

impl<'p> Segments<'p> {
    /// None if the path speaks of functions, which the procedures do not take apart.
    fn new(path: &'p PathFormula<'p>, at: &[usize]) -> Option<Segments<'p>> {
        let mut said = Vec::new();
        let mut begin = 0;
        for &end in at.iter().chain([&path.len()]) {
            let parts: Vec<Formula> = (begin..end).map(|i| path.part(i).clone()).collect();
            let script = script(path.symbols(), &parts);
            if script.declarations.lines().count() > script.vars.len() {
                return None;
            }
            said.push(script);
            begin = end;
        }
        // Nothing else is said of the first versions.
        let mentioned: SortedSet<VarId> = said.iter().flat_map(|s| s.vars.iter().copied()).collect();
        let (first, symbols) = (said.first_mut()?, path.symbols());
        for v in mentioned.into_iter().filter(|v| path.starts_at_zero(*v)) {
            let value = symbols.sort(v).map_or("0".into(), zero_text);
            first.assertions.push(format!("(= {} {value})", var_symbol(symbols, v)));
            first.vars.insert(v);
        }
        let mut rest: SortedSet<VarId> = SortedSet::new();
        let mut shared = Vec::new();
        for (position, behind) in at.iter().zip(&said[1..]).rev() {
            rest.extend(&behind.vars);
            shared.push(path.before(*position).into_iter().filter(|v| rest.contains(v)).collect());
        }
        shared.reverse();
        Some(Segments { path, said, shared })
    }

    fn symbol(&self, v: VarId) -> String {
        var_symbol(self.path.symbols(), v)
    }

    fn sort(&self, v: VarId) -> String {
        self.path.symbols().sort(v).map_or("Int".into(), sort_text)
    }

    /// The relation at the end of a segment; false at the end of the path.
    fn atom(&self, segment: usize) -> String {
        match self.shared.get(segment) {
            None => "false".into(),
            Some(shared) if shared.is_empty() => format!("I{segment}"),
            Some(shared) => format!("(I{segment} {})", shared.iter().map(|v| self.symbol(*v)).collect::<Vec<_>>().join(" ")),
        }
    }

    fn horn(&self, solver: &Solver, budget: &Budget) -> Option<Vec<Formula>> {
        let mut text = format!("{}(set-logic HORN)\n{}", options(KEEP_ALL, budget), prelude());
        for (i, shared) in self.shared.iter().enumerate() {
            let sorts: Vec<String> = shared.iter().map(|v| self.sort(*v)).collect();
            let _ = writeln!(text, "(declare-fun I{i} ({}) Bool)", sorts.join(" "));
        }
        for (i, said) in self.said.iter().enumerate() {
            let before = i.checked_sub(1);
            let mut vars = said.vars.clone();
            vars.extend(before.iter().chain([&i]).filter_map(|i| self.shared.get(*i)).flatten());
            let vars: Vec<String> = vars.iter().map(|v| format!("({} {})", self.symbol(*v), self.sort(*v))).collect();
            let premise = before.map_or("true".into(), |i| self.atom(i));
            let clause = format!("(=> (and {premise} {}) {})", said.assertions.join(" "), self.atom(i));
            let _ = match vars.is_empty() {
                true => writeln!(text, "(assert {clause})"),
                false => writeln!(text, "(assert (forall ({}) {clause}))", vars.join(" ")),
            };
        }
        let mut process = Process::start(solver.path(), &["-in", "-smt2"]).ok()?;
        let answers = process.exchange(&format!("{text}(check-sat)\n(get-model)\n"), budget).ok()?;
        let [Sexpr::Atom(word), Sexpr::List(model)] = answers.as_slice() else { return None };
        if word != "sat" {
            return None;
        }
        let found = |(i, shared): (usize, &Vec<VarId>)| {
            let name = format!("I{i}");
            let [_, parameters, _, body] = model.iter().filter_map(|d| d.call("define-fun")).find(|d| d[0].atom() == Some(&*name))? else {
                return None;
            };
            let mut names = Names::new();
            for (parameter, v) in parameters.list()?.iter().zip(shared) {
                names.insert(parameter.list()?.first()?.atom()?.to_owned(), Term::Expr(self.path.variable(*v).into()));
            }
            read::formula(body, &names)
        };
        self.shared.iter().enumerate().map(found).collect()
    }

    fn cvc5(&self, tool: &std::path::Path, budget: &Budget) -> Option<Vec<Formula>> {
        let mut start = format!("(set-option :produce-interpolants true)\n(set-logic ALL)\n{}", prelude());
        for v in self.said.iter().flat_map(|s| s.vars.iter().copied()).collect::<SortedSet<VarId>>() {
            let _ = writeln!(start, "(declare-fun {} () {})", self.symbol(v), self.sort(v));
        }
        let mut found = Vec::new();
        let mut before: Option<String> = None;
        for (i, shared) in self.shared.iter().enumerate() {
            let mut text = start.clone();
            let now = before.iter().chain(&self.said[i].assertions);
            now.for_each(|said| text += &format!("(assert {said})\n"));
            let rest: Vec<&str> = self.said[i + 1..].iter().flat_map(|s| &s.assertions).map(String::as_str).collect();
            let _ = writeln!(text, "(get-interpolant I{i} (not (and true {})))", rest.join(" "));
            let mut process = Process::start(tool, &["--lang=smt2", "--incremental"]).ok()?;
            let answers = process.exchange(&text, budget).ok()?;
            let [_, _, _, body] = answers.first()?.call("define-fun")? else { return None };
            let mut names = Names::new();
            for v in shared {
                let symbol = self.symbol(*v);
                names.insert(symbol.trim_matches('|').to_owned(), Term::Expr((*v).into()));
            }
            let interpolant = read::formula(body, &names)?;
            before = script(self.path.symbols(), std::slice::from_ref(&interpolant)).assertions.pop();
            let over_program = interpolant.subst(&|e| match e {
                base::Expr::Var(v) => Some(self.path.variable(*v).into()),
                _ => None,
            });
            found.push(over_program);
        }
        Some(found)
    }
}
