//! Acceleration: loops whose any number of rounds is one step.
//!
//! Cousot, Ganty, Raskin (SAS 2007) allow any relation R with T ⊆ R ⊆ T* in place of the steps T. Here the automaton gets, for
//! each simple loop (a path from a head back to it without a head between) whose relation is understood, one more path from the head to itself: it reads the
//! number n ≥ 1 of rounds and does them at once. Two kinds of relations: guarded translations ([`translation`]) and octagonal
//! relations ([`octagonal`]). Way back: old edges and locations keep their numbers, so an invariant of the result is one of the
//! program; a path that takes n rounds at once is one that takes the loop's path n times.
//!
//! Invariant: the result has every run of the program, so its proofs are proofs of the program. Each of its runs has, between
//! old locations, the same values as a run of the program, except where something that a round reads could not be
//! eliminated exactly over the integers; that can only make a negative answer spurious.

pub mod octagonal;
pub mod relation;
pub mod translation;

use base::live::live;
use base::wto::Wto;
use base::{Budget, Cfa, EdgeId, InputKind, LocId, LocInfo, SortedMap, Stmt, VarDecl, VarId};

pub struct Accelerated {
    pub cfa: Cfa,
    old_edges: usize,
    /// By the edge that reads it: the variable of the number of rounds, and one round.
    bodies: SortedMap<EdgeId, (VarId, Vec<EdgeId>)>,
}

/// What any number n ≥ 1 of rounds does, where n is the given variable: conditions and changes one after the other.
pub struct Closed {
    pub steps: Vec<Stmt>,
    /// How many integer variables of its own it uses; they come behind the one of the number.
    pub temporaries: usize,
}

/// A head with more simple loops than this is left alone.
const MOST_LOOPS: usize = 12;

/// Longer loops are left alone.
const MOST_EDGES: usize = 60;

impl Accelerated {
    /// The automaton itself.
    pub fn without(cfa: &Cfa) -> Self {
        Accelerated { cfa: cfa.clone(), old_edges: cfa.edges.len(), bodies: SortedMap::new() }
    }

    pub fn new(cfa: &Cfa, wto: &Wto, budget: &Budget) -> Self {
        let mut result = Accelerated::without(cfa);
        let live = live(cfa);
        for head in (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l) && wto.is_head(*l)) {
            for body in simple_loops(cfa, wto, head) {
                if budget.stopped().is_some() {
                    return result;
                }
                let stmts: Vec<&Stmt> = body.iter().map(|e| &cfa.edge(*e).stmt).collect();
                let Some(relation) = relation::Relation::of(cfa, &stmts, &live[head.index()]) else { continue };
                let n = VarId(result.cfa.vars.len() as u32);
                if let Some(closed) = translation::closed(&relation, n).or_else(|| octagonal::closed(&relation, n)) {
                    result.add(head, body, closed);
                }
            }
        }
        result
    }

    fn add(&mut self, head: LocId, body: Vec<EdgeId>, closed: Closed) {
        let fresh = |cfa: &mut Cfa| cfa.add_var(VarDecl::int(&format!("rounds.{}", cfa.vars.len()), None));
        let n = fresh(&mut self.cfa);
        for _ in 0..closed.temporaries {
            fresh(&mut self.cfa);
        }
        let info = self.cfa.loc(head).clone();
        let read = Stmt::Input { var: n, ty: None, kind: InputKind::Uninitialised };
        let steps: Vec<Stmt> = std::iter::once(read).chain(closed.steps).collect();
        let last = steps.len() - 1;
        let mut from = head;
        for (i, step) in steps.into_iter().enumerate() {
            let name = format!("{}.rounds.{}", info.name, self.cfa.locs.len());
            let to = match i == last {
                true => head,
                false => self.cfa.add_loc(LocInfo { name: name.as_str().into(), loop_head: false, ..info.clone() }),
            };
            let is_condition = matches!(step, Stmt::Assume(_));
            let e = self.cfa.add_edge(from, to, step, info.span.clone());
            // The number is chosen once all conditions on it are known.
            if is_condition {
                self.bodies.insert(e, (n, body.clone()));
            }
            from = to;
        }
    }

    /// How many loops were accelerated.
    pub fn count(&self) -> usize {
        self.bodies.len()
    }

    /// Whether the edge belongs to an accelerated loop.
    pub fn is_new(&self, e: EdgeId) -> bool {
        e.index() >= self.old_edges
    }

    /// If the number of rounds of an accelerated loop is known behind this edge: its variable and one round.
    pub fn body_behind(&self, e: EdgeId) -> Option<(VarId, &[EdgeId])> {
        self.bodies.get(&e).map(|(n, body)| (*n, body.as_slice()))
    }
}

/// The paths from a head back to it without a head between; none if there are many.
fn simple_loops(cfa: &Cfa, wto: &Wto, head: LocId) -> Vec<Vec<EdgeId>> {
    let mut found = Vec::new();
    let mut pending: Vec<Vec<EdgeId>> = cfa.out(head).iter().map(|e| vec![*e]).collect();
    let mut looked_at = 0;
    while let Some(path) = pending.pop() {
        looked_at += 1;
        if looked_at > 40 * MOST_LOOPS * MOST_EDGES {
            return Vec::new();
        }
        let Some(at) = path.last().map(|e| cfa.edge(*e).to) else { continue };
        if at == head {
            found.push(path);
            if found.len() > MOST_LOOPS {
                return Vec::new();
            }
            continue;
        }
        if wto.is_head(at) || !wto.around(at).contains(&head) || path.len() >= MOST_EDGES || cfa.error_at(at).is_some() {
            continue;
        }
        pending.extend(cfa.out(at).iter().map(|e| [path.as_slice(), &[*e]].concat()));
    }
    found.reverse();
    found
}
