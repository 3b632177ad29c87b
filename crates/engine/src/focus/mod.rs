//! Lazy nested abstraction refinement: predicates into a node or, when they are there already, focus on the edge that leads to it.
//!
//! Podelski, Wies: *Counterexample-Guided Focus* (POPL 2010), Figure 10. The tree grows from its root by the post operator of one block after the other. If an error location
//! is reached, the trace is run; if it cannot be run, the *spurious node* is the oldest from whose states the rest of the trace can be taken, and the *pivot* is the node before it. The
//! predicates of the weakest precondition of the rest are tracked in the spurious node. If they are already, the post operator between the two loses what the
//! predicates could say, and its edge is focused on the same precondition. What is below the spurious node is built anew, and
//! nodes that were covered by what is gone are looked at again.
//!
//! Changed and defined here:
//! - before the tree there is one abstract state for each location, which is enough for many programs and never large; then the same with more of the program's own predicates
//! - blocks from cut point to cut point are the commands, with a numeric domain's invariants as premises, as in [`crate::mse`]
//! - a new node tracks the first predicates of its location and those of its ancestors there, instead of none: each round of a loop would have to learn them anew
//! - of a precondition only what contradicts the pivot is kept (unsatisfiable cores)
//! - if predicates and focus are both there, the objects that the block changes are told apart as well; if that is not new either, the target is given up
//!
//! Invariant: what is handed in is a disjunction closed under the blocks, or a run. Progress (Theorem 5): a spurious trace adds a predicate to a node or a focus to an edge,
//! both finite for finitely many traces, or its target is given up.

mod tree;

use crate::ahead::Ahead;
use crate::blocks::cuts::{Cuts, START};
use crate::blocks::places::places;
use crate::blocks::premises::{self, Premise};
use crate::blocks::runs::Runs;
use crate::cases::Cased;
use crate::desk::{Desk, Engine, Progress};
use crate::live::live;
use crate::wto::Wto;
use base::text::print_formula;
use base::{
    Budget, Cfa, Domain, EdgeId, Focus, Focusing, Formula, LocId, Lost, NoAnswer, OpKind, Places, Proof, Stmt, Trace, Tracked, Why,
};
use logic::interpolate::needed;
use logic::preimage::{Conjuncts, equations, preimage};
use logic::{Answer, Feasibility, ModelValue, PathFormula, Session, Solver, Symbols, follow};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tree::Tree;

/// The engine. `domain` makes the numeric domain for an automaton, `abstraction` the other one.
pub struct FocusEngine<F, G> {
    pub domain: F,
    pub abstraction: G,
    /// Whether edges may be focused.
    pub focus: bool,
    pub patience: Option<Duration>,
}

const QUESTION: Duration = Duration::from_secs(3);
/// Time for what can be left out of a precondition.
const CUT: Duration = Duration::from_millis(600);
/// Preconditions with at most so many conjuncts are tried without each of them.
const FEW: usize = 16;

impl<D, F, A, G> Engine for FocusEngine<F, G>
where
    D: Domain,
    F: Fn(&Cfa) -> D + Sync,
    A: Focusing,
    G: Fn(&Cfa, &Places, &Solver) -> A + Sync,
{
    fn name(&self) -> String {
        "focus".into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let solver = match Solver::find() {
            Ok(solver) => solver,
            Err(missing) => return desk.give_up(&self.name(), &desk.open(), Why::Refused(missing.to_string())),
        };
        let budget = &budget.child(self.patience);
        let cased = Cased::new(cfa);
        let wto = Wto::new(cfa);
        let premises = match premises::premises(&self.domain, &cased, budget) {
            Ok(premises) => premises,
            Err(stop) => return desk.give_up(&self.name(), &desk.open(), Why::Stopped(stop)),
        };
        let places = places(cfa, &wto, live(cfa));
        let mut search = Search {
            name: self.name(),
            focus: self.focus,
            cfa,
            wto: &wto,
            premises,
            desk,
            budget,
            session: solver.session(),
            abstraction: (self.abstraction)(cfa, &places, &solver),
            aside: BTreeMap::new(),
            unconfirmed: BTreeSet::new(),
            stage: Stage::First,
            posts: 0,
            refinements: 0,
        };
        let (name, machine) = (self.name(), OnceCell::new());
        let mut runs = Runs::new(&name, cfa, desk, budget, &machine);
        let end = search.run(&mut runs);
        search.give_up(end.err());
    }
}

