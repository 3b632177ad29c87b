//! The fast executor: an automaton compiled once to register code on machine words.
//!
//! Values are 128-bit words with checked arithmetic. A value that does not fit ends the run with [`End::TooBig`]; [`run`]
//! then starts again on the reference ([`super::walk`]), which has no limits. Otherwise both executors agree on
//! everything: the end, the state, the inputs read and their order, and what is printed (`tests/machine.rs` compares them).
//!
//! Two freedoms are taken. Steps are counted at the ends of blocks, so an [`End::Unfinished`] run may have taken a few more
//! steps than `fuel`; [`Outcome::steps`] says how many. A run that touches tens of millions of elements is not finished either. And for observers that ask for it, iterations of long loops are skipped where their result is known
//! ([`super::machine_skip`]): they count as steps but cost no fuel, and a loop that can never end uses it up at once.

use super::eval::State;
use super::machine_code::Code;
use super::machine_compile::compile;
use super::machine_skip::Skipper;
use super::walk::{Step, Walk};
use super::{End, Inputs, Request};
use crate::budget::Budget;
use crate::cfa::{Cfa, EdgeId, LocId};
use crate::expr::{BinOp, BitOp, apply_bits};
use crate::int::{Int, IntType};
use std::fmt::Write;

pub use super::machine_code::{Op, Pc, Reduce, Reg};
pub use super::machine_memory::{Memory, Place};

/// The budget is polled, and loops are looked at, after this many steps.
const POLL: u64 = 1 << 13;
/// As many instances of quantifiers are tried before they are counted, as so many steps.
const ROUNDS: u64 = 1 << 10;
const ROUNDS_COST: u64 = 1 << 7;
/// A loop that could not be skipped is not looked at again for at most this many times.
const REST: u32 = 64;

/// A compiled automaton. It is immutable; every run has its own [`Memory`].
#[derive(Debug)]
pub struct Machine {
    code: Code,
    memory: Memory,
}

/// How a run on the machine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub end: End,
    /// The number of edges taken, those of skipped iterations included.
    pub steps: u64,
    /// Those of them that were executed, and what the instances of quantifiers count for; this is what `fuel` limits.
    pub executed: u64,
}

/// Somebody who looks at a run. The default methods see nothing and cost nothing.
pub trait Observer {
    /// Whether [`Observer::operation`] is called.
    const OPERATIONS: bool = false;

    /// Whether iterations may be skipped. Evidence is checked without it: what is trusted stays simple.
    const SKIPS: bool = false;

    /// So many iterations were skipped that each took these edges and changed these registers by these amounts. At least one
    /// iteration before and one after them is executed.
    fn skipped(&mut self, times: u64, edges: &mut dyn Iterator<Item = EdgeId>, changes: &[(Reg, i128)]) {
        let _ = (times, edges, changes);
    }

    /// Edges were taken, in this order. They are told in groups, the last one at the latest when the run ends.
    #[inline(always)]
    fn taken(&mut self, edges: &[EdgeId]) {
        let _ = edges;
    }

    #[inline(always)]
    fn printed(&mut self, edge: EdgeId, text: &str) {
        let _ = (edge, text);
    }

    /// An operation is about to be executed.
    #[inline(always)]
    fn operation(&mut self, at: Pc, op: &Op, memory: &Memory) {
        let _ = (at, op, memory);
    }

    /// An input was read, by the operation that was told last.
    #[inline(always)]
    fn read(&mut self, request: &Request, value: i128) {
        let _ = (request, value);
    }
}

/// What a run does now and then.
#[derive(Default)]
struct Pace {
    /// What is left of it if only steps are counted.
    fuel: u64,
    /// Steps that were skipped.
    beyond: u64,
    skipper: Skipper,
    /// How often not to look at loops, and how often still.
    rest: u32,
    pause: u32,
}

/// Nobody looks.
impl Observer for () {}

/// Prints only.
struct Printer<F>(F, u64);

impl<F: FnMut(&str)> Observer for Printer<F> {
    fn printed(&mut self, _: EdgeId, text: &str) {
        (self.0)(text);
        self.1 += 1;
    }
}

