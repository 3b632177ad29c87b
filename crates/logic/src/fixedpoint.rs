//! Programs as Horn clauses, given to a solver's fixedpoint engine.
//!
//! A relation per location where paths meet or part, over the variables that matter there; a clause per path between two such
//! locations without others in between, as its exact formula ([`crate::path`]). The engine is z3's Spacer (Komuravelli, Gurfinkel, Chaki:
//! *SMT-based model checking for recursive programs*, CAV 2014), asked in z3's rule language because its certificates say
//! more than models: an invariant per relation, or the derivation of the goal. Neither is trusted: the invariants go to `check`, and a
//! derivation only tells which path to run.
//!
//! Relations of the program's own may stand in its conditions ([`Formula::Rel`]): unknown contracts of procedures. Where they are assumed they
//! are premises of clauses, and where the program fails unless they hold they are conclusions; so the solver finds them too.
//!
//! What a map's elements are when it is read as an input is not said (it would need a quantifier), so "reachable" may be spurious; "unreachable" is
//! right, as far as the solver is.

use crate::model::{MapValue, ModelValue, read_value};
use crate::path::{Feasibility, PathFormula};
use crate::process::{Process, Silence};
use crate::read::{self, Names, Term};
use crate::sexpr::Sexpr;
use crate::smtlib::{prelude, script, sort_text, var_symbol, zero_text};
use crate::solver::{Session, Solver, unexpected};
use crate::symbols::Symbols;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Int, LocId, Name, Quantifier, Sort, SortedMap, SortedSet, Stmt, Stop, VarId};
use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Duration;

/// The clauses of a program.
pub struct Clauses<'a> {
    cfa: &'a Cfa,
    symbols: Symbols,
    /// The arguments of each location's relation.
    arguments: &'a [SortedSet<VarId>],
    /// The locations that have a relation.
    kept: SortedSet<LocId>,
    /// Paths from kept location to kept location.
    chains: Vec<Vec<EdgeId>>,
    targets: SortedSet<LocId>,
    /// Where a run ends that breaks one of the unknown relations: behind a condition that says so.
    obligations: SortedSet<LocId>,
    /// The unknown relations and their arguments.
    unknown: SortedMap<Name, Vec<VarId>>,
}

/// A state at a location, as far as the relation there says: values of its arguments in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub loc: LocId,
    pub values: Vec<ModelValue>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No target is reachable: invariants, at least one on each cycle that matters for the targets, and what the unknown relations are.
    Unreachable {
        invariants: SortedMap<LocId, Formula>,
        relations: SortedMap<Name, Formula>,
    },
    /// A derivation of one of the targets, from the entry.
    Reachable(Vec<Fact>),
    Unknown(String),
}

/// The relation from which the question follows.
const GOAL: &str = "goal";
/// Without these no relation is inlined, and none loses an argument.
pub(crate) const KEEP_ALL: &[&str] = &["inline_eager", "inline_linear", "slice"];
/// At most so many paths between two facts are asked for.
const MOST_PATHS: usize = 32;
/// At most so many are begun.
const MOST_TRIED: usize = 4000;

impl<'a> Clauses<'a> {
    /// `arguments` has at each location the variables that matter there.
    pub fn new(cfa: &'a Cfa, arguments: &'a [SortedSet<VarId>], targets: &[LocId]) -> Self {
        Clauses::about(cfa, arguments, targets, SortedSet::new(), SortedMap::new())
    }

