//! Questions that build on each other, asked of one solver process.
//!
//! A [`Dialogue`] is about one set of formulas that grows: assertions, *observed* formulas whose truth values are asked for and
//! assumed, and clauses over these. This is what enumerating all combinations of predicates needs: ask, forbid what was found, ask
//! again; the solver keeps what it has learned. Observed formulas are constants that are equivalent to them: `define-fun` is as quick, but the solver
//! would tell cores by the definitions.
//!
//! Invariants: an answer is about everything that was said and not taken back, also if the process died in between, because
//! all of it is kept and said again to a new one; and the session is as before when the dialogue ends.

use crate::model::Model;
use crate::process::{Process, Silence};
use crate::sexpr::Sexpr;
use crate::smtlib::{BETWEEN_SYMBOL, Reluctance, Statements};
use crate::solver::{Session, Word, manner, model, one, read_word, reason, unexpected};
use crate::symbols::Symbols;
use base::{Budget, Formula, VarId};
use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

/// How often one question is asked again because the process had died.
const RESTARTS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The values of the observed formulas, by number, and the model if it was asked for and could be read. They are the solver's: whoever needs to be
    /// sure evaluates them. About reachability this is said where no contradiction is found, which is not a proof that there is a model.
    Sat {
        values: Vec<bool>,
        model: Option<Model>,
    },
    /// The positions, among the assumptions, of some that already contradict the rest.
    Unsat {
        core: Vec<usize>,
    },
    Unknown(String),
}

/// A conversation about one set of formulas that grows. It borrows the session; when it ends, the session can be used again.
pub struct Dialogue<'s> {
    session: &'s mut Session,
    reluctance: Reluctance,
    symbols: Symbols,
    /// What was said, since the beginning.
    said: Vec<Step>,
    /// How many steps the process has heard; none if there is no process that knows of us.
    heard: Option<usize>,
    /// The scope in which each symbol is declared.
    declared: HashMap<String, usize>,
    /// The variables of the model, with their scopes.
    vars: Vec<(VarId, usize)>,
    /// The scope of each observed formula.
    observed: Vec<usize>,
    /// The number of open scopes.
    depth: usize,
    limit: Option<Duration>,
    /// How many of the observed formulas are asked for; none: all.
    watched: Option<usize>,
    /// A mistake of whoever asks, which no answer may hide.
    mistake: Option<String>,
}

enum Step {
    Text(String),
    Push,
}

impl Session {
    /// Begins a dialogue in which `base` is asserted. Formulas may use the variables of `symbols`, and free index variables, which are
    /// constants.
    pub fn dialogue(&mut self, symbols: &Symbols, base: &[Formula], observed: &[Formula]) -> Dialogue<'_> {
        self.dialogue_with(Reluctance::Much, symbols, base, observed)
    }

    /// The same with another expectation of the answers.
    pub fn dialogue_with(&mut self, reluctance: Reluctance, symbols: &Symbols, base: &[Formula], observed: &[Formula]) -> Dialogue<'_> {
        let mut dialogue = Dialogue {
            session: self,
            reluctance,
            symbols: symbols.clone(),
            said: Vec::new(),
            heard: None,
            declared: HashMap::new(),
            vars: Vec::new(),
            observed: Vec::new(),
            depth: 0,
            limit: None,
            watched: None,
            mistake: None,
        };
        base.iter().for_each(|f| dialogue.assert(f));
        for f in observed {
            dialogue.observe(f);
        }
        dialogue
    }
}

