//! Records and enumerations: their members and constants (C11 6.7.2.1, 6.7.2.2).

use super::constant::Value;
use super::specifier::derivations;
use super::types::{Field, Length, Qualified, Record, SOME_INT, Type, plain};
use super::{Checker, Entity, Res, Tag, fault};
use crate::prepass::Mark;
use base::SortedSet;
use lang_c::ast::{
    Declaration, EnumType, Expression, SpecifierQualifier, StructDeclaration, StructDeclarator, StructKind, StructType, TypeSpecifier,
};
use lang_c::span::Node;

/// The members of a record, as far as they are read.
#[derive(Default)]
struct Members {
    fields: Vec<Field>,
    is_union: bool,
    /// By which they and those of records without a name are reached.
    names: SortedSet<String>,
    /// Attributes change their layout.
    is_odd: bool,
}

impl Checker {
    /// A tag that stands alone in a declaration is declared in the block at hand, whatever it means outside (C11 6.7.2.3p7; gcc: also of an enumeration).
    pub fn announce_tag(&mut self, d: &Declaration) {
        let Some((tag, kind)) = crate::syntax::tag_alone(d) else { return };
        if self.scope().tags.contains_key(tag) {
            return;
        }
        let means = match kind {
            Some(StructKind::Union) => Tag::Record(self.new_record(format!("`union {tag}`"), true)),
            Some(StructKind::Struct) => Tag::Record(self.new_record(format!("`struct {tag}`"), false)),
            None => Tag::Enum(false),
        };
        self.scope().tags.insert(tag.to_owned(), means);
    }

    fn new_record(&mut self, name: String, is_union: bool) -> usize {
        self.records.0.push(Record { name, is_union, fields: None, is_variable: false });
        self.announce(is_union);
        self.records.0.len() - 1
    }

    pub fn record(&mut self, s: &StructType, at: usize) -> Res<Qualified> {
        let is_union = s.kind.node == StructKind::Union;
        let word = if is_union { "union" } else { "struct" };
        let tag = s.identifier.as_ref().map(|i| i.node.name.clone());
        let name = tag.as_ref().map_or(format!("a {word} without a name"), |t| format!("`{word} {t}`"));
        let known = match &tag {
            // A definition belongs to the innermost scope, a mention to the nearest one that knows the tag.
            Some(t) if s.declarations.is_some() => self.scope().tags.get(t).copied(),
            Some(t) => self.lookup_tag(t),
            None => None,
        };
        let id = match known {
            Some(Tag::Enum(_)) => return fault(at, format!("`{}` is an enumeration", tag.unwrap_or_default())),
            Some(Tag::Record(id)) if self.records.0[id].is_union != is_union => {
                return fault(at, format!("{name} is a record of the other kind"));
            }
            Some(Tag::Record(id)) if s.declarations.is_some() && self.records.0[id].fields.is_some() => {
                return fault(at, format!("redefinition of {name}"));
            }
            Some(Tag::Record(id)) => id,
            None => {
                let id = self.new_record(name.clone(), is_union);
                if let Some(tag) = tag {
                    self.scope().tags.insert(tag, Tag::Record(id));
                }
                id
            }
        };
        if let Some(declarations) = &s.declarations {
            let mut members = Members { is_union, ..Members::default() };
            for declaration in declarations {
                match &declaration.node {
                    StructDeclaration::Field(field) => {
                        self.members(&field.node.specifiers, &field.node.declarators, field.span.start, &mut members)?
                    }
                    StructDeclaration::StaticAssert(a) => self.static_assert(&a.node)?,
                }
            }
            let is_variable = members.fields.iter().any(|f| self.records.is_variable(&f.of.ty));
            let record = &mut self.records.0[id];
            (record.fields, record.is_variable) = (Some(members.fields), is_variable);
            self.lay_out(id, members.is_odd);
        }
        Ok(plain(Type::Record(id)))
    }

    fn members(
        &mut self,
        specifiers: &[Node<SpecifierQualifier>],
        declarators: &[Node<StructDeclarator>],
        at: usize,
        members: &mut Members,
    ) -> Res<()> {
        let base = self.qualified(specifiers, at)?;
        // Without a name only a record without a tag is a member.
        let is_anonymous = |s: &Node<SpecifierQualifier>| match &s.node {
            SpecifierQualifier::TypeSpecifier(t) => matches!(&t.node, TypeSpecifier::Struct(s) if s.node.identifier.is_none()),
            _ => false,
        };
        if declarators.is_empty() && specifiers.iter().any(is_anonymous) {
            self.member_of(Field { name: None, of: base.clone(), width: None }, at, members)?;
        }
        for d in declarators {
            let (name, of) = match &d.node.declarator {
                Some(d) => self.declarator(base.clone(), d)?,
                None => (None, base.clone()),
            };
            if name.as_deref().and_then(Mark::read).is_some() {
                members.is_odd = true;
                continue;
            }
            let at = d.span.start;
            let told = name.clone().unwrap_or_default();
            let width = match &d.node.bit_width {
                Some(e) => Some(self.width(e, &of, name.as_deref(), at)?),
                None => None,
            };
            match &of.ty {
                Type::Function(_) => return fault(at, format!("the member `{told}` is a function")),
                Type::Array(of, _) if self.records.is_incomplete(&of.ty) => {
                    return fault(at, format!("the member `{told}` has an incomplete type"));
                }
                // Its size is that of what it is given.
                Type::Array(..) => {}
                ty if self.records.is_incomplete(ty) => return fault(at, format!("the member `{told}` has an incomplete type")),
                _ => {}
            }
            let is_bare = d.node.declarator.as_ref().is_none_or(|d| derivations(d).is_empty());
            if is_bare && self.announced_in(specifiers).is_some() {
                return fault(at, format!("the member `{told}` has an incomplete type"));
            }
            self.member_of(Field { name, of, width }, at, members)?;
        }
        Ok(())
    }

