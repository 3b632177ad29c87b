//! The arguments of `main`: the automaton does with random command lines what the compiled program does, and says what it takes for granted.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Inputs, Request};
use base::random::Random;
use base::{Arguments, Budget, Cfa, Check, InputKind, Int, Stmt};
use cfront::{Options, translate};
use std::process::{Command, Stdio};

fn cfa(text: &str) -> Cfa {
    let options = Options { checks: Check::ALL.into_iter().collect(), ..Options::default() };
    translate(text, "main.c", &options).unwrap_or_else(|d| panic!("{d}"))
}

/// A program that looks at its arguments in many ways and prints numbers about them.
const PROGRAM: &str = r#"
typedef unsigned long size_t;
int printf(const char *, ...);
int isdigit(int);
long strtol(const char *, char **, int);
size_t strlen(const char *);
int strcmp(const char *, const char *);
char *strchr(const char *, int);
char *strncpy(char *, const char *, size_t);

static void show(int n) { printf("%d\n", n); }
static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }
static char copy[8];

int main(int argc, char **argv) {
    char **all = argv;
    const char *longest = "";
    show(argc);
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        show((int)n);
        if (n > strlen(longest)) longest = argv[i];
        for (size_t k = 0; argv[i][k]; k++) show(argv[i][k]);
        for (const unsigned char *p = (const unsigned char *)argv[i]; *p; p++) show(*p + isdigit(*p) * 0);
        int order = i + 1 < argc ? strcmp(argv[i], argv[i + 1]) : 0;
        show(order < 0 ? -1 : order > 0);
        const char *found = strchr(argv[i], 'b');
        show(found ? (int)(found - argv[i]) : -1);
        char *end;
        show((int)strtol(argv[i], &end, 10));
        show((int)(end - argv[i]));
        strncpy(copy, argv[i], sizeof copy - 1);
        show(length(copy));
        show(length(argv[i]));
    }
    show((int)strlen(longest));
    while (*++all) show(**all);
    show((int)(all - argv));
    while (--argc > 0) show(argv[argc][0]);
    return 0;
}
"#;

/// Answers what the automaton asks about a command line.
struct CommandLine<'a> {
    kept: Arguments,
    strings: &'a [Vec<u8>],
}

impl Inputs for CommandLine<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        match request {
            Request::Value { var, .. } if Some(*var) == self.kept.count => Some(Int::from(self.strings.len())),
            Request::Value { .. } => Some(Int::ZERO),
            _ => None,
        }
    }

    fn element(&mut self, request: &Request, index: &Int) -> Option<Int> {
        let Request::Element { var, .. } = request else { return None };
        let index = i64::try_from(index).ok()?;
        let string = |object: i64| usize::try_from(object - self.kept.first).ok().and_then(|i| self.strings.get(i));
        if Some(*var) == self.kept.sizes {
            return Some(string(index).map_or(Int::ZERO, |s| Int::from(s.len() + 1)));
        }
        let place = usize::try_from(index % self.kept.row).ok()?;
        (Some(*var) == self.kept.text).then(|| string(index / self.kept.row)?.get(place).map(|c| Int::from(i64::from(*c as i8))))?
    }
}

#[test]
fn command_lines_are_read_as_the_compiled_program_reads_them() {
    let scratch = std::env::temp_dir().join(format!("bevel-arguments-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let (source, binary) = (scratch.join("main.c"), scratch.join("main"));
    std::fs::write(&source, PROGRAM).unwrap();
    let status = Command::new("cc").arg("-o").arg(&binary).arg(&source).status().expect("cc runs");
    assert!(status.success());
    let cfa = cfa(PROGRAM);
    let kept = cfa.arguments.expect("the program asks for its arguments");
    let mut random = Random::new(7);
    for _ in 0..60 {
        let letters = b"ab1-+ 9\x80\xff";
        let mut strings: Vec<Vec<u8>> = vec![b"a.out".to_vec()];
        for _ in 0..random.below(5) {
            strings.push((0..random.below(7)).map(|_| letters[random.below(letters.len() as u64) as usize]).collect());
        }
        let mut printed = String::new();
        let mut line = CommandLine { kept, strings: &strings };
        let end = Walk::new(&cfa).run(&mut line, 1_000_000, &Budget::unlimited(), &mut |step, _| {
            if let Step::Printed(_, text) = step {
                printed.push_str(text);
            }
        });
        let arguments = strings[1..].iter().map(|s| <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(s));
        let output = Command::new(&binary).args(arguments).stdin(Stdio::null()).output().expect("the program runs");
        assert!(matches!(end, End::Exit(_)), "{end:?} with {strings:?}");
        assert_eq!(printed, String::from_utf8_lossy(&output.stdout), "{strings:?}");
    }
    std::fs::remove_dir_all(&scratch).unwrap();
}

/// What is not understood in a program.
fn strange(text: &str) -> Vec<String> {
    cfa(text).errors.iter().filter(|e| e.check == Check::Unsupported).map(|e| e.message.clone()).collect()
}

#[test]
fn what_is_taken_for_granted_is_said_where_it_matters() {
    let premises = |text: &str| cfa(text).premises.len();
    assert_eq!(premises("int main(int argc, char **argv) { return argv[0][0]; }"), 1);
    assert_eq!(premises("int main(int n, const char *const *v) { return v[n - 1][0]; }"), 1);
    for silent in ["int main(void) { return 0; }", "int main(int argc, char **argv) { return argc > 2; }"] {
        assert_eq!(premises(silent), 0, "{silent}");
        assert!(cfa(silent).arguments.is_none());
    }
    // Without a premise there may be no arguments at all, not even a name.
    let asks = cfa("int main(int argc, char **argv) { return argc > 2; }");
    let counted = asks.edges.iter().filter(|e| matches!(&e.stmt, Stmt::Input { kind: InputKind::Uninitialised, .. })).count();
    assert_eq!(counted, 1);
}

#[test]
fn arguments_that_are_changed_or_shown_are_not_understood() {
    for (text, words) in [
        ("int main(int argc, char **argv) { argv[0][0] = 'x'; return 0; }", "change of the program's arguments"),
        ("int main(int argc, char **argv) { argv[0] = 0; return 0; }", "change of the program's arguments"),
        (
            "void *memset(void *, int, unsigned long); int main(int n, char **v) { memset(v[0], 0, 1); return 0; }",
            "in a form that is not theirs",
        ),
        (
            "char *strcpy(char *, const char *); int main(int n, char **v) { strcpy(v[0], \"\"); return 0; }",
            "change of the program's arguments",
        ),
        (
            "char *strtok(char *, const char *); int main(int n, char **v) { return strtok(v[0], \" \") != 0; }",
            "change of the program's arguments",
        ),
        ("int main(int n, char **v) { return *(int *)v[0]; }", "in a form that is not theirs"),
        ("void use(char *); int main(int n, char **v) { use(v[0]); return v[0][0]; }", "address passed to `use`"),
        ("void use(char **); int main(int n, char **v) { use(v); return v[0][0]; }", "address passed to `use`"),
        ("int main(int n, char **v, char **e) { return e[0] != 0; }", "`e` of type"),
    ] {
        let found = strange(text);
        assert!(found.iter().any(|w| w.contains(words)), "{found:?} in {text}");
    }
    assert!(strange("int main(int n, char **v) { char *p = v[0]; while (*p) p++; return *v[0] == 5; }").is_empty());
}
