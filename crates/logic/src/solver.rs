//! Questions to an SMT solver: is this set of formulas satisfiable?

use crate::model::Model;
use crate::process::{Process, Silence};
use crate::sexpr::Sexpr;
use crate::smtlib::{Script, prelude, script, var_symbol};
use crate::symbols::Symbols;
use base::{Budget, Formula};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where a solver is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    path: PathBuf,
}

/// There is no solver; the text says how to get one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing;

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no SMT solver was found (`cargo xtask setup` installs one; an installed z3 is found on the PATH or as $BEVEL_Z3)")
    }
}

/// Where the project's set-up puts the solver, below the workspace.
const INSTALLED: &str = "target/tools/z3/bin/z3";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// With the values that the solver gives; a model that cannot be read is `None`.
    Sat(Option<Model>),
    Unsat,
    Unknown(String),
}

impl Solver {
    /// `$BEVEL_Z3`, else `z3` on the PATH, else what the set-up installed above the executable or the current directory.
    pub fn find() -> Result<Solver, Missing> {
        let named = std::env::var_os("BEVEL_Z3").map(PathBuf::from).into_iter();
        let executable = if cfg!(windows) { "z3.exe" } else { "z3" };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path).map(|dir| dir.join(executable)).collect::<Vec<_>>();
        let starts = [std::env::current_exe().ok(), std::env::current_dir().ok()];
        let installed: Vec<PathBuf> = starts.iter().flatten().flat_map(|start| start.ancestors().map(|dir| dir.join(INSTALLED))).collect();
        named.chain(on_path).chain(installed).find(|p| is_executable(p)).map(Solver::at).ok_or(Missing)
    }

    pub fn at(path: impl Into<PathBuf>) -> Solver {
        Solver { path: path.into() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A conversation with the solver. The process starts with the first question.
    pub fn session(&self) -> Session {
        Session { solver: self.clone(), process: None }
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// One solver process, restarted after a crash or a kill. Questions are independent of each other.
pub struct Session {
    solver: Solver,
    process: Option<Process>,
}

impl Session {
    /// Is the conjunction satisfiable?
    pub fn check_sat(&mut self, symbols: &Symbols, formulas: &[Formula], budget: &Budget) -> Answer {
        let script = script(symbols, formulas);
        let assertions: Vec<String> = script.assertions.iter().map(|a| format!("(assert {a})\n")).collect();
        self.ask(&script, &assertions.concat(), budget, |process, answer| match answer {
            "sat" => Ok(Answer::Sat(model(process, symbols, &script, budget)?)),
            "unsat" => Ok(Answer::Unsat),
            _ => Ok(Answer::Unknown(reason(process, budget)?)),
        })
    }

    /// Are the assertions, given as text behind their declarations, satisfiable? The model is not read.
    pub fn check_text(&mut self, declarations: &str, assertions: &str, budget: &Budget) -> Answer {
        let script = Script { declarations: declarations.to_owned(), ..Script::default() };
        self.ask(&script, assertions, budget, |process, answer| match answer {
            "sat" => Ok(Answer::Sat(None)),
            "unsat" => Ok(Answer::Unsat),
            _ => Ok(Answer::Unknown(reason(process, budget)?)),
        })
    }

    /// If the conjunction is unsatisfiable: the positions of some of the formulas whose conjunction is already so.
    pub fn core(&mut self, symbols: &Symbols, formulas: &[Formula], budget: &Budget) -> Result<Vec<usize>, Answer> {
        let script = script(symbols, formulas);
        let mut assertions = String::new();
        for (i, a) in script.assertions.iter().enumerate() {
            let _ = writeln!(assertions, "(assert (! {a} :named |@{i}|))");
        }
        let mut core = Vec::new();
        let answer = self.ask(&script, &assertions, budget, |process, answer| match answer {
            "unsat" => {
                process.send("(get-unsat-core)\n")?;
                let names = process.receive(budget)?;
                core = names.list().unwrap_or_default().iter().filter_map(|n| n.atom()?.strip_prefix('@')?.parse().ok()).collect();
                Ok(Answer::Unsat)
            }
            "sat" => Ok(Answer::Sat(model(process, symbols, &script, budget)?)),
            _ => Ok(Answer::Unknown(reason(process, budget)?)),
        });
        if answer == Answer::Unsat { Ok(core) } else { Err(answer) }
    }

    /// Asserts, checks and lets `read` look at the answer before everything is forgotten again.
    fn ask(
        &mut self,
        script: &Script,
        assertions: &str,
        budget: &Budget,
        read: impl FnOnce(&mut Process, &str) -> Result<Answer, Silence>,
    ) -> Answer {
        if let Some(stop) = budget.stopped() {
            return Answer::Unknown(stop.to_string());
        }
        let mut process = match self.process.take().map_or_else(|| start(&self.solver, budget), Ok) {
            Ok(process) => process,
            Err(silence) => return Answer::Unknown(format!("{}: {silence}", self.solver.path.display())),
        };
        // The solver's own limit ends it even if nobody is left to kill it.
        let limit = budget.left().map_or(600_000, |left| left.as_millis().clamp(1, 600_000));
        let text = format!("(push 1)\n(set-option :timeout {limit})\n{}{assertions}(check-sat)\n", script.declarations);
        let conversation = (|| {
            process.send(&text)?;
            let answer = process.receive(budget)?;
            match answer.atom() {
                Some(word @ ("sat" | "unsat" | "unknown")) => {
                    let answer = read(&mut process, word)?;
                    process.send("(pop 1)\n")?;
                    Ok(answer)
                }
                // An error message: what else the solver has to say about this script is not known, so start afresh.
                _ => Err(Silence::Died(message(&answer))),
            }
        })();
        match conversation {
            Ok(answer) => {
                self.process = Some(process);
                answer
            }
            Err(silence) => Answer::Unknown(silence.to_string()),
        }
    }
}

fn start(solver: &Solver, budget: &Budget) -> Result<Process, Silence> {
    let mut process = Process::start(&solver.path, &["-in", "-smt2"]).map_err(|e| Silence::Died(e.to_string()))?;
    let options = "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n";
    process.send(&format!("{options}{}(echo \"ready\")\n", prelude()))?;
    let ready = process.receive(budget)?;
    if ready.atom().is_some_and(|a| a.trim_matches('"') == "ready") { Ok(process) } else { Err(Silence::Died(message(&ready))) }
}

pub(crate) fn message(answer: &Sexpr) -> String {
    match answer.call("error") {
        Some([Sexpr::Atom(text), ..]) => text.trim_matches('"').to_owned(),
        _ => format!("unexpected answer {answer:?}"),
    }
}

fn model(process: &mut Process, symbols: &Symbols, script: &Script, budget: &Budget) -> Result<Option<Model>, Silence> {
    if script.vars.is_empty() {
        return Ok(Some(Model::default()));
    }
    let names: Vec<String> = script.vars.iter().map(|v| var_symbol(symbols, *v)).collect();
    process.send(&format!("(get-value ({}))\n", names.join(" ")))?;
    Ok(Model::read(&process.receive(budget)?))
}

fn reason(process: &mut Process, budget: &Budget) -> Result<String, Silence> {
    process.send("(get-info :reason-unknown)\n")?;
    let answer = process.receive(budget)?;
    let text = answer.list().and_then(|items| items.get(1)).and_then(Sexpr::atom).unwrap_or("no reason");
    Ok(format!("the solver does not know: {}", text.trim_matches('"')))
}
