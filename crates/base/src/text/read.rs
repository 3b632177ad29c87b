//! Reading of terms and formulas: a tokenizer and a precedence parser.

use super::write::level;
use crate::cfa::{Cfa, Sort};
use crate::expr::{BinOp, BitOp, CmpOp, Expr, Formula, Name, Quantifier};
use crate::int::{Int, IntType};
use std::fmt;
use std::sync::Arc;

/// What is wrong, and where; line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

pub fn parse_expr(text: &str, cfa: &Cfa) -> Result<Expr, Error> {
    let mut reader = Reader::new(text)?;
    let e = reader.expr(cfa)?;
    reader.end()?;
    Ok(e)
}

pub fn parse_formula(text: &str, cfa: &Cfa) -> Result<Formula, Error> {
    let mut reader = Reader::new(text)?;
    let f = reader.formula(cfa)?;
    reader.end()?;
    Ok(f)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(Int),
    Text(String),
    /// `?k`
    Index(String),
    Symbol(&'static str),
    End,
}

const SYMBOLS: [&str; 32] = [
    "->", ":=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "/", "%", "!", "(", ")", "[", "]", ",", ":", ";",
    ".", "{", "}", "=", "&", "|", "@",
];

/// A term or a formula; a call may still become either.
enum Phrase {
    Term(Expr),
    Truth(Formula),
    Call(Name, Vec<Expr>),
}

/// A cursor over tokens. The other readers of this folder use it as well.
pub(super) struct Reader {
    tokens: Vec<(Token, u32, u32)>,
    at: usize,
    depth: u32,
}

/// Deeper nesting than this is refused, so that no text overflows the stack.
const DEEPEST: u32 = 2000;

fn word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '#' | '$' | '@')
}

impl Reader {
    pub(super) fn new(text: &str) -> Result<Self, Error> {
        let mut tokens = Vec::new();
        for (number, line) in text.lines().enumerate() {
            tokenize(line, number as u32 + 1, &mut tokens)?;
        }
        let last = text.lines().count().max(1) as u32;
        tokens.push((Token::End, last, text.lines().last().map_or(0, |l| l.chars().count()) as u32 + 1));
        Ok(Reader { tokens, at: 0, depth: 0 })
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T, Error> {
        let (_, line, column) = self.tokens[self.at];
        Err(Error { line, column, message: message.into() })
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), Error> {
        if self.eat(symbol) { Ok(()) } else { self.fail(format!("expected `{symbol}`")) }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn word(&mut self) -> Result<String, Error> {
        match self.peek() {
            Token::Word(_) => match self.next() {
                Token::Word(w) => Ok(w),
                _ => unreachable!(),
            },
            _ => self.fail("expected a name"),
        }
    }

    pub(super) fn number(&mut self) -> Result<u32, Error> {
        match self.peek() {
            Token::Number(n) => match u32::try_from(n) {
                Ok(n) => {
                    self.next();
                    Ok(n)
                }
                Err(_) => self.fail("the number is too large here"),
            },
            _ => self.fail("expected a number"),
        }
    }

    pub(super) fn end(&self) -> Result<(), Error> {
        if *self.peek() == Token::End { Ok(()) } else { self.fail("expected the end of the text") }
    }

    pub(super) fn sort(&mut self) -> Result<(Sort, Option<IntType>), Error> {
        let word = self.word()?;
        let (from, ty) = match word.as_str() {
            "int" => (Sort::Int, None),
            "obj" => (Sort::Obj, None),
            name => match IntType::parse(name) {
                Some(ty) => (Sort::Int, Some(ty)),
                None => return self.fail(format!("`{name}` is not a sort")),
            },
        };
        if self.eat("->") {
            let (to, element) = self.sort()?;
            return Ok((Sort::Map(Box::new(from), Box::new(to)), element));
        }
        Ok((from, ty))
    }

    pub(super) fn expr(&mut self, cfa: &Cfa) -> Result<Expr, Error> {
        let phrase = self.phrase(cfa, level::CMP + 1)?;
        self.term(phrase)
    }

    pub(super) fn formula(&mut self, cfa: &Cfa) -> Result<Formula, Error> {
        let phrase = self.phrase(cfa, 0)?;
        self.truth(phrase)
    }

    fn term(&self, phrase: Phrase) -> Result<Expr, Error> {
        match phrase {
            Phrase::Term(e) => Ok(e),
            Phrase::Call(name, args) => Ok(Expr::App(name, args)),
            Phrase::Truth(_) => self.fail("expected a term before this, not a formula"),
        }
    }

    fn truth(&self, phrase: Phrase) -> Result<Formula, Error> {
        match phrase {
            Phrase::Truth(f) => Ok(f),
            Phrase::Call(name, args) => Ok(Formula::Rel(name, args)),
            Phrase::Term(_) => self.fail("expected a formula before this, not a term"),
        }
    }

    /// Parses operators that bind at least as strongly as `weakest`.
    fn phrase(&mut self, cfa: &Cfa, weakest: u8) -> Result<Phrase, Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("the text is nested too deeply");
        }
        let mut left = self.unary(cfa)?;
        while let Token::Symbol(symbol) = *self.peek() {
            let Some(own) = strength(symbol).filter(|l| *l >= weakest) else { break };
            self.next();
            let right = self.phrase(cfa, own + 1)?;
            left = match symbol {
                "||" => Phrase::Truth(Formula::or([self.truth(left)?, self.truth(right)?])),
                "&&" => Phrase::Truth(Formula::and([self.truth(left)?, self.truth(right)?])),
                _ => match cmp_op(symbol) {
                    Some(op) => Phrase::Truth(Formula::Cmp(op, Arc::new(self.term(left)?), Arc::new(self.term(right)?))),
                    None => Phrase::Term(Expr::bin(bin_op(symbol), self.term(left)?, self.term(right)?)),
                },
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, cfa: &Cfa) -> Result<Phrase, Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("the text is nested too deeply");
        }
        let mut phrase = if self.eat("-") {
            let inner = self.unary(cfa)?;
            Phrase::Term(Expr::neg(self.term(inner)?))
        } else if self.eat("!") {
            let inner = self.unary(cfa)?;
            Phrase::Truth(self.truth(inner)?.negate())
        } else {
            self.atom(cfa)?
        };
        while self.eat("[") {
            let index = self.expr(cfa)?;
            self.expect("]")?;
            phrase = Phrase::Term(Expr::select(self.term(phrase)?, index));
        }
        self.depth -= 1;
        Ok(phrase)
    }

