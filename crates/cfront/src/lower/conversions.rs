//! Whether the arguments of a printing function fit its format (check `undefined`).
//!
//! An argument that is missing or has another size or kind than its conversion says has no meaning, nor has a conversion that C does not know;
//! surplus arguments are ignored. What is printed does not change the run, so where nobody asks it goes on, except that a text which is none
//! cannot be read.
//!
//! A format need not stand in the call. What it may be is known when the whole program is translated; then the translation begins again
//! ([`super::Opened`]), and each of these texts is looked at by itself. A format that may be something else is not understood.

use super::memory::Deed;
use super::points_to::objects_of;
use super::resolve::Resolver;
use super::value::Value;
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{Check, CmpOp, Expr, Formula, Span, VarId};
use lang_c::ast::CallExpression;

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number(u16),
    Text,
    Pointer,
    Float,
    /// Not known here.
    Other,
}

/// One conversion of a format, a width or precision that is an argument, or an end that is none.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    flags: String,
    size: String,
    /// None if the format ends before it.
    letter: Option<char>,
    spelling: String,
}

/// An argument that a format is given.
#[derive(Clone)]
pub struct Given {
    pub value: Option<Value>,
    pub ty: Option<CType>,
}

/// What a format takes, in order; none if it names the places of its arguments.
fn wishes(format: &[u8]) -> Option<Vec<Wish>> {
    let mut found = Vec::new();
    // What follows a zero is not a part of the format.
    let text: String = format.iter().take_while(|b| **b != 0).map(|b| char::from(*b)).collect();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('%') {
        let body = &rest[at + 1..];
        let until = |from: usize, set: &str| body[from..].find(|c| !set.contains(c)).map_or(body.len(), |n| from + n);
        let flags = until(0, "-+ #0'I");
        let width = until(flags, "0123456789.*");
        let size = until(width, "hlzjtLq");
        let letter = body[size..].chars().next();
        let end = size + letter.map_or(0, char::len_utf8);
        if letter == Some('$') {
            return None;
        }
        let star = || Wish { flags: String::new(), size: String::new(), letter: Some('*'), spelling: "*".to_owned() };
        found.extend(body[flags..width].matches('*').map(|_| star()));
        // Of these two the second is one of glibc's own, and neither takes an argument.
        if !matches!(letter, Some('%' | 'm')) {
            let spelling = format!("%{}", &body[..end]);
            found.push(Wish { flags: body[..flags].to_owned(), size: body[width..size].to_owned(), letter, spelling });
        }
        rest = &body[end..];
    }
    Some(found)
}

/// Why a conversion has no meaning, whatever its argument is.
fn problem(wish: &Wish) -> Option<&'static str> {
    let letter = match wish.letter {
        None => return Some("is cut off"),
        Some(letter) if !"*diuxXocspnfFeEgGaACS".contains(letter) => return Some("is none that C knows"),
        Some(letter) => letter,
    };
    let misfit = wish.flags.contains('#') && "diucspn".contains(letter) || wish.flags.contains('0') && "cspn".contains(letter);
    misfit.then_some("has a flag that does not fit")
}

