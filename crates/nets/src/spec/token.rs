//! The words of the `.spec` format.

use base::Span;
use std::sync::Arc;

/// Numbers are at most this. It keeps sums of many of them far away from the end of a machine word.
pub const LARGEST: u64 = 1_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name or a keyword.
    Name(String),
    Number(u64),
    /// A number above [`LARGEST`].
    Huge,
    /// `->`, `>=` or a single character.
    Sign(&'static str),
    /// A character that means nothing here.
    Stray(char),
    End,
}

impl Word {
    /// The word as a message shows it.
    pub fn shown(&self) -> String {
        match self {
            Word::Name(name) => format!("`{name}`"),
            Word::Number(n) => format!("`{n}`"),
            Word::Huge => format!("a number above {LARGEST}"),
            Word::Sign(sign) => format!("`{sign}`"),
            Word::Stray(c) => format!("the character `{}`", c.escape_default()),
            Word::End => "the end of the file".into(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Token {
    pub word: Word,
    pub span: Span,
}

const SIGNS: [&str; 11] = ["->", ">=", "=", ",", ";", "'", "+", "-", "[", "]", ":"];

/// All words of a text; the last one is [`Word::End`]. Comments go from `#` to the end of the line.
pub fn tokens(file: &str, text: &str) -> Vec<Token> {
    let file: Arc<str> = file.into();
    let mut found = Vec::new();
    let (mut rest, mut line, mut column) = (text, 1u32, 1u32);
    while let Some(c) = rest.chars().next() {
        let span = Span::new(file.clone(), line, column);
        let (word, length) = if c.is_whitespace() {
            (None, c.len_utf8())
        } else if c == '#' {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if c.is_ascii_alphabetic() || c == '_' {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            (Some(Word::Name(rest[..length].into())), length)
        } else if c.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse().ok().filter(|n| *n <= LARGEST);
            (Some(number.map_or(Word::Huge, Word::Number)), length)
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            (Some(Word::Sign(sign)), sign.len())
        } else {
            (Some(Word::Stray(c)), c.len_utf8())
        };
        found.extend(word.map(|word| Token { word, span }));
        for c in rest[..length].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        rest = &rest[length..];
    }
    found.push(Token { word: Word::End, span: Span::new(file, line, column) });
    found
}
