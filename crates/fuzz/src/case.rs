//! A program whose verdict is known because of how it was made, and all that is needed to judge an answer about it.

use crate::family::Family;

/// The check that a call of `reach_error` violates.
pub const REACH: &[&str] = &["reach"];

#[derive(Clone, Debug)]
pub struct Case {
    pub family: Family,
    /// Which of the family's shapes it has.
    pub kind: &'static str,
    /// The seed and the number that make it again.
    pub seed: u64,
    pub index: u64,
    /// What the tool reads.
    pub text: String,
    /// What compilers read in its place, where the tool's text has no `main` or says something in an annotation.
    pub compiled: Option<String>,
    /// Bodies for the functions that the text leaves to the world outside; only compilers see them.
    pub world: String,
    pub options: Vec<String>,
    pub expect: Expect,
    /// What compiled programs read, one list for each run; none means one run that reads nothing.
    pub inputs: Vec<Vec<i64>>,
    pub shows: Shows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    Safe,
    /// One of these checks is violated, and no other.
    Unsafe(&'static [&'static str]),
    /// It is not C: exit status 2.
    Rejected,
}

/// How compiled programs show what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A run of some compiled program does what is expected, and no sanitizer complains about any.
    Plainly,
    /// A run of some compiled program reaches the error; sanitizers may complain.
    Dirty,
    /// A sanitizer complains about some run.
    Complaint,
    /// They cannot: the standard alone says so. No sanitizer is asked.
    Nothing,
}

impl Case {
    pub fn new(family: Family, kind: &'static str, text: impl Into<String>, expect: Expect) -> Self {
        let shows = match expect {
            Expect::Safe => Shows::Plainly,
            Expect::Unsafe(checks) if checks == REACH => Shows::Plainly,
            Expect::Unsafe(_) => Shows::Complaint,
            Expect::Rejected => Shows::Nothing,
        };
        let (compiled, world, options, inputs) = (None, String::new(), Vec::new(), Vec::new());
        Case { family, kind, seed: 0, index: 0, text: text.into(), compiled, world, options, expect, inputs, shows }
    }

    #[must_use]
    pub fn shows(mut self, shows: Shows) -> Self {
        self.shows = shows;
        self
    }

    #[must_use]
    pub fn world(mut self, world: impl Into<String>) -> Self {
        self.world = world.into();
        self
    }

    #[must_use]
    pub fn compiled(mut self, compiled: impl Into<String>) -> Self {
        self.compiled = Some(compiled.into());
        self
    }

    /// Adds the words of `line` to the command line.
    #[must_use]
    pub fn options(mut self, line: &str) -> Self {
        self.options.extend(line.split_whitespace().map(str::to_owned));
        self
    }

    #[must_use]
    pub fn inputs(mut self, inputs: Vec<Vec<i64>>) -> Self {
        self.inputs = inputs;
        self
    }

    /// A name for files.
    pub fn name(&self) -> String {
        format!("{}-{}-{}-{}", self.family.name(), self.kind, self.seed, self.index)
    }
}

impl std::fmt::Display for Expect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expect::Safe => write!(f, "safe"),
            Expect::Unsafe(checks) => write!(f, "unsafe({})", checks.join(" or ")),
            Expect::Rejected => write!(f, "exit status 2, since it is not C"),
        }
    }
}
