//! Arguments outside of what a library function is defined for (check `undefined`).
//!
//! The functions of `ctype.h` take an `unsigned char` or `EOF`; where they get something else and nobody asks, they return anything.
//! Pointers must be valid even where nothing is to be read or written; where nobody asks, nothing happens then. Ranges that are
//! copied must not overlap; what comes out otherwise is not known.

use super::address::Address;
use super::call::Argument;
use super::characters::is_table;
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, Span};
use lang_c::ast::Expression;
use lang_c::span::Node;

const CHARACTERS: [&str; 14] = [
    "isdigit", "islower", "isupper", "isalpha", "isalnum", "isxdigit", "isspace", "isblank", "iscntrl", "isprint", "isgraph", "ispunct",
    "tolower", "toupper",
];

/// What depends on the locale beside the functions of `ctype.h`: the order of texts, and what these functions look up.
const OF_LOCALE: [&str; 7] =
    ["strcoll", "strcasecmp", "strncasecmp", "strcasestr", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"];

/// Functions that may be told to touch nothing: where their pointers are among the arguments, and the number that is then 0.
const COUNTED: [(&str, &[usize], usize); 11] = [
    ("memcmp", &[0, 1], 2),
    ("bcmp", &[0, 1], 2),
    ("memchr", &[0], 2),
    ("memrchr", &[0], 2),
    ("bcopy", &[0, 1], 2),
    ("strncmp", &[0, 1], 2),
    ("strncasecmp", &[0, 1], 2),
    ("strncpy", &[0, 1], 2),
    ("strncat", &[1], 2),
    ("qsort", &[0], 1),
    ("bsearch", &[1], 2),
];

/// When a number is neither an `unsigned char` nor `EOF`.
fn no_character(c: &Scalar) -> Formula {
    let below = match &c.range {
        Some((low, _)) if *low >= Int::from(-1) => Formula::False,
        _ => Formula::cmp(CmpOp::Lt, c.expr.clone(), -1),
    };
    let above = match &c.range {
        Some((_, high)) if *high <= Int::from(255) => Formula::False,
        _ => Formula::cmp(CmpOp::Gt, c.expr.clone(), 255),
    };
    Formula::or([below, above])
}

impl Lower<'_> {
    pub fn asks_undefined(&self) -> bool {
        self.options.checks.contains(&Check::Undefined)
    }

    /// The program asks for a locale. Characters are those of `C` here, which is a premise if it is another one and anybody asks.
    pub fn locale(&mut self, name: &Value) {
        let literal = match name {
            Value::Pointer(Place { base: Base::Object(o), .. }) => self.text_of(*o).cloned(),
            _ => None,
        };
        let is_c = literal.is_some_and(|text| [&b"C"[..], b"POSIX"].contains(&text.split(|b| *b == 0).next().unwrap_or_default()));
        let asks = CHARACTERS.iter().chain(&OF_LOCALE).any(|f| self.functions.contains_key(*f));
        if !is_c && asks {
            self.premises.insert("characters and the order of texts are those of the locale \"C\", whatever `setlocale` is given".into());
        }
    }

    /// Checks the arguments of a model. If it may be called with a character that is none, and nobody asks: when that is.
    pub fn check_domain(&mut self, name: &str, arguments: &[Argument], span: &Span) -> Res<Formula> {
        if let (true, Some(Some(Value::Int(c)))) = (CHARACTERS.contains(&name), arguments.first()) {
            let outside = no_character(c);
            let message = format!("`{name}` gets a number that is neither an `unsigned char` nor `EOF`");
            self.require(vec![(Check::Undefined, outside.clone(), message)], span);
            return Ok(if self.asks_undefined() { Formula::False } else { outside });
        }
        for (_, pointers, count) in COUNTED.iter().filter(|(f, ..)| *f == name) {
            let Some(Some(Value::Int(count))) = arguments.get(*count).cloned() else { continue };
            for pointer in pointers.iter().filter_map(|p| arguments.get(*p).cloned().flatten()) {
                self.check_idle_pointer(name, &pointer, &count, span)?;
            }
        }
        Ok(Formula::False)
    }

    /// A pointer to so many bytes must be valid even if these are none.
    pub fn check_idle_pointer(&mut self, name: &str, pointer: &Value, count: &Scalar, span: &Span) -> Res<()> {
        let null = match pointer {
            Value::Null => Formula::True,
            Value::Address(a) => Address { as_number: None, ..a.clone() }.is_null(),
            Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO) => Formula::True,
            _ => Formula::False,
        };
        let idle = Formula::and([Formula::cmp(CmpOp::Eq, count.expr.clone(), 0), null]);
        self.require(vec![(Check::Undefined, idle, format!("`{name}` gets a null pointer"))], span);
        Ok(())
    }

    /// The result of a model: anything where its argument is outside of what it is defined for.
    pub fn unless_outside(&mut self, outside: Formula, name: &str, span: &Span, call: impl FnOnce(&mut Self) -> Res<Value>) -> Res<Value> {
        if outside == Formula::False {
            return call(self);
        }
        let (odd, join) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        let inside = outside.negate();
        self.graph.branch(self.graph.here, odd, outside, Some(span.clone()));
        match inside {
            Formula::False => self.graph.leave(span),
            inside => self.graph.emit(base::Stmt::Assume(inside), span),
        }
        let value = call(self)?;
        let result = self.temporary(CInt::INT);
        if let Value::Int(s) = value {
            self.graph.assign(result, s.expr, span);
        }
        self.graph.jump(join, span);
        self.graph.here = odd;
        if let Value::Int(s) = self.any_value(&CType::Int(CInt::INT), InputKind::Call(name.into()), span)? {
            self.graph.assign(result, s.expr, span);
        }
        self.graph.arrive(join, span);
        Ok(Value::Int(self.scalar(result.into(), CInt::INT, 0)))
    }

    /// The macros of `ctype.h` look a character up in a table that is larger than what they are defined for.
    pub fn check_character_index(&mut self, table: &Node<Expression>, index: &Value, span: &Span) {
        if let (true, Value::Int(c)) = (is_table(&table.node), index) {
            let message = "a function of `ctype.h` gets a number that is neither an `unsigned char` nor `EOF`";
            self.require(vec![(Check::Undefined, no_character(c), message.to_owned())], span);
        }
    }

    /// Copying has no meaning where its two ranges have bytes in common: a failure if that is asked, not understood otherwise.
    pub fn refuse_overlap(&mut self, name: &str, to: &Value, from: &Value, n: &Expr, span: &Span) -> Res<()> {
        let Some((a, b)) = self.perhaps_together(to, from, span)? else { return Ok(()) };
        let before = |x: &Expr, y: &Expr| Formula::cmp(CmpOp::Lt, x.clone(), Expr::add(y.clone(), n.clone()));
        let overlap =
            Formula::and([Formula::cmp(CmpOp::Eq, a.object, b.object), before(&a.offset, &b.offset), before(&b.offset, &a.offset)]);
        self.overlapping(name, overlap, span)
    }

    /// The step of a copy that has come to the byte `i`: where one range begins there in the other one, they overlap. A step that only
    /// writes (not `both`) meets what is read, not the other way round.
    pub fn step_of_copy(&mut self, to: &Value, from: &Value, i: &Scalar, both: bool, span: &Span) -> Res<()> {
        let Some((a, b)) = self.perhaps_together(to, from, span)? else { return Ok(()) };
        let meets = |x: &Expr, y: &Expr| Formula::cmp(CmpOp::Eq, Expr::add(x.clone(), i.expr.clone()), y.clone());
        let read = if both { meets(&b.offset, &a.offset) } else { Formula::False };
        let reached = Formula::or([meets(&a.offset, &b.offset), read]);
        // Texts of formats are copied by a part of `sprintf`.
        let name = self.here_activation().function.clone();
        let name = if name.starts_with("__model") { "sprintf".to_owned() } else { name };
        let overlap = Formula::and([Formula::cmp(CmpOp::Eq, a.object, b.object), reached]);
        self.overlapping(&name, overlap, span)
    }

    fn overlapping(&mut self, name: &str, overlap: Formula, span: &Span) -> Res<()> {
        let what = format!("`{name}` copies memory onto a part of itself");
        if self.asks_undefined() {
            self.require(vec![(Check::Undefined, overlap, what)], span);
            return Ok(());
        }
        if overlap != Formula::False {
            self.graph.unchecked.insert(Check::Undefined);
        }
        self.undetermined(overlap, &what, span)
    }

    /// Both pointers, unless they are known to point to different objects.
    fn perhaps_together(&mut self, to: &Value, from: &Value, span: &Span) -> Res<Option<(Address, Address)>> {
        let declared = |v: &Value| match v {
            Value::Pointer(Place { base: Base::Object(o), .. }) => Some(*o),
            _ => None,
        };
        if let (Some(a), Some(b)) = (declared(to), declared(from))
            && a != b
        {
            return Ok(None);
        }
        Ok(Some((self.as_address(to.clone(), span)?, self.as_address(from.clone(), span)?)))
    }
}
