//! `__builtin_add_overflow` and its family: the exact result of an operation, stored in the type of the target, and whether it did not fit.
//!
//! The generic ones take operands of any integer types; those with a type in their name (`__builtin_saddl_overflow`) convert them to it first.

use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{BinOp, CmpOp, Expr, Formula, Span};
use lang_c::ast::CallExpression;

/// The operation that a builtin does, and what its name says of the type: whether it is signed, and how many times it is `long`.
fn operation(name: &str) -> Option<(BinOp, Option<(bool, usize)>)> {
    let middle = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    let operations = [("add", BinOp::Add), ("sub", BinOp::Sub), ("mul", BinOp::Mul)];
    let generic = operations.iter().find(|(word, _)| *word == middle);
    if let Some((_, op)) = generic {
        return Some((*op, None));
    }
    let signed = middle.starts_with('s');
    let rest = middle.strip_prefix('s').or_else(|| middle.strip_prefix('u'))?;
    let (word, op) = operations.iter().find(|(word, _)| rest.starts_with(word))?;
    let long = &rest[word.len()..];
    ["", "l", "ll"].contains(&long).then_some((*op, Some((signed, long.len()))))
}

/// Whether a function stores through its last argument and is none of the library.
pub fn is_overflowing(name: &str) -> bool {
    operation(name).is_some()
}

impl Lower<'_> {
    /// The meaning of such a builtin; none if it is another function.
    pub fn overflowing(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Option<Value>> {
        let Some((op, named)) = operation(name) else { return Ok(None) };
        let arguments = self.settled_arguments(call, span)?;
        let [Some(Value::Int(a)), Some(Value::Int(b)), Some(to)] = arguments.as_slice() else {
            return self.unsupported(format!("argument of `{name}`"), span);
        };
        let named = named.map(|(signed, longs)| match longs {
            0 if signed => CInt::INT,
            0 => CInt::UINT,
            1 => self.types.long(signed),
            _ => self.types.long_long(signed),
        });
        let [a, b] = [a, b].map(|operand| named.map_or_else(|| operand.clone(), |ty| self.convert(operand.clone(), ty)));
        let Some(target) = self.place_behind(Some(to.clone()), None, span)? else {
            return self.unsupported(format!("argument of `{name}`"), span);
        };
        let CType::Int(ty) = target.ty else { return self.unsupported(format!("argument of `{name}`"), span) };
        if ty.is_bool() || named.is_some_and(|n| n.machine() != ty.machine()) || self.math() {
            return self.unsupported(format!("argument of `{name}`"), span);
        }
        let exact = Expr::bin(op, a.expr, b.expr);
        let machine = ty.machine();
        let misses = Formula::or([
            Formula::cmp(CmpOp::Lt, exact.clone(), Expr::Const(machine.min())),
            Formula::cmp(CmpOp::Gt, exact.clone(), Expr::Const(machine.max())),
        ]);
        let says = self.spill(Scalar::truth(misses, 1), span);
        let result = self.scalar(Expr::wrap(machine, exact), ty, 2);
        let result = self.spill(result, span);
        self.store(&target, result, span)?;
        Ok(Some(Value::Int(says)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_operation_and_type() {
        assert_eq!(operation("__builtin_mul_overflow"), Some((BinOp::Mul, None)));
        assert_eq!(operation("__builtin_usubll_overflow"), Some((BinOp::Sub, Some((false, 2)))));
        assert_eq!(operation("__builtin_sadd_overflow"), Some((BinOp::Add, Some((true, 0)))));
        assert_eq!(operation("__builtin_add_overflow_p"), None);
        assert_eq!(operation("__builtin_saddx_overflow"), None);
        assert_eq!(operation("add_overflow"), None);
    }
}
