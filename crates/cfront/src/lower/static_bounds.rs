//! Parameters `a[static n]`: the argument must point to `n` elements (check `undefined`).
//!
//! Who calls the entry function is not seen, so there it is a premise that the arguments do.

use super::memory::Deed;
use super::resolve::Resolver;
use super::variable_length::parameters;
use super::{Definition, Lower, Res};
use crate::graph::Note;
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, Span};
use lang_c::ast::{ArraySize, Declarator, DerivedDeclarator, Expression};
use lang_c::span::Node;

/// The number of elements that a declarator promises.
fn promised(declarator: &Declarator) -> Option<&Node<Expression>> {
    declarator.derived.iter().find_map(|d| match &d.node {
        DerivedDeclarator::Array(array) => match &array.node.size {
            ArraySize::StaticExpression(n) => Some(&**n),
            _ => None,
        },
        _ => None,
    })
}

impl<'a> Lower<'a> {
    /// Checks what the parameters of a function promise, where its body begins.
    pub fn check_static_bounds(&mut self, definition: &Definition<'a>, span: &Span) -> Res<()> {
        for parameter in parameters(definition) {
            let Some(declarator) = &parameter.node.declarator else { continue };
            let (Some(name), Some(n)) = (Self::declared_name(&declarator.node), promised(&declarator.node)) else { continue };
            let known = self.is_in_entry();
            if known {
                let premise = format!("`{}` gets arrays of at least the lengths that `static` in its parameters says", self.options.entry);
                self.premises.insert(premise.as_str().into());
            } else if !self.options.checks.contains(&Check::Undefined) {
                self.graph.unchecked.insert(Check::Undefined);
                continue;
            }
            self.guarded(|lower| {
                let (pointer, ty) = match lower.lookup(&name) {
                    Some(super::Entity::Bound(value, ty)) => (value.clone(), ty.clone()),
                    Some(super::Entity::Object(o)) => {
                        let place = lower.whole(*o);
                        (lower.load(&place, span)?, place.ty)
                    }
                    _ => return Ok(()),
                };
                let address = lower.as_address(pointer, span)?;
                let n = lower.int_value(n)?;
                let size = match &ty {
                    CType::Pointer(to) => lower.element_size(to),
                    _ => None,
                };
                let Some(size) = size else { return lower.unsupported("parameter with `static` of this type", span) };
                let count = Expr::mul(Expr::Const(Int::from(size)), n.expr);
                let object = super::address::unmoved(address.object);
                lower.deed(Deed::Reserve { object, offset: address.offset, count, known }, span);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Whether the body that is translated is that of the entry function, called from outside.
    fn is_in_entry(&self) -> bool {
        self.activations.len() == 1 && self.copies.is_empty()
    }

    /// An argument for a parameter `a[static n]` must point to so many bytes.
    pub fn reserved(&mut self, object: &Expr, offset: &Expr, count: &Expr, known: bool, r: &Resolver, span: &Span) {
        let numbers = r.points_to.objects(object);
        let object = self.tidy(object, r);
        let message = "the argument points to fewer elements than `static` in the parameter says";
        let mut conditions = vec![(Check::Undefined, Formula::cmp(CmpOp::Eq, object.clone(), 0), message.to_owned())];
        let targets = self.targets(&numbers, r);
        let alone = targets.len() == 1 && numbers.iter().all(|n| *n > 0);
        for target in &targets {
            let Some(size) = self.target_size(target, &object, r) else { continue };
            let here = if alone { Formula::True } else { target.condition(&object, &targets, r) };
            let end = Expr::add(offset.clone(), count.clone());
            let short = Formula::or([Formula::cmp(CmpOp::Lt, offset.clone(), 0), Formula::cmp(CmpOp::Gt, end, size)]);
            conditions.push((Check::Undefined, Formula::and([here, short]), message.to_owned()));
        }
        if known {
            let kept = Formula::and(conditions.into_iter().map(|(_, short, _)| short.negate()));
            self.graph.assume(kept, Note::Nothing, span);
            return;
        }
        self.require(conditions, span);
    }
}
