//! Indexed predicate abstraction: universally quantified invariants from predicates with index variables.
//!
//! Lahiri, Bryant: *Predicate abstraction with indexed predicates* (ACM TOCL 2007); McMillan, Zuck: *Abstract Counterexamples for
//! Non-disjunctive Abstractions*, §3. At each cut point there is a vocabulary P ([`vocabulary`]); an element of L_P is a set of minterms
//! ([`crate::minterms`]) and means the states in which, whatever the index variables are, some minterm of it holds: γ(p) = ∀J. p. Since ∀ does not
//! distribute over ∨, the abstraction is not disjunctive.
//!
//! The transformer of a block is instantiation followed by an image ([`posed`]): η(p) = I(p), then δ enumerates the minterms m with
//! I(p) ∧ T ∧ m′ satisfiable, each forbidden when it is found; what earlier images have found is not asked for again ([`relation`]). [`Indexed::explain`](base::Abstraction::explain) is Algorithm 1 of the seed (Fig. 1).
//!
//! Invariant: a block leads from γ(p) into γ of its image, as far as the solver's "unsat" can be trusted. (The proof is checked again.)

pub mod posed;
pub mod relation;
pub mod vocabulary;

use crate::minterms::{Element, Literals, Minterm, irredundant, said};
use base::{
    Abstraction, Block, Budget, Cfa, CmpOp, EdgeId, Expr, Formula, LocId, NoAnswer, Places, Quantifier, Sort, SortedMap, SortedSet,
};
use logic::dialogue::{Dialogue, Verdict};
use logic::{Session, Solver, Symbols};
use posed::{Observed, Posed};
use relation::Relation;
use std::collections::HashMap;
use std::time::Duration;
use vocabulary::{INDICES, Vocabulary, index, indices_of};

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(4);
/// With more predicates than this at a location, clauses there have a bounded number of literals: the first of these, and the second if that is not
/// enough.
const FEW_PREDICATES: usize = 10;
const WIDTHS: [usize; 2] = [3, 4];
/// An image with more new minterms than this is too fine to be found one by one.
const MOST_MINTERMS: usize = 4000;

pub struct Indexed {
    program: Symbols,
    places: Places,
    at: SortedMap<LocId, Vocabulary>,
    terms: Vec<Expr>,
    width: Option<usize>,
    /// The width where predicates are many and none is given.
    many: usize,
    /// What is known of the blocks, by their edges and premises.
    relations: HashMap<(Vec<EdgeId>, Formula), Relation>,
    session: Session,
}

impl Indexed {
    /// With the program's own predicates.
    pub fn new(cfa: &Cfa, places: &Places, width: Option<usize>, solver: &Solver) -> Self {
        Indexed {
            program: Symbols::of(cfa),
            places: places.clone(),
            at: vocabulary::of_program(cfa, places),
            terms: Vec::new(),
            width,
            many: WIDTHS[0],
            relations: HashMap::new(),
            session: solver.session(),
        }
    }

    /// What index variables stand for: if both are used they are in order, and they may be natural numbers. The second alone is one above some first.
    fn range(&self, at: LocId, used: &SortedSet<usize>) -> Formula {
        let order = self.at.get(&at).map_or(Formula::True, Vocabulary::order);
        let natural = |i: usize, least: i64| if self.places.natural { Formula::cmp(CmpOp::Ge, index(i), least) } else { Formula::True };
        let strict = matches!(order, Formula::Cmp(CmpOp::Lt, ..));
        match (used.contains(&0), used.contains(&1)) {
            (false, false) => Formula::True,
            (true, false) => natural(0, 0),
            (false, true) => natural(1, i64::from(strict)),
            (true, true) => Formula::and([natural(0, 0), order]),
        }
    }

    fn vocabulary(&self, at: LocId) -> &[Formula] {
        self.at.get(&at).map_or(&[], |v| v.predicates())
    }