struct Search<'r, A> {
    name: String,
    focus: bool,
    cfa: &'r Cfa,
    wto: &'r Wto,
    premises: BTreeMap<LocId, Premise>,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    session: Session,
    abstraction: A,
    /// Locations that nothing more is tried for.
    aside: BTreeMap<LocId, Why>,
    unconfirmed: BTreeSet<LocId>,
    stage: Stage,
    posts: usize,
    refinements: usize,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// One abstract state for each location, over the first predicates.
    First,
    /// The same over more of them.
    Enriched,
    Tree,
}

/// What a trace to an error turned out to be.
enum Told {
    Real,
    /// The error is not reached after all.
    Unreached,
    Learnt {
        node: usize,
        uncovered: Vec<usize>,
    },
    Nothing(Why),
}

/// Edges of the tree that wait for their post, those of older nodes and earlier locations first.
type Open = BTreeSet<(bool, u32, usize)>;

impl<'r, A: Focusing> Search<'r, A> {
    fn run(&mut self, runs: &mut Runs<'_>) -> Result<(), NoAnswer> {
        loop {
            let targets = self.targets();
            if targets.is_empty() || self.budget.stopped().is_some() {
                return Ok(());
            }
            let ahead = Ahead::anyhow(self.cfa, &targets);
            let premise = |l: LocId| self.premises.get(&l).map(|p| p.numbers.clone());
            let cuts = Cuts::new(self.cfa, self.wto, |l| ahead.anywhere_at(l), &targets, premise);
            let stage = self.stage;
            match stage {
                Stage::First if self.join(&cuts, &targets, runs)? => {
                    self.stage = if self.abstraction.enrich() { Stage::Enriched } else { Stage::Tree };
                }
                Stage::Enriched if self.join(&cuts, &targets, runs)? => self.stage = Stage::Tree,
                // A target was decided meanwhile.
                Stage::First | Stage::Enriched => {}
                Stage::Tree => self.grow(&cuts, &targets, runs)?,
            }
        }
    }

    /// Before any tree: one abstract state for each location, with the first predicates alone. What that proves needs no refinement, and many trees would be large only because
    /// nothing is joined in them. False if it was interrupted by a run that failed.
    fn join(&mut self, cuts: &Cuts<'r>, targets: &BTreeSet<LocId>, runs: &mut Runs<'_>) -> Result<bool, NoAnswer> {
        let mut at: BTreeMap<LocId, A::State> = [(START, self.abstraction.top())].into();
        let position = |l: LocId| if l == START { 0 } else { 1 + self.wto.position(l) };
        let mut open: BTreeSet<(u32, LocId)> = [(0, START)].into();
        let (mut alarms, mut posts): (BTreeSet<LocId>, usize) = (BTreeSet::new(), 0);
        while let Some((_, l)) = open.pop_first() {
            for &b in cuts.from(l) {
                if runs.turn(targets, Duration::ZERO) {
                    return Ok(false);
                }
                let block = &cuts.blocks[b];
                if alarms.contains(&block.to) {
                    continue;
                }
                let tracked = (&self.abstraction.at_first(l), &self.abstraction.at_first(block.to));
                posts += 1;
                let Some(state) = self.abstraction.absorb(block, &at[&l], tracked, at.get(&block.to), self.budget)? else { continue };
                if targets.contains(&block.to) {
                    alarms.insert(block.to);
                } else {
                    at.insert(block.to, state);
                    open.insert((position(block.to), block.to));
                }
            }
        }
        self.posts += posts;
        let questions = self.abstraction.questions();
        let text = format!("joined: {} cut points, {posts} posts, {questions} questions, {} alarms", at.len(), alarms.len());
        self.desk.tell(&self.name, &text);
        let safe: BTreeSet<LocId> = targets.difference(&alarms).copied().collect();
        if !safe.is_empty() {
            let said = self.at_cuts(cuts, &at.into_iter().map(|(l, s)| (l, vec![s])).collect());
            self.prove(said, &safe);
        }
        Ok(true)
    }

    /// What is said at each place where something must be said: at cut points the states, at other loops nothing.
    fn at_cuts(&mut self, cuts: &Cuts<'_>, states: &BTreeMap<LocId, Vec<A::State>>) -> BTreeMap<LocId, Formula> {
        let heads = (0..self.cfa.locs.len() as u32).map(LocId).filter(|l| self.wto.is_head(*l));
        let places: BTreeSet<LocId> = heads.chain(cuts.points()).filter(|l| self.cfa.error_at(*l).is_none()).collect();
        let mut said = BTreeMap::new();
        for l in places {
            let premise = self.known(l);
            let at_cut = |this: &mut Self| {
                let states = states.get(&l).into_iter().flatten();
                Formula::or(states.map(|s| this.abstraction.brief(l, s, &premise, this.budget)).collect::<Vec<_>>())
            };
            said.insert(l, if cuts.points().any(|p| p == l) { at_cut(self) } else { Formula::True });
        }
        said
    }

