//! What annotations mean, seen by executing the automaton.

use base::exec::machine::{self, Machine};
use base::exec::{End, Listed};
use base::{Budget, Cfa, Check, Int};
use cfront::{Options, translate};

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(text, "test.c", options).unwrap_or_else(|d| panic!("{d}"))
}

/// The line of the assertion that a run with these inputs fails at, if one does.
fn fails_with(text: &str, inputs: &[i64], options: &Options) -> Option<u32> {
    let cfa = cfa(text, options);
    let inputs: Vec<Int> = inputs.iter().map(|i| Int::from(*i)).collect();
    let machine = Machine::compile(&cfa);
    let (outcome, _) = machine::run(&cfa, &machine, &mut Listed::new(&inputs), 1_000_000, &Budget::unlimited(), &mut |_| {});
    match outcome.end {
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            assert_eq!(error.check, Check::Reach, "{}", error.message);
            Some(error.span.as_ref().unwrap().line)
        }
        End::Exit(_) | End::Blocked(_) => None,
        other => panic!("the run ends with {other:?} in {text}"),
    }
}

fn fails(text: &str, inputs: &[i64]) -> Option<u32> {
    fails_with(text, inputs, &Options::default())
}

/// Whether a formula holds for some fixed objects.
fn holds(formula: &str) -> bool {
    let text = format!(
        "enum {{ FIVE = 5 }};
struct pair {{ int x; unsigned char y[3]; }};
int a[5] = {{1, 2, 3, 4, 5}};
int d[2][3] = {{{{1, 2, 3}}, {{4, 5, 6}}}};
struct pair s = {{7, {{8, 9, 255}}}};
struct pair *p = &s;
int *nothing;
unsigned big = 4294967295u;
int main(void) {{
    int n = 5, x = 2147483647, y = -7;
    int *q = a + 2;
    char c = 'b';
    /*@ assert {formula}; */
    return 0;
}}"
    );
    match fails(&text, &[]) {
        None => true,
        Some(13) => false,
        Some(line) => panic!("line {line}"),
    }
}

#[test]
fn terms_are_mathematical() {
    for formula in [
        "x + 1 > x",
        "x * x == 4611686014132420609",
        "-x - 2 < -x - 1",
        "big + 1 == 4294967296 && big + y == 4294967288",
        "y / 2 == -3 && y % 2 == -1 && (y >> 1) == -4 && (1 << 40) == 1099511627776",
        "(n & 4) == 4 && (n | 8) == 13 && (n ^ 1) == 4 && ~n == -6",
        "(unsigned char) (n + 255) == 4 && (integer) n == 5 && (int) big == -1",
        "\\max(n, 3) == 5 && \\min(n, 3) == 3 && \\abs(y) == 7",
        "(n == 5 ? x : y) == x && c == 'b' && c == 98 && 0x10 == 16 && 010 == 8",
        "FIVE == n",
        "a[n - 4] == 2 && a[0] + a[1] == 3 && d[1][2] == 6 && d[0][d[0][0]] == 2",
        "s.x == 7 && s.y[2] == 255 && p->x == 7 && p->y[1] == 9 && (*p).x == 7",
        "*q == 3 && q[-1] == 2 && *(q + 1) == 4 && nothing == \\null && q != \\null",
    ] {
        assert!(holds(formula), "{formula}");
        assert!(!holds(&format!("!({formula})")), "not {formula}");
    }
}

#[test]
fn formulas_are_those_of_acsl() {
    for formula in [
        "0 < n <= 5 && 5 >= n > 0 && 1 < 2 == 2",
        "\\true && !\\false && (\\false ==> 1 == 2) && (n == 5 <==> a[4] == 5) && (n == 5 ^^ n == 6)",
        "n == 6 ==> n == 7 ==> n == 8",
        "\\forall int k; 0 <= k < n ==> a[k] == k + 1",
        "\\forall integer k; 0 <= k < n ==> \\exists integer j; 0 <= j < n && a[j] == n - k",
        "\\exists int k; 0 <= k < n && a[k] == 3",
        "\\forall int i, j; 0 <= i < j < n ==> a[i] < a[j]",
        "\\forall int i; 0 <= i < 2 ==> \\forall int j; 0 <= j < 3 ==> d[i][j] == 3 * i + j + 1",
        "\\forall unsigned char b; b <= 255",
        "\\forall char b, e; -128 <= b < 128 && -128 <= e < 128 && b * e <= 16384",
        "name: \\exists char b; b == c",
        "\\forall integer k; 0 <= k < 5 ==> q[k - 2] == k + 1",
    ] {
        assert!(holds(formula), "{formula}");
    }
    for formula in [
        "\\forall int k; 0 <= k <= n ==> a[k] == k + 1",
        "\\exists int k; 0 <= k < n && a[k] == 6",
        "\\forall int i, j; 0 <= i < j < n ==> a[i] + 1 == a[j]",
        "\\forall int k; 0 <= k < 2 ==> \\exists int k; 0 <= k < 2 && d[k][0] == 7",
        "\\forall char b; b < 127",
    ] {
        assert!(!holds(formula), "{formula}");
    }
}

