//! `scanf` and `fscanf`: what is stored is anything that a stream may hold, as far as the result says.
//!
//! The result is read first, and each conversion that it counts is stored: a number as one input, characters one by one, each with the
//! question whether the stream goes on as wanted. A conversion leaves behind what it does not take, so what comes next is known to be none of that
//! ([`Next`]): behind `%s` there is white space, behind `%[^,]` a comma, unless the width was used up. Invariant: each run is one of some
//! stream, and each stream that does not end a call with more than 2147483647 characters is one of the runs. What earlier calls have left behind is
//! not known. Where the first character would say more of a number than its sign, the format is not understood.

use super::address::Address;
use super::class::Class;
use super::format::{Piece, Spec};
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, InputKind, Int, LocId, Span};
use lang_c::ast::CallExpression;

/// What may come next in a stream that does not end here.
struct Next {
    plain: Class,
    /// What it is instead where a width was used up.
    full: Option<(Formula, Class)>,
}

impl Next {
    fn one_of(plain: Class) -> Self {
        Next { plain, full: None }
    }

    /// Whether it can be in a set.
    fn meets(&self, set: &Class) -> Formula {
        let truth = |may: bool| if may { Formula::True } else { Formula::False };
        let plain = truth(self.plain.meets(set));
        match &self.full {
            None => plain,
            Some((full, class)) => match (self.plain.meets(set), class.meets(set)) {
                (a, b) if a == b => plain,
                (true, _) => full.negate(),
                (false, _) => full.clone(),
            },
        }
    }

    /// Whether it can be this value.
    fn holds(&self, value: &Expr, signed: bool) -> Formula {
        let plain = self.plain.holds(value, signed);
        match &self.full {
            None => plain,
            Some((full, class)) if self.plain.includes(&Class::all()) => Formula::implies(full, class.holds(value, signed)),
            Some((full, class)) => {
                let otherwise = Formula::or([full.clone(), plain]);
                Formula::and([otherwise, Formula::implies(full, class.holds(value, signed))])
            }
        }
    }

    fn each(self, change: impl Fn(Class) -> Class) -> Self {
        Next { plain: change(self.plain), full: self.full.map(|(full, class)| (full, change(class))) }
    }

    /// What comes behind white space, if there is any.
    fn behind_space(self) -> Self {
        self.each(|class| if class.meets(&Class::space()) { Class::space().complement() } else { class })
    }
}

/// A call: the result, where it ends, and what was done so far.
struct Scan {
    name: String,
    kind: InputKind,
    result: Expr,
    done: LocId,
    stored: i64,
    next: Next,
    /// Whether what the format says since the last conversion that was stored can be met.
    possible: Formula,
    /// Whether it must be.
    certain: bool,
    /// How many characters were read, if the format asks.
    at: Option<Expr>,
}

/// Whether a call may return -1, and 0 although the format stores something: what comes before its first conversion, and this one, may meet the
/// end of the stream or something else.
fn may_fail(pieces: &[Piece]) -> (bool, bool) {
    let (mut ends, mut differs) = (false, false);
    let mut next = Next::one_of(Class::all());
    for piece in pieces {
        match piece {
            Piece::Text(bytes) => {
                for byte in bytes {
                    if Class::space().has(*byte) {
                        next = next.behind_space();
                    } else {
                        (ends, differs) = (true, true);
                        next = Next::one_of(Class::all());
                    }
                }
            }
            Piece::Conversion(spec) if spec.kind == 'n' => {}
            // C and glibc differ in what an end behind such a conversion is.
            Piece::Conversion(spec) if spec.skipped || spec.kind == '%' => (ends, differs) = (true, true),
            Piece::Conversion(spec) => {
                differs |= match (spec.kind, &spec.set) {
                    ('c' | 's', _) => false,
                    (_, Some(set)) => next.plain.meets(&set.complement()),
                    _ => true,
                };
                return (true, differs);
            }
        }
    }
    (ends, differs)
}

