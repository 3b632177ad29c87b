//! What contracts of functions without a body and models of records mean, seen by executing the automaton.

use base::exec::machine::{self, Machine};
use base::exec::{End, Listed};
use base::{Budget, Cfa, Check, Int};
use cfront::{Options, translate};

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(text, "test.c", options).unwrap_or_else(|d| panic!("{d}"))
}

/// How a run with these inputs ends: the line and the message of the failure, `None` where it stops because an assumption does not hold.
fn end_with(text: &str, inputs: &[i64], options: &Options) -> Option<(u32, String)> {
    let cfa = cfa(text, options);
    let inputs: Vec<Int> = inputs.iter().map(|i| Int::from(*i)).collect();
    let machine = Machine::compile(&cfa);
    let (outcome, _) = machine::run(&cfa, &machine, &mut Listed::new(&inputs), 1_000_000, &Budget::unlimited(), &mut |_| {});
    match outcome.end {
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            Some((error.span.as_ref().unwrap().line, error.message.clone()))
        }
        End::Exit(_) => Some((0, String::new())),
        End::Blocked(_) => None,
        other => panic!("the run ends with {other:?} in {text}"),
    }
}

fn end(text: &str, inputs: &[i64]) -> Option<(u32, String)> {
    end_with(text, inputs, &Options { checks: [Check::Reach, Check::Deref].into(), ..Options::default() })
}

fn ends_well(text: &str, inputs: &[i64]) -> bool {
    end(text, inputs) == Some((0, String::new()))
}

#[test]
fn what_is_required_must_hold_and_what_is_ensured_does() {
    let text = "int any(void);
/*@ requires n >= 0;
    assigns \\nothing;
    ensures 0 <= \\result <= n; */
int below(int n);
int main(void) {
    int r = below(any());
    /*@ assert r < 5; */
    return 0;
}";
    assert_eq!(end(text, &[-1]), Some((7, "`below` requires n >= 0".into())));
    assert_eq!(end(text, &[7, 9]), None);
    assert!(ends_well(text, &[7, 4]));
    assert_eq!(end(text, &[7, 6]).map(|(line, _)| line), Some(8));
    let cfa = cfa(text, &Options::default());
    assert!(cfa.by_contract.contains("below") && !cfa.externals.contains("below"));
    assert!(cfa.premises.contains("`below`, which has no body, keeps its contract"));
    assert_eq!(cfa.errors[0].check, Check::Reach);
}

#[test]
fn what_is_assigned_changes_and_nothing_else() {
    let text = "struct pair { int x; int y; };
int g = 1, h = 2;
/*@ assigns *p, s->x, g;
    ensures *p == \\old(*p) + s->x && g > \\old(g); */
void change(int *p, struct pair *s);
int main(void) {
    int n = 10;
    struct pair s = {3, 4};
    change(&n, &s);
    /*@ assert h == 2 && s.y == 4; */
    /*@ assert n == 10 + s.x && g >= 2; */
    /*@ assert n != 17; */
    return 0;
}";
    assert!(ends_well(text, &[12, 2, 5]));
    assert_eq!(end(text, &[12, 3, 5]), None);
    assert_eq!(end(text, &[12, 2, 1]), None);
    assert_eq!(end(text, &[17, 7, 2]).map(|(line, _)| line), Some(12));
}

#[test]
fn a_function_with_a_body_is_not_called_by_its_contract() {
    let text = "/*@ requires n > 100; assigns \\nothing; ensures \\result == 5; */
int f(int n);
int f(int n) { return n; }
int main(void) { int r = f(1); /*@ assert r == 1; */ return 0; }";
    assert!(ends_well(text, &[]));
    assert!(cfa(text, &Options::default()).by_contract.is_empty());
}

#[test]
fn without_assigns_a_contract_is_left_out() {
    let text = "/*@ requires n > 100;
    ensures \\result == 5; */
int f(int n);
int main(void) { return f(1); }";
    let cfa = cfa(text, &Options::default());
    let ignored: Vec<String> = cfa.ignored.iter().map(|(span, what)| format!("{span}: {what}")).collect();
    let why = "of a function without a body `assigns` must say what it changes";
    assert_eq!(ignored, [format!("test.c:1:5: `requires` is ignored: {why}"), format!("test.c:2:5: `ensures` is ignored: {why}")]);
    assert!(cfa.externals.contains("f"));
}

const SETS: &str = "struct elem { int data; };
struct set { int unused; };
/*@ model struct set { set<struct elem *> content; integer size; }; */
/*@ assigns s->content, s->size; ensures s->content == \\empty; ensures s->size == 0; */
void init(struct set *s);
/*@ requires !(x \\in s->content);
    assigns s->content, s->size;
    ensures s->content == \\union(\\old(s->content), {x}) && \\true;
    ensures s->content == \\union(\\old(s->content), {x});
    ensures s->size == \\old(s->size) + 1; */
