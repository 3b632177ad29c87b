//! Functions with a meaning of their own: properties, assumptions, inputs, and the part of the C library that is modelled.

use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType, Rank};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, Name, Span, Stmt};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

/// Functions that end the run without an error.
const ENDS: [&str; 9] =
    ["abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_trap", "__builtin_abort", "__builtin_exit", "__builtin_unreachable"];

/// Functions that write somewhere the program cannot see.
const OUTPUTS: [&str; 12] =
    ["printf", "fprintf", "vprintf", "puts", "putchar", "putc", "fputs", "fputc", "fflush", "perror", "__builtin_printf", "__builtin_puts"];

const ASSUMES: [&str; 4] = ["__VERIFIER_assume", "assume", "assume_abort_if_not", "__builtin_assume"];
const ASSERTS: [&str; 3] = ["assert", "__VERIFIER_assert", "sassert"];
const FAILURES: [&str; 5] = ["__assert_fail", "__assert", "__assert_rtn", "__assert_func", "_assert"];
const THREADS: [&str; 4] = ["pthread_create", "thrd_create", "fork", "vfork"];
const JUMPS: [&str; 8] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "siglongjmp", "signal", "sigaction"];

/// Whether verification tasks use the name for a function that returns any value.
fn is_input(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet") || name.starts_with("unknown") || name.starts_with("nondet") || name.starts_with("__nondet")
}

/// One argument of a format.
enum Conversion {
    /// Decimal, as this type.
    Decimal(CInt),
    Text,
    Character,
    Other,
}

