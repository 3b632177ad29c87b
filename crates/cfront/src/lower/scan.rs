//! `sscanf`: what a format finds in a text, piece by piece, by models (`models/stdio.c`).
//!
//! Understood are integers, words, characters and sets of characters, each with a width or without, `%n`, and characters that
//! must stand there. A number that its type cannot hold has no meaning (check `undefined`); of `0x` without a digit behind it C says that it is no
//! number and glibc that it is 0, so it is not understood. Invariant: the result is the number of
//! conversions that were stored, or -1 where the text ended before the first. If what came before was not to be stored, C and glibc differ in
//! that, and the result is open.

use super::address::Address;
use super::class::Class;
use super::format::{Piece, Spec};
use super::input::{in_width, within};
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
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
        let (Some(pieces), false) = (pieces, self.math()) else {
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
                    let target = if spec.skipped || spec.kind == '%' { None } else { Some(arguments.next().flatten()) };
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
        self.scan_ends(scan, nothing, Formula::cmp(CmpOp::Eq, found.expr.clone(), ended), span)?;
        Ok(found)
    }

    /// The call ends at a place, because the text does or because something else stands there.
    fn scan_ends(&mut self, scan: &Scan, nothing: LocId, is_end: Formula, span: &Span) -> Res<()> {
        let here = std::mem::replace(&mut self.graph.here, nothing);
        let result = match scan.stored {
            // Whether the text ended before the first conversion is read in two ways.
            0 if scan.passed_over => {
                let what = format!("what `{NAME}` returns");
                let between = |n: Expr| Formula::and([Formula::cmp(CmpOp::Ge, n.clone(), -1), Formula::cmp(CmpOp::Le, n, 0)]);
                Expr::ite(is_end, self.open_number(&what, CInt::INT, &between, span)?.expr, 0)
            }
            0 => Expr::ite(is_end, -1, 0),
            stored => Expr::from(stored),
        };
        self.graph.assign(scan.result, result, span);
        self.graph.jump(scan.done, span);
        self.graph.here = here;
        Ok(())
    }

    /// The position behind characters of a set, of which one must be there.
    fn scan_class(&mut self, scan: &Scan, class: &Class, width: Option<u32>, span: &Span) -> Res<Scalar> {
        let text = self.as_address(scan.text.clone(), span)?;
        let text = self.spill_address(text, span);
        let class = class.and(&Class::of(|b| b != 0));
        let first = self.scan_character(&text, &scan.at.expr, span)?;
        let nothing = self.unless(class.holds(&first, true), span);
        self.scan_ends(scan, nothing, Formula::cmp(CmpOp::Eq, first, 0), span)?;
        let size = self.types.size_type();
        let end = self.temporary(size);
        self.graph.assign(end, Expr::add(scan.at.expr.clone(), 1), span);
        if width != Some(1) {
            let (head, behind) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
            self.graph.arrive(head, span);
            if let Some(width) = width {
                let full = Formula::cmp(CmpOp::Ge, Expr::sub(end, scan.at.expr.clone()), i64::from(width));
                self.graph.branch(self.graph.here, behind, full.clone(), Some(span.clone()));
                self.graph.assume(full.negate(), Note::Nothing, span);
            }
            let next = self.scan_character(&text, &end.into(), span)?;
            let goes_on = class.holds(&next, true);
            self.graph.branch(self.graph.here, behind, goes_on.clone().negate(), Some(span.clone()));
            self.graph.assume(goes_on, Note::Nothing, span);
            self.graph.assign(end, Expr::add(end, 1), span);
            self.graph.jump(head, span);
            self.graph.here = behind;
        }
        Ok(self.scalar(end.into(), size, 0))
    }

    fn scan_character(&mut self, text: &Address, at: &Expr, span: &Span) -> Res<Expr> {
        let offset = Expr::add(text.offset.clone(), at.clone());
        let byte = self.load(&Place::at(Address { offset, to: CType::Int(CInt::CHAR), ..text.clone() }), span)?;
        let byte = self.as_int(byte, span)?;
        Ok(self.spill(byte, span).expr)
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
        let is_plain = spec.width.is_none() && spec.size.is_empty() && !spec.skipped;
        match (spec.kind, self.converted_type(spec)) {
            ('%', _) if is_plain => {
                scan.at = self.scan_by("__model_scan_space", scan, vec![], span)?;
                return self.scan_byte(scan, b'%', span);
            }
            ('n', _) if spec.width.is_none() && is_stored => {
                let (Some(ty), Some(to)) = (self.sized_type(&spec.size, true), target) else {
                    return self.unsupported(not_understood(), span);
                };
                let place = self.scan_target(to, ty, span)?;
                let CType::Int(own) = place.ty else { return self.unsupported(not_understood(), span) };
                let read = self.convert(scan.at.clone(), own);
                self.store(&place, read, span)?;
                // Whether this is a conversion that comes before an end of the text is read in two ways.
                scan.passed_over = true;
                return Ok(());
            }
            ('s' | '[' | 'c', _) if spec.size.is_empty() => {
                if target.as_ref().is_some_and(|to| !self.is_text(to)) {
                    return self.unsupported(format!("argument of `{NAME}` that does not fit its format"), span);
                }
                let (class, most) = match (spec.kind, &spec.set) {
                    ('[', Some(set)) => (set.clone(), spec.width),
                    ('s', _) => (Class::space().complement(), spec.width),
                    _ => (Class::all(), Some(spec.width.unwrap_or(1))),
                };
                if spec.kind == 's' {
                    scan.at = self.scan_by("__model_scan_space", scan, vec![], span)?;
                }
                let end = self.scan_class(scan, &class, most, span)?;
                if let Some(to) = target {
                    let from = vec![scan.text.clone(), number(&scan.at)];
                    if spec.kind == 'c' && most == Some(1) {
                        self.call_model("__model_scan_letter", [from, vec![to]].concat(), span)?;
                    } else {
                        let ends = int(i64::from(spec.kind != 'c'));
                        self.call_model("__model_scan_copy", [from, vec![number(&end), to, ends]].concat(), span)?;
                    }
                    scan.stored += 1;
                }
                scan.at = end;
            }
            ('d' | 'u' | 'x' | 'X' | 'o' | 'i', Some(ty)) => {
                scan.at = self.scan_by("__model_scan_space", scan, vec![], span)?;
                let base = match spec.kind {
                    'd' | 'u' => int(10),
                    'o' => int(8),
                    'i' => Value::Int(self.scan_base(scan, &width, 0, span)?),
                    _ => {
                        self.scan_base(scan, &width, 16, span)?;
                        int(16)
                    }
                };
                let end = self.scan_found("__model_scan_number", scan, vec![width, base.clone()], span)?;
                if let Some(to) = target {
                    let place = self.scan_target(to, ty, span)?;
                    let ranges = spec.width.and_then(|width| in_width(spec.kind, width, ty)).unwrap_or_default();
                    let (least, most) = (ty.machine().min(), ty.machine().max());
                    // A signed type with room for more than the width lets in holds whatever is found.
                    let fits = ty.signed && !ranges.is_empty() && ranges.iter().all(|(low, high)| *low > least && *high < most);
                    if !fits {
                        self.scan_fitting(scan, &end, base.clone(), ty, span)?;
                    }
                    let value = self.scan_by("__model_scan_value", scan, vec![number(&end), base], span)?;
                    let value = self.convert(value, ty);
                    let value = self.spill(value, span);
                    if !ranges.is_empty() {
                        // This is so, and spares a proof about the digits.
                        self.graph.assume(within(&value.expr, &ranges), Note::Nothing, span);
                    }
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

    /// The base of a number that may begin with `0x`.
    fn scan_base(&mut self, scan: &Scan, width: &Value, base: i64, span: &Span) -> Res<Scalar> {
        let base = Value::Int(Scalar::constant(Int::from(base), CInt::INT));
        let base = self.scan_by("__model_scan_base", scan, vec![width.clone(), base], span)?;
        let no_digit = self.unless(Formula::cmp(CmpOp::Ne, base.expr.clone(), 0), span);
        let here = std::mem::replace(&mut self.graph.here, no_digit);
        self.give_up(&format!("`0x` without a digit in what `{NAME}` reads"), span);
        self.graph.here = here;
        Ok(base)
    }

    /// Whether characters can be stored behind a pointer.
    pub fn is_text(&self, to: &Value) -> bool {
        match self.type_of_value(to) {
            Some(CType::Pointer(to)) => match to.innermost() {
                CType::Int(own) => own.bits == 8 && !own.is_bool(),
                CType::Void | CType::Unknown(_) => true,
                _ => false,
            },
            _ => false,
        }
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
    fn scan_fitting(&mut self, scan: &Scan, end: &Scalar, base: Value, ty: CInt, span: &Span) -> Res<()> {
        let most = Scalar::constant(ty.machine().max(), self.types.long_long(false));
        let signed = Value::Int(Scalar::constant(Int::from(ty.signed), CInt::INT));
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
