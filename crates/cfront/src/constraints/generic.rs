//! Generic selections (C11 6.5.1.1).

use super::types::{Qualified, Type, conflict, is_same, plain};
use super::{Checker, Res, fault};
use lang_c::ast::{Expression, GenericAssociation, GenericSelection};
use lang_c::span::Node;

impl Checker {
    /// The types of a generic selection are complete and different, and one of them is that of the value.
    pub fn check_generic(&mut self, g: &GenericSelection, at: usize) -> Res<()> {
        let value = self.expression(&g.expression)?.of.ty.decayed();
        let (mut types, mut has_default): (Vec<Qualified>, bool) = (Vec::new(), false);
        for each in &g.associations {
            let e = match &each.node {
                GenericAssociation::Default(e) => {
                    if std::mem::replace(&mut has_default, true) {
                        return fault(each.span.start, "a generic selection with two defaults");
                    }
                    e
                }
                GenericAssociation::Type(t) => {
                    let of = self.type_name(&t.node.type_name)?;
                    let at = each.span.start;
                    if matches!(of.ty, Type::Function(_)) || self.records.is_incomplete(&of.ty) {
                        return fault(at, "a generic selection for a type without a size");
                    }
                    if self.records.is_variable(&of.ty) {
                        return fault(at, "a generic selection for a type of variable size");
                    }
                    if types.iter().any(|before| is_same(before, &of)) {
                        return fault(at, "a generic selection names one type twice");
                    }
                    types.push(of);
                    &t.node.expression
                }
            };
            self.denoted(e)?;
        }
        match has_default || types.iter().any(|of| may_be(of, &value)) {
            true => Ok(()),
            false => fault(at, format!("a generic selection says nothing about {}", self.records.told(&value))),
        }
    }

    /// The expression that a generic selection chooses, if that is certain.
    pub fn selected<'a>(&mut self, g: &'a GenericSelection) -> Res<Option<&'a Node<Expression>>> {
        let value = self.expression(&g.expression)?.of.ty.decayed();
        let (mut default, mut chosen, mut is_certain) = (None, Vec::new(), true);
        for each in &g.associations {
            match &each.node {
                GenericAssociation::Default(e) => default = Some(&**e),
                GenericAssociation::Type(t) => {
                    let of = self.type_name(&t.node.type_name)?;
                    if may_be(&of, &value) {
                        chosen.push(&*t.node.expression);
                        is_certain &= is_same(&of, &plain(value.clone()));
                    }
                }
            }
        }
        Ok(match (chosen.as_slice(), default) {
            ([], default) => default,
            ([only], default) if is_certain || default.is_none() => Some(only),
            _ => None,
        })
    }
}

/// Whether a type in a generic selection may be that of the value.
fn may_be(of: &Qualified, value: &Type) -> bool {
    of.ty.is_unknown() || value.is_unknown() || !of.is_const && !of.is_volatile && !conflict(of, &plain(value.clone()))
}
