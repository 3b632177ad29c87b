//! Which brackets surround a token: a body, a record, an enumeration, an initialiser. What a colon, a brace or a name at
//! the beginning means depends on it.

use super::{HIDING, KEYWORDS, Mark, Repair, STORAGE, TYPE_WORDS};
use base::SortedSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    File,
    Block,
    Record,
    Enumeration,
    Initialiser,
}

/// One pair of braces.
#[derive(Debug)]
pub struct Frame {
    pub context: Context,
    /// Round brackets that are open inside.
    pub parens: i64,
    /// A sign of equality was met since the last semicolon, so that no body of a function can begin outside of functions.
    pub initialises: bool,
    /// The record has a layout of its own.
    pub odd: Vec<Mark>,
}

impl Frame {
    pub fn new(context: Context) -> Self {
        Frame { context, parens: 0, initialises: false, odd: Vec::new() }
    }
}

/// Words in the declaration of a parameter that neither are its type nor name it.
fn is_qualifier(word: &str) -> bool {
    STORAGE.contains(&word) || matches!(word, "restrict" | "__restrict" | "__restrict__" | "_Atomic" | "__extension__")
}

impl<'t> Repair<'t> {
    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(Context::File));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn open_brace(&mut self, i: usize) {
        let context = self.context_of(i);
        let mut odd = self.odd_records.get(&i).cloned().unwrap_or_default();
        if context == Context::Record {
            odd.extend(self.packed_here(i));
        }
        if context == Context::Initialiser && self.word(i + 1) == "}" && i > 0 && self.word(i - 1) == ")" {
            // The parser wants something in the braces of a compound literal.
            self.later(i, "0");
        }
        if context == Context::Block && self.frames.len() == 1 {
            let hiding: String = self.hiding_parameters(i).iter().map(|name| format!(", {name}")).collect();
            if !hiding.is_empty() {
                self.later(i, &format!(" int {HIDING}{hiding};"));
            }
        }
        self.begins = matches!(context, Context::Block | Context::Record);
        self.frames.push(Frame { odd, ..Frame::new(context) });
    }

    pub(super) fn close_brace(&mut self, i: usize) {
        let closed = if self.frames.len() > 1 { self.frames.pop() } else { None };
        if let Some(Frame { context: Context::Record, odd, .. }) = &closed
            && !odd.is_empty()
        {
            let marks: String = odd.iter().map(|m| format!(" int {}; ", m.name())).collect();
            self.insert(self.tokens[i].start, &marks);
        }
        let outer = self.frame();
        let stands_alone = outer.parens == 0 && matches!(outer.context, Context::File | Context::Block);
        self.begins = stands_alone && closed.is_none_or(|f| f.context == Context::Block);
    }

    /// The parameters of the function whose body begins at token `i` that may have the name of a type outside, which the parser forgets behind their list.
    fn hiding_parameters(&self, i: usize) -> Vec<&'t str> {
        let mut hiding = Vec::new();
        let Some(mut closing) = i.checked_sub(1).filter(|before| self.word(*before) == ")") else { return hiding };
        let Some(mut open) = self.opening(closing) else { return hiding };
        // What returns a pointer to a function has its own list inside: `int (*f(int a))(int) {`.
        while open >= 2 && self.word(open - 1) == ")" && self.word(open - 2) == ")" {
            closing = open - 2;
            open = self.opening(closing).unwrap_or(0);
        }
        let mut j = open + 1;
        while j < closing {
            let (start, mut end) = (j, j);
            while end < closing && self.word(end) != "," {
                let is_open = matches!(self.word(end), "(" | "[" | "{");
                end = if is_open { self.after_bracket(end).unwrap_or(closing) } else { end + 1 };
            }
            hiding.extend(self.parameter_name(start, end).filter(|name| self.typedefs.contains(name)));
            j = end + 1;
        }
        hiding
    }

    /// The name that a parameter between two tokens declares, behind its type.
    fn parameter_name(&self, start: usize, end: usize) -> Option<&'t str> {
        let (mut j, mut is_typed, mut name) = (start, false, None);
        while j < end {
            match self.word(j) {
                "struct" | "union" | "enum" => {
                    is_typed = true;
                    j += if self.is_name(j + 1) { 2 } else { 1 };
                }
                "{" => j = self.after_bracket(j)?,
                "__attribute__" | "__attribute" | "typeof" | "__typeof" | "__typeof__" | "_Atomic" if self.word(j + 1) == "(" => {
                    is_typed |= !self.word(j).starts_with("__attribute");
                    j = self.after_bracket(j + 1)?;
                }
                // A parameter that is a function: `int f(int)`.
                "(" if name.is_some() => break,
                "(" => {
                    let mut inner = j + 1;
                    while matches!(self.word(inner), "(" | "*") || is_qualifier(self.word(inner)) {
                        inner += 1;
                    }
                    return self.is_name(inner).then(|| self.word(inner));
                }
                "[" => break,
                word => {
                    if self.is_name(j) && !is_qualifier(word) {
                        name = is_typed.then_some(word);
                        is_typed = true;
                    }
                    j += 1;
                }
            }
        }
        name
    }

    /// What the brace at token `i` opens.
    fn context_of(&mut self, i: usize) -> Context {
        let outer = self.frame().context;
        let Some(before) = i.checked_sub(1) else { return Context::Block };
        match self.word(before) {
            "(" | ";" | "}" => Context::Block,
            ":" if outer == Context::Block => Context::Block,
            "{" if outer == Context::Block => Context::Block,
            ")" => self.context_after_bracket(before),
            "else" | "do" => Context::Block,
            "=" | "," | "{" | "]" | ":" => Context::Initialiser,
            _ => self.tag_before(i).unwrap_or(if outer == Context::Initialiser { outer } else { Context::Block }),
        }
    }

    /// `f(…) {`, `if (…) {` and `struct __attribute__((…)) {` against the compound literal `(T) {`.
    fn context_after_bracket(&self, closing: usize) -> Context {
        let Some(open) = self.opening(closing) else { return Context::Block };
        let Some(before) = open.checked_sub(1) else { return Context::Initialiser };
        match self.word(before) {
            "if" | "while" | "for" | "switch" => Context::Block,
            "__attribute__" | "__attribute" | "_Alignas" => match self.tag_before(before) {
                Some(context) => context,
                None => Context::Block,
            },
            "return" | "sizeof" | "case" => Context::Initialiser,
            ")" | "]" => match self.opening(before).and_then(|o| o.checked_sub(1)) {
                // A function that returns a pointer to a function: `int (*f(int a))(int) {`.
                Some(start) if self.may_define() || self.is_name(start) => Context::Block,
                _ => Context::Initialiser,
            },
            _ if self.is_name(before) || self.may_define() && self.frames[0].parens == 0 => Context::Block,
            _ => Context::Initialiser,
        }
    }

    /// Whether the body of a function may begin here, outside of functions.
    fn may_define(&self) -> bool {
        self.frames.len() == 1 && !self.frames[0].initialises
    }

    /// The kind of the record or enumeration whose keyword, attributes and tag stand before token `i`.
    fn tag_before(&self, i: usize) -> Option<Context> {
        let mut j = i.checked_sub(1)?;
        loop {
            match self.word(j) {
                "struct" | "union" => return Some(Context::Record),
                "enum" => return Some(Context::Enumeration),
                ")" => j = self.opening(j)?.checked_sub(1)?,
                "__attribute__" | "__attribute" => j = j.checked_sub(1)?,
                _ if self.is_name(j) && matches!(self.word(j.checked_sub(1)?), "struct" | "union" | "enum" | ")") => j -= 1,
                _ => return None,
            }
        }
    }

    /// Names that occur in typedefs.
    pub(super) fn typedef_words(&self) -> SortedSet<&'t str> {
        let mut found = SortedSet::new();
        for i in (0..self.tokens.len()).filter(|i| self.word(*i) == "typedef") {
            let mut j = i + 1;
            while !matches!(self.word(j), ";" | "") {
                match self.word(j) {
                    "{" => j = self.after_bracket(j).unwrap_or(self.tokens.len()),
                    _ => {
                        if self.is_name(j) {
                            found.insert(self.word(j));
                        }
                        j += 1;
                    }
                }
            }
        }
        found
    }

    /// Whether a declaration begins at token `i` for certain.
    pub(super) fn declaration_begins(&self, i: usize) -> bool {
        let word = self.word(i);
        match word {
            "typedef" | "_Static_assert" | "__auto_type" | "_Thread_local" | "__thread" => true,
            _ if STORAGE.contains(&word) || TYPE_WORDS.contains(&word) => true,
            "__extension__" => self.declaration_begins(i + 1),
            _ if self.is_name(i) => {
                self.is_name(i + 1) && !KEYWORDS.contains(&self.word(i + 1))
                    || self.typedefs.contains(word) && self.word(i + 1) == "*" && self.is_name(i + 2)
            }
            _ => false,
        }
    }
}
