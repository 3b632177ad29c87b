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
//! - a new node tracks the first predicates of its location and those of its ancestors there, instead of none, and a new edge has the foci of the last one before it
//!   with the same block: each round of a loop would have to learn them anew
//! - of a precondition only what contradicts the pivot is kept (unsatisfiable cores)
//! - if predicates and focus are both there, the objects that the block changes are told apart as well; if that is not new either, the target is given up
//!
//! Invariant: what is handed in is a disjunction closed under the blocks, or a run. Progress (Theorem 5): a spurious trace adds a predicate to a node or a focus to an edge,
//! both finite for finitely many traces, or its target is given up.

mod plain;
mod tally;
mod tree;

use crate::blocks::case::{self, Case};
use crate::blocks::cuts::{Cuts, START};
use crate::blocks::runs::Runs;
use crate::desk::{Desk, Engine, Progress};
use crate::mse::lesson::opened;
use crate::unfold::unfolding;
use base::text::print_formula;
use base::{
    Budget, Cfa, Domain, EdgeId, Focus, Focusing, Formula, LocId, Lost, NoAnswer, OpKind, Places, SortedMap, SortedSet, Stmt, Trace,
    Tracked, VarId, Why,
};
use logic::interpolate::needed;
use logic::preimage::{Conjuncts, equations, preimage};
use logic::{Answer, Feasibility, ModelValue, PathFormula, Session, Solver, Symbols, follow};
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
        unfolding(cfa, desk, &self.name(), |cfa, desk| self.work(cfa, desk, budget), budget);
    }
}

impl<D, F, A, G> FocusEngine<F, G>
where
    D: Domain,
    F: Fn(&Cfa) -> D + Sync,
    A: Focusing,
    G: Fn(&Cfa, &Places, &Solver) -> A + Sync,
{
    fn work(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        case::open(&self.name(), &self.domain, self.patience, (cfa, desk, budget), |case, solver, runs| {
            let abstraction = (self.abstraction)(cfa, case.places, solver);
            let (session, focus) = (solver.session(), self.focus);
            let (figures, tallies) = (Figures::default(), tally::tallies(cfa));
            let mut search = Search { case, focus, session, abstraction, tallies, stage: Stage::First, figures };
            let end = search.run(runs);
            search.tell_figures();
            search.case.give_up(end.err(), &format!("{} refinements", search.figures.refinements));
        });
    }
}

struct Search<'r, A> {
    case: Case<'r>,
    focus: bool,
    session: Session,
    abstraction: A,
    /// What preconditions leave out.
    tallies: SortedSet<VarId>,
    stage: Stage,
    figures: Figures,
}

