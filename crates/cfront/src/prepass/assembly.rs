//! Assembly: statements, texts at file scope, and labels that give a declared name another name for the linker.

use super::context::Context;
use super::{ASSEMBLY, IN_REGISTER, Repair, repair};
use crate::tokens::Kind;
use std::ops::Range;

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
        self.check_assembly(open, after);
        let only_text = (open + 1..after - 1).all(|j| self.tokens[j].kind == Kind::Literal);
        let template: String =
            (open + 1..after - 1).take_while(|j| self.tokens[*j].kind == Kind::Literal).map(|j| self.word(j).trim_matches('"')).collect();
        if open == i + 1 && only_text && self.follows_declarator(i) {
            if !self.names_itself(i, &template) {
                self.copy_to(self.tokens[i].start);
                self.linked.insert(template, self.out.len());
            }
            let declaration = self.tokens[..i].iter().rev().map(|t| &self.text[t.start..t.end]).take_while(|w| !matches!(*w, ";" | "}"));
            let is_register = declaration.into_iter().any(|w| w == "register");
            let by = if is_register { format!(" __attribute__(({IN_REGISTER}))") } else { String::new() };
            return Some(self.replace_tokens(i, after, &by));
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
        let by = if idle { String::new() } else { self.operands_of(open, after) };
        Some(self.replace_tokens(i, after, &by))
    }

    /// The parts of the assembly between two brackets, which colons separate: the text, outputs, inputs, and what else is changed.
    fn parts(&self, open: usize, after: usize) -> Vec<Range<usize>> {
        self.split(open + 1..after - 1, ":")
    }

    /// The pieces of a range of tokens between signs that stand outside of brackets.
    fn split(&self, range: Range<usize>, sign: &str) -> Vec<Range<usize>> {
        let (mut pieces, mut start, mut j) = (Vec::new(), range.start, range.start);
        while j < range.end {
            match self.word(j) {
                word if word == sign => {
                    pieces.push(start..j);
                    start = j + 1;
                    j += 1;
                }
                "(" | "[" | "{" => j = self.after_bracket(j).unwrap_or(range.end),
                _ => j += 1,
            }
        }
        pieces.push(start..range.end);
        pieces
    }

    /// The text is a string, what is changed are strings, and the constraint of an output says that it is one.
    fn check_assembly(&mut self, open: usize, after: usize) {
        let is_text = |this: &Self, j: usize| this.word(j).starts_with('"');
        if !is_text(self, open + 1) {
            return self.forbidden(open + 1, "assembly must be a string");
        }
        let parts = self.parts(open, after);
        for output in self.operands(parts.get(1)) {
            let constraint = output.clone().filter(|j| is_text(self, *j)).find(|j| self.word(*j).contains(['=', '+']));
            if constraint.is_none() {
                return self.forbidden(output.start, "the constraint of an output of assembly lacks `=`");
            }
        }
        for changed in self.operands(parts.get(3)) {
            if let Some(j) = changed.clone().find(|j| !is_text(self, *j)) {
                return self.forbidden(j, "what assembly changes must be a string");
            }
        }
    }

    /// The operands of one of the parts.
    fn operands(&self, part: Option<&Range<usize>>) -> Vec<Range<usize>> {
        part.map(|p| self.split(p.clone(), ",")).unwrap_or_default().into_iter().filter(|o| !o.is_empty()).collect()
    }

    /// What stands for assembly: a call of a mark with what it writes and reads, so that these are checked like other expressions.
    fn operands_of(&self, open: usize, after: usize) -> String {
        let parts = self.parts(open, after);
        let outputs = self.operands(parts.get(1));
        let mut by = format!("{ASSEMBLY}({}", outputs.len());
        for operand in outputs.into_iter().chain(self.operands(parts.get(2))) {
            let Some(value) = operand.clone().find(|j| self.word(*j) == "(") else { continue };
            let text = &self.text[self.tokens[value].start..self.tokens[operand.end - 1].end];
            by.push(',');
            by.push_str(&repair(text).text.replace('\n', " "));
        }
        by.push(')');
        by
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
