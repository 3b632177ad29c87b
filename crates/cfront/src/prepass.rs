//! Repairs of the text that make it readable for the parser: comments and directives become blanks, and GNU or old-style
//! forms that the parser does not know are replaced by forms that it does. Lines stay lines; a replacement that is longer
//! than what it replaces is recorded, so that columns stay those of the original.

use std::collections::BTreeSet;

/// The repaired text.
pub struct Repaired {
    pub text: String,
    /// Offsets of bytes that the original does not have.
    pub inserted: Vec<usize>,
    /// Attributes change the layout of records somewhere.
    pub odd_layout: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Literal,
    Sign,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// Text that is nested deeper than this is refused.
pub const NESTING_LIMIT: usize = 1000;
/// Expressions with more tokens than this are refused.
pub const LENGTH_LIMIT: usize = 20_000;

/// Replaces comments and, if wanted, directives by blanks.
pub fn blank_comments(text: &str, directives: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut i = 0;
    let mut line_start = true;
    let wipe = |out: &mut Vec<u8>, from: usize, to: usize| out[from..to].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
    while i < bytes.len() {
        match bytes[i] {
            b'\n' => {
                line_start = true;
                i += 1;
            }
            c if c.is_ascii_whitespace() => i += 1,
            b'#' if line_start && directives => {
                let end = text[i..].find('\n').map_or(bytes.len(), |n| i + n);
                wipe(&mut out, i, end);
                i = end;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                let end = text[i..].find('\n').map_or(bytes.len(), |n| i + n);
                wipe(&mut out, i, end);
                i = end;
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                let end = text[i + 2..].find("*/").map_or(bytes.len(), |n| i + n + 4);
                wipe(&mut out, i, end);
                i = end;
            }
            b'"' | b'\'' => {
                i = literal_end(bytes, i);
                line_start = false;
            }
            _ => {
                line_start = false;
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// The end of the string or character literal that starts at `i`; a line end stops it.
fn literal_end(bytes: &[u8], i: usize) -> usize {
    let quote = bytes[i];
    let mut j = i + 1;
    while j < bytes.len() && bytes[j] != b'\n' {
        match bytes[j] {
            b'\\' => j += 1,
            c if c == quote => return j + 1,
            _ => {}
        }
        j += 1;
    }
    j.min(bytes.len())
}

fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let kind = match bytes[i] {
            c if c.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            b'"' | b'\'' => {
                i = literal_end(bytes, i);
                Kind::Literal
            }
            c if c.is_ascii_digit() => {
                while i < bytes.len() && (is_word(bytes[i]) || bytes[i] == b'.') {
                    i += 1;
                }
                Kind::Number
            }
            c if is_word(c) => {
                while i < bytes.len() && is_word(bytes[i]) {
                    i += 1;
                }
                Kind::Word
            }
            _ => {
                i += 1;
                Kind::Sign
            }
        };
        found.push(Token { kind, start, end: i });
    }
    found
}

/// A place where brackets are nested too deeply or an expression is too long, with the reason.
pub fn too_large(text: &str) -> Option<(usize, &'static str)> {
    let (mut depth, mut length) = (0usize, 0usize);
    for token in tokens(text) {
        length += 1;
        match &text[token.start..token.end] {
            "(" | "[" => depth += 1,
            "{" => {
                depth += 1;
                length = 0;
            }
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" => {
                depth = depth.saturating_sub(1);
                length = 0;
            }
            ";" | "," => length = 0,
            _ => {}
        }
        if depth > NESTING_LIMIT {
            return Some((token.start, "brackets are nested too deeply"));
        }
        if length > LENGTH_LIMIT {
            return Some((token.start, "the expression is too long"));
        }
    }
    None
}

const STORAGE: [&str; 13] = [
    "static",
    "extern",
    "register",
    "auto",
    "const",
    "volatile",
    "inline",
    "__inline",
    "__inline__",
    "_Noreturn",
    "__const",
    "__volatile__",
    "__volatile",
];

const KEYWORDS: [&str; 24] = [
    "if",
    "while",
    "for",
    "do",
    "switch",
    "return",
    "goto",
    "break",
    "continue",
    "case",
    "default",
    "else",
    "sizeof",
    "typedef",
    "struct",
    "union",
    "enum",
    "_Static_assert",
    "__asm__",
    "asm",
    "__asm",
    "typeof",
    "__typeof__",
    "_Atomic",
];

/// Words that begin a type.
const TYPE_WORDS: [&str; 20] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "__signed__",
    "__signed",
    "struct",
    "union",
    "enum",
    "__int128",
    "__typeof",
    "__typeof__",
    "typeof",
];

struct Repair<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    out: String,
    inserted: Vec<usize>,
    done: usize,
}

