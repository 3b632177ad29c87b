//! Attributes: most say nothing about the meaning of a program and are taken away. Those that change the layout of a record
//! leave a member as a mark in it; the parser reads those that make another type; those that run code or give an object a
//! second name are not understood.

use super::Repair;
use super::context::Context;
use super::layout::Mark;

pub fn changes_layout(name: &str) -> bool {
    matches!(name, "packed" | "aligned" | "scalar_storage_order" | "ms_struct" | "gcc_struct")
}

/// Attributes without which the program would mean something else.
fn has_effect(name: &str) -> bool {
    matches!(name, "alias" | "ifunc" | "weakref" | "constructor" | "destructor" | "cleanup" | "nocommon_alias" | "symver" | "returns_twice")
}

impl Repair<'_> {
    /// The names in the attribute list whose outer bracket is token `open`, without underscores.
    fn attribute_names(&self, open: usize) -> Vec<String> {
        let end = self.after_bracket(open).unwrap_or(self.tokens.len());
        let mut names = Vec::new();
        let mut j = open + 2;
        while j + 1 < end {
            if self.is_name(j) || self.word(j) == "const" {
                names.push(self.word(j).trim_matches('_').to_owned());
            }
            j = if self.word(j) == "(" { self.after_bracket(j).unwrap_or(end) } else { j + 1 };
        }
        names
    }

    /// Takes away the attribute at token `i`, with its effect on what is around it.
    pub(super) fn attribute(&mut self, i: usize) -> Option<usize> {
        let after = self.after_bracket(i + 1)?;
        let names = self.attribute_names(i + 1);
        if names.iter().any(|n| changes_layout(n)) && !self.heard.contains(&i) {
            let marks = self.layout_marks(i + 1);
            self.odd_here(i, &marks);
        }
        if let Some(name) = names.iter().find(|n| has_effect(n)) {
            self.not_understood(i, &format!("attribute `{name}`"));
        }
        // `mode` and `vector_size` make another type.
        if names.iter().any(|n| n == "mode" || n == "vector_size") {
            return Some(after);
        }
        if names.iter().any(|n| n == "noreturn") && self.frame().context == Context::File && !self.in_typedef {
            // Where specifiers stand it is one of them; behind a declarator the parser reads it.
            if self.begins || self.is_name(i - 1) {
                return Some(self.replace_tokens(i, after, " _Noreturn "));
            }
            if names.len() == 1 && self.word(i - 1) == ")" && self.word(after) == ";" {
                return Some(after);
            }
        }
        Some(self.replace_tokens(i, after, ""))
    }

    /// `_Alignas(…)` at token `i`. The parser knows it in declarations, but not in records and not in the type of a compound literal.
    pub(super) fn alignment(&mut self, i: usize, at_start: bool) -> Option<usize> {
        let after = self.after_bracket(i + 1)?;
        let marks = [self.alignment_in(i + 1).map_or(Mark::Odd, Mark::Aligned)];
        self.odd_here(i, &marks);
        let frame = self.frame();
        let (context, parens) = (frame.context, frame.parens);
        if context == Context::Record {
            self.check_alignment(i + 1);
            let mut end = after;
            while !matches!(self.word(end), ";" | ":" | "}" | "") {
                end =
                    if matches!(self.word(end), "(" | "[" | "{") { self.after_bracket(end).unwrap_or(self.tokens.len()) } else { end + 1 };
            }
            if self.word(end) == ":" {
                self.forbidden(i, "a bit-field with an alignment of its own");
            }
        } else if parens == 0 || context == Context::File || !self.in_compound_literal(after) {
            return None;
        }
        self.begins = at_start;
        Some(self.replace_tokens(i, after, ""))
    }

    /// Whether the bracket around token `i` closes before a brace.
    fn in_compound_literal(&self, i: usize) -> bool {
        let mut j = i;
        while !matches!(self.word(j), ")" | ";" | "{" | "") {
            j = if matches!(self.word(j), "(" | "[") { self.after_bracket(j).unwrap_or(self.tokens.len()) } else { j + 1 };
        }
        self.word(j) == ")" && self.word(j + 1) == "{"
    }

    /// A number alone in the bracket at token `open` must be an alignment.
    pub(super) fn check_alignment(&mut self, open: usize) {
        let is_negative = self.word(open + 1) == "-";
        let at = if is_negative { open + 2 } else { open + 1 };
        let number = self.word(at).parse::<u64>().ok().filter(|_| self.word(at + 1) == ")");
        if number.is_some_and(|n| n != 0 && (is_negative || !n.is_power_of_two())) {
            self.forbidden(at, "an alignment must be a power of two");
        }
    }

    /// An alignment for what is declared here: a member, a type, or an object, whose address is of no interest unless the program asks for its alignment.
    fn odd_here(&mut self, i: usize, marks: &[Mark]) {
        let in_typedef = self.in_typedef;
        let context = self.frame().context;
        match context {
            Context::Record if self.mark_member(i, marks) => {}
            Context::Record => self.frame().odd.push(Mark::Odd),
            _ if in_typedef => self.odd_layout = true,
            _ => self.aligned_objects = true,
        }
    }

    /// Attributes that belong to the record or enumeration whose keyword is token `i`: behind the keyword, or behind its
    /// closing brace.
    pub(super) fn read_record_attributes(&mut self, i: usize) {
        let mut seen = Vec::new();
        let mut open = self.skip_attributes(i + 1, &mut seen);
        if self.is_name(open) {
            open = self.skip_attributes(open + 1, &mut seen);
        }
        if self.word(open) != "{" {
            return;
        }
        if let Some(after) = self.after_bracket(open) {
            self.skip_attributes(after, &mut seen);
        }
        let odd: Vec<usize> = seen.into_iter().filter(|a| self.attribute_names(*a + 1).iter().any(|n| changes_layout(n))).collect();
        let marks: Vec<Mark> = odd.iter().flat_map(|a| self.layout_marks(*a + 1)).collect();
        if odd.is_empty() {
            return;
        }
        if self.word(i) == "enum" {
            self.not_understood(i, "enumeration with an attribute for its size");
        }
        self.odd_records.insert(open, marks);
        self.heard.extend(odd);
    }

    fn skip_attributes(&self, from: usize, seen: &mut Vec<usize>) -> usize {
        let mut j = from;
        while matches!(self.word(j), "__attribute__" | "__attribute") {
            seen.push(j);
            match self.after_bracket(j + 1) {
                Some(after) => j = after,
                None => break,
            }
        }
        j
    }
}

/// What a line says behind `#pragma`, if it is one.
pub fn pragma(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}

/// A directive that changes the meaning of declarations, with its line; those about layout are read by `layout`.
pub fn pragmas(text: &str) -> Option<(usize, String)> {
    let mut trouble = None;
    for (number, line) in text.split('\n').enumerate() {
        if let Some(rest) = pragma(line)
            && (rest.starts_with("redefine_extname") || rest.starts_with("weak") && rest.contains('='))
        {
            trouble = trouble.or(Some((number, format!("#pragma {rest}"))));
        }
    }
    trouble
}