/// The numbers that a scan can find in so many characters, as ranges; none if there are none. A number that begins with a sign has one
/// character less, and in an unsigned type it is what it is modulo a power of two.
pub fn in_width(kind: char, width: u32, ty: CInt) -> Option<Vec<(Int, Int)>> {
    let machine = ty.machine();
    let largest = |digits: u32| -> Int {
        let power = |base: i64, n: u32| (0..n.min(128)).fold(Int::ONE, |p, _| &p * &Int::from(base));
        let number = match kind {
            'x' | 'X' => power(16, digits),
            'o' => power(8, digits),
            // Behind `0x` hexadecimal digits follow.
            'i' => power(10, digits).max(power(16, digits.saturating_sub(2))),
            _ => power(10, digits),
        };
        &number - &Int::ONE
    };
    let (most, least) = (largest(width).min(machine.max()), largest(width.checked_sub(1)?));
    if machine.min() < Int::ZERO {
        return Some(vec![((-&least).max(machine.min()), most)]);
    }
    let below = &(&machine.max() - &least) + &Int::ONE;
    let is_all = below <= most;
    Some(if is_all { vec![(Int::ZERO, machine.max())] } else { vec![(Int::ZERO, most), (below, machine.max())] })
}

/// Whether a value is in one of some ranges.
pub fn within(value: &Expr, ranges: &[(Int, Int)]) -> Formula {
    let cases = ranges.iter().map(|(low, high)| {
        let ends = [(CmpOp::Ge, low), (CmpOp::Le, high)];
        Formula::and(ends.map(|(op, end)| Formula::cmp(op, value.clone(), Expr::Const(end.clone()))))
    });
    Formula::or(cases.collect::<Vec<_>>())
}

/// The digits of a number; of one that says its own base, those that it has in each.
fn digits(kind: char) -> Class {
    Class::of(|b| match kind {
        'x' | 'X' => b.is_ascii_hexdigit(),
        'o' | 'i' => (b'0'..=b'7').contains(&b),
        _ => b.is_ascii_digit(),
    })
}

/// Whether a number that begins with one of these, or behind white space among them, can be negative; none if these say more of it.
fn may_be_negative(first: &Class, kind: char) -> Option<bool> {
    let digits = if kind == 'i' { digits('d') } else { digits(kind) };
    let is_any = !first.meets(&Class::all()) || first.meets(&Class::space()) || first.has(b'-') && first.includes(&digits);
    if is_any { Some(true) } else { first.includes(&digits).then_some(false) }
}