    fn targets(&self) -> BTreeSet<LocId> {
        let tired = |l: &LocId| self.aside.contains_key(l) || self.unconfirmed.contains(l);
        self.desk.open().into_iter().filter(|l| !tired(l)).collect()
    }

    /// Builds the tree until it is closed, or until a target is decided or given up.
    fn grow(&mut self, cuts: &Cuts<'r>, targets: &BTreeSet<LocId>, runs: &mut Runs<'_>) -> Result<(), NoAnswer> {
        let mut tree = Tree::new(self.abstraction.top());
        let mut open = Open::new();
        self.extend(&mut tree, cuts, 0, &mut open);
        while let Some((_, _, node)) = open.pop_first() {
            if !tree.is_there(node) {
                continue;
            }
            if runs.turn(targets, Duration::ZERO) {
                return Ok(());
            }
            let Some((parent, block)) = tree.nodes[node].parent else { continue };
            let block = &cuts.blocks[block];
            let tracked = (&tree.nodes[parent].preds, &tree.nodes[node].preds);
            self.posts += 1;
            let states = self.abstraction.post(block, &tree.nodes[parent].states, tracked, &tree.nodes[node].foci, self.budget)?;
            let empty = states.is_empty();
            let error = targets.contains(&block.to);
            if !error {
                if !tree.set(node, states, &self.abstraction) {
                    self.extend(&mut tree, cuts, node, &mut open);
                }
                continue;
            }
            if empty {
                continue;
            }
            match self.learn(&mut tree, cuts, node)? {
                Told::Real => return Ok(()),
                Told::Unreached => {}
                Told::Learnt { node, uncovered } => {
                    let progress = Progress { nodes: tree.size() as u64, refinements: self.refinements as u64, suspect: None };
                    self.desk.progress(&self.name, &progress);
                    for n in uncovered.into_iter().chain([node]) {
                        open.insert(self.entry(&tree, n));
                    }
                }
                Told::Nothing(why) => {
                    if runs.turn(targets, Duration::from_secs(2)) {
                        return Ok(());
                    }
                    self.desk.tell(&self.name, &crate::story::stuck(&why));
                    self.aside.insert(block.to, why);
                    return Ok(());
                }
            }
        }
        self.report(&tree);
        let states = cuts.points().map(|l| (l, self.closed(&tree, l))).collect();
        let said = self.at_cuts(cuts, &states);
        self.prove(said, targets);
        Ok(())
    }

    fn entry(&self, tree: &Tree<A::State>, node: usize) -> (bool, u32, usize) {
        let loc = tree.nodes[node].loc;
        // Errors first: what is false need not be followed.
        (self.cfa.error_at(loc).is_none(), self.wto.position(loc), node)
    }

    /// Adds the children of a node.
    fn extend(&mut self, tree: &mut Tree<A::State>, cuts: &Cuts<'r>, node: usize, open: &mut Open) {
        let ancestors = tree.path(node);
        for &b in cuts.from(tree.nodes[node].loc) {
            let to = cuts.blocks[b].to;
            let mut preds = self.abstraction.at_first(to);
            for &a in ancestors.iter().filter(|a| tree.nodes[**a].loc == to) {
                preds.extend(&tree.nodes[a].preds);
            }
            let child = tree.add(node, b, to, preds);
            open.insert(self.entry(tree, child));
        }
    }