/// What was done, and how large the last closed disjunction is: the columns of the paper's tables.
#[derive(Default)]
struct Figures {
    posts: usize,
    refinements: usize,
    /// Refinements that focused an edge.
    focused: usize,
    nodes: usize,
    depth: usize,
    /// The predicates of all locations together, and those of each node.
    predicates: usize,
    tracked: Vec<usize>,
    states: usize,
    locations: usize,
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
type Open = SortedSet<(bool, u32, usize)>;

impl<'r, A: Focusing> Search<'r, A> {
    fn run(&mut self, runs: &mut Runs<'_>) -> Result<(), NoAnswer> {
        loop {
            let targets = self.case.targets();
            if targets.is_empty() || self.case.budget.stopped().is_some() {
                return Ok(());
            }
            let cuts = self.case.cuts(&targets);
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
    fn join(&mut self, cuts: &Cuts<'r>, targets: &SortedSet<LocId>, runs: &mut Runs<'_>) -> Result<bool, NoAnswer> {
        let mut at: SortedMap<LocId, A::State> = [(START, self.abstraction.top())].into();
        let position = |l: LocId| if l == START { 0 } else { 1 + self.case.wto.position(l) };
        let mut open: SortedSet<(u32, LocId)> = [(0, START)].into();
        let (mut alarms, mut posts): (SortedSet<LocId>, usize) = (SortedSet::new(), 0);
        // Whether an error is reached is asked once, of what does not grow any more.
        let (to_errors, inner): (Vec<&base::Block<'r>>, Vec<_>) = cuts.blocks.iter().partition(|b| targets.contains(&b.to));
        while let Some((_, l)) = open.pop_first() {
            for block in inner.iter().filter(|b| b.from == l) {
                if runs.turn(targets, Duration::ZERO) {
                    return Ok(false);
                }
                let tracked = (&self.abstraction.at_first(l), &self.abstraction.at_first(block.to));
                posts += 1;
                if let Some(state) = self.abstraction.absorb(block, &at[&l], tracked, at.get(&block.to), self.case.budget)? {
                    at.insert(block.to, state);
                    open.insert((position(block.to), block.to));
                }
            }
        }
        for block in to_errors {
            let Some(state) = at.get(&block.from).filter(|_| !alarms.contains(&block.to)) else { continue };
            if runs.turn(targets, Duration::ZERO) {
                return Ok(false);
            }
            let tracked = (&self.abstraction.at_first(block.from), &self.abstraction.at_first(block.to));
            posts += 1;
            // Where there is no answer the error may be reached, which is no reason to give up the others.
            let image = self.abstraction.absorb(block, state, tracked, None, self.case.budget);
            if image.is_err() && self.case.budget.stopped().is_some() {
                return Ok(false);
            }
            if !matches!(image, Ok(None)) {
                alarms.insert(block.to);
            }
        }
        self.figures.posts += posts;
        let questions = self.abstraction.asked().questions;
        let text = format!("joined: {} cut points, {posts} posts, {questions} questions, {} alarms", at.len(), alarms.len());
        let places: Vec<String> = alarms.iter().map(|l| self.case.cfa.place(*l)).collect();
        self.case.tell(&if places.is_empty() { text } else { format!("{text}: {}", places.join(", ")) });
        let points: SortedMap<LocId, Tracked> = at.keys().filter(|l| **l != START).map(|l| (*l, self.abstraction.at_first(*l))).collect();
        self.figures.nodes = points.len() + 1;
        (self.figures.states, self.figures.locations) = (points.len(), points.len());
        self.measure(points.into_iter());
        let safe: SortedSet<LocId> = targets.difference(&alarms).copied().collect();
        if !safe.is_empty() {
            self.prove(cuts, &at.into_iter().map(|(l, s)| (l, vec![s])).collect(), &safe);
        }
        Ok(true)
    }

    /// Builds the tree until it is closed, or until a target is decided or given up.
    fn grow(&mut self, cuts: &Cuts<'r>, targets: &SortedSet<LocId>, runs: &mut Runs<'_>) -> Result<(), NoAnswer> {
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
            self.figures.posts += 1;
            let error = targets.contains(&block.to);
            let states = match self.abstraction.post(block, &tree.nodes[parent].states, tracked, &tree.nodes[node].foci, self.case.budget) {
                Err(NoAnswer(why)) if error && self.case.budget.stopped().is_none() => {
                    self.case.set_aside(block.to, Why::Refused(why));
                    return Ok(());
                }
                states => states?,
            };
            let empty = states.is_empty();
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
                    let progress = Progress { nodes: tree.size() as u64, refinements: self.figures.refinements as u64, suspect: None };
                    self.case.desk.progress(self.case.name, &progress);
                    for n in uncovered.into_iter().chain([node]) {
                        open.insert(self.entry(&tree, n));
                    }
                }
                Told::Nothing(why) => {
                    if runs.turn(targets, Duration::from_secs(2)) {
                        return Ok(());
                    }
                    self.case.set_aside(block.to, why);
                    return Ok(());
                }
            }
        }
        self.report(&tree);
        let closed = |l: LocId| tree.at(l).filter(|n| n.covered.is_none()).flat_map(|n| n.states.iter().cloned());
        let states = cuts.points().map(|l| (l, self.abstraction.largest(closed(l)))).collect();
        self.prove(cuts, &states, targets);
        Ok(())
    }

    fn entry(&self, tree: &Tree<A::State>, node: usize) -> (bool, u32, usize) {
        let loc = tree.nodes[node].loc;
        // Errors first: what is false need not be followed.
        (self.case.cfa.error_at(loc).is_none(), self.case.wto.position(loc), node)
    }

