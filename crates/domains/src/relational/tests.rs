use super::{Octagons, Polyhedra, Relational, Relations, State, Widening};
use base::exec::eval::{self, State as Concrete};
use base::laws::draw::{Draw, vocabulary};
use base::text::{parse_cfa, parse_expr, parse_formula, print_formula};
use base::{Cfa, Domain, Hint, Int, IntType, Op, Stmt, VarId};
use numeric::{Octagon, Polyhedron};

#[test]
fn octagons_obey_the_laws() {
    base::laws::check(Octagons::new);
}

#[test]
fn polyhedra_obey_the_laws() {
    base::laws::check(Polyhedra::new);
}

#[test]
fn polyhedra_obey_the_laws_with_the_other_widening() {
    base::laws::check(|cfa: &Cfa| Relational::<Polyhedron>::with(cfa, Widening::Bhrz03));
}

/// Variables by name and type, and a domain for them.
struct Fixture<R> {
    vars: String,
    cfa: Cfa,
    domain: Relational<R>,
}

impl<R: Relations> Fixture<R> {
    fn new(vars: &[(&str, &str)]) -> Self {
        let vars: String = vars.iter().map(|(name, ty)| format!("var {name}: {ty}\n")).collect();
        let cfa = parse_cfa(&format!("cfa\n{vars}entry L0\n")).unwrap();
        Fixture { domain: Relational::new(&cfa), vars, cfa }
    }

    fn stmt(&self, text: &str) -> Stmt {
        let cfa = parse_cfa(&format!("cfa\n{}entry L0\nedge L0 -> L1: {text}\n", self.vars)).unwrap_or_else(|e| panic!("{text}: {e}"));
        cfa.edges[0].stmt.clone()
    }

    /// The states after these statements.
    fn after(&self, from: &State<R>, stmts: &[&str]) -> State<R> {
        stmts.iter().fold(from.clone(), |s, text| self.post(&s, text, &[]))
    }

    fn start(&self, stmts: &[&str]) -> State<R> {
        self.after(&self.domain.initial(), stmts)
    }

    fn bounds(&self, bounds: &[&str]) -> super::Guide {
        let hints: Vec<Hint> = bounds.iter().map(|b| Hint::Bound(parse_formula(b, &self.cfa).unwrap())).collect();
        self.domain.guide(&hints)
    }

    fn post(&self, s: &State<R>, text: &str, bounds: &[&str]) -> State<R> {
        self.domain.apply(Op::Post(s, &self.stmt(text)), &self.bounds(bounds)).state
    }

    fn join(&self, a: &State<R>, b: &State<R>, bounds: &[&str]) -> State<R> {
        self.domain.apply(Op::Join(a, b), &self.bounds(bounds)).state
    }

    fn implies(&self, s: &State<R>, f: &str) -> bool {
        let not = parse_formula(f, &self.cfa).unwrap().negate();
        self.domain.is_bottom(&self.domain.apply(Op::Assume(s, &not), &super::Guide::default()).state)
    }

    fn check(&self, s: &State<R>, holds: &[&str], open: &[&str]) {
        let text = || print_formula(&self.domain.gamma(s), &self.cfa);
        for f in holds {
            assert!(self.implies(s, f), "{f} is not known in {}", text());
        }
        for f in open {
            assert!(!self.implies(s, f), "{f} is known in {}", text());
        }
    }

    fn contains(&self, s: &State<R>, values: &[i64]) -> bool {
        let mut state = Concrete::initial(&self.cfa);
        for (i, value) in values.iter().enumerate() {
            state.set(VarId(i as u32), Int::from(*value));
        }
        eval::holds(&self.domain.gamma(s), &state) == Some(true)
    }
}

