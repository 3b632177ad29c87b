//! Boolean heaps: disjunctions of sets of abstract objects, with the Cartesian post operator and its focus.
//!
//! Podelski, Wies: *Counterexample-Guided Focus* (POPL 2010), §3.2 and §4. An abstract state is a set of minterms over predicates on one object ([`vocabulary`]) and
//! means the states in which every object satisfies one of them: ∀k. ∨ⱼ Dⱼ(k). The Cartesian post of a block maps each monomial D of an abstract
//! state F to the conjunction of the predicates that hold behind the block of every object that was in D before it: {p | F ∧ D ⊨ wp(p)}. Predicates without the object
//! are in every monomial, so that one abstract state keeps what holds in each of their cases apart.
//!
//! Changed: monomials are not enumerated but found, as long as there is an object whose minterm behind the block is not in the image yet. A monomial all of whose objects
//! are covered by the images of others adds nothing. So the image lies between the Cartesian one and the most precise one
//! ([`Image::Boolean`]). The abstract state in the premise is instantiated at the terms at hand ([`crate::indexed::posed`]), as the paper allows.
//!
//! A focus presents an abstract state over the predicates of a weakest precondition and splits it by its disjuncts, if the state
//! implies it (checked each time, since the node before the block may be reached otherwise after a refinement).
//!
//! A predicate that speaks of several objects, such as that no two have the same successor, is a formula without free variables. Behind a block it counts as false
//! only for some objects that make it false, and before a block it is said of the objects at hand; so no question has a quantifier.
//!
//! Invariant: what a block leads to from the meaning of some abstract states is in the meaning of their image.

pub mod shape;
pub mod vocabulary;

use crate::indexed::posed::{Observed, Posed};
use crate::indexed::vocabulary::{INDICES, indices_of};
use crate::minterms::{Element, Literals, MOST_PREDICATES, disjunction, irredundant, said};
use crate::predicates::Image;
use base::exec::bounded::has_quantifier;
use base::reach::as_between;
use base::{
    Asked, Block, Budget, Cfa, CmpOp, Expr, Focus, Focusing, Formula, LocId, NoAnswer, Places, Quantifier, Sort, SortedMap, SortedSet,
    Stmt, Tracked,
};
use logic::dialogue::Verdict;
use logic::smtlib::Reluctance;
use logic::{Answer, Session, Solver, Symbols};
use shape::Shape;
use std::time::Duration;

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(3);
/// Clauses about links of at most so many literals are said of all objects.
const FEW_WORDS: usize = 2;
/// An image with more abstract objects than this is given up.
const MOST_OBJECTS: usize = 600;

pub struct BooleanHeap {
    program: Symbols,
    places: Places,
    shape: Shape,
    /// The predicates of each location: their numbers are the variables of its diagrams.
    at: SortedMap<LocId, Vec<Formula>>,
    first: SortedMap<LocId, Tracked>,
    image: Image,
    session: Session,
}

impl BooleanHeap {
    pub fn new(cfa: &Cfa, places: &Places, image: Image, solver: &Solver) -> Self {
        let shape = Shape::of(cfa);
        let mut heap = BooleanHeap {
            program: Symbols::of(cfa),
            places: places.clone(),
            at: SortedMap::new(),
            first: SortedMap::new(),
            image,
            session: solver.session(),
            shape,
        };
        for at in (0..cfa.locs.len() as u32)
            .map(LocId)
            .filter(|l| (cfa.into(*l).len() > 1 || cfa.loc(*l).loop_head) && cfa.error_at(*l).is_none())
        {
            let first = vocabulary::at_first(&heap.shape, places, at, true);
            let numbers = heap.track(at, &first);
            heap.first.insert(at, numbers);
        }
        heap
    }

