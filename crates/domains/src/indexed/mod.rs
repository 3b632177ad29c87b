//! Indexed predicate abstraction: universally quantified invariants from predicates with index variables.
//!
//! Lahiri, Bryant: *Predicate abstraction with indexed predicates* (ACM TOCL 2007); McMillan, Zuck: *Abstract Counterexamples for
//! Non-disjunctive Abstractions*, §3. At each cut point there is a vocabulary P ([`vocabulary`]); an element of L_P is a set of minterms
//! ([`element`]) and means the states in which, whatever the index variables are, some minterm of it holds: γ(p) = ∀J. p. Since ∀ does not
//! distribute over ∨, the abstraction is not disjunctive.
//!
//! The transformer of a block is instantiation followed by an image ([`posed`]): η(p) = I(p), then δ enumerates the minterms m with
//! I(p) ∧ T ∧ m′ satisfiable, each forbidden when it is found. [`Indexed::explain`](base::Abstraction::explain) is Algorithm 1 of the seed (Fig. 1).
//!
//! Invariant: a block leads from γ(p) into γ of its image, as far as the solver's "unsat" can be trusted. (The proof is checked again.)

pub mod element;
pub mod posed;
pub mod vocabulary;

use base::{Abstraction, Block, Budget, Cfa, Expr, Formula, LocId, NoAnswer, Quantifier, Sort, VarId};
use element::{Element, MOST_PREDICATES, Minterm};
use logic::dialogue::Verdict;
use logic::{Session, Solver, Symbols};
use posed::{Posed, Substitution};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use vocabulary::{INDICES, Vocabulary, indices_of};

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(4);
/// With more predicates than this at a location, clauses there have at most three literals unless a width is given.
const FEW_PREDICATES: usize = 10;
/// An image with more new minterms than this is too fine to be found one by one.
const MOST_MINTERMS: usize = 4000;

pub struct Indexed {
    program: Symbols,
    live: Vec<BTreeSet<VarId>>,
    at: BTreeMap<LocId, Vocabulary>,
    terms: Vec<Expr>,
    width: Option<usize>,
    session: Session,
    questions: u64,
}

impl Indexed {
    /// With the program's own predicates; `live` has the variables that matter at each location.
    pub fn new(cfa: &Cfa, live: &[BTreeSet<VarId>], width: Option<usize>, solver: &Solver) -> Self {
        Indexed {
            program: Symbols::of(cfa),
            live: live.to_vec(),
            at: vocabulary::of_program(cfa, live),
            terms: Vec::new(),
            width,
            session: solver.session(),
            questions: 0,
        }
    }

    fn vocabulary(&self, at: LocId) -> &[Formula] {
        self.at.get(&at).map_or(&[], |v| v.predicates())
    }

    /// The universal meaning of an element at the start of a block, as instances; and the substitutions. All clauses get the same ones, so that what they say of one
    /// substitution is all that the element says of it.
    fn instances(&self, posed: &Posed<'_>, at: LocId, element: &Element) -> (Vec<Formula>, Vec<Substitution>) {
        if element.is_empty() {
            return (vec![Formula::False], Vec::new());
        }
        let predicates = self.vocabulary(at);
        let used = predicates.iter().flat_map(indices_of).collect();
        let substitutions = posed.substitutions(predicates, &used);
        let mut found = BTreeSet::new();
        for clause in self.said(at, element) {
            found.extend(substitutions.iter().map(|s| posed.before(&clause, s)));
        }
        (found.into_iter().collect(), substitutions)
    }

    /// The clauses of an element as formulas with free index variables.
    fn said(&self, at: LocId, element: &Element) -> Vec<Formula> {
        let predicates = self.vocabulary(at);
        element.clauses().iter().map(|clause| Formula::or(clause.iter().map(|l| literal(predicates, *l)))).collect()
    }

    /// With many predicates the sets of minterms become too large to be found one by one.
    fn width_at(&self, at: LocId) -> Option<usize> {
        let n = self.vocabulary(at).len();
        self.width.or_else(|| (n > FEW_PREDICATES).then_some(3))
    }
}

/// A clause or cube over predicates as a formula.
fn literal(predicates: &[Formula], (i, v): (usize, bool)) -> Formula {
    if v { predicates[i].clone() } else { predicates[i].negate() }
}

