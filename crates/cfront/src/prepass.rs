//! Repairs of the text that make it readable for the parser: GNU, old-style and newer forms that the parser does not know
//! are replaced by forms that it does, or by a *mark*, a name that says what is not understood at this place
//! ([`mark_meaning`]). Lines stay lines; a replacement that is longer than what it replaces is recorded, so that columns
//! stay those of the original.
//!
//! Invariant: a repair never changes the meaning of what it leaves; what it cannot express becomes a mark, or, if it
//! concerns more than one place, [`Repaired::trouble`]. What is taken away here is seen by nobody else, so what C forbids in it is found here
//! ([`Repaired::fault`]).

mod assembly;
mod attribute;
mod context;
mod implicit;
mod label;
mod layout;
mod spelling;
mod weak;

use crate::tokens::{Kind, Token, tokens};
pub use attribute::pragmas;
use base::{SortedMap, SortedSet};
use context::{Context, Frame};
pub use layout::{Mark, Packing, packings};
pub use weak::weak_names;

/// The repaired text.
pub struct Repaired {
    pub text: String,
    /// Offsets of bytes that the original does not have.
    pub inserted: Vec<usize>,
    /// Attributes change the layout of records somewhere, nobody knows of which.
    pub odd_layout: bool,
    /// Attributes say how some objects are aligned.
    pub aligned_objects: bool,
    /// Something that is not understood and concerns the whole program, with its place in the repaired text.
    pub trouble: Option<(usize, String)>,
    /// Something that C forbids, with its place in the repaired text.
    pub fault: Option<(usize, String)>,
}

/// What every mark begins with.
const MARK: &str = "__bevel_";
/// What stands for `__builtin_types_compatible_p`; its arguments are the sizes of the types.
pub const COMPATIBLE: &str = "__bevel_compatible";
/// What stands for an assembly statement with effects; its arguments are the number of its outputs, these, and its inputs.
pub const ASSEMBLY: &str = "__bevel_inline_assembly";
/// The attribute that stands for an asm label which says in which register a variable is.
pub const IN_REGISTER: &str = "__bevel_in_register";
/// What stands for the definition of a function inside of another one.
pub const NESTED: &str = "__bevel_nested_function";
/// What stands before parameters that hide names of types, in a declaration at the beginning of the body that tells the parser and is taken out again.
pub const HIDING: &str = "__bevel_hiding";
/// What the address of a label begins with; its name follows.
const LABEL_ADDRESS: &str = "__bevel_address_of_a_label_";

/// What a mark stands for: `__bevel_computed_goto` is a computed goto.
pub fn mark_meaning(name: &str) -> Option<String> {
    name.strip_prefix(MARK).map(|rest| rest.replace('_', " "))
}

/// The label whose address a mark stands for.
pub fn marked_label(name: &str) -> Option<&str> {
    name.strip_prefix(LABEL_ADDRESS)
}

const KEYWORDS: [&str; 27] = [
    "if",
    "while",
    "for",
    "do",
    "switch",
    "return",
    "goto",
    "break",
    "continue",
    "case",
    "default",
    "else",
    "sizeof",
    "typedef",
    "struct",
    "union",
    "enum",
    "_Static_assert",
    "__asm__",
    "asm",
    "__asm",
    "typeof",
    "__typeof__",
    "__typeof",
    "_Atomic",
    "__auto_type",
    "__label__",
];

/// Words that begin a type.
const TYPE_WORDS: [&str; 20] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "__signed__",
    "__signed",
    "struct",
    "union",
    "enum",
    "__int128",
    "__typeof",
    "__typeof__",
    "typeof",
];

/// Words that may stand before the type of a declaration.
const STORAGE: [&str; 15] = [
    "static",
    "extern",
    "register",
    "auto",
    "const",
    "volatile",
    "inline",
    "__inline",
    "__inline__",
    "_Noreturn",
    "__const",
    "__const__",
    "__volatile__",
    "__volatile",
    "typedef",
];

