//! Names that are declared weak: if no file defines them, the program runs without them, and their address is null.
//!
//! Invariant: every name that an attribute makes weak is found. Others that stand in the same declaration may be found too, which does no harm
//! where they are defined.

use super::attribute::pragma;
use crate::tokens::{Kind, Token, tokens};
use base::SortedSet;

fn word<'t>(text: &'t str, all: &[Token], i: usize) -> &'t str {
    all.get(i).map_or("", |t| &text[t.start..t.end])
}

/// Behind the bracket that token `open` opens.
fn after_bracket(text: &str, all: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for i in open..all.len() {
        match word(text, all, i) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    all.len()
}

/// The words of the declaration around token `at`.
fn declaration(text: &str, all: &[Token], at: usize, found: &mut SortedSet<String>) {
    let begins = |i: usize| matches!(word(text, all, i), ";" | "{" | "}");
    let first = (0..at).rev().find(|i| begins(*i)).map_or(0, |i| i + 1);
    let mut i = first;
    while i < all.len() && word(text, all, i) != ";" {
        if word(text, all, i) == "{" {
            // The body of a function ends its definition; that of a record does not end a declaration.
            if i > first && word(text, all, i - 1) == ")" {
                return;
            }
            i = after_bracket(text, all, i);
            continue;
        }
        if all[i].kind == Kind::Word {
            found.insert(word(text, all, i).to_owned());
        }
        i += 1;
    }
}

/// The names that may be weak in a text without comments and directives (`plain`), which has the directives of `marked`.
pub fn weak_names(plain: &str, marked: &str) -> SortedSet<String> {
    let mut found = SortedSet::new();
    if !marked.contains("weak") {
        return found;
    }
    let all = tokens(plain);
    let is_weak = |i: usize| matches!(word(plain, &all, i), "weak" | "__weak__");
    let mut i = 0;
    while i < all.len() {
        let end = match word(plain, &all, i) {
            "__attribute__" | "__attribute" => after_bracket(plain, &all, i + 1),
            "[" if word(plain, &all, i + 1) == "[" => after_bracket(plain, &all, i),
            _ => i + 1,
        };
        if end > i + 1 && (i..end).any(is_weak) {
            declaration(plain, &all, i, &mut found);
        }
        i = end;
    }
    for rest in marked.split('\n').filter_map(pragma) {
        let mut words = rest.split_whitespace();
        if words.next() == Some("weak") {
            found.extend(words.next().map(str::to_owned));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::weak_names;

    fn check(text: &str, weak: &[&str], others: &[&str]) {
        let found = weak_names(&crate::tokens::blank_comments(text, true), text);
        assert!(weak.iter().all(|n| found.contains(*n)), "{text}: {found:?}");
        assert!(!others.iter().any(|n| found.contains(*n)), "{text}: {found:?}");
    }

    #[test]
    fn the_declared_name_is_found() {
        check("extern int a; extern void w(void) __attribute__((weak)); int b;", &["w"], &["a", "b"]);
        check("int a(void); __attribute__((__weak__)) extern void w(void); int b;", &["w"], &["a", "b"]);
        check("extern __attribute__((weak)) struct s { int m; } w; int b;", &["w"], &["m", "b"]);
        check("int f(void) { extern int w __attribute__((weak, unused)); return b; }", &["w"], &["b"]);
        check("[[gnu::weak]] extern int w; int b;", &["w"], &["b"]);
        check("#pragma weak w\nint b;", &["w"], &["b"]);
    }

    #[test]
    fn what_follows_a_weak_function_is_not_weak() {
        check("__attribute__((weak)) int w(void) { return 0; } extern int b(void);", &["w"], &["b"]);
        check("int weak; int b = 0; int c[1] = { 0 };", &[], &["weak", "b", "c"]);
    }
}
