//! From a proof to obligations: from each location that has a formula, every path through locations without one to the
//! next formula or target is followed symbolically; what holds at its start and along it must imply what is claimed at its end.
//!
//! Trusted. Soundness (Floyd, Assigning meanings to programs, 1967): the initial state satisfies the formula of the entry, every
//! path between formulas preserves them, no path reaches a target; locations without a formula lie on no cycle of such
//! locations, so every run is a sequence of these paths. Runs end at error locations, so nothing is asked behind them.

use crate::discharge::{Effort, Point, Prover};
use crate::executable::error_locations;
use base::exec::bounded::has_quantifier;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Int, LocId, Quantifier, Sort, SortedMap, SortedSet, Stmt, VarId, Why};
use std::collections::HashMap;
use std::sync::Arc;

/// Paths from one formula to the next ones go at most this often through places where paths meet.
const MOST_JOINS: usize = 20_000;

/// A longer right-hand side gets a name instead of being substituted.
const MOST_NODES: usize = 16;

/// A conjunct of an invariant. Equal conjuncts have equal numbers.
struct Conjunct {
    number: usize,
    formula: Formula,
    vars: Vec<VarId>,
}

/// A formula of the proof: a disjunction of conjunctions, as far as its outermost operators go.
struct Claim {
    formula: Formula,
    disjuncts: Vec<Vec<Conjunct>>,
}

impl Claim {
    /// Whether it is seen at a glance that no state satisfies it.
    fn is_false(&self) -> bool {
        self.disjuncts.iter().all(|d| d.iter().any(|c| c.formula == Formula::False))
    }
}

pub struct Regions<'a> {
    cfa: &'a Cfa,
    /// By location; `None` where there is no formula.
    claims: Vec<Option<Claim>>,
    errors: Vec<bool>,
    targets: Vec<bool>,
}

/// A path in progress.
struct Path<'p, 'a> {
    regions: &'p Regions<'a>,
    prover: &'p mut Prover<'a>,
    /// What holds at the start, by number.
    start: SortedSet<usize>,
    /// The value of a variable in terms of those at the start; `None` if it is unchanged.
    now: Vec<Option<Expr>>,
    /// Whether a location is on the path.
    trail: Vec<bool>,
    /// How often a path came through a location that others come through as well.
    joins: usize,
}

fn conjuncts(f: &Formula, out: &mut Vec<Formula>) {
    match f {
        Formula::And(parts) => parts.iter().for_each(|p| conjuncts(p, out)),
        Formula::True => {}
        other => out.push(other.clone()),
    }
}

impl<'a> Regions<'a> {
    pub fn new(cfa: &'a Cfa, invariants: &SortedMap<LocId, Formula>, targets: &[LocId]) -> Self {
        let mut numbers: HashMap<Formula, usize> = HashMap::new();
        let mut disjunct = |f: &Formula| {
            let mut parts = Vec::new();
            conjuncts(f, &mut parts);
            let number = |formula: Formula| {
                let next = numbers.len();
                let number = *numbers.entry(formula.clone()).or_insert(next);
                Conjunct { number, vars: formula.vars().into_iter().collect(), formula }
            };
            parts.into_iter().map(number).collect()
        };
        let mut claims: Vec<Option<Claim>> = (0..cfa.locs.len()).map(|_| None).collect();
        for (loc, f) in invariants {
            let disjuncts = if let Formula::Or(parts) = f { parts.iter().map(&mut disjunct).collect() } else { vec![disjunct(f)] };
            if let Some(slot) = claims.get_mut(loc.index()) {
                *slot = Some(Claim { formula: f.clone(), disjuncts });
            }
        }
        let mut is_target = vec![false; cfa.locs.len()];
        targets.iter().for_each(|t| is_target[t.index()] = true);
        Regions { cfa, claims, errors: error_locations(cfa), targets: is_target }
    }

    /// Has the prover show everything that the proof claims.
    pub fn prove(&self, prover: &mut Prover<'a>, budget: &Budget) -> Result<(), Why> {
        self.initial(prover)?;
        for (l, reachable) in self.reachable().into_iter().enumerate() {
            if let Some(stop) = budget.stopped() {
                return Err(Why::Unconfirmed { loc: LocId(l as u32), part: None, what: format!("the check was not finished: {stop}") });
            }
            let Some(claim) = &self.claims[l] else { continue };
            // Nothing is at a location whose formula is false, and no run goes on from an error.
            if !reachable || self.errors[l] || self.targets[l] || claim.is_false() {
                continue;
            }
            for disjunct in &claim.disjuncts {
                prover.begin();
                disjunct.iter().for_each(|c| prover.assume(&c.formula));
                prover.premise();
                let start = disjunct.iter().map(|c| c.number).collect();
                self.path(prover, start, vec![None; self.cfa.vars.len()]).follow(LocId(l as u32))?;
            }
        }
        Ok(())
    }

