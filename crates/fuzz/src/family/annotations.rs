//! Assertions in comments: quantifiers over arrays inside and outside of their bounds, guarded terms, what was old and what is returned.
//! Compilers get the same said in C.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;

/// A term outside of its array is an alarm, whatever it is called.
const OUTSIDE: &[&str] = &["reach", "bounds", "deref", "undefined"];

pub fn case(random: &mut Random) -> Case {
    match random.below(10) {
        0..4 => quantifier(random),
        4 | 5 => outside(random),
        6 => guarded(random),
        7 | 8 => contract(random),
        _ => plain(random),
    }
}

fn array(random: &mut Random) -> Vec<i64> {
    let n = random.between(2, 5);
    (0..n).map(|_| random.between(0, 4)).collect()
}

fn list(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// How the array gets its values: by an initialiser, by assignments, by a loop.
fn filled(random: &mut Random, values: &[i64]) -> (String, Vec<i64>) {
    let n = values.len();
    match random.below(3) {
        0 => (format!("  int a[{n}] = {{{}}};\n", list(values)), values.to_vec()),
        1 => {
            let each: String = values.iter().enumerate().map(|(k, v)| format!("  a[{k}] = {v};\n")).collect();
            (format!("  int a[{n}];\n{each}"), values.to_vec())
        }
        _ => {
            let (f, c) = (random.between(0, 2), random.between(0, 3));
            let text = format!("  int a[{n}];\n  for (int i = 0; i < {n}; i++) a[i] = {f} * i + {c};\n");
            (text, (0..n as i64).map(|i| f * i + c).collect())
        }
    }
}

/// A comparison of an element with a number: its text and its truth.
fn comparison(random: &mut Random, values: &[i64]) -> (String, impl Fn(i64) -> bool + use<>) {
    let op = *random.pick(&["==", "!=", "<", "<=", ">="]);
    let c = if random.chance(2) { *random.pick(values) } else { random.between(-1, 5) };
    let holds = move |v: i64| match op {
        "==" => v == c,
        "!=" => v != c,
        "<" => v < c,
        "<=" => v <= c,
        _ => v >= c,
    };
    (format!("{op} {c}"), holds)
}

fn program(setup: &str, statement: &str) -> String {
    format!("void reach_error(void);\nint main(void) {{\n{setup}{statement}  return 0;\n}}\n")
}

fn quantifier(random: &mut Random) -> Case {
    let values = array(random);
    let (setup, values) = filled(random, &values);
    let n = values.len() as i64;
    let (low, high) = (random.between(0, n), random.between(0, n));
    let (text, holds) = comparison(random, &values);
    let all = random.chance(2);
    let mut inside = (low..high).map(|k| holds(values[k as usize]));
    let truth = if all { inside.all(|h| h) } else { inside.any(|h| h) };
    let range = *random.pick(&["LO <= k < HI", "LO <= k && k < HI"]);
    let range = range.replace("LO", &low.to_string()).replace("HI", &high.to_string());
    let (formula, start, update) = if all {
        (format!("\\forall int k; {range} ==> a[k] {text}"), 1, format!("ok = ok && a[k] {text};"))
    } else {
        (format!("\\exists int k; {range} && a[k] {text}"), 0, format!("ok = ok || a[k] {text};"))
    };
    let comment = if random.chance(2) { format!("  //@ assert {formula};\n") } else { format!("  /*@ assert {formula}; */\n") };
    let loop_in_c = format!("  {{ int ok = {start}; for (int k = {low}; k < {high}; k++) {{ {update} }} if (!ok) reach_error(); }}\n");
    let expect = if truth { Expect::Safe } else { Expect::Unsafe(REACH) };
    Case::new(Family::Annotations, "quantifier", program(&setup, &comment), expect).compiled(program(&setup, &loop_in_c))
}

/// The formula reads an element that the array does not have.
fn outside(random: &mut Random) -> Case {
    let values = array(random);
    let (setup, values) = filled(random, &values);
    let n = values.len() as i64;
    let (low, high) = if random.chance(3) { (-1, n) } else { (0, n + random.between(1, 3)) };
    // It holds inside, and of what lies outside nothing may be said.
    let most = values.iter().max().copied().unwrap_or(0);
    let (body, more) = *random.pick(&[("a[k] <= M", "a[k] <= M"), ("a[k] == a[k]", "a[k] == a[k]"), ("a[k] >= 0", "a[k] >= 0")]);
    let body = body.replace('M', &most.to_string());
    let formula = format!("\\forall int k; {low} <= k < {high} ==> {body}");
    let update = more.replace('M', &most.to_string());
    let loop_in_c =
        format!("  {{ int ok = 1; for (int k = {low}; k < {high}; k++) {{ ok = ok && {update}; }} if (!ok) reach_error(); }}\n");
    let case = Case::new(Family::Annotations, "outside", program(&setup, &format!("  //@ assert {formula};\n")), Expect::Unsafe(OUTSIDE));
    case.compiled(program(&setup, &loop_in_c)).shows(Shows::Nothing)
}

/// The range is larger than the array, and the term is guarded.
fn guarded(random: &mut Random) -> Case {
    let values = array(random);
    let (setup, values) = filled(random, &values);
    let n = values.len() as i64;
    let (text, holds) = comparison(random, &values);
    let truth = values.iter().all(|v| holds(*v));
    let high = n + random.between(1, 3);
    let formula = match random.below(3) {
        0 => format!("\\forall int k; 0 <= k < {high} ==> (k < {n} ==> a[k] {text})"),
        1 => format!("\\forall int k; 0 <= k < {high} && k < {n} ==> a[k] {text}"),
        _ => format!("\\forall int k; 0 <= k < {high} ==> k >= {n} || a[k] {text}"),
    };
    let loop_in_c = format!("  {{ int ok = 1; for (int k = 0; k < {n}; k++) {{ ok = ok && a[k] {text}; }} if (!ok) reach_error(); }}\n");
    let expect = if truth { Expect::Safe } else { Expect::Unsafe(REACH) };
    let text = program(&setup, &format!("  //@ assert {formula};\n"));
    Case::new(Family::Annotations, "guarded", text, expect).compiled(program(&setup, &loop_in_c))
}

/// Contracts of the entry function are properties.
fn contract(random: &mut Random) -> Case {
    let (low, high) = (random.between(-5, 0), random.between(1, 6));
    let (f, c) = (random.between(1, 3), random.between(-4, 4));
    let fails = random.chance(2);
    let d = c + i64::from(fails) * random.between(1, 3);
    let inputs: Vec<Vec<i64>> = (low..=high).map(|x| vec![x]).collect();
    let head = "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n";
    let (kind, contract, function, call) = match random.below(3) {
        0 => (
            "result",
            format!("requires {low} <= x <= {high};\n    ensures \\result == {f} * x + {d};"),
            format!("int f(int x) {{ int r = {c}; for (int i = 0; i < {f}; i++) r += x; return r; }}\n"),
            format!("int r = f(x); if (r != {f} * x + {d}) reach_error();"),
        ),
        1 => (
            "old",
            format!("requires {low} <= g <= {high};\n    ensures g == \\old(g) + {d};"),
            format!("int g;\nint f(int x) {{ g = g + {c}; return 0; }}\n"),
            format!("g = x; f(0); if (g != x + {d}) reach_error();"),
        ),
        _ => (
            "old-parameter",
            format!("requires {low} <= *p <= {high};\n    ensures *p == \\old(*p) + {d};\n    ensures \\result == \\old(*p);"),
            format!("int f(int *p) {{ int r = *p; *p = r + {c}; return r; }}\n"),
            format!("int v = x; int r = f(&v); if (v != x + {d} || r != x) reach_error();"),
        ),
    };
    let (before, body) = function.split_once("int f(").unwrap_or_default();
    let text = format!("{head}{before}/*@ {contract} */\nint f({body}");
    let compiled = format!("{head}{function}int main(void) {{ int x = __VERIFIER_nondet_int(); {call} return 0; }}\n");
    let expect = if fails { Expect::Unsafe(REACH) } else { Expect::Safe };
    Case::new(Family::Annotations, kind, text, expect).options("--entry f").compiled(compiled).inputs(inputs)
}

/// Mathematical terms without quantifiers.
fn plain(random: &mut Random) -> Case {
    let (x, y) = (random.between(0, 9), random.between(1, 9));
    let setup = format!("  int x = {x}, y = {y};\n  x = x + y;\n");
    let x = x + y;
    let (formula, truth) = match random.below(4) {
        0 => (format!("x == {x} ==> y == {y}"), true),
        1 => (format!("x > {x} || y != {y}"), false),
        2 => (format!("x * y == {}", x * y), true),
        _ => (format!("x + y <= {}", x + y - 1), false),
    };
    let in_c = match formula.split_once("==>") {
        Some((a, b)) => format!("!({a}) || ({b})"),
        None => formula.clone(),
    };
    let expect = if truth { Expect::Safe } else { Expect::Unsafe(REACH) };
    let case = Case::new(Family::Annotations, "plain", program(&setup, &format!("  //@ assert {formula};\n")), expect);
    case.compiled(program(&setup, &format!("  if (!({in_c})) reach_error();\n")))
}
