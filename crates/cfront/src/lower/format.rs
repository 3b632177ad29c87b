//! Formats that stand in a call, and what is written by them: `sprintf` and `snprintf`. What is read by them is in `scan` and `input`.
//!
//! Formatted text is put together by models in C (`models/stdio.c`), one call per piece of the format, so that every byte that
//! is written is checked where it is written. Text that is only printed is read up to its end. Formats with anything else (floating point)
//! are not understood.

use super::class::Class;
use super::conversions::Given;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType, Rank};
use base::{CmpOp, Expr, Formula, InputKind, Int, Span};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

/// One conversion specification.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    /// An assignment that is suppressed, in a scan.
    pub skipped: bool,
    /// A width that is an argument of its own, before the one that is printed.
    given_width: bool,
    /// A precision that is an argument of its own, behind such a width.
    given_precision: bool,
    pub width: Option<u32>,
    pub precision: Option<u32>,
    pub size: String,
    pub kind: char,
    /// What `%[` of a scan reads.
    pub set: Option<Class>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    Text(Vec<u8>),
    Conversion(Spec),
}

/// The pieces of a format; none if it has something that is not understood.
pub fn pieces(format: &[u8], scan: bool) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    // What follows a zero is not a part of the format.
    let mut rest = format.split(|b| *b == 0).next()?;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            text.push(*first);
            continue;
        }
        // A scan skips space before a percent sign, as before a number.
        if let (Some(after), false) = (rest.strip_prefix(b"%"), scan) {
            text.push(b'%');
            rest = after;
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let mut spec = Spec::default();
        while let Some((flag, after)) = rest.split_first() {
            match flag {
                b'*' if scan => spec.skipped = true,
                b'-' if !scan => spec.left = true,
                b'0' if !scan => spec.zero = true,
                b'+' if !scan => spec.plus = true,
                b' ' if !scan => spec.space = true,
                _ => break,
            }
            rest = after;
        }
        match rest.strip_prefix(b"*") {
            Some(after) if !scan => (spec.given_width, rest) = (true, after),
            _ => spec.width = number(&mut rest)?,
        }
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            match rest.strip_prefix(b"*") {
                Some(after) if !scan => (spec.given_precision, rest) = (true, after),
                _ => spec.precision = Some(number(&mut rest)?.unwrap_or(0)),
            }
        }
        while let Some((size @ (b'h' | b'l' | b'z' | b'j' | b't' | b'q'), after)) = rest.split_first() {
            spec.size.push(char::from(*size));
            rest = after;
        }
        let (kind, after) = rest.split_first()?;
        spec.kind = char::from(*kind);
        rest = after;
        if let ('[', true) = (spec.kind, scan) {
            spec.set = Some(Class::named(&mut rest)?);
        }
        pieces.push(Piece::Conversion(spec));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

/// Decimal digits, if there are any; none if there are too many.
fn number(rest: &mut &[u8]) -> Option<Option<u32>> {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, after) = rest.split_at(digits);
    *rest = after;
    let text = std::str::from_utf8(number).ok()?;
    if text.is_empty() { Some(None) } else { text.parse().ok().filter(|n: &u32| *n <= 10_000).map(Some) }
}