    /// With unknown relations, which must hold where the condition before an obligation denies it.
    pub fn about(
        cfa: &'a Cfa,
        arguments: &'a [SortedSet<VarId>],
        targets: &[LocId],
        obligations: SortedSet<LocId>,
        unknown: SortedMap<Name, Vec<VarId>>,
    ) -> Self {
        let targets: SortedSet<LocId> = targets.iter().copied().collect();
        let locs = (0..cfa.locs.len() as u32).map(LocId);
        // A run ends at an error, whether it is asked for or not.
        let is_kept = |l: &LocId| *l == cfa.entry || cfa.error_at(*l).is_some() || cfa.into(*l).len() != 1 || cfa.out(*l).len() > 1;
        let kept: SortedSet<LocId> = locs.filter(is_kept).collect();
        let mut chains = Vec::new();
        for &l in kept.iter().filter(|l| cfa.error_at(**l).is_none()) {
            for &first in cfa.out(l) {
                let mut chain = vec![first];
                let mut at = cfa.edge(first).to;
                while !kept.contains(&at) {
                    let Some(&next) = cfa.out(at).first() else { break };
                    chain.push(next);
                    at = cfa.edge(next).to;
                }
                if kept.contains(&at) && (cfa.error_at(at).is_none() || targets.contains(&at) || obligations.contains(&at)) {
                    chains.push(chain);
                }
            }
        }
        Clauses { cfa, symbols: Symbols::of(cfa), arguments, kept, chains, targets, obligations, unknown }
    }

    fn relation(l: LocId) -> String {
        format!("at.{}", l.0)
    }

    fn arguments(&self, l: LocId) -> impl Iterator<Item = VarId> {
        // Nothing is said of the state in which a run fails.
        let is_error = self.cfa.error_at(l).is_some();
        self.arguments[l.index()].iter().copied().filter(move |_| !is_error)
    }

    fn atom(&self, l: LocId, symbols: &Symbols, versions: &[VarId]) -> String {
        let arguments: Vec<String> = self.arguments(l).map(|v| var_symbol(symbols, versions[v.index()])).collect();
        if arguments.is_empty() { Clauses::relation(l) } else { format!("({} {})", Clauses::relation(l), arguments.join(" ")) }
    }

    /// The rules in z3's language, and the question.
    fn text(&self) -> String {
        let program = &self.symbols;
        let sort = |symbols: &Symbols, v: VarId| symbols.sort(v).map_or("Int".into(), sort_text);
        let mut text = format!("(declare-rel {GOAL} ())\n");
        for &l in &self.kept {
            let sorts: Vec<String> = self.arguments(l).map(|v| sort(program, v)).collect();
            let _ = writeln!(text, "(declare-rel {} ({}))", Clauses::relation(l), sorts.join(" "));
        }
        let start = |v: VarId| format!("(= {} {})", var_symbol(program, v), program.sort(v).map_or("0".into(), zero_text));
        let entry: Vec<String> = self.arguments(self.cfa.entry).map(start).collect();
        let mut rules = String::new();
        let mut relations: SortedSet<String> = SortedSet::new();
        let mut declared: SortedSet<String> = SortedSet::new();
        let mut declare = |symbols: &Symbols, v: VarId| {
            let line = format!("(declare-var {} {})", var_symbol(symbols, v), sort(symbols, v));
            if declared.insert(line.clone()) { line + "\n" } else { String::new() }
        };
        for v in self.arguments(self.cfa.entry) {
            text += &declare(program, v);
        }
        let all: Vec<VarId> = (0..program.len() as u32).map(VarId).collect();
        let _ = writeln!(rules, "(rule (=> (and true {}) {}))", entry.join(" "), self.atom(self.cfa.entry, program, &all));
        for chain in &self.chains {
            let (from, to) = self.ends(chain);
            let path = PathFormula::of_statements(program.clone(), chain.iter().map(|e| &self.cfa.edge(*e).stmt), false);
            let (symbols, after) = (path.symbols(), path.before(path.len()));
            let mut parts: Vec<Formula> = (0..path.len()).map(|i| path.part(i).clone()).collect();
            let obliged = self.obligations.contains(&to);
            if let (true, Some(broken)) = (obliged, parts.last_mut()) {
                *broken = broken.negate();
            }
            let mut script = script(symbols, &parts);
            for line in script.declarations.lines().filter(|l| l.ends_with(" Bool)")) {
                relations.insert(line.replacen("declare-fun", "declare-rel", 1).replacen(" Bool)", ")", 1));
            }
            let mut used = script.vars;
            used.extend(self.arguments(from));
            used.extend(self.arguments(to).map(|v| after[v.index()]));
            for v in used {
                text += &declare(symbols, v);
            }
            let head = if obliged { script.assertions.pop().unwrap_or_default() } else { self.atom(to, symbols, &after) };
            let body = script.assertions.join(" ");
            let _ = writeln!(rules, "(rule (=> (and {} {body}) {head}))", self.atom(from, symbols, &all));
        }
        for &target in &self.targets {
            let _ = writeln!(rules, "(rule (=> {} {GOAL}))", Clauses::relation(target));
        }
        for relation in relations {
            let _ = writeln!(text, "{relation}");
        }
        text + &rules + &format!("(query {GOAL} :print-certificate true)\n")
    }

