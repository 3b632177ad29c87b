//! The tokens of C text, and the text without comments and directives.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    Literal,
    Sign,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Text that is nested deeper than this is refused.
pub const NESTING_LIMIT: usize = 1000;
/// Expressions with more tokens than this are refused.
pub const LENGTH_LIMIT: usize = 20_000;

/// Replaces comments and, if wanted, directives by blanks; other white space becomes blanks and digraphs become what they
/// stand for.
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
            b'\r' | 0x0b | 0x0c => {
                out[i] = b' ';
                i += 1;
            }
            c if c.is_ascii_whitespace() => i += 1,
            // The rest of the line follows on the next one.
            b'\\' if bytes.get(i + 1) == Some(&b'\n') => {
                out[i] = b' ';
                i += 2;
            }
            b'<' | b':' | b'%' if directives && digraph(bytes, i).is_some() => {
                line_start = false;
                out[i] = digraph(bytes, i).unwrap_or(b' ');
                out[i + 1] = b' ';
                i += 2;
            }
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

/// The bracket that the two signs at `i` stand for (C11 6.4.6).
fn digraph(bytes: &[u8], i: usize) -> Option<u8> {
    match (bytes[i], bytes.get(i + 1)?) {
        (b'<', b':') => Some(b'['),
        (b':', b'>') => Some(b']'),
        (b'<', b'%') => Some(b'{'),
        (b'%', b'>') => Some(b'}'),
        _ => None,
    }
}

/// The end of the string or character literal that starts at `i`; a line end stops it.
pub fn literal_end(bytes: &[u8], i: usize) -> usize {
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

pub fn tokens(text: &str) -> Vec<Token> {
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
            c if c.is_ascii_digit() || (c == b'.' && bytes.get(i + 1).is_some_and(u8::is_ascii_digit)) => {
                let exponent = |i: usize| matches!(bytes[i], b'+' | b'-') && matches!(bytes[i - 1], b'e' | b'E' | b'p' | b'P');
                i += 1;
                while i < bytes.len() && (is_word(bytes[i]) || bytes[i] == b'.' || exponent(i)) {
                    i += 1;
                }
                Kind::Number
            }
            c if is_word(c) || is_universal(bytes, i) => {
                while i < bytes.len() && (is_word(bytes[i]) || is_universal(bytes, i)) {
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

/// Whether a universal character name such as `\u00e9` begins here.
fn is_universal(bytes: &[u8], i: usize) -> bool {
    bytes[i] == b'\\' && matches!(bytes.get(i + 1), Some(b'u' | b'U'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_directives_become_blanks() {
        assert_eq!(blank_comments("a /* x\n y */ b // c\n# 1 \"f\"\n\"/*\" '\"' d", true), "a     \n      b     \n       \n\"/*\" '\"' d");
        assert_eq!(blank_comments("a<:1:>\x0c= <%2%>;\r\n\"<:\"", true), "a[ 1]  = { 2} ; \n\"<:\"");
    }

    #[test]
    fn numbers_are_preprocessing_numbers() {
        let spelled = |text: &str| tokens(text).iter().map(|t| text[t.start..t.end].to_owned()).collect::<Vec<_>>();
        assert_eq!(spelled("1.0e-5q+.5f-0x1p+3;a.b"), ["1.0e-5q", "+", ".5f", "-", "0x1p+3", ";", "a", ".", "b"]);
    }

    #[test]
    fn nesting_has_a_limit() {
        assert!(too_large(&"(".repeat(NESTING_LIMIT)).is_none());
        assert!(too_large(&"(".repeat(NESTING_LIMIT + 1)).is_some());
        assert!(too_large(&"+1".repeat(LENGTH_LIMIT)).is_some());
    }
}
