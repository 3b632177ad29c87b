//! Contracts by abstract interpretation.
//!
//! Cousot, Cousot: Static determination of dynamic properties of recursive procedures (1977): the least solution from below. All
//! contracts begin as false; in each round the view under the contracts so far is analysed, what arrives at calls is added to the
//! preconditions and what arrives at exits to the postconditions, which relate the state at the exit to a snapshot of the entry. After a
//! few rounds they are widened, with the program's own comparisons as thresholds, and narrowed once when nothing is added any more.
//! The contracts are guesses: they are proved like anything else.

use super::fixpoint::Program;
use crate::cases::Cased;
use crate::forget::Forgets;
use crate::thresholds::{comparisons, thresholds};
use base::contract::{Contract, Contracts, Obligation, Outline, View};
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Expr, Formula, Hint, InputKind, LocId, Op, Scope, Sort, SortedMap, SortedSet, Stmt, VarId};

/// Rounds in which contracts are joined before they are widened.
const DELAY: usize = 3;
/// Contracts that change for longer are given up.
const MOST_ROUNDS: usize = 200;
/// A contract is widened up to this many comparisons.
const MOST_THRESHOLDS: usize = 64;

/// What is known about one procedure.
struct Summary<B: Domain, D: Domain> {
    requires: B::State,
    ensures: D::State,
}

impl<B: Domain, D: Domain> Clone for Summary<B, D> {
    fn clone(&self) -> Self {
        Summary { requires: self.requires.clone(), ensures: self.ensures.clone() }
    }
}

/// A procedure, by the numbers of its recursion and of itself.
type Place = (usize, usize);

/// A procedure, or what is outside of all.
struct Part {
    is: Option<Place>,
    locations: SortedSet<LocId>,
    calls: SortedSet<Place>,
}

/// Which procedures of a recursion may call themselves, directly or not.
fn circular(parts: &[Part], r: usize, procedures: usize) -> Vec<bool> {
    let calls: SortedMap<Place, &SortedSet<Place>> = parts.iter().filter_map(|part| Some((part.is?, &part.calls))).collect();
    let is_circular = |p: usize| {
        let (mut seen, mut work) = (SortedSet::new(), vec![(r, p)]);
        while let Some(at) = work.pop() {
            work.extend(calls[&at].iter().filter(|c| seen.insert(**c)));
        }
        seen.contains(&(r, p))
    };
    (0..procedures).map(is_circular).collect()
}

type Summaries<B, D> = Vec<Vec<Summary<B, D>>>;

/// What arrives at calls and exits, and the states by location.
type Round<B, D> = (Summaries<B, D>, Vec<<D as Domain>::State>);

/// Contracts, and what holds at locations of the view under them.
pub struct Found {
    pub contracts: Contracts,
    pub invariants: SortedMap<LocId, Formula>,
    /// Error locations of the program that are not reached.
    pub excluded: Vec<LocId>,
}

pub struct Inference<'a, B: Domain, D: Domain> {
    pub cfa: &'a Cfa,
    pub outline: &'a Outline,
    /// For preconditions: what a function is called with seldom has cases, and cases of it would multiply those of the results.
    pub base: &'a B,
    /// For states and postconditions.
    pub domain: &'a D,
}

