//! Kissat, a SAT solver that simplifies what it is given while it searches (A. Biere et al.). It answers one question and is thrown away.

use crate::clauses::Sat;
use base::Budget;
// The crate brings the library; of its own interface there is too little to stop it.
use cat_solver as _;
use std::ffi::{c_int, c_void};
use std::ops::Not;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

// Calls into a C library can only be written with `unsafe`. The functions are declared as in `kissat.h`.
#[allow(unsafe_code)]
unsafe extern "C" {
    fn kissat_init() -> *mut c_void;
    fn kissat_release(solver: *mut c_void);
    fn kissat_reserve(solver: *mut c_void, most: c_int);
    fn kissat_add(solver: *mut c_void, literal: c_int);
    fn kissat_solve(solver: *mut c_void) -> c_int;
    fn kissat_value(solver: *mut c_void, literal: c_int) -> c_int;
    fn kissat_terminate(solver: *mut c_void);
}

/// The answers of `kissat_solve`.
const SATISFIABLE: c_int = 10;
const UNSATISFIABLE: c_int = 20;

/// How often the budget is looked at.
const LOOK: Duration = Duration::from_millis(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal(c_int);

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(-self.0)
    }
}

/// A question: clauses, as literals that end with 0.
#[derive(Default)]
pub struct Question {
    variables: c_int,
    text: Vec<c_int>,
}

impl Sat for Question {
    type Literal = Literal;

    fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal(self.variables)
    }

    fn clause(&mut self, clause: &[Literal]) {
        self.text.extend(clause.iter().map(|l| l.0));
        self.text.push(0);
    }
}

/// Which literals are true.
pub struct Model(Vec<bool>);

impl Model {
    pub fn is_true(&self, literal: Literal) -> bool {
        self.0[literal.0.unsigned_abs() as usize] == (literal.0 > 0)
    }
}

impl Question {
    /// How many numbers it has, as a measure of the memory that it takes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// A model, or none if there is none; or nothing at all if the budget ended.
    pub fn solve(self, budget: &Budget) -> Option<Option<Model>> {
        // The solver is made, used and released here, with literals that it knows. Another thread may tell it to stop, for which `kissat_terminate` is
        // made (it sets a volatile flag), and that thread has ended when the solver is released.
        #[allow(unsafe_code)]
        unsafe {
            let solver = kissat_init();
            kissat_reserve(solver, self.variables);
            self.text.iter().for_each(|literal| kissat_add(solver, *literal));
            let shared = Shared(solver);
            let answer = thread::scope(|scope| {
                let (done, is_done) = mpsc::channel::<()>();
                scope.spawn(move || {
                    while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                        if budget.stopped().is_some() {
                            return shared.stop();
                        }
                    }
                });
                let answer = kissat_solve(solver);
                drop(done);
                answer
            });
            let answer = match answer {
                SATISFIABLE => Some(Some(Model((0..=self.variables).map(|v| v > 0 && kissat_value(solver, v) > 0).collect()))),
                UNSATISFIABLE => Some(None),
                _ => None,
            };
            kissat_release(solver);
            answer
        }
    }
}

/// A solver that another thread may stop.
struct Shared(*mut c_void);

// That thread calls nothing else.
#[allow(unsafe_code)]
unsafe impl Send for Shared {}

impl Shared {
    fn stop(self) {
        #[allow(unsafe_code)]
        unsafe {
            kissat_terminate(self.0);
        }
    }
}