void add(struct set *s, struct elem *x);
/*@ requires s->content != \\empty;
    assigns s->content, s->size;
    ensures \\result \\in \\old(s->content);
    ensures s->content == \\diff(\\old(s->content), {\\result});
    ensures s->size == \\old(s->size) - 1; */
struct elem *take(struct set *s);
/*@ assigns a->content, b->content; ensures a->content == \\old(b->content); ensures b->content == \\old(a->content); */
void swap(struct set *a, struct set *b);
void *malloc(unsigned long);
";

/// A program about two sets and two elements.
fn about_sets(body: &str) -> String {
    format!(
        "{SETS}int main(void) {{ struct set s, t; struct elem *x[2]; for (int i = 0; i < 2; i++) {{ x[i] = malloc(sizeof **x); x[i]->data = i; }}
init(&s); init(&t); {body} return 0; }}"
    )
}

#[test]
fn models_hold_what_contracts_put_there() {
    for (body, inputs) in [
        ("/*@ assert s.content == \\empty && s.size == 0; */", &[][..]),
        ("add(&s, x[1]); struct elem *y = x[1]; /*@ assert y \\in s.content && s.content == {y} && s.size == 1; */", &[]),
        ("add(&s, x[1]); struct elem *y = x[0]; /*@ assert !(y \\in s.content) && s.content != \\empty; */", &[]),
        ("add(&s, x[0]); add(&s, x[1]); struct elem *y = take(&s); /*@ assert y->data == 1 && s.size == 1; */", &[1]),
        ("add(&s, x[0]); swap(&s, &t); /*@ assert s.content == \\empty && t.content != \\empty; */", &[]),
    ] {
        assert_eq!(end(&about_sets(body), inputs), Some((0, String::new())), "{body}");
    }
}

#[test]
fn calls_are_safe_or_not() {
    let twice = about_sets("add(&s, x[1]); add(&s, x[1]);");
    assert_eq!(end(&twice, &[]).map(|(_, what)| what), Some("`add` requires !(x \\in s->content)".into()));
    let empty = about_sets("add(&s, x[1]); take(&s); take(&s);");
    assert_eq!(end(&empty, &[1]).map(|(_, what)| what), Some("`take` requires s->content != \\empty".into()));
    // The first element was never in the set.
    assert_eq!(end(&empty, &[0]), None);
    let null = about_sets("add(&s, 0);");
    assert_eq!(end(&null, &[]).map(|(_, what)| what), Some("a pointer without an object as a member of a set".into()));
}

#[test]
fn an_entry_function_is_given_any_sets() {
    let text = format!(
        "{SETS}/*@ requires s->size == 7;
    ensures s->content == \\old(s->content); */
void f(struct set *s) {{ if (take(s)->data == 5) {{ }} }}"
    );
    let options = Options { entry: "f".into(), ..Options::default() };
    // The number of elements, any size, the elements with their numbers and whether each is in the set, and which one is taken.
    let failing = end_with(&text, &[2, 7, 3, 0, 5, 1, 1, 0], &options);
    assert_eq!(failing.map(|(_, what)| what), Some("`f` does not ensure s->content == \\old(s->content)".into()));
    assert_eq!(end_with(&text, &[2, 7, 3, 0, 5, 1, 0], &options), None);
    let nothing = end_with(&text, &[2, 7, 3, 0, 5, 0], &options);
    assert_eq!(nothing.map(|(_, what)| what), Some("`take` requires s->content != \\empty".into()));
}

/// A message that is not about this place, or does not say this.
fn unlike(message: &str, place: &str, what: &str) -> Option<String> {
    let fits = message.starts_with(&format!("test.c:{place}: ")) && message.contains(what);
    (!fits).then(|| format!("{place}: {what}, not {message}"))
}

