//! Questions to an SMT solver: is this set of formulas satisfiable?

use crate::answers::{Answers, Said};
use crate::model::Model;
use crate::process::{Process, Silence};
use crate::sexpr::Sexpr;
use crate::smtlib::{BETWEEN_SYMBOL, Script, prelude, script, var_symbol};
use crate::symbols::Symbols;
use base::{Asked, Budget, Formula, SortedMap, VarId};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where a solver is, and what it has answered.
#[derive(Clone, Debug)]
pub struct Solver {
    path: PathBuf,
    answers: Answers,
}

impl PartialEq for Solver {
    fn eq(&self, other: &Solver) -> bool {
        self.path == other.path
    }
}

impl Eq for Solver {}

/// Solvers at the same place are the same one, whoever has found it, and have their answers in common.
static KNOWN: Mutex<SortedMap<PathBuf, Answers>> = Mutex::new(SortedMap::new());

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
        let starts = [std::env::current_exe().ok(), std::env::current_dir().ok()];
        let installed: Vec<PathBuf> = starts.iter().flatten().flat_map(|start| start.ancestors().map(|dir| dir.join(INSTALLED))).collect();
        on_path("BEVEL_Z3", "z3").or_else(|| installed.into_iter().find(|p| is_executable(p))).map(Solver::at).ok_or(Missing)
    }

    pub fn at(path: impl Into<PathBuf>) -> Solver {
        let path = path.into();
        let answers = KNOWN.lock().map(|mut known| known.entry(path.clone()).or_default().clone()).unwrap_or_default();
        Solver { path, answers }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A conversation with the solver. The process starts with the first question.
    pub fn session(&self) -> Session {
        Session { solver: self.clone(), process: None, asked: Asked::default() }
    }
}

/// What an environment variable names, else the executable on the PATH.
pub(crate) fn on_path(variable: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from).into_iter();
    let executable = if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found: Vec<PathBuf> = std::env::split_paths(&path).map(|dir| dir.join(&executable)).collect();
    named.chain(found).find(|p| is_executable(p))
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

/// One solver process, restarted after a crash or a kill. Questions are independent of each other; for those that are not,
/// there is a [`crate::Dialogue`].
pub struct Session {
    solver: Solver,
    pub(crate) process: Option<Process>,
    pub(crate) asked: Asked,
}

impl Session {
    /// All that was asked in this session, what had been answered before included.
    pub fn asked(&self) -> Asked {
        self.asked
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Is the conjunction satisfiable? What was answered before is not asked again.
    pub fn check_sat(&mut self, symbols: &Symbols, formulas: &[Formula], budget: &Budget) -> Answer {
        let script = script(symbols, formulas);
        let assertions: Vec<String> = script.assertions.iter().map(|a| format!("(assert {a})\n")).collect();
        let said = self.ask(&script, &assertions.concat(), budget, |process, answer| match answer {
            Word::Sat => Ok(Said::Sat(model(process, symbols, script.vars.iter().copied(), budget)?)),
            Word::Unsat => Ok(Said::Unsat(Vec::new())),
            Word::Unknown => Ok(Said::Unknown(reason(process, budget)?)),
        });
        said.into()
    }

    /// Are the assertions, given as text behind their declarations, satisfiable? The model is not read.
    pub fn check_text(&mut self, declarations: &str, assertions: &str, budget: &Budget) -> Answer {
        let script = Script { declarations: declarations.to_owned(), ..Script::default() };
        let said = self.ask(&script, assertions, budget, |process, answer| match answer {
            Word::Sat => Ok(Said::Sat(None)),
            Word::Unsat => Ok(Said::Unsat(Vec::new())),
            Word::Unknown => Ok(Said::Unknown(reason(process, budget)?)),
        });
        said.into()
    }

    /// If the conjunction is unsatisfiable: the positions of some of the formulas whose conjunction is already so.
    pub fn core(&mut self, symbols: &Symbols, formulas: &[Formula], budget: &Budget) -> Result<Vec<usize>, Answer> {
        let script = script(symbols, formulas);
        let mut assertions = String::new();
        for (i, a) in script.assertions.iter().enumerate() {
            let _ = writeln!(assertions, "(assert (! {a} :named |@{i}|))");
        }
        let said = self.ask(&script, &assertions, budget, |process, answer| match answer {
            Word::Unsat => {
                let names = one(process.exchange("(get-unsat-core)\n", budget)?)?;
                let number = |n: &Sexpr| n.atom()?.strip_prefix('@')?.parse().ok().filter(|i| *i < formulas.len());
                let core: Option<Vec<usize>> = names.list().and_then(|names| names.iter().map(number).collect());
                Ok(Said::Unsat(core.ok_or_else(|| unexpected(Some(&names)))?))
            }
            Word::Sat => Ok(Said::Sat(model(process, symbols, script.vars.iter().copied(), budget)?)),
            Word::Unknown => Ok(Said::Unknown(reason(process, budget)?)),
        });
        if let Said::Unsat(core) = said { Ok(core) } else { Err(said.into()) }
    }

    /// Asserts, checks and lets `read` look at the answer before everything is forgotten again. A process that dies, perhaps
    /// long before it was asked, is replaced once.
    fn ask(
        &mut self,
        script: &Script,
        assertions: &str,
        budget: &Budget,
        mut read: impl FnMut(&mut Process, Word) -> Result<Said, Silence>,
    ) -> Said {
        self.asked.questions += 1;
        let question = format!("{}{assertions}(check-sat)\n", script.declarations);
        if budget.stopped().is_none()
            && let Some(said) = self.solver.answers.get(&question)
        {
            self.asked.known += 1;
            return said;
        }
        let mut again = true;
        loop {
            let text = format!("(push 1)\n{}{question}", manner(budget, question.contains(BETWEEN_SYMBOL)));
            let conversation = self.talk(budget, |process| {
                let answer = read_word(process.exchange(&text, budget)?)?;
                let answer = read(process, answer)?;
                process.send("(pop 1)\n")?;
                Ok(answer)
            });
            match conversation {
                Ok(said) => {
                    self.solver.answers.keep(question, &said);
                    return said;
                }
                Err(Silence::Died(_)) if again => again = false,
                Err(silence) => return Said::Unknown(silence.to_string()),
            }
        }
    }

    /// Talks to the process, which is started if there is none; a process that falls silent is dropped.
    pub(crate) fn talk<T>(&mut self, budget: &Budget, conversation: impl FnOnce(&mut Process) -> Result<T, Silence>) -> Result<T, Silence> {
        if let Some(stop) = budget.stopped() {
            return Err(Silence::Stopped(stop));
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => start(&self.solver, budget)?,
        };
        let start = Instant::now();
        let said = conversation(&mut process);
        self.asked.time += start.elapsed();
        let said = said?;
        self.process = Some(process);
        Ok(said)
    }
}

impl From<Said> for Answer {
    fn from(said: Said) -> Answer {
        match said {
            Said::Sat(model) => Answer::Sat(model),
            Said::Unsat(_) => Answer::Unsat,
            Said::Unknown(why) => Answer::Unknown(why),
        }
    }
}

/// What a solver answers to `check-sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Sat,
    Unsat,
    Unknown,
}

