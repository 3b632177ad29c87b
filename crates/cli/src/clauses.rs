//! Answers about Horn clauses and transition systems in their own terms: a model of the relations of the file, or a derivation of false.
//!
//! A proof and a run were confirmed on the automaton. Here they go the way back through what was simplified, to the clauses
//! as they were read, and are confirmed again: a model by a solver, clause by clause, if there is one; a derivation by plain
//! evaluation. What is refuted here is a bug of ours and no answer.

use crate::input::Language;
use base::exec::walk::{Step, Walk};
use base::{Budget, Cfa, LocId, Proof, SortedMap, Trace};
use engine::Decided;
use logic::{Answer, Solver};
use std::fmt;
use tsfront::derivation::Fact;
use tsfront::term::Sort;
use tsfront::{Automaton, Derivation, Diagnostic, Model, Simplified, System, fill, modes, procedures, reals, smtlib, visit};

/// A run of more steps than this is not told.
const MOST_STEPS: u64 = 100_000_000;
/// Nor is one that takes more clauses.
const MOST_CLAUSES: usize = 1_000_000;
/// Steps of a derivation that are shown (JSON has them all).
const SHOWN: usize = 30;

/// What was read, and what became of it.
pub struct Clauses {
    original: System,
    simplified: Simplified,
    lowered: Lowered,
    /// With other procedures, which are better to prove and worse to run.
    other: Option<Lowered>,
    language: Language,
}

/// As an automaton: with a location per relation, or with a procedure.
enum Lowered {
    Linear(Automaton),
    Procedures(procedures::Program),
}

/// How sure the evidence is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// By whom.
    Confirmed(&'static str),
    /// Why there is no answer.
    Undecided(String),
    Refuted(String),
}

impl Confirmation {
    pub fn name(&self) -> &'static str {
        match self {
            Confirmation::Confirmed(_) => "confirmed",
            Confirmation::Undecided(_) => "undecided",
            Confirmation::Refuted(_) => "refuted",
        }
    }
}

impl fmt::Display for Confirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confirmation::Confirmed(by) => by,
            Confirmation::Undecided(why) | Confirmation::Refuted(why) => why,
        })
    }
}

/// A fact of a derivation with the line of the clause that it follows from.
#[derive(Clone, Debug)]
pub struct Told {
    pub fact: String,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Evidence {
    /// One definition per relation, or an invariant.
    pub model: Option<Vec<String>>,
    pub derivation: Option<Vec<Told>>,
    pub confirmation: Confirmation,
    file: String,
}

impl Evidence {
    /// What is wrong with the evidence.
    pub fn refuted(&self) -> Option<String> {
        if let Confirmation::Refuted(what) = &self.confirmation { Some(what.clone()) } else { None }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.model.iter().flatten() {
            writeln!(f, "{line}")?;
        }
        if let Some(steps) = &self.derivation {
            let last = steps.len().saturating_sub(1);
            for (i, step) in steps.iter().enumerate() {
                if i < SHOWN || i == last {
                    writeln!(f, "{}:{}: {}", self.file, step.line, step.fact)?;
                } else if i == SHOWN {
                    writeln!(f, "and {} more facts", last - SHOWN)?;
                }
            }
        }
        writeln!(f, "{}", self.confirmation)
    }
}

impl Clauses {
    pub fn new(original: System, language: Language) -> Result<Clauses, Diagnostic> {
        let simplified = tsfront::simplify(original.clone());
        let system = &simplified.system;
        let (lowered, other) = match system.linear() {
            Ok(()) => (Lowered::Linear(tsfront::to_cfa(system)?), None),
            Err(_) => {
                let program = |modes| procedures::to_program(system, modes).map(Lowered::Procedures);
                (program(modes::modes(system))?, Some(program(modes::none(system))?))
            }
        };
        Ok(Clauses { original, simplified, lowered, other, language })
    }

    /// Non-linear clauses as functions are good to run: if a short look finds no run that fails, they are to be proved, and then
    /// procedures that return everything have the simpler contracts.
    pub fn settled(self, fails: impl Fn(&Cfa) -> bool) -> Clauses {
        if self.other.is_none() || fails(self.cfa()) {
            return self;
        }
        let Clauses { original, simplified, lowered, other, language } = self;
        Clauses { original, simplified, lowered: other.unwrap_or(lowered), other: None, language }
    }

    pub fn cfa(&self) -> &Cfa {
        match &self.lowered {
            Lowered::Linear(automaton) => &automaton.cfa,
            Lowered::Procedures(program) => &program.cfa,
        }
    }