    fn ends(&self, chain: &[EdgeId]) -> (LocId, LocId) {
        let last = chain[chain.len() - 1];
        (self.cfa.edge(chain[0]).from, self.cfa.edge(last).to)
    }

    /// Can one of the targets be reached?
    pub fn ask(&self, solver: &Solver, budget: &Budget) -> Outcome {
        // Unknown relations are what is asked for, so none may be inlined.
        let first = if self.unknown.is_empty() { &[] } else { KEEP_ALL };
        match self.certificate(solver, first, budget) {
            Ok((false, certificate)) => match self.meanings(&certificate) {
                Some((invariants, relations)) => Outcome::Unreachable { invariants, relations },
                None => Outcome::Unknown("the invariants that the solver found are not expressible here".into()),
            },
            Ok((true, certificate)) if first == KEEP_ALL => self.reachable(&certificate),
            // With every relation kept, the derivation has every location.
            Ok((true, _)) => match self.certificate(solver, KEEP_ALL, budget) {
                Ok((true, certificate)) => self.reachable(&certificate),
                Ok((false, _)) => Outcome::Unknown("the solver contradicts itself".into()),
                Err(why) => Outcome::Unknown(why.to_string()),
            },
            Err(why) => Outcome::Unknown(why.to_string()),
        }
    }

    fn reachable(&self, certificate: &Sexpr) -> Outcome {
        match self.derivation(certificate) {
            Some(facts) => Outcome::Reachable(facts),
            None => Outcome::Unknown("the derivation that the solver found could not be read".into()),
        }
    }

    /// Whether the goal can be derived, and why (not).
    fn certificate(&self, solver: &Solver, without: &[&str], budget: &Budget) -> Result<(bool, Sexpr), Silence> {
        let mut process = Process::start(solver.path(), &["-in", "-smt2"]).map_err(|e| Silence::Died(e.to_string()))?;
        let options = format!("(set-option :fp.engine spacer)\n{}", options(without, budget));
        let mut answers = match process.exchange(&format!("{options}{}{}", prelude(), self.text()), budget) {
            // That is how this engine says that its own limit was reached.
            Err(Silence::Error(what)) if what.contains("canceled") => return Err(Silence::Stopped(Stop::Time)),
            answers => answers?,
        };
        let certificate = answers.pop();
        match (answers.as_slice(), certificate) {
            ([Sexpr::Atom(word)], Some(certificate)) if word == "sat" || word == "unsat" => Ok((word == "sat", certificate)),
            (_, Some(last)) => match answers.first().unwrap_or(&last).atom() {
                Some("unknown" | "timeout") => Err(Silence::Died("it does not know".into())),
                _ => Err(unexpected(Some(answers.first().unwrap_or(&last)))),
            },
            (_, None) => Err(unexpected(None)),
        }
    }