/// Runs a program to its end, on the machine as long as its words suffice, else from the start on the reference. `print` gets
/// every printed text once.
pub fn run<I: Inputs + Clone>(
    cfa: &Cfa,
    machine: &Machine,
    inputs: &mut I,
    fuel: u64,
    budget: &Budget,
    print: &mut dyn FnMut(&str),
) -> (Outcome, State) {
    let start = inputs.clone();
    let mut memory = machine.memory();
    let mut printer = Printer(&mut *print, 0);
    let outcome = machine.run(&mut memory, inputs, fuel, budget, &mut printer);
    if !matches!(outcome.end, End::TooBig(_)) {
        return (outcome, memory.state());
    }
    let mut already = printer.1;
    *inputs = start;
    let mut walk = Walk::new(cfa);
    let mut steps = 0;
    // At least as far as the machine came, so that nothing was printed too early.
    let end = walk.run(inputs, fuel.max(outcome.steps), budget, &mut |step, _| {
        steps += 1;
        if let Step::Printed(_, text) = step {
            if already == 0 {
                print(text);
            }
            already = already.saturating_sub(1);
        }
    });
    (Outcome { end, steps, executed: steps }, walk.state)
}

impl Machine {
    pub fn compile(cfa: &Cfa) -> Self {
        let code = compile(cfa);
        let memory = Memory::new(cfa, code.places.clone(), &code.constants, code.temporaries as usize);
        Machine { code, memory }
    }

    /// A fresh memory for runs of this machine.
    pub fn memory(&self) -> Memory {
        self.memory.clone()
    }

    /// The operation at a place in the code.
    pub fn op(&self, at: Pc) -> &Op {
        &self.code.ops[at as usize]
    }

    /// The location that a place in the code belongs to.
    pub fn loc(&self, at: Pc) -> LocId {
        self.code.sites[at as usize].loc
    }

    /// The edges that the operation at the end of a block takes when its condition holds and when it does not.
    pub fn sides(&self, at: Pc) -> (Option<EdgeId>, Option<EdgeId>) {
        let site = &self.code.sites[at as usize];
        let last = |(from, to): (u32, u32)| self.code.paths[from as usize..to as usize].last().copied();
        (last(site.yes), last(site.no))
    }

    /// The places that may be executed after this one.
    pub fn next(&self, at: Pc) -> Vec<Pc> {
        match *self.op(at) {
            Op::Error | Op::Exit | Op::Blocked | Op::Leave => Vec::new(),
            Op::Choose { table, options } => (table..table + options).collect(),
            mut op => {
                let targets: Vec<Pc> = op.targets().into_iter().flatten().map(|t| *t).collect();
                if targets.is_empty() { vec![at + 1] } else { targets }
            }
        }
    }

    /// Number of operations.
    pub fn size(&self) -> usize {
        self.code.ops.len()
    }

    /// Number of registers and of arrays.
    pub fn extent(&self) -> (usize, usize) {
        (self.memory.words.len(), self.memory.arrays.len())
    }

    /// Runs from the start, about `fuel` steps at most. The memory must come from this machine.
    pub fn run<I: Inputs + ?Sized, O: Observer>(
        &self,
        memory: &mut Memory,
        inputs: &mut I,
        fuel: u64,
        budget: &Budget,
        observer: &mut O,
    ) -> Outcome {
        memory.start();
        self.go_on(memory, self.code.entry, inputs, fuel, budget, observer).0
    }

    /// Where runs start.
    pub fn entry(&self) -> Pc {
        self.code.entry
    }

    /// What the operation at a place asks for; the memory must be that of a run that has come there.
    pub fn asks(&self, at: Pc, memory: &Memory) -> Option<Request> {
        match *self.op(at) {
            Op::Input { request, .. } => Some(self.code.requests[request as usize]),
            Op::Close { array, index, var } => {
                let ty = memory.arrays[array as usize].is_open(memory.word(index))?;
                Some(Request::Element { var, ty })
            }
            Op::Choose { .. } if memory.enabled.len() > 1 => {
                Some(Request::Choice { at: self.loc(at), options: memory.enabled.len() as u32 })
            }
            _ => None,
        }
    }