impl Dialogue<'_> {
    /// Gives each question at most this much time, within its budget.
    pub fn limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    pub fn assert(&mut self, f: &Formula) {
        if *f != Formula::True {
            let term = self.term(f);
            self.say(format!("(assert {term})\n"));
        }
    }

    /// Observes one more formula, until the scope ends; its number.
    pub fn observe(&mut self, f: &Formula) -> usize {
        let term = self.term(f);
        let number = self.observed.len();
        self.observed.push(self.depth);
        self.say(format!("(declare-fun o.{number} () Bool)\n(assert (= o.{number} {term}))\n"));
        number
    }

    /// The number of observed formulas.
    pub fn observed(&self) -> usize {
        self.observed.len()
    }

    /// Adds the clause: at least one of these observed formulas has the value beside it.
    pub fn clause(&mut self, literals: &[(usize, bool)]) {
        let Some(words) = self.literals(literals) else { return };
        self.say(match words.len() {
            0 => "(assert false)\n".into(),
            1 => format!("(assert {})\n", words[0]),
            _ => format!("(assert (or {}))\n", words.join(" ")),
        });
    }

    /// Says that all of the observed formulas of one of these conjunctions have the values beside them.
    pub fn cubes(&mut self, cubes: &[Vec<(usize, bool)>]) {
        let Some(words) = cubes.iter().map(|c| self.literals(c)).collect::<Option<Vec<_>>>() else { return };
        let cube = |words: Vec<String>| format!("(and true {})", words.join(" "));
        self.say(format!("(assert (or false {}))\n", words.into_iter().map(cube).collect::<Vec<_>>().join(" ")));
    }

    /// From now on only the values of the first so many observed formulas are asked for.
    pub fn watch(&mut self, first: usize) {
        self.watched = Some(first);
    }

    /// Opens a scope: what is said from now on is forgotten with [`Dialogue::pop`].
    pub fn push(&mut self) {
        self.said.push(Step::Push);
        self.depth += 1;
    }

    /// Closes the youngest scope; nothing happens if there is none.
    pub fn pop(&mut self) {
        let Some(at) = self.said.iter().rposition(|s| matches!(s, Step::Push)) else { return };
        self.said.truncate(at);
        if self.heard.is_some_and(|heard| heard > at) {
            let told = self.session.process.as_mut().is_some_and(|process| process.send("(pop 1)\n").is_ok());
            self.heard = told.then_some(at);
        }
        self.depth -= 1;
        let depth = self.depth;
        self.declared.retain(|_, scope| *scope <= depth);
        self.vars.retain(|(_, scope)| *scope <= depth);
        self.observed.retain(|scope| *scope <= depth);
    }

    /// Can everything that was said be true at once, if the observed formulas have the assumed values? With `with_model` the values of the
    /// variables are read too.
    pub fn check(&mut self, assumptions: &[(usize, bool)], with_model: bool, budget: &Budget) -> Verdict {
        self.session.asked.questions += 1;
        let words = self.literals(assumptions);
        let words = match (&self.mistake, words) {
            (None, Some(words)) => words,
            (mistake, _) => return Verdict::Unknown(mistake.clone().unwrap_or_default()),
        };
        let budget = &self.limit.map_or_else(|| budget.clone(), |limit| budget.child(Some(limit)));
        if let Some(stop) = budget.stopped() {
            return Verdict::Unknown(stop.to_string());
        }
        let mut restarts = 0;
        loop {
            match self.ask(&words, with_model, budget) {
                Ok(verdict) => return verdict,
                // Whatever happened, this process has heard the last of us.
                Err(silence) => {
                    self.heard = None;
                    self.session.process = None;
                    match silence {
                        Silence::Died(_) | Silence::Garbage(_) if restarts < RESTARTS => restarts += 1,
                        Silence::Died(_) | Silence::Garbage(_) => {
                            return Verdict::Unknown(format!("{silence}, and so again after {restarts} restarts"));
                        }
                        _ => return Verdict::Unknown(silence.to_string()),
                    }
                }
            }
        }
    }

    fn ask(&mut self, assumptions: &[String], with_model: bool, budget: &Budget) -> Result<Verdict, Silence> {
        let mut text = String::new();
        if self.heard.is_none() {
            text.push_str("(push 1)\n");
        }
        for step in &self.said[self.heard.unwrap_or(0)..] {
            text.push_str(match step {
                Step::Text(words) => words,
                Step::Push => "(push 1)\n",
            });
        }
        let reachability = self.declared.contains_key(BETWEEN_SYMBOL);
        let _ = writeln!(text, "{}(check-sat-assuming ({}))", manner(budget, reachability), assumptions.join(" "));
        let observed = self.observed.len();
        let (symbols, vars, count) = (&self.symbols, &self.vars, self.watched.map_or(observed, |w| w.min(observed)));
        let verdict = self.session.talk(budget, |process| {
            let word = read_word(process.exchange(&text, budget)?)?;
            let why = if word == Word::Unknown { reason(process, budget)? } else { String::new() };
            // Where the laws of reachability lead to no contradiction, there is none to be found.
            let saturated = reachability && why.contains("incomplete");
            Ok(match word {
                Word::Unknown if !saturated => Verdict::Unknown(why),
                Word::Sat | Word::Unknown => {
                    let values = values(process, count, budget)?;
                    let model = if with_model { model(process, symbols, vars.iter().map(|(v, _)| *v), budget)? } else { None };
                    Verdict::Sat { values, model }
                }
                Word::Unsat if assumptions.is_empty() => Verdict::Unsat { core: Vec::new() },
                Word::Unsat => Verdict::Unsat { core: core(process, assumptions, budget)? },
            })
        })?;
        self.heard = Some(self.said.len());
        if matches!(&verdict, Verdict::Unknown(why) if why.contains("timeout") || why.contains("cancel")) {
            // It was stopped in the middle, and what it knows now depends on when. With that it is sometimes at a loss where it would not
            // be otherwise, so the next question goes to a new process.
            self.session.process = None;
            self.heard = None;
        }
        Ok(verdict)
    }

    /// The text of a formula; its symbols are declared in the current scope unless they are already.
    fn term(&mut self, f: &Formula) -> String {
        let Statements { declarations, links, mut assertions, vars } =
            crate::smtlib::statements(&self.symbols, std::slice::from_ref(f), self.reluctance);
        for (symbol, declaration) in declarations.into_iter().chain(links.into_iter().map(|l| (l.clone(), l))) {
            if !self.declared.contains_key(&symbol) {
                self.declared.insert(symbol, self.depth);
                self.say(declaration);
            }
        }
        for v in vars {
            if !self.vars.iter().any(|(known, _)| *known == v) {
                self.vars.push((v, self.depth));
            }
        }
        assertions.pop().unwrap_or_default()
    }

    /// The texts of literals; a number that nobody has given is a mistake.
    fn literals(&mut self, literals: &[(usize, bool)]) -> Option<Vec<String>> {
        if let Some((number, _)) = literals.iter().find(|(number, _)| *number >= self.observed.len()) {
            self.mistake.get_or_insert_with(|| format!("the formula number {number} is not observed"));
            return None;
        }
        let word = |(number, value): &(usize, bool)| if *value { format!("o.{number}") } else { format!("(not o.{number})") };
        Some(literals.iter().map(word).collect())
    }

    fn say(&mut self, words: String) {
        let sent = self.heard == Some(self.said.len());
        match self.said.last_mut() {
            // One text from scope to scope, as far as it was not sent already.
            Some(Step::Text(text)) if !sent => text.push_str(&words),
            _ => self.said.push(Step::Text(words)),
        }
    }
}

