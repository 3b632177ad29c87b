//! Skipping iterations: a long loop whose variables change by constant amounts is not executed one round at a time.
//!
//! From a place in the code, one iteration is executed on a copy of the registers until the place comes again. Let `d` be what each
//! variable has changed by. If every variable goes on changing by its `d`, then in iteration `k` each value of the
//! iteration is `v + k·s`, where the slope `s` follows from those of the operands (a dual number). The assumption is right
//! if, so computed, every variable's slope at the end is its `d` again. All iterations up to the first in which some
//! comparison turns, some sum leaves the words or some reduction reduces otherwise are then known, and skipped but for the last.
//!
//! Invariant: the state after skipping is the one that as many iterations executed one by one would have reached. Iterations
//! that read input, write arrays, print or choose are never skipped.

use super::machine::{binary, multiply, wide_bits, wide_wrap};
use super::machine_code::{Code, Op, Pc, Reduce, Reg};
use super::machine_memory::Memory;
use crate::expr::BitOp;

/// Operations of an iteration, at most.
const LENGTH: usize = 1000;
/// Values stay this far inside the words.
const ROOM: i128 = 1 << 125;
/// Fewer iterations than this are not worth it.
const WORTH: i128 = 8;

/// Iterations that were skipped.
#[derive(Clone, Debug, Default)]
pub(super) struct Skip {
    pub times: u64,
    /// Edges of one iteration: how many, and where they stand in the paths of the code.
    pub weight: u64,
    pub paths: Vec<(u32, u32)>,
    /// What each variable has changed by in each iteration.
    pub changes: Vec<(Reg, i128)>,
    /// Nothing changes: the loop never ends.
    pub forever: bool,
}

/// Room for the computation, kept between attempts.
#[derive(Debug, Default)]
pub(super) struct Skipper {
    words: Vec<i128>,
    slopes: Vec<i128>,
    trace: Vec<Pc>,
    enabled: Vec<u32>,
}

impl Skipper {
    /// Skips as many iterations as possible, if the code at `at` begins a loop that allows it.
    pub fn attempt(&mut self, code: &Code, memory: &mut Memory, at: Pc) -> Option<Skip> {
        let mut skip = self.iterate(code, memory, at)?;
        let variables = memory.variables;
        let before = &memory.words[..variables];
        for (r, (old, new)) in before.iter().zip(&self.words).enumerate().filter(|(_, (old, new))| old != new) {
            skip.changes.push((r as Reg, new.checked_sub(*old)?));
        }
        if skip.changes.is_empty() {
            skip.forever = true;
            return Some(skip);
        }
        let rounds = self.rounds(code, memory, &skip.changes)?;
        // The last one of these is left to be executed: whoever looks on sees the values at the turn.
        let times = (rounds - 1).min((1 << 62) / i128::from(skip.weight.max(1)));
        if times < WORTH {
            return None;
        }
        for (r, change) in &skip.changes {
            memory.words[*r as usize] += change * times;
        }
        skip.times = times as u64;
        Some(skip)
    }

    /// Executes one iteration on the copy and notes which operations it has.
    fn iterate(&mut self, code: &Code, memory: &Memory, at: Pc) -> Option<Skip> {
        self.words.clear();
        self.words.extend_from_slice(&memory.words);
        self.trace.clear();
        let mut skip = Skip::default();
        let mut pc = at;
        while self.trace.len() < LENGTH {
            self.trace.push(pc);
            let w = |r: Reg| self.words[r as usize];
            let mut leave = |weight: u16, path: (u32, u32)| {
                skip.weight += u64::from(weight);
                skip.paths.push(path);
            };
            let site = &code.sites[pc as usize];
            let op = code.ops[pc as usize];
            let (next, ends) = match op {
                Op::Jump { to } => (to, false),
                Op::IfEq { a, b, yes, no } => (if w(a) == w(b) { yes } else { no }, false),
                Op::IfLt { a, b, yes, no } => (if w(a) < w(b) { yes } else { no }, false),
                Op::Goto { weight, to } => {
                    leave(weight, site.yes);
                    (to, true)
                }
                Op::BranchEq { weight, yes, no, .. } | Op::BranchLt { weight, yes, no, .. } | Op::BranchIn { weight, yes, no, .. } => {
                    let holds = match op {
                        Op::BranchEq { a, b, .. } => w(a) == w(b),
                        Op::BranchLt { a, b, .. } => w(a) < w(b),
                        Op::BranchIn { a, low, high, .. } => w(low) <= w(a) && w(a) <= w(high),
                        _ => return None,
                    };
                    leave(weight, if holds { site.yes } else { site.no });
                    (if holds { yes } else { no }, true)
                }
                Op::Guards => {
                    self.enabled.clear();
                    (pc + 1, false)
                }
                Op::Enable { n } => {
                    self.enabled.push(n);
                    (pc + 1, false)
                }
                Op::Choose { table, .. } => match self.enabled.as_slice() {
                    [only] => (table + only, false),
                    _ => return None,
                },
                op => {
                    let (d, value) = compute(op, &self.words, memory)?;
                    self.words[d as usize] = value;
                    (pc + 1, false)
                }
            };
            pc = next;
            if ends && pc == at {
                return Some(skip);
            }
        }
        None
    }