/// Whatever its index variables are.
fn universal(f: &Formula) -> Formula {
    let vars: Vec<_> = indices_of(f).iter().map(|i| (INDICES[*i].into(), Sort::Int)).collect();
    if vars.is_empty() { f.clone() } else { Formula::Quant(Quantifier::Forall, vars, f.clone().into()) }
}

fn size(f: &Formula) -> usize {
    let mut nodes = 0;
    f.walk(&mut |_| nodes += 1);
    nodes
}

fn minterm(values: &[bool]) -> Minterm {
    values.iter().enumerate().filter(|(_, v)| **v).fold(0, |m, (i, _)| m | 1 << i)
}

fn assumed(m: Minterm, predicates: usize) -> Vec<(usize, bool)> {
    (0..predicates).map(|i| (i, m >> i & 1 == 1)).collect()
}

impl Abstraction for Indexed {
    type Point = Minterm;
    type Element = Element;

    fn bottom(&self, at: LocId) -> Element {
        Element::empty(self.vocabulary(at).len(), self.width_at(at))
    }

    fn top(&self, at: LocId) -> Element {
        Element::full(self.vocabulary(at).len())
    }

    fn of_points(&self, at: LocId, points: &[Minterm]) -> Element {
        // A set of points is what it is: no closure.
        let mut element = Element::empty(self.vocabulary(at).len(), None);
        points.iter().for_each(|m| element.put(*m));
        element
    }

    fn image(&mut self, block: &Block<'_>, before: &Element, after: &mut Element, budget: &Budget) -> Result<Vec<Minterm>, NoAnswer> {
        if after.is_full() {
            return Ok(Vec::new());
        }
        let posed = Posed::new(&self.program, block, &self.terms);
        let behind: Vec<Formula> = self.vocabulary(block.to).iter().map(|p| posed.after(p)).collect();
        let (instances, _) = self.instances(&posed, block.from, before);
        let mut facts = posed.facts(&[&instances[..], &behind[..]].concat());
        facts.extend(instances);
        let mut dialogue = self.session.dialogue(&posed.symbols, &facts, &behind);
        let mut new = Vec::new();
        // Only what is not there yet is asked for: one of the clauses of the element is false.
        loop {
            dialogue.push();
            let clauses = after.clauses();
            if !after.is_empty() {
                let outside = Formula::or(clauses.iter().map(|c| Formula::and(c.iter().map(|(i, v)| literal(&behind, (*i, !*v))))));
                dialogue.assert(&outside);
            }
            loop {
                self.questions += 1;
                match dialogue.check(&[], false, &budget.child(Some(QUESTION))) {
                    Verdict::Unsat { .. } => return Ok(new),
                    Verdict::Unknown(why) => return Err(NoAnswer(why)),
                    Verdict::Sat { values, .. } => {
                        let m = minterm(&values);
                        if after.contains(m) || new.len() >= MOST_MINTERMS {
                            return Err(NoAnswer("the solver's answers do not fit together".into()));
                        }
                        after.put(m);
                        new.push(m);
                        if after.is_full() {
                            return Ok(new);
                        }
                        if after.is_coarse() {
                            break;
                        }
                        let forbidden: Vec<(usize, bool)> = assumed(m, behind.len()).into_iter().map(|(i, v)| (i, !v)).collect();
                        dialogue.clause(&forbidden);
                    }
                }
            }
            dialogue.pop();
        }
    }

