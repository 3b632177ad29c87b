//! Whether the arguments of a printing function fit its format (check `undefined`).
//!
//! An argument that is missing or has another size or kind than its conversion says has no meaning; surplus ones are ignored. What is
//! printed does not change the run, so where nobody asks it goes on, except that a text which is none cannot be read.

use super::value::Value;
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{Check, Span};
use lang_c::ast::{CallExpression, Expression};

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

/// One argument that a format takes, with the conversion's spelling.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    kind: Kind,
    spelling: String,
}

/// The length modifier and letter of each argument that a format takes, widths and precisions included; none if it names the places
/// of its arguments or is cut off.
fn wishes(format: &[u8]) -> Option<Vec<(String, char, String)>> {
    let mut found = Vec::new();
    // What follows a zero is not a part of the format.
    let text: String = format.iter().take_while(|b| **b != 0).map(|b| char::from(*b)).collect();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('%') {
        let body = &rest[at + 1..];
        let flags = body.find(|c| !"-+ #0123456789.*'".contains(c))?;
        let length = body[flags..].find(|c| !"hlzjtLq".contains(c))?;
        let kind = body[flags + length..].chars().next()?;
        if kind == '$' {
            return None;
        }
        let end = flags + length + kind.len_utf8();
        found.extend(body[..flags].matches('*').map(|_| (String::new(), '*', "*".to_owned())));
        if kind != '%' {
            found.push((body[flags..flags + length].to_owned(), kind, format!("%{}", &body[..end])));
        }
        rest = &body[end..];
    }
    Some(found)
}

impl Lower<'_> {
    fn wishes_of(&self, format: &[u8]) -> Option<Vec<Wish>> {
        let kind = |size: &str, letter: char| match letter {
            '*' => Kind::Number(32),
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => self.sized_type(size, true).map_or(Kind::Other, |ty| Kind::Number(ty.promote().bits)),
            'c' if size.is_empty() => Kind::Number(32),
            's' if size.is_empty() => Kind::Text,
            'p' => Kind::Pointer,
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => Kind::Float,
            _ => Kind::Other,
        };
        Some(wishes(format)?.into_iter().map(|(size, letter, spelling)| Wish { kind: kind(&size, letter), spelling }).collect())
    }

    /// Checks the arguments of a call whose format is its argument number `at`. Says whether the run goes on.
    pub fn check_conversions(
        &mut self,
        name: &str,
        call: &CallExpression,
        at: usize,
        arguments: &[Option<Value>],
        span: &Span,
    ) -> Res<bool> {
        let format = match call.arguments.get(at).map(|a| &a.node) {
            Some(Expression::StringLiteral(s)) => self.string(&s.node),
            _ => None,
        };
        let Some(wishes) = format.and_then(|f| self.wishes_of(&f)) else { return Ok(true) };
        for (i, wish) in wishes.iter().enumerate() {
            let n = at + 1 + i;
            let problem = match call.arguments.get(n) {
                None => "has no argument",
                Some(e) => {
                    let ty = match arguments.get(n) {
                        Some(Some(value)) => self.type_of_value(value),
                        // It has no value here; its type may be known all the same.
                        _ => self.attempt(|lower| lower.type_of(e))?.ok().map(|ty| ty.decay()),
                    };
                    match ty {
                        Some(ty) if !fits(wish.kind, &ty) => "does not fit its argument",
                        _ => continue,
                    }
                }
            };
            let message = format!("the conversion `{}` of `{name}` {problem}", wish.spelling);
            if self.options.checks.contains(&Check::Undefined) {
                self.fail(Check::Undefined, message, span);
                return Ok(false);
            }
            self.graph.unchecked.insert(Check::Undefined);
            if wish.kind == Kind::Text {
                return self.unsupported(message, span);
            }
        }
        Ok(true)
    }

    fn type_of_value(&self, value: &Value) -> Option<CType> {
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
    use super::wishes;

    #[test]
    fn a_format_takes_its_arguments_in_order() {
        let letters =
            |format: &str| wishes(format.as_bytes()).map(|w| w.iter().map(|(size, c, _)| format!("{size}{c}")).collect::<Vec<_>>());
        assert_eq!(letters("%d%% %-5ld %s"), Some(vec!["d".into(), "ld".into(), "s".into()]));
        assert_eq!(letters("%*.*f"), Some(vec!["*".into(), "*".into(), "f".into()]));
        assert_eq!(letters("%1$d"), None);
        assert_eq!(letters("50%"), None);
    }
}