    /// The decision in terms of the clauses; none if there is none.
    pub fn evidence(&self, decided: &SortedMap<LocId, Decided>, solver: Result<Solver, String>, budget: &Budget) -> Option<Evidence> {
        // There is one error location: that a query's body holds.
        match decided.values().next()? {
            Decided::Unreachable { proof, .. } => Some(self.modelled(proof, solver, budget)),
            Decided::Reached { trace, .. } => Some(self.derived(trace, budget)),
            Decided::Contradiction { .. } => None,
        }
    }

    fn told(&self, model: Option<Vec<String>>, derivation: Option<Vec<Told>>, confirmation: Confirmation) -> Evidence {
        Evidence { model, derivation, confirmation, file: self.original.source.file.to_string() }
    }

    fn modelled(&self, proof: &Proof, solver: Result<Solver, String>, budget: &Budget) -> Evidence {
        let untold = |what: &str| self.told(None, None, Confirmation::Undecided(what.into()));
        let Some(model) = self.model(proof, budget) else {
            return untold("the proof could not be written as a model of the clauses of the file");
        };
        let definitions = match &self.original.source.reals {
            None => smtlib::definitions(&self.original, &model),
            Some(factor) => reals::definitions(&self.original, &model, factor),
        };
        let Some(definitions) = definitions else {
            let over_reals = self.original.source.reals.is_some();
            return untold(if over_reals { "the model could not be written over the reals" } else { "the model has no words in SMT-LIB" });
        };
        let confirmation = match solver {
            Ok(solver) => self.confirm(&definitions, &solver, budget),
            Err(why) => Confirmation::Undecided(format!("model not confirmed: {why}")),
        };
        let invariants = self.original.relations.iter().zip(&model.sets).filter_map(|(r, set)| self.invariant(r, set));
        let shown = match self.language {
            Language::Vmt => self.domains().chain(invariants).collect(),
            _ => definitions,
        };
        self.told(Some(shown), None, confirmation)
    }

    /// What the numbers in the place of the elements of declared sorts mean.
    fn domains(&self) -> impl Iterator<Item = String> + '_ {
        let name =
            |i: usize| self.original.relations.first().and_then(|r| r.args.get(i)).map(|a| smtlib::symbol(&a.name)).unwrap_or_default();
        self.original.source.domains.iter().map(move |domain| {
            let condition = domain.bounded.map(|i| format!(" if {}", name(i))).unwrap_or_default();
            format!("; the elements of {} are the integers from 0, below {}{condition}", smtlib::symbol(&domain.sort), name(domain.size))
        })
    }

    /// The set of states of a transition system, over its state variables.
    fn invariant(&self, relation: &tsfront::system::Relation, set: &base::Formula) -> Option<String> {
        let names: Vec<_> = relation.args.iter().map(|a| (smtlib::symbol(&a.name), a.sort)).collect();
        let text = match &self.original.source.reals {
            None => smtlib::formula(set, &names),
            Some(factor) => reals::over_reals(set, &names, factor),
        };
        text.map(|text| format!("invariant: {text}"))
    }

    /// The model of the clauses of the file that a proof about the automaton is.
    fn model(&self, proof: &Proof, budget: &Budget) -> Option<Model> {
        let system = &self.simplified.system;
        let model = match (&self.lowered, proof) {
            (Lowered::Linear(automaton), Proof::Invariants(invariants)) => fill::complete(system, automaton.sets(invariants))?,
            (Lowered::Linear(automaton), Proof::Exhaustive { .. }) => visit::visited(automaton, budget)?,
            (Lowered::Procedures(program), Proof::Contracts { contracts, .. }) => fill::complete(system, program.sets(contracts)?)?,
            _ => return None,
        };
        self.simplified.original_model(&model)
    }