pub(crate) fn read_word(answers: Vec<Sexpr>) -> Result<Word, Silence> {
    let answer = one(answers)?;
    match answer.atom() {
        Some("sat") => Ok(Word::Sat),
        Some("unsat") => Ok(Word::Unsat),
        Some("unknown" | "timeout") => Ok(Word::Unknown),
        _ => Err(unexpected(Some(&answer))),
    }
}

/// The answer to one question.
pub(crate) fn one(answers: Vec<Sexpr>) -> Result<Sexpr, Silence> {
    match <[Sexpr; 1]>::try_from(answers) {
        Ok([answer]) => Ok(answer),
        Err(answers) => Err(unexpected(answers.first())),
    }
}

pub(crate) fn unexpected(answer: Option<&Sexpr>) -> Silence {
    Silence::Garbage(answer.map_or("there is none".into(), Sexpr::excerpt))
}

/// The solver's own limit, in milliseconds. It ends a bit before the budget, since a solver that has given up by itself can go on with the
/// next question, and it ends a solver that nobody is left to kill.
pub(crate) fn own_limit(budget: &Budget) -> u128 {
    let before = |left: Duration| left - (left / 10).min(Duration::from_millis(20));
    budget.left().map_or(600_000, |left| before(left).as_millis().clamp(1, 600_000))
}

/// How long and in which way the solver works on a question. About reachability it only draws the conclusions that its laws name the terms of, and then it
/// does not know, where it would else try for ever to build a model. That maps with the same elements are the same is not needed there, and takes most of the time.
pub(crate) fn manner(budget: &Budget, reachability: bool) -> String {
    let all = !reachability;
    format!("(set-option :timeout {})\n(set-option :smt.mbqi {all})\n(set-option :smt.array.extensional {all})\n", own_limit(budget))
}

fn start(solver: &Solver, budget: &Budget) -> Result<Process, Silence> {
    let failed = |e: std::io::Error| Silence::Died(format!("{} cannot be started: {e}", solver.path.display()));
    let mut process = Process::start(&solver.path, &["-in", "-smt2"]).map_err(failed)?;
    let options = concat!(
        "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n",
        "(set-option :produce-unsat-assumptions true)\n"
    );
    match process.exchange(&format!("{options}{}", prelude()), budget)?.first() {
        None => Ok(process),
        greeting => Err(unexpected(greeting)),
    }
}

pub(crate) fn model(
    process: &mut Process,
    symbols: &Symbols,
    vars: impl IntoIterator<Item = VarId>,
    budget: &Budget,
) -> Result<Option<Model>, Silence> {
    let names: Vec<String> = vars.into_iter().map(|v| var_symbol(symbols, v)).collect();
    if names.is_empty() {
        return Ok(Some(Model::default()));
    }
    Ok(Model::read(&one(process.exchange(&format!("(get-value ({}))\n", names.join(" ")), budget)?)?))
}

pub(crate) fn reason(process: &mut Process, budget: &Budget) -> Result<String, Silence> {
    let answer = one(process.exchange("(get-info :reason-unknown)\n", budget)?)?;
    let text = answer.list().and_then(|items| items.get(1)).and_then(Sexpr::atom).unwrap_or("no reason");
    Ok(format!("the solver does not know: {}", text.trim_matches('"')))
}
