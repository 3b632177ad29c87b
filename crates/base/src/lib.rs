//! The vocabulary of Bevel: what a program is, what it means, and what an answer looks like.
//!
//! Everything that two rooms must agree on lives here and nothing else does: programs ([`cfa`]), terms ([`expr`]),
//! their text ([`text`]), the meaning of both ([`exec`]), properties, verdicts and their evidence ([`verdict`]), and the
//! one door through which precision can be lost ([`domain`]) with the hints that make it sharper ([`hint`]).
//! The law kit ([`laws`]) tests every domain against the executor. Ordered maps and sets are [`sorted`] vectors.

pub mod blocks;
pub mod budget;
pub mod cells;
pub mod cfa;
pub mod contract;
pub mod domain;
pub mod exec;
pub mod expr;
pub mod focusing;
pub mod hint;
pub mod int;
pub mod laws;
pub mod live;
pub mod random;
pub mod reach;
pub mod recursion;
pub mod script;
pub mod sorted;
pub mod span;
pub mod text;
pub mod unfold;
pub mod verdict;
pub mod wto;
pub mod zeros;

pub use blocks::{Abstraction, Block, NoAnswer, Places};
pub use budget::{Budget, Stop};
pub use cells::Cells;
pub use cfa::{
    Arguments, Cfa, Check, Edge, EdgeId, ErrorInfo, Given, InputKind, Interface, LocId, LocInfo, ParameterKind, Sort, Stmt, VarDecl, VarId,
};
pub use domain::{Domain, Loss, Op, OpKind, Outcome};
pub use expr::{BinOp, BitOp, CmpOp, Expr, Formula, Name, Quantifier};
pub use focusing::{Asked, Focus, Focusing, Tracked};
pub use hint::{Hint, Lesson, NodePath, Scope, Site};
pub use int::{Int, IntType};
pub use script::Script;
pub use sorted::{SortedMap, SortedSet};
pub use span::{Files, Span};
pub use unfold::Unfolded;
pub use verdict::{Apart, Lost, Proof, Trace, Why};
pub use zeros::Zeros;
