//! APRON's polyhedra and ELINA's, through one table of functions each (`shim/library.c`).
//!
//! All dimensions are rational there too, so that the same sets are computed. Neither library has BHRZ03's widening, and
//! the minimised views are not asked of them: a trace that needs either is not replayed on them.

use crate::gmp::Mpz;
use crate::subject::{Bounds, Subject, Supremum, Topology};
use numeric::{Constraint, Generator, Int, Linear, Rational, Relation};
use std::ffi::{CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::OnceLock;

type Handle = *mut c_void;

#[repr(C)]
pub struct Table {
    make_manager: unsafe extern "C" fn(c_int) -> Handle,
    make_form: unsafe extern "C" fn(usize, *const usize, *const *const c_char, *const c_char) -> Handle,
    free_form: unsafe extern "C" fn(Handle),
    make_list: unsafe extern "C" fn(usize) -> Handle,
    set_list: unsafe extern "C" fn(Handle, usize, Handle, c_int),
    free_list: unsafe extern "C" fn(Handle),
    top: unsafe extern "C" fn(Handle, usize) -> Handle,
    bottom: unsafe extern "C" fn(Handle, usize) -> Handle,
    copy: unsafe extern "C" fn(Handle, Handle) -> Handle,
    free_element: unsafe extern "C" fn(Handle, Handle),
    dimensions: unsafe extern "C" fn(Handle, Handle) -> usize,
    constrain: unsafe extern "C" fn(Handle, Handle, Handle) -> Handle,
    meet: unsafe extern "C" fn(Handle, Handle, Handle) -> Handle,
    join: unsafe extern "C" fn(Handle, Handle, Handle) -> Handle,
    leq: unsafe extern "C" fn(Handle, Handle, Handle) -> c_int,
    is_bottom: unsafe extern "C" fn(Handle, Handle) -> c_int,
    assign: unsafe extern "C" fn(Handle, Handle, usize, Handle) -> Handle,
    substitute: unsafe extern "C" fn(Handle, Handle, usize, Handle) -> Handle,
    forget: unsafe extern "C" fn(Handle, Handle, *const usize, usize) -> Handle,
    widen: unsafe extern "C" fn(Handle, Handle, Handle) -> Handle,
    add_dimensions: unsafe extern "C" fn(Handle, Handle, usize) -> Handle,
    remove_dimensions: unsafe extern "C" fn(Handle, Handle, *const usize, usize) -> Handle,
    permute: unsafe extern "C" fn(Handle, Handle, *const usize, usize) -> Handle,
    bounds: unsafe extern "C" fn(Handle, Handle, Handle, *mut c_void, *mut c_void, *mut c_void, *mut c_void) -> c_int,
}

#[cfg(apron)]
unsafe extern "C" {
    static apron_table: Table;
}

#[cfg(elina)]
unsafe extern "C" {
    static elina_table: Table;
}

pub trait Library: 'static {
    /// Octagons instead of polyhedra.
    const OCTAGONS: bool = false;
    fn table() -> &'static Table;
}

#[cfg(apron)]
pub struct Apron;

#[cfg(apron)]
impl Library for Apron {
    fn table() -> &'static Table {
        unsafe { &apron_table }
    }
}

#[cfg(apron)]
pub struct ApronOctagons;

#[cfg(apron)]
impl Library for ApronOctagons {
    const OCTAGONS: bool = true;
    fn table() -> &'static Table {
        Apron::table()
    }
}

#[cfg(elina)]
pub struct Elina;

#[cfg(elina)]
impl Library for Elina {
    fn table() -> &'static Table {
        unsafe { &elina_table }
    }
}

/// A process replays on one library only, so one manager for each topology is enough.
fn manager<L: Library>(topology: Topology) -> Handle {
    static MANAGERS: [OnceLock<usize>; 2] = [OnceLock::new(), OnceLock::new()];
    let strict = usize::from(topology == Topology::Strict);
    let kind = if L::OCTAGONS { 2 } else { strict as c_int };
    *MANAGERS[strict].get_or_init(|| unsafe { (L::table().make_manager)(kind) } as usize) as Handle
}

pub struct Expression<L: Library> {
    handle: Handle,
    form: Linear,
    library: PhantomData<L>,
}

impl<L: Library> Drop for Expression<L> {
    fn drop(&mut self) {
        unsafe { (L::table().free_form)(self.handle) };
    }
}

pub struct List<L: Library>(Handle, PhantomData<L>);

impl<L: Library> Drop for List<L> {
    fn drop(&mut self) {
        unsafe { (L::table().free_list)(self.0) };
    }
}

fn text(value: &str) -> CString {
    CString::new(value).expect("digits have no zero byte")
}

/// form / denominator as the library keeps it.
fn quotient<L: Library>(form: &Linear, denominator: &Int) -> Handle {
    let dimensions: Vec<usize> = form.terms().map(|(d, _)| d).collect();
    let factors: Vec<CString> = form.terms().map(|(_, c)| text(&format!("{c}/{denominator}"))).collect();
    let pointers: Vec<*const c_char> = factors.iter().map(|f| f.as_ptr()).collect();
    let constant = text(&format!("{}/{denominator}", form.constant_term()));
    unsafe { (L::table().make_form)(dimensions.len(), dimensions.as_ptr(), pointers.as_ptr(), constant.as_ptr()) }
}

pub struct Foreign<L: Library> {
    manager: Handle,
    element: Handle,
    library: PhantomData<L>,
}