    /// The numbers of predicates; those without a meaning here, or without room, are left out.
    pub fn track(&mut self, at: LocId, predicates: &[Formula]) -> Tracked {
        let table = self.at.entry(at).or_default();
        let mut numbers = Tracked::new();
        for p in predicates {
            let p = vocabulary::solved(if let Formula::Not(inner) = p { inner } else { p });
            let constant = matches!(p, Formula::True | Formula::False);
            let object = SortedSet::from([0]);
            // That none of the objects lives is said of each of them. Of their number something else would have to be said in every round.
            let counts = p.vars().iter().any(|v| self.program.name(*v).is_some_and(|n| n.ends_with("$live")));
            if constant || counts || !indices_of(&p).is_subset(&object) || !p.vars().iter().all(|v| self.places.is_live(at, *v)) {
                continue;
            }
            match position(table, &p) {
                Some(i) => drop(numbers.insert(i)),
                None if table.len() < MOST_PREDICATES => {
                    numbers.insert(table.len());
                    table.push(p);
                }
                None => {}
            }
        }
        numbers
    }

    fn table(&self, at: LocId) -> &[Formula] {
        self.at.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Whether a predicate says where the link of the object leads, and follows it no further.
    fn reads_link(&self, p: &Formula) -> bool {
        let reads = p.reads();
        let is_link = |m: &Expr| self.shape.links.iter().any(|l| *m == Expr::Var(*l));
        matches!(p, Formula::Cmp(..)) && !reads.is_empty() && reads.iter().all(|(m, i)| *i == vocabulary::object() && is_link(m))
    }

    /// The pointers that a block compares with each other: what is behind one of them may say where the other is.
    fn compared(&self, block: &Block<'_>) -> Vec<Expr> {
        let is_object = |e: &Expr| matches!(e, Expr::Var(v) if self.shape.is_object(*v));
        let mut found = Vec::new();
        for stmt in &block.stmts {
            let Stmt::Assume(f) = stmt else { continue };
            f.each_atom(&mut |atom| match atom {
                Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) if is_object(a) && is_object(b) => found.extend([(**a).clone(), (**b).clone()]),
                _ => {}
            });
        }
        found
    }

    /// The abstract states that a focus makes of one.
    fn focused(&mut self, at: LocId, state: &Element, focus: &Focus, budget: &Budget) -> Vec<Element> {
        let mut question = vec![self.gamma(at, state)];
        question.extend(focus.error.iter().map(existential));
        if self.session.check_sat(&self.program, &question, &budget.child(Some(QUESTION))) != Answer::Unsat {
            return vec![state.clone()];
        }
        // The error is not possible from here, so one of its conjuncts is false: of those about the object, for each object.
        let (about, closed): (Vec<&Formula>, Vec<&Formula>) = focus.error.iter().partition(|f| !indices_of(f).is_empty());
        let mut clauses: Vec<Option<Literals>> = closed.into_iter().map(|f| self.clause(at, &f.negate())).collect();
        if !about.is_empty() {
            clauses.push(about.into_iter().map(|f| self.number(at, &f.negate())).collect());
        }
        // What cannot be said here cannot be split by: it would be lost.
        match clauses.into_iter().collect::<Option<Vec<Literals>>>() {
            Some(clauses) => clauses.iter().map(|c| state.with_clause(c)).filter(|s| !s.is_empty()).collect(),
            None => vec![state.clone()],
        }
    }

    /// The predicate that a formula is, or is the negation of.
    fn number(&self, at: LocId, f: &Formula) -> Option<(usize, bool)> {
        let (positive, holds) = if let Formula::Not(inner) = f { (&**inner, false) } else { (f, true) };
        let positive = vocabulary::solved(positive);
        let i = position(self.table(at), &positive)?;
        Some((i, (self.table(at)[i] == positive) == holds))
    }

    /// A literal about a state as a clause about all objects: itself, or what it says of an object t that it is about, said of all objects that are t.
    fn clause(&self, at: LocId, f: &Formula) -> Option<Literals> {
        if let Some(known) = self.number(at, f) {
            return Some(vec![known]);
        }
        let mut terms = SortedSet::new();
        f.walk(&mut |e| terms.extend([e.clone()]));
        terms.into_iter().find_map(|t| {
            let (is, _) = self.number(at, &Formula::cmp(CmpOp::Eq, vocabulary::object(), t.clone()))?;
            let said = f.subst(&|e| (*e == t).then(vocabulary::object));
            Some(vec![(is, false), self.number(at, &said)?])
        })
    }

