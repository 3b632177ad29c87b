//! Classes of characters, as the macros of glibc's `ctype.h` ask for them: `(*__ctype_b_loc())[c] & mask`.
//!
//! The table has 384 entries, and no domain keeps what each of them says. A mask is a class of characters, though, and nearly all classes are a few
//! ranges, so the term says for which ranges of `c` the bits are set. It equals what the table holds ("C" locale), which the tests of the models compare
//! with the library.

use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::CInt;
use base::{Check, CmpOp, Expr, Formula, Int, Span};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator};
use lang_c::span::Node;

/// The function that leads to the table.
const TABLE: &str = "__ctype_b_loc";
/// What the table has entries for.
const FIRST: i64 = -128;
const LAST: i64 = 255;
/// A mask whose bits are set in more ranges is looked up in the table.
const MOST_RANGES: usize = 8;

/// Whether an expression is the table.
pub fn is_table(e: &Expression) -> bool {
    match e {
        Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => match &op.node.operand.node {
            Expression::Call(call) => matches!(&call.node.callee.node, Expression::Identifier(id) if id.node.name == TABLE),
            _ => false,
        },
        _ => false,
    }
}

/// The entry of a character.
fn entry(c: i64) -> i64 {
    let Some(c) = u8::try_from(c).ok().filter(u8::is_ascii) else { return 0 };
    let is_space = c == b' ' || (9..=13).contains(&c);
    let is_print = (32..127).contains(&c);
    let classes = [
        (1, c == b' ' || c == b'\t'),
        (2, c.is_ascii_control()),
        (4, c.is_ascii_punctuation()),
        (8, c.is_ascii_alphanumeric()),
        (256, c.is_ascii_uppercase()),
        (512, c.is_ascii_lowercase()),
        (1024, c.is_ascii_alphabetic()),
        (2048, c.is_ascii_digit()),
        (4096, c.is_ascii_hexdigit()),
        (8192, is_space),
        (16384, is_print),
        (32768, c.is_ascii_graphic()),
    ];
    classes.iter().filter(|(_, is_in)| *is_in).map(|(bit, _)| bit).sum()
}

/// The ranges of characters that have some of these bits, each with these bits.
fn ranges(mask: i64) -> Vec<(i64, i64, i64)> {
    let mut found: Vec<(i64, i64, i64)> = Vec::new();
    for (c, bits) in (FIRST..=LAST).map(|c| (c, entry(c) & mask)).filter(|(_, bits)| *bits != 0) {
        match found.last_mut() {
            Some((_, last, b)) if *last + 1 == c && *b == bits => *last = c,
            _ => found.push((c, c, bits)),
        }
    }
    found
}

impl Lower<'_> {
    /// The value of `(*__ctype_b_loc())[c] & mask`; none if the expression is something else.
    pub fn character_class(&mut self, op: &BinaryOperatorExpression, span: &Span) -> Res<Option<Value>> {
        let Expression::BinaryOperator(lookup) = &op.lhs.node else { return Ok(None) };
        let (table, index) = (&lookup.node.lhs, &lookup.node.rhs);
        let is_lookup = op.operator.node == BinaryOperator::BitwiseAnd && lookup.node.operator.node == BinaryOperator::Index;
        if !is_lookup || !is_table(&table.node) || !self.is_of_models(TABLE) {
            return Ok(None);
        }
        let Some(mask) = self.known_mask(&op.rhs)? else { return Ok(None) };
        let ranges = ranges(mask);
        if ranges.len() > MOST_RANGES {
            return Ok(None);
        }
        let index = self.rvalue(index)?;
        self.check_character_index(table, &index, span);
        let c = self.as_int(index, span)?;
        let c = if c.expr.as_const().is_some() || matches!(c.expr, Expr::Var(_)) { c } else { self.spill(c, span) };
        if !self.asks_undefined() {
            let outside = Formula::or([Formula::cmp(CmpOp::Lt, c.expr.clone(), FIRST), Formula::cmp(CmpOp::Gt, c.expr.clone(), LAST)]);
            self.require(vec![(Check::Bounds, outside, "index outside of the table of character classes".to_owned())], span);
        }
        let within = |low: i64, high: i64| {
            Formula::and([Formula::cmp(CmpOp::Ge, c.expr.clone(), low), Formula::cmp(CmpOp::Le, c.expr.clone(), high)])
        };
        let mut values: Vec<i64> = ranges.iter().map(|(.., bits)| *bits).collect();
        values.sort_unstable();
        values.dedup();
        let expr = values.iter().fold(Expr::Const(Int::ZERO), |rest, bits| {
            let of = ranges.iter().filter(|(.., b)| b == bits);
            Expr::ite(Formula::or(of.map(|(low, high, _)| within(*low, *high))), *bits, rest)
        });
        let value = self.scalar(expr, CInt::INT, c.depth + 2);
        Ok(Some(Value::Int(Scalar { range: value.range.map(|(low, high)| (low.max(Int::ZERO), high.min(Int::from(mask)))), ..value })))
    }

    /// Whether the function is the library's.
    fn is_of_models(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|f| f.span.start >= self.source.models_start)
    }

    /// The bits that are asked for, where they are constant.
    fn known_mask(&mut self, mask: &Node<Expression>) -> Res<Option<i64>> {
        let mask = self.attempt(|lower| lower.constant(mask))?;
        Ok(mask.ok().and_then(|m| i64::try_from(m.expr.as_const()?).ok()).filter(|m| (0..=0xffff).contains(m)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_few_ranges() {
        assert_eq!(ranges(2048), [(48, 57, 2048)]);
        assert_eq!(ranges(8192), [(9, 13, 8192), (32, 32, 8192)]);
        assert_eq!(ranges(8), [(48, 57, 8), (65, 90, 8), (97, 122, 8)]);
        assert_eq!(ranges(256 | 2048), [(48, 57, 2048), (65, 90, 256)]);
        assert!(ranges(0).is_empty());
        assert!(ranges(0xffff).len() > MOST_RANGES);
    }
}