struct Repair<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    out: String,
    inserted: Vec<usize>,
    done: usize,
    odd_layout: bool,
    aligned_objects: bool,
    trouble: Option<(usize, String)>,
    fault: Option<(usize, String)>,
    /// The brackets around the current token.
    frames: Vec<Frame>,
    /// A declaration or statement may begin here.
    begins: bool,
    /// The declaration in progress is a typedef.
    in_typedef: bool,
    /// What comes after a token that was seen ahead.
    after: SortedMap<usize, String>,
    /// Tokens that get another spelling.
    renamed: SortedMap<usize, String>,
    /// Colons that end a label, with the first token of the label.
    colons: SortedMap<usize, usize>,
    /// Opening braces of records with an odd layout, and attributes that have said so.
    odd_records: SortedMap<usize, Vec<Mark>>,
    /// The directives that pack records.
    packings: Vec<Packing>,
    heard: SortedSet<usize>,
    /// Names that asm labels give to other names, with the places of the labels in the repaired text.
    linked: SortedMap<String, usize>,
    /// Names in typedefs.
    typedefs: SortedSet<&'t str>,
    /// Names that mean something by other characters than letters.
    spelling: spelling::Spelling,
    local_labels: usize,
}

impl<'t> Repair<'t> {
    fn new(text: &'t str) -> Self {
        let tokens = tokens(text);
        let spelling = spelling::Spelling::new(text, &tokens);
        let mut repair = Repair {
            text,
            tokens,
            out: String::with_capacity(text.len() + text.len() / 16 + 64),
            inserted: Vec::new(),
            done: 0,
            odd_layout: false,
            aligned_objects: false,
            trouble: None,
            fault: None,
            frames: vec![Frame::new(Context::File)],
            begins: true,
            in_typedef: false,
            after: SortedMap::new(),
            renamed: SortedMap::new(),
            colons: SortedMap::new(),
            odd_records: SortedMap::new(),
            packings: Vec::new(),
            heard: SortedSet::new(),
            linked: SortedMap::new(),
            typedefs: SortedSet::new(),
            spelling,
            local_labels: 0,
        };
        repair.typedefs = repair.typedef_words();
        repair
    }