    /// Asks for each clause whether its negation can hold. Clauses with reals are asked in the words of the file, since we have them
    /// over integers; there the definitions are an attempt, and failing is no contradiction.
    fn confirm(&self, definitions: &[String], solver: &Solver, budget: &Budget) -> Confirmation {
        let over_reals = self.original.source.reals.is_some();
        let questions: Vec<(u32, String, String)> = if over_reals {
            let Some(all) = reals::negated_assertions(&self.original.source.text) else {
                return Confirmation::Undecided("model not confirmed: it is over the reals".into());
            };
            all.into_iter().map(|(line, negation)| (line, String::new(), negation)).collect()
        } else {
            let one = |clause: &tsfront::system::Clause| {
                let (declarations, assertions) = smtlib::negation(&self.original, clause);
                (clause.place.line, declarations, assertions)
            };
            self.original.clauses.iter().map(one).collect()
        };
        let mut session = solver.session();
        let definitions = definitions.join("\n");
        let mut open = None;
        for (line, declarations, assertions) in questions {
            let at = format!("{}:{line}", self.original.source.file);
            match session.check_text(&format!("{definitions}\n{declarations}"), &assertions, budget) {
                Answer::Unsat => {}
                Answer::Sat(_) if over_reals => {
                    return Confirmation::Undecided(format!(
                        "the model could not be written over the reals: it violates the clause at {at}"
                    ));
                }
                Answer::Sat(_) => return Confirmation::Refuted(format!("the solver says that the model violates the clause at {at}")),
                Answer::Unknown(why) => open = open.or(Some(format!("model not confirmed: clause at {at}: {why}"))),
            }
        }
        open.map_or(Confirmation::Confirmed("model confirmed by z3"), Confirmation::Undecided)
    }

    fn derived(&self, trace: &Trace, budget: &Budget) -> Evidence {
        let untold = |why: &str| self.told(None, None, Confirmation::Undecided(format!("no derivation is told: {why}")));
        if self.original.relations.iter().any(|r| r.args.iter().any(|a| a.sort == Sort::Array)) {
            return untold("it would speak of arrays");
        }
        if self.original.has_quantifiers() {
            return untold("quantifiers are not evaluated");
        }
        let (mut walk, mut inputs, mut run) = (Walk::new(self.cfa()), trace.inputs.reader(), Vec::new());
        let mut steps = 0;
        loop {
            steps += 1;
            if steps > MOST_STEPS || run.len() > MOST_CLAUSES || steps % 256 == 0 && budget.stopped().is_some() {
                return untold("the run is too long");
            }
            match walk.step(&mut inputs) {
                Step::Took(edge) | Step::Printed(edge, _) => run.extend(match &self.lowered {
                    Lowered::Linear(automaton) => automaton.taken(edge, &walk.state),
                    Lowered::Procedures(program) => program.taken(edge, &walk.state),
                }),
                Step::Ended(_) => break,
            }
        }
        let Some(derivation) = Derivation::of_run(&self.original, &self.simplified, &run, budget) else {
            let too_long = budget.stopped().is_some();
            return untold(if too_long {
                "the run is too long"
            } else {
                "the values of some arguments of the file's relations were not found"
            });
        };
        if !derivation.holds(&self.original) {
            let why = "the derivation does not follow from the clauses of the file";
            return self.told(None, None, Confirmation::Refuted(why.into()));
        }
        let step = |s: &tsfront::derivation::Step| Told {
            fact: s.fact.as_ref().map_or("false".into(), |f| self.fact(f)),
            line: self.original.clauses[s.clause].place.line,
        };
        let steps = derivation.steps.iter().map(step).collect();
        self.told(None, Some(steps), Confirmation::Confirmed("derivation confirmed by evaluation"))
    }

    fn fact(&self, fact: &Fact) -> String {
        let relation = self.original.relation(fact.rel);
        // The unit is no argument of the file, nor are the sizes of its sorts.
        let domains = &self.original.source.domains;
        let reals = self.original.source.reals.as_ref().zip(fact.values.last());
        let value = |(a, v): (&tsfront::system::Argument, &base::Int)| match (a.sort, reals) {
            (Sort::Bool, _) => (*v == base::Int::ONE).to_string(),
            (Sort::Real, Some((factor, unit))) => reals::real(v, factor, unit),
            _ => smtlib::integer(v),
        };
        let hidden = usize::from(reals.is_some()) + domains.iter().map(|d| 1 + usize::from(d.bounded.is_some())).sum::<usize>();
        let shown = relation.args.len().saturating_sub(hidden);
        let values: Vec<String> = relation.args.iter().zip(&fact.values).take(shown).map(value).collect();
        let mut text = match values.as_slice() {
            [] => smtlib::symbol(&relation.name),
            _ => format!("({} {})", smtlib::symbol(&relation.name), values.join(" ")),
        };
        for domain in domains {
            let is_finite = domain.bounded.is_none_or(|i| fact.values.get(i) == Some(&base::Int::ONE));
            let size = fact.values.get(domain.size).filter(|_| is_finite).map_or("infinite".into(), |n| n.to_string());
            text += &format!(" ; size of {}: {size}", smtlib::symbol(&domain.sort));
        }
        text
    }
}
