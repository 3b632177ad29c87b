//! The grammar of annotations: clauses, and terms that are formulas or numbers, whichever is asked for.
//!
//! What is understood: `assert`, `check`, `requires`, `assigns`, `ensures`, `loop invariant` and `model`, quantifiers over integers and pointers, connectives,
//! chains of comparisons, arithmetic, elements, members, what pointers point to, `\\old`, sets, and words about the shape of the
//! heap ([`WORDS`]). Other clauses are kept by their first word.

use base::{BinOp, BitOp, CmpOp, Int, Quantifier};
use lang_c::ast::{Declaration, Declarator, DeclaratorKind};

/// A term, with its place in the text.
#[derive(Clone, Debug)]
pub struct Term {
    pub at: usize,
    pub shape: Shape,
}

impl Term {
    /// Moves all places on.
    pub fn shift(&mut self, by: usize) {
        self.at += by;
        match &mut self.shape {
            Shape::Number(_) | Shape::Character(_) | Shape::Name(_) | Shape::Truth(_) | Shape::Result | Shape::Null => {}
            Shape::Member(a, _) | Shape::Pointee(a) | Shape::Minus(a) | Shape::Complement(a) | Shape::Not(a) | Shape::Absolute(a) => {
                a.shift(by);
            }
            Shape::Old(a) => a.shift(by),
            Shape::Record(_) => {}
            Shape::Heap(_, terms) | Shape::Set(terms) => terms.iter_mut().for_each(|t| t.shift(by)),
            Shape::Cast(_, a) | Shape::Quant(_, _, a) => a.shift(by),
            Shape::Index(a, b) | Shape::Arith(_, a, b) | Shape::Bits(_, a, b) | Shape::Extreme(_, a, b) | Shape::In(a, b) => {
                a.shift(by);
                b.shift(by);
            }
            Shape::And(a, b) | Shape::Or(a, b) | Shape::Implies(a, b) | Shape::Iff(a, b) | Shape::Xor(a, b) => {
                a.shift(by);
                b.shift(by);
            }
            Shape::Choice(a, b, c) => [a, b, c].into_iter().for_each(|t| t.shift(by)),
            Shape::Chain(terms, _) => terms.iter_mut().for_each(|t| t.shift(by)),
        }
    }
}

impl Term {
    /// Whether two terms name one place by the same words.
    pub fn names_same(&self, other: &Term) -> bool {
        match (&self.shape, &other.shape) {
            (Shape::Name(a), Shape::Name(b)) => a == b,
            (Shape::Result, Shape::Result) => true,
            (Shape::Member(a, m), Shape::Member(b, n)) => m == n && a.names_same(b),
            (Shape::Pointee(a), Shape::Pointee(b)) => a.names_same(b),
            _ => false,
        }
    }
}

type Sub = Box<Term>;

#[derive(Clone, Debug)]
pub enum Shape {
    Number(Int),
    Character(String),
    Name(String),
    Truth(bool),
    Result,
    Null,
    Index(Sub, Sub),
    Member(Sub, String),
    /// What a pointer points to.
    Pointee(Sub),
    Minus(Sub),
    Complement(Sub),
    Not(Sub),
    Arith(BinOp, Sub, Sub),
    Bits(BitOp, Sub, Sub),
    Cast(Vec<String>, Sub),
    /// `\max` and `\min`: the operator by which the first is chosen.
    Extreme(CmpOp, Sub, Sub),
    Absolute(Sub),
    /// `a < b <= c`: all neighbours are compared.
    Chain(Vec<Term>, Vec<CmpOp>),
    And(Sub, Sub),
    Or(Sub, Sub),
    Implies(Sub, Sub),
    Iff(Sub, Sub),
    Xor(Sub, Sub),
    Choice(Sub, Sub, Sub),
    /// What a term was when the function began.
    Old(Sub),
    /// `struct` and its name, where objects of that type are spoken of.
    Record(String),
    /// One of [`WORDS`], with what it is said of.
    Heap(String, Vec<Term>),
    /// The set of these objects.
    Set(Vec<Term>),
    In(Sub, Sub),
    /// Each variable with the words of its type; a pointer has the word `*`.
    Quant(Quantifier, Vec<(Vec<String>, String)>, Sub),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Assert,
    Requires,
    Ensures,
    /// What a function may change; its term is the set of these places.
    Assigns,
    LoopInvariant,
    /// Members that only annotations know.
    Model(Vec<ModelField>),
    /// Another clause, by its first words.
    Other(String),
}