    /// Runs the trace to an error node, or refines.
    fn learn(&mut self, tree: &mut Tree<A::State>, cuts: &Cuts<'r>, error: usize) -> Result<Told, NoAnswer> {
        let path = tree.path(error);
        let blocks: Vec<usize> = path.iter().filter_map(|n| tree.nodes[*n].parent.map(|(_, b)| b)).collect();
        let edges: Vec<EdgeId> = blocks.iter().flat_map(|b| cuts.blocks[*b].edges.iter().copied()).collect();
        let target = tree.nodes[error].loc;
        if let Some(trace) = self.real(&edges, target)
            && self.desk.trace(&self.name, trace).is_ok()
        {
            return Ok(Told::Real);
        }
        // The oldest node from whose states the rest can be taken. The root's states are all there are: from there it cannot.
        let mut spurious = path.len() - 1;
        while spurious > 1 && self.possible(tree, cuts, &path, spurious - 1) {
            spurious -= 1;
        }
        if spurious == path.len() - 1 {
            // Images are found with instances of abstract states; with all of what they say there is nothing.
            return Ok(Told::Unreached);
        }
        let (node, pivot) = (path[spurious], path[spurious - 1]);
        let at = tree.nodes[node].loc;
        let rest: Vec<&Stmt> = blocks[spurious..].iter().flat_map(|b| cuts.blocks[*b].stmts.iter().copied()).collect();
        let whole = self.precondition(&rest, Vec::new());
        let block = &cuts.blocks[blocks[spurious - 1]];
        let kept = self.contradicted(tree, pivot, block, &whole);
        self.refinements += 1;
        for error in [&kept, &whole] {
            let preds = self.abstraction.predicates(at, error);
            let new: Tracked = preds.difference(&tree.nodes[node].preds).copied().collect();
            if !new.is_empty() {
                self.tell_tracked(at, &new);
                tree.nodes[node].preds.extend(new);
                let uncovered = tree.prune(node);
                return Ok(Told::Learnt { node, uncovered });
            }
        }
        if self.focus {
            let from = block.from;
            let before = self.precondition(&block.stmts, kept);
            let mut preds = self.abstraction.predicates(from, &before);
            for changed in [false, true] {
                if changed {
                    preds.extend(self.abstraction.changed(block));
                }
                let focus = Focus { error: before.clone(), preds: preds.clone() };
                if from != START && !tree.nodes[node].foci.contains(&focus) {
                    self.tell_focus(&focus, from);
                    tree.nodes[node].foci.retain(|f| f.error != focus.error);
                    tree.nodes[node].foci.push(focus);
                    let uncovered = tree.prune(node);
                    return Ok(Told::Learnt { node, uncovered });
                }
            }
        }
        Ok(Told::Nothing(self.lost(at, "the predicates of the trace are all tracked, and its edge is focused")))
    }

    /// The run of a trace, if there is one.
    fn real(&mut self, edges: &[EdgeId], error: LocId) -> Option<Trace> {
        let path = PathFormula::new(self.cfa, edges);
        let runs = |values: &[ModelValue]| follow::follow(self.cfa, edges, values).map(|inputs| Trace { inputs: inputs.into(), error });
        match path.ask(&mut self.session, QUESTION, self.budget) {
            Feasibility::Feasible(values) => runs(&values),
            _ => None,
        }
    }

    /// Whether the rest of a path can be taken from the states of its node at a position, as far as the solver knows.
    fn possible(&mut self, tree: &Tree<A::State>, cuts: &Cuts<'r>, path: &[usize], position: usize) -> bool {
        let stmts =
            path[position + 1..].iter().filter_map(|n| tree.nodes[*n].parent).flat_map(|(_, b)| cuts.blocks[b].stmts.iter().copied());
        let node = &tree.nodes[path[position]];
        let rest = PathFormula::of_statements(Symbols::of(self.cfa), stmts, node.loc == START);
        node.states.iter().any(|s| {
            let known = [self.known(node.loc), rest.at(0, &self.abstraction.gamma(node.loc, s))];
            let question = [rest.question(rest.len(), &known), known.to_vec()].concat();
            self.session.check_sat(rest.symbols(), &question, &self.budget.child(Some(QUESTION))) != Answer::Unsat
        })
    }

    /// What the numeric domain says.
    fn known(&self, at: LocId) -> Formula {
        self.premises.get(&at).map_or(Formula::True, |p| p.numbers.clone())
    }

    /// From where statements lead into a conjunction (or anywhere, if it is empty).
    fn precondition(&self, stmts: &[&Stmt], after: Conjuncts) -> Conjuncts {
        let is_map = |v| matches!(self.cfa.var(v).sort, base::Sort::Map(..));
        equations(&stmts.iter().rev().fold(after, |error, stmt| preimage(stmt, is_map, &error).conjuncts), |_| true)
    }