    /// What a block leads to from the universal meaning of an element. All clauses are instantiated in the same way, so that what they say of one substitution is
    /// all that the element says of it. The predicates behind the block are observed first, then their instances at its start.
    fn pose(&mut self, block: &Block<'_>, before: &Element) -> Question<'_> {
        let posed = Posed::new(&self.program, block, INDICES.len(), &self.terms, &self.range(block.to, &[0, 1].into()));
        let here = self.vocabulary(block.from).to_vec();
        let behind: Vec<Formula> = self.vocabulary(block.to).iter().map(|p| posed.after(p)).collect();
        let used: Vec<SortedSet<usize>> = here.iter().map(indices_of).collect();
        let indices: SortedSet<usize> = used.iter().flatten().copied().collect();
        // Clauses by the index variables that they use.
        let ranges: SortedMap<SortedSet<usize>, Formula> = [vec![], vec![0], vec![1], vec![0, 1]]
            .into_iter()
            .map(|u| u.into_iter().collect())
            .map(|u: SortedSet<usize>| (u.clone(), self.range(block.from, &u)))
            .collect();
        let range = ranges[&indices].clone();
        let mut observed = Observed::new(&behind);
        let mut columns: SortedSet<Vec<usize>> = SortedSet::new();
        for s in posed.substitutions(&here, &indices) {
            let column = [&range, &ranges[&[0].into()], &ranges[&[1].into()]].into_iter().chain(&here);
            columns.insert(column.map(|p| observed.put(posed.before(p, &s))).collect());
        }
        let observed = observed.formulas;
        let facts = posed.facts(&observed);
        let mut said: SortedSet<Literals> = SortedSet::new();
        for clause in before.clauses().iter() {
            let uses: SortedSet<usize> = clause.iter().flat_map(|(i, _)| used[*i].clone()).collect();
            // A pair is in range if its first is, and if it is in order.
            let range = match uses.iter().collect::<Vec<_>>()[..] {
                [] => None,
                [i] => Some(1 + i),
                _ => Some(0),
            };
            for column in &columns {
                let out = range.map(|r| (column[r], false));
                said.insert(out.into_iter().chain(clause.iter().map(|(i, v)| (column[RANGES + i], *v))).collect());
            }
        }
        if before.is_empty() {
            said.insert(Literals::new());
        }
        let relation =
            self.relations.entry((block.edges.clone(), block.premise.clone())).or_insert_with(|| Relation::new(&observed, behind.len()));
        if !relation.is_about(&observed, behind.len()) {
            *relation = Relation::new(&observed, behind.len());
        }
        let mut dialogue = self.session.dialogue(&posed.symbols, &facts, &observed);
        said.iter().for_each(|clause| dialogue.clause(clause));
        Question { dialogue, behind: behind.len(), columns, said, relation }
    }

    /// With many predicates the sets of minterms become too large to be found one by one.
    fn width_at(&self, at: LocId) -> Option<usize> {
        let n = self.vocabulary(at).len();
        self.width.or_else(|| (n > FEW_PREDICATES).then_some(self.many))
    }
}

/// A column begins with so many ranges: of the index variables together, of the first alone, of the second alone.
const RANGES: usize = 3;

/// A block, and what holds at its start, before a solver.
struct Question<'s> {
    dialogue: Dialogue<'s>,
    /// How many predicates there are behind it: the first that are observed.
    behind: usize,
    /// For each substitution, where the instances are among what is observed: the ranges, then the predicates.
    columns: SortedSet<Vec<usize>>,
    /// The instances of what holds at its start.
    said: SortedSet<Literals>,
    relation: &'s mut Relation,
}