    /// Adds the children of a node.
    fn extend(&mut self, tree: &mut Tree<A::State>, cuts: &Cuts<'r>, node: usize, open: &mut Open) {
        let ancestors = tree.path(node);
        for &b in cuts.from(tree.nodes[node].loc) {
            let to = cuts.blocks[b].to;
            let mut preds = self.abstraction.at_first(to);
            let mut foci: Vec<Focus> = Vec::new();
            for a in ancestors.iter().map(|a| &tree.nodes[*a]).filter(|a| a.loc == to) {
                preds.extend(&a.preds);
                if a.parent.is_some_and(|(_, block)| block == b) {
                    foci.clone_from(&a.foci);
                }
            }
            let child = tree.add(node, b, to, preds);
            tree.nodes[child].foci = foci;
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
            && self.case.desk.trace(self.case.name, trace).is_ok()
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
        self.figures.refinements += 1;
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
                let known = |f: &Focus| f.error == focus.error && f.preds.is_superset(&focus.preds);
                // Without a predicate there is nothing to split by.
                if from != START && !focus.preds.is_empty() && !tree.nodes[node].foci.iter().any(known) {
                    self.figures.focused += 1;
                    self.tell_focus(&focus, from);
                    tree.nodes[node].foci.retain(|f| f.error != focus.error);
                    tree.nodes[node].foci.push(focus);
                    let uncovered = tree.prune(node);
                    return Ok(Told::Learnt { node, uncovered });
                }
            }
        }
        let edge = if self.focus { "its edge is focused" } else { "edges are not focused" };
        Ok(Told::Nothing(self.lost(at, &format!("the predicates of the trace are all tracked, and {edge}"))))
    }

    /// The run of a trace, if there is one.
    fn real(&mut self, edges: &[EdgeId], error: LocId) -> Option<Trace> {
        let path = PathFormula::new(self.case.cfa, edges);
        let runs =
            |values: &[ModelValue]| follow::follow(self.case.cfa, edges, values).map(|inputs| Trace { inputs: inputs.into(), error });
        match path.ask(&mut self.session, QUESTION, self.case.budget) {
            Feasibility::Feasible(values) => runs(&values),
            _ => None,
        }
    }

    /// Whether the rest of a path can be taken from the states of its node at a position, as far as the solver knows.
    fn possible(&mut self, tree: &Tree<A::State>, cuts: &Cuts<'r>, path: &[usize], position: usize) -> bool {
        let stmts =
            path[position + 1..].iter().filter_map(|n| tree.nodes[*n].parent).flat_map(|(_, b)| cuts.blocks[b].stmts.iter().copied());
        // What preconditions leave out must not decide here.
        let counts = |s: &&Stmt| matches!(s, Stmt::Assume(f) if !f.vars().is_disjoint(&self.tallies));
        let stmts = stmts.filter(|s| !counts(s));
        let node = &tree.nodes[path[position]];
        let rest = PathFormula::of_statements(Symbols::of(self.case.cfa), stmts, node.loc == START);
        node.states.iter().any(|s| {
            let known = [self.case.known(node.loc), rest.at(0, &self.abstraction.gamma(node.loc, s))];
            let question = [rest.question(rest.len(), &known), known.to_vec()].concat();
            self.session.check_sat(rest.symbols(), &question, &self.case.budget.child(Some(QUESTION))) != Answer::Unsat
        })
    }

    /// From where statements lead into a conjunction (or anywhere, if it is empty).
    fn precondition(&self, stmts: &[&Stmt], after: Conjuncts) -> Conjuncts {
        let is_map = |v| matches!(self.case.cfa.var(v).sort, base::Sort::Map(..));
        let before = |error: Conjuncts, stmt: &&Stmt| {
            // What exists is an object.
            let opened = if let Stmt::Assume(f) = stmt { opened(f, &error).map(Stmt::Assume) } else { None };
            preimage(opened.as_ref().unwrap_or(stmt), is_map, &error).conjuncts
        };
        let mut found = equations(&stmts.iter().rev().fold(after, before), |_| true);
        found.retain(|f| f.vars().is_disjoint(&self.tallies));
        plain::plain(found)
    }

    /// Those conjuncts of an error's precondition that contradict what a block leads to from a node; all if the solver does not say which.
    fn contradicted(&mut self, tree: &Tree<A::State>, pivot: usize, block: &base::Block<'_>, error: &Conjuncts) -> Conjuncts {
        let node = &tree.nodes[pivot];
        let path = PathFormula::of_statements(Symbols::of(self.case.cfa), block.stmts.iter().copied(), block.from_start);
        let mut kept: SortedSet<usize> = SortedSet::new();
        for state in &node.states {
            let known = [self.case.known(node.loc), path.at(0, &self.abstraction.gamma(node.loc, state))];
            let now: Vec<Formula> = error.iter().map(|f| path.at(path.len(), f)).collect();
            let before = Formula::and(path.question(path.len(), &[&known[..], &now].concat()).into_iter().chain(known));
            let question: Vec<Formula> = [before].into_iter().chain(now).collect();
            let all = |_: usize| true;
            match needed(&mut self.session, path.symbols(), &question, (FEW, &all), CUT, self.case.budget) {
                Some(found) => kept.extend(found.positions.into_iter().map(|i| i - 1)),
                None => return error.clone(),
            }
        }
        kept.into_iter().map(|i| error[i].clone()).collect()
    }