/// The box knows the range of n, the relations that i is not above it: neither alone excludes the overflow.
fn overflow_is_refuted_by_box_and_relations_together<R: Relations>() {
    let f = Fixture::<R>::new(&[("i", "i32"), ("n", "i32"), ("k", "int")]);
    let s = f.start(&["input i i32", "input k int", "assume i + 1 <= k", "input n i32", "assume k <= n"]);
    assert_eq!(f.post(&s, "assume i + 1 > 2147483647", &[]), State::Bottom);
    assert_ne!(f.post(&s, "assume i + 2 > 2147483647", &[]), State::Bottom);
    assert_ne!(f.post(&s, "assume i + 1 >= 2147483647", &[]), State::Bottom);
    assert_ne!(f.post(&s, "assume i - 1 < -2147483648", &[]), State::Bottom);
}

#[test]
fn overflow_edges_are_decided() {
    overflow_is_refuted_by_box_and_relations_together::<Octagon>();
    overflow_is_refuted_by_box_and_relations_together::<Polyhedron>();
    // A sum of two is related to a third.
    let f = Fixture::<Polyhedron>::new(&[("i", "i32"), ("j", "i32"), ("n", "i32")]);
    let s = f.start(&["input i i32", "input j i32", "input n i32", "assume i + j <= n"]);
    assert_eq!(f.post(&s, "assume i + j > 2147483647", &[]), State::Bottom);
    assert_ne!(f.post(&s, "assume i + j < -2147483648", &[]), State::Bottom);
}

fn points_stay_in_the_relations<R: Relations>() {
    let f = Fixture::<R>::new(&[("x", "i32"), ("y", "i32")]);
    // Assigned, or found out: either way the box has a point.
    let found = |n: i64| f.start(&["input x i32", "input y i32", &format!("assume x == {n}"), "assume y == x"]);
    let assigned = |n: i64| f.start(&[&format!("x := {n}"), "y := x"]);
    for (a, b) in [(assigned(5), assigned(7)), (found(5), found(7)), (assigned(5), found(7))] {
        f.check(&f.join(&a, &b, &[]), &["x == y", "x >= 5", "y <= 7"], &["x == 5"]);
        let wide = f.domain.apply(Op::Widen(&a, &b), &super::Guide::default()).state;
        f.check(&wide, &["x == y", "x >= 5"], &["x <= 7"]);
    }
}

#[test]
fn a_variable_that_the_box_fixes_stays_in_the_relations() {
    points_stay_in_the_relations::<Octagon>();
    points_stay_in_the_relations::<Polyhedron>();
}

#[test]
fn a_bound_at_a_transfer_is_kept_if_the_exact_result_satisfies_it() {
    let f = Fixture::<Polyhedron>::new(&[("a", "int"), ("b", "int"), ("x", "int"), ("y", "int")]);
    // x is even, which nobody says.
    let s = f.start(&["input a int", "b := a", "x := a + b", "assume x <= 3"]);
    f.check(&f.post(&s, "y := x", &[]), &["y <= 3"], &["y <= 2"]);
    f.check(&f.post(&s, "y := x", &["y <= 2"]), &["y <= 2"], &["y <= 1"]);
    f.check(&f.post(&s, "y := x", &["y <= 1"]), &["y <= 3"], &["y <= 1"]);
    // No result at all.
    assert_ne!(f.post(&s, "assume x == 3", &[]), State::Bottom);
    assert_eq!(f.post(&s, "assume x == 3", &["false"]), State::Bottom);
    assert_ne!(f.post(&s, "assume x == 2", &["false"]), State::Bottom);
}

/// Statements whose value is not linear: what is known about `z` in terms of the operands.
const TERMS: [(&str, &[&str]); 9] = [
    ("z := x / 3", &["3 * z <= x", "x <= 3 * z + 2"]),
    ("z := x % 4", &["z >= 0", "z <= 3", "z <= x"]),
    ("z := x >> 2", &["4 * z <= x", "x <= 4 * z + 3"]),
    ("z := and(u4, x, 7)", &["z <= x", "z <= 7", "z >= 0"]),
    ("z := and(u4, x, y)", &["z <= x", "z <= y", "z >= 0"]),
    ("z := or(u4, x, y)", &["z >= x", "z >= y", "z <= x + y"]),
    ("z := xor(u4, x, y)", &["z >= 0", "z <= x + y"]),
    ("z := wrap(u4, x + 1)", &["z <= x + 1"]),
    ("z := x * y", &["z >= 0", "z <= 15 * x", "z <= 15 * y"]),
];