    /// `(and (forall ((A Int) …) (= (at.3 A …) φ)) …)`: what holds at the locations whose relations the engine has kept, and the
    /// unknown relations that it has kept.
    fn meanings(&self, certificate: &Sexpr) -> Option<(SortedMap<LocId, Formula>, SortedMap<Name, Formula>)> {
        let mut invariants: SortedMap<LocId, Formula> = self.targets.iter().map(|l| (*l, Formula::False)).collect();
        let mut relations = SortedMap::new();
        let mut lets = Lets::default();
        for part in conjuncts(certificate, &mut lets) {
            match self.definition(part, &lets)? {
                (Place::Location(l), meaning) => drop(invariants.entry(l).or_insert(meaning)),
                (Place::Relation(name), meaning) => drop(relations.insert(name, meaning)),
                (Place::Elsewhere, _) => {}
            }
        }
        Some((invariants, relations))
    }

    fn definition<'t>(&self, text: &'t Sexpr, lets: &Lets<'t>) -> Option<(Place, Formula)> {
        let text = lets.resolve(text);
        let (binders, mut body): (&[Sexpr], &Sexpr) = match text.call("forall") {
            Some([binders, body]) => (binders.list()?, body),
            _ => (&[], text),
        };
        // What is bound inside may use the names from outside again, for other things.
        let mut lets = lets.clone();
        loop {
            body = lets.enter(body);
            match body.call("!") {
                Some([inner, ..]) => body = inner,
                _ => break,
            }
        }
        // A relation that is always true or false stands alone.
        let (atom, meaning) = match (body.call("="), body.call("not")) {
            (Some([atom, meaning]), _) => (atom, meaning),
            (_, Some([atom])) => (atom, &*FALSE),
            _ => (body, &*TRUE),
        };
        let (name, arguments) = applied(atom)?;
        let place = self.place(name);
        let parameters: Vec<VarId> = match &place {
            Place::Location(l) => self.arguments(*l).collect(),
            Place::Relation(name) => self.unknown[name].clone(),
            Place::Elsewhere => return Some((place, Formula::True)),
        };
        let mut names = Names::new();
        for (argument, v) in arguments.iter().zip(parameters) {
            names.insert(argument.atom()?.to_owned(), Term::Expr(v.into()));
        }
        // A bound variable that is no argument would be free.
        if binders.iter().any(|b| !b.list().and_then(|b| b.first()?.atom()).is_some_and(|n| names.contains_key(n))) {
            return None;
        }
        Some((place, by_elements(&lets.around(meaning, &names)?, &self.symbols)))
    }

    /// What a symbol of the clauses stands for.
    fn place(&self, symbol: &str) -> Place {
        if let Some(l) = location(symbol) {
            return Place::Location(l);
        }
        let name = symbol.rsplit_once("/r").map_or(symbol, |(name, _)| name);
        self.unknown.get_key_value(name).map_or(Place::Elsewhere, |(name, _)| Place::Relation(name.clone()))
    }

    /// The ground facts along the chain of resolutions that ends in the goal.
    fn derivation(&self, certificate: &Sexpr) -> Option<Vec<Fact>> {
        let mut lets = Lets::default();
        let mut at = lets.enter(certificate);
        let mut facts = Vec::new();
        // `(mp P (asserted …) false)`, then `((_ hyper-res …) (asserted clause) P' fact)`.
        if let Some([inner, ..]) = at.call("mp") {
            at = lets.resolve(inner);
        }
        loop {
            let items = at.list()?;
            let is_resolution = items.first()?.list()?.get(1)?.atom()? == "hyper-res";
            let (true, Some(conclusion)) = (is_resolution, items.last()) else { return None };
            let (name, arguments) = applied(lets.resolve(conclusion))?;
            if let Some(loc) = location(name) {
                let values = arguments.iter().map(|a| read_value(lets.resolve(a))).collect::<Option<Vec<_>>>()?;
                facts.push(Fact { loc, values });
            }
            match items {
                [_, _, premise, _] => at = lets.resolve(premise),
                [_, _, _] => break,
                _ => return None,
            }
        }
        facts.reverse();
        Some(facts)
    }

    /// A path from the entry along the facts with values for its inputs. They are the solver's: run them ([`crate::follow`]).
    pub fn path(&self, facts: &[Fact], session: &mut Session, limit: Duration, budget: &Budget) -> Option<(Vec<EdgeId>, Vec<ModelValue>)> {
        let entry = self.cfa.entry;
        let zero = |v: VarId| if self.symbols.is_map(v) { ModelValue::Map(MapValue::default()) } else { ModelValue::Int(Int::ZERO) };
        let start = Fact { loc: entry, values: self.arguments(entry).map(zero).collect() };
        // The solver leaves out what it simplifies away, the entry first of all.
        let start = facts.first().filter(|f| f.loc != entry).map(|_| start);
        let facts: Vec<&Fact> = start.iter().chain(facts).collect();
        let (mut path, mut values) = (Vec::new(), Vec::new());
        for pair in facts.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(|fact| Stmt::Assume(self.state(fact)));
            let found = self.between(pair[0].loc, pair[1].loc).into_iter().find_map(|edges| {
                let stmts = edges.iter().map(|e| &self.cfa.edge(*e).stmt);
                let stmts = [&before].into_iter().chain(stmts).chain([&after]);
                match PathFormula::of_statements(self.symbols.clone(), stmts, false).ask(session, limit, budget) {
                    Feasibility::Feasible(inputs) => Some((edges, inputs)),
                    _ => None,
                }
            });
            let (edges, inputs) = found?;
            path.extend(edges);
            values.extend(inputs);
        }
        // Steps one by one do not agree on maps; the whole path does.
        if facts.iter().any(|f| f.values.iter().any(|v| matches!(v, ModelValue::Map(_)))) {
            let Feasibility::Feasible(inputs) = PathFormula::new(self.cfa, &path).ask(session, limit, budget) else { return None };
            values = inputs;
        }
        Some((path, values))
    }

    /// Paths from one kept location to the next in a derivation, the shortest first: locations in between may be missing there.
    fn between(&self, from: LocId, to: LocId) -> Vec<Vec<EdgeId>> {
        let mut found = Vec::new();
        let mut front: VecDeque<(LocId, Vec<LocId>, Vec<EdgeId>)> = [(from, vec![from], Vec::new())].into();
        let mut tried = 0;
        while let Some((at, seen, edges)) = front.pop_front() {
            for chain in self.chains.iter().filter(|c| self.ends(c).0 == at) {
                let next = self.ends(chain).1;
                let longer: Vec<EdgeId> = edges.iter().chain(chain).copied().collect();
                tried += 1;
                if next == to {
                    found.push(longer);
                } else if !seen.contains(&next) && tried < MOST_TRIED {
                    front.push_back((next, seen.iter().copied().chain([next]).collect(), longer));
                }
            }
            if found.len() >= MOST_PATHS {
                break;
            }
        }
        found
    }

    /// What a fact says of integers.
    fn state(&self, fact: &Fact) -> Formula {
        Formula::and(self.arguments(fact.loc).zip(&fact.values).filter_map(|(v, value)| match value {
            ModelValue::Int(i) => Some(Formula::cmp(CmpOp::Eq, v, Expr::Const(i.clone()))),
            ModelValue::Map(_) => None,
        }))
    }
}

