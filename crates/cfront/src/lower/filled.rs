//! Loops that write all elements of an array.
//!
//! Of an array and a variable that is an index into it two things are followed along all paths: that all elements below the variable
//! (or above it, for loops that count down) are written, which holds where it is 0, and that the element at it is written. The first
//! stays true when the variable is increased by one if the second holds. Where a condition says that the variable has passed
//! the last element, the whole array is written.
//!
//! Invariant: behind an edge of the result every element of its arrays is written on every path.

use super::unwritten::chain;
use crate::graph::{Edge, Graph, Writes};
use base::{BinOp, CmpOp, Expr, Formula, Int, LocId, SortedMap, SortedSet, Stmt, VarId};

/// Pairs times edges beyond this are not looked at.
const MOST_STEPS: usize = 4_000_000;

/// What holds at a location.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// All elements before the index, in the direction of the loop, are written.
    passed: bool,
    /// The element at the index is written.
    here: bool,
}

struct Pair {
    array: VarId,
    index: VarId,
    length: Int,
    rises: bool,
}

pub fn find(
    graph: &Graph,
    out: &[Vec<usize>],
    arrays: &SortedSet<VarId>,
    lengths: &dyn Fn(VarId) -> Option<u64>,
) -> SortedMap<usize, SortedSet<VarId>> {
    let mut pairs: SortedSet<(VarId, VarId)> = SortedSet::new();
    for edge in out.iter().flatten().map(|i| &graph.edges[*i]).filter(|e| e.writes == Writes::Values) {
        if let Stmt::Assign(array, value) = &edge.stmt
            && arrays.contains(array)
        {
            pairs.extend(chain(value).1.into_iter().filter_map(|(index, _)| match index {
                Expr::Var(index) => Some((*array, *index)),
                _ => None,
            }));
        }
    }
    let mut found: SortedMap<usize, SortedSet<VarId>> = SortedMap::new();
    if pairs.len().saturating_mul(graph.edges.len()) > MOST_STEPS {
        return found;
    }
    for (array, index) in pairs {
        let Some(length) = lengths(array) else { continue };
        for rises in [true, false] {
            let pair = Pair { array, index, length: Int::from(length), rises };
            for edge in pair.ends(graph, out) {
                found.entry(edge).or_default().insert(array);
            }
        }
    }
    found
}

impl Pair {
    /// The edges behind which the array is written.
    fn ends(&self, graph: &Graph, out: &[Vec<usize>]) -> Vec<usize> {
        // All starts at the edges that set the index; elsewhere nothing is known.
        let starts: Vec<usize> = out.iter().flatten().copied().filter(|i| self.is_start(&graph.edges[*i])).collect();
        let mut at: SortedMap<LocId, State> = SortedMap::new();
        let mut work: Vec<LocId> = Vec::new();
        let join = |loc: LocId, state: State, at: &mut SortedMap<LocId, State>, work: &mut Vec<LocId>| {
            let known = at.get(&loc).copied();
            let joined = known.map_or(state, |k| State { passed: k.passed && state.passed, here: k.here && state.here });
            if known != Some(joined) {
                at.insert(loc, joined);
                work.push(loc);
            }
        };
        for i in &starts {
            join(graph.edges[*i].to, State { passed: true, here: false }, &mut at, &mut work);
        }
        // What is reached from elsewhere, where nothing is known, is not passed: control comes to a location of this region
        // either along its edges or from outside.
        let inside = self.region(graph, out, &starts);
        for edge in out.iter().flatten().map(|i| &graph.edges[*i]).filter(|e| inside.contains(&e.to) && !inside.contains(&e.from)) {
            if !self.is_start(edge) {
                join(edge.to, State { passed: false, here: false }, &mut at, &mut work);
            }
        }
        let mut ends: SortedSet<usize> = SortedSet::new();
        while let Some(loc) = work.pop() {
            let state = at[&loc];
            for &i in &out[loc.index()] {
                let edge = &graph.edges[i];
                if self.is_start(edge) {
                    continue;
                }
                join(edge.to, self.after(edge, state), &mut at, &mut work);
            }
        }
        for loc in at.iter().filter(|(_, s)| s.passed).map(|(l, _)| l) {
            ends.extend(out[loc.index()].iter().copied().filter(|i| self.is_end(&graph.edges[*i])));
        }
        ends.into_iter().collect()
    }

    /// The locations to which control may come from the starts.
    fn region(&self, graph: &Graph, out: &[Vec<usize>], starts: &[usize]) -> SortedSet<LocId> {
        let mut inside = SortedSet::new();
        let mut work: Vec<LocId> = starts.iter().map(|i| graph.edges[*i].to).collect();
        while let Some(loc) = work.pop() {
            if inside.insert(loc) {
                work.extend(out[loc.index()].iter().map(|i| graph.edges[*i].to));
            }
        }
        inside
    }

    fn is_start(&self, edge: &Edge) -> bool {
        match &edge.stmt {
            Stmt::Assign(v, Expr::Const(c)) if *v == self.index => match self.rises {
                true => *c <= Int::ZERO,
                false => *c >= &self.length - &Int::ONE,
            },
            _ => false,
        }
    }

    /// Whether the edge is only taken when the index has passed the last element.
    fn is_end(&self, edge: &Edge) -> bool {
        let Stmt::Assume(Formula::Cmp(op, a, b)) = &edge.stmt else { return false };
        let (op, bound) = match (&**a, &**b) {
            (Expr::Var(v), Expr::Const(c)) if *v == self.index => (*op, c),
            (Expr::Const(c), Expr::Var(v)) if *v == self.index => (op.flip(), c),
            _ => return false,
        };
        match (self.rises, op) {
            (true, CmpOp::Ge | CmpOp::Eq) => *bound >= self.length,
            (true, CmpOp::Gt) => bound + &Int::ONE >= self.length,
            (false, CmpOp::Lt) => *bound <= Int::ZERO,
            (false, CmpOp::Le | CmpOp::Eq) => *bound < Int::ZERO,
            _ => false,
        }
    }

    fn after(&self, edge: &Edge, state: State) -> State {
        let nothing = State { passed: false, here: false };
        match &edge.stmt {
            Stmt::Assign(v, value) if *v == self.index => match self.steps(value) {
                true => State { passed: state.passed && state.here, here: false },
                false => nothing,
            },
            Stmt::Input { var, .. } if *var == self.index => nothing,
            Stmt::Assign(v, value) if *v == self.array => match edge.writes {
                Writes::Values => {
                    let at_index = chain(value).1.iter().any(|(i, _)| **i == Expr::Var(self.index));
                    State { here: state.here || at_index, ..state }
                }
                Writes::Part(_) => state,
                Writes::Nothing | Writes::Copies => nothing,
            },
            Stmt::Input { var, .. } if *var == self.array && edge.writes == Writes::Nothing => nothing,
            _ => state,
        }
    }

    /// Whether the value is the next index.
    fn steps(&self, value: &Expr) -> bool {
        // An index that wraps around is 0 or the largest again, where nothing is known.
        let value = if let Expr::Wrap(_, inner) = value { inner } else { value };
        let one = |e: &Expr| e.as_const() == Some(&Int::ONE);
        let index = |e: &Expr| *e == Expr::Var(self.index);
        match value {
            Expr::Bin(BinOp::Add, a, b) => self.rises && (index(a) && one(b) || one(a) && index(b)),
            Expr::Bin(BinOp::Sub, a, b) => !self.rises && index(a) && one(b),
            _ => false,
        }
    }
}