#[test]
fn nonlinear_terms_are_related_to_their_operands() {
    let f = Fixture::<Polyhedron>::new(&[("x", "u4"), ("y", "u4"), ("z", "int")]);
    let s = f.start(&["input x u4", "input y u4", "assume x <= 15 && y <= 15"]);
    for (stmt, facts) in TERMS {
        f.check(&f.post(&s, stmt, &[]), facts, &[]);
    }
    // Rounding is to zero for quotients and to −∞ for shifts.
    let s = f.start(&["input x i4", "assume x <= 0"]);
    f.check(&f.post(&s, "z := x / 3", &[]), &["3 * z >= x", "x >= 3 * z - 2"], &["3 * z <= x"]);
    f.check(&f.post(&s, "z := x >> 1", &[]), &["2 * z <= x", "x <= 2 * z + 1"], &["2 * z == x"]);
    // Octagons keep those with two variables and coefficients 1.
    let f = Fixture::<Octagon>::new(&[("x", "u4"), ("y", "u4"), ("z", "int")]);
    let s = f.start(&["input x u4", "input y u4"]);
    f.check(&f.post(&s, "z := x % 4", &[]), &["z >= 0", "z <= 3", "z <= x"], &[]);
    f.check(&f.post(&s, "z := and(u4, x, y)", &[]), &["z <= x", "z <= y"], &[]);
    f.check(&f.post(&s, "z := or(u4, x, y)", &[]), &["z >= x", "z >= y"], &[]);
}

/// Every value of the operands, forwards and backwards.
fn terms_are_sound<R: Relations>() {
    let terms = [
        "x / 3",
        "x / -2",
        "x / y",
        "x % 4",
        "x % -3",
        "x % y",
        "x >> 1",
        "x >> y",
        "x << 1",
        "x << y",
        "x * y",
        "x * x",
        "x * (y - 1)",
        "and(u3, x, 3)",
        "and(i3, x, y)",
        "or(u4, x, y)",
        "xor(i4, x, y)",
        "wrap(u2, x)",
        "wrap(i3, x + y)",
        "wrap(u3, x - 2 * y)",
        "wrap(i2, x * y)",
        "(x + y) / 2",
        "(x - y) % 3",
        "ite(x < y, x, y + 1)",
        "x % 1",
        "wrap(u2, x / 2) + x % 2",
        "and(u4, x + 1, 1)",
    ];
    for (ty, also) in [("i3", "true"), ("u3", "true"), ("i4", "x <= y"), ("i4", "x + y >= 1"), ("u3", "x == y"), ("i3", "x < 0 && y > 0")] {
        let f = Fixture::<R>::new(&[("x", ty), ("y", ty), ("z", "int")]);
        let s = f.start(&[&format!("input x {ty}"), &format!("input y {ty}"), &format!("assume {also}")]);
        let condition = parse_formula(also, &f.cfa).unwrap();
        let ty = IntType::parse(ty).unwrap();
        let range = |ty: IntType| i64::try_from(&ty.min()).unwrap()..=i64::try_from(&ty.max()).unwrap();
        for term in terms {
            let stmt = format!("z := {term}");
            let after = f.post(&s, &stmt, &[]);
            let e = parse_expr(term, &f.cfa).unwrap();
            for x in range(ty) {
                for y in range(ty) {
                    let mut state = Concrete::initial(&f.cfa);
                    state.set(VarId(0), Int::from(x));
                    state.set(VarId(1), Int::from(y));
                    if eval::holds(&condition, &state) != Some(true) {
                        continue;
                    }
                    let z = i64::try_from(&eval::int(&e, &state).unwrap()).unwrap();
                    let shown = || print_formula(&f.domain.gamma(&after), &f.cfa);
                    assert!(f.contains(&after, &[x, y, z]), "{stmt} at {x}, {y}, where {also}: {}", shown());
                    // What is before is in the preimage of what is after, also if only that value of z is asked for.
                    let one = f.after(&after, &[&format!("assume z == {z}")]);
                    let before = f.domain.apply(Op::Pre(&one, &f.stmt(&stmt)), &super::Guide::default()).state;
                    assert!(f.contains(&before, &[x, y, 0]), "pre of {stmt} at {x}, {y}, where {also}");
                    assert!(!f.domain.is_refuted(&before), "pre of {stmt} at {x}, {y}, where {also}");
                }
            }
        }
    }
}