/// What the fixedpoint engine is told: transformations that it leaves out, and its time.
pub(crate) fn options(without: &[&str], budget: &Budget) -> String {
    let mut options = String::new();
    for transformation in without {
        let _ = writeln!(options, "(set-option :fp.xform.{transformation} false)");
    }
    if let Some(left) = budget.left() {
        // The solver's own limit ends it even if nobody is left to kill it.
        let _ = writeln!(options, "(set-option :timeout {})", left.as_millis().clamp(1, 600_000));
    }
    options
}

/// Maps are equal if their elements are: formulas compare numbers only.
fn by_elements(f: &Formula, symbols: &Symbols) -> Formula {
    let of = |part: &Formula| by_elements(part, symbols);
    match f {
        Formula::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) if is_map(a, symbols) || is_map(b, symbols) => {
            let element = |m: &Expr| Expr::select(m.clone(), Expr::bound("element"));
            let same = Formula::cmp(CmpOp::Eq, element(a), element(b));
            let all = Formula::Quant(Quantifier::Forall, vec![("element".into(), Sort::Int)], same.into());
            if *op == CmpOp::Eq { all } else { all.negate() }
        }
        Formula::Not(inner) => of(inner).negate(),
        Formula::And(parts) => Formula::and(parts.iter().map(of)),
        Formula::Or(parts) => Formula::or(parts.iter().map(of)),
        Formula::Quant(q, vars, body) => Formula::Quant(*q, vars.clone(), of(body).into()),
        other => other.clone(),
    }
}