impl Lower<'_> {
    pub fn format_of(&self, call: &CallExpression, at: usize, scan: bool) -> Option<Vec<Piece>> {
        pieces(&self.literal_bytes_of(call.arguments.get(at)?)?, scan)
    }

    /// The bytes of a string literal.
    pub fn literal_bytes_of(&self, e: &Node<Expression>) -> Option<Vec<u8>> {
        match &e.node {
            Expression::StringLiteral(s) => self.string(&s.node),
            _ => None,
        }
    }

    /// The integer type that a conversion names.
    pub fn converted_type(&self, spec: &Spec) -> Option<CInt> {
        let signed = match spec.kind {
            'd' | 'i' => true,
            'u' | 'x' | 'X' | 'o' => false,
            _ => return None,
        };
        self.sized_type(&spec.size, signed)
    }

    /// The integer type that the size of a conversion names.
    pub fn sized_type(&self, size: &str, signed: bool) -> Option<CInt> {
        Some(match size {
            "" => CInt::new(Rank::Int, 32, signed),
            "hh" => CInt::new(Rank::Char, 8, signed),
            "h" => CInt::new(Rank::Short, 16, signed),
            "l" => self.types.long(signed),
            "ll" | "q" | "j" => self.types.long_long(signed),
            "z" | "t" => CInt { signed, ..self.types.size_type() },
            _ => return None,
        })
    }

    /// Reads the texts that a format prints.
    pub fn read_texts(&mut self, format: &[u8], given: &[Given], span: &Span) -> Res<()> {
        let is_pointer = |g: &Given| matches!(g.value, Some(Value::Address(_) | Value::Null | Value::Pointer(_)));
        let Some(pieces) = pieces(format, false) else {
            let unclear = given.iter().any(is_pointer);
            return if unclear { self.unsupported("pointer printed by a format that is not understood", span) } else { Ok(()) };
        };
        let specs = pieces.into_iter().filter_map(|p| if let Piece::Conversion(spec) = p { Some(spec) } else { None });
        let mut n = 0;
        for spec in specs {
            n += usize::from(spec.given_width);
            let precision = if spec.given_precision { given.get(n).and_then(|g| g.value.clone()) } else { None };
            n += usize::from(spec.given_precision);
            match spec.kind {
                // From here on it is not known which argument belongs to what.
                '$' | 'm' if given.iter().skip(n).any(is_pointer) => {
                    return self.unsupported("pointer printed by a format that names the places of its arguments", span);
                }
                '$' | 'm' => break,
                'n' => return self.unsupported("`%n` in a format", span),
                's' if spec.size.is_empty() => {
                    let text = given.get(n).and_then(|g| g.value.clone());
                    let most = match precision {
                        Some(precision) => Some(self.as_int(precision, span)?),
                        None => spec.precision.map(|p| Scalar::constant(Int::from(p), CInt::INT)),
                    };
                    self.read_text(text, most, span)?;
                }
                's' | 'S' => return self.unsupported("wide text in a format", span),
                _ => {}
            }
            n += 1;
        }
        Ok(())
    }

    /// The least number of characters that a call prints whose format stands in it, and whether it is always so many.
    pub fn least_printed(&self, name: &str, call: &CallExpression) -> Option<(i64, bool)> {
        let pieces = self.format_of(call, usize::from(name != "printf"), false)?;
        let each = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => (text.len(), true),
            Piece::Conversion(spec) if "diuxXoc".contains(spec.kind) && spec.precision.is_none() && !spec.given_precision => {
                let exact = spec.kind == 'c' && spec.size.is_empty() && spec.width.is_none() && !spec.given_width;
                (spec.width.unwrap_or(0).max(1) as usize, exact)
            }
            Piece::Conversion(_) => (0, false),
        });
        let (least, exact) = each.fold((0, true), |(n, all), (m, exact)| (n + m, all && exact));
        Some((i64::try_from(least).ok()?, exact))
    }

    /// `sprintf` and `snprintf`.
    pub fn formatted(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Value> {
        let first = if name == "snprintf" { 2 } else { 1 };
        let Some(pieces) = self.format_of(call, first, false) else {
            return self.unsupported(format!("format of `{name}`"), span);
        };
        let arguments = self.settled_arguments(call, span)?;
        let given = self.given_to_format(call, first, &arguments)?;
        let format = call.arguments.get(first).and_then(|e| self.literal_bytes_of(e)).unwrap_or_default();
        if !self.check_conversions(name, &format, &given, span)? {
            return self.any_value(&CType::Int(CInt::INT), InputKind::Call(name.into()), span);
        }
        let mut arguments = arguments.into_iter().map(|argument| argument.unwrap_or(Value::Void));
        let size = self.types.size_type();
        let Some(to) = arguments.next() else { return self.unsupported(format!("call of `{name}`"), span) };
        let limit = if name == "snprintf" {
            let limit = arguments.next().unwrap_or(Value::Void);
            let limit = self.as_int(limit, span)?;
            let limit = self.convert(limit, size);
            self.spill(limit, span)
        } else {
            Scalar::constant(size.machine().max(), size)
        };
        let mut arguments = arguments.skip(1);
        let mut at = Value::Int(Scalar::constant(Int::ZERO, size));
        let int = |n: i64| Value::Int(Scalar::constant(Int::from(n), CInt::INT));
        for piece in pieces {
            let start = |at: Value| vec![to.clone(), Value::Int(limit.clone()), at];
            let spec = match piece {
                Piece::Text(bytes) => {
                    for byte in bytes {
                        at = self.call_model("__model_put", [start(at), vec![int(i64::from(byte as i8))]].concat(), span)?;
                    }
                    continue;
                }
                Piece::Conversion(spec) => spec,
            };
            let mut width = Value::Int(Scalar::constant(Int::from(spec.width.unwrap_or(0)), size));
            let mut left = int(i64::from(spec.left));
            if spec.given_width {
                let given = self.as_int(arguments.next().unwrap_or(Value::Void), span)?;
                let given = self.spill(given, span).expr;
                // A negative width stands for the flag `-`.
                let negative = Formula::cmp(CmpOp::Lt, given.clone(), 0);
                width = Value::Int(self.scalar(Expr::ite(negative.clone(), Expr::neg(given.clone()), given), size, 3));
                if !spec.left {
                    left = Value::Int(Scalar::truth(negative, 1));
                }
            }
            let mut most = Scalar::constant(spec.precision.map_or_else(|| size.machine().max(), Int::from), size);
            if spec.given_precision {
                let given = self.as_int(arguments.next().unwrap_or(Value::Void), span)?;
                let given = self.spill(given, span).expr;
                // A negative precision is none.
                let negative = Formula::cmp(CmpOp::Lt, given.clone(), 0);
                most = self.scalar(Expr::ite(negative, size.machine().max(), given), size, 3);
            }
            let Some(argument) = arguments.next() else { return self.unsupported(format!("format of `{name}` without argument"), span) };
            let ty = self.converted_type(&spec);
            let has_precision = spec.precision.is_some() || spec.given_precision;
            at = match (spec.kind, ty) {
                ('c', _) if spec.size.is_empty() && spec.width.is_none() && !spec.given_width && !has_precision => {
                    self.call_model("__model_put", [start(at), vec![argument]].concat(), span)?
                }
                ('s', _) if spec.size.is_empty() => {
                    self.call_model("__model_put_text", [start(at), vec![argument, Value::Int(most), width, left]].concat(), span)?
                }
                (kind, Some(ty)) if !has_precision => {
                    let value = self.as_int(argument, span)?;
                    // An argument of another size than the format says has no defined value.
                    if !self.math() && value.ty.bits != ty.promote().bits {
                        return self.unsupported(format!("argument of `{name}` that does not fit its format"), span);
                    }
                    let value = Value::Int(self.convert(value, ty));
                    let zero = int(i64::from(spec.zero));
                    if ty.signed {
                        let plus = int(i64::from(if spec.plus {
                            b'+'
                        } else if spec.space {
                            b' '
                        } else {
                            0
                        }));
                        self.call_model("__model_put_signed", [start(at), vec![value, plus, width, left, zero]].concat(), span)?
                    } else {
                        let base = int(if kind == 'u' {
                            10
                        } else if kind == 'o' {
                            8
                        } else {
                            16
                        });
                        let rest = vec![value, int(0), base, int(i64::from(kind == 'X')), width, left, zero];
                        self.call_model("__model_put_number", [start(at), rest].concat(), span)?
                    }
                }
                _ => return self.unsupported(format!("format of `{name}`"), span),
            };
        }
        self.call_model("__model_put_end", vec![to, Value::Int(limit), at], span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let spec = |kind| Spec { kind, ..Spec::default() };
        let text = |t: &str| Piece::Text(t.as_bytes().to_vec());
        let padded = Spec { zero: true, width: Some(4), size: "l".into(), ..spec('x') };
        let expected = vec![text("a%"), Piece::Conversion(padded), text("b"), Piece::Conversion(spec('s'))];
        assert_eq!(pieces(b"a%%%04lxb%s", false), Some(expected));
        assert_eq!(pieces(b"%*d", false), Some(vec![Piece::Conversion(Spec { given_width: true, ..spec('d') })]));
        assert_eq!(pieces(b"%.*d", false), Some(vec![Piece::Conversion(Spec { given_precision: true, ..spec('d') })]));
        let both = Spec { left: true, given_width: true, given_precision: true, ..spec('s') };
        assert_eq!(pieces(b"%-*.*s", false), Some(vec![Piece::Conversion(both)]));
        assert_eq!(pieces(b"%*d", true), Some(vec![Piece::Conversion(Spec { skipped: true, ..spec('d') })]));
        assert_eq!(pieces(b"50%", false), None);
        let set = Spec { width: Some(15), set: Some(Class::of(|b| b != b'=')), ..spec('[') };
        assert_eq!(pieces(b"%15[^=]=%%", true), Some(vec![Piece::Conversion(set), text("="), Piece::Conversion(spec('%'))]));
        assert_eq!(pieces(b"%[^=", true), None);
    }
}