impl Drop for Dialogue<'_> {
    fn drop(&mut self) {
        let Some(heard) = self.heard else { return };
        let scopes = 1 + self.said[..heard].iter().filter(|s| matches!(s, Step::Push)).count();
        let told = self.session.process.as_mut().is_some_and(|process| process.send(&format!("(pop {scopes})\n")).is_ok());
        if !told {
            self.session.process = None;
        }
    }
}

/// `((o.0 true) (o.1 false) …)`
fn values(process: &mut Process, count: usize, budget: &Budget) -> Result<Vec<bool>, Silence> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let names: Vec<String> = (0..count).map(|number| format!("o.{number}")).collect();
    let answer = one(process.exchange(&format!("(get-value ({}))\n", names.join(" ")), budget)?)?;
    let value = |(pair, name): (&Sexpr, &String)| match pair.list()? {
        [said, value] if said.atom()? == name => value.atom()?.parse().ok(),
        _ => None,
    };
    let pairs = answer.list().filter(|pairs| pairs.len() == count);
    let values = pairs.and_then(|pairs| pairs.iter().zip(&names).map(value).collect());
    values.ok_or_else(|| unexpected(Some(&answer)))
}

/// `(o.3 (not o.5))`: positions among the assumptions.
fn core(process: &mut Process, assumptions: &[String], budget: &Budget) -> Result<Vec<usize>, Silence> {
    let answer = one(process.exchange("(get-unsat-assumptions)\n", budget)?)?;
    let position = |literal: &Sexpr| {
        let word = match literal.call("not") {
            Some([name]) => format!("(not {})", name.atom()?),
            _ => literal.atom()?.to_owned(),
        };
        assumptions.iter().position(|a| *a == word)
    };
    let core: Option<Vec<usize>> = answer.list().and_then(|literals| literals.iter().map(position).collect());
    let mut core = core.ok_or_else(|| unexpected(Some(&answer)))?;
    core.sort_unstable();
    core.dedup();
    Ok(core)
}
