//! What is known about the program's branches: which sides were taken, and how far each is from an open error.
//!
//! A *side* is one outcome of one branching operation of the machine's code, short-circuit tests included. A side from which no
//! open error can be reached is never worth a try.

use base::LocId;
use base::SortedSet;
use base::exec::machine::{Machine, Memory, Op, Pc};
use std::collections::VecDeque;

/// One outcome of a branching operation; for a choice, the entry of its table (always `yes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    pub at: Pc,
    pub yes: bool,
}

impl Side {
    pub fn new(at: Pc, yes: bool) -> Self {
        Side { at, yes }
    }

    pub fn other(self) -> Self {
        Side { yes: !self.yes, ..self }
    }

    pub fn index(self) -> usize {
        2 * self.at as usize + usize::from(self.yes)
    }
}

/// Far from everything.
pub const NEVER: u32 = u32::MAX;

pub struct Atlas {
    covered: Vec<bool>,
    /// Per operation: the least number of branches to an open error.
    distance: Vec<u32>,
    before: Vec<Vec<Pc>>,
}

impl Atlas {
    pub fn new(machine: &Machine) -> Self {
        let size = machine.size();
        let mut before = vec![Vec::new(); size];
        for at in 0..size as Pc {
            for next in machine.next(at) {
                before[next as usize].push(at);
            }
        }
        Atlas { covered: vec![false; 2 * size], distance: vec![NEVER; size], before }
    }

    /// Measures again, for these open errors.
    pub fn aim(&mut self, machine: &Machine, open: &SortedSet<LocId>) {
        self.distance.fill(NEVER);
        let mut queue: VecDeque<(Pc, u32)> = VecDeque::new();
        for at in 0..machine.size() as Pc {
            if matches!(machine.op(at), Op::Error) && open.contains(&machine.loc(at)) {
                queue.push_back((at, 0));
            }
        }
        // Breadth first with steps of length 0 and 1.
        while let Some((at, distance)) = queue.pop_front() {
            if self.distance[at as usize] <= distance {
                continue;
            }
            self.distance[at as usize] = distance;
            for &from in &self.before[at as usize] {
                match machine.op(from) {
                    op if is_branch(op) || matches!(op, Op::Choose { .. }) => queue.push_back((from, distance + 1)),
                    _ => queue.push_front((from, distance)),
                }
            }
        }
    }

    /// The number of branches from a side to an open error.
    pub fn distance(&self, machine: &Machine, side: Side) -> u32 {
        let (yes, no) = targets(machine.op(side.at)).unwrap_or((side.at, side.at));
        self.distance[if side.yes { yes } else { no } as usize]
    }

    pub fn is_covered(&self, side: Side) -> bool {
        self.covered[side.index()]
    }

    /// Notes that a side was taken; true if this is new.
    pub fn cover(&mut self, side: Side) -> bool {
        !std::mem::replace(&mut self.covered[side.index()], true)
    }
}

/// The operation after a branch, if it holds and if it does not.
pub fn targets(op: &Op) -> Option<(Pc, Pc)> {
    match *op {
        Op::IfEq { yes, no, .. }
        | Op::IfLt { yes, no, .. }
        | Op::BranchEq { yes, no, .. }
        | Op::BranchLt { yes, no, .. }
        | Op::BranchIn { yes, no, .. } => Some((yes, no)),
        _ => None,
    }
}

pub fn is_branch(op: &Op) -> bool {
    targets(op).is_some()
}

/// Whether the condition of a branch holds.
pub fn holds(op: &Op, memory: &Memory) -> Option<bool> {
    match *op {
        Op::IfEq { a, b, .. } | Op::BranchEq { a, b, .. } => Some(memory.word(a) == memory.word(b)),
        Op::IfLt { a, b, .. } | Op::BranchLt { a, b, .. } => Some(memory.word(a) < memory.word(b)),
        Op::BranchIn { a, low, high, .. } => Some((memory.word(low)..=memory.word(high)).contains(&memory.word(a))),
        _ => None,
    }
}

/// How far the operands of a branch are from taking a side (Korel, *Automated Software Test Data Generation*, TSE 1990); 0
/// if they take it.
pub fn gap(op: &Op, yes: bool, memory: &Memory) -> Option<i128> {
    let w = |r| memory.word(r);
    Some(match *op {
        Op::IfEq { a, b, .. } | Op::BranchEq { a, b, .. } => {
            let difference = w(a).saturating_sub(w(b)).saturating_abs();
            if yes { difference } else { i128::from(difference == 0) }
        }
        Op::IfLt { a, b, .. } | Op::BranchLt { a, b, .. } => {
            if yes {
                w(a).saturating_sub(w(b)).saturating_add(1).max(0)
            } else {
                w(b).saturating_sub(w(a)).max(0)
            }
        }
        Op::BranchIn { a, low, high, .. } => {
            let (below, above) = (w(low).saturating_sub(w(a)), w(a).saturating_sub(w(high)));
            if yes { below.max(above).max(0) } else { (-below).min(-above).saturating_add(1).max(0) }
        }
        _ => return None,
    })
}