fn is_map(e: &Expr, symbols: &Symbols) -> bool {
    match e {
        Expr::Var(v) => symbols.is_map(*v),
        Expr::Store(..) => true,
        Expr::Ite(_, a, _) => is_map(a, symbols),
        _ => false,
    }
}

/// What the definition in a certificate is about.
enum Place {
    Location(LocId),
    Relation(Name),
    /// Something of the solver's own.
    Elsewhere,
}

/// A relation and its arguments.
fn applied(atom: &Sexpr) -> Option<(&str, &[Sexpr])> {
    match atom {
        Sexpr::Atom(name) => Some((name, &[])),
        Sexpr::List(items) => Some((items.first()?.atom()?, &items[1..])),
    }
}

fn location(relation: &str) -> Option<LocId> {
    relation.strip_prefix("at.")?.parse().ok().map(LocId)
}

static TRUE: std::sync::LazyLock<Sexpr> = std::sync::LazyLock::new(|| Sexpr::Atom("true".into()));
static FALSE: std::sync::LazyLock<Sexpr> = std::sync::LazyLock::new(|| Sexpr::Atom("false".into()));

/// The names that the `let`s around a certificate give to its parts. A later one hides an earlier one.
#[derive(Clone, Default)]
struct Lets<'t> {
    named: SortedMap<&'t str, &'t Sexpr>,
    order: Vec<(&'t str, &'t Sexpr)>,
}

impl<'t> Lets<'t> {
    /// What is inside of the `let`s.
    fn enter(&mut self, mut text: &'t Sexpr) -> &'t Sexpr {
        while let Some([bindings, body]) = text.call("let") {
            for binding in bindings.list().unwrap_or_default() {
                if let Some([Sexpr::Atom(name), value]) = binding.list() {
                    self.named.insert(name, value);
                    self.order.push((name, value));
                }
            }
            text = body;
        }
        text
    }

    fn resolve(&self, text: &'t Sexpr) -> &'t Sexpr {
        let mut text = text;
        while let Sexpr::Atom(name) = text {
            let Some(value) = self.named.get(name.as_str()) else { break };
            text = value;
        }
        text
    }

    /// The formula of a text that may use the names; `names` are the other free ones.
    fn around(&self, text: &Sexpr, names: &Names) -> Option<Formula> {
        let mut names = names.clone();
        for (name, value) in &self.order {
            // Some of the parts are no terms, or have other free names.
            if let Some(term) = read::term(value, &names) {
                names.insert((*name).to_owned(), term);
            }
        }
        read::formula(text, &names)
    }
}

fn conjuncts<'t>(certificate: &'t Sexpr, lets: &mut Lets<'t>) -> Vec<&'t Sexpr> {
    let inside = lets.enter(certificate);
    match inside.call("and") {
        Some(parts) => parts.iter().collect(),
        None => vec![inside],
    }
}
