//! Transition systems over a declared sort: what is read and refused, and random systems against the plain enumeration of their states for
//! every small domain.

use base::exec::eval::{self, Map, State, Value};
use base::random::Random;
use base::{Cfa, Int, LocId, Sort, SortedSet, Stmt};
use std::collections::HashSet;
use tsfront::subst::Subst;
use tsfront::system::System;
use tsfront::term::Terms;
use tsfront::{Automaton, simplify, to_cfa, vmt};

/// The largest domain that is looked at.
const LARGEST: usize = 3;

/// An element.
#[derive(Clone, Debug)]
enum E {
    X(bool),
    Y(bool),
    Input,
    Bound(usize),
    Ite(Box<F>, Box<E>, Box<E>),
}

/// An array of zeros and ones.
#[derive(Clone, Debug)]
enum A {
    State(bool),
    Zeros,
    Store(Box<A>, E, Box<V>),
    Ite(Box<F>, Box<A>, Box<A>),
}

/// A number, 0 or 1.
#[derive(Clone, Debug)]
enum V {
    Number(i64),
    Select(A, E),
    Opposite(Box<V>),
}

#[derive(Clone, Debug)]
enum F {
    Same(E, E),
    SameArray(A, A),
    Less(V, V),
    SameValue(V, V),
    /// The function of the file.
    Alone(E),
    Not(Box<F>),
    And(Vec<F>),
    Or(Vec<F>),
    Iff(Box<F>, Box<F>),
    /// Universal or not; the variable is the next bound one.
    Quant(bool, Box<F>),
}

/// The values of x, y and the array.
type Here = (usize, usize, Vec<i64>);

/// A domain with values of everything that a formula may mention.
struct Env<'a> {
    size: usize,
    now: &'a Here,
    next: &'a Here,
    input: usize,
    bound: Vec<usize>,
}

impl Env<'_> {
    fn here(&self, next: bool) -> &Here {
        if next { self.next } else { self.now }
    }

    fn element(&mut self, e: &E) -> usize {
        match e {
            E::X(next) => self.here(*next).0,
            E::Y(next) => self.here(*next).1,
            E::Input => self.input,
            E::Bound(i) => self.bound[*i],
            E::Ite(c, a, b) => {
                let e = if self.holds(c) { a } else { b };
                self.element(e)
            }
        }
    }

    fn array(&mut self, a: &A) -> Vec<i64> {
        match a {
            A::State(next) => self.here(*next).2.clone(),
            A::Zeros => vec![0; self.size],
            A::Store(a, at, value) => {
                let (mut array, at) = (self.array(a), self.element(at));
                array[at] = self.value(value);
                array
            }
            A::Ite(c, a, b) => {
                let a = if self.holds(c) { a } else { b };
                self.array(a)
            }
        }
    }

    fn value(&mut self, v: &V) -> i64 {
        match v {
            V::Number(n) => *n,
            V::Select(a, at) => {
                let at = self.element(at);
                self.array(a)[at]
            }
            V::Opposite(v) => 1 - self.value(v),
        }
    }

    fn holds(&mut self, f: &F) -> bool {
        match f {
            F::Same(a, b) => self.element(a) == self.element(b),
            F::SameArray(a, b) => self.array(a) == self.array(b),
            F::Less(a, b) => self.value(a) < self.value(b),
            F::SameValue(a, b) => self.value(a) == self.value(b),
            F::Alone(e) => {
                let e = self.element(e);
                (0..self.size).all(|i| i == e || self.now.2[i] == 0)
            }
            F::Not(f) => !self.holds(f),
            F::And(parts) => parts.iter().all(|p| self.holds(p)),
            F::Or(parts) => parts.iter().any(|p| self.holds(p)),
            F::Iff(a, b) => self.holds(a) == self.holds(b),
            F::Quant(universal, body) => {
                let size = self.size;
                let mut instance = |i: usize| {
                    self.bound.push(i);
                    let holds = self.holds(body);
                    self.bound.pop();
                    holds
                };
                if *universal { (0..size).all(&mut instance) } else { (0..size).any(&mut instance) }
            }
        }
    }
}

