//! Initialisers (C11 6.7.9).

use super::constant::Value;
use super::types::{Length, Qualified, Type, plain};
use super::{Checker, Res, fault};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;

impl Checker {
    /// What an object is given at first; `lasting` if it lives as long as the program.
    pub fn initialised(&mut self, of: &Qualified, initialiser: &Node<Initializer>, lasting: bool) -> Res<()> {
        match &initialiser.node {
            Initializer::Expression(e) => self.given(of, e, lasting),
            Initializer::List(items) => match (&of.ty, items.as_slice()) {
                (Type::Int(_) | Type::Float(_) | Type::Pointer(_), []) => fault(initialiser.span.start, "a single value is missing"),
                // A string may stand in braces.
                (Type::Array(element, _), [first, rest @ ..])
                    if first.node.designation.is_empty() && is_string(&first.node.initializer) =>
                {
                    let is_narrow = matches!(element.ty, Type::Int("char" | "signed char" | "unsigned char"));
                    match (&first.node.initializer.node, rest) {
                        (Initializer::Expression(e), []) if self.holds_characters(&of.ty) => self.given(of, e, lasting),
                        (_, [second, ..]) if is_narrow => fault(second.span.start, "something behind a string for an array"),
                        _ => self.listed(of, items, lasting),
                    }
                }
                _ => self.listed(of, items, lasting),
            },
        }
    }

    /// One expression for an object.
    fn given(&mut self, of: &Qualified, e: &Node<Expression>, lasting: bool) -> Res<()> {
        let value = self.expression(e)?;
        let is_literal = matches!(e.node, Expression::StringLiteral(_) | Expression::CompoundLiteral(_));
        if matches!(of.ty, Type::Array(..)) && !is_literal && !value.of.ty.is_unknown() {
            // Marks of what is not understood look like names.
            let is_name = matches!(e.node, Expression::Identifier(_));
            if !is_name || matches!(value.of.ty, Type::Int(_) | Type::Float(_) | Type::Pointer(_)) {
                return fault(e.span.start, "an array gets a single value");
            }
        }
        match (&of.ty, &value.of.ty) {
            (Type::Array(to, _), Type::Array(from, _)) if matches!(e.node, Expression::StringLiteral(_)) => {
                self.spelled(&to.ty, &from.ty, e.span.start)?;
            }
            (Type::Array(..), _) => {}
            _ => self.fits(of, &value.of.ty, e.span.start)?,
        }
        match lasting.then(|| self.varies(e)).flatten() {
            Some(why) => fault(e.span.start, format!("the initialiser is not constant: {why}")),
            None => Ok(()),
        }
    }

    /// Whether an array may be given a string.
    fn holds_characters(&self, ty: &Type) -> bool {
        matches!(ty, Type::Array(of, _) if !matches!(of.ty, Type::Array(..) | Type::Record(_) | Type::Pointer(_)))
    }

    /// An array that gets a string has elements like it.
    fn spelled(&self, to: &Type, from: &Type, at: usize) -> Res<()> {
        let wrong = match (to, from) {
            (Type::Unknown | Type::Int("?"), _) | (_, Type::Unknown) => false,
            (Type::Int("char" | "signed char" | "unsigned char"), Type::Int("char")) => false,
            (Type::Int(a), Type::Int(b)) => a != b,
            _ => true,
        };
        match wrong {
            true => fault(at, format!("a string of {} for an array of {}", self.records.told(from), self.records.told(to))),
            false => Ok(()),
        }
    }

