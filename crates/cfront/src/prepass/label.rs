//! Labels: where they end, labels of a block of its own, and their addresses.

use super::context::Context;
use super::{KEYWORDS, Repair};
use crate::tokens::Kind;

impl Repair<'_> {
    /// Notes the colon of the label that begins at token `i`, if one does.
    pub(super) fn find_label(&mut self, i: usize, at_start: bool) -> bool {
        let colon = match self.word(i) {
            "case" => self.end_of_case(i + 1),
            "default" => Some(i + 1),
            _ if at_start && self.frame().context == Context::Block => Some(i + 1),
            _ => None,
        };
        match colon.filter(|c| self.word(*c) == ":") {
            Some(colon) => {
                self.colons.insert(colon, i);
                true
            }
            None => false,
        }
    }

    /// Whether the label that ends at a colon, and those right before it, stand between the items of a block, where a declaration may follow. Behind
    /// `if (…)` and the like a statement must.
    pub(super) fn labels_in_block(&self, colon: usize) -> bool {
        let mut colon = colon;
        while let Some(before) = self.colons.get(&colon).and_then(|start| start.checked_sub(1)) {
            match self.word(before) {
                ":" => colon = before,
                word => return !matches!(word, ")" | "else" | "do"),
            }
        }
        true
    }

    /// The colon after the expression of a case.
    fn end_of_case(&self, from: usize) -> Option<usize> {
        let (mut j, mut choices) = (from, 0);
        while j < self.tokens.len() {
            match self.word(j) {
                "(" | "[" | "{" => {
                    j = self.after_bracket(j)?;
                    continue;
                }
                "?" => choices += 1,
                ":" if choices == 0 => return Some(j),
                ":" => choices -= 1,
                ";" | "}" => return None,
                _ => {}
            }
            j += 1;
        }
        None
    }

    /// `__label__ a, b;` at the beginning of a block: the names are its own.
    pub(super) fn local_label(&mut self, i: usize) -> Option<usize> {
        let end = (i..self.tokens.len()).find(|j| self.word(*j) == ";")?;
        let mut depth = 0;
        let mut close = end;
        while close < self.tokens.len() && depth >= 0 {
            match self.word(close) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            close += 1;
        }
        self.local_labels += 1;
        for name in (i + 1..end).filter(|j| self.is_name(*j)).map(|j| self.word(j)).collect::<Vec<_>>() {
            let own = format!("{name}__{}", self.local_labels);
            for j in end + 1..close {
                let jumps = matches!(self.word(j - 1), "goto" | "&");
                let labels = self.word(j + 1) == ":" && matches!(self.word(j - 1), ";" | "{" | "}" | ":" | ")" | "else" | "do");
                if self.word(j) == name && (jumps || labels) {
                    self.renamed.insert(j, own.clone());
                }
            }
        }
        self.begins = true;
        Some(self.replace_tokens(i, end + 1, ""))
    }

    /// Whether `&&` at token `i` has no left operand, and so takes the address of a label.
    pub(super) fn is_operand_missing(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1) else { return true };
        match (self.tokens[before].kind, self.word(before)) {
            (Kind::Number | Kind::Literal, _) => false,
            (Kind::Word, word) => KEYWORDS.contains(&word),
            (Kind::Sign, "]" | "}") => false,
            (Kind::Sign, ")") => self.is_cast(before),
            // `x++ && y`.
            (Kind::Sign, "+" | "-") => !(before > 0 && self.adjacent(before - 1) && self.word(before - 1) == self.word(before)),
            (Kind::Sign, _) => true,
        }
    }

    /// Whether the bracket that closes at token `i` holds a type for certain.
    fn is_cast(&self, i: usize) -> bool {
        let Some(open) = self.opening(i) else { return false };
        let type_word = |j: usize| super::TYPE_WORDS.contains(&self.word(j)) || super::STORAGE.contains(&self.word(j));
        // `sizeof(long) && x` has a value on the left.
        let is_value = open.checked_sub(1).is_some_and(|b| self.tokens[b].kind == Kind::Word && !matches!(self.word(b), "return" | "case"));
        !is_value && i > open + 1 && (self.word(i - 1) == "*" || (open + 1..i).all(type_word))
    }
}