impl Lower<'_> {
    fn kind_of(&self, wish: &Wish) -> Kind {
        match wish.letter {
            Some('*') => Kind::Number(32),
            Some('d' | 'i' | 'u' | 'x' | 'X' | 'o') => {
                self.sized_type(&wish.size, true).map_or(Kind::Other, |ty| Kind::Number(ty.promote().bits))
            }
            Some('c') if wish.size.is_empty() => Kind::Number(32),
            Some('s') if wish.size.is_empty() => Kind::Text,
            Some('p') => Kind::Pointer,
            Some('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A') => Kind::Float,
            _ => Kind::Other,
        }
    }

    /// What a call gives to its format, which is its argument number `at`.
    pub fn given_to_format(&mut self, call: &CallExpression, at: usize, arguments: &[Option<Value>]) -> Res<Vec<Given>> {
        let mut given = Vec::new();
        for (n, e) in call.arguments.iter().enumerate().skip(at + 1) {
            let value = arguments.get(n).cloned().flatten();
            let ty = match &value {
                Some(value) => self.type_of_value(value),
                // It has no value here; its type may be known all the same.
                None => self.attempt(|lower| lower.type_of(e))?.ok().map(|ty| ty.decay()),
            };
            given.push(Given { value, ty });
        }
        Ok(given)
    }

    /// Prints by a format that stands in the call as its argument number `at`, or comes from somewhere. Says whether the run goes on.
    pub fn printed(&mut self, name: &str, call: &CallExpression, at: usize, arguments: &[Option<Value>], span: &Span) -> Res<bool> {
        let given = self.given_to_format(call, at, arguments)?;
        match call.arguments.get(at).and_then(|e| self.literal_bytes_of(e)) {
            Some(text) => self.printed_as(name, &text, &given, span),
            None => {
                self.printed_by_any(name, arguments.get(at).cloned().flatten(), &given, span)?;
                Ok(true)
            }
        }
    }

    /// Prints by a format that comes from somewhere.
    pub fn printed_by_any(&mut self, name: &str, format: Option<Value>, given: &[Given], span: &Span) -> Res<()> {
        let unknown = format!("format of `{name}` that is not known");
        let Some(format @ (Value::Address(_) | Value::Pointer(_) | Value::Null)) = format else {
            return self.unsupported(unknown, span);
        };
        let address = self.as_address(format, span)?;
        let address = self.spill_address(address, span);
        let texts = self.opened.formats.get(span).cloned().unwrap_or_default();
        let cases: Vec<(Vec<u8>, VarId)> = texts.into_iter().map(|t| (t, self.temporary(CInt::BOOL))).collect();
        let deed = Deed::Format { object: address.object.clone(), offset: address.offset.clone(), at: span.clone(), cases: cases.clone() };
        self.deed(deed, span);
        let join = self.graph.loc(Some(span.clone()));
        for (text, is_it) in cases {
            let other = self.unless(Formula::cmp(CmpOp::Eq, is_it, 1), span);
            match self.attempt(|lower| lower.printed_as(name, &text, given, span))? {
                Ok(true) => self.graph.jump(join, span),
                Ok(false) => {}
                Err((what, at)) => self.give_up(&what, &at),
            }
            self.graph.here = other;
        }
        // Any other format must be a text at least.
        self.read_text(Some(Value::Address(address)), None, span)?;
        let is_pointer = |g: &Given| matches!(g.ty, Some(CType::Pointer(_)) | None);
        if self.options.checks.contains(&Check::Undefined) || given.iter().any(is_pointer) {
            self.give_up(&unknown, span);
        } else {
            self.graph.unchecked.insert(Check::Undefined);
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(())
    }

    /// Which texts the formats may be that do not stand in a call.
    pub fn find_formats(&mut self, points_to: &super::points_to::PointsTo) {
        let mut found = Vec::new();
        for deed in &self.deeds {
            let Deed::Format { object, at, .. } = deed else { continue };
            for object in objects_of(&points_to.objects(object)) {
                found.extend(self.text_of(object).map(|text| (at.clone(), text.clone())));
            }
        }
        for (at, text) in found {
            self.found_open.formats.entry(at).or_default().insert(text);
        }
    }

    /// What an object holds that nobody may change.
    pub fn text_of(&self, object: super::object::ObjectId) -> Option<&Vec<u8>> {
        self.literal_bytes.get(&object).or_else(|| self.constant_texts.get(&object))
    }

    /// Says which of some texts a pointer points to.
    pub fn which_format(&mut self, object: &Expr, offset: &Expr, cases: &[(Vec<u8>, VarId)], r: &Resolver, span: &Span) {
        let numbers = r.points_to.objects(object);
        let (object, offset) = (self.tidy(object, r), self.tidy(offset, r));
        for (text, is_it) in cases {
            let those = objects_of(&numbers).filter(|o| self.text_of(*o) == Some(text));
            let is = |o| match numbers.len() {
                1 => Formula::True,
                _ => Formula::cmp(CmpOp::Eq, object.clone(), Self::number_of_object(o)),
            };
            let from_start = Formula::cmp(CmpOp::Eq, offset.clone(), 0);
            let here = Formula::and([Formula::or(those.map(is).collect::<Vec<_>>()), from_start]);
            self.graph.assign(*is_it, Expr::ite(here, 1, 0), span);
        }
        self.graph.emit(base::Stmt::Skip, span);
    }

    /// Checks arguments against a format, and reads the texts that are printed. Says whether the run goes on.
    fn printed_as(&mut self, name: &str, format: &[u8], given: &[Given], span: &Span) -> Res<bool> {
        if !self.check_conversions(name, format, given, span)? {
            return Ok(false);
        }
        self.read_texts(format, given, span)?;
        Ok(true)
    }

    /// Checks arguments against a format. Says whether the run goes on.
    pub fn check_conversions(&mut self, name: &str, format: &[u8], given: &[Given], span: &Span) -> Res<bool> {
        let Some(wishes) = wishes(format) else {
            if self.options.checks.contains(&Check::Undefined) {
                return self.unsupported(format!("format of `{name}` that takes places from the arguments"), span);
            }
            return Ok(true);
        };
        for (i, wish) in wishes.iter().enumerate() {
            let kind = self.kind_of(wish);
            let problem = match (problem(wish), given.get(i)) {
                (Some(problem), _) => problem,
                (None, None) => "has no argument",
                (None, Some(Given { ty: Some(ty), .. })) if !fits(kind, ty) => "does not fit its argument",
                _ => continue,
            };
            let message = format!("the conversion `{}` of `{name}` {problem}", wish.spelling);
            if self.options.checks.contains(&Check::Undefined) {
                self.fail(Check::Undefined, message, span);
                return Ok(false);
            }
            self.graph.unchecked.insert(Check::Undefined);
            if kind == Kind::Text {
                return self.unsupported(message, span);
            }
        }
        Ok(true)
    }

    pub fn type_of_value(&self, value: &Value) -> Option<CType> {
        Some(match value {
            Value::Int(s) => CType::Int(s.ty),
            Value::Null => CType::pointer(CType::Void),
            Value::Pointer(place) => CType::pointer(place.ty.clone()),
            Value::Address(a) => match a.as_number {
                Some(ty) => CType::Int(ty),
                None => CType::pointer(a.to.clone()),
            },
            Value::Record(place) => place.ty.clone(),
            Value::Function(_) => CType::pointer(CType::Void),
            Value::Void => return None,
        })
    }
}