    /// The paths from the entry, where every variable is 0; if the entry has a formula, just that it holds.
    fn initial(&self, prover: &mut Prover<'a>) -> Result<(), Why> {
        let entry = self.cfa.entry;
        if self.targets[entry.index()] {
            return Err(Why::Rejected { loc: entry, what: "every run starts at the location that is claimed to be out of reach".into() });
        }
        prover.begin();
        let mut now = Vec::new();
        for (i, v) in self.cfa.vars.iter().enumerate() {
            let var = VarId(i as u32);
            now.push(match v.sort {
                Sort::Map(..) => {
                    let k: base::Name = "k".into();
                    let zero = Formula::cmp(CmpOp::Eq, Expr::select(var, Expr::Bound(k.clone())), 0);
                    prover.assume(&Formula::Quant(Quantifier::Forall, vec![(k, Sort::Int)], Arc::new(zero)));
                    None
                }
                _ => Some(Expr::Const(Int::ZERO)),
            });
        }
        prover.premise();
        match &self.claims[entry.index()] {
            None if self.errors[entry.index()] => Ok(()),
            None => self.path(prover, SortedSet::new(), now).follow(entry),
            Some(_) => self.path(prover, SortedSet::new(), now).arrive(entry, None).map(drop),
        }
    }

    fn path<'p>(&'p self, prover: &'p mut Prover<'a>, start: SortedSet<usize>, now: Vec<Option<Expr>>) -> Path<'p, 'a> {
        Path { regions: self, prover, start, now, trail: vec![false; self.cfa.locs.len()], joins: 0 }
    }

    /// The locations that the graph connects with the entry, not looking behind errors, targets and false formulas.
    fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.cfa.locs.len()];
        seen[self.cfa.entry.index()] = true;
        let mut todo = vec![self.cfa.entry];
        while let Some(l) = todo.pop() {
            let dead = self.claims[l.index()].as_ref().is_some_and(Claim::is_false);
            if dead || self.errors[l.index()] || self.targets[l.index()] {
                continue;
            }
            for e in self.cfa.out(l) {
                let to = self.cfa.edge(*e).to;
                if !std::mem::replace(&mut seen[to.index()], true) {
                    todo.push(to);
                }
            }
        }
        seen
    }
}

/// A location on the path whose edges are being taken.
struct Frame {
    at: LocId,
    next: usize,
    /// What to restore when it is left.
    back: Option<(Point, Changed)>,
}

/// The variable that a statement changed and the value that it had.
type Changed = Option<(VarId, Option<Expr>)>;

impl Path<'_, '_> {
    /// Follows every path from a location to the next formulas. The stack is explicit: paths can be long.
    fn follow(&mut self, from: LocId) -> Result<(), Why> {
        let mut stack = vec![Frame { at: from, next: 0, back: None }];
        self.trail[from.index()] = true;
        while let Some(frame) = stack.last_mut() {
            let Some(&e) = self.regions.cfa.out(frame.at).get(frame.next) else {
                self.trail[frame.at.index()] = false;
                if let Some((point, changed)) = stack.pop().and_then(|f| f.back) {
                    self.take_back(point, changed);
                }
                continue;
            };
            frame.next += 1;
            let point = self.prover.mark();
            let changed = self.execute(e);
            let to = self.regions.cfa.edge(e).to;
            if self.arrive(to, Some(e))? {
                self.trail[to.index()] = true;
                stack.push(Frame { at: to, next: 0, back: Some((point, changed)) });
            } else {
                self.take_back(point, changed);
            }
        }
        Ok(())
    }

    fn take_back(&mut self, point: Point, changed: Changed) {
        if let Some((var, old)) = changed {
            self.now[var.index()] = old;
        }
        self.prover.undo(point);
    }

