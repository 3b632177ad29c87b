//! S-expressions: what solvers answer in.
//!
//! Invariant: what is read takes about [`MOST_BYTES`] at most and has at most [`MOST_DEPTH`] levels, so that neither memory nor the
//! stack of whoever walks it is at the mercy of the process that wrote it.

/// The memory of one expression: its characters, and [`NODE_BYTES`] for each of its parts.
pub const MOST_BYTES: usize = 64 << 20;
const NODE_BYTES: usize = 32;
/// Lists in lists.
pub const MOST_DEPTH: usize = 10_000;

/// An expression is beyond [`MOST_BYTES`] or [`MOST_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it is larger than {} MiB or has more than {MOST_DEPTH} levels", MOST_BYTES >> 20)
    }
}

/// An atom keeps its text; a quoted symbol `|x y|` is kept without its bars, a string with its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexpr {
    Atom(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    pub fn atom(&self) -> Option<&str> {
        if let Sexpr::Atom(text) = self { Some(text) } else { None }
    }

    pub fn list(&self) -> Option<&[Sexpr]> {
        if let Sexpr::List(items) = self { Some(items) } else { None }
    }

    /// The items after the head, if this is a list with that head.
    pub fn call(&self, head: &str) -> Option<&[Sexpr]> {
        let items = self.list()?;
        (items.first()?.atom()? == head).then(|| &items[1..])
    }

    /// Reads one expression.
    pub fn parse(text: &str) -> Option<Sexpr> {
        let mut reader = Reader::default();
        text.chars().chain([' ']).find_map(|c| reader.feed(c).transpose())?.ok()
    }

    /// The beginning of the text, for messages.
    pub fn excerpt(&self) -> String {
        const MOST: usize = 100;
        let mut text = String::new();
        self.write(&mut text, MOST);
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    fn write(&self, out: &mut String, most: usize) {
        match self {
            Sexpr::Atom(text) => out.extend(text.chars().take(most + 1).flat_map(char::escape_debug)),
            Sexpr::List(items) => {
                out.push('(');
                for (i, item) in items.iter().enumerate() {
                    if out.len() > most {
                        return;
                    }
                    if i > 0 {
                        out.push(' ');
                    }
                    item.write(out, most);
                }
                out.push(')');
            }
        }
    }
}

/// Reads characters one at a time, so that a reader of a pipe knows when an answer is complete.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    open: Vec<Vec<Sexpr>>,
    token: String,
    mode: Mode,
    /// What was read since the last complete expression takes this much.
    bytes: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Plain,
    Quoted,
    Text,
    Comment,
}

impl Reader {
    /// Takes a character; returns the expression that it completes. An atom outside of lists is complete at the white
    /// space behind it. An error stays one.
    pub fn feed(&mut self, c: char) -> Result<Option<Sexpr>, TooLarge> {
        if self.bytes >= MOST_BYTES || self.open.len() > MOST_DEPTH {
            return Err(TooLarge);
        }
        self.bytes += c.len_utf8();
        let complete = self.step(c);
        if complete.is_some() || (self.open.is_empty() && self.token.is_empty() && self.mode == Mode::Plain) {
            self.bytes = 0;
        }
        Ok(complete)
    }

    fn step(&mut self, c: char) -> Option<Sexpr> {
        match self.mode {
            Mode::Comment => {
                if c == '\n' {
                    self.mode = Mode::Plain;
                }
                None
            }
            Mode::Quoted if c == '|' => {
                self.mode = Mode::Plain;
                let symbol = std::mem::take(&mut self.token);
                self.put(Sexpr::Atom(symbol))
            }
            Mode::Text if c == '"' => {
                self.mode = Mode::Plain;
                self.token.push('"');
                None
            }
            Mode::Quoted | Mode::Text => {
                self.token.push(c);
                None
            }
            Mode::Plain => match c {
                '(' => {
                    let before = self.finish();
                    self.open.push(Vec::new());
                    before
                }
                ')' => {
                    if let Some(atom) = self.finish() {
                        return Some(atom);
                    }
                    // A stray parenthesis is skipped: there is nothing it could close.
                    let items = self.open.pop()?;
                    self.put(Sexpr::List(items))
                }
                '|' => {
                    self.mode = Mode::Quoted;
                    None
                }
                '"' => {
                    self.mode = Mode::Text;
                    self.token.push('"');
                    None
                }
                ';' => {
                    self.mode = Mode::Comment;
                    self.finish()
                }
                c if c.is_whitespace() => self.finish(),
                c => {
                    self.token.push(c);
                    None
                }
            },
        }
    }

    fn finish(&mut self) -> Option<Sexpr> {
        if self.token.is_empty() {
            return None;
        }
        let atom = Sexpr::Atom(std::mem::take(&mut self.token));
        self.put(atom)
    }

    fn put(&mut self, e: Sexpr) -> Option<Sexpr> {
        match self.open.last_mut() {
            Some(items) => {
                items.push(e);
                self.bytes += NODE_BYTES;
                None
            }
            None => Some(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_piece_by_piece() {
        let mut reader = Reader::default();
        let text = "sat\n((|a b| (- 5)) (x \"s ) t\"))\nunsat ; (no)\n";
        let answers: Vec<Sexpr> = text.chars().filter_map(|c| reader.feed(c).unwrap()).collect();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0].atom(), Some("sat"));
        let pairs = answers[1].list().unwrap();
        assert_eq!(pairs[0].list().unwrap()[0].atom(), Some("a b"));
        assert_eq!(pairs[0].list().unwrap()[1].call("-").unwrap()[0].atom(), Some("5"));
        assert_eq!(pairs[1].list().unwrap()[1].atom(), Some("\"s ) t\""));
        assert_eq!(answers[2].atom(), Some("unsat"));
    }

    #[test]
    fn what_has_no_end_is_not_kept() {
        for (start, rest, most) in [("", "(", MOST_DEPTH + 2), ("(", "x ", MOST_BYTES / 16), ("|", "x", MOST_BYTES + 1)] {
            let mut reader = Reader::default();
            let mut text = start.chars().chain(rest.chars().cycle());
            assert_eq!(text.by_ref().take(most).find_map(|c| reader.feed(c).err()), Some(TooLarge));
            assert_eq!(reader.feed(')'), Err(TooLarge));
        }
        let mut reader = Reader::default();
        let short = "(sat) ".chars().cycle().take(MOST_BYTES / 16).filter(|c| reader.feed(*c).is_ok_and(|e| e.is_some()));
        assert_eq!(short.count(), MOST_BYTES / 96);
    }
}
