//! The Parma Polyhedra Library through its C interface: the yardstick.
//!
//! PPL converts between constraints and generators only when an operation needs the other side, so a replay costs it
//! exactly what was asked.

use crate::gmp::Mpz;
use crate::subject::{Bounds, Subject, Supremum, Topology};
use numeric::{Constraint, Generator, Int, Linear, Rational, Relation};
use std::ffi::{c_int, c_uint, c_void};
use std::rc::Rc;
use std::sync::Once;

pub(crate) type Handle = *mut c_void;

#[link(name = "ppl_c")]
unsafe extern "C" {
    fn ppl_initialize() -> c_int;
    fn ppl_set_timeout(hundredths: c_uint) -> c_int;
    fn ppl_reset_timeout() -> c_int;

    fn ppl_new_Coefficient(c: *mut Handle) -> c_int;
    fn ppl_new_Coefficient_from_mpz_t(c: *mut Handle, z: *mut c_void) -> c_int;
    fn ppl_delete_Coefficient(c: Handle) -> c_int;
    fn ppl_Coefficient_to_mpz_t(c: Handle, z: *mut c_void) -> c_int;

    fn ppl_new_Linear_Expression_with_dimension(e: *mut Handle, d: usize) -> c_int;
    fn ppl_delete_Linear_Expression(e: Handle) -> c_int;
    fn ppl_Linear_Expression_add_to_coefficient(e: Handle, variable: usize, c: Handle) -> c_int;
    fn ppl_Linear_Expression_add_to_inhomogeneous(e: Handle, c: Handle) -> c_int;

    fn ppl_new_Constraint(c: *mut Handle, e: Handle, relation: c_int) -> c_int;
    fn ppl_delete_Constraint(c: Handle) -> c_int;
    fn ppl_Constraint_type(c: Handle) -> c_int;
    fn ppl_Constraint_coefficient(c: Handle, variable: usize, value: Handle) -> c_int;
    fn ppl_Constraint_inhomogeneous_term(c: Handle, value: Handle) -> c_int;
    fn ppl_Constraint_space_dimension(c: Handle, d: *mut usize) -> c_int;

    fn ppl_new_Constraint_System(s: *mut Handle) -> c_int;
    fn ppl_delete_Constraint_System(s: Handle) -> c_int;
    fn ppl_Constraint_System_insert_Constraint(s: Handle, c: Handle) -> c_int;
    fn ppl_Constraint_System_begin(s: Handle, i: Handle) -> c_int;
    fn ppl_Constraint_System_end(s: Handle, i: Handle) -> c_int;
    fn ppl_new_Constraint_System_const_iterator(i: *mut Handle) -> c_int;
    fn ppl_delete_Constraint_System_const_iterator(i: Handle) -> c_int;
    fn ppl_Constraint_System_const_iterator_dereference(i: Handle, c: *mut Handle) -> c_int;
    fn ppl_Constraint_System_const_iterator_increment(i: Handle) -> c_int;
    fn ppl_Constraint_System_const_iterator_equal_test(i: Handle, j: Handle) -> c_int;

    fn ppl_new_Generator(g: *mut Handle, e: Handle, kind: c_int, divisor: Handle) -> c_int;
    fn ppl_delete_Generator(g: Handle) -> c_int;
    fn ppl_Generator_type(g: Handle) -> c_int;
    fn ppl_Generator_coefficient(g: Handle, variable: usize, value: Handle) -> c_int;
    fn ppl_Generator_divisor(g: Handle, value: Handle) -> c_int;
    fn ppl_Generator_space_dimension(g: Handle, d: *mut usize) -> c_int;
    fn ppl_new_Generator_System(s: *mut Handle) -> c_int;
    fn ppl_delete_Generator_System(s: Handle) -> c_int;
    fn ppl_Generator_System_insert_Generator(s: Handle, g: Handle) -> c_int;
    fn ppl_Generator_System_begin(s: Handle, i: Handle) -> c_int;
    fn ppl_Generator_System_end(s: Handle, i: Handle) -> c_int;
    fn ppl_new_Generator_System_const_iterator(i: *mut Handle) -> c_int;
    fn ppl_delete_Generator_System_const_iterator(i: Handle) -> c_int;
    fn ppl_Generator_System_const_iterator_dereference(i: Handle, g: *mut Handle) -> c_int;
    fn ppl_Generator_System_const_iterator_increment(i: Handle) -> c_int;
    fn ppl_Generator_System_const_iterator_equal_test(i: Handle, j: Handle) -> c_int;

    fn ppl_new_C_Polyhedron_from_space_dimension(p: *mut Handle, d: usize, empty: c_int) -> c_int;
    fn ppl_new_NNC_Polyhedron_from_space_dimension(p: *mut Handle, d: usize, empty: c_int) -> c_int;
    fn ppl_new_C_Polyhedron_from_C_Polyhedron(p: *mut Handle, q: Handle) -> c_int;
    fn ppl_new_NNC_Polyhedron_from_NNC_Polyhedron(p: *mut Handle, q: Handle) -> c_int;
    fn ppl_delete_Polyhedron(p: Handle) -> c_int;
    fn ppl_Polyhedron_space_dimension(p: Handle, d: *mut usize) -> c_int;
    fn ppl_Polyhedron_add_constraints(p: Handle, s: Handle) -> c_int;
    fn ppl_Polyhedron_add_generators(p: Handle, s: Handle) -> c_int;
    fn ppl_Polyhedron_intersection_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_poly_hull_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_contains_Polyhedron(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_equals_Polyhedron(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_is_empty(p: Handle) -> c_int;
    fn ppl_Polyhedron_affine_image(p: Handle, variable: usize, e: Handle, d: Handle) -> c_int;
    fn ppl_Polyhedron_affine_preimage(p: Handle, variable: usize, e: Handle, d: Handle) -> c_int;
    fn ppl_Polyhedron_unconstrain_space_dimensions(p: Handle, ds: *const usize, n: usize) -> c_int;
    fn ppl_Polyhedron_H79_widening_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_BHRZ03_widening_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Polyhedron_maximize(p: Handle, e: Handle, n: Handle, d: Handle, attained: *mut c_int) -> c_int;
    fn ppl_Polyhedron_minimize(p: Handle, e: Handle, n: Handle, d: Handle, attained: *mut c_int) -> c_int;
    fn ppl_Polyhedron_get_minimized_constraints(p: Handle, s: *mut Handle) -> c_int;
    fn ppl_Polyhedron_get_minimized_generators(p: Handle, s: *mut Handle) -> c_int;
    fn ppl_Polyhedron_add_space_dimensions_and_embed(p: Handle, d: usize) -> c_int;
    fn ppl_Polyhedron_remove_space_dimensions(p: Handle, ds: *const usize, n: usize) -> c_int;
    fn ppl_Polyhedron_map_space_dimensions(p: Handle, maps: *const usize, n: usize) -> c_int;
}

const EQUAL: c_int = 2;
const GREATER_OR_EQUAL: c_int = 3;
const GREATER: c_int = 4;
const LINE: c_int = 0;
const RAY: c_int = 1;
const POINT: c_int = 2;
const CLOSURE_POINT: c_int = 3;

/// PPL reports a misuse by a negative number; all calls here respect its rules, so one is a mistake in this file.
pub(crate) fn ok(status: c_int) -> c_int {
    assert!(status >= 0, "PPL reports error {status}");
    status
}

pub(crate) fn make(new: impl FnOnce(*mut Handle) -> c_int) -> Handle {
    let mut handle = std::ptr::null_mut();
    ok(new(&mut handle));
    handle
}

pub(crate) fn initialise() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        ok(unsafe { ppl_initialize() });
    });
}