fn prime(name: &str, next: bool) -> String {
    format!("{name}{}", if next { "_" } else { "" })
}

impl E {
    fn text(&self, depth: usize) -> String {
        match self {
            E::X(next) => prime("x", *next),
            E::Y(next) => prime("y", *next),
            E::Input => "p".into(),
            E::Bound(i) => format!("q{i}"),
            E::Ite(c, a, b) => format!("(ite {} {} {})", c.text(depth), a.text(depth), b.text(depth)),
        }
    }
}

impl A {
    fn text(&self, depth: usize) -> String {
        match self {
            A::State(next) => prime("a", *next),
            A::Zeros => "((as const (Array S Int)) 0)".into(),
            A::Store(a, at, value) => format!("(store {} {} {})", a.text(depth), at.text(depth), value.text(depth)),
            A::Ite(c, a, b) => format!("(ite {} {} {})", c.text(depth), a.text(depth), b.text(depth)),
        }
    }
}

impl V {
    fn text(&self, depth: usize) -> String {
        match self {
            V::Number(n) => n.to_string(),
            V::Select(a, at) => format!("(select {} {})", a.text(depth), at.text(depth)),
            V::Opposite(v) => format!("(- 1 {})", v.text(depth)),
        }
    }
}

impl F {
    fn text(&self, depth: usize) -> String {
        let all = |head: &str, parts: &[F]| format!("({head} true {})", parts.iter().map(|p| p.text(depth)).collect::<Vec<_>>().join(" "));
        match self {
            F::Same(a, b) => format!("(= {} {})", a.text(depth), b.text(depth)),
            F::SameArray(a, b) => format!("(= {} {})", a.text(depth), b.text(depth)),
            F::Less(a, b) => format!("(< {} {})", a.text(depth), b.text(depth)),
            F::SameValue(a, b) => format!("(= {} {})", a.text(depth), b.text(depth)),
            F::Alone(e) => format!("(alone {})", e.text(depth)),
            F::Not(f) => format!("(not {})", f.text(depth)),
            F::And(parts) => all("and", parts),
            F::Or(parts) => format!("(or {})", parts.iter().map(|p| p.text(depth)).collect::<Vec<_>>().join(" ")),
            F::Iff(a, b) => format!("(= {} {})", a.text(depth), b.text(depth)),
            F::Quant(universal, body) => {
                format!("({} ((q{depth} S)) {})", if *universal { "forall" } else { "exists" }, body.text(depth + 1))
            }
        }
    }
}

struct Gen {
    random: Random,
    /// Whether next values and the input may be mentioned.
    step: bool,
}

impl Gen {
    fn element(&mut self, depth: u32, bound: usize) -> E {
        let next = self.step && self.random.chance(4);
        match self.random.below(if depth == 0 { 6 } else { 7 }) {
            0 => E::X(next),
            1 => E::Y(next),
            2 if self.step => E::Input,
            6 => E::Ite(Box::new(self.formula(depth - 1, bound)), Box::new(self.element(0, bound)), Box::new(self.element(0, bound))),
            _ if bound > 0 => E::Bound(self.random.below(bound as u64) as usize),
            _ => E::X(false),
        }
    }

    fn array(&mut self, depth: u32, bound: usize) -> A {
        match self.random.below(if depth == 0 { 3 } else { 7 }) {
            0 => A::Zeros,
            1 => A::State(self.step && self.random.chance(2)),
            3..=5 => A::Store(Box::new(self.array(depth - 1, bound)), self.element(0, bound), Box::new(self.value(0, bound))),
            6 => A::Ite(Box::new(self.formula(0, bound)), Box::new(self.array(0, bound)), Box::new(self.array(0, bound))),
            _ => A::State(false),
        }
    }

    fn value(&mut self, depth: u32, bound: usize) -> V {
        match self.random.below(4) {
            0 => V::Number(self.random.below(2) as i64),
            1 if depth > 0 => V::Opposite(Box::new(self.value(depth - 1, bound))),
            2 => V::Select(self.array(depth, bound), self.element(0, bound)),
            _ => V::Select(A::State(false), self.element(depth, bound)),
        }
    }