    /// Those conjuncts of an error's precondition that contradict what a block leads to from a node; all if the solver does not say which.
    fn contradicted(&mut self, tree: &Tree<A::State>, pivot: usize, block: &base::Block<'_>, error: &Conjuncts) -> Conjuncts {
        let node = &tree.nodes[pivot];
        let path = PathFormula::of_statements(Symbols::of(self.cfa), block.stmts.iter().copied(), block.from_start);
        let mut kept: BTreeSet<usize> = BTreeSet::new();
        for state in &node.states {
            let known = [self.known(node.loc), path.at(0, &self.abstraction.gamma(node.loc, state))];
            let now: Vec<Formula> = error.iter().map(|f| path.at(path.len(), f)).collect();
            let before = Formula::and(path.question(path.len(), &[&known[..], &now].concat()).into_iter().chain(known));
            let question: Vec<Formula> = [before].into_iter().chain(now).collect();
            let all = |_: usize| true;
            match needed(&mut self.session, path.symbols(), &question, (FEW, &all), CUT, self.budget) {
                Some(found) => kept.extend(found.positions.into_iter().map(|i| i - 1)),
                None => return error.clone(),
            }
        }
        kept.into_iter().map(|i| error[i].clone()).collect()
    }

    fn lost(&self, at: LocId, what: &str) -> Why {
        Why::Lost(Lost { op: OpKind::Post, loc: at, span: self.cfa.loc(at).span.clone(), what: what.into() })
    }

    fn tell_tracked(&self, at: LocId, new: &Tracked) {
        let told: Vec<String> = new.iter().filter_map(|i| self.abstraction.predicate(at, *i)).map(|f| print_formula(f, self.cfa)).collect();
        self.desk.tell(&self.name, &format!("{}: tracks {}", self.cfa.place(at), told.join(", ")));
    }

    fn tell_focus(&self, focus: &Focus, at: LocId) {
        let preds = focus.preds.iter().filter_map(|i| self.abstraction.predicate(at, *i)).map(|f| print_formula(f, self.cfa));
        let error: Vec<String> = focus.error.iter().map(|f| print_formula(f, self.cfa)).collect();
        let preds: Vec<String> = preds.collect();
        self.desk.tell(&self.name, &format!("{}: focus on {} where not {}", self.cfa.place(at), preds.join(", "), error.join(" && ")));
    }

    fn report(&self, tree: &Tree<A::State>) {
        let asked = self.session.asked() + self.abstraction.questions();
        self.desk.tell(
            &self.name,
            &format!(
                "the tree is closed: {} nodes, {} posts, {} refinements, {asked} questions",
                tree.size(),
                self.posts,
                self.refinements
            ),
        );
    }

    /// The largest abstract states at a location.
    fn closed(&self, tree: &Tree<A::State>, l: LocId) -> Vec<A::State> {
        let mut largest: Vec<A::State> = Vec::new();
        for s in tree.at(l).filter(|n| n.covered.is_none()).flat_map(|n| &n.states) {
            if !largest.iter().any(|known| self.abstraction.includes(known, s)) {
                largest.retain(|known| !self.abstraction.includes(s, known));
                largest.push(s.clone());
            }
        }
        largest
    }

    fn prove(&mut self, said: BTreeMap<LocId, Formula>, targets: &BTreeSet<LocId>) {
        // Ranges of all elements are rarely needed, and make everything harder to confirm: first without them.
        let mut open: Vec<LocId> = targets.iter().copied().collect();
        for with_ranges in [false, true] {
            let invariant = |l: &LocId| {
                let Some(premise) = self.premises.get(l) else { return Formula::False };
                let ranges = if with_ranges { premise.elements.clone() } else { Formula::True };
                Formula::and([premise.numbers.clone(), ranges, said[l].clone()])
            };
            let mut invariants: BTreeMap<LocId, Formula> = said.keys().map(|l| (*l, invariant(l))).collect();
            invariants.extend(open.iter().map(|l| (*l, Formula::False)));
            open = self.desk.prove(&self.name, &Proof::Invariants(invariants), &open);
            if open.is_empty() {
                return;
            }
        }
        // What is not confirmed may be after the next stage.
        if self.stage == Stage::Tree {
            self.unconfirmed.extend(open);
        }
    }

    fn give_up(&self, end: Option<NoAnswer>) {
        for target in self.desk.open() {
            let why = match (&end, self.aside.get(&target), self.budget.stopped()) {
                (_, Some(why), _) => why.clone(),
                // What `check` said about a proof stands.
                (None, None, _) if self.unconfirmed.contains(&target) => continue,
                (_, None, Some(stop)) => Why::Stopped(stop),
                (Some(NoAnswer(why)), None, None) => Why::Refused(why.clone()),
                (None, None, None) => Why::Refused(format!("not decided after {} refinements", self.refinements)),
            };
            self.desk.give_up(&self.name, &[target], why);
        }
    }
}
