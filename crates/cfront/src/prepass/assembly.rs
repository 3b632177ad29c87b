//! Assembly: statements, texts at file scope, and labels that give a declared name another name for the linker.

use super::Repair;
use super::context::Context;
use crate::tokens::Kind;

impl Repair<'_> {
    /// What `asm` at token `i` becomes.
    pub(super) fn assembly(&mut self, i: usize) -> Option<usize> {
        let mut open = i + 1;
        while matches!(
            self.word(open),
            "volatile" | "__volatile__" | "__volatile" | "goto" | "inline" | "__inline" | "__inline__" | "const"
        ) {
            open += 1;
        }
        if self.word(open) != "(" {
            return None;
        }
        let after = self.after_bracket(open)?;
        let only_text = (open + 1..after - 1).all(|j| self.tokens[j].kind == Kind::Literal);
        let template: String =
            (open + 1..after - 1).take_while(|j| self.tokens[*j].kind == Kind::Literal).map(|j| self.word(j).trim_matches('"')).collect();
        if open == i + 1 && only_text && self.follows_declarator(i) {
            if !self.names_itself(i, &template) {
                self.copy_to(self.tokens[i].start);
                self.linked.insert(template, self.out.len());
            }
            return Some(self.replace_tokens(i, after, ""));
        }
        if self.frame().context == Context::File {
            if !(template.trim().is_empty() || template.starts_with(".symver")) {
                self.not_understood(i, "assembly outside of functions");
            }
            self.begins = true;
            let end = if self.word(after) == ";" { after + 1 } else { after };
            return Some(self.replace_tokens(i, end, ""));
        }
        // An empty text that gives no values only keeps the compiler from moving code; what it reads and writes (`"+m"(x)`) stays as it is.
        let gives_values = (open..after).any(|j| self.tokens[j].kind == Kind::Literal && self.word(j).contains('='));
        let idle = template.trim().is_empty() && !gives_values && !(i..open).any(|j| self.word(j) == "goto");
        Some(self.replace_tokens(i, after, if idle { "" } else { "__bevel_inline_assembly" }))
    }

    /// Whether the declarator before token `i` is that of the name that the label gives.
    fn names_itself(&self, i: usize, name: &str) -> bool {
        let mut j = i;
        while let Some(before) = j.checked_sub(1) {
            match self.word(before) {
                ")" | "]" => j = self.opening(before).unwrap_or(0),
                word => return word == name,
            }
        }
        false
    }

    /// Whether a declarator ends before token `i`.
    fn follows_declarator(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1) else { return false };
        match self.word(before) {
            ")" => match self.opening(before).and_then(|o| o.checked_sub(1)) {
                Some(head) => !matches!(self.word(head), "if" | "while" | "for" | "switch"),
                None => false,
            },
            "]" => true,
            _ => self.is_name(before),
        }
    }

    /// A declared name that the linker takes for another one of this file is not understood.
    pub(super) fn check_links(&mut self) {
        let linked = std::mem::take(&mut self.linked);
        let (mut depth, mut is_extern) = (0, false);
        for i in (0..self.tokens.len()).take_while(|_| !linked.is_empty()) {
            match self.word(i) {
                "{" => depth += 1,
                "}" => depth -= 1,
                ";" if depth == 0 => is_extern = false,
                "extern" => is_extern = true,
                name if depth == 0 => {
                    let Some(place) = linked.get(name) else { continue };
                    let next = self.word(i + 1);
                    let body = next == "(" && self.after_bracket(i + 1).is_some_and(|a| self.word(a) == "{");
                    if body || !is_extern && matches!(next, "=" | ";" | "," | "[") {
                        self.trouble.get_or_insert((*place, format!("second name for `{name}` by an asm label")));
                    }
                }
                _ => {}
            }
        }
    }
}