    fn formula(&mut self, depth: u32, bound: usize) -> F {
        let below = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 5 } else { 13 }) {
            0 | 1 => F::Same(self.element(below, bound), self.element(below, bound)),
            2 => F::Less(self.value(below, bound), self.value(below, bound)),
            3 => F::SameValue(self.value(below, bound), self.value(below, bound)),
            4 => F::Alone(self.element(0, bound)),
            5 => F::Not(Box::new(F::SameArray(self.array(below, bound), self.array(below, bound)))),
            6 => F::Not(Box::new(self.formula(below, bound))),
            7 => F::And(vec![self.formula(below, bound), self.formula(below, bound)]),
            8 => F::Or(vec![self.formula(below, bound), self.formula(below, bound)]),
            9 => {
                let array = F::SameArray(self.array(below, bound), self.array(0, bound));
                F::Iff(
                    Box::new(if self.random.chance(2) { array } else { self.formula(below, bound) }),
                    Box::new(self.formula(below, bound)),
                )
            }
            _ => F::Quant(self.random.chance(2), Box::new(self.formula(below, bound + 1))),
        }
    }

    /// The initial condition, the steps and the property. A next value is most often determined.
    fn system(&mut self) -> [F; 3] {
        let single = |distinct: bool| {
            let same = F::Quant(true, Box::new(F::Quant(true, Box::new(F::Same(E::Bound(0), E::Bound(1))))));
            if distinct { F::Not(Box::new(same)) } else { same }
        };
        self.step = false;
        let mut init = vec![self.formula(2, 0)];
        if self.random.chance(2) {
            init.push(F::SameArray(A::State(false), A::Store(Box::new(A::Zeros), self.element(0, 0), Box::new(V::Number(1)))));
        }
        if self.random.chance(6) {
            init.push(single(self.random.chance(2)));
        }
        self.step = true;
        let mut trans = vec![self.formula(3, 0)];
        if !self.random.chance(5) {
            trans.push(F::SameArray(A::State(true), self.now(|g| g.array(2, 0))));
        }
        if !self.random.chance(4) {
            trans.push(F::Same(E::X(true), self.now(|g| g.element(2, 0))));
        }
        if !self.random.chance(4) {
            trans.push(F::Same(E::Y(true), self.now(|g| g.element(1, 0))));
        }
        self.step = false;
        let mut property = vec![self.formula(3, 0)];
        if self.random.chance(2) {
            property.push(self.formula(2, 0));
        }
        if self.random.chance(4) {
            property.push(single(self.random.chance(2)));
        }
        [F::And(init), F::And(trans), F::Or(property)]
    }

    /// Something about the current state.
    fn now<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.step = false;
        let made = make(self);
        self.step = true;
        made
    }
}

fn written([init, trans, property]: &[F; 3]) -> String {
    let mut text = String::from("(declare-sort S 0)\n(declare-fun p () S)\n");
    for (name, sort) in [("x", "S"), ("y", "S"), ("a", "(Array S Int)")] {
        text += &format!(
            "(declare-fun {name} () {sort}) (declare-fun {name}_ () {sort}) (define-fun .{name} () {sort} (! {name} :next {name}_))\n"
        );
    }
    text += "(define-fun alone ((e S)) Bool (forall ((q S)) (or (= q e) (= (select a q) 0))))\n";
    let bits = |a: &str| format!("(forall ((q S)) (<= 0 (select {a} q) 1))");
    text += &format!("(define-fun .init () Bool (! (and {} {}) :init true))\n", bits("a"), init.text(0));
    text += &format!("(define-fun .trans () Bool (! (and {} {}) :trans true))\n", bits("a_"), trans.text(0));
    text + &format!("(define-fun .property () Bool (! {} :invar-property 0))\n", property.text(0))
}

fn all_states(size: usize) -> Vec<Here> {
    let mut found = Vec::new();
    for bits in 0..1 << size {
        let array: Vec<i64> = (0..size).map(|i| i64::from(bits >> i & 1 == 1)).collect();
        found.extend((0..size * size).map(|i| (i / size, i % size, array.clone())));
    }
    found
}