    /// A list for an object.
    fn listed(&mut self, of: &Qualified, items: &[Node<InitializerListItem>], lasting: bool) -> Res<()> {
        // The number of the part that is next, as long as it is certain.
        let mut next = Some(0);
        for item in items {
            let InitializerListItem { designation, initializer } = &item.node;
            let mut part = plain(Type::Unknown);
            if designation.is_empty() {
                if let Some(n) = next {
                    part = self.part(of, n);
                }
                // Without braces an expression may be for the first part of a part.
                let is_whole = matches!(initializer.node, Initializer::List(_))
                    || !matches!(part.ty, Type::Array(..) | Type::Record(_) | Type::Unknown);
                let is_text = is_string(initializer) && self.holds_characters(&part.ty);
                if !is_whole && !is_text {
                    part = plain(Type::Unknown);
                    next = None;
                }
                next = next.map(|n| n + 1);
            } else {
                part = of.clone();
                for designator in designation {
                    part = self.designated(&part, designator)?;
                }
                // An expression may be for the first part of what is designated.
                if matches!(initializer.node, Initializer::Expression(_))
                    && matches!(part.ty, Type::Array(..) | Type::Record(_))
                    && !is_string(initializer)
                {
                    part = plain(Type::Unknown);
                }
                next = None;
            }
            let gives = !matches!(&initializer.node, Initializer::List(list) if list.is_empty());
            if gives && !lasting && matches!((&of.ty, &part.ty), (Type::Record(_), Type::Array(_, Length::Missing))) {
                return fault(item.span.start, "an array without a size gets values, and does not live as long as the program");
            }
            self.initialised(&part, initializer, lasting)?;
        }
        Ok(())
    }

    /// The type of a part of an object, by its number.
    fn part(&self, of: &Qualified, n: usize) -> Qualified {
        let part = match &of.ty {
            Type::Array(of, _) => Some((**of).clone()),
            Type::Record(r) => {
                let fields = self.records.0[*r].fields.as_deref().unwrap_or_default();
                // Bit-fields without a name are passed over, and a union has one part.
                let counts = fields.iter().all(|f| f.name.is_some()) && !(self.records.0[*r].is_union && n > 0);
                fields.get(n).filter(|_| counts).map(|f| f.of.clone())
            }
            // Scalars in braces.
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) if n == 0 => Some(of.clone()),
            _ => None,
        };
        part.unwrap_or(plain(Type::Unknown))
    }

    /// The part of an object that a designator names.
    fn designated(&mut self, of: &Qualified, designator: &Node<Designator>) -> Res<Qualified> {
        let ends = match &designator.node {
            Designator::Index(e) => [e, e],
            Designator::Range(r) => [&r.node.from, &r.node.to],
            Designator::Member(id) => {
                let name = &id.node.name;
                return match &of.ty {
                    Type::Record(r) => match self.records.member(*r, name) {
                        Some(field) => Ok(field.of.clone()),
                        None if self.records.0[*r].fields.is_none() || self.records.is_obscure(*r) => Ok(plain(Type::Unknown)),
                        None => fault(id.span.start, format!("{} has no member `{name}`", self.records.0[*r].name)),
                    },
                    Type::Array(..) | Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                        fault(id.span.start, format!("there is no member `{name}` here"))
                    }
                    _ => Ok(plain(Type::Unknown)),
                };
            }
        };
        let at = designator.span.start;
        let mut numbers = Vec::new();
        for e in ends {
            if !matches!(self.expression(e)?.of.ty, Type::Int(_) | Type::Unknown) {
                return fault(at, "an index in an initialiser is not an integer");
            }
            match self.constant(e) {
                Value::Known(n) if n < 0 => return fault(at, "a negative index in an initialiser"),
                Value::Known(n) => numbers.push(n),
                Value::Not(why) => return fault(at, format!("an index in an initialiser must be a constant: {why}")),
                Value::Unknown => {}
            }
        }
        if let [from, to] = numbers.as_slice()
            && from > to
        {
            return fault(at, "an empty range in an initialiser");
        }
        match &of.ty {
            Type::Array(element, length) => match length {
                Length::Known(n) if numbers.iter().any(|i| i >= n) => fault(at, "an index in an initialiser is beyond the array"),
                _ => Ok((**element).clone()),
            },
            Type::Unknown => Ok(plain(Type::Unknown)),
            _ => fault(at, format!("{} has no elements", self.records.told(&of.ty))),
        }
    }
}

/// Whether an initialiser is a string alone.
fn is_string(initialiser: &Node<Initializer>) -> bool {
    matches!(&initialiser.node, Initializer::Expression(e) if matches!(e.node, Expression::StringLiteral(_)))
}