impl<'t> Repair<'t> {
    fn word(&self, i: usize) -> &'t str {
        self.tokens.get(i).map_or("", |t| &self.text[t.start..t.end])
    }

    /// The token after the bracket that closes the one at `i`.
    fn after_bracket(&self, i: usize) -> Option<usize> {
        let mut depth = 0;
        for j in i..self.tokens.len() {
            match self.word(j) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(j + 1);
            }
        }
        None
    }

    fn copy_to(&mut self, offset: usize) {
        if offset > self.done {
            self.out.push_str(&self.text[self.done..offset]);
            self.done = offset;
        }
    }

    /// Replaces the bytes up to `end` of the original.
    fn replace(&mut self, start: usize, end: usize, by: &str) {
        self.copy_to(start);
        let original = &self.text[start..end];
        self.out.push_str(by);
        // What the replacement lacks is filled with blanks; lines stay.
        if by.len() < original.len() {
            self.out.extend(original[by.len()..].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        } else {
            self.inserted.extend(self.out.len() - (by.len() - original.len())..self.out.len());
        }
        self.done = end;
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.replace(at, at, text);
    }
}

/// Makes a text without comments and directives readable for the parser.
pub fn repair(text: &str) -> Repaired {
    let tokens = tokens(text);
    let dollar = tokens.iter().any(|t| t.kind == Kind::Word && text[t.start..t.end].contains('$')).then(|| dollar_letter(text, &tokens));
    let mut r = Repair { text, tokens, out: String::with_capacity(text.len() + 64), inserted: Vec::new(), done: 0 };
    let mut odd_layout = false;
    let (mut braces, mut parens) = (0i64, 0i64);
    // Whether a declaration or statement may begin here.
    let mut begins = true;
    let mut i = 0;
    while i < r.tokens.len() {
        let token = r.tokens[i];
        let word = r.word(i);
        let at_start = begins;
        begins = false;
        match word {
            "{" => {
                braces += 1;
                begins = true;
            }
            "}" => {
                braces -= 1;
                begins = true;
            }
            ";" => begins = parens == 0,
            "(" => parens += 1,
            ")" => parens -= 1,
            "?" if r.word(i + 1) == ":" => r.insert(token.end, " __bevel_same "),
            "__attribute__" | "__attribute" if r.word(i + 1) == "(" => {
                if let Some(after) = r.after_bracket(i + 1) {
                    let end = r.tokens[after - 1].end;
                    let body = &text[token.start..end];
                    odd_layout |= body.contains("packed") || body.contains("aligned");
                    if !body.contains("vector_size") && !body.contains("mode__") && !body.contains("mode(") {
                        r.replace(token.start, end, "");
                    }
                    i = after;
                    begins = at_start;
                    continue;
                }
            }
            "_Alignas" => odd_layout = true,
            "__extension__" | "__thread" | "_Thread_local" => {
                r.replace(token.start, token.end, "");
                begins = at_start;
            }
            "_Pragma" if r.word(i + 1) == "(" => {
                if let Some(after) = r.after_bracket(i + 1) {
                    r.replace(token.start, r.tokens[after - 1].end, "");
                    i = after;
                    begins = at_start;
                    continue;
                }
            }
            "_Static_assert" | "static_assert" if at_start && r.word(i + 1) == "(" => {
                if let Some(after) = r.after_bracket(i + 1).filter(|a| r.word(*a) == ";") {
                    r.replace(token.start, r.tokens[after].end, "");
                    i = after + 1;
                    begins = true;
                    continue;
                }
            }
            "__int128" | "__int128_t" => r.replace(token.start, token.end, "_Complex"),
            "__float128" => r.replace(token.start, token.end, "_Float128"),
            "__float80" => r.replace(token.start, token.end, "long double"),
            "__uint128_t" => r.replace(token.start, token.end, "unsigned _Complex"),
            _ if token.kind == Kind::Word => {
                if let (true, Some(letter)) = (word.contains('$'), dollar) {
                    r.replace(token.start, token.end, &word.replace('$', &letter.to_string()));
                }
                if at_start && let Some(at) = implicit_int(&r, i, braces == 0) {
                    r.insert(at, "int ");
                }
            }
            _ => {}
        }
        i += 1;
    }
    r.copy_to(text.len());
    Repaired { text: r.out, inserted: r.inserted, odd_layout }
}

