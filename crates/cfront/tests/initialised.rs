//! The check `init`: a value is used that nobody wrote. What is shown to be written before it is used leaves no trace in the automaton.

use base::exec::walk::Walk;
use base::exec::{End, Listed};
use base::{Budget, Cfa, Check, Int};
use cfront::{Options, translate};

const HEAD: &str =
    "typedef unsigned long size_t; extern int __VERIFIER_nondet_int(void); void *malloc(size_t); void *calloc(size_t, size_t);
void *realloc(void *, size_t); void free(void *); void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
struct pair { int x, y; }; struct node { int value; struct node *next; }; union word { int whole; short half[2]; };
";

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(&format!("{HEAD}{text}"), "test.c", options).unwrap_or_else(|d| panic!("{d}"))
}

fn body(text: &str) -> String {
    format!("int main(void) {{ {text} }}")
}

/// What a run with this input ends with; what is uninitialised is 0 or whatever follows in the list.
fn ends(text: &str, input: i64) -> Option<(Check, String)> {
    let cfa = cfa(text, &Options::default());
    let inputs: Vec<Int> = std::iter::repeat_n(Int::from(input), 200).collect();
    match Walk::new(&cfa).run(&mut Listed::new(&inputs), 1_000_000, &Budget::unlimited(), &mut |_, _| {}) {
        End::Error(l) => cfa.error_at(l).map(|e| (e.check, e.message.clone())),
        End::Exit(_) => None,
        other => panic!("the run ends with {other:?}"),
    }
}

fn fails(text: &str, input: i64, what: &str) {
    assert_eq!(ends(text, input), Some((Check::Init, format!("{what} is read and may not have been written"))), "{text}");
}

fn passes(text: &str, input: i64) {
    assert_eq!(ends(text, input), None, "{text}");
}

/// Nothing about initialisation is in the automaton.
fn is_shown(text: &str) {
    let cfa = cfa(text, &Options::default());
    assert!(cfa.errors.iter().all(|e| e.check != Check::Init), "{text}");
    assert!(cfa.vars.iter().all(|v| !v.name.contains("$set")), "{text}");
}

#[test]
fn what_a_branch_leaves_out_is_not_written() {
    let text = body("int s, c = __VERIFIER_nondet_int(); if (c) s = 1; return s;");
    fails(&text, 0, "`s`");
    passes(&text, 1);
}

#[test]
fn only_the_operands_that_are_evaluated_are_read() {
    let text = body("int s, c = __VERIFIER_nondet_int(); if (c) s = 1; return c && s == 1;");
    passes(&text, 0);
    passes(&text, 1);
    let text = body("int s, c = __VERIFIER_nondet_int(); if (c) s = 1; int r = c ? s : 0; return r || s;");
    fails(&text, 0, "`s`");
    passes(&text, 1);
}

#[test]
fn copies_are_no_reads_and_carry_along_what_was_written() {
    let text =
        body("struct pair a, b, c; a.x = 1; if (__VERIFIER_nondet_int()) a.y = 2; b = a; memcpy(&c, &b, sizeof c); return c.x + c.y;");
    fails(&text, 0, "`c.y`");
    passes(&text, 1);
    passes(&body("struct pair a, b; a.x = 1; b = a; return b.x;"), 0);
}

#[test]
fn memory_from_an_allocator_is_unwritten_unless_it_is_cleared() {
    let block = |allocator: &str| body(&format!("int *p = {allocator}; p[0] = 1; int r = p[1]; free(p); return r;"));
    fails(&block("malloc(8)"), 0, "memory allocated in line 4");
    passes(&block("calloc(2, 4)"), 0);
    let grown = |i: u32| body(&format!("int *p = calloc(2, 4); p = realloc(p, 16); int r = p[{i}]; free(p); return r;"));
    passes(&grown(1), 0);
    fails(&grown(2), 0, "memory allocated in line 4");
}

#[test]
fn jumps_pass_by_initialisers_and_rounds_begin_anew() {
    fails(&body("if (__VERIFIER_nondet_int()) goto in; { int x = 3; in: return x; }"), 1, "`x`");
    passes(&body("if (__VERIFIER_nondet_int()) goto in; { int x = 3; in: return x; }"), 0);
    fails(&body("int s = 0; for (int i = 0; i < 3; i++) { int x; if (i == 0) x = 5; s += x; } return s;"), 0, "`x`");
}

