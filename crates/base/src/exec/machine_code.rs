//! The register code of the fast executor.
//!
//! Code is made of *blocks*: a chain of locations with one edge each that is not a guard, closed by an operation that
//! jumps to other blocks. Steps are counted there, by the number of edges passed (`weight`), not at every statement.

use super::Request;
use super::machine_memory::Place;
use crate::cfa::{EdgeId, LocId, VarId};
use crate::expr::{BinOp, BitOp, Name};
use crate::int::IntType;

/// A register: an integer variable, a constant or a temporary.
pub type Reg = u32;
/// An index into the code.
pub type Pc = u32;

/// Reduction to a machine type of at most 64 bits: shift left and back right by `shift` in a 64-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduce {
    pub shift: u8,
    pub signed: bool,
}

impl Reduce {
    pub(super) fn new(ty: IntType) -> Option<Self> {
        (1..=64).contains(&ty.bits).then(|| Reduce { shift: 64 - ty.bits as u8, signed: ty.signed })
    }

    #[inline(always)]
    pub fn apply(self, value: i128) -> i128 {
        let word = (value as u64) << self.shift;
        if self.signed { i128::from(word as i64 >> self.shift) } else { i128::from(word >> self.shift) }
    }

    /// The number of values of the type.
    pub fn modulus(self) -> i128 {
        1 << (64 - self.shift)
    }
}

/// One operation. `d` is the register written, `a` and `b` are read. Operations whose exact result does not fit end the run as
/// [`super::End::TooBig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Move {
        d: Reg,
        a: Reg,
    },
    Neg {
        d: Reg,
        a: Reg,
    },
    Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Division, remainder and shifts.
    Bin {
        op: BinOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Reduce {
        to: Reduce,
        d: Reg,
        a: Reg,
    },
    /// The reduced sum, difference, product: right although the exact one may not fit, since the modulus divides 2^128.
    AddReduce {
        to: Reduce,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubReduce {
        to: Reduce,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulReduce {
        to: Reduce,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Bits {
        op: BitOp,
        to: Reduce,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Wrapping and bit operations of more than 64 bits.
    WideWrap {
        ty: IntType,
        d: Reg,
        a: Reg,
    },
    WideBits {
        op: BitOp,
        ty: IntType,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Select {
        d: Reg,
        array: u32,
        index: Reg,
    },
    Store {
        array: u32,
        index: Reg,
        value: Reg,
    },
    /// The open elements of `from` are 0 from now on.
    Copy {
        array: u32,
        from: u32,
    },
    /// Makes all elements of an array inputs that were not read yet; `request` says of which type.
    Open {
        array: u32,
        request: u32,
    },
    /// An element that is written is no longer open.
    Written {
        array: u32,
        index: Reg,
    },
    /// Reads the input for an element, if it is open.
    Close {
        array: u32,
        index: Reg,
        var: VarId,
    },
    Input {
        d: Reg,
        request: u32,
    },
    /// A piece of text, a value, the end of a print statement.
    Text {
        piece: u32,
    },
    Show {
        a: Reg,
    },
    Print {
        edge: EdgeId,
    },
    /// Jumps inside a statement.
    Jump {
        to: Pc,
    },
    IfEq {
        a: Reg,
        b: Reg,
        yes: Pc,
        no: Pc,
    },
    IfLt {
        a: Reg,
        b: Reg,
        yes: Pc,
        no: Pc,
    },
    /// One more instance of a quantifier: work inside a statement that costs fuel.
    Round,
    /// Ends of blocks.
    Goto {
        weight: u16,
        to: Pc,
    },
    BranchEq {
        weight: u16,
        a: Reg,
        b: Reg,
        yes: Pc,
        no: Pc,
    },
    BranchLt {
        weight: u16,
        a: Reg,
        b: Reg,
        yes: Pc,
        no: Pc,
    },
    /// `low ≤ a ≤ high`.
    BranchIn {
        weight: u16,
        a: Reg,
        low: Reg,
        high: Reg,
        yes: Pc,
        no: Pc,
    },
    /// Forgets the enabled edges, notes one, chooses among them (the n-th goes on at `table + n`).
    Guards,
    Enable {
        n: u32,
    },
    Choose {
        table: Pc,
        options: u32,
    },
    Error,
    Exit,
    Blocked,
    Leave,
}

impl Op {
    /// The places in the code that it may jump to.
    pub(super) fn targets(&mut self) -> [Option<&mut Pc>; 2] {
        match self {
            Op::Jump { to } | Op::Goto { to, .. } => [Some(to), None],
            Op::IfEq { yes, no, .. }
            | Op::IfLt { yes, no, .. }
            | Op::BranchEq { yes, no, .. }
            | Op::BranchLt { yes, no, .. }
            | Op::BranchIn { yes, no, .. } => [Some(yes), Some(no)],
            _ => [None, None],
        }
    }
}

/// What is known about a place in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    pub loc: LocId,
    /// The edges of the block, as a part of [`Code::paths`], and how many of them were taken before this place.
    pub path: u32,
    pub before: u16,
    /// Whole paths to the two exits, for ends of blocks.
    pub yes: (u32, u32),
    pub no: (u32, u32),
}

#[derive(Debug, Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    pub sites: Vec<Site>,
    pub paths: Vec<EdgeId>,
    pub requests: Vec<Request>,
    pub pieces: Vec<Name>,
    pub constants: Vec<i128>,
    pub temporaries: u32,
    pub entry: Pc,
    pub places: Vec<Place>,
}