impl<L: Library> Foreign<L> {
    fn change(&mut self, operation: impl FnOnce(&'static Table, Handle, Handle) -> Handle) {
        self.element = operation(L::table(), self.manager, self.element);
    }
}

impl<L: Library> Drop for Foreign<L> {
    fn drop(&mut self) {
        unsafe { (L::table().free_element)(self.manager, self.element) };
    }
}

impl<L: Library> Clone for Foreign<L> {
    fn clone(&self) -> Self {
        let element = unsafe { (L::table().copy)(self.manager, self.element) };
        Foreign { manager: self.manager, element, library: PhantomData }
    }
}

impl<L: Library> Subject for Foreign<L> {
    type Form = Rc<Expression<L>>;
    type System = Rc<List<L>>;

    fn form(form: &Linear) -> Self::Form {
        Rc::new(Expression { handle: quotient::<L>(form, &Int::ONE), form: form.clone(), library: PhantomData })
    }

    fn system(constraints: &[Constraint]) -> Self::System {
        let list = unsafe { (L::table().make_list)(constraints.len()) };
        for (i, c) in constraints.iter().enumerate() {
            let relation = match c.relation {
                Relation::Zero => 0,
                Relation::NonNegative => 1,
                Relation::Positive => 2,
            };
            unsafe { (L::table().set_list)(list, i, quotient::<L>(&c.form, &Int::ONE), relation) };
        }
        Rc::new(List(list, PhantomData))
    }

    fn universe(topology: Topology, dimensions: usize) -> Self {
        let manager = manager::<L>(topology);
        Foreign { manager, element: unsafe { (L::table().top)(manager, dimensions) }, library: PhantomData }
    }

    fn empty(topology: Topology, dimensions: usize) -> Self {
        let manager = manager::<L>(topology);
        Foreign { manager, element: unsafe { (L::table().bottom)(manager, dimensions) }, library: PhantomData }
    }

    fn dimensions(&self) -> usize {
        unsafe { (L::table().dimensions)(self.manager, self.element) }
    }

    fn meet_constraints(&mut self, system: &Self::System) {
        self.change(|t, m, a| unsafe { (t.constrain)(m, a, system.0) });
    }

    fn meet(&mut self, other: &Self) {
        self.change(|t, m, a| unsafe { (t.meet)(m, a, other.element) });
    }

    fn join(&mut self, other: &Self) {
        self.change(|t, m, a| unsafe { (t.join)(m, a, other.element) });
    }

    fn includes(&self, other: &Self) -> bool {
        unsafe { (L::table().leq)(self.manager, other.element, self.element) != 0 }
    }

    fn is_empty(&self) -> bool {
        unsafe { (L::table().is_bottom)(self.manager, self.element) != 0 }
    }

    fn assign(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        if *denominator == Int::ONE {
            return self.change(|t, m, a| unsafe { (t.assign)(m, a, variable, form.handle) });
        }
        let quotient = quotient::<L>(&form.form, denominator);
        self.change(|t, m, a| unsafe { (t.assign)(m, a, variable, quotient) });
        unsafe { (L::table().free_form)(quotient) };
    }

    fn substitute(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        if *denominator == Int::ONE {
            return self.change(|t, m, a| unsafe { (t.substitute)(m, a, variable, form.handle) });
        }
        let quotient = quotient::<L>(&form.form, denominator);
        self.change(|t, m, a| unsafe { (t.substitute)(m, a, variable, quotient) });
        unsafe { (L::table().free_form)(quotient) };
    }

    fn forget(&mut self, variables: &[usize]) {
        self.change(|t, m, a| unsafe { (t.forget)(m, a, variables.as_ptr(), variables.len()) });
    }

    fn widen(&mut self, old: &Self) {
        self.change(|t, m, a| unsafe { (t.widen)(m, old.element, a) });
    }

    fn widen_bhrz03(&mut self, _: &Self) {
        panic!("this library has no such widening");
    }

    fn bounds(&self, form: &Self::Form) -> Bounds {
        let [mut a, mut b, mut c, mut d] = [(); 4].map(|()| Mpz::default());
        let found =
            unsafe { (L::table().bounds)(self.manager, self.element, form.handle, a.pointer(), b.pointer(), c.pointer(), d.pointer()) };
        if found == 4 {
            return Bounds { low: Supremum::Empty, high: Supremum::Empty };
        }
        let end = |there: bool, n: &Mpz, d: &Mpz| {
            if !there {
                return Supremum::Unbounded;
            }
            Supremum::Finite { value: Rational::from(n.value()) / Rational::from(d.value()), attained: None }
        };
        Bounds { low: end(found & 1 != 0, &a, &b), high: end(found & 2 != 0, &c, &d) }
    }

    fn add_dimensions(&mut self, count: usize) {
        self.change(|t, m, a| unsafe { (t.add_dimensions)(m, a, count) });
    }

    fn remove_dimensions(&mut self, dimensions: &[usize]) {
        self.change(|t, m, a| unsafe { (t.remove_dimensions)(m, a, dimensions.as_ptr(), dimensions.len()) });
    }

    fn permute(&mut self, to: &[usize]) {
        self.change(|t, m, a| unsafe { (t.permute)(m, a, to.as_ptr(), to.len()) });
    }

    fn constraints(&self) -> Vec<Constraint> {
        panic!("the views of this library are not asked");
    }

    fn generators(&self) -> Vec<Generator> {
        panic!("the views of this library are not asked");
    }
}
