//! The library with known arguments and known results, and with arguments outside of what its functions take: too little room, overlap, no
//! string, no character.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;

const WORDS: [&str; 8] = ["", "a", "ab", "abc", "hello", "b,c", "aXb", "aab"];

pub fn case(random: &mut Random) -> Case {
    match random.below(12) {
        0..3 => strings(random),
        3 => characters(random),
        4 => numbers(random),
        5 => memory(random),
        6 => sorted(random),
        7 | 8 => outside(random),
        _ => domain(random),
    }
}

const HEAD: &str = "#include <stdlib.h>\n#include <string.h>\n#include <ctype.h>\n#include <stdio.h>\nvoid reach_error(void);\nint __VERIFIER_nondet_int(void);\n";

/// A program that computes `r` and compares it; of several statements an input chooses one now and then.
fn compared(random: &mut Random, kind: &'static str, statements: &str, result: i64) -> Case {
    let fails = random.chance(2);
    let check = match (fails, random.chance(2)) {
        (true, true) => format!("r == {result}"),
        (true, false) => format!("r != {}", result + random.between(1, 3)),
        (false, true) => format!("r != {result}"),
        (false, false) => format!("r == {}", result - random.between(1, 3)),
    };
    let expect = if fails { Expect::Unsafe(REACH) } else { Expect::Safe };
    let text = if random.chance(3) {
        let body = format!("  if (n == 1) {{\n    {statements}\n    if ({check}) reach_error();\n  }}\n");
        format!("{HEAD}int main(void) {{\n  int n = __VERIFIER_nondet_int();\n  long r = 0;\n{body}  return 0;\n}}\n")
    } else {
        format!("{HEAD}int main(void) {{\n  long r = 0;\n  {statements}\n  if ({check}) reach_error();\n  return 0;\n}}\n")
    };
    Case::new(Family::Libraries, kind, text, expect).inputs(vec![vec![1], vec![0]])
}

fn at(found: Option<usize>) -> i64 {
    found.map_or(-1, |k| k as i64)
}

fn strings(random: &mut Random) -> Case {
    let (s, t) = (*random.pick(&WORDS), *random.pick(&WORDS));
    let c = *random.pick(&['a', 'b', 'c', 'X', ',']);
    let n = random.below(5) as usize;
    let position = |call: String| format!("const char *s = \"{s}\"; const char *q = {call}; r = q ? q - s : -1;");
    let span = |of: bool| s.bytes().take_while(|b| t.bytes().any(|x| x == *b) == of).count() as i64;
    let (statements, result) = match random.below(14) {
        0 => (format!("r = (long)strlen(\"{s}\");"), s.len() as i64),
        1 => (position(format!("strchr(s, '{c}')")), at(s.find(c))),
        2 => (position(format!("strrchr(s, '{c}')")), at(s.rfind(c))),
        3 => (position(format!("strstr(s, \"{t}\")")), at(s.find(t))),
        4 => (position(format!("strpbrk(s, \"{t}\")")), at(s.find(|x| t.contains(x)))),
        5 => (format!("r = (long)strspn(\"{s}\", \"{t}\");"), span(true)),
        6 => (format!("r = (long)strcspn(\"{s}\", \"{t}\");"), span(false)),
        7 => (format!("char b[16]; strcpy(b, \"{s}\"); strcat(b, \"{t}\"); r = (long)strlen(b);"), (s.len() + t.len()) as i64),
        8 => (format!("char b[16]; strcpy(b, \"{s}\"); strncat(b, \"{t}\", {n}); r = (long)strlen(b);"), (s.len() + t.len().min(n)) as i64),
        9 => {
            let k = random.below(8) as usize;
            let byte = if k < n { s.as_bytes().get(k).copied().unwrap_or(0) } else { b'z' };
            (format!("char b[8]; memset(b, 'z', 8); strncpy(b, \"{s}\", {n}); r = b[{k}];"), i64::from(byte))
        }
        10 => (format!("char b[16] = \"{s}\"; r = strcmp(b, \"{t}\"); r = (r > 0) - (r < 0);"), s.cmp(t) as i64),
        11 => {
            let (x, y) = (&s[..n.min(s.len())], &t[..n.min(t.len())]);
            (format!("r = strncmp(\"{s}\", \"{t}\", {n}); r = (r > 0) - (r < 0);"), x.cmp(y) as i64)
        }
        12 => (format!("char *d = strdup(\"{s}\"); r = (long)strlen(d); free(d);"), s.len() as i64),
        _ => (format!("char b[16]; r = sprintf(b, \"%d%s\", {n}, \"{s}\");"), 1 + s.len() as i64),
    };
    compared(random, "strings", &statements, result)
}