    /// The number of iterations, this one included, that take the same path.
    fn rounds(&mut self, code: &Code, memory: &Memory, changes: &[(Reg, i128)]) -> Option<i128> {
        self.words.clear();
        self.words.extend_from_slice(&memory.words);
        self.slopes.clear();
        self.slopes.resize(self.words.len(), 0);
        for (r, change) in changes {
            self.slopes[*r as usize] = *change;
        }
        let mut rounds = ROOM;
        for &pc in &self.trace {
            let op = code.ops[pc as usize];
            match op {
                Op::IfEq { a, b, .. } | Op::BranchEq { a, b, .. } => rounds = rounds.min(self.until_equal_turns(a, b)?),
                Op::IfLt { a, b, .. } | Op::BranchLt { a, b, .. } => rounds = rounds.min(self.until_less_turns(a, b)?),
                Op::BranchIn { a, low, high, .. } => {
                    rounds = rounds.min(self.until_less_turns(a, low)?).min(self.until_less_turns(high, a)?);
                }
                Op::Jump { .. } | Op::Goto { .. } | Op::Guards | Op::Enable { .. } | Op::Choose { .. } => {}
                op => {
                    let (slope, limit) = self.slope(op)?;
                    let (d, value) = compute(op, &self.words, memory)?;
                    self.words[d as usize] = value;
                    self.slopes[d as usize] = slope;
                    rounds = rounds.min(limit).min(inside(value, slope, -ROOM, ROOM)?);
                }
            }
        }
        let variables = memory.variables as Reg;
        let stable = |r: Reg| changes.iter().find(|c| c.0 == r).map_or(0, |c| c.1) == self.slopes[r as usize];
        (0..variables).all(stable).then_some(rounds)
    }

    /// `a − b` and its slope.
    fn difference(&self, a: Reg, b: Reg) -> Option<(i128, i128)> {
        let (a, b) = (a as usize, b as usize);
        Some((self.words[a].checked_sub(self.words[b])?, self.slopes[a].checked_sub(self.slopes[b])?))
    }

    fn until_equal_turns(&self, a: Reg, b: Reg) -> Option<i128> {
        Some(match self.difference(a, b)? {
            (_, 0) => ROOM,
            (0, _) => 1,
            (v, s) if v % s == 0 && (v < 0) != (s < 0) => -(v / s),
            _ => ROOM,
        })
    }

    fn until_less_turns(&self, a: Reg, b: Reg) -> Option<i128> {
        Some(match self.difference(a, b)? {
            // Less now, and growing: the first k with v + k·s ≥ 0.
            (v, s) if v < 0 && s > 0 => (-v).div_euclid(s) + i128::from((-v).rem_euclid(s) != 0),
            // Not less now, and falling: the first k with v + k·s < 0.
            (v, s) if v >= 0 && s < 0 => v / -s + 1,
            _ => ROOM,
        })
    }

