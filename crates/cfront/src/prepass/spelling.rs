//! Spellings that the parser does not know: names with `$` or letters beyond ASCII, suffixes of numbers, escapes in strings.

use crate::tokens::{Kind, Token};
use base::SortedSet;
use std::fmt::Write;

/// How names with unusual characters are written, such that no two names become one.
pub struct Spelling {
    /// What stands for `$`.
    dollar: char,
    /// What surrounds the number of another character.
    fence: &'static str,
}

impl Spelling {
    pub fn new(text: &str, tokens: &[Token]) -> Self {
        let mut words: SortedSet<&str> = SortedSet::new();
        let mut strange = Vec::new();
        for token in tokens.iter().filter(|t| t.kind == Kind::Word) {
            let word = &text[token.start..token.end];
            if words.insert(word) && !is_plain(word) {
                strange.push(word);
            }
        }
        let mut chosen = Spelling { dollar: '_', fence: "_u" };
        'choices: for fence in ["_u", "_x", "_character"] {
            for dollar in ['S', 'D', 'Z', 'Q', 'X', 'J', 'K', 'Y', '_'] {
                chosen = Spelling { dollar, fence };
                if strange.iter().all(|w| chosen.plain(w).is_none_or(|p| !words.contains(p.as_str()))) {
                    break 'choices;
                }
            }
        }
        chosen
    }

    /// A name that the parser reads, for one that it does not.
    pub fn plain(&self, word: &str) -> Option<String> {
        if is_plain(word) {
            return None;
        }
        let mut out = String::new();
        let mut rest = word;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            let code = match c {
                '$' => {
                    out.push(self.dollar);
                    continue;
                }
                '\\' => {
                    let digits = if rest.starts_with('U') { 8 } else { 4 };
                    let number = rest.get(1..1 + digits).and_then(|d| u32::from_str_radix(d, 16).ok())?;
                    rest = &rest[1 + digits..];
                    number
                }
                c if c.is_ascii() => {
                    out.push(c);
                    continue;
                }
                c => c.into(),
            };
            let _ = write!(out, "{}{code:x}_", self.fence);
        }
        Some(out)
    }
}

fn is_plain(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// What stands for a number whose suffix the parser does not know.
pub fn number(text: &str) -> Option<String> {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-') || hex && (c.is_ascii_hexdigit() || "xXpP".contains(c));
    let start = text.find(|c: char| !digit(c) && !matches!(c, 'e' | 'E' | 'b' | 'B'))?;
    let suffix = text[start..].to_ascii_lowercase();
    match suffix.as_str() {
        "d" => Some(text[..start].to_owned()),
        "dd" | "df" | "dl" => Some("__bevel_decimal_floating_constant".into()),
        "q" | "w" => Some("__bevel_extended_floating_constant".into()),
        s if s.contains(['i', 'j']) => Some("__bevel_imaginary_constant".into()),
        _ => None,
    }
}

/// The first universal character name in a token that names no character that may be written so (C11 6.4.3): one that lacks digits, half of a pair, or
/// a character that every keyboard has.
pub fn wrong_character(text: &str) -> Option<&str> {
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        at += found;
        let rest = &text[at + 1..];
        let wanted = match rest.bytes().next() {
            Some(b'u') => 4,
            Some(b'U') => 8,
            other => {
                // What is escaped may be a backslash, or a character of several bytes.
                at += if other.is_some_and(|c| c.is_ascii()) { 2 } else { 1 };
                continue;
            }
        };
        let digits = rest[1..].bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
        let end = at + 2 + digits;
        let is_right = |code: u32| match code {
            0x24 | 0x40 | 0x60 => true,
            _ => (0xa0..1 << 31).contains(&code) && !(0xd800..0xe000).contains(&code),
        };
        if digits < wanted || !u32::from_str_radix(&text[at + 2..end], 16).is_ok_and(is_right) {
            return Some(&text[at..end]);
        }
        at = end;
    }
    None
}

/// A literal without the escapes that the parser does not know.
pub fn escapes(text: &str, wide: bool) -> Option<String> {
    let known = |c: char| "'\"?\\abfnrtvx01234567\n".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else {
            out.push('\\');
            break;
        };
        rest = &rest[c.len_utf8()..];
        if known(c) {
            out.push('\\');
            out.push(c);
            continue;
        }
        changed = true;
        match c {
            'e' | 'E' => out.push_str("\\033"),
            'u' | 'U' => {
                let digits = rest.bytes().take(if c == 'u' { 4 } else { 8 }).take_while(u8::is_ascii_hexdigit).count();
                let code = u32::from_str_radix(&rest[..digits], 16).unwrap_or(0);
                rest = &rest[digits..];
                if wide {
                    let _ = write!(out, "\\x{code:x}");
                } else {
                    let mut buffer = [0; 4];
                    let encoded = char::from_u32(code).unwrap_or('?').encode_utf8(&mut buffer).bytes();
                    for byte in encoded {
                        let _ = write!(out, "\\{byte:03o}");
                    }
                }
            }
            other => out.push(other),
        }
    }
    out.push_str(rest);
    changed.then_some(out)
}