    /// Shows what is claimed at a location; true if nothing is and the path goes on.
    fn arrive(&mut self, at: LocId, by: Option<EdgeId>) -> Result<bool, Why> {
        let regions = self.regions;
        if regions.targets[at.index()] {
            return self.prover.show(&Formula::False, &Formula::False, by, at).map(|()| false);
        }
        if regions.errors[at.index()] {
            return Ok(false);
        }
        if let Some(claim) = &regions.claims[at.index()] {
            return self.claim(claim, by, at).map(|()| false);
        }
        // What cannot be reached needs no following.
        if by.is_some_and(|e| matches!(regions.cfa.edge(e).stmt, Stmt::Assume(_))) && self.prover.is_contradictory() {
            self.prover.trivial();
            return Ok(false);
        }
        let give_up = |what: String| Err(Why::Unconfirmed { loc: at, part: None, what });
        if self.trail[at.index()] {
            return give_up(format!("the cycle through {} has no formula", regions.cfa.place(at)));
        }
        if regions.cfa.into(at).len() > 1 {
            self.joins += 1;
        }
        if self.joins > MOST_JOINS {
            return give_up(format!("there are too many paths without a formula to {}", regions.cfa.place(at)));
        }
        if let Some(stop) = self.prover.stopped() {
            return give_up(format!("the check was not finished: {stop}"));
        }
        Ok(true)
    }

    fn claim(&mut self, claim: &Claim, by: Option<EdgeId>, at: LocId) -> Result<(), Why> {
        if let [only] = claim.disjuncts.as_slice() {
            let (kept, open): (Vec<&Conjunct>, Vec<&Conjunct>) = only.iter().partition(|c| self.is_kept(c));
            kept.iter().for_each(|_| self.prover.trivial());
            let goals: Vec<(Formula, &Conjunct)> = open.into_iter().map(|c| (self.goal(c), c)).collect();
            // What is said of all objects is shown at once, if that can be done.
            let (of_all, others): (Vec<_>, Vec<_>) = goals.into_iter().partition(|(goal, _)| matches!(goal, Formula::Quant(..)));
            let all: Vec<&Formula> = of_all.iter().map(|(goal, _)| goal).collect();
            let at_once = of_all.len() > 1 && together(&all).is_some_and(|goal| self.prover.shown_at_once(&goal, all.len()));
            for (goal, conjunct) in others.into_iter().chain(of_all.into_iter().filter(|_| !at_once)) {
                self.prover.show(&goal, &conjunct.formula, by, at)?;
            }
            return Ok(());
        }
        // Usually one disjunct holds, and trying them one by one is much cheaper than showing that one of them must.
        for effort in [Effort::Glance, Effort::Look] {
            // Disjuncts have many conjuncts in common.
            let mut known: HashMap<usize, bool> = HashMap::new();
            for disjunct in &claim.disjuncts {
                let mut holds =
                    |c: &Conjunct| self.is_kept(c) || *known.entry(c.number).or_insert_with(|| self.prover.implied(&self.goal(c), effort));
                if disjunct.iter().all(&mut holds) {
                    self.prover.trivial();
                    return Ok(());
                }
            }
        }
        if !has_quantifier(&claim.formula) {
            return self.prover.show(&self.at_start(&claim.formula), &claim.formula, by, at);
        }
        self.disjunction(claim, by, at)
    }

    /// Shows a disjunction with quantifiers by less: disjuncts that the path excludes are left out, and so are conjuncts that it implies, which are asked for one
    /// by one. What is left is implied if and only if the disjunction is.
    fn disjunction(&mut self, claim: &Claim, by: Option<EdgeId>, at: LocId) -> Result<(), Why> {
        let mut known: HashMap<usize, bool> = HashMap::new();
        let mut possible: Vec<(Vec<&Conjunct>, Vec<&Conjunct>)> = Vec::new();
        for disjunct in &claim.disjuncts {
            let (quantified, plain): (Vec<&Conjunct>, Vec<&Conjunct>) = disjunct.iter().partition(|c| has_quantifier(&c.formula));
            let mut holds = |c: &Conjunct| {
                self.is_kept(c) || *known.entry(c.number).or_insert_with(|| self.prover.implied(&self.goal(c), Effort::Look))
            };
            let open: Vec<&Conjunct> = plain.into_iter().filter(|c| !holds(c)).collect();
            if !open.iter().any(|c| self.prover.implied(&self.goal(c).negate(), Effort::Look)) {
                possible.push((open, quantified));
            }
        }
        possible.sort_by_key(|(open, _)| open.len());
        // What a number is may rest on an instance, too.
        let mut answers: HashMap<usize, bool> = HashMap::new();
        let mut left = Vec::new();
        for (plain, quantified) in possible {
            let mut open = Vec::new();
            for c in plain.into_iter().chain(quantified) {
                if !(self.is_kept(c) || *answers.entry(c.number).or_insert_with(|| self.prover.answered(&self.goal(c)))) {
                    open.push(c);
                }
            }
            if open.is_empty() {
                self.prover.asked();
                return Ok(());
            }
            left.push(Formula::and(open.into_iter().map(|c| self.goal(c))));
        }
        self.prover.show(&Formula::or(left), &claim.formula, by, at)
    }