    /// The image of one abstract state, and what is known.
    fn image(
        &mut self,
        block: &Block<'_>,
        state: &Element,
        tracked: (&Tracked, &Tracked),
        known: &Element,
        budget: &Budget,
    ) -> Result<Element, NoAnswer> {
        let mut found = known.clone();
        // Errors are mostly not reached. With fewer uses of the laws there is an answer sooner, and the image is larger at worst.
        let [first, second] =
            if tracked.1.is_empty() { [Reluctance::Little, Reluctance::Much] } else { [Reluctance::Much, Reluctance::Most] };
        let all = match self.add_image(first, block, state, tracked, &mut found, budget) {
            Err(_) if budget.stopped().is_none() => self.add_image(second, block, state, tracked, &mut found, budget)?,
            all => all?,
        };
        if all { Ok(found) } else { Err(NoAnswer("an image has too many abstract objects".into())) }
    }

    /// Adds the image of one abstract state to what was found: false if there are too many abstract objects.
    fn add_image(
        &mut self,
        reluctance: Reluctance,
        block: &Block<'_>,
        state: &Element,
        (here, behind): (&Tracked, &Tracked),
        found: &mut Element,
        budget: &Budget,
    ) -> Result<bool, NoAnswer> {
        let mut posed = Posed::new(&self.program, block, 1, &self.compared(block), &Formula::True);
        let (before, after) = (self.table(block.from), self.table(block.to));
        let behind: Vec<usize> = behind.iter().copied().collect();
        let mut at_end = |f: &Formula| if has_quantifier(f) { posed.witnessed(f) } else { posed.after(f) };
        let mut observed = Observed::new(&behind.iter().map(|i| at_end(&after[*i])).collect::<Vec<_>>());
        let clauses = state.clauses();
        // What is said of several objects is said of those at hand.
        let spoken: SortedSet<usize> = clauses.iter().flatten().map(|(i, _)| *i).chain(here.iter().copied()).collect();
        let closed = spoken.into_iter().filter(|i| has_quantifier(&before[*i]));
        let closed: SortedMap<usize, (Formula, Formula)> = closed.map(|i| (i, posed.conditional(&before[i]))).collect();
        let at_start = |i: &usize, by: &Vec<Expr>| match closed.get(i) {
            Some((condition, _)) => condition.clone(),
            None => posed.before(&before[*i], by),
        };
        let mut said: SortedSet<Literals> = SortedSet::new();
        let mut substitutions = posed.substitutions(before, &[0].into());
        // What is said of null is said of the ends of lists.
        substitutions.extend(self.shape.constants.iter().map(|c| INDICES.map(|_| Expr::from(c.clone())).to_vec()));
        // The first stands for the object itself.
        let itself = &substitutions[0];
        let own: Vec<usize> = here.iter().map(|i| observed.put(at_start(i, itself))).collect();
        for s in &substitutions {
            for clause in clauses.iter() {
                said.insert(clause.iter().map(|(i, v)| (observed.put(at_start(i, s)), *v)).collect());
            }
        }
        let observed = observed.formulas;
        let which =
            |holds: &dyn Fn(&Formula) -> bool| -> SortedSet<usize> { (0..behind.len()).filter(|i| holds(&after[behind[*i]])).collect() };
        let ways = which(&|p| as_between(p).is_some_and(|[.., z]| *z == vocabulary::object()));
        let details = which(&|p| vocabulary::is_detail(p, &self.program, &self.shape));
        let mut facts = posed.facts(&observed);
        facts.extend(closed.into_values().map(|(_, instances)| instances));
        // What is said of links in few words is said of all objects, also of those that the laws of reachability bring up. Programs whose conditions
        // speak of no objects but those at hand do without, and so do questions that are not about ways.
        let is_plain = |i: &usize| self.reads_link(&before[*i]) || before[*i].reads().is_empty();
        let is_brief = |c: &&Literals| {
            c.len() <= FEW_WORDS && c.iter().any(|(i, _)| self.reads_link(&before[*i])) && c.iter().all(|(i, _)| is_plain(i))
        };
        let about_ways = self.shape.speaks_of_ways() && facts.iter().chain(&observed).any(|f| f.any_atom(&|a| as_between(a).is_some()));
        let brief = clauses.iter().filter(|_| about_ways).filter(is_brief);
        facts.extend(brief.map(|c| posed.everywhere(&disjunction(before, c))));
        let mut dialogue = self.session.dialogue_with(reluctance, &posed.symbols, &facts, &observed);
        said.iter().for_each(|clause| dialogue.clause(clause));
        if !found.is_empty() {
            // Only what is not known is asked for: one of its clauses is false.
            let place = |i: &usize| behind.iter().position(|b| b == i);
            let negated = |c: &Literals| c.iter().map(|(i, v)| Some((place(i)?, !v))).collect::<Option<Literals>>();
            if let Some(cubes) = found.clauses().iter().map(negated).collect::<Option<Vec<_>>>() {
                dialogue.cubes(&cubes);
            }
        }
        // Where runs start nothing is tracked, so there would be a single monomial for all objects. And what a block reads is not said by any predicate before it,
        // so no focus could tell its cases apart.
        let reads = block.stmts.iter().any(|s| matches!(s, Stmt::Input { .. }));
        let precise = self.image == Image::Boolean || block.from_start || reads;
        let ask = |dialogue: &mut logic::Dialogue<'_>, assumed: &[(usize, bool)]| match dialogue.check(
            assumed,
            false,
            &budget.child(Some(QUESTION)),
        ) {
            Verdict::Sat { values, .. } => Ok(Some(values)),
            Verdict::Unsat { .. } => Ok(None),
            Verdict::Unknown(why) => Err(NoAnswer(why)),
        };
        for _ in 0..MOST_OBJECTS {
            let Some(values) = ask(&mut dialogue, &[])? else { return Ok(true) };
            let monomial: Vec<(usize, bool)> = own.iter().map(|i| (*i, values[*i])).collect();
            let mut kept: Vec<(usize, bool)> = (0..behind.len()).map(|i| (i, values[i])).collect();
            while !precise && !kept.is_empty() {
                dialogue.push();
                dialogue.clause(&kept.iter().map(|(i, v)| (*i, !v)).collect::<Vec<_>>());
                let other = ask(&mut dialogue, &monomial);
                dialogue.pop();
                let Some(other) = other? else { break };
                kept.retain(|(i, v)| other[*i] == *v);
            }
            // What is in an object that no pointer leads to seldom matters.
            let led_to = kept.iter().any(|(i, v)| *v && ways.contains(i));
            kept.retain(|(i, _)| led_to || ways.is_empty() || !details.contains(i));
            found.put_cube(&kept.iter().map(|(i, v)| (behind[*i], *v)).collect());
            // Only what is not in the image yet is asked for.
            dialogue.clause(&kept.iter().map(|(i, v)| (*i, !v)).collect::<Vec<_>>());
        }
        Ok(false)
    }
}