fn fits(kind: Kind, ty: &CType) -> bool {
    match (kind, ty) {
        (Kind::Other, _) | (_, CType::Unknown(_)) => true,
        (Kind::Number(bits), CType::Int(ty)) => ty.promote().bits == bits,
        (Kind::Text, CType::Pointer(to)) => matches!(to.innermost(), CType::Int(CInt { bits: 8, .. }) | CType::Void | CType::Unknown(_)),
        (Kind::Pointer, CType::Pointer(_) | CType::Function(_)) => true,
        (Kind::Float, CType::Float(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{problem, wishes};

    #[test]
    fn a_format_takes_its_arguments_in_order() {
        let letters = |format: &str| {
            let each = |w: &super::Wish| format!("{}{}", w.size, w.letter.map(String::from).unwrap_or_default());
            wishes(format.as_bytes()).map(|w| w.iter().map(each).collect::<Vec<_>>())
        };
        assert_eq!(letters("%d%% %-5ld %s"), Some(vec!["d".into(), "ld".into(), "s".into()]));
        assert_eq!(letters("%*.*f"), Some(vec!["*".into(), "*".into(), "f".into()]));
        assert_eq!(letters("%1$d"), None);
        assert_eq!(letters("50%"), Some(vec![String::new()]));
        assert_eq!(letters("%m %5%"), Some(vec![]));
    }

    #[test]
    fn conversions_that_mean_nothing_are_seen() {
        let first = |format: &str| wishes(format.as_bytes()).and_then(|w| w.first().and_then(problem));
        assert_eq!(first("50%"), Some("is cut off"));
        assert_eq!(first("%ly"), Some("is none that C knows"));
        assert_eq!(first("%#d"), Some("has a flag that does not fit"));
        assert_eq!(first("%#x"), None);
        assert_eq!(first("%05d"), None);
    }
}