fn characters(random: &mut Random) -> Case {
    let c = *random.pick(&['a', 'Z', '5', ' ', '\t', '_', '~', 'G']);
    let written = if c == '\t' { "\\t".to_owned() } else { c.to_string() };
    type Class = (&'static str, fn(&char) -> bool);
    let classes: [Class; 10] = [
        ("isalpha", char::is_ascii_alphabetic),
        ("isdigit", char::is_ascii_digit),
        ("isalnum", char::is_ascii_alphanumeric),
        ("isupper", char::is_ascii_uppercase),
        ("islower", char::is_ascii_lowercase),
        ("isspace", char::is_ascii_whitespace),
        ("isxdigit", char::is_ascii_hexdigit),
        ("ispunct", char::is_ascii_punctuation),
        ("iscntrl", char::is_ascii_control),
        ("isgraph", char::is_ascii_graphic),
    ];
    let (statements, result) = match random.below(4) {
        0 => (format!("r = toupper('{written}');"), i64::from(c.to_ascii_uppercase() as u32)),
        1 => (format!("r = tolower('{written}');"), i64::from(c.to_ascii_lowercase() as u32)),
        _ => {
            let (name, is) = *random.pick(&classes);
            (format!("r = {name}('{written}') != 0;"), i64::from(is(&c)))
        }
    };
    compared(random, "characters", &statements, result)
}

fn numbers(random: &mut Random) -> Case {
    let n = random.between(-300, 300);
    let d = *random.pick(&[2, 3, 7, -4]);
    let (statements, result) = match random.below(8) {
        0 => (format!("r = abs({n});"), n.abs()),
        1 => (format!("r = labs({n});"), n.abs()),
        2 => (format!("r = atoi(\" {n}x\");"), n),
        3 => (format!("r = strtol(\"{n}\", 0, 10);"), n),
        4 => (format!("r = strtol(\"0x{:x}\", 0, 0);", n.abs()), n.abs()),
        5 => (format!("char *e; const char *s = \"{n}ab\"; strtol(s, &e, 10); r = e - s;"), n.to_string().len() as i64),
        6 => (format!("r = div({n}, {d}).rem;"), n % d),
        _ => (format!("r = div({n}, {d}).quot;"), n / d),
    };
    compared(random, "numbers", &statements, result)
}

fn memory(random: &mut Random) -> Case {
    let v: Vec<i64> = (0..4).map(|_| random.between(0, 9)).collect();
    let k = random.below(4) as usize;
    let n = random.between(1, 3) as usize;
    let array = format!("int v[4] = {{{}, {}, {}, {}}};", v[0], v[1], v[2], v[3]);
    let (statements, result) = match random.below(7) {
        0 => (format!("{array} int w[4] = {{7, 7, 7, 7}}; memcpy(w, v, {n} * sizeof(int)); r = w[{k}];"), if k < n { v[k] } else { 7 }),
        1 => {
            let mut moved = v.clone();
            moved.copy_within(0..n, 1);
            (format!("{array} memmove(v + 1, v, {n} * sizeof(int)); r = v[{k}];"), moved[k])
        }
        2 => {
            let mut moved = v.clone();
            moved.copy_within(1..=n, 0);
            (format!("{array} memmove(v, v + 1, {n} * sizeof(int)); r = v[{k}];"), moved[k])
        }
        3 => (format!("{array} memset(v, 0, {n} * sizeof(int)); r = v[{k}];"), if k < n { 0 } else { v[k] }),
        4 => (format!("int *p = calloc(4, sizeof(int)); p[{k}] = {}; r = p[{k}] + p[{}]; free(p);", v[0], (k + 1) % 4), v[0]),
        5 => {
            let text = format!(
                "int *p = malloc(2 * sizeof(int)); p[0] = {}; p[1] = {}; p = realloc(p, 4 * sizeof(int)); r = p[{}]; free(p);",
                v[0],
                v[1],
                k % 2
            );
            (text, v[k % 2])
        }
        _ => {
            let bytes: Vec<String> = v.iter().map(i64::to_string).collect();
            let text = format!("char b[4] = {{{}}}; char *q = memchr(b, {}, {n}); r = q ? q - b : -1;", bytes.join(", "), v[k]);
            (text, at(v[..n].iter().position(|x| *x == v[k])))
        }
    };
    compared(random, "memory", &statements, result)
}

fn sorted(random: &mut Random) -> Case {
    let mut v: Vec<i64> = (0..3).map(|_| random.between(0, 9)).collect();
    let array = format!("int v[3] = {{{}, {}, {}}};", v[0], v[1], v[2]);
    let k = random.below(3) as usize;
    v.sort_unstable();
    let head = "static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n";
    let (statements, result) = if random.chance(2) {
        (format!("{array} qsort(v, 3, sizeof(int), less); r = v[{k}];"), v[k])
    } else {
        let key = random.between(0, 9);
        let list = format!("int v[3] = {{{}, {}, {}}}; int key = {key};", v[0], v[1], v[2]);
        (format!("{list} int *q = bsearch(&key, v, 3, sizeof(int), less); r = q ? *q : -1;"), if v.contains(&key) { key } else { -1 })
    };
    let mut case = compared(random, "sorting", &statements, result);
    case.text = case.text.replacen("int main", &format!("{head}int main"), 1);
    case
}

/// One byte too little room, or just enough.
fn outside(random: &mut Random) -> Case {
    let s = *random.pick(&WORDS);
    let t = *random.pick(&WORDS[1..]);
    let fails = random.chance(2);
    let less = usize::from(fails);
    let (kind, statements) = match random.below(11) {
        0 => ("room", format!("char b[{}]; strcpy(b, \"{t}\");", t.len() + 1 - less)),
        1 => ("room", format!("char b[{}] = \"{s}\"; strcat(b, \"{t}\");", s.len() + t.len() + 1 - less)),
        2 => ("room", format!("char *b = malloc({}); strcpy(b, \"{t}\"); free(b);", t.len() + 1 - less)),
        3 => ("room", format!("int v[3] = {{0}}; memset(v, 0, {});", 12 + less)),
        4 => ("room", format!("int v[2] = {{1, 2}}, w[3]; memcpy(w, v, {});", 8 + 4 * less)),
        5 => ("room", format!("char b[{}]; sprintf(b, \"%s!\", \"{t}\");", t.len() + 2 - less)),
        6 => ("room", format!("char b[4]; memset(b, 'x', 4); b[3] = {}; if (strlen(b) > 9) return 1;", if fails { "'y'" } else { "0" })),
        7 => ("room", format!("char b[3]; strncpy(b, \"{t}\", {});", 3 + less)),
        8 => ("room", format!("char b[2] = {{'a', 'b'}}, c[2] = {{'b', 'a'}}; if (memcmp(b, c, {}) == 0) return 1;", 2 + less)),
        9 => ("room", format!("char b[4] = {{0}}; if (fwrite(b, 1, {}, stdout) > 5) return 1;", 4 + less)),
        _ => ("room", format!("char b[2] = {{'a', 'b'}}; if (memchr(b, 'z', {})) return 1;", 2 + less)),
    };
    planted(kind, &statements, fails, &["bounds", "deref", "undefined"], Shows::Complaint)
}

/// Arguments that a function does not take, and ones that it just takes.
fn domain(random: &mut Random) -> Case {
    const DOMAIN: &[&str] = &["undefined", "bounds", "deref"];
    const NULL: &[&str] = &["undefined", "deref"];
    const OVERFLOW: &[&str] = &["undefined", "overflow"];
    const UNDEFINED: &[&str] = &["undefined"];
    let (kind, bad, good, checks) = *random.pick(&[
        ("character", "if (isalpha(-56)) return 1;", "if (isalpha(-1)) return 1;", DOMAIN),
        ("character", "if (isdigit(256)) return 1;", "if (isdigit(255)) return 1;", DOMAIN),
        (
            "character",
            "char c = (char)200; if (toupper(c)) return 1;",
            "char c = (char)200; if (toupper((unsigned char)c)) return 1;",
            DOMAIN,
        ),
        ("null", "char b[2]; memcpy(b, NULL, 0);", "char b[2]; memcpy(b, \"\", 0);", NULL),
        ("null", "char b[2]; memset(NULL, 0, 0); b[0] = 1;", "char b[2]; memset(b, 0, 0); b[0] = 1;", NULL),
        (
            "null",
            "char c = 1, *p = &c; p = NULL; if (memcmp(p, \"\", 0)) return 1;",
            "char c = 1, *p = &c; if (memcmp(p, \"\", 0)) return 1;",
            NULL,
        ),
        ("null", "char b[2], *p = b; p = NULL; strncpy(b, p, 0);", "char b[2], *p = b; strncpy(b + 1, p, 0);", NULL),
        ("null", "if (strlen(NULL)) return 1;", "if (strlen(\"\")) return 1;", NULL),
        ("overlap", "char b[8] = \"abc\"; strcpy(b, b + 1);", "char b[8] = \"abc\"; memmove(b, b + 1, 3);", DOMAIN),
        ("overlap", "int v[4] = {1, 2, 3, 4}; memcpy(v, v + 1, 8);", "int v[4] = {1, 2, 3, 4}; memcpy(v, v + 2, 8);", DOMAIN),
        ("overlap", "char b[8] = \"ab\"; strcat(b, b);", "char b[8] = \"ab\"; char c[3] = \"ab\"; strcat(b, c);", DOMAIN),
        ("least", "int i = -2147483647 - 1; if (abs(i)) return 1;", "int i = -2147483647; if (abs(i)) return 1;", OVERFLOW),
        ("free", "char *p = malloc(4); free(p + 1);", "char *p = malloc(4); free(p);", &["free", "leak"]),
        ("free", "int x = 1; free(&x);", "free(NULL);", &["free"]),
        ("stream", "FILE *f = NULL; fputs(\"x\", f);", "fputs(\"x\", stdout);", NULL),
        (
            "stream",
            "FILE *f = fopen(\"/dev/null\", \"r\"); if (f) { fclose(f); fclose(f); }",
            "FILE *f = fopen(\"/dev/null\", \"r\"); if (f) fclose(f);",
            &["undefined", "deref", "free"],
        ),
        ("stream", "if (getenv(NULL)) return 1;", "if (getenv(\"\")) return 0;", NULL),
        ("format", "const char *f = \"%s\"; printf(f, 5);", "const char *f = \"%d\"; printf(f, 5);", UNDEFINED),
        ("format", "printf(\"%d\", 5.0);", "printf(\"%f\", 5.0);", UNDEFINED),
        ("format", "printf(\"50%\");", "printf(\"50%%\");", UNDEFINED),
        ("format", "printf(\"%y\", 5);", "printf(\"%x\", 5);", UNDEFINED),
        ("range", "if (atoi(\"2147483648\")) return 1;", "if (atoi(\"-2147483648\") > 0) return 1;", OVERFLOW),
        ("overlap", "char b[8] = \"abx\"; strncpy(b, b + 2, 5);", "char b[8] = \"abx\"; strncpy(b, b + 2, 2);", DOMAIN),
        ("overlap", "char b[8] = \"abc\"; memcpy(b, b, 3);", "char b[8] = \"abc\"; memcpy(b, b, 0);", DOMAIN),
        ("division", "div_t d = div(4, 0); if (d.quot) return 1;", "div_t d = div(4, 2); if (d.quot) return 1;", &["undefined", "divzero"]),
    ]);
    let fails = random.chance(2);
    let statements = if fails { bad } else { good };
    planted(kind, statements, fails, checks, Shows::Nothing)
}

fn planted(kind: &'static str, statements: &str, fails: bool, checks: &'static [&'static str], shows: Shows) -> Case {
    let text = format!("{HEAD}int main(void) {{\n  {statements}\n  return 0;\n}}\n");
    if fails {
        Case::new(Family::Libraries, kind, text, Expect::Unsafe(checks)).shows(shows)
    } else {
        Case::new(Family::Libraries, kind, text, Expect::Safe)
    }
}