/// Whatever its index variables are, in their range.
fn universal(f: &Formula, range: &Formula) -> Formula {
    let f = &Formula::or([range.negate(), f.clone()]);
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
        let Question { mut dialogue, behind, said, relation, .. } = self.pose(block, before);
        let mut new = Vec::new();
        for m in relation.image(said.iter()) {
            if !after.contains(m) {
                after.put(m);
                new.push(m);
            }
        }
        if after.is_full() {
            return Ok(new);
        }
        if !relation.has_room() {
            dialogue.watch(behind);
        }
        // Only what is not there yet is asked for: one of the clauses of the element is false.
        let done = 'outside: loop {
            dialogue.push();
            if !after.is_empty() {
                let negated = |c: &Literals| c.iter().map(|(i, v)| (*i, !v)).collect();
                dialogue.cubes(&after.clauses().iter().map(negated).collect::<Vec<_>>());
            }
            loop {
                match dialogue.check(&[], false, &budget.child(Some(QUESTION))) {
                    Verdict::Unsat { .. } => break 'outside Ok(()),
                    Verdict::Unknown(why) => break 'outside Err(NoAnswer(why)),
                    Verdict::Sat { values, .. } => {
                        relation.keep(&values);
                        let m = minterm(&values[..behind]);
                        if after.contains(m) || new.len() >= MOST_MINTERMS {
                            break 'outside Err(NoAnswer("the solver's answers do not fit together".into()));
                        }
                        after.put(m);
                        new.push(m);
                        if after.is_full() {
                            break 'outside Ok(());
                        }
                        if after.is_coarse() {
                            break;
                        }
                        let forbidden: Vec<(usize, bool)> = assumed(m, behind).into_iter().map(|(i, v)| (i, !v)).collect();
                        dialogue.clause(&forbidden);
                    }
                }
            }
            dialogue.pop();
        };
        done.map(|()| new)
    }

    /// Algorithm 1 of the seed.
    fn explain(&mut self, block: &Block<'_>, before: &Element, points: &[Minterm], budget: &Budget) -> Result<Vec<Minterm>, NoAnswer> {
        let Question { mut dialogue, behind, columns, .. } = self.pose(block, before);
        // Lines 1–4: for each point a minterm over Ṗ from which the block leads there. One that explains several is asked for once.
        let mut chosen: Vec<Vec<bool>> = Vec::new();
        let mut ask = |assumptions: &[(usize, bool)]| match dialogue.check(assumptions, false, &budget.child(Some(QUESTION))) {
            Verdict::Sat { values, .. } => Ok(Some(values[behind..].to_vec())),
            Verdict::Unsat { .. } => Ok(None),
            Verdict::Unknown(why) => Err(NoAnswer(why)),
        };
        let from = |values: &[bool], m: Minterm| -> Vec<(usize, bool)> {
            let before = values.iter().enumerate().map(|(i, v)| (behind + i, *v));
            assumed(m, behind).into_iter().chain(before).collect()
        };
        let mut leads: Vec<SortedSet<Minterm>> = Vec::new();
        for &m in points {
            let mut explained = false;
            for (values, leads) in chosen.iter().zip(&mut leads) {
                if ask(&from(values, m))?.is_some() {
                    leads.insert(m);
                    explained = true;
                }
            }
            if !explained {
                let values = ask(&assumed(m, behind))?.ok_or_else(|| NoAnswer("a point has no explanation".into()))?;
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
        let all: SortedSet<Minterm> = chosen
            .iter()
            .flat_map(|values| {
                let of = |column: &Vec<usize>| column.iter().map(|i| values[i - behind]).collect::<Vec<bool>>();
                columns.iter().map(of).filter(|c| c[0]).map(|c| minterm(&c[RANGES..])).collect::<Vec<_>>()
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
        Formula::and(said(self.vocabulary(at), element).iter().map(|c| universal(c, &self.range(at, &indices_of(c)))))
    }

    fn brief(&mut self, at: LocId, element: &Element, premise: &Formula, budget: &Budget) -> Formula {
        if element.is_empty() {
            return Formula::False;
        }
        // What the premise and the other clauses say of the same indices need not be said again; the longest go first.
        let all = said(self.vocabulary(at), element);
        let mut clauses = all.clone();
        clauses.retain(|c| indices_of(c) != [1].into() || !all.contains(&vocabulary::exchanged(c)));
        clauses.sort_by_key(|c| std::cmp::Reverse(size(c)));
        let range = self.range(at, &[0, 1].into());
        let kept = irredundant(&mut self.session.dialogue(&self.program, &[premise.clone(), range], &clauses), QUESTION / 4, budget);
        Formula::and(kept.iter().map(|i| universal(&clauses[*i], &self.range(at, &indices_of(&clauses[*i])))))
    }

    fn track(&mut self, at: LocId, conjuncts: &[Formula]) -> Vec<Formula> {
        let vocabulary = self.at.entry(at).or_default();
        let known = vocabulary.len();
        for predicate in vocabulary::of_conjuncts(conjuncts, at, &self.places, &self.program) {
            let matters = predicate.vars().iter().all(|v| self.places.is_live(at, *v));
            if matters {
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

    fn sharpen(&mut self) -> bool {
        let wider = self.many < WIDTHS[1] && self.at.values().any(|v| v.len() > FEW_PREDICATES);
        if wider {
            self.many = WIDTHS[1];
        }
        wider
    }

    fn questions(&self) -> u64 {
        self.session.asked().questions
    }

    fn predicates(&self) -> usize {
        self.at.values().map(Vocabulary::len).sum()
    }
}