    /// Goes on where a run ended for want of input, with the memory as it was then, and tells where this one ends. Edges of
    /// the block that was left in the middle are counted and told again.
    pub fn go_on<I: Inputs + ?Sized, O: Observer>(
        &self,
        memory: &mut Memory,
        from: Pc,
        inputs: &mut I,
        fuel: u64,
        budget: &Budget,
        observer: &mut O,
    ) -> (Outcome, Pc) {
        let (end, at, count, pace) = self.execute(memory, from, inputs, fuel, budget, observer);
        let site = &self.code.sites[at as usize];
        let path = site.path as usize;
        observer.taken(&self.code.paths[path..path + usize::from(site.before)]);
        let taken = count + u64::from(site.before);
        let steps = taken.saturating_add(pace.beyond);
        (Outcome { end: end(site.loc), steps, executed: taken.saturating_add(fuel - pace.fuel) }, at)
    }

    /// Looks up from the work: how many steps to take before the next time, or `None` to stop here.
    #[cold]
    #[inline(never)]
    fn pace<O: Observer>(
        &self,
        pace: &mut Pace,
        memory: &mut Memory,
        at: Pc,
        count: u64,
        budget: &Budget,
        observer: &mut O,
    ) -> Option<u64> {
        if count >= pace.fuel || budget.stopped().is_some() || memory.is_huge() {
            return None;
        }
        if O::SKIPS && pace.pause == 0 {
            match pace.skipper.attempt(&self.code, memory, at) {
                Some(skip) if skip.forever => return None,
                Some(skip) => {
                    pace.rest = 0;
                    pace.beyond = pace.beyond.saturating_add(skip.times.saturating_mul(skip.weight));
                    let edges = |(from, to): &(u32, u32)| self.code.paths[*from as usize..*to as usize].iter().copied();
                    observer.skipped(skip.times, &mut skip.paths.iter().flat_map(edges), &skip.changes);
                }
                None => {
                    pace.rest = (2 * pace.rest + 1).min(REST);
                    pace.pause = pace.rest;
                }
            }
        } else {
            pace.pause = pace.pause.saturating_sub(1);
        }
        Some(pace.fuel.min(count + POLL))
    }