impl<B: Domain, D: Domain> Inference<'_, B, D> {
    /// Contracts that hold, as far as the domains can tell; `None` if the budget ends or they do not become stable.
    pub fn run(&self, budget: &Budget) -> Option<Found> {
        let bottom = || Summary { requires: self.base.bottom(), ensures: self.domain.bottom() };
        let mut known: Summaries<B, D> = self.cfa.recursions.iter().map(|r| r.procedures.iter().map(|_| bottom()).collect()).collect();
        let guides = self.guides();
        let parts = self.parts();
        let circular: Vec<Vec<bool>> = (0..known.len()).map(|r| circular(&parts, r, known[r].len())).collect();
        let mut last: Option<Vec<D::State>> = None;
        let mut changed: SortedSet<Place> = SortedSet::new();
        let mut grown: Vec<Vec<usize>> = known.iter().map(|list| vec![0; list.len()]).collect();
        for _ in 0..MOST_ROUNDS {
            let stale = |part: &Part| part.is.is_some_and(|p| changed.contains(&p)) || part.calls.iter().any(|c| changed.contains(c));
            let fresh: Vec<&Part> = parts.iter().filter(|part| last.is_some() && !stale(part)).collect();
            let (new, states) = self.round(&known, last.as_deref().map(|l| (l, &*fresh)), budget)?;
            // One recursion after the other: what is called later is not widened because of what an earlier one does not know yet.
            let unstable = (0..known.len()).find(|r| !self.covered(&new[*r], &known[*r]));
            let Some(r) = unstable else {
                // One step down, if it is a solution as well.
                let is_solution = |again: &Summaries<B, D>| again.iter().zip(&new).all(|(a, b)| self.covered(a, b));
                return Some(match self.round(&new, None, budget).filter(|(again, _)| is_solution(again)) {
                    Some((_, states)) => self.found(&new, states),
                    None => self.found(&known, states),
                });
            };
            changed.clear();
            for (p, (at_entry, at_exit)) in guides[r].iter().enumerate() {
                let (summary, new) = (&mut known[r][p], &new[r][p]);
                if self.is_covered(new, summary) {
                    continue;
                }
                // What lies on no circle becomes stable after its callers and callees.
                let widen = circular[r][p] && grown[r][p] >= DELAY;
                grown[r][p] += 1;
                changed.insert((r, p));
                summary.requires = grow(self.base, &summary.requires, &new.requires, widen.then_some(at_entry));
                summary.ensures = grow(self.domain, &summary.ensures, &new.ensures, widen.then_some(at_exit));
            }
            last = Some(states);
        }
        None
    }

    fn covered(&self, new: &[Summary<B, D>], old: &[Summary<B, D>]) -> bool {
        new.iter().zip(old).all(|(a, b)| self.is_covered(a, b))
    }

    fn is_covered(&self, a: &Summary<B, D>, b: &Summary<B, D>) -> bool {
        self.base.covered(&a.requires, &[&b.requires]) && self.domain.covered(&a.ensures, &[&b.ensures])
    }

    /// The procedures and what is outside of all of them, each with the locations that a run comes to without following calls.
    fn parts(&self) -> Vec<Part> {
        let called: SortedMap<LocId, (Place, Option<LocId>)> = self.calls().map(|(r, c)| (c.before, ((r, c.callee), c.after))).collect();
        let procedures = self.cfa.recursions.iter().enumerate().flat_map(|(r, recursion)| {
            recursion.procedures.iter().enumerate().map(move |(p, procedure)| (Some((r, p)), procedure.entry, procedure.exit))
        });
        let outside = (None, self.cfa.entry, None);
        std::iter::once(outside)
            .chain(procedures)
            .map(|(is, entry, exit)| {
                let mut part = Part { is, locations: SortedSet::new(), calls: SortedSet::new() };
                let mut work = vec![entry];
                while let Some(l) = work.pop() {
                    if !part.locations.insert(l) {
                        continue;
                    }
                    match called.get(&l) {
                        Some((callee, after)) => {
                            part.calls.insert(*callee);
                            work.extend(after);
                        }
                        None if exit == Some(l) => {}
                        None => work.extend(self.cfa.out(l).iter().map(|e| self.cfa.edge(*e).to)),
                    }
                }
                part
            })
            .collect()
    }

    fn calls(&self) -> impl Iterator<Item = (usize, &base::recursion::Call)> {
        self.cfa.recursions.iter().enumerate().flat_map(|(r, recursion)| recursion.calls.iter().map(move |c| (r, c)))
    }

    fn contracts(&self, known: &Summaries<B, D>) -> Contracts {
        let contract =
            |s: &Summary<B, D>| Contract { requires: formula(self.base, &s.requires), ensures: formula(self.domain, &s.ensures) };
        known.iter().map(|list| list.iter().map(contract).collect()).collect()
    }

    fn found(&self, known: &Summaries<B, D>, states: Vec<D::State>) -> Found {
        let contracts = self.contracts(known);
        let is_reached = |l: &LocId| !self.domain.is_bottom(&states[l.index()]);
        let excluded: Vec<LocId> = self.cfa.errors.iter().map(|e| e.loc).filter(|l| !is_reached(l)).collect();
        let mut invariants = SortedMap::new();
        // Where paths meet; between these places what holds is computed.
        if let Ok(View { cfa, .. }) = self.outline.view(self.cfa, &contracts) {
            let cfa = &cfa;
            let errors: SortedSet<LocId> = cfa.errors.iter().map(|e| e.loc).collect();
            let meeting = (0..cfa.locs.len() as u32).map(LocId).filter(|l| cfa.into(*l).len() != 1 && !errors.contains(l));
            invariants.extend(meeting.map(|l| (l, formula(self.domain, &states[l.index()]))));
        }
        Found { contracts, invariants, excluded }
    }

    /// What arrives at calls and exits under these contracts. Of the fresh parts the states are known from the last round.
    fn round(&self, known: &Summaries<B, D>, last: Option<(&[D::State], &[&Part])>, budget: &Budget) -> Option<Round<B, D>> {
        let view = self.outline.view(self.cfa, &self.contracts(known)).ok()?;
        let fresh: SortedSet<LocId> = last.iter().flat_map(|(_, parts)| parts.iter().flat_map(|p| p.locations.iter().copied())).collect();
        let probe = self.probe(&view);
        // Nothing comes to a part that is known, not even where it would start.
        let leads_to_fresh = |from: LocId| {
            let mut at = from;
            while at.index() >= self.cfa.locs.len() {
                let [only] = probe.out(at) else { return false };
                at = probe.edge(*only).to;
            }
            fresh.contains(&at)
        };
        let is_idle = |e: &base::Edge| !fresh.contains(&e.from) && (e.from == probe.entry && leads_to_fresh(e.to) || fresh.contains(&e.to));
        let probe = probe.with_edges(probe.edges.iter().filter(|e| !is_idle(e)).cloned());
        let cased = Cased::new(&probe);
        let wto = Wto::new(&cased.cfa);
        let forgets = Forgets::new(&cased.cfa);
        let mut hints: SortedMap<LocId, Vec<Hint>> = SortedMap::new();
        for (site, hint) in thresholds(&cased.cfa, &wto).hints {
            if let Scope::Loc(l) = site.scope {
                hints.entry(l).or_default().push(hint);
            }
        }
        let guides = hints.into_iter().map(|(l, hints)| (l, self.domain.guide(&hints))).collect();
        let program = Program { cfa: &cased.cfa, wto: &wto, domain: self.domain, forgets: &forgets, guides };
        let mut states = program.fixpoint(budget)?;
        if let Some((last, _)) = last {
            fresh.iter().for_each(|l| states[l.index()] = last[l.index()].clone());
        }
        let mut new = known.clone();
        for (r, recursion) in self.cfa.recursions.iter().enumerate() {
            for (p, procedure) in recursion.procedures.iter().enumerate() {
                let exit = procedure.exit.map_or_else(|| self.domain.bottom(), |exit| states[exit.index()].clone());
                new[r][p].ensures = self.restricted(exit, &self.outline.exit_vocabulary(self.cfa, r, p));
                new[r][p].requires = self.base.bottom();
            }
            for call in &recursion.calls {
                let mut at = states[call.before.index()].clone();
                for (param, argument) in &call.arguments {
                    at = self.post(&at, &Stmt::Assign(*param, Expr::Var(*argument)));
                }
                let at = self.restricted(at, &self.outline.entry_vocabulary(self.cfa, r, call.callee));
                let requires = &mut new[r][call.callee].requires;
                let at = self.base.apply(Op::Assume(&self.base.top(), &formula(self.domain, &at)), &B::Guide::default()).state;
                *requires = self.base.apply(Op::Join(requires, &at), &B::Guide::default()).state;
            }
        }
        Some((new, states))
    }

    fn post(&self, state: &D::State, stmt: &Stmt) -> D::State {
        self.domain.apply(Op::Post(state, stmt), &D::Guide::default()).state
    }

    /// Nothing but these variables.
    fn restricted(&self, state: D::State, to: &SortedSet<VarId>) -> D::State {
        let told = formula(self.domain, &state).vars();
        let others = told.into_iter().filter(|v| !to.contains(v));
        let forgettable = others.filter(|v| self.outline.vars[v.index()].sort != Sort::Obj);
        forgettable.fold(state, |s, var| self.post(&s, &Stmt::Input { var, ty: None, kind: InputKind::Uninitialised }))
    }

    /// The view without errors; where a contract is asked for, everything that it may mention is read, so that it is not forgotten.
    fn probe(&self, view: &View) -> Cfa {
        let mut probe = view.cfa.clone();
        for (loc, obligation) in &view.obligations {
            let vocabulary = match obligation {
                Obligation::Ensures { recursion, procedure } => self.outline.exit_vocabulary(self.cfa, *recursion, *procedure),
                Obligation::Requires { recursion, call } => {
                    let call = &self.cfa.recursions[*recursion].calls[*call];
                    let shared = self.outline.parts[*recursion].shared.iter().copied();
                    shared.chain(call.arguments.iter().map(|(_, a)| *a)).collect()
                }
            };
            let values: Vec<Expr> = vocabulary.into_iter().map(Expr::Var).collect();
            let cfa = &view.cfa;
            for e in cfa.into(*loc) {
                probe.set_stmt(*e, Stmt::Print { pieces: Vec::new(), values: values.clone() });
            }
        }
        probe
    }

    /// For each procedure what widening keeps at its entry and at its exit.
    fn guides(&self) -> Vec<Vec<(B::Guide, D::Guide)>> {
        let mut atoms = SortedMap::new();
        for e in &self.cfa.edges {
            if let Stmt::Assume(f) = &e.stmt {
                comparisons(f, &mut atoms);
            }
        }
        let mut atoms: Vec<_> = atoms.into_iter().collect();
        atoms.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let hints = |rename: &SortedMap<VarId, VarId>, vocabulary: &SortedSet<VarId>| {
            let renamed = atoms.iter().map(|(f, _)| {
                f.subst(&|e| match e {
                    Expr::Var(v) => rename.get(v).map(|to| Expr::Var(*to)),
                    _ => None,
                })
            });
            let mut wanted: Vec<Formula> = renamed.filter(|f| f.vars().is_subset(vocabulary)).collect();
            wanted.dedup();
            wanted.into_iter().take(MOST_THRESHOLDS).map(Hint::Bound).collect::<Vec<Hint>>()
        };
        let of = |r: usize, p: usize| {
            let entry = hints(&self.at_entry(r, p), &self.outline.entry_vocabulary(self.cfa, r, p));
            let exit = hints(&self.at_exit(r, p), &self.outline.exit_vocabulary(self.cfa, r, p));
            (self.base.guide(&entry), self.domain.guide(&exit))
        };
        self.cfa.recursions.iter().enumerate().map(|(r, recursion)| (0..recursion.procedures.len()).map(|p| of(r, p)).collect()).collect()
    }

    /// What the caller's variables are called inside.
    fn at_entry(&self, recursion: usize, procedure: usize) -> SortedMap<VarId, VarId> {
        let mut names = SortedMap::new();
        for call in self.cfa.recursions[recursion].calls.iter().filter(|c| c.callee == procedure) {
            for (param, argument) in &call.arguments {
                names.insert(*argument, *param);
                for e in self.cfa.edges.iter().filter(|e| e.stmt.target() == Some(*argument)) {
                    if let Stmt::Assign(_, Expr::Var(original)) = &e.stmt {
                        names.insert(*original, *param);
                    }
                }
            }
        }
        for param in &self.cfa.recursions[recursion].procedures[procedure].params {
            names.remove(param);
        }
        names
    }

    /// What the caller's variables and the parameters are called at the exit.
    fn at_exit(&self, recursion: usize, procedure: usize) -> SortedMap<VarId, VarId> {
        let snapshots = &self.outline.parts[recursion].snapshots;
        let procedure_of = &self.cfa.recursions[recursion].procedures[procedure];
        let mut names: SortedMap<VarId, VarId> = SortedMap::new();
        for (name, param) in self.at_entry(recursion, procedure) {
            if let Some(snapshot) = snapshots.get(&param) {
                names.insert(name, *snapshot);
            }
        }
        for param in &procedure_of.params {
            if let Some(snapshot) = snapshots.get(param) {
                names.insert(*param, *snapshot);
            }
        }
        for call in self.cfa.recursions[recursion].calls.iter().filter(|c| c.callee == procedure) {
            for e in call.after.into_iter().flat_map(|l| self.cfa.out(l)) {
                if let Stmt::Assign(v, Expr::Var(result)) = &self.cfa.edge(*e).stmt
                    && procedure_of.result.contains(result)
                {
                    names.insert(*v, *result);
                }
            }
        }
        names
    }
}

fn formula<D: Domain>(domain: &D, state: &D::State) -> Formula {
    if domain.is_bottom(state) { Formula::False } else { domain.gamma(state) }
}

fn grow<D: Domain>(domain: &D, old: &D::State, new: &D::State, widening: Option<&D::Guide>) -> D::State {
    if domain.covered(new, &[old]) {
        return old.clone();
    }
    let both = domain.apply(Op::Join(old, new), &D::Guide::default()).state;
    widening.map_or_else(|| both.clone(), |guide| domain.apply(Op::Widen(old, &both), guide).state)
}