const TIMED_OUT: c_int = -11;

/// In hundredths of a second.
const LIMIT: c_uint = 25;

fn within_limit(operation: impl FnOnce() -> c_int) -> Option<c_int> {
    ok(unsafe { ppl_set_timeout(LIMIT) });
    let status = operation();
    ok(unsafe { ppl_reset_timeout() });
    (status != TIMED_OUT).then(|| ok(status))
}

pub(crate) struct Coefficient(pub(crate) Handle);

impl Coefficient {
    pub(crate) fn new(value: &Int) -> Self {
        let mut z = Mpz::new(value);
        Coefficient(make(|c| unsafe { ppl_new_Coefficient_from_mpz_t(c, z.pointer()) }))
    }

    pub(crate) fn zero() -> Self {
        Coefficient(make(|c| unsafe { ppl_new_Coefficient(c) }))
    }

    pub(crate) fn value(&self) -> Int {
        let mut z = Mpz::default();
        ok(unsafe { ppl_Coefficient_to_mpz_t(self.0, z.pointer()) });
        z.value()
    }
}

impl Drop for Coefficient {
    fn drop(&mut self) {
        unsafe { ppl_delete_Coefficient(self.0) };
    }
}

/// A linear expression of PPL.
pub struct Expression(pub(crate) Handle);