impl Lower<'_> {
    pub fn scanned(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Value> {
        let first = usize::from(name == "fscanf");
        let Some(pieces) = self.format_of(call, first, true) else { return self.unsupported(format!("format of `{name}`"), span) };
        let has_text =
            |p: &Piece| matches!(p, Piece::Conversion(s) if "s[n".contains(s.kind) || s.kind == 'c' && s.width.is_some_and(|w| w > 1));
        if self.math() && pieces.iter().any(has_text) {
            return self.unsupported(format!("format of `{name}`"), span);
        }
        let stream = self.standard_input();
        let arguments = self.settled_arguments(call, span)?;
        let stream = if first == 1 { arguments.first().cloned().flatten() } else { stream };
        if let (1, Some(stream)) = (first, &stream) {
            self.check_stream(stream, span)?;
        }
        let is_counted = |p: &&Piece| matches!(p, Piece::Conversion(s) if !s.skipped && !"%n".contains(s.kind));
        let count = i32::try_from(pieces.iter().filter(is_counted).count()).unwrap_or(i32::MAX);
        let (ends, differs) = may_fail(&pieces);
        let result = self.any_between(name, if ends { -1 } else { 0 }, count, span)?;
        let result = self.as_int(result, span)?;
        self.may_set_errno(span)?;
        match stream {
            Some(stream) if !ends && !pieces.is_empty() => {
                self.met(stream, Scalar::constant(Int::from(-1), CInt::INT), span)?;
            }
            stream if ends => self.nothing_behind_end(stream, &result, (-1).into(), span)?,
            _ => {}
        }
        if count > 0 && !differs {
            self.graph.assume(Formula::cmp(CmpOp::Ne, result.expr.clone(), 0), Note::Nothing, span);
        }
        let is_position = |p: &Piece| matches!(p, Piece::Conversion(s) if s.kind == 'n');
        let mut scan = Scan {
            name: name.to_owned(),
            kind: InputKind::Call(name.into()),
            result: result.expr.clone(),
            done: self.graph.loc(Some(span.clone())),
            stored: 0,
            next: Next::one_of(Class::all()),
            possible: Formula::True,
            certain: true,
            at: pieces.iter().any(is_position).then(|| 0.into()),
        };
        let mut arguments = arguments.into_iter().skip(first + 1);
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => {
                    for byte in bytes {
                        self.input_byte(&mut scan, byte, span)?;
                    }
                }
                Piece::Conversion(spec) => {
                    let is_stored = !spec.skipped && spec.kind != '%';
                    let target = if is_stored { arguments.next().flatten() } else { None };
                    if is_stored && target.is_none() {
                        return self.unsupported(format!("argument of `{name}`"), span);
                    }
                    self.input_conversion(&mut scan, &spec, target, span)?;
                }
            }
        }
        self.graph.arrive(scan.done, span);
        Ok(Value::Int(result))
    }

    fn input_byte(&mut self, scan: &mut Scan, byte: u8, span: &Span) -> Res<()> {
        if Class::space().has(byte) {
            return self.input_space(scan, span);
        }
        self.input_must_be(scan, &Class::of(|b| b == byte));
        scan.next = Next::one_of(Class::all());
        scan.at = scan.at.take().map(|at| Expr::add(at, 1));
        Ok(())
    }

    /// Skips white space.
    fn input_space(&mut self, scan: &mut Scan, span: &Span) -> Res<()> {
        let is_there = scan.next.meets(&Class::space());
        self.input_more(scan, &|n| Formula::or([is_there.clone(), Formula::cmp(CmpOp::Eq, n, 0)]), span)?;
        let next = std::mem::replace(&mut scan.next, Next::one_of(Class::all()));
        scan.next = next.behind_space();
        Ok(())
    }

    /// The run goes on only where the next character is in a set.
    fn input_must_be(&mut self, scan: &mut Scan, set: &Class) {
        let possible = std::mem::replace(&mut scan.possible, Formula::True);
        scan.possible = Formula::and([possible, scan.next.meets(set)]);
        scan.certain = false;
    }

    /// So many characters more are read as a formula allows.
    fn input_more(&mut self, scan: &mut Scan, may_be: &dyn Fn(Expr) -> Formula, span: &Span) -> Res<()> {
        let Some(at) = scan.at.clone() else { return Ok(()) };
        let position = self.any_value(&CType::Int(CInt::INT), scan.kind.clone(), span)?;
        let position = self.as_int(position, span)?.expr;
        let more = Expr::sub(position.clone(), at);
        self.graph.assume(Formula::and([Formula::cmp(CmpOp::Ge, more.clone(), 0), may_be(more)]), Note::Nothing, span);
        scan.at = Some(position);
        Ok(())
    }

    /// The next conversion is stored where the result counts it.
    fn input_counted(&mut self, scan: &mut Scan, span: &Span) {
        let enough = Formula::cmp(CmpOp::Gt, scan.result.clone(), scan.stored);
        self.graph.branch(self.graph.here, scan.done, enough.clone().negate(), Some(span.clone()));
        self.graph.assume(enough, Note::Nothing, span);
        let possible = std::mem::replace(&mut scan.possible, Formula::True);
        self.graph.assume(possible, Note::Nothing, span);
        (scan.stored, scan.certain) = (scan.stored + 1, true);
    }

    fn input_conversion(&mut self, scan: &mut Scan, spec: &Spec, target: Option<Value>, span: &Span) -> Res<()> {
        let not_understood = format!("format of `{}`", scan.name);
        // How far a conversion goes that is not stored is not followed.
        if spec.width == Some(0) || spec.precision.is_some() || spec.skipped && scan.at.is_some() {
            return self.unsupported(not_understood, span);
        }
        let is_plain = spec.width.is_none() && !spec.skipped;
        match (spec.kind, self.converted_type(spec)) {
            ('%', _) if is_plain && spec.size.is_empty() => {
                self.input_space(scan, span)?;
                self.input_byte(scan, b'%', span)
            }
            ('n', _) if is_plain && scan.stored > 0 => self.input_position(scan, spec, target, span),
            ('c', _) if spec.size.is_empty() && spec.width.is_none_or(|w| w == 1) => self.input_character(scan, target, span),
            ('s' | '[' | 'c', _) if spec.size.is_empty() => {
                if spec.kind == 's' {
                    self.input_space(scan, span)?;
                }
                let class = match (spec.kind, &spec.set) {
                    ('[', Some(set)) => set.clone(),
                    ('s', _) => Class::space().complement(),
                    _ => Class::all(),
                };
                self.input_text(scan, &class, spec, target, span)
            }
            (_, Some(ty)) => self.input_number(scan, spec, ty, target, span),
            // Behind a word like `inf` anything may come.
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', _) if spec.skipped && scan.next.plain.meets(&Class::space()) => {
                self.input_must_be(scan, &Class::all());
                scan.next = Next::one_of(Class::all());
                Ok(())
            }
            _ => self.unsupported(not_understood, span),
        }
    }

    /// Stores how many characters were read, where the run comes so far.
    fn input_position(&mut self, scan: &mut Scan, spec: &Spec, target: Option<Value>, span: &Span) -> Res<()> {
        let (Some(at), Some(ty)) = (scan.at.clone(), self.sized_type(&spec.size, true)) else {
            return self.unsupported(format!("format of `{}`", scan.name), span);
        };
        let (place, own) = self.input_target(scan, target, ty, span)?;
        // What the result counts behind this was reached, and so was this if nothing before it can fail.
        if !scan.certain {
            let reached = self.any_value(&CType::Int(CInt::BOOL), scan.kind.clone(), span)?;
            let reached = Formula::cmp(CmpOp::Ne, self.as_int(reached, span)?.expr, 0);
            let last = Formula::cmp(CmpOp::Le, scan.result.clone(), scan.stored);
            let other = self.unless(reached, span);
            let here = std::mem::replace(&mut self.graph.here, other);
            self.graph.assume(last, Note::Nothing, span);
            self.graph.jump(scan.done, span);
            self.graph.here = here;
            let possible = std::mem::replace(&mut scan.possible, Formula::True);
            self.graph.assume(possible, Note::Nothing, span);
            scan.certain = true;
        }
        let at = self.scalar(at, CInt::INT, 1);
        let at = self.convert(at, own);
        self.store(&place, at, span)
    }

    /// Where a number is stored, which must have the type that the format says, but for its sign.
    fn input_target(&mut self, scan: &Scan, target: Option<Value>, ty: CInt, span: &Span) -> Res<(Place, CInt)> {
        let Some(target) = self.place_behind(target, Some(ty), span)? else {
            return self.unsupported(format!("argument of `{}`", scan.name), span);
        };
        match target.ty {
            CType::Int(own) if own.bits == ty.bits && !own.is_bool() => Ok((target, own)),
            _ => self.unsupported(format!("argument of `{}` that does not fit its format", scan.name), span),
        }
    }

    fn input_character(&mut self, scan: &mut Scan, target: Option<Value>, span: &Span) -> Res<()> {
        self.input_must_be(scan, &Class::all());
        let next = std::mem::replace(&mut scan.next, Next::one_of(Class::all()));
        scan.at = scan.at.take().map(|at| Expr::add(at, 1));
        let Some(target) = target else { return Ok(()) };
        let (place, own) = self.input_target(scan, Some(target), CInt::CHAR, span)?;
        self.input_counted(scan, span);
        let value = self.any_value(&CType::Int(own), scan.kind.clone(), span)?;
        let value = self.as_int(value, span)?;
        self.graph.assume(next.holds(&value.expr, own.signed), Note::Nothing, span);
        self.store(&place, value, span)
    }

    /// Characters of a set, as many as a width allows; a word ends with a terminator.
    fn input_text(&mut self, scan: &mut Scan, class: &Class, spec: &Spec, target: Option<Value>, span: &Span) -> Res<()> {
        self.input_must_be(scan, class);
        let next = std::mem::replace(&mut scan.next, Next::one_of(Class::all()));
        let full = |is_full: Formula| Next { plain: class.complement(), full: Some((is_full, Class::all())) };
        let Some(target) = target else {
            scan.next = match spec.width {
                None => Next::one_of(class.complement()),
                Some(1) => Next::one_of(Class::all()),
                Some(_) => {
                    let is_full = self.any_value(&CType::Int(CInt::BOOL), scan.kind.clone(), span)?;
                    full(Formula::cmp(CmpOp::Ne, self.as_int(is_full, span)?.expr, 0))
                }
            };
            return Ok(());
        };
        if !self.is_text(&target) {
            return self.unsupported(format!("argument of `{}` that does not fit its format", scan.name), span);
        }
        let to = self.as_address(target, span)?;
        let to = self.spill_address(to, span);
        let place = |at: Expr| Place::at(Address { offset: Expr::add(to.offset.clone(), at), to: CType::Int(CInt::CHAR), ..to.clone() });
        self.input_counted(scan, span);
        let i = self.temporary(self.types.long_long(true));
        self.graph.assign(i, 0.into(), span);
        let (head, behind) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        self.graph.arrive(head, span);
        let byte = self.any_value(&CType::Int(CInt::CHAR), scan.kind.clone(), span)?;
        let byte = self.as_int(byte, span)?;
        self.graph.assume(class.holds(&byte.expr, true), Note::Nothing, span);
        let first = next.each(|may_be| Class::of(|b| may_be.has(b) || !class.has(b)));
        self.graph.assume(Formula::or([Formula::cmp(CmpOp::Gt, i, 0), first.holds(&byte.expr, true)]), Note::Nothing, span);
        self.store(&place(i.into()), byte, span)?;
        self.graph.assign(i, Expr::add(i, 1), span);
        let is_full = spec.width.map(|width| Formula::cmp(CmpOp::Ge, i, i64::from(width)));
        if let Some(is_full) = &is_full {
            self.graph.branch(self.graph.here, behind, is_full.clone(), Some(span.clone()));
            self.graph.assume(is_full.negate(), Note::Nothing, span);
        }
        let more = self.any_value(&CType::Int(CInt::BOOL), scan.kind.clone(), span)?;
        let more = Formula::cmp(CmpOp::Ne, self.as_int(more, span)?.expr, 0);
        self.graph.branch(self.graph.here, behind, more.negate(), Some(span.clone()));
        self.graph.assume(more, Note::Nothing, span);
        self.graph.jump(head, span);
        self.graph.here = behind;
        if spec.kind != 'c' {
            let end = Scalar::constant(Int::ZERO, CInt::CHAR);
            self.store(&place(i.into()), end, span)?;
        }
        scan.next = match is_full {
            None => Next::one_of(class.complement()),
            Some(is_full) => full(is_full),
        };
        scan.at = scan.at.take().map(|at| Expr::add(at, i));
        Ok(())
    }

    fn input_number(&mut self, scan: &mut Scan, spec: &Spec, ty: CInt, target: Option<Value>, span: &Span) -> Res<()> {
        let not_understood = format!("format of `{}`", scan.name);
        let negative = |class: &Class| may_be_negative(class, spec.kind);
        let (plain, full) = (negative(&scan.next.plain), scan.next.full.as_ref().map_or(Some(true), |(_, class)| negative(class)));
        let (Some(plain), Some(full)) = (plain, full) else { return self.unsupported(not_understood, span) };
        let is_spaced = scan.next.meets(&Class::space());
        let is_width = |n: Expr| spec.width.map_or(Formula::True, |width| Formula::cmp(CmpOp::Le, n, i64::from(width)));
        let is_positive = match (&scan.next.full, plain, full) {
            (_, true, true) => Formula::False,
            (None, ..) | (_, false, false) => Formula::True,
            (Some((is_full, _)), false, _) => is_full.negate(),
            (Some((is_full, _)), true, _) => is_full.clone(),
        };
        // In an unsigned type what begins with a sign is a number of its own.
        if is_positive != Formula::False && !ty.signed && (spec.width.is_some() || scan.at.is_some()) {
            return self.unsupported(not_understood, span);
        }
        let ranges = match spec.width.map(|width| in_width(spec.kind, width, ty)) {
            Some(None) => return self.unsupported(not_understood, span),
            ranges => ranges.flatten().unwrap_or_default(),
        };
        self.input_must_be(scan, &Class::all());
        let next = if spec.width.is_some() { Class::all() } else { digits(spec.kind).complement() };
        scan.next = Next::one_of(next);
        let Some(target) = target else { return Ok(()) };
        let (place, own) = self.input_target(scan, Some(target), ty, span)?;
        let is_unsigned_positive = is_positive == Formula::False || !ty.signed;
        // What is said of the number is said in the type of the format.
        if own.signed != ty.signed && !(ranges.is_empty() && scan.at.is_none() && is_unsigned_positive) {
            return self.unsupported(format!("argument of `{}` that does not fit its format", scan.name), span);
        }
        self.input_counted(scan, span);
        let value = self.any_value(&CType::Int(own), scan.kind.clone(), span)?;
        let value = self.as_int(value, span)?;
        if !ranges.is_empty() {
            self.graph.assume(within(&value.expr, &ranges), Note::Nothing, span);
        }
        if ty.signed {
            let is_not_negative = Formula::cmp(CmpOp::Ge, value.expr.clone(), 0);
            self.graph.assume(Formula::implies(&is_positive, is_not_negative), Note::Nothing, span);
        }
        // So many characters as the number has at least, and white space and zeros before it.
        let is_long_enough = |n: Expr| {
            let all = (ty.machine().min(), ty.machine().max());
            let lengths = (1..=u32::from(ty.bits)).map(|width| (width, in_width(spec.kind, width, ty).unwrap_or_default()));
            let shorter = lengths
                .take_while(|(_, ranges)| !ranges.contains(&all))
                .map(|(width, ranges)| Formula::or([Formula::cmp(CmpOp::Gt, n.clone(), i64::from(width)), within(&value.expr, &ranges)]));
            let last = Formula::or([is_spaced.clone(), is_width(n.clone())]);
            Formula::and(shorter.chain([Formula::cmp(CmpOp::Ge, n.clone(), 1), last]).collect::<Vec<_>>())
        };
        self.input_more(scan, &is_long_enough, span)?;
        self.store(&place, value, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_bounds_what_a_scan_finds() {
        let range = |low: i64, high: i64| (Int::from(low), Int::from(high));
        assert_eq!(in_width('d', 3, CInt::INT), Some(vec![range(-99, 999)]));
        assert_eq!(in_width('d', 1, CInt::INT), Some(vec![range(0, 9)]));
        assert_eq!(in_width('d', 10, CInt::INT), Some(vec![range(-999_999_999, 2_147_483_647)]));
        assert_eq!(in_width('i', 6, CInt::INT), Some(vec![range(-99_999, 999_999)]));
        assert_eq!(in_width('u', 2, CInt::UINT), Some(vec![range(0, 99), range(4_294_967_287, 4_294_967_295)]));
        assert_eq!(in_width('x', 2, CInt::UCHAR), Some(vec![range(0, 255)]));
        assert_eq!(in_width('d', 0, CInt::INT), None);
    }

    #[test]
    fn a_scan_fails_before_its_first_conversion_or_not() {
        let of = |format: &str| super::super::format::pieces(format.as_bytes(), true).map(|pieces| may_fail(&pieces));
        let is = |format: &str, ends: bool, differs: bool| assert_eq!(of(format), Some((ends, differs)), "{format}");
        is("%d", true, true);
        is("%s", true, false);
        is(" %c%d", true, false);
        is("x%c", true, true);
        is("%*c%c", true, true);
        is("%[^\n]", true, true);
        is(" %[^\n]", true, false);
        is(" %[^,]", true, true);
        is(" \n", false, false);
    }

    #[test]
    fn what_a_conversion_leaves_behind_comes_next() {
        let only = |b: u8| Class::of(|x| x == b);
        let full = Formula::cmp(CmpOp::Eq, Expr::Var(base::VarId(0)), 3);
        let next = || Next { plain: only(b'='), full: Some((full.clone(), Class::all())) };
        assert_eq!(next().meets(&only(b'=')), Formula::True);
        assert_eq!(next().meets(&only(b',')), full);
        assert_eq!(Next::one_of(only(b'=')).meets(&only(b',')), Formula::False);
        let behind = next().behind_space();
        assert!(behind.plain == only(b'=') && behind.full.is_some_and(|(_, class)| class == Class::space().complement()));
        assert_eq!(may_be_negative(&only(b'=').complement(), 'd'), Some(true));
        assert_eq!(may_be_negative(&digits('d'), 'd'), Some(false));
        assert_eq!(may_be_negative(&only(b'7'), 'd'), None);
    }
}
