//! The octagons of `numeric` beside PPL's `Octagonal_Shape` over the rationals, on random elements.
//!
//! Only what is exact on octagons is compared, since an approximation of anything else may differ and still be right:
//! octagonal constraints, meet, join, inclusion, emptiness, assignments and preimages of `±y + c`, projection, bounds of octagonal
//! forms. After each operation our constraints, rebuilt in PPL, must be PPL's set.
//!
//! Both are also [`Subject`]s, for the bench of octagon traces ([`trace`]).

use crate::ppl::{Coefficient, Handle, Ppl, initialise, make, ok};
use crate::random::Random;
use crate::subject::{Bounds, Subject, Supremum, Topology};
use crate::trace::{Operation, Trace};
use numeric::{Constraint, Generator, Int, Linear, Octagon, Rational, Relation};
use std::ffi::c_int;
use std::time::{Duration, Instant};

#[link(name = "ppl_c")]
unsafe extern "C" {
    fn ppl_new_Octagonal_Shape_mpq_class_from_space_dimension(p: *mut Handle, d: usize, empty: c_int) -> c_int;
    fn ppl_new_Octagonal_Shape_mpq_class_from_Octagonal_Shape_mpq_class(p: *mut Handle, q: Handle) -> c_int;
    fn ppl_delete_Octagonal_Shape_mpq_class(p: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_add_constraints(p: Handle, s: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_intersection_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_upper_bound_assign(p: Handle, q: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_contains_Octagonal_Shape_mpq_class(p: Handle, q: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_equals_Octagonal_Shape_mpq_class(p: Handle, q: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_is_empty(p: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_affine_image(p: Handle, variable: usize, e: Handle, d: Handle) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_unconstrain_space_dimensions(p: Handle, ds: *const usize, n: usize) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_space_dimension(p: Handle, d: *mut usize) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_maximize(p: Handle, e: Handle, n: Handle, d: Handle, attained: *mut c_int) -> c_int;
    fn ppl_Octagonal_Shape_mpq_class_minimize(p: Handle, e: Handle, n: Handle, d: Handle, attained: *mut c_int) -> c_int;
}

/// PPL's octagons over the rationals.
pub struct Theirs(Handle);

impl Drop for Theirs {
    fn drop(&mut self) {
        unsafe { ppl_delete_Octagonal_Shape_mpq_class(self.0) };
    }
}

impl Clone for Theirs {
    fn clone(&self) -> Self {
        Theirs(make(|p| unsafe { ppl_new_Octagonal_Shape_mpq_class_from_Octagonal_Shape_mpq_class(p, self.0) }))
    }
}

impl Theirs {
    fn from_constraints(dimensions: usize, constraints: &[Constraint]) -> Self {
        initialise();
        let made = Theirs(make(|p| unsafe { ppl_new_Octagonal_Shape_mpq_class_from_space_dimension(p, dimensions, 0) }));
        made.constrain(constraints);
        made
    }

    fn constrain(&self, constraints: &[Constraint]) {
        let system = Ppl::system(constraints);
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_add_constraints(self.0, system.0) });
    }

    fn upper(&self, form: &Linear) -> Option<Rational> {
        let (e, n, d) = (Ppl::form(form), Coefficient::zero(), Coefficient::zero());
        let mut attained = 0;
        let found = ok(unsafe { ppl_Octagonal_Shape_mpq_class_maximize(self.0, e.0, n.0, d.0, &mut attained) });
        (found > 0).then(|| Rational::from(n.value()) / Rational::from(d.value()))
    }
}

/// ±x ± y or ±x, and a constant.
fn form(random: &mut Random, dimensions: usize, huge: bool) -> Linear {
    let sign = |random: &mut Random| Int::from(if random.chance(50) { 1 } else { -1 });
    let x = random.below(dimensions);
    let mut form = Linear::default();
    form.add_term(x, &sign(random));
    let y = random.below(dimensions);
    if y != x && random.chance(70) {
        form.add_term(y, &sign(random));
    }
    let size = if huge && random.chance(30) { 1_000_000_000_000_000_000 } else { 12 };
    form.add_constant(&(Int::from(random.below(size + 4) as i64) - Int::from(3)));
    form
}

fn constraints(random: &mut Random, dimensions: usize, count: usize, huge: bool) -> Vec<Constraint> {
    (0..count)
        .map(|_| Constraint {
            form: form(random, dimensions, huge),
            relation: if random.chance(12) { Relation::Zero } else { Relation::NonNegative },
        })
        .collect()
}

fn substituted(constraint: &Constraint, x: usize, value: &Linear) -> Constraint {
    let factor = constraint.form.coefficient(x);
    let mut form = constraint.form.clone();
    form.add_term(x, &-&factor);
    Constraint { form: form.plus(&factor, value), relation: constraint.relation }
}

/// Why the two are not the same.
fn difference(ours: &Octagon, theirs: &Theirs) -> Option<String> {
    let rebuilt = Theirs::from_constraints(ours.dimensions(), &ours.constraints());
    if ok(unsafe { ppl_Octagonal_Shape_mpq_class_equals_Octagonal_Shape_mpq_class(rebuilt.0, theirs.0) }) == 0 {
        return Some(format!("constraints {:?}", ours.constraints().iter().map(|c| c.to_string()).collect::<Vec<_>>()));
    }
    let empty = ok(unsafe { ppl_Octagonal_Shape_mpq_class_is_empty(theirs.0) }) > 0;
    (ours.is_empty() != empty).then(|| "emptiness".to_string())
}

/// One random run; the number of elements compared, or what went apart.
fn run(seed: u64) -> Result<usize, String> {
    let mut random = Random(seed);
    let most = if random.chance(80) { 6 } else { 30 };
    let n = 1 + random.below(most);
    let huge = random.chance(20);
    let mut told = Vec::new();
    let fresh = |random: &mut Random, told: &mut Vec<String>| {
        let count = 1 + random.below(2 * n);
        let c = constraints(random, n, count, huge);
        told.push(format!("fresh {}", c.iter().map(|c| c.to_string()).collect::<Vec<_>>().join("; ")));
        (Octagon::from_constraints(n, false, &c).0, Theirs::from_constraints(n, &c))
    };
    let mut registers: Vec<(Octagon, Theirs)> = (0..3).map(|_| fresh(&mut random, &mut told)).collect();
    let mut compared = 0;
    for _ in 0..60 {
        let (a, b) = (random.below(3), random.below(3));
        let other = registers[b].clone();
        let (ours, theirs) = &mut registers[a];
        match random.below(10) {
            0 => registers[a] = fresh(&mut random, &mut told),
            1 | 2 => {
                let c = constraints(&mut random, n, 1, huge);
                told.push(format!("r{a} constrain {}", c[0]));
                *ours = ours.meet_constraints(&c).0;
                theirs.constrain(&c);
            }
            3 => {
                told.push(format!("r{a} meet r{b}"));
                *ours = ours.meet(&other.0);
                ok(unsafe { ppl_Octagonal_Shape_mpq_class_intersection_assign(theirs.0, other.1.0) });
            }
            4 | 5 => {
                told.push(format!("r{a} join r{b}"));
                *ours = ours.join(&other.0);
                ok(unsafe { ppl_Octagonal_Shape_mpq_class_upper_bound_assign(theirs.0, other.1.0) });
            }
            kind @ (6 | 7) => {
                let x = random.below(n);
                let mut value = Linear::default();
                if random.chance(80) {
                    value.add_term(random.below(n), &Int::from(if random.chance(50) { 1 } else { -1 }));
                }
                value.add_constant(&Int::from(random.below(9) as i64 - 4));
                let (e, one) = (Ppl::form(&value), Coefficient::new(&Int::ONE));
                told.push(format!("r{a} {} x{x} := {value}", if kind == 6 { "assign" } else { "preimage of" }));
                if kind == 6 {
                    *ours = ours.assign(x, &value, &Int::ONE).0;
                    ok(unsafe { ppl_Octagonal_Shape_mpq_class_affine_image(theirs.0, x, e.0, one.0) });
                } else {
                    // PPL's preimage forgets what it knows of x where the assignment loses the old value; the substituted
                    // constraints, octagonal again, are exact.
                    *theirs =
                        Theirs::from_constraints(n, &ours.constraints().iter().map(|c| substituted(c, x, &value)).collect::<Vec<_>>());
                    *ours = ours.preimage(x, &value, &Int::ONE).0;
                }
            }
            8 => {
                let x = random.below(n);
                told.push(format!("r{a} forget x{x}"));
                *ours = ours.forget(&[x]);
                ok(unsafe { ppl_Octagonal_Shape_mpq_class_unconstrain_space_dimensions(theirs.0, &x, 1) });
            }
            _ => {
                let f = form(&mut random, n, huge);
                let included = ok(unsafe { ppl_Octagonal_Shape_mpq_class_contains_Octagonal_Shape_mpq_class(theirs.0, other.1.0) }) > 0;
                told.push(format!("? r{a} includes r{b}, upper {f}"));
                if ours.includes(&other.0) != included {
                    return Err(format!("inclusion is {included} in PPL\n{}", told.join("\n")));
                }
                if !ours.is_empty() && ours.upper(&f) != theirs.upper(&f) {
                    return Err(format!("upper {:?}, in PPL {:?}\n{}", ours.upper(&f), theirs.upper(&f), told.join("\n")));
                }
            }
        }
        compared += 1;
        if let Some(why) = difference(&registers[a].0, &registers[a].1) {
            return Err(format!("{why}\n{}", told.join("\n")));
        }
    }
    Ok(compared)
}

/// Random runs until the time is over or five went apart.
pub fn differential(seconds: u64, seed: u64) -> Result<bool, String> {
    let start = Instant::now();
    let (mut number, mut elements, mut disagreements) = (seed, 0, 0);
    while start.elapsed() < Duration::from_secs(seconds) && disagreements < 5 {
        match run(number) {
            Ok(compared) => elements += compared,
            Err(why) => {
                disagreements += 1;
                println!("DISAGREEMENT, seed {number}: {why}\n");
            }
        }
        number += 1;
    }
    println!("octagons: runs={} elements={elements} disagreements={disagreements}", number - seed);
    Ok(disagreements == 0)
}

/// The octagons of this crate over the rationals.
#[derive(Clone)]
pub struct Ours(Octagon);

/// What an octagon trace does not ask.
fn not_asked() -> ! {
    panic!("an octagon trace does not ask this")
}

/// The finite bound, or unbounded; an octagon trace asks for bounds of non-empty elements only.
fn end(value: Option<Rational>) -> Supremum {
    value.map_or(Supremum::Unbounded, |value| Supremum::Finite { value, attained: Some(true) })
}

/// What both octagons here have in common: the operations that are not asked of them.
macro_rules! never_asked {
    () => {
        fn substitute(&mut self, _: usize, _: &Self::Form, _: &Int) {
            not_asked()
        }
        fn widen(&mut self, _: &Self) {
            not_asked()
        }
        fn widen_bhrz03(&mut self, _: &Self) {
            not_asked()
        }
        fn add_dimensions(&mut self, _: usize) {
            not_asked()
        }
        fn remove_dimensions(&mut self, _: &[usize]) {
            not_asked()
        }
        fn permute(&mut self, _: &[usize]) {
            not_asked()
        }
        fn constraints(&self) -> Vec<Constraint> {
            not_asked()
        }
        fn generators(&self) -> Vec<Generator> {
            not_asked()
        }
    };
}

impl Subject for Ours {
    type Form = Linear;
    type System = Vec<Constraint>;

    fn form(form: &Linear) -> Linear {
        form.clone()
    }
    fn system(constraints: &[Constraint]) -> Vec<Constraint> {
        constraints.to_vec()
    }
    fn universe(_: Topology, dimensions: usize) -> Self {
        Ours(Octagon::universe(dimensions, false))
    }
    fn empty(_: Topology, dimensions: usize) -> Self {
        Ours(Octagon::empty(dimensions, false))
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    fn meet_constraints(&mut self, system: &Vec<Constraint>) {
        self.0 = self.0.meet_constraints(system).0;
    }
    fn meet(&mut self, other: &Self) {
        self.0 = self.0.meet(&other.0);
    }
    fn join(&mut self, other: &Self) {
        self.0 = self.0.join(&other.0);
    }
    fn includes(&self, other: &Self) -> bool {
        self.0.includes(&other.0)
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn assign(&mut self, variable: usize, form: &Linear, denominator: &Int) {
        self.0 = self.0.assign(variable, form, denominator).0;
    }
    fn forget(&mut self, variables: &[usize]) {
        self.0 = self.0.forget(variables);
    }
    fn bounds(&self, form: &Linear) -> Bounds {
        Bounds { low: end(self.0.lower(form)), high: end(self.0.upper(form)) }
    }
    never_asked!();
}

impl Subject for Theirs {
    type Form = <Ppl as Subject>::Form;
    type System = <Ppl as Subject>::System;

    fn form(form: &Linear) -> Self::Form {
        Ppl::form(form)
    }
    fn system(constraints: &[Constraint]) -> Self::System {
        Ppl::system(constraints)
    }
    fn universe(_: Topology, dimensions: usize) -> Self {
        initialise();
        Theirs(make(|p| unsafe { ppl_new_Octagonal_Shape_mpq_class_from_space_dimension(p, dimensions, 0) }))
    }
    fn empty(_: Topology, dimensions: usize) -> Self {
        initialise();
        Theirs(make(|p| unsafe { ppl_new_Octagonal_Shape_mpq_class_from_space_dimension(p, dimensions, 1) }))
    }
    fn dimensions(&self) -> usize {
        let mut d = 0;
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_space_dimension(self.0, &mut d) });
        d
    }
    fn meet_constraints(&mut self, system: &Self::System) {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_add_constraints(self.0, system.0) });
    }
    fn meet(&mut self, other: &Self) {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_intersection_assign(self.0, other.0) });
    }
    fn join(&mut self, other: &Self) {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_upper_bound_assign(self.0, other.0) });
    }
    fn includes(&self, other: &Self) -> bool {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_contains_Octagonal_Shape_mpq_class(self.0, other.0) }) > 0
    }
    fn is_empty(&self) -> bool {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_is_empty(self.0) }) > 0
    }
    fn assign(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        let d = Coefficient::new(denominator);
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_affine_image(self.0, variable, form.0, d.0) });
    }
    fn forget(&mut self, variables: &[usize]) {
        ok(unsafe { ppl_Octagonal_Shape_mpq_class_unconstrain_space_dimensions(self.0, variables.as_ptr(), variables.len()) });
    }
    fn bounds(&self, form: &Self::Form) -> Bounds {
        let high = |up: bool| {
            let (n, d) = (Coefficient::zero(), Coefficient::zero());
            let mut attained = 0;
            let found = ok(unsafe {
                if up {
                    ppl_Octagonal_Shape_mpq_class_maximize(self.0, form.0, n.0, d.0, &mut attained)
                } else {
                    ppl_Octagonal_Shape_mpq_class_minimize(self.0, form.0, n.0, d.0, &mut attained)
                }
            });
            end((found > 0).then(|| Rational::from(n.value()) / Rational::from(d.value())))
        };
        Bounds { low: high(false), high: high(true) }
    }
    never_asked!();
}