#[test]
fn a_variable_of_a_type_has_its_values() {
    // Without the range of the type this would be about all integers, which nobody can try.
    let text = |ty: &str| format!("int main(void) {{ /*@ assert \\forall {ty} k; k != 300; */ return 0; }}");
    assert_eq!(fails(&text("unsigned char"), &[]), None);
    assert_eq!(fails(&text("short"), &[]), Some(1));
    // Where the bounds say it already, the formula stays as it was written.
    let plain = cfa(
        "int a[9]; int main(void) { int n = a[0]; /*@ assert \\forall int k; 0 <= k < n ==> a[k] == 0; */ return 0; }",
        &Options::default(),
    );
    let printed = base::text::print_cfa(&plain);
    assert!(printed.contains("assume exists ?k: int. 0 <= ?k && ?k < n && a[?k] != 0"), "{printed}");
    let wide = cfa(
        "int a[9]; int main(void) { long n = a[0]; /*@ assert \\forall int k; 0 <= k < n ==> a[k] == 0; */ return 0; }",
        &Options::default(),
    );
    assert!(base::text::print_cfa(&wide).contains("?k <= 2147483647"));
}

#[test]
fn an_assertion_stands_where_a_statement_may() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        //@ assert x != 1;
        x = 2;
    else if (x == 2) {
        x = 3;
        //@ assert x != 3;
    } else
        x = 4;
    //@ assert x == 4;
    switch (x) {
    case 4: /*@ assert x == 5 - 1; */
        x = 6;
    }
    goto end;
    //@ assert x == 4 + 2;
end:
    //@ assert x == 6;
    return 0;
    //@ assert x == 8;
}";
    assert_eq!([1, 2, 3].map(|x| fails(text, &[x])), [Some(5), Some(9), None]);
}

#[test]
fn parameters_and_blocks_are_read_through() {
    let text = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void fill(int *b, int m, int v) {
    for (int i = 0; i < m; i++)
        b[i] = v;
    //@ assert \\forall int k; 0 <= k < m ==> b[k] == 3;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9)
        return 0;
    int a[9], c[n];
    int *m = malloc(n * sizeof(int));
    fill(a, n, __VERIFIER_nondet_int());
    fill(c, n, 3);
    fill(m, n, __VERIFIER_nondet_int());
    m[n - 1] = __VERIFIER_nondet_int();
    //@ assert \\forall int k; 0 <= k < n ==> m[k] == a[k] && m[k] == c[k];
    free(m);
    return 0;
}"
    .replace("#include <stdlib.h>\n", "void *malloc(unsigned long); void free(void *);\n");
    assert_eq!(fails(&text, &[4, 3, 3, 3]), None);
    assert_eq!(fails(&text, &[4, 2, 3, 3]), Some(6));
    assert_eq!(fails(&text, &[4, 3, 2, 3]), Some(6));
    assert_eq!(fails(&text, &[4, 3, 3, 2]), Some(18));
}

#[test]
fn elements_that_nobody_wrote_are_inputs() {
    let text = "int main(void) {
    int a[4];
    a[1] = 5;
    //@ assert \\forall int k; 0 <= k < 4 ==> a[k] == 5;
    return 0;
}";
    assert_eq!(fails(text, &[5, 5, 5]), None);
    assert_eq!(fails(text, &[5, 4]), Some(4));
}