    fn lost(&self, at: LocId, what: &str) -> Why {
        Why::Lost(Lost { op: OpKind::Post, loc: at, span: self.case.cfa.loc(at).span.clone(), what: what.into() })
    }

    fn tell_tracked(&self, at: LocId, new: &Tracked) {
        let told: Vec<String> =
            new.iter().filter_map(|i| self.abstraction.predicate(at, *i)).map(|f| print_formula(f, self.case.cfa)).collect();
        self.case.tell(&format!("{}: tracks {}", self.case.cfa.place(at), told.join(", ")));
    }

    fn tell_focus(&self, focus: &Focus, at: LocId) {
        let preds = focus.preds.iter().filter_map(|i| self.abstraction.predicate(at, *i)).map(|f| print_formula(f, self.case.cfa));
        let error: Vec<String> = focus.error.iter().map(|f| print_formula(f, self.case.cfa)).collect();
        let preds: Vec<String> = preds.collect();
        self.case.tell(&format!("{}: focus on {} where not {}", self.case.cfa.place(at), preds.join(", "), error.join(" && ")));
    }

    fn report(&mut self, tree: &Tree<A::State>) {
        let there: Vec<usize> = (0..tree.nodes.len()).filter(|n| tree.is_there(*n)).collect();
        self.figures.nodes = there.len();
        self.figures.depth = there.iter().map(|n| tree.path(*n).len()).max().unwrap_or(0);
        let inner = || there.iter().map(|n| &tree.nodes[*n]).filter(|n| n.loc != START && self.case.cfa.error_at(n.loc).is_none());
        self.figures.states = inner().filter(|n| n.covered.is_none()).map(|n| n.states.len()).sum();
        self.figures.locations = inner().map(|n| n.loc).collect::<SortedSet<_>>().len();
        let tracked: Vec<(LocId, Tracked)> = inner().map(|n| (n.loc, n.preds.clone())).collect();
        self.measure(tracked.into_iter());
        let asked = (self.session.asked() + self.abstraction.asked()).questions;
        let Figures { posts, refinements, .. } = self.figures;
        self.case.tell(&format!("the tree is closed: {} nodes, {posts} posts, {refinements} refinements, {asked} questions", tree.size()));
    }

    /// Keeps how many predicates nodes track.
    fn measure(&mut self, nodes: impl Iterator<Item = (LocId, Tracked)>) {
        let mut all: SortedSet<Formula> = SortedSet::new();
        self.figures.tracked.clear();
        for (l, tracked) in nodes {
            self.figures.tracked.push(tracked.len());
            all.extend(tracked.iter().filter_map(|i| self.abstraction.predicate(l, *i)).cloned());
        }
        self.figures.predicates = all.len();
    }

    fn tell_figures(&self) {
        let asked = self.session.asked() + self.abstraction.asked();
        let Figures { posts, refinements, focused, nodes, depth, predicates, tracked, states, locations } = &self.figures;
        let per = |sum: usize, n: usize| sum as f64 / n.max(1) as f64;
        let (each, most) = (per(tracked.iter().sum(), tracked.len()), tracked.iter().max().copied().unwrap_or(0));
        let solver = format!("{} questions, {} known, {:.2} s asking", asked.questions, asked.known, asked.time.as_secs_f64());
        let states = per(*states, *locations);
        self.case.tell(&format!(
            "figures: {posts} posts, {refinements} refinements, {focused} focused, {nodes} nodes, {depth} deep, \
             {predicates} predicates, {each:.1} in a node, {most} at most, {solver}, {states:.1} states per location"
        ));
    }

    /// Hands in the disjunctions of the states at the cut points.
    fn prove(&mut self, cuts: &Cuts<'_>, states: &SortedMap<LocId, Vec<A::State>>, targets: &SortedSet<LocId>) {
        let (abstraction, budget) = (&mut self.abstraction, self.case.budget);
        let said = |l: LocId, premise: &Formula| {
            let states = states.get(&l).into_iter().flatten();
            Formula::or(states.map(|s| abstraction.brief(l, s, premise, budget)).collect::<Vec<_>>())
        };
        let open = self.case.prove(cuts, said, &targets.iter().copied().collect::<Vec<_>>());
        // What is not confirmed may be after the next stage.
        if self.stage == Stage::Tree {
            self.case.leave_unconfirmed(open);
        }
    }
}