#[test]
fn contracts_that_cannot_be_executed_are_errors() {
    let model = "struct e { int d; }; struct s { int u; }; struct t { int u; };
/*@ model struct s { set<struct e *> c; integer n; }; */
";
    let main = "\nint main(void) { struct s s; struct e e; f(&s, &e); return 0; }";
    let mut wrong = Vec::new();
    for (contract, place, what) in [
        ("assigns s->c; ensures s->n == 0;", "3:13", "what is ensured must say once what this model field is"),
        ("assigns s->c; ensures s->c == \\empty; ensures s->c == {x};", "3:13", "must say once"),
        (
            "assigns s->c; ensures s->c == \\inter(\\old(s->c), {x});",
            "3:35",
            "this set is not understood here: what is understood are `\\empty`",
        ),
        ("assigns s->c; ensures s->c == \\union(s->c, {x});", "3:42", "this set changes: use \\old"),
        ("assigns s->c; ensures s->c == {s};", "3:36", "the members of this set have another type"),
        ("assigns s->n; ensures s->n == s->n + 1;", "3:35", "an integer in a model is told by what was there before: use \\old"),
        ("assigns s; ensures \\true;", "3:13", "only variables, and what parameters point to"),
        ("assigns *s; ensures \\true;", "3:13", "`assigns` of struct s; name its members"),
        ("assigns s->m;", "3:13", "the record has no member `m`"),
        ("assigns a[0 .. 3];", "3:17", "expected `]` at `..`"),
        ("assigns \\nothing; requires y > 0;", "3:32", "`y` is not declared here"),
        ("assigns \\nothing; requires s->c;", "3:32", "a set where a number or a pointer is needed"),
    ] {
        let text = format!("{model}/*@ {contract} */\nvoid f(struct s *s, struct e *x);{main}");
        let Err(error) = translate(&text, "test.c", &Options::default()) else { panic!("{contract} is understood") };
        wrong.extend(unlike(&error.to_string(), place, what));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let text = format!("{model}/*@ assigns \\nothing; */\nstruct e *f(struct s *s, struct e *x);{main}");
    let error = translate(&text, "test.c", &Options::default()).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(error.contains("what is ensured must say which pointer this is"), "{error}");
}

#[test]
fn models_that_make_no_sense_are_errors() {
    let mut wrong = Vec::new();
    for (model, place, what) in [
        ("model struct none { integer n; };", "2:6", "there is no `struct none` here"),
        ("model struct s { set<struct none *> c; };", "2:42", "there is no `struct none` here"),
        ("model struct s { set<int *> c; };", "2:34", "`int *` is not a pointer to a record"),
        ("model struct s { int n; };", "2:23", "a member of a model is `set<struct T *>` or `integer`"),
        ("model struct s { integer u; };", "2:31", "the record has a member `u` already"),
        ("model struct s { integer n; integer n; };", "2:42", "the record has a member `n` already"),
        ("model struct s { integer n };", "2:33", "expected `;`"),
    ] {
        let text = format!("struct s {{ int u; }};\n /*@ {model} */\nint main(void) {{ return 0; }}");
        let Err(error) = translate(&text, "test.c", &Options::default()) else { panic!("{model} is understood") };
        wrong.extend(unlike(&error.to_string(), place, what));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_model_without_a_value_is_not_read() {
    let text = about_sets("struct set r; take(&r);");
    let error = translate(&text, "test.c", &Options::default()).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(error.contains("the model field `content` of `r` may be read before a contract gives it a value"), "{error}");
    // In each round the set is a new one.
    let text = about_sets("for (int i = 0; i < 2; i++) { struct set r; if (i == 0) init(&r); add(&r, x[0]); }");
    assert!(translate(&text, "test.c", &Options::default()).is_err());
    let text = about_sets("for (int i = 0; i < 2; i++) { struct set r; init(&r); add(&r, x[0]); }");
    assert!(ends_well(&text, &[]));
}

#[test]
fn a_record_with_a_model_is_not_copied() {
    let text = about_sets("t = s;");
    assert!(cfa(&text, &Options::default()).errors.iter().any(|e| e.message.contains("copy of a record that has a model")));
}

#[test]
fn of_the_model_of_null_nothing_is_said() {
    let of = |requires: &str| {
        let text = format!(
            "struct box {{ int id; }};
//@ model struct box {{ integer size; }};
/*@ assigns b->size; ensures b->size == 0; */
void make(struct box *b);
/*@ {requires} assigns \\nothing; ensures b != \\null ==> \\result == b->size; */
int size_of(struct box *b);
int any(void);
int main(void) {{
    struct box b;
    make(&b);
    struct box *some = any() ? &b : 0;
    return size_of(some);
}}"
        );
        assert!(ends_well(&text, &[1, 0]));
        end(&text, &[0, 0])
    };
    // It is not an error of the program: the contract may mean other pointers only.
    assert_eq!(of(""), Some((12, "a contract that speaks of the model of a pointer without an object".into())));
    assert_eq!(of("requires b != \\null;"), Some((12, "`size_of` requires b != \\null".into())));
}

#[test]
fn a_contract_speaks_of_an_argument_that_is_null() {
    let with = |contract: &str| format!("/*@ {contract} */ void g(int *p);\nint main(void) {{ g(0);\nreturn 0; }}");
    assert!(ends_well(&with("requires p == \\null || *p == 1; assigns \\nothing;"), &[]));
    assert_eq!(end(&with("requires *p == 1; assigns \\nothing;"), &[]).map(|(line, _)| line), Some(2));
    assert_eq!(end(&with("assigns *p;"), &[1]).map(|(line, _)| line), Some(2));
}