    /// Runs to an end at a place in the code; with the number of steps executed in complete blocks, and what else was counted.
    fn execute<I: Inputs + ?Sized, O: Observer>(
        &self,
        memory: &mut Memory,
        from: Pc,
        inputs: &mut I,
        fuel: u64,
        budget: &Budget,
        observer: &mut O,
    ) -> (fn(LocId) -> End, Pc, u64, Pace) {
        let code = &self.code;
        let ops = code.ops.as_slice();
        let mut count: u64 = 0;
        let mut pace = Pace { fuel, ..Pace::default() };
        let mut limit = fuel.min(POLL);
        let mut rounds: u64 = 0;
        let mut pc = from as usize;
        if fuel == 0 {
            return (End::Unfinished, from, 0, pace);
        }
        macro_rules! leave {
            ($end:expr) => {{
                return ($end, pc as Pc, count, pace);
            }};
        }
        macro_rules! exact {
            ($value:expr) => {
                match $value {
                    Some(value) => value,
                    None => leave!(End::TooBig),
                }
            };
        }
        macro_rules! input {
            ($request:expr) => {{
                let request = $request;
                match inputs.next(&request) {
                    Some(value) => match i128::try_from(&value) {
                        Ok(value) => {
                            observer.read(&request, value);
                            value
                        }
                        Err(_) => leave!(End::TooBig),
                    },
                    None => leave!(End::NoInput),
                }
            }};
        }
        macro_rules! block_end {
            ($weight:expr, $path:expr, $to:expr) => {{
                let (from, to) = $path;
                observer.taken(&code.paths[from as usize..to as usize]);
                count += u64::from($weight);
                pc = $to as usize;
                if count >= limit {
                    match self.pace(&mut pace, memory, pc as Pc, count, budget, observer) {
                        Some(next) => limit = next,
                        None => leave!(End::Unfinished),
                    }
                }
                continue;
            }};
        }
        loop {
            let op = &ops[pc];
            if O::OPERATIONS {
                observer.operation(pc as Pc, op, memory);
            }
            let w = &mut memory.words;
            macro_rules! w {
                ($r:expr) => {
                    w[$r as usize]
                };
            }
            match *op {
                Op::Move { d, a } => w!(d) = w!(a),
                Op::Neg { d, a } => w!(d) = exact!(w!(a).checked_neg()),
                Op::Add { d, a, b } => w!(d) = exact!(w!(a).checked_add(w!(b))),
                Op::Sub { d, a, b } => w!(d) = exact!(w!(a).checked_sub(w!(b))),
                Op::Mul { d, a, b } => w!(d) = exact!(multiply(w!(a), w!(b))),
                Op::Bin { op, d, a, b } => w!(d) = exact!(binary(op, w!(a), w!(b))),
                Op::Reduce { to, d, a } => w!(d) = to.apply(w!(a)),
                Op::AddReduce { to, d, a, b } => w!(d) = to.apply(w!(a).wrapping_add(w!(b))),
                Op::SubReduce { to, d, a, b } => w!(d) = to.apply(w!(a).wrapping_sub(w!(b))),
                // Only the low 64 bits of the product matter.
                Op::MulReduce { to, d, a, b } => w!(d) = to.apply(i128::from((w!(a) as u64).wrapping_mul(w!(b) as u64))),
                Op::Bits { op, to, d, a, b } => {
                    let (a, b) = (w!(a), w!(b));
                    w!(d) = to.apply(match op {
                        BitOp::And => a & b,
                        BitOp::Or => a | b,
                        BitOp::Xor => a ^ b,
                    });
                }
                Op::WideWrap { ty, d, a } => w!(d) = exact!(wide_wrap(ty, w!(a))),
                Op::WideBits { op, ty, d, a, b } => w!(d) = exact!(wide_bits(op, ty, w!(a), w!(b))),
                Op::Select { d, array, index } => w!(d) = memory.arrays[array as usize].get(w!(index)),
                Op::Store { array, index, value } => memory.arrays[array as usize].set(w!(index), w!(value)),
                Op::Copy { array, from } => {
                    memory.arrays[from as usize].settle();
                    let mut target = std::mem::take(&mut memory.arrays[array as usize]);
                    target.copy(&memory.arrays[from as usize]);
                    memory.arrays[array as usize] = target;
                }
                Op::Open { array, request } => {
                    if let Request::Value { ty, .. } = &code.requests[request as usize] {
                        memory.arrays[array as usize].open(*ty);
                    }
                }
                Op::Written { array, index } => memory.arrays[array as usize].close(w!(index)),
                Op::Close { array, index, var } => {
                    let index = w!(index);
                    if let Some(ty) = memory.arrays[array as usize].is_open(index) {
                        let value = input!(Request::Element { var, ty });
                        memory.arrays[array as usize].close(index);
                        memory.arrays[array as usize].set(index, value);
                    }
                }
                Op::Input { d, request } => {
                    let value = input!(code.requests[request as usize]);
                    w!(d) = value;
                }
                Op::Text { piece } => memory.text.push_str(&code.pieces[piece as usize]),
                Op::Show { a } => drop(write!(memory.text, "{}", w!(a))),
                Op::Print { edge } => {
                    observer.printed(edge, &memory.text);
                    memory.text.clear();
                }
                Op::Jump { to } => {
                    pc = to as usize;
                    continue;
                }
                Op::IfEq { a, b, yes, no } => {
                    pc = if w!(a) == w!(b) { yes } else { no } as usize;
                    continue;
                }
                Op::IfLt { a, b, yes, no } => {
                    pc = if w!(a) < w!(b) { yes } else { no } as usize;
                    continue;
                }
                Op::Round => {
                    rounds += 1;
                    if rounds.is_multiple_of(ROUNDS) {
                        pace.fuel = pace.fuel.saturating_sub(ROUNDS_COST);
                        limit = limit.min(pace.fuel);
                        if count >= pace.fuel || budget.stopped().is_some() || memory.is_huge() {
                            leave!(End::Unfinished);
                        }
                    }
                }
                Op::Goto { weight, to } => block_end!(weight, code.sites[pc].yes, to),
                Op::BranchEq { weight, a, b, yes, no } => {
                    if w!(a) == w!(b) {
                        block_end!(weight, code.sites[pc].yes, yes)
                    } else {
                        block_end!(weight, code.sites[pc].no, no)
                    }
                }
                Op::BranchLt { weight, a, b, yes, no } => {
                    if w!(a) < w!(b) {
                        block_end!(weight, code.sites[pc].yes, yes)
                    } else {
                        block_end!(weight, code.sites[pc].no, no)
                    }
                }
                Op::BranchIn { weight, a, low, high, yes, no } => {
                    let value = w!(a);
                    if w!(low) <= value && value <= w!(high) {
                        block_end!(weight, code.sites[pc].yes, yes)
                    } else {
                        block_end!(weight, code.sites[pc].no, no)
                    }
                }
                Op::Guards => memory.enabled.clear(),
                Op::Enable { n } => memory.enabled.push(n),
                Op::Choose { table, .. } => {
                    let n = match memory.enabled.as_slice() {
                        [] => leave!(End::Blocked),
                        [only] => *only,
                        several => {
                            let request = Request::Choice { at: code.sites[pc].loc, options: several.len() as u32 };
                            let chosen = inputs.next(&request).and_then(|c| usize::try_from(&c).ok());
                            match chosen.and_then(|c| several.get(c).map(|n| (c, *n))) {
                                Some((c, n)) => {
                                    observer.read(&request, c as i128);
                                    n
                                }
                                None => leave!(End::NoInput),
                            }
                        }
                    };
                    pc = (table + n) as usize;
                    continue;
                }
                Op::Error => leave!(End::Error),
                Op::Exit => leave!(End::Exit),
                Op::Blocked => leave!(End::Blocked),
                Op::Leave => leave!(End::TooBig),
            }
            pc += 1;
        }
    }
}