impl Expression {
    fn new(form: &Linear) -> Self {
        initialise();
        let e = make(|e| unsafe { ppl_new_Linear_Expression_with_dimension(e, form.space()) });
        for (dimension, c) in form.terms() {
            let c = Coefficient::new(c);
            ok(unsafe { ppl_Linear_Expression_add_to_coefficient(e, dimension, c.0) });
        }
        let c = Coefficient::new(form.constant_term());
        ok(unsafe { ppl_Linear_Expression_add_to_inhomogeneous(e, c.0) });
        Expression(e)
    }
}

impl Drop for Expression {
    fn drop(&mut self) {
        unsafe { ppl_delete_Linear_Expression(self.0) };
    }
}

/// A constraint system of PPL.
pub struct System(pub(crate) Handle);

impl Drop for System {
    fn drop(&mut self) {
        unsafe { ppl_delete_Constraint_System(self.0) };
    }
}

/// `C_Polyhedron` or, for strict inequalities, `NNC_Polyhedron`.
pub struct Ppl {
    handle: Handle,
    topology: Topology,
}

impl Drop for Ppl {
    fn drop(&mut self) {
        unsafe { ppl_delete_Polyhedron(self.handle) };
    }
}

impl Clone for Ppl {
    fn clone(&self) -> Self {
        let handle = make(|p| unsafe {
            match self.topology {
                Topology::Closed => ppl_new_C_Polyhedron_from_C_Polyhedron(p, self.handle),
                Topology::Strict => ppl_new_NNC_Polyhedron_from_NNC_Polyhedron(p, self.handle),
            }
        });
        Ppl { handle, topology: self.topology }
    }
}

impl Ppl {
    fn new(topology: Topology, dimensions: usize, empty: bool) -> Self {
        initialise();
        let handle = make(|p| unsafe {
            match topology {
                Topology::Closed => ppl_new_C_Polyhedron_from_space_dimension(p, dimensions, empty.into()),
                Topology::Strict => ppl_new_NNC_Polyhedron_from_space_dimension(p, dimensions, empty.into()),
            }
        });
        Ppl { handle, topology }
    }

    /// `None` if it takes too long. Elements that PPL is still to convert may be out of its reach: the trace never
    /// asked for it.
    pub fn equals(&self, other: &Ppl) -> Option<bool> {
        within_limit(|| unsafe { ppl_Polyhedron_equals_Polyhedron(self.handle, other.handle) }).map(|r| r > 0)
    }

    /// The sizes of both minimised views, or `None` if they cannot be had in time. Asked of copies: with strict
    /// inequalities, minimising the constraints throws the generators away.
    pub fn sizes(&self) -> Option<(usize, usize)> {
        let (a, b) = (self.clone(), self.clone());
        let mut system = std::ptr::null_mut();
        within_limit(|| unsafe { ppl_Polyhedron_get_minimized_generators(a.handle, &mut system) })?;
        let generators = read_generators(system, self.dimensions()).len();
        within_limit(|| unsafe { ppl_Polyhedron_get_minimized_constraints(b.handle, &mut system) })?;
        Some((read_constraints(system).len(), generators))
    }

    pub fn from_constraints(topology: Topology, dimensions: usize, constraints: &[Constraint]) -> Self {
        let mut p = Ppl::universe(topology, dimensions);
        p.meet_constraints(&Ppl::system(constraints));
        p
    }

    /// The polyhedron spanned by generators; no generators span the empty set. `None` if they are not a legal system:
    /// some, but no point.
    pub fn from_generators(topology: Topology, dimensions: usize, generators: &[Generator]) -> Option<Self> {
        let p = Ppl::empty(topology, dimensions);
        if generators.is_empty() {
            return Some(p);
        }
        if !generators.iter().any(|g| matches!(g, Generator::Point(_))) {
            return None;
        }
        let system = make(|s| unsafe { ppl_new_Generator_System(s) });
        for generator in generators {
            let (kind, form, divisor) = match generator {
                Generator::Line(v) => (LINE, direction(v), Int::ONE),
                Generator::Ray(v) => (RAY, direction(v), Int::ONE),
                Generator::Point(x) | Generator::ClosurePoint(x) => {
                    let divisor = x.iter().fold(Int::ONE, |product, q| {
                        let d = Int::from(q.denominator().clone());
                        if &product % &d == Int::ZERO { product } else { product * d }
                    });
                    let scaled: Vec<Int> = x.iter().map(|q| q.numerator() * (&divisor / Int::from(q.denominator().clone()))).collect();
                    let kind = if matches!(generator, Generator::Point(_)) { POINT } else { CLOSURE_POINT };
                    (kind, direction(&scaled), divisor)
                }
            };
            let (e, d) = (Expression::new(&form), Coefficient::new(&divisor));
            let g = make(|g| unsafe { ppl_new_Generator(g, e.0, kind, d.0) });
            unsafe {
                ok(ppl_Generator_System_insert_Generator(system, g));
                ppl_delete_Generator(g);
            }
        }
        unsafe {
            ok(ppl_Polyhedron_add_generators(p.handle, system));
            ppl_delete_Generator_System(system);
        }
        Some(p)
    }

