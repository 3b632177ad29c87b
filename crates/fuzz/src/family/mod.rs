//! The families of programs: each file makes the cases of one part of the border.

mod annotations;
mod choices;
mod entry;
mod externals;
mod initialisation;
mod libraries;
mod pointers;
mod rejected;
mod scalars;
mod undefined;
mod unions;

use crate::case::Case;
use base::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Unions,
    Externals,
    Choices,
    Undefined,
    Libraries,
    Annotations,
    Initialisation,
    Entry,
    Rejected,
    Scalars,
    Pointers,
}

impl Family {
    pub const ALL: [Family; 11] = [
        Family::Unions,
        Family::Externals,
        Family::Choices,
        Family::Undefined,
        Family::Libraries,
        Family::Annotations,
        Family::Initialisation,
        Family::Entry,
        Family::Rejected,
        Family::Scalars,
        Family::Pointers,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Family::Unions => "unions",
            Family::Externals => "externals",
            Family::Choices => "choices",
            Family::Undefined => "undefined",
            Family::Libraries => "libraries",
            Family::Annotations => "annotations",
            Family::Initialisation => "initialisation",
            Family::Entry => "entry",
            Family::Rejected => "rejected",
            Family::Scalars => "scalars",
            Family::Pointers => "pointers",
        }
    }

    /// Its programs may read memory that was not written, which only one sanitizer sees.
    pub fn reads_unset(self) -> bool {
        self == Family::Initialisation
    }

    /// The case with this number; the same every time.
    pub fn case(self, seed: u64, index: u64) -> Case {
        let name = self.name().bytes().fold(seed, |hash, byte| Random::new(hash ^ u64::from(byte)).next_u64());
        let random = &mut Random::new(Random::new(name ^ index).next_u64());
        let mut case = match self {
            Family::Unions => unions::case(random),
            Family::Externals => externals::case(random),
            Family::Choices => choices::case(random),
            Family::Undefined => undefined::case(random),
            Family::Libraries => libraries::case(random),
            Family::Annotations => annotations::case(random),
            Family::Initialisation => initialisation::case(random),
            Family::Entry => entry::case(random),
            Family::Rejected => rejected::case(random),
            Family::Scalars => scalars::case(random),
            Family::Pointers => pointers::case(random),
        };
        (case.seed, case.index) = (seed, index);
        case
    }
}