/// The exact product; most factors are small.
#[inline(always)]
pub(super) fn multiply(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(x), Ok(y)) => Some(i128::from(x) * i128::from(y)),
        _ => a.checked_mul(b),
    }
}

/// Division, remainder and shifts, with the total meaning of [`crate::expr`].
pub(super) fn binary(op: BinOp, a: i128, b: i128) -> Option<i128> {
    let shift = || usize::try_from(b).ok().filter(|n| *n < crate::expr::SHIFT_LIMIT as usize);
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => multiply(a, b),
        BinOp::Div if b == 0 => Some(0),
        BinOp::Div => match (i64::try_from(a), i64::try_from(b)) {
            (Ok(x), Ok(y)) if y != -1 => Some(i128::from(x / y)),
            _ => a.checked_div(b),
        },
        BinOp::Rem if b == 0 => Some(a),
        BinOp::Rem => match (i64::try_from(a), i64::try_from(b)) {
            (Ok(x), Ok(y)) if y != -1 => Some(i128::from(x % y)),
            _ => Some(a.checked_rem(b).unwrap_or(0)),
        },
        BinOp::Shl => match shift() {
            Some(n) => {
                let shifted = a << n;
                (shifted >> n == a).then_some(shifted)
            }
            None => Some(0),
        },
        BinOp::Shr => Some(shift().map_or(0, |n| a >> n)),
    }
}

#[cold]
pub(super) fn wide_wrap(ty: IntType, a: i128) -> Option<i128> {
    i128::try_from(&ty.wrap(&Int::from(a))).ok()
}

#[cold]
pub(super) fn wide_bits(op: BitOp, ty: IntType, a: i128, b: i128) -> Option<i128> {
    i128::try_from(&apply_bits(op, ty, &Int::from(a), &Int::from(b))).ok()
}