#[test]
fn contracts_are_premises_and_advice() {
    let text = "/*@ requires 0 <= n <= 3; requires n != 2; ensures \\result == n; */
int f(int n) {
    /*@ loop invariant 0 <= i <= n; loop assigns i; loop variant n - i; */
    for (int i = 0; i < n; i++)
        ;
    //@ assert n <= 3 && n != 2;
    return n;
}
/*@ requires m > 100; @*/
int g(int m) { return m; }
int main(void) { return g(f(2)); }";
    let options = Options { entry: "f".into(), ..Options::default() };
    let entered = cfa(text, &options);
    let premises: Vec<&str> = entered.premises.iter().map(|p| &**p).collect();
    assert_eq!(premises, ["`f` requires 0 <= n <= 3", "`f` requires n != 2"]);
    assert_eq!(entered.advice.len(), 1);
    assert!(entered.loc(entered.advice[0].0).loop_head);
    assert_eq!([3, 2, 7].map(|n| fails_with(text, &[n], &options)), [None; 3]);
    // Of a function that is called nothing is assumed.
    let called = cfa(text, &Options::default());
    assert!(called.premises.is_empty());
    assert_eq!(fails(text, &[]), Some(6));
    assert!(called.advice.len() >= 2, "{:?}", called.advice);
    let ignored: Vec<String> = called.ignored.iter().map(|(span, what)| format!("{span}: {what}")).collect();
    let expected =
        ["test.c:3:37: `loop assigns` is not understood and ignored", "test.c:3:53: `loop variant` is not understood and ignored"];
    assert_eq!(ignored, expected);
}

#[test]
fn what_is_not_understood_in_a_property_is_an_error() {
    for (text, message) in [
        ("int main(void) { /*@ assert \\valid(p); */ return 0; }", "not understood at `\\valid`"),
        ("int main(void) { /*@ assert z > 0; */ return 0; }", "`z` is not declared here"),
        ("int main(void) { /*@ assert 1 == 1 */ return 0; }", "expected `;`"),
        ("int main(void) { int x = (/*@ assert 1; */ 1); return x; }", "must stand before a statement"),
        ("/*@ requires \\valid(p); */ int main(void) { return 0; }", "not understood at `\\valid`"),
        ("int main(void) { /*@ requires 1; */ return 0; }", "must stand before a function"),
        ("int main(void) { /*@ assert \\forall float f; f > 0; */ return 0; }", "a variable of type `float`"),
        ("int main(void) { /*@ for b: assert 1 == 1; */ return 0; }", "not understood"),
        ("float f; int main(void) { /*@ assert f > 0; */ return 0; }", "not an object that is understood"),
    ] {
        let error = translate(text, "test.c", &Options::default()).expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.span.is_some(), "{text}");
    }
    // These say nothing that must be shown.
    for text in [
        "/*@ axiomatic A { axiom b: 1 == 2; } */ int main(void) { return 0; }",
        "int f(/*@null@*/ int *p) { return p == 0; } int main(void) { return 0; }",
        "int main(void) { /*@ ghost int g = 0; */ return 0; }",
        "int main(void) { /*@ loop invariant 1 == 1; */ return 0; }",
    ] {
        let cfa = cfa(text, &Options::default());
        assert_eq!(cfa.ignored.len(), 1, "{text}: {:?}", cfa.ignored);
    }
}

#[test]
fn memory_that_is_not_understood_is_no_property() {
    // Between the members of the record there are bytes that no variable holds.
    let text = "struct pair { int x; unsigned char y[3]; } s; struct pair *p = &s;
int main(void) { int i = s.x; p->y[i] = 1; /*@ assert \\forall int k; 0 <= k < 3 ==> p->y[k] == 0; */ return 0; }";
    let cfa = cfa(text, &Options::default());
    let kinds: Vec<Check> = cfa.errors.iter().map(|e| e.check).collect();
    assert!(kinds.contains(&Check::Unsupported) && !kinds.contains(&Check::Reach), "{kinds:?}");
    let machine = Machine::compile(&cfa);
    let (outcome, _) = machine::run(&cfa, &machine, &mut Listed::new(&[]), 1000, &Budget::unlimited(), &mut |_| {});
    let End::Error(at) = outcome.end else { panic!("the run ends with {:?}", outcome.end) };
    assert_eq!(cfa.error_at(at).map(|e| e.check), Some(Check::Unsupported));
}

#[test]
fn other_comments_are_comments() {
    let text = "int main(void) { /* @ assert 1 == 2; */ // @ assert 1 == 2;\n char *s = \"/*@ assert 1 == 2; */\"; return s == 0; }";
    let cfa = cfa(text, &Options::default());
    assert!(cfa.errors.iter().all(|e| e.check != Check::Reach));
    assert!(cfa.ignored.is_empty());
}