impl Lower<'_> {
    /// Whether calls of a function without body leave all variables alone.
    pub fn is_harmless(&self, name: &str) -> bool {
        is_input(name)
            || name.starts_with("__builtin_")
            || [&ENDS[..], &OUTPUTS, &ASSUMES, &ASSERTS, &FAILURES].iter().any(|list| list.contains(&name))
            || ["rand", "random", "abs", "labs", "llabs"].contains(&name)
    }

    /// The meaning of a function that has one of its own.
    pub fn model(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Option<Value>> {
        if name == "reach_error" || name == "__VERIFIER_error" {
            self.fail(Check::Reach, format!("call of `{name}`"), span);
            return Ok(Some(Value::Void));
        }
        if let Some(value) = self.selected(name, call, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.variadic(name, call, wanted, span)? {
            return Ok(Some(value));
        }
        if self.functions.contains_key(name) && !(name == "assume_abort_if_not" && call.arguments.len() == 1) {
            return Ok(None);
        }
        if let Some(value) = self.allocation(name, call, span)? {
            return Ok(Some(value));
        }
        if ASSUMES.contains(&name) && call.arguments.len() == 1 {
            self.assumption(&call.arguments[0], span)?;
        } else if ASSERTS.contains(&name) && call.arguments.len() == 1 {
            self.assertion(&call.arguments[0], span)?;
        } else if FAILURES.contains(&name) {
            let text = call.arguments.iter().find_map(|a| self.literal_text(a));
            let message = text.map_or_else(|| "assertion fails".to_owned(), |t| format!("assertion `{t}` fails"));
            self.fail(Check::Reach, message, span);
        } else if ENDS.contains(&name) {
            for argument in &call.arguments {
                self.effect(argument)?;
            }
            let end = self.end;
            self.graph.jump(end, span);
        } else if name == "__builtin_expect" && !call.arguments.is_empty() {
            let ty = self.types.long(true);
            let value = self.int_value(&call.arguments[0])?;
            return Ok(Some(Value::Int(self.convert(value, ty))));
        } else if name == "__builtin_constant_p" && call.arguments.len() == 1 {
            let known = self.constant(&call.arguments[0]).is_ok();
            return Ok(Some(Value::Int(Scalar::constant(Int::from(u8::from(known)), CInt::INT))));
        } else if OUTPUTS.contains(&name) {
            self.output(name, call, span)?;
            if wanted {
                return Ok(Some(self.any_value(&CType::Int(CInt::INT), InputKind::Call(name.into()), span)?));
            }
        } else if is_input(name) {
            for argument in &call.arguments {
                self.effect(argument)?;
            }
            let ty = self.signature(name).map_or_else(|| CType::Int(self.input_by_name(name)), |s| s.result.clone());
            return Ok(Some(self.any_value(&ty, InputKind::Call(name.into()), span)?));
        } else if (name == "rand" || name == "random") && call.arguments.is_empty() {
            let ty = self.signature(name).map_or(CType::Int(CInt::INT), |s| s.result.clone());
            let value = self.any_value(&ty, InputKind::Call(name.into()), span)?;
            if let Value::Int(s) = &value {
                let natural = Formula::and([
                    Formula::cmp(CmpOp::Ge, s.expr.clone(), 0),
                    Formula::cmp(CmpOp::Le, s.expr.clone(), i64::from(i32::MAX)),
                ]);
                self.graph.assume(natural, Note::Nothing, span);
            }
            return Ok(Some(value));
        } else if ["abs", "labs", "llabs"].contains(&name) && call.arguments.len() == 1 {
            return Ok(Some(Value::Int(self.absolute(name, call, span)?)));
        } else if THREADS.contains(&name) {
            return self.unsupported("threads", span);
        } else if JUMPS.contains(&name) {
            return self.unsupported(format!("call of `{name}`"), span);
        } else if ["__builtin_", "__sync_", "__atomic_"].iter().any(|p| name.starts_with(p)) {
            return self.unsupported(format!("`{name}`"), span);
        } else {
            return Ok(None);
        }
        Ok(Some(Value::Void))
    }

    /// Only runs in which the condition holds go on.
    fn assumption(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        let exits = self.condition(e)?;
        match exits.simple(self.graph.here) {
            Some(formula) => {
                let formula = formula.clone();
                self.graph.assume(formula, Note::Nothing, span);
            }
            None => {
                let next = self.graph.loc(Some(span.clone()));
                self.connect(&exits.yes, next, span);
                let end = self.end;
                self.connect(&exits.no, end, span);
                self.graph.here = next;
            }
        }
        Ok(())
    }

    fn assertion(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        let message = format!("assertion `{}` fails", self.source.snippet(e.span));
        let exits = self.condition(e)?;
        let (next, bad) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        if let Some(formula) = exits.simple(self.graph.here) {
            let violated = formula.negate();
            self.require(vec![(Check::Reach, violated, message)], span);
            return Ok(());
        }
        self.connect(&exits.yes, next, span);
        self.connect(&exits.no, bad, span);
        self.graph.here = bad;
        self.fail(Check::Reach, message, span);
        self.graph.here = next;
        Ok(())
    }

    fn input_by_name(&self, name: &str) -> CInt {
        let suffix = name.rsplit('_').next().unwrap_or_default();
        let fixed = |bits: u16, signed| CInt::new(if bits <= 16 { Rank::Short } else { Rank::LongLong }, bits, signed);
        match suffix {
            "uint" | "unsigned" | "u32" | "uint32" => CInt::UINT,
            "char" | "schar" => CInt::CHAR,
            "uchar" | "u8" => CInt::UCHAR,
            "short" => fixed(16, true),
            "ushort" | "u16" => fixed(16, false),
            "long" | "loff" => self.types.long(true),
            "ulong" => self.types.long(false),
            "longlong" => self.types.long_long(true),
            "ulonglong" | "u64" => self.types.long_long(false),
            "bool" => CInt::BOOL,
            "size" | "t" if name.ends_with("size_t") => self.types.size_type(),
            _ => CInt::INT,
        }
    }

    fn absolute(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Scalar> {
        let ty = match name {
            "abs" => CInt::INT,
            "labs" => self.types.long(true),
            _ => self.types.long_long(true),
        };
        let value = self.int_value(&call.arguments[0])?;
        let value = self.convert(value, ty);
        let value = self.spill(value, span);
        let what = format!("{name}({})", self.source.snippet(call.arguments[0].span));
        let negative = self.negative(value.clone(), &what, span);
        let below = Formula::cmp(CmpOp::Lt, value.expr.clone(), 0);
        Ok(self.scalar(Expr::ite(below, negative.expr, value.expr), ty, 2))
    }

    /// The text of a string literal.
    fn literal_text(&self, e: &Node<Expression>) -> Option<String> {
        match &e.node {
            Expression::StringLiteral(s) => Some(String::from_utf8_lossy(&self.string(&s.node)?).into_owned()),
            _ => None,
        }
    }

    /// A function that prints. What cannot be printed exactly appears as `?`.
    fn output(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<()> {
        let format = call.arguments.first().and_then(|a| self.literal_text(a));
        match (name.trim_start_matches("__builtin_"), format) {
            ("printf", Some(format)) => self.print(&format, call, span),
            ("puts", Some(text)) => {
                self.graph.emit(Stmt::Print { pieces: vec![format!("{text}\n").into()], values: Vec::new() }, span);
                Ok(())
            }
            (name, _) => {
                let format = call.arguments.get(1).and_then(|a| self.literal_text(a));
                let read = match (name, format) {
                    ("puts" | "fputs", _) => vec![0],
                    ("fprintf", Some(format)) => self.texts_of(&format, 2),
                    _ => Vec::new(),
                };
                let mut texts = Vec::new();
                for (i, argument) in call.arguments.iter().enumerate().rev() {
                    if read.contains(&i) && self.literal_text(argument).is_none() {
                        texts.push(self.rvalue(argument)?);
                    } else {
                        self.effect(argument)?;
                    }
                }
                texts.into_iter().try_for_each(|text| self.read_text(text, span))
            }
        }
    }

    /// The arguments that a format prints as texts; the first argument behind the format has the number `next`.
    fn texts_of(&self, format: &str, mut next: usize) -> Vec<usize> {
        let mut rest = format;
        let mut found = Vec::new();
        while let Some(at) = rest.find('%') {
            let (_, conversion, stars, after) = self.conversion(rest, at);
            next += stars;
            rest = after;
            let Some(conversion) = conversion else { continue };
            if matches!(conversion, Conversion::Text) {
                found.push(next);
            }
            next += 1;
        }
        found
    }

    fn print(&mut self, format: &str, call: &CallExpression, span: &Span) -> Res<()> {
        // Evaluated from the last to the first, as the arguments of any call.
        let arguments = self.arguments(call, None)?;
        let mut pieces: Vec<String> = vec![String::new()];
        let mut values = Vec::new();
        let mut texts = Vec::new();
        let mut rest = format;
        let mut next = 1;
        while let Some(at) = rest.find('%') {
            let (text, conversion, stars, after) = self.conversion(rest, at);
            next += stars;
            let last = pieces.last_mut().expect("there is a piece");
            last.push_str(text);
            rest = after;
            let Some(conversion) = conversion else {
                last.push('%');
                continue;
            };
            let argument = arguments.get(next).cloned().flatten();
            let literal = call.arguments.get(next).and_then(|a| self.literal_text(a));
            next += 1;
            match (conversion, argument, literal) {
                // An argument that is narrower than the format expects has no defined value.
                (Conversion::Decimal(ty), Some(Value::Int(value)), _) if self.math() || value.ty.bits >= ty.promote().bits => {
                    values.push(self.convert(value, ty).expr);
                    pieces.push(String::new());
                }
                (Conversion::Text, _, Some(text)) => last.push_str(&text),
                (Conversion::Text, Some(text @ (Value::Pointer(_) | Value::Address(_) | Value::Null)), None) => {
                    texts.push(text);
                    last.push('?');
                }
                (Conversion::Character, Some(Value::Int(value)), _) => match value.expr.as_const().and_then(|c| u8::try_from(c).ok()) {
                    Some(c) => last.push(char::from(c)),
                    None => last.push('?'),
                },
                _ => last.push('?'),
            }
        }
        pieces.last_mut().expect("there is a piece").push_str(rest);
        for text in texts {
            self.read_text(text, span)?;
        }
        let pieces: Vec<Name> = pieces.into_iter().map(|p| p.as_str().into()).collect();
        self.graph.emit(Stmt::Print { pieces, values }, span);
        Ok(())
    }

    /// Reads one conversion specification: the text before it, what it prints (none for `%%`), how many arguments its width
    /// and precision take, the rest.
    fn conversion<'f>(&self, format: &'f str, at: usize) -> (&'f str, Option<Conversion>, usize, &'f str) {
        let body = &format[at + 1..];
        let is_flag = |c: char| "-+ #0123456789.*'".contains(c);
        let flags = body.find(|c| !is_flag(c)).unwrap_or(body.len());
        let plain = flags == 0;
        let length = body[flags..].find(|c: char| !"hlzjtLq".contains(c)).unwrap_or(body.len() - flags);
        let size = &body[flags..flags + length];
        let kind = body[flags + length..].chars().next();
        let end = flags + length + kind.map_or(0, char::len_utf8);
        let signed = !matches!(kind, Some('u'));
        let ty = match size {
            "" => Some(CInt::new(Rank::Int, 32, signed)),
            "hh" => Some(CInt::new(Rank::Char, 8, signed)),
            "h" => Some(CInt::new(Rank::Short, 16, signed)),
            "l" => Some(self.types.long(signed)),
            "ll" | "q" | "j" => Some(self.types.long_long(signed)),
            "z" | "t" => Some(CInt { signed, ..self.types.size_type() }),
            _ => None,
        };
        let conversion = match (kind, ty) {
            (Some('%'), _) if plain => None,
            (Some('d' | 'i' | 'u'), Some(ty)) if plain => Some(Conversion::Decimal(ty)),
            (Some('s'), _) if plain && size.is_empty() => Some(Conversion::Text),
            (Some('c'), _) if plain && size.is_empty() => Some(Conversion::Character),
            _ => Some(Conversion::Other),
        };
        (&format[..at], conversion, body[..flags].matches('*').count(), &body[end..])
    }
}
