//! Objects and the variables that hold them.
//!
//! Every scalar leaf of an object is one variable: an integer, or a map if arrays lie on the way to it. Arrays are
//! flattened in row-major order, so `struct { int f[3]; } s[4]` is one map of twelve elements named `s.f`.

use super::Lower;
use crate::types::{CInt, CType, Rank};
use base::{InputKind, Sort, Span, VarId};
use std::collections::BTreeMap;

pub type ObjectId = usize;

pub struct Leaf {
    pub var: VarId,
    pub ty: CInt,
    /// The arrays on the way, outermost first.
    pub dims: Vec<u64>,
}

pub struct Object {
    pub ty: CType,
    /// By field numbers on the way. Leaves of types that have no representation are absent.
    pub leaves: BTreeMap<Vec<u32>, Leaf>,
    pub is_static: bool,
    /// The variable that holds the length, for a variable-length array.
    pub length: Option<VarId>,
    /// Code elsewhere may write it: a global with external linkage that is not `const`.
    pub external: bool,
    pub address_taken: bool,
    /// It lives until the program ends.
    pub lasting: bool,
}

/// Objects with more leaves than this have no representation.
const LEAF_LIMIT: usize = 20_000;

impl Lower<'_> {
    /// Makes an object; `source` is its name in the program, `prefix` tells activations apart.
    pub fn new_object(&mut self, source: Option<&str>, prefix: &str, fallback: &str, ty: &CType, is_static: bool, frame: u32) -> ObjectId {
        let name = format!("{prefix}{}", source.unwrap_or(fallback));
        let name = if prefix.is_empty() && frame != 0 && self.taken_names.contains_key(&name) {
            format!("{}.{name}", self.frames[frame as usize].function)
        } else {
            name
        };
        let mut found = Vec::new();
        match ty {
            CType::Pointer(_) => found.push((Vec::new(), String::new(), self.pointer_type(), Vec::new())),
            _ => self.collect_leaves(ty, &mut Vec::new(), &mut String::new(), &mut Vec::new(), &mut found),
        }
        let mut leaves = BTreeMap::new();
        for (path, suffix, leaf, dims) in found {
            // A variable-length array counts as one of length 0 here; only the inner dimensions have a weight.
            let len = dims.iter().try_fold(1u64, |n, d| n.checked_mul(*d)).filter(|n| !dims.is_empty() && *n > 0);
            let sort = if dims.is_empty() { Sort::Int } else { Sort::array() };
            // The number of a pointer is not a value that the program knows.
            let spelling = source.filter(|_| leaf.rank != Rank::Pointer).map(|s| format!("{s}{suffix}").as_str().into());
            let machine = self.variable_type(leaf);
            let var = self.add_var(format!("{name}{suffix}"), sort, machine, len, spelling, frame);
            leaves.insert(path, Leaf { var, ty: leaf, dims });
        }
        self.objects.push(Object {
            ty: ty.clone(),
            leaves,
            is_static,
            length: None,
            external: false,
            address_taken: false,
            lasting: is_static,
        });
        let id = self.objects.len() - 1;
        // The program cannot name where a result is returned, so nobody else writes it.
        if fallback != super::call::RETURNED {
            for leaf in self.objects[id].leaves.values() {
                self.owners.insert(leaf.var, id);
            }
        }
        if let (false, Some(activation)) = (is_static, self.activations.last_mut()) {
            activation.locals.push(id);
        }
        id
    }

    #[allow(clippy::type_complexity)]
    fn collect_leaves(
        &self,
        ty: &CType,
        path: &mut Vec<u32>,
        suffix: &mut String,
        dims: &mut Vec<u64>,
        found: &mut Vec<(Vec<u32>, String, CInt, Vec<u64>)>,
    ) {
        match ty {
            CType::Int(i) if found.len() < LEAF_LIMIT => found.push((path.clone(), suffix.clone(), *i, dims.clone())),
            CType::Array(of, n) => {
                dims.push(n.unwrap_or(0));
                self.collect_leaves(of, path, suffix, dims, found);
                dims.pop();
            }
            CType::Record(r) if !self.types.records[*r].is_union => {
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                for (i, field) in fields.iter().enumerate() {
                    if field.width.is_some() && field.name.is_none() {
                        continue;
                    }
                    path.push(i as u32);
                    let length = suffix.len();
                    if let Some(name) = &field.name {
                        suffix.push('.');
                        suffix.push_str(name);
                    }
                    self.collect_leaves(&self.types.field_type(field), path, suffix, dims, found);
                    suffix.truncate(length);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// Gives every part of an object any value of its type.
    pub fn havoc(&mut self, object: ObjectId, kind: &InputKind, span: &Span) {
        let leaves: Vec<(VarId, CInt, bool)> = self.objects[object].leaves.values().map(|l| (l.var, l.ty, l.dims.is_empty())).collect();
        for (var, ty, is_int) in leaves {
            self.havoc_var(var, ty, is_int, kind.clone(), span);
        }
    }

    pub fn havoc_var(&mut self, var: VarId, ty: CInt, is_int: bool, kind: InputKind, span: &Span) {
        let machine = self.input_type(ty);
        self.graph.input(var, machine, kind, span);
        if machine.is_none() && !ty.signed && is_int {
            let natural = base::Formula::cmp(base::CmpOp::Ge, var, 0);
            self.graph.assume(natural, crate::graph::Note::Nothing, span);
        }
    }
}