/// The reachable states for one domain, and whether one violates the property.
fn enumerate([init, trans, property]: &[F; 3], size: usize) -> (HashSet<Here>, bool) {
    let all = all_states(size);
    let holds = |f: &F, now: &Here, next: &Here, input: usize| Env { size, now, next, input, bound: Vec::new() }.holds(f);
    let mut open: Vec<Here> = all.iter().filter(|s| holds(init, s, s, 0)).cloned().collect();
    let mut seen = HashSet::new();
    while let Some(now) = open.pop() {
        if seen.insert(now.clone()) {
            open.extend(all.iter().filter(|next| (0..size).any(|p| holds(trans, &now, next, p))).cloned());
        }
    }
    let violated = seen.iter().any(|s| !holds(property, s, s, 0));
    (seen, violated)
}

/// Every state that the automaton reaches if integers are from −1 to the size of the largest domain and elements of arrays are bits, also
/// outside of the domain.
fn explore(cfa: &Cfa) -> Option<HashSet<(LocId, Vec<Vec<i64>>)>> {
    let small = |i: &Int| i64::try_from(i).unwrap();
    let numbers = |s: &State| {
        let value = |v: &Value| match v {
            Value::Int(i) => vec![small(i)],
            Value::Map(m) => m.iter().filter(|(_, v)| **v != Int::ZERO).flat_map(|(i, v)| [small(i), small(v)]).collect(),
        };
        s.values.iter().map(value).collect::<Vec<Vec<i64>>>()
    };
    let mut seen = HashSet::new();
    let mut open = vec![(cfa.entry, State::initial(cfa))];
    while let Some((loc, state)) = open.pop() {
        if !seen.insert((loc, numbers(&state))) {
            continue;
        }
        for e in cfa.out(loc) {
            let edge = cfa.edge(*e);
            let mut go = |set: &dyn Fn(&mut State)| {
                let mut next = state.clone();
                set(&mut next);
                open.push((edge.to, next));
            };
            match &edge.stmt {
                Stmt::Skip | Stmt::Print { .. } => go(&|_| ()),
                Stmt::Assume(f) => {
                    if eval::holds(f, &state)? {
                        go(&|_| ());
                    }
                }
                Stmt::Assign(v, e) if matches!(cfa.var(*v).sort, Sort::Map(..)) => {
                    let value = eval::map(e, &state)?;
                    go(&|next| next.values[v.index()] = Value::Map(value.clone()));
                }
                Stmt::Assign(v, e) => {
                    let value = eval::int(e, &state)?;
                    go(&|next| next.set(*v, value.clone()));
                }
                Stmt::Input { var, .. } if matches!(cfa.var(*var).sort, Sort::Map(..)) => {
                    for bits in 0..1 << LARGEST {
                        let ones = (0..LARGEST).filter(|i| bits >> i & 1 == 1).map(|i| (Int::from(i as i64), Int::ONE));
                        let value: Map = ones.collect();
                        go(&|next| next.values[var.index()] = Value::Map(value.clone()));
                    }
                }
                Stmt::Input { var, ty, .. } => {
                    for value in if ty.is_some() { 0..=1 } else { -1..=LARGEST as i64 } {
                        go(&|next| next.set(*var, Int::from(value)));
                    }
                }
            }
        }
    }
    Some(seen)
}

fn fails(automaton: &Automaton) -> bool {
    let states = explore(&automaton.cfa).unwrap_or_else(|| panic!("not executable\n{}", base::text::print_cfa(&automaton.cfa)));
    states.iter().any(|(loc, _)| automaton.cfa.error_at(*loc).is_some())
}

/// The system with finite domains only.
fn finite(mut system: System) -> System {
    let flags: Vec<usize> = system.source.domains.iter().filter_map(|d| d.bounded).collect();
    for clause in &mut system.clauses {
        let mut map = Subst::default();
        for atom in clause.body.iter().chain(&clause.head) {
            flags.iter().for_each(|i| map.set(atom.args[*i], Terms::TRUE));
        }
        *clause = clause.subst(&mut system.terms, &mut map);
    }
    system
}