/// One connected octagon of `n` variables that holds the origin: a closure from nothing, ten incremental ones, assignments,
/// a join, inclusions, a projection and bounds.
pub fn trace(n: usize) -> Trace {
    use Operation::{Assign, Copy, Forget, Includes, IsEmpty, Join, Meet, MeetConstraints, Universe};
    let mut random = Random(n as u64);
    let mut around = |count: usize| -> Vec<Constraint> {
        (0..count)
            .map(|i| {
                let (x, y) = (i % n, random.below(n));
                let mut form = Linear::new([(x, if random.chance(50) { 1 } else { -1 })], 1 + random.below(20) as i64);
                if y != x {
                    form.add_term(y, &Int::from(if random.chance(50) { 1 } else { -1 }));
                }
                Constraint::non_negative(form)
            })
            .collect()
    };
    let mut operations = vec![
        Universe { to: 0, dimensions: n },
        MeetConstraints { register: 0, constraints: around(4 * n) },
        IsEmpty { register: 0 },
        Copy { to: 1, from: 0 },
    ];
    for _ in 0..10 {
        operations.push(MeetConstraints { register: 1, constraints: around(1) });
        operations.push(IsEmpty { register: 1 });
    }
    let assign = |register: usize, variable: usize, from: usize, by: i64| Assign {
        register,
        variable,
        form: Linear::new([(from, 1)], by),
        denominator: Int::ONE,
    };
    operations.extend([
        Copy { to: 2, from: 0 },
        assign(2, 0, 1 % n, 1),
        assign(2, n - 1, n - 1, 3),
        IsEmpty { register: 2 },
        Join { register: 1, other: 2 },
        Includes { register: 1, other: 0 },
        Includes { register: 1, other: 2 },
        Forget { register: 1, variables: vec![n / 2] },
        Operation::Bounds { register: 1, form: Linear::variable(0) },
        Operation::Bounds { register: 1, form: Linear::new([(0, 1), (n - 1, -1)], 0) },
        Meet { register: 1, other: 0 },
        IsEmpty { register: 1 },
    ]);
    Trace { name: format!("octagon-{n}"), variables: n, topology: Topology::Closed, operations }
}