#[test]
fn macros_in_annotations_are_expanded_and_places_are_kept() {
    let directory = std::env::temp_dir().join(format!("bevel-annotations-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("limits of mine.h"), "#define LENGTH 3\n/*@ assert in a header; */\n").unwrap();
    let file = directory.join("main.c");
    let text = "#include \"limits of mine.h\"
#define ALL(P) \\forall int k; 0 <= k < LENGTH ==> P
int a[LENGTH];
int main(void) {
    /*@ assert
      @   ALL(a[k] == 0); // a comment
      @*/
    //@ assert a[LENGTH - 1] == 1;
    return 0;
}
";
    std::fs::write(&file, text).unwrap();
    let loaded = cfront::load(&file, &Options::default());
    std::fs::remove_dir_all(&directory).unwrap();
    let loaded = loaded.unwrap_or_else(|d| panic!("{d}"));
    let places: Vec<(u32, String)> = loaded.errors.iter().map(|e| (e.span.as_ref().unwrap().line, e.message.clone())).collect();
    let expected = ["\\forall int k; 0 <= k < 3 ==> a[k] == 0", "a[3 - 1] == 1"].map(|f| format!("assertion `{f}` fails"));
    assert_eq!(places, [(5, expected[0].clone()), (8, expected[1].clone())]);
    assert!(loaded.errors.iter().all(|e| e.span.as_ref().is_some_and(|s| s.file.ends_with("main.c"))));
}

#[test]
fn names_of_one_file_are_not_those_of_another() {
    let one = "static int hidden = 1; int f(void) { return hidden; }";
    let two = "static int hidden = 2; extern int f(void); int main(void) { /*@ assert hidden == 2; */ return f(); }";
    let error = cfront::translate_all(&[(one, "one.c"), (two, "two.c")], &Options::default()).expect_err("it is ambiguous");
    assert!(error.to_string().contains("different meaning"), "{error}");
    let three = "int shared = 3; extern int f(void); int main(void) { /*@ assert shared == 4; */ return f(); }";
    let cfa = cfront::translate_all(&[(one, "one.c"), (three, "three.c")], &Options::default()).unwrap_or_else(|d| panic!("{d}"));
    let span = cfa.errors[0].span.clone().unwrap();
    assert_eq!((&*span.file, span.line, span.column), ("three.c", 1, 58));
}

/// Whether a function that is given a heap ensures a formula. The inputs are the number of objects, where the link of each leads and what its number is, and where `x` leads.
fn ensures(formula: &str, body: &str, heap: &[i64]) -> bool {
    let text = format!(
        "struct node {{ struct node *next; int data; }}; void free(void *);
/*@ ensures {formula}; */
void f(struct node *x) {{ {body} }}"
    );
    let options = Options { entry: "f".into(), checks: [Check::Reach].into(), ..Options::default() };
    // Where a clause is violated the failure is a choice, and the first.
    match fails_with(&text, &[heap, &[0]].concat(), &options) {
        None => true,
        Some(2) => false,
        Some(line) => panic!("line {line}"),
    }
}

#[test]
fn words_about_heaps() {
    let list = [3, 2, 10, 3, 20, 0, 30, 1];
    let ring = [2, 2, 10, 1, 20, 1];
    let shared = [3, 3, 10, 3, 20, 0, 30, 1];
    let nothing = [1, 0, 5, 0];
    for (heap, formula) in [
        (&list[..], "reach(x, next, x->next->next) && reach(x, next, x) && reach(x, next, \\null)"),
        (&list, "!reach(x->next, next, x)"),
        (&list, "acyclic(x, next) && acyclic(struct node, next) && sharing_free(struct node, next)"),
        (&list, "sorted(x, next, data) && sorted(struct node, next, data)"),
        (&list, "content(x, next) == {x, x->next, x->next->next}"),
        (&list, "content(x->next, next) == \\diff(content(x, next), {x})"),
        (&list, "content(x, next) != content(x->next, next) && x \\in content(x, next)"),
        (&list, "\\exists struct node *v; v != \\null && v->data == 30"),
        (&list, "\\forall struct node *v, *w; v != \\null && w != \\null && v->data == w->data ==> v == w"),
        (&ring, "!acyclic(x, next) && reach(x->next, next, x) && !reach(x, next, \\null) && sharing_free(x, next)"),
        (&ring, "content(x, next) == content(x->next, next) && !sorted(x, next, data)"),
        (&shared, "acyclic(struct node, next) && !sharing_free(struct node, next) && sharing_free(x, next)"),
        (&nothing, "x == \\null && content(x, next) == \\empty && reach(x, next, \\null)"),
        (&nothing, "\\exists struct node *v; v != \\null && v->data == 5"),
    ] {
        assert!(ensures(formula, "", heap), "{formula}");
        assert!(!ensures(&format!("!({formula})"), "", heap), "not {formula}");
    }
}

#[test]
fn what_was_old() {
    let list = [2, 2, 10, 0, 20, 1];
    let body = "struct node *e = x; x = x->next; e->data = 5; e->next = 0;";
    for formula in [
        // A parameter means what it was.
        "x->data == 5 && \\old(x->data) == 10",
        "x->next == \\null && \\old(x->next) != \\null && \\old(x->next)->data == 20",
        "content(x, next) == {x} && \\old(content(x, next)) == {x, \\old(x->next)}",
        "\\forall struct node *v; \\old(reach(x, next, v)) && v != \\null && v != x ==> v->data == 20",
    ] {
        assert!(ensures(formula, body, &list), "{formula}");
        assert!(!ensures(&format!("!({formula})"), body, &list), "not {formula}");
    }
}

#[test]
fn what_was_freed_does_not_count() {
    let list = [2, 2, 10, 0, 20, 1];
    let formula = "\\exists struct node *v; v != \\null && v->data == 10";
    assert!(ensures(formula, "", &list));
    assert!(!ensures(formula, "free(x);", &list));
    assert!(ensures("\\exists struct node *v; v != \\null && v->data == 20", "free(x);", &list));
}

/// Where a function that is given trees fails, if it does. The inputs are the number of objects, where the links of each lead and what its number is, and where `x` leads.
fn tree_fails(formula: &str, body: &str, heap: &[i64]) -> Option<Check> {
    let text = format!(
        "struct node {{ struct node *left, *right; int data; }};
/*@ requires acyclic(struct node, left, right) && sharing_free(struct node, left, right);
    ensures {formula}; */
void f(struct node *x) {{ {body} }}"
    );
    let options = Options { entry: "f".into(), checks: [Check::Reach].into(), ..Options::default() };
    let cfa = cfa(&text, &options);
    let machine = Machine::compile(&cfa);
    // Where something fails the failure is a choice, and the first.
    let inputs: Vec<Int> = [heap, &[0; 4]].concat().into_iter().map(Int::from).collect();
    let (outcome, _) = machine::run(&cfa, &machine, &mut Listed::new(&inputs), 1_000_000, &Budget::unlimited(), &mut |_| {});
    match outcome.end {
        End::Error(l) => cfa.error_at(l).map(|e| e.check),
        End::Exit(_) | End::Blocked(_) => None,
        other => panic!("the run ends with {other:?} in {text}"),
    }
}

#[test]
fn words_about_trees() {
    let tree = [4, 2, 3, 10, 0, 4, 5, 0, 0, 20, 0, 0, 7, 1];
    for (body, formula) in [
        ("", "reach(x, left, right, x->left->right) && !reach(x->left, left, right, x) && !reach(x->left, left, right, x->right)"),
        ("", "reach(x, left, right, \\null) && !reach(x->right->left, left, right, x) && reach(x, left, right, x)"),
        ("", "content(x, left, right) == {x, x->left, x->right, x->left->right} && content(x->right, left, right) == {x->right}"),
        ("", "content(x->right->left, left, right) == \\empty && acyclic(struct node, left, right)"),
        ("x->left = 0;", "content(x, left, right) == \\diff(\\old(content(x, left, right)), \\old(content(x->left, left, right)))"),
        ("x->left = x->left;", "content(x, left, right) == \\old(content(x, left, right)) && sharing_free(struct node, left, right)"),
        ("struct node *l = x->left; x->left = 0; l->left = x;", "content(\\old(x->left), left, right) == \\old(content(x, left, right))"),
        ("struct node *l = x->left, *r = x->right; x->right = 0; x->left = r; x->right = l;", "reach(x, left, right, x->right->right)"),
    ] {
        assert_eq!(tree_fails(formula, body, &tree), None, "{formula}");
        assert_eq!(tree_fails(&format!("!({formula})"), body, &tree), Some(Check::Reach), "not {formula}");
    }
}

#[test]
fn what_is_no_tree_is_not_spoken_of() {
    let tree = [4, 2, 3, 10, 0, 4, 5, 0, 0, 20, 0, 0, 7, 1];
    // For a moment an object has two parents, or it is below itself.
    for body in ["x->right->left = x->left;", "x->left->left = x;", "x->right = x->left;", "x->right->left = x->right;"] {
        assert_eq!(tree_fails("acyclic(struct node, left, right)", body, &tree), Some(Check::Unsupported), "{body}");
    }
    // What is required excludes them: by both links to one object, from two objects to one, to itself, to each other.
    for heap in [&[2, 2, 2, 1, 0, 0, 2, 1][..], &[3, 2, 3, 1, 3, 0, 2, 0, 0, 3, 1], &[1, 1, 0, 1, 1], &[2, 2, 0, 1, 1, 0, 2, 1]] {
        assert_eq!(tree_fails("x != x", "", heap), None, "{heap:?}");
    }
    assert_eq!(tree_fails("x != x", "", &tree), Some(Check::Reach));
    let text = "struct node { struct node *left, *right; };\n/*@ requires acyclic(struct node, left, right);
    ensures x \\in content(x, left, right); */\nvoid f(struct node *x) { }";
    let options = Options { entry: "f".into(), ..Options::default() };
    let Err(diagnostic) = translate(text, "test.c", &options) else { panic!("it is understood") };
    let what = "`f` must require acyclic(struct node, left, right) && sharing_free(struct node, left, right)";
    assert!(diagnostic.to_string().contains(what) && diagnostic.to_string().contains("test.c:2:"), "{diagnostic}");
}

#[test]
fn words_about_heaps_that_make_no_sense() {
    let options = Options { entry: "f".into(), ..Options::default() };
    for (formula, what) in [
        ("acyclic(x, data)", "a member that is a pointer is needed here"),
        ("acyclic(x, after)", "the record has no member `after`"),
        ("reach(x, next)", "`reach` of 2 things, or a set where a formula is needed"),
        ("content(x, next)", "`content` of 2 things, or a set where a formula is needed"),
        ("acyclic(struct list, next)", "there is no `struct list` here"),
        ("x->data \\in content(x, next)", "a pointer to a record is needed here"),
        ("\\old(\\old(x)) == x", "\\old stands for something only in what the entry function or a function without a body ensures"),
        ("reach(x, next, 5)", "a pointer to a record is needed here"),
        ("{\\null} == \\empty", "of which type are the members of these sets?"),
        ("acyclic(x, next, next)", "along several members `acyclic` is said of all objects of a type"),
        ("acyclic(struct node, next, next)", "different members are needed here"),
    ] {
        let text = format!("struct node {{ struct node *next; int data; }};\n/*@ ensures {formula}; */\nvoid f(struct node *x) {{ }}");
        let Err(diagnostic) = translate(&text, "test.c", &options) else { panic!("{formula} is understood") };
        assert!(diagnostic.to_string().contains(what), "{formula}: {diagnostic}");
        assert!(diagnostic.to_string().contains("test.c:2:"), "{formula}: {diagnostic}");
    }
}

#[test]
fn objects_that_are_parts_of_others_are_not_spoken_of() {
    let of = |body: &str| {
        let text = format!(
            "struct node {{ struct node *next; int data; }};
struct outer {{ int first; struct node inner; }};
void *malloc(unsigned long);
/*@ ensures acyclic(struct node, next); */
void f(struct node *x) {{ {body} }}"
        );
        let options = Options { entry: "f".into(), checks: [Check::Reach].into(), ..Options::default() };
        cfa(&text, &options).errors.iter().map(|e| e.check).collect::<Vec<_>>()
    };
    assert_eq!(of("if (x) x->next = 0;"), [Check::Reach]);
    assert_eq!(of("struct node *n = malloc(sizeof *n); n->next = x;"), [Check::Reach]);
    for body in [
        "struct node n; n.next = x; if (x) x->next = &n;",
        "struct node n[2]; n[0].next = x; if (x) x->next = n + 1;",
        "struct outer o; o.inner.next = x; if (x) x->next = &o.inner;",
        "struct outer *o = malloc(sizeof *o); o->inner.next = x; if (x) x->next = &o->inner;",
        "struct node *n = malloc(2 * sizeof *n); n[1].next = x; if (x) x->next = n + 1;",
    ] {
        assert!(of(body).contains(&Check::Unsupported) && !of(body).contains(&Check::Reach), "{body}: {:?}", of(body));
    }
}

#[test]
fn what_is_said_about_a_pointer_that_is_always_null_is_understood() {
    let about = |formula: &str| format!("int main(void) {{ int *p = 0;\n/*@ assert {formula}; */ return 0; }}");
    assert_eq!(fails(&about("p == \\null"), &[]), None);
    assert_eq!(fails(&about("p != \\null ==> *p == 1"), &[]), None);
    assert_eq!(fails(&about("p == \\null && *p == *p"), &[]), Some(2));
}
