//! Petri nets and counter systems: their text, their automaton, and the decision of coverability.
//!
//! A net ([`net`]) is read from the `.spec` format ([`spec`]) and means the same as its automaton ([`automaton`]), on which every other
//! engine runs and every answer is checked. Two procedures decide whether the target can be covered: [`fgar`], fixpoint-guided
//! refinement over partitions of the places, and [`backward`], the plain backward search. Both compute with closed sets of
//! markings ([`closed`]) and the rules on them ([`step`]); both answer with evidence ([`answer`]). [`decide()`] uses them, and explicit search, together.
//!
//! ```
//! let text = "vars free busy rules free >= 1 -> free' = free - 1, busy' = busy + 1; init free = 1, busy = 0 target busy >= 2";
//! let net = nets::spec::parse("lock.spec", text).unwrap();
//! let decision = nets::decide(&net, nets::Procedures::ALL, &base::Budget::seconds(10.0));
//! assert!(matches!(decision.answer, nets::Answer::Safe(_)));
//! ```

pub mod answer;
pub mod automaton;
pub mod backward;
pub mod closed;
pub mod decide;
pub mod diagnostic;
pub mod explicit;
pub mod fgar;
pub mod net;
pub mod partition;
pub mod place_invariant;
pub mod spec;
pub mod step;

pub use answer::{Answer, Run};
pub use automaton::Automaton;
pub use decide::{Decision, Procedures, decide};
pub use diagnostic::Diagnostic;
pub use net::Net;
