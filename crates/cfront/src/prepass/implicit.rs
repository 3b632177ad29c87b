//! Old C: declarations without a type, which mean `int`; and functions inside functions.

use super::context::Context;
use super::{KEYWORDS, Repair, STORAGE, TYPE_WORDS};
use crate::tokens::Kind;

impl Repair<'_> {
    /// Where `int` is missing in a declaration that begins at token `i`: `main() {`, `static x;`, `const y = 1;`.
    pub(super) fn implicit_int(&mut self, i: usize) -> Option<usize> {
        let file_scope = self.frame().context == Context::File;
        if self.frame().context == Context::Record || self.word(i) == "typedef" {
            return None;
        }
        let mut j = i;
        loop {
            match self.word(j) {
                word if STORAGE.contains(&word) => j += 1,
                "__extension__" | "__thread" | "_Thread_local" => j += 1,
                "__attribute__" | "__attribute" | "_Alignas" => j = self.after_bracket(j + 1)?,
                _ => break,
            }
        }
        let first = j;
        while j > i && self.word(j) == "*" {
            j += 1;
        }
        let name = self.tokens.get(j).filter(|t| t.kind == Kind::Word)?;
        let word = self.word(j);
        if KEYWORDS.contains(&word) || TYPE_WORDS.contains(&word) || STORAGE.contains(&word) {
            return None;
        }
        let next = self.word(j + 1);
        let declares = match next {
            "(" => j > i || file_scope,
            "=" | "," | "[" => j > i || file_scope,
            // `T;` declares nothing if `T` is a type.
            ";" => j > i || file_scope && !self.typedefs.contains(word),
            _ => false,
        };
        // `f(…) {`, `f(…);` or K&R parameters; not a macro-like line of its own.
        let is_function = next != "(" || self.after_bracket(j + 1).is_some_and(|a| self.word(a) != "(");
        let at = if first < j { self.tokens[first].start } else { name.start };
        (declares && is_function).then_some(at.max(self.done))
    }

    /// The brace of a function that is defined inside a function, from the beginning of its declaration.
    pub(super) fn nested_function(&mut self, i: usize) -> Option<usize> {
        if self.frame().context != Context::Block || self.frame().parens != 0 {
            return None;
        }
        let mut j = i;
        loop {
            match self.word(j) {
                // What stands in their brackets are no parameters.
                "__attribute__" | "__attribute" | "_Alignas" if self.word(j + 1) == "(" => j = self.after_bracket(j + 1)?,
                "*" => j += 1,
                _ if self.tokens.get(j).is_some_and(|t| t.kind == Kind::Word) && !self.is_control(j) => j += 1,
                _ => break,
            }
        }
        if j < i + 2 || self.word(j) != "(" || !self.is_name(j - 1) {
            return None;
        }
        self.after_bracket(j).filter(|after| self.word(*after) == "{")
    }

    fn is_control(&self, i: usize) -> bool {
        KEYWORDS[..13].contains(&self.word(i))
    }
}