    fn supremum(&self, e: &Expression, up: bool) -> Supremum {
        let (n, d) = (Coefficient::zero(), Coefficient::zero());
        let mut attained: c_int = 0;
        let found = ok(unsafe {
            if up {
                ppl_Polyhedron_maximize(self.handle, e.0, n.0, d.0, &mut attained)
            } else {
                ppl_Polyhedron_minimize(self.handle, e.0, n.0, d.0, &mut attained)
            }
        });
        if found == 0 {
            return if self.is_empty() { Supremum::Empty } else { Supremum::Unbounded };
        }
        let value = Rational::from(n.value()) / Rational::from(d.value());
        Supremum::Finite { value, attained: Some(attained != 0) }
    }
}

fn direction(v: &[Int]) -> Linear {
    Linear::new(v.iter().cloned().enumerate(), 0)
}

impl Subject for Ppl {
    type Form = Rc<Expression>;
    type System = Rc<System>;

    fn form(form: &Linear) -> Self::Form {
        Rc::new(Expression::new(form))
    }

    fn system(constraints: &[Constraint]) -> Self::System {
        initialise();
        let system = make(|s| unsafe { ppl_new_Constraint_System(s) });
        for constraint in constraints {
            let e = Expression::new(&constraint.form);
            let relation = match constraint.relation {
                Relation::Zero => EQUAL,
                Relation::NonNegative => GREATER_OR_EQUAL,
                Relation::Positive => GREATER,
            };
            let c = make(|c| unsafe { ppl_new_Constraint(c, e.0, relation) });
            unsafe {
                ok(ppl_Constraint_System_insert_Constraint(system, c));
                ppl_delete_Constraint(c);
            }
        }
        Rc::new(System(system))
    }

    fn universe(topology: Topology, dimensions: usize) -> Self {
        Ppl::new(topology, dimensions, false)
    }

    fn empty(topology: Topology, dimensions: usize) -> Self {
        Ppl::new(topology, dimensions, true)
    }

    fn dimensions(&self) -> usize {
        let mut d = 0;
        ok(unsafe { ppl_Polyhedron_space_dimension(self.handle, &mut d) });
        d
    }

    fn meet_constraints(&mut self, system: &Self::System) {
        ok(unsafe { ppl_Polyhedron_add_constraints(self.handle, system.0) });
    }

    fn meet(&mut self, other: &Self) {
        ok(unsafe { ppl_Polyhedron_intersection_assign(self.handle, other.handle) });
    }

    fn join(&mut self, other: &Self) {
        ok(unsafe { ppl_Polyhedron_poly_hull_assign(self.handle, other.handle) });
    }

    fn includes(&self, other: &Self) -> bool {
        ok(unsafe { ppl_Polyhedron_contains_Polyhedron(self.handle, other.handle) }) > 0
    }

    fn is_empty(&self) -> bool {
        ok(unsafe { ppl_Polyhedron_is_empty(self.handle) }) > 0
    }

    fn assign(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        let d = Coefficient::new(denominator);
        ok(unsafe { ppl_Polyhedron_affine_image(self.handle, variable, form.0, d.0) });
    }

    fn substitute(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        let d = Coefficient::new(denominator);
        ok(unsafe { ppl_Polyhedron_affine_preimage(self.handle, variable, form.0, d.0) });
    }

    fn forget(&mut self, variables: &[usize]) {
        ok(unsafe { ppl_Polyhedron_unconstrain_space_dimensions(self.handle, variables.as_ptr(), variables.len()) });
    }

    fn widen(&mut self, old: &Self) {
        ok(unsafe { ppl_Polyhedron_H79_widening_assign(self.handle, old.handle) });
    }

    fn widen_bhrz03(&mut self, old: &Self) {
        ok(unsafe { ppl_Polyhedron_BHRZ03_widening_assign(self.handle, old.handle) });
    }

