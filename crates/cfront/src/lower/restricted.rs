//! Parameters that are declared `restrict` (C11 6.7.3.1).
//!
//! What is modified through such a pointer must not be accessed by other ways while the function runs. That is not checked: where two pointers
//! that a function gets may lead to one object, one of them is `restrict` and the function writes there, the verdict says that it is assumed.

use super::fixed::is_qualified;
use super::memory::Deed;
use super::points_to::{PointsTo, objects_of};
use super::value::Value;
use super::variable_length::parameters;
use super::{Definition, Entity, Lower};
use crate::graph::Note;
use base::{Check, Expr};
use lang_c::ast::{Declarator, TypeQualifier};
use lang_c::span::Node;
use std::ops::Range;

/// A call of a function with such a parameter.
pub struct Restricted {
    function: String,
    edges: Range<usize>,
    /// The objects of the pointers that it gets, and whether they are `restrict`.
    pointers: Vec<(Expr, bool)>,
}

fn is_restrict(declarator: &Node<Declarator>) -> bool {
    is_qualified(false, &TypeQualifier::Restrict, declarator)
}

impl<'a> Lower<'a> {
    /// The pointers that a function of the program gets, if one of them is `restrict`; the edges of its body follow.
    pub fn restricted_pointers(&self, name: &str, definition: &Definition<'a>) -> Option<Restricted> {
        let declared: Vec<_> = parameters(definition).iter().filter_map(|p| p.node.declarator.as_ref()).collect();
        let is_model = definition.span.start >= self.source.models_start;
        if is_model || !self.options.checks.contains(&Check::Undefined) || !declared.iter().any(|d| is_restrict(d)) {
            return None;
        }
        let mut pointers = Vec::new();
        for declarator in declared {
            let object = match self.lookup(&Self::declared_name(&declarator.node)?) {
                Some(Entity::Bound(Value::Pointer(place), _)) => match &place.base {
                    super::place::Base::Object(object) => Expr::from(Self::number_of_object(*object)),
                    super::place::Base::Memory(address, _) => address.object.clone(),
                },
                Some(Entity::Object(object)) => match self.objects[*object].leaves.get(&vec![]) {
                    Some(leaf) if leaf.offset.is_some() => Expr::Var(leaf.var),
                    _ => continue,
                },
                _ => continue,
            };
            pointers.push((object, is_restrict(declarator)));
        }
        let first = self.graph.edges.len();
        Some(Restricted { function: name.to_owned(), edges: first..first, pointers })
    }

    /// The body of such a function has been translated.
    pub fn keep_restricted(&mut self, call: Option<Restricted>) {
        let end = self.graph.edges.len();
        self.restricted.extend(call.map(|call| Restricted { edges: call.edges.start..end, ..call }));
    }

    /// Says what is assumed of `restrict`, when it is known what pointers may point to.
    pub fn assume_restrict(&mut self, points_to: &PointsTo) {
        for call in std::mem::take(&mut self.restricted) {
            let mut shared = base::SortedSet::new();
            for (i, (pointer, restricted)) in call.pointers.iter().enumerate() {
                let others = call.pointers.iter().enumerate().filter(|(j, (_, also))| *j != i && (*restricted || *also));
                let own = points_to.objects(pointer);
                shared.extend(others.flat_map(|(_, (other, _))| objects_of(&(&own & &points_to.objects(other))).collect::<Vec<_>>()));
            }
            let written = self.graph.edges[call.edges.clone()].iter().any(|edge| match edge.note {
                Note::Memory(i) => match &self.deeds[i] {
                    Deed::Store { cell, .. } => points_to.places(cell, &self.objects).into_iter().any(|o| shared.contains(&o)),
                    Deed::Fill { object, .. } => objects_of(&points_to.objects(object)).any(|o| shared.contains(&o)),
                    _ => false,
                },
                _ => edge.stmt.target().and_then(|v| self.owners.get(&v)).is_some_and(|o| shared.contains(o)),
            });
            if written {
                let premise = format!("what `{}` modifies through `restrict` it does not access in other ways", call.function);
                self.premises.insert(premise.as_str().into());
            }
        }
    }
}