    fn word(&self, i: usize) -> &'t str {
        self.tokens.get(i).map_or("", |t| &self.text[t.start..t.end])
    }

    fn is_name(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Word) && !KEYWORDS.contains(&self.word(i))
    }

    /// The token after the bracket that closes the one at `i`.
    fn after_bracket(&self, i: usize) -> Option<usize> {
        let mut depth = 0;
        for j in i..self.tokens.len() {
            match self.word(j) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(j + 1);
            }
        }
        None
    }

    /// The bracket that the one at `i` closes.
    fn opening(&self, i: usize) -> Option<usize> {
        let mut depth = 0;
        for j in (0..=i).rev() {
            match self.word(j) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(j);
            }
        }
        None
    }

    /// Whether two signs stand together.
    fn adjacent(&self, i: usize) -> bool {
        matches!((self.tokens.get(i), self.tokens.get(i + 1)), (Some(a), Some(b)) if a.end == b.start)
    }

    fn copy_to(&mut self, offset: usize) {
        if offset > self.done {
            self.out.push_str(&self.text[self.done..offset]);
            self.done = offset;
        }
    }

    /// Replaces the bytes up to `end` of the original.
    fn replace(&mut self, start: usize, end: usize, by: &str) {
        self.copy_to(start);
        let original = &self.text[start..end];
        self.out.push_str(by);
        // What the replacement lacks is filled with blanks; lines stay.
        let cut = by.len().min(original.len());
        let lines = original.bytes().take(cut).filter(|b| *b == b'\n').count();
        self.out.extend(std::iter::repeat_n('\n', lines));
        self.out.extend(original.bytes().skip(cut).map(|b| if b == b'\n' { '\n' } else { ' ' }));
        if by.len() > original.len() {
            self.inserted.extend(self.out.len() - (by.len() - original.len())..self.out.len());
        }
        self.done = end;
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.replace(at, at, text);
    }

    /// Puts other text for the tokens from `i` up to `end`.
    fn replace_tokens(&mut self, i: usize, end: usize, by: &str) -> usize {
        self.replace(self.tokens[i].start, self.tokens[end - 1].end, by);
        end
    }

    /// Text that will stand behind a token.
    fn later(&mut self, i: usize, text: &str) {
        self.after.entry(i).or_default().push_str(text);
    }

    fn not_understood(&mut self, i: usize, what: &str) {
        self.copy_to(self.tokens[i].start);
        self.trouble.get_or_insert((self.out.len(), what.to_owned()));
    }

    /// C forbids what stands at token `i`.
    fn forbidden(&mut self, i: usize, what: impl Into<String>) {
        let place = self.out.len() + self.tokens[i].start.saturating_sub(self.done);
        self.fault.get_or_insert((place, what.into()));
    }

    /// Repairs what begins at token `i`; the token to go on with.
    fn step(&mut self, i: usize) -> usize {
        let token = self.tokens[i];
        let at_start = std::mem::replace(&mut self.begins, false);
        if at_start {
            self.in_typedef = false;
        }
        let next = match token.kind {
            Kind::Sign => self.sign(i, at_start),
            Kind::Number => spelling::number(self.word(i)).map(|by| self.replace_tokens(i, i + 1, &by)),
            Kind::Literal => {
                let wide = i > 0 && self.tokens[i - 1].end == token.start && matches!(self.word(i - 1), "L" | "u" | "U");
                if let Some(name) = spelling::wrong_character(self.word(i)) {
                    self.forbidden(i, format!("`{name}` is no character"));
                }
                spelling::escapes(self.word(i), wide).map(|by| self.replace_tokens(i, i + 1, &by))
            }
            Kind::Word => self.repair_word(i, at_start),
        };
        next.unwrap_or(i + 1)
    }

    fn sign(&mut self, i: usize, at_start: bool) -> Option<usize> {
        match self.word(i) {
            "{" => self.open_brace(i),
            "}" => self.close_brace(i),
            "(" => self.frame().parens += 1,
            ")" => {
                let frame = self.frame();
                frame.parens -= 1;
                // Declarations of old-style parameters.
                let outside = frame.parens == 0 && frame.context == Context::File;
                let of_function = || {
                    let before = self.opening(i).and_then(|o| o.checked_sub(1));
                    before.is_some_and(|before| self.is_name(before) && self.word(before) != "_Alignas")
                };
                self.begins = outside && self.is_name(i + 1) && !self.word(i + 1).starts_with("__") && of_function();
            }
            ";" => {
                let frame = self.frame();
                frame.initialises = false;
                let between = frame.parens == 0 && matches!(frame.context, Context::File | Context::Record);
                self.begins = frame.parens == 0;
                if at_start && between {
                    return Some(self.replace_tokens(i, i + 1, ""));
                }
            }
            "=" if self.frame().parens == 0 => self.frame().initialises = true,
            ":" if self.colons.contains_key(&i) => {
                if (self.word(i + 1) == "}" || self.declaration_begins(i + 1)) && self.labels_in_block(i) {
                    self.insert(self.tokens[i].end, ";");
                }
                self.begins = true;
            }
            "?" if self.word(i + 1) == ":" => self.insert(self.tokens[i].end, " __bevel_same "),
            "[" if self.word(i + 1) == "[" => {
                self.begins = at_start;
                let after = self.after_bracket(i)?;
                return Some(self.replace_tokens(i, after, ""));
            }
            "&" if self.word(i + 1) == "&" && self.adjacent(i) => {
                if self.is_operand_missing(i) && self.is_name(i + 2) {
                    let label = self.renamed.get(&(i + 2)).map_or(self.word(i + 2), String::as_str);
                    return Some(self.replace_tokens(i, i + 3, &format!("{LABEL_ADDRESS}{label}")));
                }
                return Some(i + 2);
            }
            // A function or variable without a type: `*f(x) { … }`.
            "*" if at_start && self.frame().context == Context::File => self.insert(self.tokens[i].start, "int "),
            _ => {}
        }
        None
    }

    fn repair_word(&mut self, i: usize, at_start: bool) -> Option<usize> {
        let word = self.word(i);
        if let Some(by) = self.renamed.remove(&i) {
            self.find_label(i, at_start);
            return Some(self.replace_tokens(i, i + 1, &by));
        }
        if word == "__thread" && matches!(self.word(i + 1), "static" | "extern") {
            self.forbidden(i, "`__thread` stands behind `static` or `extern`");
        }
        if let Some(by) = synonym(word) {
            self.begins = at_start && by.trim().is_empty();
            return Some(self.replace_tokens(i, i + 1, by));
        }
        let called = self.word(i + 1) == "(";
        match word {
            "__attribute__" | "__attribute" if called => {
                self.begins = at_start;
                self.attribute(i)
            }
            "_Alignas" if called => self.alignment(i, at_start),
            "struct" | "union" | "enum" => {
                self.read_record_attributes(i);
                None
            }
            "asm" | "__asm" | "__asm__" => self.assembly(i),
            "_Pragma" if called => {
                self.begins = at_start;
                let after = self.after_bracket(i + 1)?;
                Some(self.replace_tokens(i, after, ""))
            }
            "_Static_assert" if called => {
                // The message may be missing.
                if self.top_comma(i + 1).is_none() {
                    let after = self.after_bracket(i + 1)?;
                    self.later(after - 2, ", \"\"");
                }
                None
            }
            "case" | "default" => {
                self.find_label(i, at_start);
                None
            }
            "goto" if self.word(i + 1) == "*" => Some(self.replace_tokens(i, i + 2, "__bevel_computed_goto+")),
            "__label__" if at_start => self.local_label(i),
            "sizeof" if called => {
                // `sizeof (T){…}` is the size of a compound literal.
                let brace = self.after_bracket(i + 1).filter(|a| self.word(*a) == "{")?;
                let after = self.after_bracket(brace)?;
                self.later(i, "(");
                self.later(after - 1, ")");
                None
            }
            "__alignof__" | "__alignof" | "_Alignof" => {
                let end = self.operand_end(i + 1)?;
                if called && self.after_bracket(i + 1) == Some(end) {
                    let is_pointer = self.word(end - 2) == "*";
                    self.later(i + 1, if is_pointer { "__typeof__((" } else { "__typeof__(" });
                    self.later(end - 2, if is_pointer { ")0)" } else { ")" });
                } else {
                    self.later(i, "(__typeof__(");
                    self.later(end - 1, "))");
                }
                Some(self.replace_tokens(i, i + 1, "_Alignof"))
            }
            "typeof" | "__typeof" | "__typeof__" if called => {
                let after = self.after_bracket(i + 1)?;
                if is_typeof(self.word(i + 2)) && self.after_bracket(i + 3) == Some(after - 1) {
                    // The type of a type is that type.
                    self.renamed.insert(i + 1, String::new());
                    self.renamed.insert(after - 1, String::new());
                    return Some(self.replace_tokens(i, i + 1, ""));
                }
                if self.word(after - 2) == "*" {
                    // The parser would take a name of a type before the star for an operand.
                    self.later(i + 1, "(");
                    self.later(after - 2, ")0");
                }
                None
            }
            "__real__" | "__real" | "__imag__" | "__imag" => {
                let end = self.operand_end(i + 1)?;
                self.later(i, "(");
                self.later(end - 1, ")");
                Some(self.replace_tokens(i, i + 1, "__bevel_part_of_a_complex_number"))
            }
            "__builtin_types_compatible_p" if called => {
                let after = self.after_bracket(i + 1)?;
                let comma = self.top_comma(i + 1)?;
                self.later(i + 1, "sizeof(");
                self.later(comma - 1, ")");
                self.later(comma, "sizeof(");
                self.later(after - 2, ")");
                Some(self.replace_tokens(i, i + 1, COMPATIBLE))
            }
            "__builtin_convertvector" | "__builtin_has_attribute" if called => {
                let after = self.after_bracket(i + 1)?;
                Some(self.replace_tokens(i, after, if word.ends_with("vector") { "__bevel_vector" } else { "__bevel_has_attribute" }))
            }
            "__auto_type" => self.auto_type(i),
            _ => {
                if at_start && self.find_label(i, at_start) {
                    return self.respell(i);
                }
                if at_start && let Some(brace) = self.nested_function(i) {
                    let after = self.after_bracket(brace)?;
                    self.renamed.insert(brace, String::new());
                    self.later(brace - 1, &format!("; {NESTED}; "));
                    for j in brace..after {
                        self.renamed.insert(j, String::new());
                    }
                }
                if at_start && let Some(at) = self.implicit_int(i) {
                    self.insert(at, "int ");
                }
                self.in_typedef |= word == "typedef";
                self.respell(i)
            }
        }
    }

    /// A name that the parser cannot read.
    fn respell(&mut self, i: usize) -> Option<usize> {
        if let Some(name) = spelling::wrong_character(self.word(i)) {
            self.forbidden(i, format!("`{name}` is no character of a name"));
        }
        let by = self.spelling.plain(self.word(i))?;
        Some(self.replace_tokens(i, i + 1, &by))
    }

    /// The end of the operand of a prefix operator that begins at token `i`.
    fn operand_end(&self, i: usize) -> Option<usize> {
        let mut j = i;
        while ["*", "&", "-", "+", "!", "~", "sizeof", "__extension__"].contains(&self.word(j)) {
            j += 1;
        }
        j = if self.word(j) == "(" { self.after_bracket(j)? } else { j + 1 };
        loop {
            match self.word(j) {
                "[" | "(" => j = self.after_bracket(j)?,
                "." => j += 2,
                "-" if self.word(j + 1) == ">" && self.adjacent(j) => j += 3,
                _ => return Some(j),
            }
        }
    }

    /// The first comma between the brackets that open at token `i`.
    fn top_comma(&self, i: usize) -> Option<usize> {
        let mut j = i + 1;
        while j < self.tokens.len() {
            match self.word(j) {
                "," => return Some(j),
                "(" | "[" | "{" => j = self.after_bracket(j)?,
                ")" | "]" | "}" => return None,
                _ => j += 1,
            }
        }
        None
    }

    /// `__auto_type x = e;` declares an object of the type of `e`.
    fn auto_type(&mut self, i: usize) -> Option<usize> {
        let equals = (i + 1..self.tokens.len()).find(|j| matches!(self.word(*j), "=" | ";"))?;
        let mut end = equals + 1;
        while !matches!(self.word(end), ";" | "") {
            end = if matches!(self.word(end), "(" | "[" | "{") { self.after_bracket(end)? } else { end + 1 };
        }
        self.check_auto_type(i, equals, end);
        let value = &self.text[self.tokens[equals].end..self.tokens.get(end)?.start];
        // The value is repaired here as well as where it stands.
        // Behind a comma an array or a function is the pointer that its object is to hold.
        let value = repair(&format!("(0, {value})")).text.replace('\n', " ");
        Some(self.replace_tokens(i, i + 1, &format!("__typeof__({value})")))
    }

    /// `__auto_type` declares one name, which gets a value; its declaration goes from token `i` to token `end`, its value is behind `equals`.
    fn check_auto_type(&mut self, i: usize, equals: usize, end: usize) {
        let mut name = i + 1;
        while STORAGE.contains(&self.word(name)) || self.word(name) == "(" {
            name += 1;
        }
        let mut behind = name + 1;
        loop {
            match self.word(behind) {
                ")" => behind += 1,
                "__attribute__" | "__attribute" | "asm" | "__asm__" | "__asm" => match self.after_bracket(behind + 1) {
                    Some(after) => behind = after,
                    None => return,
                },
                _ => break,
            }
        }
        if !self.is_name(name) || behind != equals {
            self.forbidden(i, "`__auto_type` needs a plain name as its declarator");
        } else if self.word(equals) != "=" || self.word(equals + 1) == "{" {
            self.forbidden(i, "`__auto_type` needs a value");
        } else if self.top_commas(equals, end) {
            self.forbidden(i, "`__auto_type` with more than one name");
        }
    }

    /// Whether there is a comma between two tokens, outside of brackets.
    fn top_commas(&self, from: usize, to: usize) -> bool {
        let mut j = from;
        while j < to {
            match self.word(j) {
                "," => return true,
                "(" | "[" | "{" => j = self.after_bracket(j).unwrap_or(to),
                _ => j += 1,
            }
        }
        false
    }
}