/// The place of a predicate in a table, or of its negation.
fn position(table: &[Formula], p: &Formula) -> Option<usize> {
    table.iter().position(|known| known == p || *known == p.negate())
}

/// Something that satisfies it: the object is one that exists.
fn existential(f: &Formula) -> Formula {
    f.subst(&|e| (*e == vocabulary::object()).then(|| Expr::bound("some")))
}

/// Whatever the object is.
fn universal(f: &Formula) -> Formula {
    if indices_of(f).is_empty() {
        return f.clone();
    }
    Formula::Quant(Quantifier::Forall, vec![(INDICES[0].into(), Sort::Int)], f.clone().into())
}

impl Focusing for BooleanHeap {
    type State = Element;

    fn top(&self) -> Element {
        Element::full(MOST_PREDICATES)
    }

    fn at_first(&self, at: LocId) -> Tracked {
        self.first.get(&at).cloned().unwrap_or_default()
    }

    fn enrich(&mut self) -> bool {
        let mut any = false;
        let behind = vocabulary::behind(&self.shape);
        for (at, mut first) in std::mem::take(&mut self.first) {
            let mut found = vocabulary::at_first(&self.shape, &self.places, at, false);
            found.extend_from_slice(&behind);
            let new = self.track(at, &found);
            any |= !new.is_subset(&first);
            first.extend(new);
            self.first.insert(at, first);
        }
        any
    }

