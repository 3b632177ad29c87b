//! S-expressions: what solvers answer in.

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
        text.chars().chain([' ']).find_map(|c| reader.feed(c))
    }
}

/// Reads characters one at a time, so that a reader of a pipe knows when an answer is complete.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    open: Vec<Vec<Sexpr>>,
    token: String,
    mode: Mode,
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
    /// space behind it.
    pub fn feed(&mut self, c: char) -> Option<Sexpr> {
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
        let answers: Vec<Sexpr> = text.chars().filter_map(|c| reader.feed(c)).collect();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0].atom(), Some("sat"));
        let pairs = answers[1].list().unwrap();
        assert_eq!(pairs[0].list().unwrap()[0].atom(), Some("a b"));
        assert_eq!(pairs[0].list().unwrap()[1].call("-").unwrap()[0].atom(), Some("5"));
        assert_eq!(pairs[1].list().unwrap()[1].atom(), Some("\"s ) t\""));
        assert_eq!(answers[2].atom(), Some("unsat"));
    }
}
