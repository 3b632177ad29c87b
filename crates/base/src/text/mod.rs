//! The textual forms of terms, automata and lessons: each prints and parses back to the same thing.
//!
//! Tests of domains and engines start from this text instead of C, stories and dumps are written in it, and lessons are
//! replayed from it.
//!
//! ```text
//! cfa
//! var x: i32
//! var n: int
//! var a: i32[10]
//! var next: obj -> obj
//! entry L0
//! error E reach "x is too large" at "f.c":3:4
//! edge L0 -> L1: x := 0
//! edge L1 -> L1: assume x < n && a[x] == wrap(u8, n)
//! edge L1 -> L2: input n i32 "nondet"
//! edge L2 -> E: print "x = " (x) "\n"
//! ```
//! Index and bound variables are written `?k`. A lesson is a list of lines such as
//! `at loc L1 widen visit 2: join` or `at node 0.3 post: focus x >= 0 over x > 4, x > 9`.

mod cfa;
mod lesson;
mod read;
mod recursion;
mod write;

pub use cfa::{parse_cfa, print_cfa, print_stmt};
pub use lesson::{parse_lesson, print_hint, print_lesson, print_site};
pub use read::{Error, parse_expr, parse_formula};
pub use write::{print_expr, print_formula};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::draw::{Draw, vocabulary};

    #[test]
    fn what_is_printed_is_read_back() {
        let cfa = vocabulary();
        let mut draw = Draw::new(1);
        for _ in 0..5000 {
            let e = draw.expr(&cfa, 3);
            let text = print_expr(&e, &cfa);
            let again = parse_expr(&text, &cfa).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, e, "{text}");
            let lesson = draw.lesson(&cfa);
            let text = print_lesson(&lesson, &cfa);
            let again = parse_lesson(&text, &cfa).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, lesson, "{text}");
        }
    }

    #[test]
    fn automata_are_read_back() {
        let text = r#"cfa
var x: i32
var n: int
var a: i32[10]
var b: int -> u8
var next: obj -> obj
entry L0
error E reach "x is \"too\" large" at "f.c":3:4
edge L0 -> L1: x := 0
edge L1 -> L1: assume x < n && a[x] == wrap(u8, n)
edge L1 -> L2: input n i32 "nondet"
edge L1 -> L2: input n int
edge L2 -> L2: a := store(a, x + 1, ite(x < 0 || n > 3, -x, and(i32, x, 255)))
edge L2 -> L2: assume forall ?k: int, ?o: obj. a[?k] >= 0 && reach(next[?o], ?o)
edge L2 -> L3: skip
edge L3 -> E: print "x = " (x) "\n"
"#;
        let cfa = parse_cfa(text).unwrap();
        assert_eq!(print_cfa(&cfa), text);
    }

    #[test]
    fn errors_have_their_place() {
        let at = |text: &str| parse_cfa(text).map(|_| ()).unwrap_err();
        assert_eq!(at("cfa\nentry L\nedge L -> L: y := 3"), Error { line: 3, column: 16, message: "`y` is not a variable".into() });
        assert_eq!(at("cfa\nvar x: foo").line, 2);
        assert_eq!(at("what").message, "expected `cfa` at the start");
        assert_eq!(at("cfa\nentry L\nedge L -> L: assume 1 + ;").column, 25);
        let deep = format!("cfa\nvar x: int\nentry L\nedge L -> L: x := {}1", "(".repeat(100_000));
        assert_eq!(at(&deep).message, "the text is nested too deeply");
    }
}
