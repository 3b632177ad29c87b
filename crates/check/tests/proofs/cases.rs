//! Programs with hand-written proofs.

use base::text::{parse_cfa, parse_formula};
use base::{Cfa, Formula, LocId, Proof, SortedMap};

pub struct Case {
    pub name: &'static str,
    pub cfa: Cfa,
    pub invariants: SortedMap<LocId, Formula>,
    pub targets: Vec<LocId>,
}

impl Case {
    pub fn proof(&self) -> Proof {
        Proof::Invariants(self.invariants.clone())
    }
}

pub fn case(name: &'static str, program: &str, invariants: &[(&str, &str)]) -> Case {
    let cfa = parse_cfa(program).unwrap_or_else(|e| panic!("{name}: {e}"));
    let at = |loc: &str| cfa.loc_named(loc).unwrap_or_else(|| panic!("{name}: no location {loc}"));
    let formula = |text: &str| parse_formula(text, &cfa).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    let invariants = invariants.iter().map(|(loc, text)| (at(loc), formula(text))).collect();
    let targets = cfa.errors.iter().map(|e| e.loc).collect();
    Case { name, cfa, invariants, targets }
}

/// Each can be confirmed without a solver.
pub fn all() -> Vec<Case> {
    vec![
        case(
            "count up to an input",
            "cfa var x: i32 var n: i32 entry A error E reach \"negative\" error O overflow \"too large\"
             edge A -> B: input n i32  edge B -> H: x := 0
             edge H -> C: assume x < n  edge C -> O: assume x + 1 > 2147483647  edge C -> D: assume x + 1 <= 2147483647
             edge D -> H: x := x + 1
             edge H -> F: assume x >= n  edge F -> E: assume x < 0  edge F -> X: assume x >= 0",
            &[("H", "x >= 0 && n <= 2147483647")],
        ),
        case(
            "figure 1 a",
            "cfa var x: int var y: int entry A error E reach \"x is 4 and y is 0\"
             edge A -> A1: input x u8  edge A1 -> A2: assume x <= 2  edge A2 -> A3: input y u8  edge A3 -> H: assume y <= 2
             edge H -> I: x := x + 2  edge I -> H: y := y + 2
             edge H -> E: assume x == 4 && y == 0",
            &[("H", "x - y <= 2 && x - y >= -2 && x >= 0 && y >= 0")],
        ),
        case(
            "unsigned wraps around",
            "cfa var u: u32 var n: u8 entry A error E reach \"large\"
             edge A -> B: input n u8  edge B -> H: u := 0
             edge H -> C: assume u < n  edge C -> H: u := wrap(u32, u + 1)
             edge H -> E: assume u > 255",
            &[("H", "u >= 0 && u <= n && n <= 255")],
        ),
        case(
            "a wrap that happens",
            "cfa var u: u8 var v: u8 entry A error E reach \"too large\" error F reach \"wrong\"
             edge A -> B: input u u8  edge B -> C: v := wrap(u8, u + 1)
             edge C -> E: assume v > 255  edge C -> F: assume v != u + 1 && v != 0",
            &[],
        ),
        case(
            "even numbers",
            "cfa var x: int entry H error E reach \"odd\"
             edge H -> H: x := x + 2  edge H -> E: assume x == 7",
            &[("H", "x % 2 == 0 && x >= 0")],
        ),
        case(
            "a congruence",
            "cfa var x: int entry A error E reach \"off\"
             edge A -> H: x := 1  edge H -> H: x := x + 4  edge H -> E: assume x == 1002 || x == 1003 || x == 2004",
            &[("H", "(x - 1) % 4 == 0")],
        ),
        case(
            "twice as much",
            "cfa var x: int var y: int var c: u8 entry H error E reach \"not twice\"
             edge H -> B: input c u8  edge B -> P: assume c > 3  edge P -> P1: x := x + 1  edge P1 -> H: y := y + 2
             edge B -> M: assume c <= 3  edge M -> M1: x := x - 3  edge M1 -> H: y := y - 6
             edge H -> E: assume y != 2 * x",
            &[("H", "y == 2 * x")],
        ),
        case(
            "zeroed array",
            "cfa var a: i32[10] var i: int var n: int var j: int entry A error E reach \"not zero\"
             edge A -> B: input a i32  edge B -> C: input n u8  edge C -> H: i := 0
             edge H -> I: assume i < n  edge I -> J: a := store(a, i, 0)  edge J -> H: i := i + 1
             edge H -> K: assume i >= n  edge K -> L: input j u8  edge L -> M: assume j < n  edge M -> E: assume a[j] != 0",
            &[("H", "i >= 0 && forall ?k: int. ?k < 0 || ?k >= i || a[?k] == 0")],
        ),
        case(
            "elements have their type",
            "cfa var a: u8[4] var s: u32 var i: int entry A error E reach \"too large\"
             edge A -> H: input a u8  edge H -> I: assume i < 4  edge I -> J: s := wrap(u32, s + a[i])  edge J -> H: i := i + 1
             edge H -> E: assume s > 1020",
            &[("H", "s >= 0 && s <= 255 * i && i >= 0 && i <= 4 && (forall ?k: int. a[?k] >= 0 && a[?k] <= 255)")],
        ),
        case(
            "two cells",
            "cfa var a: i32[4] var i: u8 var j: u8 entry A error E reach \"lost\" error F reach \"changed\"
             edge A -> B: input i u8  edge B -> C: input j u8  edge C -> D: a := store(a, i, 5)  edge D -> G: a := store(a, j, 7)
             edge G -> E: assume a[j] != 7  edge G -> F: assume a[i] != 5 && i != j",
            &[],
        ),
        case(
            "an area",
            "cfa var x: int var y: int var p: int entry A error E reach \"too large\"
             edge A -> B: input x i32  edge B -> C: assume x >= -100 && x <= 100  edge C -> D: input y i32  edge D -> F: assume y >= 0 && y <= 50
             edge F -> G: p := x * y  edge G -> E: assume p > 5000 || p < -5000",
            &[("G", "p <= 5000 && p >= -5000")],
        ),
        case(
            "division and remainder",
            "cfa var x: int var q: int var r: int entry A error E reach \"wrong\"
             edge A -> B: input x i32  edge B -> C: q := x / 10  edge C -> D: r := x % 10
             edge D -> E: assume x != 10 * q + r  edge D -> E: assume r > 9 || r < -9  edge D -> E: assume x >= 0 && r < 0",
            &[("D", "x == 10 * q + r && r <= 9 && r >= -9 && (x < 0 || r >= 0)")],
        ),
        case(
            "divisors and amounts that are not constant",
            "cfa var d: int var n: int var q: int var m: int var x: i32 entry A error E reach \"wrong\" error F overflow \"quotient\"
             edge A -> B: input d i8  edge B -> C: assume d >= 2 && d <= 10  edge C -> D: q := 100 / d
             edge D -> E: assume q > 50 || q < 10  edge D -> G: input n u8  edge G -> H: assume n <= 30
             edge H -> I: m := 1 << n  edge I -> E: assume m > 1073741824 || m < 1  edge I -> E: assume m >> n > m
             edge I -> J: input x i32  edge J -> K: input d i32  edge K -> L: assume x != -2147483648 || d != -1
             edge L -> F: assume x / d > 2147483647 || x / d < -2147483648  edge L -> M: assume d == 8 && x >= 0 && x <= 1000
             edge M -> E: assume x / d > 125 || x % d > 7",
            &[("D", "q <= 50 && q >= 10"), ("I", "m >= 1 && m <= 1073741824")],
        ),
        case(
            "masks and shifts",
            "cfa var x: u32 var y: u32 var z: u32 entry A error E reach \"wrong\"
             edge A -> B: input x u32  edge B -> C: y := and(u32, x, 7)  edge C -> D: z := x >> 3  edge D -> F: z := or(u32, y, 8)
             edge F -> E: assume y > 7  edge F -> E: assume z < 8 || z > 15 || z != y + 8  edge F -> E: assume x != 8 * (x >> 3) + y",
            &[("C", "y <= 7 && y >= 0 && x >= 0 && x <= 4294967295 && y == and(u32, x, 7)")],
        ),
        case(
            "a flag and its condition",
            "cfa var x: i32 var f: i32 var g: i32 entry A error E reach \"inconsistent\"
             edge A -> B: input x i32  edge B -> C: f := ite(x > 10, 1, 0)  edge C -> D: g := ite(f != 0 && x < 20, x, 15)
             edge D -> E: assume g <= 10 || g >= 20",
            &[("D", "g >= 11 && g <= 19")],
        ),
        case(
            "three states",
            "cfa var x: int var c: u8 entry H error E reach \"elsewhere\"
             edge H -> I: input c u8  edge I -> J: x := x + c  edge J -> K: assume x >= 3  edge K -> L: x := x % 3  edge L -> H: skip
             edge J -> H: assume x < 3  edge H -> E: assume x == 5",
            &[("H", "x == 0 || x == 1 || x == 2"), ("L", "x == 0 && c >= 0 || x == 1 || x == 2")],
        ),
        case(
            "two phases",
            "cfa var x: int var p: int entry A error E reach \"wrong phase\" error F reach \"too far\"
             edge A -> H: x := 10
             edge H -> I: assume p == 0 && x < 20  edge I -> H: x := x + 1
             edge H -> J: assume p == 0 && x == 20  edge J -> H: p := 1
             edge H -> K: assume p == 1 && x > 0  edge K -> H: x := x - 1
             edge H -> E: assume p == 1 && x > 20  edge H -> F: assume p != 1 && p != 0 || x < 0",
            &[("H", "p == 0 && x >= 10 && x <= 20 || p == 1 && x >= 0 && x <= 20")],
        ),
        case(
            "diamonds without formulas",
            "cfa var x: int var c: u8 entry A error E reach \"too large\"
             edge A -> B: input c u8  edge B -> C: assume c < 9  edge B -> D: assume c >= 9  edge C -> F: x := 1  edge D -> F: x := 2
             edge F -> G: input c u8  edge G -> I: assume c < 9  edge G -> J: assume c >= 9  edge I -> K: x := x + 1  edge J -> K: x := x + 2
             edge K -> E: assume x > 4 || x < 2",
            &[],
        ),
        case(
            "out of reach without a formula",
            "cfa var x: int entry A error E reach \"never\"
             edge A -> B: x := 3  edge B -> C: assume x > 3  edge C -> C1: skip  edge C1 -> C: x := x + 1  edge C -> E: assume x > 9
             edge B -> D: assume x <= 3",
            &[],
        ),
        case(
            "a long right-hand side",
            "cfa var x: int var y: int entry A error E reach \"wrong\"
             edge A -> B: input x i8
             edge B -> C: y := x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x
             edge C -> D: y := y + y + y + y + y + y + y + y + y + y
             edge D -> E: assume y != 200 * x",
            &[],
        ),
    ]
}