/// A member of a record that only annotations know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelField {
    /// The words of the record's type.
    pub record: Vec<String>,
    pub name: String,
    /// The words of the type of the members, if it is a set; an integer otherwise.
    pub of: Option<Vec<String>>,
    /// Where it is named.
    pub at: usize,
}

/// One clause of an annotation.
#[derive(Clone, Debug)]
pub struct Clause {
    pub at: usize,
    pub role: Role,
    /// What it says, on one line.
    pub text: String,
    /// The formula, or what was not understood and where.
    pub term: Result<Term, (usize, String)>,
}

impl Clause {
    /// Whether it says what a function may change.
    pub fn is_frame(&self) -> bool {
        self.role == Role::Assigns
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(String),
    Character(String),
    Sign(&'static str),
    Strange(char),
    End,
}

/// Longest first.
const SIGNS: [&str; 40] = [
    "<==>", "==>", "<=", ">=", "==", "!=", "&&", "||", "^^", "<<", ">>", "->", "..", "(", ")", "[", "]", "{", "}", "<", ">", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!", "?", ":", ";", ",", ".", "=", "≤", "≥", "≠",
];

/// Brackets and operators are nested at most this deep.
const DEPTH: u32 = 200;

/// Words about the heap (`lower::heap`).
pub const WORDS: [&str; 9] = ["reach", "acyclic", "sharing_free", "doubly_linked", "sorted", "content", "\\union", "\\inter", "\\diff"];

const TYPE_WORDS: [&str; 10] = ["int", "integer", "char", "short", "long", "unsigned", "signed", "_Bool", "boolean", "size_t"];

fn tokens(text: &str, base: usize) -> Vec<(usize, Token)> {
    let mut found = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let start = at;
        let line_start = text[..at].rsplit('\n').next().is_none_or(|l| l.trim().is_empty());
        let token = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c == '#' && line_start {
            // A line marker of the preprocessor.
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if c.is_ascii_digit() {
            at += rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            Token::Number(text[start..at].to_owned())
        } else if is_word(c) || c == '\\' {
            at += 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1);
            Token::Word(text[start..at].to_owned())
        } else if c == '\'' {
            at = crate::tokens::literal_end(text.as_bytes(), at);
            Token::Character(text[start..at].to_owned())
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            at += sign.len();
            Token::Sign(sign)
        } else {
            at += c.len_utf8();
            Token::Strange(c)
        };
        found.push((base + start, token));
    }
    found.push((base + text.len(), Token::End));
    found
}

/// The clauses of an annotation whose text begins at `base`.
pub fn clauses(text: &str, base: usize) -> Vec<Clause> {
    let mut reader = Reader { tokens: tokens(text, base), next: 0, depth: 0 };
    let mut found = Vec::new();
    while *reader.peek() != Token::End {
        let at = reader.at();
        let word = reader.word().unwrap_or_default();
        let role = match word.as_str() {
            "assert" | "check" => Role::Assert,
            "requires" => Role::Requires,
            "ensures" => Role::Ensures,
            "assigns" => Role::Assigns,
            "model" => Role::Model(Vec::new()),
            "loop" => match reader.word().unwrap_or_default().as_str() {
                "invariant" => Role::LoopInvariant,
                other => Role::Other(format!("loop {other}")),
            },
            "" => Role::Other(reader.spelling()),
            other => Role::Other(other.to_owned()),
        };
        let start = reader.at();
        if let Role::Other(what) = &role {
            // The clauses of a behaviour hold only under its conditions; an assertion inside something else is one all the same.
            let rest = reader.tokens[reader.next..].iter().any(|(_, t)| matches!(t, Token::Word(w) if w == "assert"));
            let role = if rest && (what == "for" || what == "behavior") { Role::Assert } else { role };
            let term = Err((at, "this is not understood".to_owned()));
            reader.skip_clause(matches!(word.as_str(), "behavior" | "for" | "axiomatic"));
            found.push(Clause { at, role, text: one_line(&text[at - base..reader.at() - base]), term });
            continue;
        }
        if let Role::Model(_) = role {
            let read = reader.model();
            let all = read.is_err();
            let (role, term) = match read {
                Ok(fields) => (Role::Model(fields), Ok(term(at, Shape::Set(Vec::new())))),
                Err(wrong) => (role, Err(wrong)),
            };
            if all {
                reader.skip_clause(true);
            }
            let end = reader.at().max(start);
            found.push(Clause { at, role, text: one_line(&text[start - base..end - base]), term });
            continue;
        }
        let said = if role == Role::Assigns { reader.places() } else { reader.labelled() };
        let term = said.and_then(|term| match reader.eat(";") {
            true => Ok(term),
            false => reader.fail("expected `;`"),
        });
        let end = reader.tokens[reader.next.saturating_sub(1)].0.max(start);
        if term.is_err() {
            reader.skip_clause(false);
        }
        found.push(Clause { at, role, text: one_line(&text[start - base..end - base]), term });
    }
    found
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name that a declarator declares.
pub fn declared_name(declarator: &Declarator) -> String {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(id) => id.node.name.clone(),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
        DeclaratorKind::Abstract => String::new(),
    }
}

/// The name of the only thing that is declared.
pub fn only_name(declaration: &Declaration) -> Option<String> {
    match declaration.declarators.as_slice() {
        [only] => Some(declared_name(&only.node.declarator.node)),
        _ => None,
    }
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    next: usize,
    depth: u32,
}

type Read = Result<Term, (usize, String)>;

fn term(at: usize, shape: Shape) -> Term {
    Term { at, shape }
}

impl Reader {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].1
    }

    fn at(&self) -> usize {
        self.tokens[self.next].0
    }

    fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, sign: &str) -> bool {
        let here = matches!(self.peek(), Token::Sign(s) if *s == sign);
        if here {
            self.advance();
        }
        here
    }

    fn word(&mut self) -> Option<String> {
        let Token::Word(word) = self.peek().clone() else { return None };
        self.advance();
        Some(word)
    }

    fn spelling(&self) -> String {
        match self.peek() {
            Token::Word(w) | Token::Number(w) | Token::Character(w) => w.clone(),
            Token::Sign(s) => (*s).to_owned(),
            Token::Strange(c) => c.to_string(),
            Token::End => "the end".to_owned(),
        }
    }

    fn fail<T>(&self, what: &str) -> Result<T, (usize, String)> {
        Err((self.at(), format!("{what} at `{}`", self.spelling())))
    }

    fn expect(&mut self, sign: &str) -> Result<(), (usize, String)> {
        if self.eat(sign) { Ok(()) } else { self.fail(&format!("expected `{sign}`")) }
    }

    /// Goes on behind the next `;`, or at the end.
    fn skip_clause(&mut self, all: bool) {
        while *self.peek() != Token::End {
            let ends = !all && matches!(self.peek(), Token::Sign(";"));
            self.advance();
            if ends {
                return;
            }
        }
    }

    /// `struct T { set<struct E *> name; integer name; };`
    fn model(&mut self) -> Result<Vec<ModelField>, (usize, String)> {
        let mut fields = Vec::new();
        let mut record = Vec::new();
        while let Some(word) = self.word() {
            record.push(word);
        }
        if record.is_empty() {
            return self.fail("expected a record");
        }
        self.expect("{")?;
        while !self.eat("}") {
            let of = match self.word().as_deref() {
                Some("integer") => None,
                Some("set") => {
                    self.expect("<")?;
                    let mut words = Vec::new();
                    while let Some(word) = self.word() {
                        words.push(word);
                    }
                    self.expect("*")?;
                    self.expect(">")?;
                    words.push("*".to_owned());
                    Some(words)
                }
                _ => {
                    self.next = self.next.saturating_sub(1);
                    return self.fail("a member of a model is `set<struct T *>` or `integer`, not what is");
                }
            };
            let at = self.at();
            let name = self.word().map_or_else(|| self.fail("expected the name of a member"), Ok)?;
            self.expect(";")?;
            fields.push(ModelField { record: record.clone(), name, of, at });
        }
        self.eat(";");
        Ok(fields)
    }

    /// The places that a function may change.
    fn places(&mut self) -> Read {
        let at = self.at();
        if *self.peek() == Token::Word("\\nothing".into()) {
            self.advance();
            return Ok(term(at, Shape::Set(Vec::new())));
        }
        let mut places = vec![self.unary()?];
        while self.eat(",") {
            places.push(self.unary()?);
        }
        Ok(term(at, Shape::Set(places)))
    }

    /// A formula behind its name, if it has one.
    fn labelled(&mut self) -> Read {
        if let (Token::Word(_), Some((_, Token::Sign(":")))) = (self.peek(), self.tokens.get(self.next + 1)) {
            self.next += 2;
        }
        self.formula()
    }

    fn formula(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("the formula is nested too deeply");
        }
        let read = self.equivalence();
        self.depth -= 1;
        read
    }

    fn equivalence(&mut self) -> Read {
        let mut left = self.choice()?;
        while self.eat("<==>") {
            let right = self.choice()?;
            left = term(left.at, Shape::Iff(left.into(), right.into()));
        }
        Ok(left)
    }

    fn choice(&mut self) -> Read {
        let condition = self.implication()?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.formula()?;
        self.expect(":")?;
        let no = self.formula()?;
        Ok(term(condition.at, Shape::Choice(condition.into(), yes.into(), no.into())))
    }

    fn implication(&mut self) -> Read {
        let left = self.connective(0)?;
        if !self.eat("==>") {
            return Ok(left);
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("the formula is nested too deeply");
        }
        let right = self.implication()?;
        self.depth -= 1;
        Ok(term(left.at, Shape::Implies(left.into(), right.into())))
    }

    /// `^^`, `||`, `&&`, `|`, `^`, `&`, from weak to strong.
    fn connective(&mut self, level: usize) -> Read {
        type Make = fn(Sub, Sub) -> Shape;
        const LEVELS: [(&str, Make); 6] = [
            ("^^", Shape::Xor),
            ("||", Shape::Or),
            ("&&", Shape::And),
            ("|", |a, b| Shape::Bits(BitOp::Or, a, b)),
            ("^", |a, b| Shape::Bits(BitOp::Xor, a, b)),
            ("&", |a, b| Shape::Bits(BitOp::And, a, b)),
        ];
        let Some((sign, make)) = LEVELS.get(level) else { return self.comparison() };
        let mut left = self.connective(level + 1)?;
        while self.eat(sign) {
            let right = self.connective(level + 1)?;
            left = term(left.at, make(left.into(), right.into()));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Read {
        let first = self.arithmetic(0)?;
        let at = first.at;
        let (mut terms, mut ops) = (vec![first], Vec::new());
        loop {
            let op = match self.peek() {
                Token::Sign("<") => CmpOp::Lt,
                Token::Sign("<=" | "≤") => CmpOp::Le,
                Token::Sign(">") => CmpOp::Gt,
                Token::Sign(">=" | "≥") => CmpOp::Ge,
                Token::Sign("==") => CmpOp::Eq,
                Token::Sign("!=" | "≠") => CmpOp::Ne,
                _ => break,
            };
            let up = |op: &CmpOp| matches!(op, CmpOp::Lt | CmpOp::Le);
            let down = |op: &CmpOp| matches!(op, CmpOp::Gt | CmpOp::Ge);
            let all = || ops.iter().chain([&op]);
            if !ops.is_empty() && (all().any(up) && all().any(down) || all().any(|o| *o == CmpOp::Ne)) {
                return self.fail("comparisons in a chain must go one way");
            }
            self.advance();
            ops.push(op);
            terms.push(self.arithmetic(0)?);
        }
        if ops.is_empty() && *self.peek() == Token::Word("\\in".into()) {
            self.advance();
            let set = self.arithmetic(0)?;
            let element = terms.remove(0);
            return Ok(term(at, Shape::In(element.into(), set.into())));
        }
        Ok(match (terms.pop(), ops.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                terms.extend(last);
                term(at, Shape::Chain(terms, ops))
            }
        })
    }

    /// Shifts, sums, products, from weak to strong.
    fn arithmetic(&mut self, level: usize) -> Read {
        const LEVELS: [&[(&str, BinOp)]; 3] = [
            &[("<<", BinOp::Shl), (">>", BinOp::Shr)],
            &[("+", BinOp::Add), ("-", BinOp::Sub)],
            &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
        ];
        let Some(ops) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.arithmetic(level + 1)?;
        while let Some((_, op)) = ops.iter().find(|(sign, _)| matches!(self.peek(), Token::Sign(s) if s == sign)) {
            self.advance();
            let right = self.arithmetic(level + 1)?;
            left = term(left.at, Shape::Arith(*op, left.into(), right.into()));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read {
        let at = self.at();
        let make: fn(Sub) -> Shape = match self.peek() {
            Token::Sign("!") => Shape::Not,
            Token::Sign("-") => Shape::Minus,
            Token::Sign("~") => Shape::Complement,
            Token::Sign("*") => Shape::Pointee,
            Token::Sign("+") => {
                self.advance();
                return self.deeper();
            }
            Token::Sign("(") => {
                if let Some(words) = self.cast() {
                    let inner = self.deeper()?;
                    return Ok(term(at, Shape::Cast(words, inner.into())));
                }
                return self.postfix();
            }
            _ => return self.postfix(),
        };
        self.advance();
        let inner = self.deeper()?;
        Ok(term(at, make(inner.into())))
    }

    fn deeper(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("the formula is nested too deeply");
        }
        let read = self.unary();
        self.depth -= 1;
        read
    }

    /// The words of a type in parentheses.
    fn cast(&mut self) -> Option<Vec<String>> {
        let mut words = Vec::new();
        let mut i = self.next + 1;
        while let Token::Word(word) = &self.tokens.get(i)?.1 {
            if !TYPE_WORDS.contains(&word.as_str()) {
                return None;
            }
            words.push(word.clone());
            i += 1;
        }
        if words.is_empty() || self.tokens.get(i)?.1 != Token::Sign(")") {
            return None;
        }
        self.next = i + 1;
        Some(words)
    }

    fn postfix(&mut self) -> Read {
        let mut left = self.primary()?;
        loop {
            let at = left.at;
            if self.eat("[") {
                let index = self.formula()?;
                self.expect("]")?;
                left = term(at, Shape::Index(left.into(), index.into()));
            } else if self.eat("->") {
                let name = self.word().map_or_else(|| self.fail("expected the name of a member"), Ok)?;
                left = term(at, Shape::Member(term(at, Shape::Pointee(left.into())).into(), name));
            } else if self.eat(".") {
                let name = self.word().map_or_else(|| self.fail("expected the name of a member"), Ok)?;
                left = term(at, Shape::Member(left.into(), name));
            } else {
                return Ok(left);
            }
        }
    }

    fn primary(&mut self) -> Read {
        let at = self.at();
        match self.peek().clone() {
            Token::Number(text) => {
                let Some(value) = number(&text) else { return self.fail("this number is not understood") };
                self.advance();
                Ok(term(at, Shape::Number(value)))
            }
            Token::Character(text) => {
                self.advance();
                Ok(term(at, Shape::Character(text)))
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.formula()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word(word) => match word.as_str() {
                "\\forall" => self.quantified(Quantifier::Forall),
                "\\exists" => self.quantified(Quantifier::Exists),
                "\\max" | "\\min" => {
                    self.advance();
                    self.expect("(")?;
                    let first = self.formula()?;
                    self.expect(",")?;
                    let second = self.formula()?;
                    self.expect(")")?;
                    let op = if word == "\\max" { CmpOp::Ge } else { CmpOp::Le };
                    Ok(term(at, Shape::Extreme(op, first.into(), second.into())))
                }
                "\\abs" | "\\old" => {
                    self.advance();
                    self.expect("(")?;
                    let inner = self.formula()?;
                    self.expect(")")?;
                    Ok(term(at, if word == "\\abs" { Shape::Absolute(inner.into()) } else { Shape::Old(inner.into()) }))
                }
                "\\empty" => {
                    self.advance();
                    Ok(term(at, Shape::Set(Vec::new())))
                }
                "struct" => {
                    self.advance();
                    let name = self.word().map_or_else(|| self.fail("expected the name of a record"), Ok)?;
                    Ok(term(at, Shape::Record(name)))
                }
                known if WORDS.contains(&known) && self.is_call() => {
                    self.advance();
                    let terms = self.list("(", ")")?;
                    Ok(term(at, Shape::Heap(word, terms)))
                }
                _ => {
                    let shape = match word.as_str() {
                        "\\true" => Shape::Truth(true),
                        "\\false" => Shape::Truth(false),
                        "\\result" => Shape::Result,
                        "\\null" => Shape::Null,
                        other if other.starts_with('\\') => return self.fail("not understood"),
                        _ if self.is_call() => {
                            return self.fail("a function that is not understood");
                        }
                        _ => Shape::Name(word),
                    };
                    self.advance();
                    Ok(term(at, shape))
                }
            },
            Token::Sign("{") => {
                let terms = self.list("{", "}")?;
                Ok(term(at, Shape::Set(terms)))
            }
            _ => self.fail("expected a term"),
        }
    }

    /// Whether a bracket follows the word here.
    fn is_call(&self) -> bool {
        matches!(self.tokens.get(self.next + 1), Some((_, Token::Sign("("))))
    }

    /// Terms between brackets.
    fn list(&mut self, open: &str, close: &str) -> Result<Vec<Term>, (usize, String)> {
        self.expect(open)?;
        let mut terms = Vec::new();
        loop {
            terms.push(self.formula()?);
            if self.eat(close) {
                return Ok(terms);
            }
            self.expect(",")?;
        }
    }

    fn quantified(&mut self, q: Quantifier) -> Read {
        let at = self.at();
        self.advance();
        let mut vars = Vec::new();
        let mut ty: Vec<String> = Vec::new();
        loop {
            let mut words = Vec::new();
            loop {
                match self.word() {
                    Some(word) => words.push(word),
                    None if self.eat("*") => words.push("*".to_owned()),
                    None => break,
                }
            }
            let Some(name) = words.pop().filter(|w| w != "*") else { return self.fail("expected a variable") };
            // `int i, j` and `int i, integer j` are both possible, and `struct s *v, *w` is as in C.
            if words.iter().all(|w| w == "*") && !words.is_empty() {
                ty = ty.into_iter().filter(|w| w != "*").chain(words).collect();
            } else if !words.is_empty() {
                ty = words;
            } else {
                ty.retain(|w| w != "*");
            }
            if ty.is_empty() {
                return self.fail("expected the type of a variable before this");
            }
            vars.push((ty.clone(), name));
            if self.eat(";") {
                break;
            }
            self.expect(",")?;
        }
        let body = self.formula()?;
        Ok(term(at, Shape::Quant(q, vars, body.into())))
    }
}

/// The value of a C integer constant.
fn number(text: &str) -> Option<Int> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = digits.to_ascii_lowercase();
    let (digits, radix) = if let Some(hex) = lower.strip_prefix("0x") {
        (hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (&lower[1..], 8)
    } else {
        (lower.as_str(), 10)
    };
    Int::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        fn show(t: &Term) -> String {
            match &t.shape {
                Shape::Number(n) => n.to_string(),
                Shape::Name(n) => n.clone(),
                Shape::Index(a, i) => format!("{}[{}]", show(a), show(i)),
                Shape::Arith(op, a, b) => format!("({op:?} {} {})", show(a), show(b)),
                Shape::Chain(ts, ops) => format!("{ops:?}{:?}", ts.iter().map(show).collect::<Vec<_>>()).replace('"', ""),
                Shape::And(a, b) => format!("({} and {})", show(a), show(b)),
                Shape::Implies(a, b) => format!("({} implies {})", show(a), show(b)),
                Shape::Quant(_, vars, body) => {
                    let vars: Vec<String> = vars.iter().map(|(ty, name)| format!("{} {name}", ty.join(" "))).collect();
                    format!("all {}: {}", vars.join(", "), show(body))
                }
                other => format!("{other:?}"),
            }
        }
        match &clauses(text, 0).first().expect("there is a clause").term {
            Ok(t) => show(t),
            Err((at, what)) => format!("{at}: {what}"),
        }
    }

    #[test]
    fn formulas_bind_as_in_acsl() {
        assert_eq!(shape("assert a: x < y + 2 * z ==> p == 1 ==> q == 2 && r == 3;").matches("implies").count(), 2);
        assert_eq!(shape("assert 0 <= i < j;"), "[Le, Lt][0, i, j]");
        let sorted = "assert \\forall int i, integer j, k; 0 <= i ==> a[i] <= b[j];";
        assert_eq!(shape(sorted), "all int i, integer j, integer k: ([Le][0, i] implies [Le][a[i], b[j]])");
        assert_eq!(shape("assert x >= 0 && \\forall int k; k == 1 && k == 2;"), "([Ge][x, 0] and all int k: ([Eq][k, 1] and [Eq][k, 2]))");
    }

    #[test]
    fn heaps_are_spoken_of() {
        let Shape::Quant(_, vars, body) =
            &clauses("ensures \\forall struct node *v, *w; v \\in \\union(content(x, next), {w});", 0)[0].term.clone().unwrap().shape
        else {
            panic!("a quantifier");
        };
        let ty = ["struct", "node", "*"].map(str::to_owned).to_vec();
        assert_eq!(*vars, [(ty.clone(), "v".to_owned()), (ty, "w".to_owned())]);
        assert!(
            matches!(&body.shape, Shape::In(_, set) if matches!(&set.shape, Shape::Heap(word, terms) if word == "\\union" && terms.len() == 2))
        );
        // Of two variables only one is a pointer here.
        let Shape::Quant(_, vars, _) = &clauses("assert \\forall node *v, i; v == i;", 0)[0].term.clone().unwrap().shape else {
            panic!("a quantifier")
        };
        assert_eq!(vars[1].0, ["node"]);
        assert_eq!(shape("assert reach(x, next, ;"), "22: expected a term at `;`");
    }

    #[test]
    fn what_is_not_understood_has_a_place() {
        assert_eq!(shape("assert 1 < x > 2;"), "13: comparisons in a chain must go one way at `>`");
        assert_eq!(shape("assert x == 1"), "13: expected `;` at `the end`");
        assert_eq!(shape("assert \\valid(p);"), "7: not understood at `\\valid`");
        assert_eq!(shape("assert f(x) == 1;"), "7: a function that is not understood at `f`");
        assert!(shape(&format!("assert {}x;", "(".repeat(5000))).contains("nested too deeply"));
        assert!(shape(&format!("assert {}x;", "!".repeat(5000))).contains("nested too deeply"));
        assert!(shape(&format!("assert {}x;", "x ==> ".repeat(5000))).contains("nested too deeply"));
    }

    #[test]
    fn every_clause_is_kept() {
        let text = "requires n > 0; assigns a[0..n-1]; ensures \\result == 0; loop invariant 0 <= i; loop assigns i; loop variant n - i;";
        let roles: Vec<Role> = clauses(text, 10).into_iter().map(|c| c.role).collect();
        let other = |w: &str| Role::Other(w.into());
        let expected = [Role::Requires, Role::Assigns, Role::Ensures, Role::LoopInvariant, other("loop assigns"), other("loop variant")];
        assert_eq!(roles, expected);
        assert_eq!(clauses(text, 10)[0].text, "n > 0");
    }
}