#[test]
fn each_activation_has_its_own() {
    let text = |least: i32| {
        format!(
            "static int f(int n) {{ int r; if (n > 0) r = n; if (n > 0) f(n - 1); return n > {least} ? r : 0; }}
             int main(void) {{ return f(3); }}"
        )
    };
    passes(&text(0), 0);
    fails(&text(-1), 0, "`r`");
}

#[test]
fn bytes_are_written_one_by_one() {
    let text = |last: u32| body(&format!("union word w; w.half[0] = 1; w.half[{last}] = 2; return w.whole;"));
    passes(&text(1), 0);
    fails(&text(0), 0, "`w`");
    let text = |n: u32| body(&format!("int x; char *p = (char *)&x; for (int i = 0; i < {n}; i++) p[i] = 0; return x;"));
    passes(&text(4), 0);
    fails(&text(3), 0, "`x`");
}

#[test]
fn characters_may_hold_anything() {
    is_shown(&body("char c; unsigned char d[4]; signed char e = c; return e == d[1];"));
}

#[test]
fn what_is_surely_written_leaves_no_trace() {
    is_shown(&body("int s; if (__VERIFIER_nondet_int()) s = 1; else s = 2; return s;"));
    is_shown(&body("int s; while (1) { s = __VERIFIER_nondet_int(); if (s > 3) break; } return s;"));
    is_shown(&body("int a[5] = {0}, b[3]; b[0] = b[1] = b[2] = a[4]; int j = __VERIFIER_nondet_int(); return j < 0 || j > 2 ? 0 : b[j];"));
    is_shown(&body("int a[10]; for (int i = 0; i < 10; i++) a[i] = i; int j = __VERIFIER_nondet_int(); return j < 0 || j > 9 ? 0 : a[j];"));
    is_shown(&body("int a[10]; for (int i = 9; i >= 0; i--) a[i] = i; int j = __VERIFIER_nondet_int(); return j < 0 || j > 9 ? 0 : a[j];"));
    is_shown(&body("struct pair p; memset(&p, 0, sizeof p); return p.x + p.y;"));
    is_shown(&body(
        "struct node *h = 0; for (int i = 0; i < 9; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = h; h = n; }
         int s = 0; while (h) { s += h->value; struct node *g = h; h = h->next; free(g); } return s;",
    ));
    is_shown("static void set(int *p) { *p = 1; } int main(void) { int x; set(&x); return x; }");
    is_shown("static int get(struct pair p) { return p.y; } int main(void) { struct pair p = {1, 2}; return get(p); }");
    is_shown("int f(struct pair *p, int n) { return p->x + n; } int main(void) { static int g[3]; return g[1]; }");
}

#[test]
fn without_the_check_nothing_is_added_and_the_run_goes_on() {
    let options = Options { checks: [Check::Reach].into(), ..Options::default() };
    let cfa = cfa(&body("int s; if (__VERIFIER_nondet_int()) s = 1; if (s == 1) return 1; return 0;"), &options);
    assert!(cfa.vars.iter().all(|v| !v.name.contains("$set")));
    assert!(cfa.unchecked.contains(&Check::Init) && !cfa.assumed.contains(&Check::Init) && cfa.errors.is_empty());
    let written = self::cfa(&body("int s; if (__VERIFIER_nondet_int()) s = 1; else s = 2; if (s == 1) return 1; return 0;"), &options);
    assert!(written.unchecked.is_empty());
}

#[test]
fn what_the_caller_hands_over_was_written() {
    let options = Options { entry: "f".into(), ..Options::default() };
    for text in [
        "int f(int *p, int n) { return n > 0 ? *p : 0; }",
        "int f(struct pair *p) { return p->x > p->y; }",
        "int f(struct pair p) { return p.x > p.y; }",
    ] {
        assert!(cfa(text, &options).errors.iter().all(|e| e.check != Check::Init), "{text}");
    }
}