    fn predicates(&mut self, at: LocId, conjuncts: &[Formula]) -> Tracked {
        let found = vocabulary::of_conjuncts(conjuncts, &self.shape);
        self.track(at, &found)
    }

    fn changed(&mut self, block: &Block<'_>) -> Tracked {
        // Where the block writes, in terms of the state before it.
        let mut places: Vec<Formula> = Vec::new();
        for stmt in block.stmts.iter().rev() {
            if let Stmt::Assign(v, value) = stmt {
                places.iter_mut().for_each(|f| *f = f.replace(*v, value));
                value.walk(&mut |e| {
                    if let Expr::Store(_, i, _) = e {
                        places.push(Formula::cmp(CmpOp::Eq, vocabulary::object(), (**i).clone()));
                    }
                });
            }
        }
        places.retain(|f| !f.reads().iter().any(|(m, _)| matches!(m, Expr::Store(..))));
        self.track(block.from, &places)
    }

    fn predicate(&self, at: LocId, number: usize) -> Option<&Formula> {
        self.table(at).get(number)
    }

    fn post(
        &mut self,
        block: &Block<'_>,
        before: &[Element],
        (here, behind): (&Tracked, &Tracked),
        foci: &[Focus],
        budget: &Budget,
    ) -> Result<Vec<Element>, NoAnswer> {
        let mut open = before.to_vec();
        let mut here = here.clone();
        for focus in foci {
            here.extend(&focus.preds);
            open = open.iter().flat_map(|s| self.focused(block.from, s, focus, budget)).collect();
        }
        let nothing = Element::empty(MOST_PREDICATES, None);
        let images: Result<Vec<Element>, NoAnswer> = open.iter().map(|s| self.image(block, s, (&here, behind), &nothing, budget)).collect();
        Ok(self.largest(images?.into_iter().filter(|image| !image.is_empty())))
    }

    fn absorb(
        &mut self,
        block: &Block<'_>,
        before: &Element,
        tracked: (&Tracked, &Tracked),
        known: Option<&Element>,
        budget: &Budget,
    ) -> Result<Option<Element>, NoAnswer> {
        let none = Element::empty(MOST_PREDICATES, None);
        let known = known.unwrap_or(&none);
        let image = self.image(block, before, tracked, known, budget)?;
        Ok((!known.includes(&image)).then_some(image))
    }

    fn includes(&self, larger: &Element, smaller: &Element) -> bool {
        larger.includes(smaller)
    }

    fn gamma(&self, at: LocId, state: &Element) -> Formula {
        if state.is_empty() {
            return Formula::False;
        }
        Formula::and(said(self.table(at), state).iter().map(universal))
    }

    fn brief(&mut self, at: LocId, state: &Element, premise: &Formula, budget: &Budget) -> Formula {
        if state.is_empty() {
            return Formula::False;
        }
        // What the premise and the other clauses say of the same object need not be said again; the longest go first.
        let (several, mut clauses): (Vec<Formula>, Vec<Formula>) = said(self.table(at), state).into_iter().partition(has_quantifier);
        clauses.sort_by_key(|c| std::cmp::Reverse(if let Formula::Or(parts) = c { parts.len() } else { 1 }));
        let mut dialogue = self.session.dialogue(&self.program, std::slice::from_ref(premise), &clauses);
        dialogue.watch(0);
        let kept = irredundant(&mut dialogue, QUESTION / 8, budget);
        Formula::and(several.iter().map(universal).chain(kept.iter().map(|i| universal(&clauses[*i]))))
    }

    fn asked(&self) -> Asked {
        self.session.asked()
    }
}