    /// Whether a conjunct held at the start and speaks of nothing that has changed.
    fn is_kept(&self, c: &Conjunct) -> bool {
        self.start.contains(&c.number) && c.vars.iter().all(|v| self.now[v.index()].is_none())
    }

    /// A conjunct as a formula about the start of the path.
    fn goal(&self, c: &Conjunct) -> Formula {
        if c.vars.iter().all(|v| self.now[v.index()].is_none()) { c.formula.clone() } else { self.at_start(&c.formula) }
    }

    /// Executes a statement symbolically.
    fn execute(&mut self, e: EdgeId) -> Changed {
        let (var, value) = match &self.regions.cfa.edge(e).stmt {
            Stmt::Skip | Stmt::Print { .. } => return None,
            Stmt::Assume(f) => {
                let f = self.at_start(f);
                self.prover.assume(&f);
                return None;
            }
            Stmt::Assign(v, value) => {
                let value = self.term_at_start(value);
                let is_map = matches!(self.regions.cfa.var(*v).sort, Sort::Map(..));
                if is_map || nodes(&value, MOST_NODES) < MOST_NODES {
                    (*v, value)
                } else {
                    let name = self.prover.fresh(&self.regions.cfa.var(*v).name, Sort::Int);
                    self.prover.assume(&Formula::cmp(CmpOp::Eq, name, value));
                    (*v, Expr::Var(name))
                }
            }
            Stmt::Input { var, ty, .. } => {
                let decl = self.regions.cfa.var(*var);
                let fresh = self.prover.fresh(&decl.name, decl.sort.clone());
                if let Some(ty) = ty {
                    let range = if matches!(decl.sort, Sort::Map(..)) {
                        let k: base::Name = "k".into();
                        let element = Expr::select(fresh, Expr::Bound(k.clone()));
                        Formula::Quant(Quantifier::Forall, vec![(k, Sort::Int)], Arc::new(element.in_range(*ty)))
                    } else {
                        Expr::Var(fresh).in_range(*ty)
                    };
                    self.prover.assume(&range);
                }
                (*var, Expr::Var(fresh))
            }
        };
        Some((var, self.now[var.index()].replace(value)))
    }

    /// A formula about the present state, as one about the start of the path.
    fn at_start(&self, f: &Formula) -> Formula {
        f.subst(&|e| self.replacement(e))
    }

    fn term_at_start(&self, e: &Expr) -> Expr {
        e.subst(&|e| self.replacement(e))
    }

    fn replacement(&self, e: &Expr) -> Option<Expr> {
        match e {
            Expr::Var(v) => self.now[v.index()].clone(),
            // A read at a constant index of a map that was changed at constant indices is known.
            Expr::Select(m, i) => match &**m {
                Expr::Var(v) if matches!(self.now[v.index()], Some(Expr::Store(..))) => {
                    let index = self.term_at_start(i);
                    self.now[v.index()].as_ref().map(|map| read(map, index))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// What is said of all values of the same variables, as one formula.
fn together(goals: &[&Formula]) -> Option<Formula> {
    let said =
        |f: &&Formula| if let Formula::Quant(Quantifier::Forall, vars, body) = f { Some((vars.clone(), (**body).clone())) } else { None };
    let parts: Vec<(Vec<_>, Formula)> = goals.iter().map(said).collect::<Option<_>>()?;
    let vars = parts.first()?.0.clone();
    let same = parts.iter().all(|(v, _)| *v == vars);
    same.then(|| Formula::Quant(Quantifier::Forall, vars, Arc::new(Formula::and(parts.into_iter().map(|(_, body)| body)))))
}

/// `map[index]`, looking through stores that certainly are at this index or certainly are not.
fn read(map: &Expr, index: Expr) -> Expr {
    let mut inner = map;
    while let Expr::Store(below, at, value) = inner {
        if **at == index {
            return (**value).clone();
        }
        if at.as_const().is_none() || index.as_const().is_none() {
            break;
        }
        inner = below;
    }
    Expr::select(inner.clone(), index)
}

/// The number of nodes of a term, counted up to a limit.
fn nodes(e: &Expr, limit: usize) -> usize {
    match e {
        Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) => 1,
        Expr::Neg(a) | Expr::Wrap(_, a) => 1 + nodes(a, limit),
        Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => {
            let left = nodes(a, limit);
            if left >= limit { left } else { 1 + left + nodes(b, limit) }
        }
        Expr::Select(_, i) => 2 + nodes(i, limit),
        // A condition can be long: name it.
        Expr::Ite(..) | Expr::Store(..) | Expr::App(..) => limit,
    }
}