/// Where `int` is missing in a declaration that begins at token `i`: `main() {`, `static x;`, `const y = 1;`.
fn implicit_int(r: &Repair<'_>, i: usize, file_scope: bool) -> Option<usize> {
    let mut j = i;
    loop {
        match r.word(j) {
            word if STORAGE.contains(&word) => j += 1,
            "__extension__" | "__thread" => j += 1,
            "__attribute__" | "__attribute" => j = r.after_bracket(j + 1)?,
            _ => break,
        }
    }
    let name = r.tokens.get(j).filter(|t| t.kind == Kind::Word)?;
    let word = r.word(j);
    if KEYWORDS.contains(&word) || TYPE_WORDS.contains(&word) {
        return None;
    }
    let next = r.word(j + 1);
    let declares = if j > i { ["(", ";", "=", ",", "["].contains(&next) } else { file_scope && next == "(" };
    // `f(…) {`, `f(…);` or K&R parameters; not a macro-like line of its own.
    let is_function = next != "(" || r.after_bracket(j + 1).is_some_and(|a| r.word(a) != "(");
    (declares && is_function).then_some(name.start.max(r.done))
}

/// A letter to put for `$` such that no two names become one.
fn dollar_letter(text: &str, tokens: &[Token]) -> char {
    let words: BTreeSet<&str> = tokens.iter().filter(|t| t.kind == Kind::Word).map(|t| &text[t.start..t.end]).collect();
    let clash = |c: char| words.iter().filter(|w| w.contains('$')).any(|w| words.contains(w.replace('$', &c.to_string()).as_str()));
    ['S', 'D', 'Z', 'Q', 'X', 'J', 'K', 'Y'].into_iter().find(|c| !clash(*c)).unwrap_or('_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        repair(&blank_comments(text, true)).text
    }

    #[test]
    fn comments_and_directives_become_blanks() {
        assert_eq!(blank_comments("a /* x\n y */ b // c\n# 1 \"f\"\n\"/*\" '\"' d", true), "a     \n      b     \n       \n\"/*\" '\"' d");
    }

    #[test]
    fn old_and_gnu_forms_are_rewritten() {
        assert_eq!(repaired("main() { static x; return x ?: 2; }"), "int main() { static int x; return x ? __bevel_same : 2; }");
        assert_eq!(repaired("int a$b __attribute__((unused)) ;"), "int aSb                         ;");
        assert_eq!(repaired("_Static_assert(1); int x;"), "                   int x;");
        assert_eq!(repaired("extern __attribute__((x)) void f(void);"), "extern                    void f(void);");
        assert_eq!(repaired("f(x); int g(void) { f(x); }"), "int f(x); int g(void) { f(x); }");
    }

    #[test]
    fn nesting_has_a_limit() {
        assert!(too_large(&"(".repeat(NESTING_LIMIT)).is_none());
        assert!(too_large(&"(".repeat(NESTING_LIMIT + 1)).is_some());
        assert!(too_large(&"+1".repeat(LENGTH_LIMIT)).is_some());
    }
}
