//! Abstract domains on programs. Each is a leaf: it knows `base`, `numeric` and `logic`, and nothing of the engines that run it.

pub mod boolean_heap;
pub mod chosen;
mod env;
pub mod heap_graph;
pub mod indexed;
pub mod intervals;
pub mod minterms;
pub mod powerset;
pub mod predicates;
pub mod relational;
pub mod segments;

pub use boolean_heap::BooleanHeap;
pub use chosen::Chosen;
pub use heap_graph::HeapGraph;
pub use indexed::Indexed;
pub use intervals::Intervals;
pub use powerset::Disjunctive;
pub use predicates::{Image, Predicates};
pub use relational::{Octagons, Polyhedra, Widening};
pub use segments::Segments;