/// The facts of the automaton as states by the size of their domain.
fn facts(automaton: &Automaton, system: &System) -> Option<SortedSet<(usize, Here)>> {
    let spot = &automaton.spots[0];
    let size = system.source.domains[0].size;
    let states = explore(&automaton.cfa)?;
    let fact = |values: &Vec<Vec<i64>>| {
        let of = |i: usize| &values[spot.args[i].0.index()];
        let (x, y, size) = (of(0)[0], of(1)[0], of(size)[0]);
        let mut array = vec![0; size as usize];
        for entry in of(2).chunks(2).filter(|entry| entry[0] < size) {
            array[entry[0] as usize] = entry[1];
        }
        (size as usize, (x as usize, y as usize, array))
    };
    Some(states.iter().filter(|(loc, _)| *loc == spot.loc).map(|(_, values)| fact(values)).collect())
}

#[test]
fn a_sort_has_every_domain() {
    let (mut safe, mut violated, mut refused, mut flagged, mut by_size, mut compared) = (0, 0, 0, 0, 0, 0);
    for seed in 0..200 {
        let formulas = Gen { random: Random::new(seed), step: false }.system();
        let text = written(&formulas);
        let system = vmt::read("f.vmt", &text).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        flagged += usize::from(system.source.domains[0].bounded.is_some());
        let system = finite(system);
        let expected: Vec<(HashSet<Here>, bool)> = (1..=LARGEST).map(|size| enumerate(&formulas, size)).collect();
        let bad = expected.iter().any(|(_, bad)| *bad);

        let simple = simplify(system.clone());
        let Ok(automaton) = to_cfa(&simple.system) else {
            refused += 1;
            continue;
        };
        if bad {
            violated += 1
        } else {
            safe += 1
        }
        by_size += usize::from(bad && expected.iter().any(|(states, bad)| !bad && !states.is_empty()));
        assert_eq!(fails(&automaton), bad, "seed {seed}\n{text}\n{}", base::text::print_cfa(&automaton.cfa));

        // With its relation as it was read, where equations of arrays need no cases.
        let Ok(plain) = to_cfa(&tsfront::simplify::solved(tsfront::simplify::apart::apart(system.clone()))) else { continue };
        let Some(found) = facts(&plain, &system) else { continue };
        let reached: SortedSet<(usize, Here)> =
            expected.iter().zip(1..).flat_map(|((states, _), size)| states.iter().map(move |s| (size, s.clone()))).collect();
        compared += usize::from(reached.len() > 4);
        assert_eq!(found, reached, "seed {seed}\n{text}\n{}", base::text::print_cfa(&plain.cfa));
    }
    let counts = (safe, violated, refused, flagged, by_size, compared);
    assert!(
        safe > 60 && violated > 40 && refused < 50 && flagged > 50 && by_size > 15 && compared > 80,
        "the systems are too much alike: {counts:?}"
    );
}

/// Two elements and an array, with an initial condition, steps and a property.
fn system_of(init: &str, trans: &str, property: &str) -> String {
    format!(
        "(declare-sort S 0)
(declare-fun x () S) (declare-fun x_ () S) (define-fun .x () S (! x :next x_))
(declare-fun y () S) (declare-fun y_ () S) (define-fun .y () S (! y :next y_))
(declare-fun a () (Array S Int)) (declare-fun a_ () (Array S Int)) (define-fun .a () (Array S Int) (! a :next a_))
(define-fun .init () Bool (! {init} :init true))
(define-fun .trans () Bool (! {trans} :trans true))
(define-fun .property () Bool (! {property} :invar-property 0))"
    )
}