fn is_typeof(word: &str) -> bool {
    matches!(word, "typeof" | "__typeof" | "__typeof__")
}

/// Words that mean what the parser knows by another one.
fn synonym(word: &str) -> Option<&'static str> {
    Some(match word {
        "__extension__" | "__seg_fs" | "__seg_gs" => "",
        "__thread" => "_Thread_local",
        "__const__" => "const",
        "__int128" | "__int128_t" => "_Complex",
        "__uint128_t" => "unsigned _Complex",
        "__float128" => "_Float128",
        "__float80" => "long double",
        _ => return None,
    })
}

/// Makes a text without comments and directives readable for the parser.
pub fn repair(text: &str) -> Repaired {
    repair_packed(text, Vec::new())
}

/// The same, with the directives that pack records.
pub fn repair_packed(text: &str, packings: Vec<Packing>) -> Repaired {
    let mut r = Repair::new(text);
    r.packings = packings;
    let mut i = 0;
    while i < r.tokens.len() {
        if let Some(by) = r.renamed.get(&i).filter(|by| by.is_empty() || r.tokens[i].kind != Kind::Word).cloned() {
            i = r.replace_tokens(i, i + 1, &by);
        } else {
            i = r.step(i);
        }
        // What was announced for the tokens that are done now.
        let later = r.after.split_off(&i);
        for (token, added) in std::mem::replace(&mut r.after, later) {
            let at = r.tokens[token].end.max(r.done);
            r.insert(at, &added);
        }
    }
    r.copy_to(text.len());
    r.check_links();
    Repaired {
        text: r.out,
        inserted: r.inserted,
        odd_layout: r.odd_layout,
        aligned_objects: r.aligned_objects,
        trouble: r.trouble,
        fault: r.fault,
    }
}

#[cfg(test)]
mod tests;