#[test]
fn terms_contain_all_their_values_on_octagons() {
    terms_are_sound::<Octagon>();
}

#[test]
fn terms_contain_all_their_values_on_polyhedra() {
    terms_are_sound::<Polyhedron>();
}

#[test]
fn sets_without_integer_points_are_refuted() {
    let f = Fixture::<Polyhedron>::new(&[("a", "int"), ("b", "int"), ("x", "int")]);
    let s = f.start(&["input a int", "input b int", "x := 2 * a", "assume x + 2 * b <= 1"]);
    let odd = f.after(&s, &["assume x + 2 * b >= 1"]);
    assert!(!f.domain.is_bottom(&odd) || f.domain.is_refuted(&odd));
    assert!(f.domain.is_refuted(&odd), "{}", print_formula(&f.domain.gamma(&odd), &f.cfa));
    let even = f.after(&s, &["assume x + 2 * b >= 0"]);
    assert!(!f.domain.is_refuted(&even));
    // Between two integers there is none, also with the bounds of the box.
    let narrow = f.after(&f.start(&["input a int", "input b int", "x := a + b"]), &["assume a == b", "assume 3 <= x && x <= 3"]);
    assert!(f.domain.is_refuted(&narrow));
}

/// Cubes of so many dimensions have more corners than hulls are computed with.
const MANY_DIMENSIONS: usize = 7;

fn cubes(dimensions: usize) -> (Fixture<Polyhedron>, [State<Polyhedron>; 2]) {
    let names: Vec<String> = (0..dimensions).map(|i| format!("x{i}")).collect();
    let vars: Vec<(&str, &str)> = names.iter().map(|n| (n.as_str(), "int")).collect();
    let f = Fixture::new(&vars);
    let inputs: Vec<String> = names.iter().map(|n| format!("input {n} int")).collect();
    let cube = |low: i64| {
        let sides: Vec<String> = names.iter().map(|n| format!("assume {low} <= {n} && {n} <= {}", low + 1)).collect();
        f.start(&inputs.iter().chain(&sides).map(String::as_str).collect::<Vec<_>>())
    };
    let both = [cube(0), cube(2)];
    (f, both)
}

#[test]
fn a_hull_of_many_generators_contains_both_inputs() {
    let (f, [a, b]) = cubes(MANY_DIMENSIONS);
    let hull = f.join(&a, &b, &[]);
    assert!(f.domain.covered(&a, &[&hull]) && f.domain.covered(&b, &[&hull]));
    f.check(&hull, &["x0 >= 0", "x6 <= 3"], &["x0 <= 2"]);
    for corner in 0..1 << MANY_DIMENSIONS {
        let point = |low: i64| (0..MANY_DIMENSIONS).map(|d| low + (corner >> d & 1)).collect::<Vec<i64>>();
        assert!(f.contains(&hull, &point(0)) && f.contains(&hull, &point(2)));
    }
}