#[test]
fn how_many_elements_there_are_matters() {
    let single = "(forall ((q S) (r S)) (= q r))";
    let two = format!("(not {single})");
    let same = "(and (= x_ x) (= y_ y) (= a_ a))";
    let zeros = "(= a ((as const (Array S Int)) 0))";
    let cases = [
        // There may be two elements, and there may be one.
        ("true", same, single, true),
        ("true", same, &two, true),
        // If there is one there is no other, and yet a run.
        (single, same, "(= x y)", false),
        (single, same, "(= (select a x) (select a y))", false),
        (single, same, "false", true),
        (&two, same, "(= x y)", true),
        // Three elements are needed.
        ("(distinct x y)", same, "(forall ((q S)) (or (= q x) (= q y)))", true),
        // New values are elements.
        (single, "true", "(= x y)", false),
        (single, "true", "(forall ((q S)) (= q x))", false),
        // Arrays are compared on the elements, one by one or as a whole.
        (zeros, "(= a_ (store a x_ 0))", "(= a ((as const (Array S Int)) 0))", false),
        (zeros, "(= a_ (store a x_ 1))", "(= a ((as const (Array S Int)) 0))", true),
        (&format!("(and {single} {zeros})"), "(= a_ (store a x_ 1))", "(or (= (select a x) 0) (= a (store a y 1)))", false),
        (&format!("(and {single} (= (select a x) 1))"), same, "(= a (store ((as const (Array S Int)) 0) x 1))", false),
        (&format!("(and {single} (= (select a x) 0))"), same, "(= (= a ((as const (Array S Int)) 0)) (= (select a y) 0))", false),
        ("(= (select a x) 0)", same, "(= (= a ((as const (Array S Int)) 0)) (= (select a y) 0))", true),
        // Nobody is outside, and somebody is inside.
        (&format!("(and {single} (exists ((q S)) (distinct q x)))"), same, "false", false),
        ("(forall ((q S)) (distinct q q))", same, "false", false),
    ];
    for (init, trans, property, expected) in cases {
        let text = system_of(init, trans, property);
        let system = finite(vmt::read("f.vmt", &text).unwrap_or_else(|e| panic!("{e}")));
        let automaton = to_cfa(&simplify(system).system).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(fails(&automaton), expected, "{text}\n{}", base::text::print_cfa(&automaton.cfa));
    }
}

#[test]
fn infinite_domains_are_there_where_they_are_needed() {
    let flagged = |init: &str, property: &str| {
        let text = system_of(init, "(= a_ a)", property);
        let system = vmt::read("f.vmt", &text).unwrap_or_else(|e| panic!("{e}"));
        let names: Vec<&str> = system.relations[0].args.iter().map(|a| &*a.name).collect();
        let domain = &system.source.domains[0];
        assert_eq!((&*domain.sort, names[domain.size]), ("S", "S.size"));
        assert_eq!(domain.bounded.map(|i| names[i]), domain.bounded.map(|_| "S.bounded"));
        domain.bounded.is_some()
    };
    // Every number is somebody's.
    assert!(flagged("(forall ((i Int)) (exists ((q S)) (= (select a q) i)))", "false"));
    assert!(flagged("true", "(exists ((q S)) (forall ((r S)) (<= (select a r) (select a q))))"));
    assert!(flagged("(= (= (select a x) 0) (exists ((q S)) (= (select a q) 0)))", "false"));
    assert!(flagged("(forall ((q S)) (distinct a (store a q 1)))", "false"));
    assert!(flagged("(= (select a (ite (forall ((q S)) (= q x)) x y)) 1)", "false"));
    // These hold of fewer elements as well.
    assert!(!flagged("(forall ((q S)) (= (select a q) 0))", "(forall ((q S) (r S)) (= q r))"));
    assert!(!flagged("(exists ((q S)) (forall ((r S)) (<= (select a r) (select a q))))", "(= a (store a x 1))"));
    assert!(!flagged("(forall ((q S)) (exists ((i Int)) (< i (select a q))))", "false"));
}