    /// The width of a bit-field, if it is known.
    fn width(&mut self, e: &Node<Expression>, of: &Qualified, name: Option<&str>, at: usize) -> Res<Option<i128>> {
        let told = name.unwrap_or_default();
        let bits = match &of.ty {
            Type::Int("char" | "signed char" | "unsigned char") => 8,
            Type::Int("short" | "unsigned short") => 16,
            Type::Int("int" | "unsigned int") => 32,
            Type::Int("_Bool") => 1,
            Type::Int(_) | Type::Unknown => 64,
            _ => return fault(at, format!("the bit-field `{told}` has no integer type")),
        };
        if !matches!(self.expression(e)?.of.ty, Type::Int(_) | Type::Unknown) {
            return fault(at, format!("the width of the bit-field `{told}` is not an integer"));
        }
        match self.constant(e) {
            Value::Known(n) if n < 0 => fault(at, format!("the width of the bit-field `{told}` is negative")),
            Value::Known(0) if name.is_some() => fault(at, format!("the width of the bit-field `{told}` is 0")),
            Value::Known(n) if n > bits => fault(at, format!("the bit-field `{told}` is wider than its type")),
            Value::Known(n) => Ok(Some(n)),
            Value::Not(why) => fault(at, format!("the width of the bit-field `{told}` must be a constant: {why}")),
            Value::Unknown => Ok(None),
        }
    }

    /// One more member of a record.
    fn member_of(&self, field: Field, at: usize, members: &mut Members) -> Res<()> {
        let is_flexible = |f: &Field| matches!(f.of.ty, Type::Array(_, Length::Missing));
        if members.fields.last().is_some_and(is_flexible) {
            return fault(at, "a member behind an array without a size");
        }
        if is_flexible(&field) && (members.is_union || members.names.is_empty()) {
            return fault(at, "an array without a size must be the last of several members of a struct");
        }
        for name in self.records.member_names(std::slice::from_ref(&field)) {
            if !members.names.insert(name.clone()) {
                return fault(at, format!("the record has two members `{name}`"));
            }
        }
        members.fields.push(field);
        Ok(())
    }

    pub fn enumeration(&mut self, e: &EnumType) -> Res<Qualified> {
        let tag = e.identifier.as_ref().map(|i| i.node.name.clone());
        if let Some(tag) = &tag {
            let at = e.identifier.as_ref().map_or(0, |i| i.span.start);
            match self.scope().tags.get(tag) {
                Some(Tag::Record(_)) => return fault(at, format!("`{tag}` is a record")),
                Some(Tag::Enum(true)) if !e.enumerators.is_empty() => return fault(at, format!("redefinition of `enum {tag}`")),
                _ => {}
            }
            if e.enumerators.is_empty() && self.lookup_tag(tag).is_none() {
                self.scope().tags.insert(tag.clone(), Tag::Enum(false));
            }
        }
        let (mut next, mut last) = (Some(0), None);
        for each in &e.enumerators {
            let name = each.node.identifier.node.name.clone();
            let at = each.span.start;
            if let Some(value) = &each.node.expression {
                if !matches!(self.expression(value)?.of.ty, Type::Int(_) | Type::Unknown) {
                    return fault(at, format!("the value of `{name}` is not an integer"));
                }
                next = match self.constant(value) {
                    Value::Known(v) => Some(v),
                    Value::Not(why) => return fault(at, format!("the value of `{name}` must be a constant: {why}")),
                    Value::Unknown => None,
                };
                last = self.enumerator(value);
            } else if let Some(before) = last {
                last = Checker::next_enumerator(before);
                if last.is_none() {
                    return fault(at, format!("the value of `{name}` would be too large"));
                }
            }
            if self.scope().names.contains_key(&name) {
                return fault(at, format!("`{name}` is declared twice"));
            }
            // Others have the type of the enumeration.
            let value = next.filter(|v| i32::try_from(*v).is_ok());
            self.scope().names.insert(name, Entity::Constant(value));
            next = next.map(|v| v + 1);
        }
        if let Some(tag) = tag.filter(|_| !e.enumerators.is_empty()) {
            self.scope().tags.insert(tag, Tag::Enum(true));
        }
        Ok(plain(SOME_INT))
    }
}