    fn atom(&mut self, cfa: &Cfa) -> Result<Phrase, Error> {
        match self.peek().clone() {
            Token::Number(n) => {
                self.next();
                Ok(Phrase::Term(Expr::Const(n)))
            }
            Token::Index(name) => {
                self.next();
                Ok(Phrase::Term(Expr::bound(&name)))
            }
            Token::Symbol("(") => {
                self.next();
                let inner = self.phrase(cfa, 0)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word(word) => self.named(word, cfa),
            _ => self.fail("expected a term or a formula"),
        }
    }

    fn named(&mut self, word: String, cfa: &Cfa) -> Result<Phrase, Error> {
        // A variable of the program wins over a word of the language.
        if let Some(v) = cfa.var_named(&word) {
            self.next();
            return Ok(Phrase::Term(Expr::Var(v)));
        }
        let place = self.at;
        self.next();
        match word.as_str() {
            "true" => return Ok(Phrase::Truth(Formula::True)),
            "false" => return Ok(Phrase::Truth(Formula::False)),
            "forall" => return self.quantified(Quantifier::Forall, cfa),
            "exists" => return self.quantified(Quantifier::Exists, cfa),
            _ => {}
        }
        if !self.eat("(") {
            self.at = place;
            return self.fail(format!("`{word}` is not a variable"));
        }
        let phrase = match word.as_str() {
            "wrap" => {
                let ty = self.int_type()?;
                Phrase::Term(Expr::wrap(ty, self.expr(cfa)?))
            }
            "and" | "or" | "xor" => {
                let op = match word.as_str() {
                    "and" => BitOp::And,
                    "or" => BitOp::Or,
                    _ => BitOp::Xor,
                };
                let ty = self.int_type()?;
                let left = self.expr(cfa)?;
                self.expect(",")?;
                Phrase::Term(Expr::bits(op, ty, left, self.expr(cfa)?))
            }
            "ite" => {
                let condition = self.formula(cfa)?;
                self.expect(",")?;
                let left = self.expr(cfa)?;
                self.expect(",")?;
                Phrase::Term(Expr::ite(condition, left, self.expr(cfa)?))
            }
            "store" => {
                let map = self.expr(cfa)?;
                self.expect(",")?;
                let index = self.expr(cfa)?;
                self.expect(",")?;
                Phrase::Term(Expr::store(map, index, self.expr(cfa)?))
            }
            _ => {
                let mut args = Vec::new();
                if !matches!(self.peek(), Token::Symbol(")")) {
                    args.push(self.expr(cfa)?);
                    while self.eat(",") {
                        args.push(self.expr(cfa)?);
                    }
                }
                Phrase::Call(word.as_str().into(), args)
            }
        };
        self.expect(")")?;
        Ok(phrase)
    }

    fn int_type(&mut self) -> Result<IntType, Error> {
        let ty = match self.peek() {
            Token::Word(w) => IntType::parse(w),
            _ => None,
        };
        let Some(ty) = ty else { return self.fail("expected a machine type such as i32") };
        self.next();
        self.expect(",")?;
        Ok(ty)
    }

    fn quantified(&mut self, q: Quantifier, cfa: &Cfa) -> Result<Phrase, Error> {
        let mut vars: Vec<(Name, Sort)> = Vec::new();
        loop {
            let Token::Index(name) = self.peek().clone() else { return self.fail("expected a bound variable such as ?k") };
            self.next();
            self.expect(":")?;
            vars.push((name.as_str().into(), self.sort()?.0));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(".")?;
        let body = self.formula(cfa)?;
        Ok(Phrase::Truth(Formula::Quant(q, vars, Arc::new(body))))
    }
}

fn strength(symbol: &str) -> Option<u8> {
    Some(match symbol {
        "||" => level::OR,
        "&&" => level::AND,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => level::CMP,
        "<<" | ">>" => level::SHIFT,
        "+" | "-" => level::SUM,
        "*" | "/" | "%" => level::PRODUCT,
        _ => return None,
    })
}

fn cmp_op(symbol: &str) -> Option<CmpOp> {
    [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge].into_iter().find(|op| super::write::cmp_symbol(*op) == symbol)
}

fn bin_op(symbol: &str) -> BinOp {
    [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr]
        .into_iter()
        .find(|op| super::write::bin_symbol(*op).0 == symbol)
        .expect("every other operator was handled")
}

fn tokenize(line: &str, number: u32, tokens: &mut Vec<(Token, u32, u32)>) -> Result<(), Error> {
    let chars: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let column = at as u32 + 1;
        let fail = |message: &str| Err(Error { line: number, column, message: message.into() });
        if c.is_whitespace() {
            at += 1;
        } else if c == '/' && chars.get(at + 1) == Some(&'/') {
            break;
        } else if c.is_ascii_digit() {
            let start = at;
            while at < chars.len() && chars[at].is_ascii_digit() {
                at += 1;
            }
            let digits: String = chars[start..at].iter().collect();
            let Ok(value) = digits.parse::<Int>() else { return fail("not a number") };
            tokens.push((Token::Number(value), number, column));
        } else if c.is_ascii_alphabetic() || matches!(c, '_' | '#' | '$' | '@') {
            let start = at;
            while at < chars.len() && word_char(chars[at]) {
                at += 1;
            }
            // A dot at the end belongs to the quantifier, not to the name.
            while chars[at - 1] == '.' {
                at -= 1;
            }
            tokens.push((Token::Word(chars[start..at].iter().collect()), number, column));
        } else if c == '?' {
            let start = at + 1;
            at = start;
            while at < chars.len() && (chars[at].is_ascii_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            if at == start {
                return fail("expected a name after `?`");
            }
            tokens.push((Token::Index(chars[start..at].iter().collect()), number, column));
        } else if c == '"' {
            let mut text = String::new();
            at += 1;
            loop {
                match chars.get(at) {
                    None => return fail("the text has no end"),
                    Some('"') => break,
                    Some('\\') => {
                        at += 1;
                        match chars.get(at) {
                            Some('n') => text.push('\n'),
                            Some('t') => text.push('\t'),
                            Some(other) => text.push(*other),
                            None => return fail("the text has no end"),
                        }
                    }
                    Some(other) => text.push(*other),
                }
                at += 1;
            }
            at += 1;
            tokens.push((Token::Text(text), number, column));
        } else {
            let rest: String = chars[at..chars.len().min(at + 2)].iter().collect();
            let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) else { return fail("unexpected character") };
            at += symbol.len();
            tokens.push((Token::Symbol(symbol), number, column));
        }
    }
    Ok(())
}