#[test]
fn sorts_do_not_mix() {
    let refused = |text: &str, expected: &str| {
        let found = vmt::read("f.vmt", text).unwrap_err().to_string();
        assert!(found.starts_with(expected), "expected {expected}, found {found}");
    };
    let with = |formula: &str| format!("(declare-sort T 0)\n(declare-fun t () T)\n{}", system_of(formula, "true", "true"));
    let accepted = ["(distinct x y)", "(= (ite (= x y) x y) y)", "(forall ((q T)) (= q t))", "(= (select (store a x 3) y) 3)"];
    accepted.iter().for_each(|formula| assert!(vmt::read("f.vmt", &with(formula)).is_ok(), "{formula}"));
    refused(&with("(= x 0)"), "f.vmt:7:35: a term of sort S is expected here; this one has sort Int");
    refused(&with("(= 0 x)"), "f.vmt:7:35: a term of sort Int is expected here; this one has sort S");
    refused(&with("(= x t)"), "f.vmt:7:35: a term of sort S is expected here; this one has sort T");
    refused(&with("(distinct x y t)"), "f.vmt:7:44: a term of sort S is expected here; this one has sort T");
    refused(&with("(= x (ite (= x y) x 0))"), "f.vmt:7:50: a term of sort S is expected here; this one has sort Int");
    refused(&with("(<= x y)"), "f.vmt:7:34: a term of sort Int is expected here; this one has sort S");
    refused(&with("(= x (+ x 1))"), "f.vmt:7:38: a term of sort Int is expected here; this one has sort S");
    refused(&with("(= (select a 0) 0)"), "f.vmt:7:43: a term of sort S is expected here; this one has sort Int");
    refused(&with("(= (select a t) 0)"), "f.vmt:7:43: a term of sort S is expected here; this one has sort T");
    refused(&with("(= (select (store a x y) x) 0)"), "f.vmt:7:52: a term of sort Int is expected here; this one has sort S");
    let zeros = |sort: &str| with(&format!("(= a ((as const (Array {sort} Int)) 0))"));
    refused(&zeros("Int"), "f.vmt:7:35: a term of sort (Array S Int) is expected here; this one has sort (Array Int Int)");
    refused(&zeros("T"), "f.vmt:7:35: a term of sort (Array S Int) is expected here; this one has sort (Array T Int)");
    refused(&with("(= a ((as const (Array S Int)) 1))"), "f.vmt:7:61: not yet supported: a constant array with another element");
    refused(&with("(forall ((f (Array S Int))) (= (select f x) 0))"), "f.vmt:7:39: not yet supported: a quantifier over (Array S Int)");
    let element = |sort: &str| format!("(declare-sort S 0)\n(declare-fun f () (Array S {sort}))");
    refused(&element("Bool"), "f.vmt:2:19: not yet supported: arrays of other sorts");
    refused(&element("S"), "f.vmt:2:19: not yet supported: arrays of other sorts");
    refused("(define-fun f ((e S)) Bool true)", "f.vmt:1:19: not yet supported: the sort S");
    refused("(declare-sort S 0)\n(define-fun f ((e S)) Int e)", "f.vmt:2:27: the body of f does not have the sort Int");
    refused("(declare-sort S 0)\n(define-fun f ((e S)) S e)\n(assert (= 0 (f 1)))", "f.vmt:3:17: a term of sort S is expected");
    refused("(declare-sort S 1)", "f.vmt:1:17: not yet supported: sorts with parameters");
    refused("(declare-sort S 0)\n(declare-sort S 0)", "f.vmt:2:15: the sort S is declared twice");
    refused("(declare-sort Int 0)", "f.vmt:1:15: the sort Int is declared twice");
    refused("(declare-sort S 0)\n(declare-fun r () Real)", "f.vmt:1:15: not yet supported: declared sorts beside reals");
    let hidden =
        "(declare-sort S 0)\n(declare-fun a () (Array S Int))\n(define-fun .a () (Array S Int) (! ((as const (Array S Int)) 0) :next a))";
    refused(hidden, "f.vmt:3:65: :next relates two variables");
    // A model of clauses would choose the domain.
    let found = tsfront::horn::read("f.smt2", "(set-logic HORN)\n(declare-sort S 0)").unwrap_err().to_string();
    assert!(found.starts_with("f.smt2:2:1: not yet supported: declared sorts in Horn clauses"), "{found}");
}
