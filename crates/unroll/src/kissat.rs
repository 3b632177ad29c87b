//! Kissat, a SAT solver that simplifies what it is given while it searches (A. Biere et al.). It answers one question and is thrown away.

use crate::clauses::Sat;
use base::Budget;
// The crate brings the library; of its own interface there is too little to stop it.
use cat_solver as _;
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::ops::Not;

// Calls into a C library can only be written with `unsafe`. The functions are declared as in `kissat.h`.
#[allow(unsafe_code)]
unsafe extern "C" {
    fn kissat_init() -> *mut c_void;
    fn kissat_release(solver: *mut c_void);
    fn kissat_reserve(solver: *mut c_void, most: c_int);
    fn kissat_add(solver: *mut c_void, literal: c_int);
    fn kissat_solve(solver: *mut c_void) -> c_int;
    fn kissat_value(solver: *mut c_void, literal: c_int) -> c_int;
    fn kissat_set_terminate(solver: *mut c_void, state: *mut c_void, terminate: extern "C" fn(*mut c_void) -> c_int);
}

/// The answers of `kissat_solve`.
const SATISFIABLE: c_int = 10;
const UNSATISFIABLE: c_int = 20;

/// The budget is looked at once in so many times that the solver asks whether to go on, since it asks very often.
const SELDOM: u32 = 64;

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

struct Watch<'a> {
    budget: &'a Budget,
    asked: u32,
}

extern "C" fn is_over(state: *mut c_void) -> c_int {
    // `Question::solve` hands in a watch that lives as long as the solver, and the solver asks from within that call only.
    #[allow(unsafe_code)]
    let watch = unsafe { &*state.cast::<RefCell<Watch<'_>>>() };
    let mut watch = watch.borrow_mut();
    watch.asked = watch.asked.wrapping_add(1);
    c_int::from(watch.asked.is_multiple_of(SELDOM) && watch.budget.stopped().is_some())
}

impl Question {
    /// How many numbers it has, as a measure of the memory that it takes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// A model, or none if there is none; or nothing at all if the budget ended.
    pub fn solve(self, budget: &Budget) -> Option<Option<Model>> {
        let watch = RefCell::new(Watch { budget, asked: 0 });
        // The solver is made, used and released here, by one thread, and only with literals that it knows.
        #[allow(unsafe_code)]
        unsafe {
            let solver = kissat_init();
            kissat_reserve(solver, self.variables);
            kissat_set_terminate(solver, (&raw const watch).cast_mut().cast(), is_over);
            self.text.iter().for_each(|literal| kissat_add(solver, *literal));
            let answer = match kissat_solve(solver) {
                SATISFIABLE => Some(Some(Model((0..=self.variables).map(|v| v > 0 && kissat_value(solver, v) > 0).collect()))),
                UNSATISFIABLE => Some(None),
                _ => None,
            };
            kissat_release(solver);
            answer
        }
    }
}
