//! A domain that is chosen when the program runs.
//!
//! Engines are generic over domains, so each pair of an engine and a domain is compiled by itself; that was half of the time of a build. Over this
//! domain each engine is compiled once: every operation looks which domain it is and hands the work to it, which costs nothing beside the work.
//! Invariant: all states and guides that a domain is given are its own, so they are of the same kind as the domain.

use crate::{Disjunctive, HeapGraph, Intervals, Octagons, Polyhedra, Predicates, Segments};
use base::domain::{Domain, Op, Outcome};
use base::{Formula, Hint, Int, Stmt, VarId};

/// The parts of this file that have one case for each domain: what a state and a guide is, and the operations.
macro_rules! chosen {
    ($($(#[$note:meta])* $kind:ident: $domain:ty,)*) => {
        #[derive(Clone, Debug)]
        pub enum Chosen {
            $($(#[$note])* $kind(Box<$domain>),)*
        }

        #[derive(Clone, Debug)]
        pub enum State {
            $($kind(<$domain as Domain>::State),)*
        }

        #[derive(Clone, Debug, Default)]
        pub enum Guide {
            /// No hints, whatever the domain is.
            #[default]
            None,
            $($kind(Box<<$domain as Domain>::Guide>),)*
        }

        $(impl From<$domain> for Chosen {
            fn from(domain: $domain) -> Self {
                Chosen::$kind(Box::new(domain))
            }
        })*

        impl Domain for Chosen {
            type State = State;
            type Guide = Guide;

            fn top(&self) -> State {
                match self {
                    $(Chosen::$kind(d) => State::$kind(d.top()),)*
                }
            }

            fn bottom(&self) -> State {
                match self {
                    $(Chosen::$kind(d) => State::$kind(d.bottom()),)*
                }
            }

            fn initial(&self) -> State {
                match self {
                    $(Chosen::$kind(d) => State::$kind(d.initial()),)*
                }
            }

            fn is_bottom(&self, s: &State) -> bool {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.is_bottom(s),)*
                    _ => another(),
                }
            }

            fn is_refuted(&self, s: &State) -> bool {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.is_refuted(s),)*
                    _ => another(),
                }
            }

            fn covered(&self, s: &State, by: &[&State]) -> bool {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => {
                        let by: Vec<_> = by.iter().map(|b| if let State::$kind(b) = b { b } else { another() }).collect();
                        d.covered(s, &by)
                    })*
                    _ => another(),
                }
            }

            fn guide(&self, hints: &[Hint]) -> Guide {
                match self {
                    $(Chosen::$kind(d) => Guide::$kind(Box::new(d.guide(hints))),)*
                }
            }

            fn apply(&self, op: Op<'_, State>, guide: &Guide) -> Outcome<State> {
                match self {
                    $(Chosen::$kind(d) => {
                        let op = op.with(|s| if let State::$kind(s) = s { s } else { another() });
                        let Outcome { state, loss } = match guide {
                            Guide::$kind(guide) => d.apply(op, guide),
                            Guide::None => d.apply(op, &Default::default()),
                            _ => another(),
                        };
                        Outcome { state: State::$kind(state), loss }
                    })*
                }
            }

            fn gamma(&self, s: &State) -> Formula {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.gamma(s),)*
                    _ => another(),
                }
            }

            fn separate(&self, inside: &State, error: &State) -> Vec<Formula> {
                match (self, inside, error) {
                    $((Chosen::$kind(d), State::$kind(inside), State::$kind(error)) => d.separate(inside, error),)*
                    _ => another(),
                }
            }

            fn explain(&self, before: &State, step: Op<'_, State>, after: &State) -> State {
                match (self, before, after) {
                    $((Chosen::$kind(d), State::$kind(before), State::$kind(after)) => {
                        let step = step.with(|s| if let State::$kind(s) = s { s } else { another() });
                        State::$kind(d.explain(before, step, after))
                    })*
                    _ => another(),
                }
            }

            fn pre_all(&self, s: &State, stmt: &Stmt) -> Option<State> {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.pre_all(s, stmt).map(State::$kind),)*
                    _ => another(),
                }
            }

            fn cases(&self, s: &State, stmt: &Stmt) -> Option<Vec<State>> {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => Some(d.cases(s, stmt)?.into_iter().map(State::$kind).collect()),)*
                    _ => another(),
                }
            }

            fn weight(&self, s: &State) -> usize {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.weight(s),)*
                    _ => another(),
                }
            }

            fn suggest(&self, s: &State, var: VarId) -> Vec<Int> {
                match (self, s) {
                    $((Chosen::$kind(d), State::$kind(s)) => d.suggest(s, var),)*
                    _ => another(),
                }
            }
        }
    };
}

chosen! {
    Interval: Intervals,
    Octagon: Octagons,
    Polyhedra: Polyhedra,
    HeapGraph: HeapGraph,
    /// Finite unions of states of a domain that is chosen too.
    Union: Disjunctive<Chosen>,
    Predicates: Predicates<Disjunctive<Chosen>>,
    Segments: Segments<Chosen>,
}

/// The invariant is broken: a state or a guide of one domain was given to another.
fn another() -> ! {
    unreachable!("a state or a guide of another domain")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_of_numbers() {
        base::laws::check_for(|cfa| Chosen::from(Octagons::new(cfa)), 2000);
    }

    #[test]
    fn laws_of_unions() {
        base::laws::check_for(|cfa| Chosen::from(Disjunctive::new(Chosen::from(Intervals::new(cfa))).at_most(3)), 2000);
    }

    /// What another domain says of its own states is not mixed up.
    #[test]
    #[should_panic(expected = "of another domain")]
    fn states_of_another_domain_are_refused() {
        let cfa = base::text::parse_cfa("cfa var x: int entry L").expect("an automaton");
        let (one, two) = (Chosen::from(Intervals::new(&cfa)), Chosen::from(Octagons::new(&cfa)));
        one.is_bottom(&two.top());
    }
}