#[test]
fn a_hull_of_too_many_points_is_not_computed() {
    // Each has 2⁶⁰ corners.
    let (f, [a, b]) = cubes(60);
    let hull = f.join(&a, &b, &[]);
    assert!(f.domain.covered(&a, &[&hull]) && f.domain.covered(&b, &[&hull]));
    f.check(&hull, &["x0 >= 0", "x59 <= 3"], &["x0 <= 2"]);
    let wide = f.domain.apply(Op::Widen(&a, &b), &f.bounds(&[])).state;
    assert!(f.domain.covered(&a, &[&wide]) && f.domain.covered(&b, &[&wide]));
    f.check(&wide, &["x0 >= 0", "x59 >= 0"], &["x0 <= 3"]);
}

#[test]
fn a_join_keeps_the_bounds_that_it_is_told_of() {
    let (f, [a, b]) = cubes(MANY_DIMENSIONS);
    // True of the least upper bound; the weak hull does not see it.
    f.check(&f.join(&a, &b, &[]), &[], &["x0 - x1 <= 1"]);
    f.check(&f.join(&a, &b, &["x0 - x1 <= 1"]), &["x0 - x1 <= 1"], &["x1 - x0 <= 1"]);
    // Not true of both.
    let told = f.join(&a, &b, &["x0 <= 1", "x0 + x1 >= 4"]);
    f.check(&told, &["x0 <= 3"], &["x0 <= 1", "x0 + x1 >= 4"]);
    assert!(f.domain.covered(&a, &[&told]) && f.domain.covered(&b, &[&told]));
}

/// Gulavani et al. (TACAS 2008), Lemma 1: a widening that is told an interpolant excludes the error and contains both inputs.
fn interpolated_widenings_exclude_the_error<R: Relations>(make: impl Fn(&Cfa) -> Relational<R>) -> usize {
    let cfa = vocabulary();
    let domain = make(&cfa);
    let mut draw = Draw::new(3);
    let none = super::Guide::default();
    let mut pool = vec![domain.initial()];
    let mut excluded = 0;
    for _ in 0..1500 {
        // A loop's head: what arrives first, and what comes back.
        let old = &pool[draw.below(pool.len())];
        let mut new = domain.apply(Op::Post(old, &draw.climb(&cfa)), &none).state;
        new = domain.apply(Op::Post(&new, &draw.stmt(&cfa)), &none).state;
        let error = domain.apply(Op::Assume(&domain.top(), &draw.formula(&cfa, 1)), &none).state;
        if domain.is_bottom(&new) {
            continue;
        }
        let union = domain.apply(Op::Join(old, &new), &none).state;
        let separating = domain.separate(&union, &error);
        if !separating.is_empty() {
            let guide = domain.guide(&separating.iter().cloned().map(Hint::Bound).collect::<Vec<_>>());
            let wide = domain.apply(Op::Widen(old, &new), &guide).state;
            let both = domain.apply(Op::Meet(&wide, &error), &none).state;
            let shown = || separating.iter().map(|f| print_formula(f, &cfa)).collect::<Vec<_>>().join(", ");
            assert!(domain.is_refuted(&both), "{} lets in {both:?} though told {}", print_formula(&domain.gamma(&wide), &cfa), shown());
            assert!(domain.covered(old, &[&wide]) && domain.covered(&new, &[&wide]), "{old:?} or {new:?} is not in {wide:?}");
            let plain = domain.apply(Op::Widen(old, &new), &none).state;
            excluded += usize::from(!domain.is_refuted(&domain.apply(Op::Meet(&plain, &error), &none).state));
        }
        if pool.len() < 60 {
            pool.push(new);
        } else {
            let at = draw.below(60);
            pool[at] = new;
        }
    }
    excluded
}

#[test]
fn lemma_1_on_octagons_and_polyhedra() {
    let octagons = interpolated_widenings_exclude_the_error(Octagons::new);
    let polyhedra = interpolated_widenings_exclude_the_error(Polyhedra::new);
    // In so many cases the widening alone would not have done it. (The other one mostly returns the hull in its first steps.)
    assert!(octagons > 10 && polyhedra > 10, "{octagons} {polyhedra}");
    interpolated_widenings_exclude_the_error(|cfa: &Cfa| Relational::<Polyhedron>::with(cfa, Widening::Bhrz03));
}
