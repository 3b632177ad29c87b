//! S-expressions of SMT-LIB 2.6 (standard, §3.1 and §3.2) with their places.

use crate::diagnostic::{Fault, Place};

/// Deeper nesting is refused, so that recursion over terms stays within the stack.
pub const DEEPEST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A symbol; quoted symbols without their bars, since `|x|` and `x` are the same symbol.
    Symbol(String),
    /// `:name`, without the colon.
    Keyword(String),
    Numeral(String),
    /// As written, such as `1.50`.
    Decimal(String),
    /// `#x…` and `#b…`, as written.
    Binary(String),
    Text(String),
    List(Vec<Sexpr>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sexpr {
    pub place: Place,
    pub shape: Shape,
}

impl Sexpr {
    pub fn symbol(&self) -> Option<&str> {
        if let Shape::Symbol(s) = &self.shape { Some(s) } else { None }
    }

    pub fn list(&self) -> Option<&[Sexpr]> {
        if let Shape::List(items) = &self.shape { Some(items) } else { None }
    }

    /// The symbol at the head of a list, and what follows it.
    pub fn call(&self) -> Option<(&str, &[Sexpr])> {
        let (head, rest) = self.list()?.split_first()?;
        Some((head.symbol()?, rest))
    }
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    at: Place,
}

/// All expressions of a text.
pub fn read(text: &str) -> Result<Vec<Sexpr>, Fault> {
    let mut reader = Reader { rest: text.chars().peekable(), at: Place { line: 1, column: 1 } };
    let mut done = Vec::new();
    // The lists that are open, with the places of their parentheses.
    let mut open: Vec<(Place, Vec<Sexpr>)> = Vec::new();
    loop {
        reader.skip_blanks();
        let place = reader.at;
        let Some(&c) = reader.rest.peek() else { break };
        let finished = match c {
            '(' => {
                reader.next();
                if open.len() >= DEEPEST {
                    return Fault::unsupported(place, format!("more than {DEEPEST} nested parentheses"));
                }
                open.push((place, Vec::new()));
                continue;
            }
            ')' => {
                reader.next();
                let Some((place, items)) = open.pop() else {
                    return Fault::malformed(place, "this parenthesis closes nothing");
                };
                Sexpr { place, shape: Shape::List(items) }
            }
            _ => Sexpr { place, shape: reader.atom()? },
        };
        match open.last_mut() {
            Some((_, items)) => items.push(finished),
            None => done.push(finished),
        }
    }
    match open.last() {
        Some((place, _)) => Fault::malformed(*place, "this parenthesis is never closed"),
        None => Ok(done),
    }
}

/// The characters of simple symbols besides letters and digits.
const SYMBOLIC: &str = "~!@$%^&*_-+=<>.?/";

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.at = Place { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while let Some(&c) = self.rest.peek() {
            if c == ';' {
                while self.rest.peek().is_some_and(|c| *c != '\n') {
                    self.next();
                }
            } else if c.is_whitespace() {
                self.next();
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.rest.peek().copied().filter(|c| c.is_alphanumeric() || SYMBOLIC.contains(*c)) {
            word.push(c);
            self.next();
        }
        word
    }

    fn atom(&mut self) -> Result<Shape, Fault> {
        let place = self.at;
        match self.rest.peek().copied() {
            Some('|') => {
                self.next();
                self.until('|', place, "this quoted symbol is never closed").map(Shape::Symbol)
            }
            Some('"') => {
                self.next();
                let mut text = self.until('"', place, "this string is never closed")?;
                // Two quotation marks inside a string stand for one.
                while self.rest.peek() == Some(&'"') {
                    self.next();
                    text.push('"');
                    text.push_str(&self.until('"', place, "this string is never closed")?);
                }
                Ok(Shape::Text(text))
            }
            Some(':') => {
                self.next();
                match self.word() {
                    word if word.is_empty() => Fault::malformed(place, "a colon without a keyword"),
                    word => Ok(Shape::Keyword(word)),
                }
            }
            Some('#') => {
                self.next();
                Ok(Shape::Binary(format!("#{}", self.word())))
            }
            Some(c) if c.is_ascii_digit() => {
                let word = self.word();
                let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
                match word.split_once('.') {
                    None if digits(&word) => Ok(Shape::Numeral(word)),
                    Some((whole, part)) if digits(whole) && digits(part) => Ok(Shape::Decimal(word)),
                    _ => Fault::malformed(place, format!("not a number: {word}")),
                }
            }
            Some(c) => match self.word() {
                word if word.is_empty() => Fault::malformed(place, format!("unexpected character {c:?}")),
                word => Ok(Shape::Symbol(word)),
            },
            None => Fault::malformed(place, "unexpected end of the text"),
        }
    }

    fn until(&mut self, end: char, start: Place, problem: &str) -> Result<String, Fault> {
        let mut text = String::new();
        while let Some(c) = self.next() {
            if c == end {
                return Ok(text);
            }
            text.push(c);
        }
        Fault::malformed(start, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let fault = read(text).unwrap_err();
        format!("{}:{}: {}", fault.place.line, fault.place.column, fault.message)
    }

    #[test]
    fn atoms_of_every_kind_have_places() {
        let all = read("; a comment (\n(f |a b|\n  12 1.50 :key \"say \"\"x\"\"\" #xff a!1)").unwrap();
        let items = all[0].list().unwrap();
        assert_eq!(all[0].place, Place { line: 2, column: 1 });
        assert_eq!(items[1], Sexpr { place: Place { line: 2, column: 4 }, shape: Shape::Symbol("a b".into()) });
        assert_eq!(items[2], Sexpr { place: Place { line: 3, column: 3 }, shape: Shape::Numeral("12".into()) });
        assert_eq!(items[3].shape, Shape::Decimal("1.50".into()));
        assert_eq!(items[4].shape, Shape::Keyword("key".into()));
        assert_eq!(items[5].shape, Shape::Text("say \"x\"".into()));
        assert_eq!(items[6].shape, Shape::Binary("#xff".into()));
        assert_eq!(items[7].symbol(), Some("a!1"));
    }

    #[test]
    fn faults_have_places() {
        assert_eq!(fault("(a\n (b)"), "1:1: this parenthesis is never closed");
        assert_eq!(fault("(a)\n )"), "2:2: this parenthesis closes nothing");
        assert_eq!(fault("(a\n |b)"), "2:2: this quoted symbol is never closed");
        assert_eq!(fault("(a 12x)"), "1:4: not a number: 12x");
        assert_eq!(fault("(a \u{1})"), "1:4: unexpected character '\\u{1}'");
        assert!(fault(&"(".repeat(100_000)).starts_with("1:1001: not yet supported"));
    }
}