    fn bounds(&self, form: &Self::Form) -> Bounds {
        Bounds { low: self.supremum(form, false), high: self.supremum(form, true) }
    }

    fn add_dimensions(&mut self, count: usize) {
        ok(unsafe { ppl_Polyhedron_add_space_dimensions_and_embed(self.handle, count) });
    }

    fn remove_dimensions(&mut self, dimensions: &[usize]) {
        ok(unsafe { ppl_Polyhedron_remove_space_dimensions(self.handle, dimensions.as_ptr(), dimensions.len()) });
    }

    fn permute(&mut self, to: &[usize]) {
        ok(unsafe { ppl_Polyhedron_map_space_dimensions(self.handle, to.as_ptr(), to.len()) });
    }

    fn constraints(&self) -> Vec<Constraint> {
        let mut system = std::ptr::null_mut();
        ok(unsafe { ppl_Polyhedron_get_minimized_constraints(self.handle, &mut system) });
        read_constraints(system)
    }

    fn generators(&self) -> Vec<Generator> {
        let mut system = std::ptr::null_mut();
        ok(unsafe { ppl_Polyhedron_get_minimized_generators(self.handle, &mut system) });
        read_generators(system, self.dimensions())
    }
}

fn read_constraints(system: Handle) -> Vec<Constraint> {
    let mut found = Vec::new();
    let value = Coefficient::zero();
    unsafe {
        let i = make(|i| ppl_new_Constraint_System_const_iterator(i));
        let end = make(|i| ppl_new_Constraint_System_const_iterator(i));
        ok(ppl_Constraint_System_begin(system, i));
        ok(ppl_Constraint_System_end(system, end));
        while ppl_Constraint_System_const_iterator_equal_test(i, end) == 0 {
            let mut c = std::ptr::null_mut();
            ok(ppl_Constraint_System_const_iterator_dereference(i, &mut c));
            let mut d = 0;
            ok(ppl_Constraint_space_dimension(c, &mut d));
            let mut form = Linear::default();
            for dimension in 0..d {
                ok(ppl_Constraint_coefficient(c, dimension, value.0));
                form.add_term(dimension, &value.value());
            }
            ok(ppl_Constraint_inhomogeneous_term(c, value.0));
            form.add_constant(&value.value());
            found.push(match ppl_Constraint_type(c) {
                EQUAL => Constraint::zero(form),
                GREATER_OR_EQUAL => Constraint::non_negative(form),
                _ => Constraint::positive(form),
            });
            ok(ppl_Constraint_System_const_iterator_increment(i));
        }
        ppl_delete_Constraint_System_const_iterator(i);
        ppl_delete_Constraint_System_const_iterator(end);
    }
    found
}

fn read_generators(system: Handle, n: usize) -> Vec<Generator> {
    let mut found = Vec::new();
    let value = Coefficient::zero();
    unsafe {
        let i = make(|i| ppl_new_Generator_System_const_iterator(i));
        let end = make(|i| ppl_new_Generator_System_const_iterator(i));
        ok(ppl_Generator_System_begin(system, i));
        ok(ppl_Generator_System_end(system, end));
        while ppl_Generator_System_const_iterator_equal_test(i, end) == 0 {
            let mut g = std::ptr::null_mut();
            ok(ppl_Generator_System_const_iterator_dereference(i, &mut g));
            let mut d = 0;
            ok(ppl_Generator_space_dimension(g, &mut d));
            let mut v = vec![Int::ZERO; n];
            for (dimension, x) in v.iter_mut().enumerate().take(d) {
                ok(ppl_Generator_coefficient(g, dimension, value.0));
                *x = value.value();
            }
            let point = |v: Vec<Int>| {
                ok(ppl_Generator_divisor(g, value.0));
                let divisor = Rational::from(value.value());
                v.into_iter().map(|x| Rational::from(x) / &divisor).collect()
            };
            found.push(match ppl_Generator_type(g) {
                LINE => Generator::Line(v),
                RAY => Generator::Ray(v),
                POINT => Generator::Point(point(v)),
                _ => Generator::ClosurePoint(point(v)),
            });
            ok(ppl_Generator_System_const_iterator_increment(i));
        }
        ppl_delete_Generator_System_const_iterator(i);
        ppl_delete_Generator_System_const_iterator(end);
    }
    found
}

/// PPL is not for several threads; a test holds this while it uses it.
#[cfg(test)]
pub fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ONE.lock().unwrap_or_else(|e| e.into_inner())
}
