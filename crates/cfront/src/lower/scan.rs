//! `sscanf`: what a format finds in a text, piece by piece, by models (`models/stdio.c`).
//!
//! Understood are numbers of any integer type in a fixed base, words and single characters, each with a width or without, and characters that
//! must stand there. A number that its type cannot hold has no meaning (check `undefined`). Invariant: the result is the number of
//! conversions that were stored, or -1 where the text ended before the first. If what came before was not to be stored, C and glibc differ in
//! that, and the result is open.

use super::format::{Piece, Spec};
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{Check, CmpOp, Expr, Formula, Int, LocId, Span, VarId};
use lang_c::ast::CallExpression;

const NAME: &str = "sscanf";

/// A scan: the text, where what was not understood of it goes on, and where the call ends.
struct Scan {
    text: Value,
    at: Scalar,
    result: VarId,
    done: LocId,
    stored: i64,
    /// Whether something was read that was not to be stored.
    passed_over: bool,
}

impl Lower<'_> {
    pub fn scanned_text(&mut self, call: &CallExpression, span: &Span) -> Res<Value> {
        let pieces = self.format_of(call, 1, true);
        let format = call.arguments.get(1).and_then(|e| self.literal_bytes_of(e)).unwrap_or_default();
        // Space before a percent sign may be skipped, of which the pieces know nothing.
        let (Some(pieces), false, false) = (pieces, format.windows(2).any(|w| w == b"%%"), self.math()) else {
            return self.unsupported(format!("format of `{NAME}`"), span);
        };
        let mut arguments = self.settled_arguments(call, span)?.into_iter();
        let Some(text) = arguments.next().flatten() else { return self.unsupported(format!("argument of `{NAME}`"), span) };
        self.read_text(Some(text.clone()), None, span)?;
        let start = Scalar::constant(Int::ZERO, self.types.size_type());
        let (result, done) = (self.temporary(CInt::INT), self.graph.loc(Some(span.clone())));
        let mut scan = Scan { text, at: start, result, done, stored: 0, passed_over: false };
        let mut arguments = arguments.skip(1);
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => {
                    for byte in bytes {
                        self.scan_byte(&mut scan, byte, span)?;
                    }
                }
                Piece::Conversion(spec) => {
                    let target = if spec.skipped { None } else { Some(arguments.next().flatten()) };
                    match target {
                        Some(None) => return self.unsupported(format!("argument of `{NAME}`"), span),
                        target => self.scan_conversion(&mut scan, &spec, target.flatten(), span)?,
                    }
                }
            }
        }
        self.graph.assign(result, Expr::from(scan.stored), span);
        self.graph.arrive(done, span);
        Ok(Value::Int(self.scalar(Expr::Var(result), CInt::INT, 0)))
    }

    /// The result of a model that gets the text and the position in it.
    fn scan_by(&mut self, model: &str, scan: &Scan, more: Vec<Value>, span: &Span) -> Res<Scalar> {
        let start = vec![scan.text.clone(), Value::Int(scan.at.clone())];
        let value = self.call_model(model, [start, more].concat(), span)?;
        let value = self.as_int(value, span)?;
        Ok(self.spill(value, span))
    }

    /// The position behind what a model finds; where it finds nothing the call ends.
    fn scan_found(&mut self, model: &str, scan: &Scan, more: Vec<Value>, span: &Span) -> Res<Scalar> {
        let found = self.scan_by(model, scan, more, span)?;
        let most = self.types.size_type().machine().max();
        let ended = Expr::Const(&most - &Int::ONE);
        let nothing = self.unless(Formula::cmp(CmpOp::Lt, found.expr.clone(), ended.clone()), span);
        let here = std::mem::replace(&mut self.graph.here, nothing);
        let result = match scan.stored {
            // Whether the text ended before the first conversion is read in two ways.
            0 if scan.passed_over => {
                let what = format!("what `{NAME}` returns");
                let is_end = Formula::cmp(CmpOp::Eq, found.expr.clone(), ended);
                let between = |n: Expr| Formula::and([Formula::cmp(CmpOp::Ge, n.clone(), -1), Formula::cmp(CmpOp::Le, n, 0)]);
                Expr::ite(is_end, self.open_number(&what, CInt::INT, &between, span)?.expr, 0)
            }
            0 => Expr::ite(Formula::cmp(CmpOp::Eq, found.expr.clone(), ended), -1, 0),
            stored => Expr::from(stored),
        };
        self.graph.assign(scan.result, result, span);
        self.graph.jump(scan.done, span);
        self.graph.here = here;
        Ok(found)
    }

    fn scan_byte(&mut self, scan: &mut Scan, byte: u8, span: &Span) -> Res<()> {
        scan.at = if byte == b' ' || (9..=13).contains(&byte) {
            self.scan_by("__model_scan_space", scan, vec![], span)?
        } else {
            let byte = Scalar::constant(Int::from(byte as i8), CInt::INT);
            self.scan_found("__model_scan_char", scan, vec![Value::Int(byte)], span)?
        };
        Ok(())
    }

    fn scan_conversion(&mut self, scan: &mut Scan, spec: &Spec, target: Option<Value>, span: &Span) -> Res<()> {
        let not_understood = || format!("format of `{NAME}`");
        let size = self.types.size_type();
        let int = |n: i64| Value::Int(Scalar::constant(Int::from(n), CInt::INT));
        let number = |n: &Scalar| Value::Int(n.clone());
        let width = Value::Int(Scalar::constant(spec.width.map_or_else(|| size.machine().max(), Int::from), size));
        if spec.width == Some(0) || spec.precision.is_some() {
            return self.unsupported(not_understood(), span);
        }
        let is_stored = target.is_some();
        match (spec.kind, self.converted_type(spec)) {
            ('s', _) if spec.size.is_empty() => {
                scan.at = self.scan_by("__model_scan_space", scan, vec![], span)?;
                let end = self.scan_found("__model_scan_word", scan, vec![width], span)?;
                if let Some(to) = target {
                    self.call_model("__model_scan_copy", vec![scan.text.clone(), number(&scan.at), number(&end), to], span)?;
                    scan.stored += 1;
                }
                scan.at = end;
            }
            ('d' | 'u' | 'x' | 'X' | 'o', Some(ty)) => {
                let base = match spec.kind {
                    'd' | 'u' => 10,
                    'o' => 8,
                    _ => 16,
                };
                scan.at = self.scan_by("__model_scan_space", scan, vec![], span)?;
                if base == 16 {
                    self.scan_no_prefix(scan, span)?;
                }
                let end = self.scan_found("__model_scan_number", scan, vec![width, int(base)], span)?;
                if let Some(to) = target {
                    let place = self.scan_target(to, ty, span)?;
                    self.scan_fitting(scan, &end, base, ty, span)?;
                    let value = self.scan_by("__model_scan_value", scan, vec![number(&end), int(base)], span)?;
                    let CType::Int(own) = place.ty else { return self.unsupported(not_understood(), span) };
                    let value = self.convert(value, own);
                    self.store(&place, value, span)?;
                    scan.stored += 1;
                }
                scan.at = end;
            }
            _ => return self.unsupported(not_understood(), span),
        }
        scan.passed_over |= !is_stored;
        Ok(())
    }

    /// A hexadecimal number may begin with `0x`, which is not understood.
    fn scan_no_prefix(&mut self, scan: &Scan, span: &Span) -> Res<()> {
        let is_prefix = self.scan_by("__model_scan_prefix", scan, vec![], span)?;
        let prefixed = self.unless(Formula::cmp(CmpOp::Eq, is_prefix.expr, 0), span);
        let here = std::mem::replace(&mut self.graph.here, prefixed);
        self.give_up(&format!("`0x` in what `{NAME}` reads"), span);
        self.graph.here = here;
        Ok(())
    }

    /// Where a number is stored, which must have the size that the format says.
    fn scan_target(&mut self, to: Value, ty: CInt, span: &Span) -> Res<Place> {
        let Some(place) = self.place_behind(Some(to), None, span)? else {
            return self.unsupported(format!("argument of `{NAME}`"), span);
        };
        match place.ty {
            CType::Int(own) if own.bits == ty.bits && !own.is_bool() => Ok(place),
            _ => self.unsupported(format!("argument of `{NAME}` that does not fit its format"), span),
        }
    }

    /// Goes on where the number up to `end` is a value of the type.
    fn scan_fitting(&mut self, scan: &Scan, end: &Scalar, base: i64, ty: CInt, span: &Span) -> Res<()> {
        let most = Scalar::constant(ty.machine().max(), self.types.long_long(false));
        let [base, signed] = [base, i64::from(ty.signed)].map(|n| Value::Int(Scalar::constant(Int::from(n), CInt::INT)));
        let more = vec![Value::Int(end.clone()), base, Value::Int(most), signed];
        let fits = self.scan_by("__model_scan_fits", scan, more, span)?;
        let other = self.unless(Formula::cmp(CmpOp::Eq, fits.expr.clone(), 1), span);
        let here = std::mem::replace(&mut self.graph.here, other);
        let negative = self.unless(Formula::cmp(CmpOp::Eq, fits.expr, 0), span);
        let message = format!("`{NAME}` reads a number that its type cannot hold");
        if self.options.checks.contains(&Check::Undefined) {
            self.fail(Check::Undefined, message, span);
        } else {
            self.graph.unchecked.insert(Check::Undefined);
            self.give_up(&message, span);
        }
        self.graph.here = negative;
        self.give_up(&format!("`{NAME}` reads a negative number into an unsigned type"), span);
        self.graph.here = here;
        Ok(())
    }
}