    /// Algorithm 1 of the seed.
    fn explain(&mut self, block: &Block<'_>, before: &Element, points: &[Minterm], budget: &Budget) -> Result<Vec<Minterm>, NoAnswer> {
        let posed = Posed::new(&self.program, block, &self.terms);
        let here = self.vocabulary(block.from).to_vec();
        let behind: Vec<Formula> = self.vocabulary(block.to).iter().map(|p| posed.after(p)).collect();
        let (instances, substitutions) = self.instances(&posed, block.from, before);
        // Ṗ: the predicates before, under each substitution.
        let mut observed = behind.clone();
        let mut place: BTreeMap<Formula, usize> = BTreeMap::new();
        let mut columns: BTreeSet<Vec<usize>> = BTreeSet::new();
        for s in &substitutions {
            let column = here.iter().map(|p| {
                let instance = posed.before(p, s);
                *place.entry(instance.clone()).or_insert_with(|| {
                    observed.push(instance);
                    observed.len() - 1
                })
            });
            columns.insert(column.collect());
        }
        let mut facts = posed.facts(&[&instances[..], &observed[..]].concat());
        facts.extend(instances);
        let mut dialogue = self.session.dialogue(&posed.symbols, &facts, &observed);
        // Lines 1–4: for each point a minterm over Ṗ from which the block leads there. One that explains several is asked for once.
        let mut chosen: Vec<Vec<bool>> = Vec::new();
        let mut ask = |assumptions: &[(usize, bool)]| {
            self.questions += 1;
            match dialogue.check(assumptions, false, &budget.child(Some(QUESTION))) {
                Verdict::Sat { values, .. } => Ok(Some(values[behind.len()..].to_vec())),
                Verdict::Unsat { .. } => Ok(None),
                Verdict::Unknown(why) => Err(NoAnswer(why)),
            }
        };
        let from = |values: &[bool], m: Minterm| -> Vec<(usize, bool)> {
            let before = values.iter().enumerate().map(|(i, v)| (behind.len() + i, *v));
            assumed(m, behind.len()).into_iter().chain(before).collect()
        };
        let mut leads: Vec<BTreeSet<Minterm>> = Vec::new();
        for &m in points {
            let mut explained = false;
            for (values, leads) in chosen.iter().zip(&mut leads) {
                if ask(&from(values, m))?.is_some() {
                    leads.insert(m);
                    explained = true;
                }
            }
            if !explained {
                let values = ask(&assumed(m, behind.len()))?.ok_or_else(|| NoAnswer("a point has no explanation".into()))?;
                chosen.push(values);
                leads.push([m].into());
            }
        }
        // Line 5: what the others explain as well is dropped, the oldest first.
        let mut i = 0;
        while i < chosen.len() {
            let needed = points.iter().any(|m| leads[i].contains(m) && !(0..leads.len()).any(|j| j != i && leads[j].contains(m)));
            if needed {
                i += 1;
            } else {
                chosen.remove(i);
                leads.remove(i);
            }
        }
        // Lines 6–8: by the meet rule, each substitution gives one minterm.
        let all: BTreeSet<Minterm> = chosen
            .iter()
            .flat_map(|values| {
                columns
                    .iter()
                    .map(|column| minterm(&column.iter().map(|i| values[i - behind.len()]).collect::<Vec<_>>()))
                    .collect::<Vec<_>>()
            })
            .collect();
        Ok(all.into_iter().collect())
    }

    fn origins(&self, element: &Element, point: &Minterm) -> Vec<Minterm> {
        element.origins(*point)
    }

    fn gamma(&self, at: LocId, element: &Element) -> Formula {
        if element.is_empty() {
            return Formula::False;
        }
        Formula::and(self.said(at, element).iter().map(universal))
    }

    fn brief(&mut self, at: LocId, element: &Element, premise: &Formula, budget: &Budget) -> Formula {
        if element.is_empty() {
            return Formula::False;
        }
        // What the premise and the other clauses say of the same indices need not be said again; the longest go first.
        let mut clauses = self.said(at, element);
        clauses.sort_by_key(|c| std::cmp::Reverse(size(c)));
        let mut kept: BTreeSet<usize> = (0..clauses.len()).collect();
        let mut dialogue = self.session.dialogue(&self.program, std::slice::from_ref(premise), &clauses);
        for i in 0..clauses.len() {
            let others = kept.iter().filter(|j| **j != i).map(|j| (*j, true));
            let assumptions: Vec<(usize, bool)> = others.chain([(i, false)]).collect();
            self.questions += 1;
            if let Verdict::Unsat { .. } = dialogue.check(&assumptions, false, &budget.child(Some(QUESTION / 4))) {
                kept.remove(&i);
            }
        }
        Formula::and(kept.iter().map(|i| universal(&clauses[*i])))
    }

    fn track(&mut self, at: LocId, formula: &Formula) -> Vec<Formula> {
        let vocabulary = self.at.entry(at).or_default();
        let known = vocabulary.len();
        let live = self.live.get(at.index());
        for predicate in vocabulary::of_formula(formula) {
            let matters = predicate.vars().iter().all(|v| live.is_none_or(|live| live.contains(v)));
            if matters && vocabulary.len() < MOST_PREDICATES {
                vocabulary.add(&predicate);
            }
        }
        vocabulary.predicates()[known..].to_vec()
    }

    fn instantiate(&mut self, term: &Expr) -> bool {
        let new = !self.terms.contains(term);
        if new {
            self.terms.push(term.clone());
        }
        new
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn predicates(&self) -> usize {
        self.at.values().map(Vocabulary::len).sum()
    }
}