    /// The slope of an operation's result, and the number of rounds in which it is that.
    fn slope(&self, op: Op) -> Option<(i128, i128)> {
        let s = |r: Reg| self.slopes[r as usize];
        let w = |r: Reg| self.words[r as usize];
        let constant = |operands: &[Reg]| operands.iter().all(|r| s(*r) == 0).then_some((0, ROOM));
        let product = |a: Reg, b: Reg| match (s(a), s(b)) {
            (slope, 0) => multiply(slope, w(b)),
            (0, slope) => multiply(slope, w(a)),
            _ => None,
        };
        match op {
            Op::Move { a, .. } => Some((s(a), ROOM)),
            Op::Neg { a, .. } => Some((s(a).checked_neg()?, ROOM)),
            Op::Add { a, b, .. } => Some((s(a).checked_add(s(b))?, ROOM)),
            Op::Sub { a, b, .. } => Some((s(a).checked_sub(s(b))?, ROOM)),
            Op::Mul { a, b, .. } => Some((product(a, b)?, ROOM)),
            Op::Reduce { to, a, .. } => reduced(to, w(a), s(a)),
            Op::AddReduce { to, a, b, .. } => reduced(to, w(a).checked_add(w(b))?, s(a).checked_add(s(b))?),
            Op::SubReduce { to, a, b, .. } => reduced(to, w(a).checked_sub(w(b))?, s(a).checked_sub(s(b))?),
            Op::MulReduce { to, a, b, .. } => reduced(to, multiply(w(a), w(b))?, product(a, b)?),
            Op::Bin { a, b, .. } | Op::Bits { a, b, .. } | Op::WideBits { a, b, .. } => constant(&[a, b]),
            Op::WideWrap { a, .. } => constant(&[a]),
            Op::Select { index, .. } => constant(&[index]),
            _ => None,
        }
    }
}

/// A reduction subtracts the same multiple of the modulus as long as its argument stays in one stretch.
fn reduced(to: Reduce, value: i128, slope: i128) -> Option<(i128, i128)> {
    let modulus = to.modulus();
    let offset = value.checked_sub(to.apply(value))?;
    let low = offset.checked_sub(if to.signed { modulus / 2 } else { 0 })?;
    Some((slope, inside(value, slope, low, low.checked_add(modulus - 1)?)?))
}

/// The number of rounds in which `value + k·slope` lies between the bounds; `None` if it does not now.
fn inside(value: i128, slope: i128, low: i128, high: i128) -> Option<i128> {
    if value < low || value > high {
        return None;
    }
    Some(match slope {
        0 => ROOM,
        s if s > 0 => (high - value) / s + 1,
        s => (value - low) / s.checked_neg()? + 1,
    })
}

/// What an operation on registers computes; `None` for any other operation, and for what does not fit.
fn compute(op: Op, words: &[i128], memory: &Memory) -> Option<(Reg, i128)> {
    let w = |r: Reg| words[r as usize];
    Some(match op {
        Op::Move { d, a } => (d, w(a)),
        Op::Neg { d, a } => (d, w(a).checked_neg()?),
        Op::Add { d, a, b } => (d, w(a).checked_add(w(b))?),
        Op::Sub { d, a, b } => (d, w(a).checked_sub(w(b))?),
        Op::Mul { d, a, b } => (d, multiply(w(a), w(b))?),
        Op::Bin { op, d, a, b } => (d, binary(op, w(a), w(b))?),
        Op::Reduce { to, d, a } => (d, to.apply(w(a))),
        Op::AddReduce { to, d, a, b } => (d, to.apply(w(a).wrapping_add(w(b)))),
        Op::SubReduce { to, d, a, b } => (d, to.apply(w(a).wrapping_sub(w(b)))),
        Op::MulReduce { to, d, a, b } => (d, to.apply(i128::from((w(a) as u64).wrapping_mul(w(b) as u64)))),
        Op::Bits { op, to, d, a, b } => {
            let value = match op {
                BitOp::And => w(a) & w(b),
                BitOp::Or => w(a) | w(b),
                BitOp::Xor => w(a) ^ w(b),
            };
            (d, to.apply(value))
        }
        Op::WideWrap { ty, d, a } => (d, wide_wrap(ty, w(a))?),
        Op::WideBits { op, ty, d, a, b } => (d, wide_bits(op, ty, w(a), w(b))?),
        Op::Select { d, array, index } => (d, memory.arrays[array as usize].get(w(index))),
        _ => return None,
    })
}
