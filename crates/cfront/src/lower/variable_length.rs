//! Arrays whose sizes are values: a size is computed where the type is written and stays what it was then (C11 6.7.6.2).
//!
//! Such a type holds the variable with its number of elements ([`CType::Variable`]). An object of it is one array without
//! end over its largest part of constant size: the arrays around that part are joined to one dimension
//! ([`Index::joined`](super::place::Index::joined)), `a[i][j]` of `int a[n][m]` being element `i·m + j`. Each index is
//! checked against its own dimension.
//!
//! Invariant: a variable that holds a number of elements is assigned once, before the type is used, and is positive.

use super::specifier::VARIABLE_LENGTH;
use super::value::{Scalar, Value};
use super::{Definition, Entity, Lower, Res};
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, Sort, SortedMap, Span, VarId};
use lang_c::ast::{BinaryOperator, DeclaratorKind, DerivedDeclarator, Expression, InitDeclarator, Label, ParameterDeclaration, Statement};
use lang_c::span::Node;
use lang_c::visit::{self, Visit};
use std::rc::Rc;

/// A size in bytes: a constant times variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    pub bytes: u64,
    pub times: Vec<VarId>,
}

impl Stride {
    pub fn constant(bytes: u64) -> Self {
        Stride { bytes, times: Vec::new() }
    }

    /// This many of them. The constant stands outside, where the analysis of offsets looks for it.
    pub fn of(&self, count: Expr) -> Expr {
        let product = self.times.iter().fold(count, |product, v| Expr::mul(Expr::Var(*v), product));
        Expr::mul(Expr::Const(Int::from(self.bytes)), product)
    }
}

/// Whether the size of a type is a value.
pub fn is_variable(ty: &CType) -> bool {
    match ty {
        CType::Variable(..) => true,
        CType::Array(of, _) => is_variable(of),
        _ => false,
    }
}

/// Whether a type holds a size that is a value.
pub fn holds_size(ty: &CType) -> bool {
    match ty {
        CType::Variable(..) => true,
        CType::Pointer(of) | CType::Array(of, _) => holds_size(of),
        _ => false,
    }
}

/// Whether a type waits for sizes that are values.
fn awaits_sizes(ty: &CType) -> bool {
    match ty {
        CType::Unknown(what) => &**what == VARIABLE_LENGTH,
        CType::Pointer(of) | CType::Array(of, _) | CType::Variable(of, _) => awaits_sizes(of),
        _ => false,
    }
}

/// The parameters of a definition.
pub fn parameters<'n>(definition: &Definition<'n>) -> &'n [Node<ParameterDeclaration>] {
    let mut declarator = &definition.node.declarator.node;
    while let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
        declarator = &inner.node;
    }
    let functions = declarator.derived.iter().filter_map(|d| match &d.node {
        DerivedDeclarator::Function(f) => Some(f.node.parameters.as_slice()),
        _ => None,
    });
    functions.into_iter().next().unwrap_or_default()
}

impl<'a> Lower<'a> {
    /// The size of a type, which may be a value.
    pub fn stride(&self, ty: &CType) -> Option<Stride> {
        match ty {
            CType::Variable(of, length) => {
                let mut stride = self.stride(of)?;
                stride.times.push(*length);
                Some(stride)
            }
            CType::Array(of, n) if is_variable(of) => {
                let stride = self.stride(of)?;
                Some(Stride { bytes: stride.bytes.checked_mul((*n)?)?, ..stride })
            }
            ty => self.element_size(ty).map(Stride::constant),
        }
    }

    /// `sizeof` of a type whose size is a value.
    pub fn variable_size(&mut self, ty: &CType, span: &Span) -> Res<Scalar> {
        let Some(stride) = self.stride(ty) else { return self.unsupported("size of this array", span) };
        let ty = self.types.size_type();
        let mut size = Scalar::constant(Int::from(stride.bytes), ty);
        for length in stride.times {
            let range = self.lengths.get(&length).cloned().flatten();
            let count = Scalar { range, ..self.scalar(Expr::Var(length), ty, 0) };
            size = self.binary(&BinaryOperator::Multiply, size, count, "the size of an array", span)?;
        }
        Ok(size)
    }

    /// The number of elements that an expression between brackets says, in a variable of its own.
    pub fn length(&mut self, e: &Node<Expression>) -> Res<VarId> {
        let span = self.span(e.span);
        let count = self.int_value(e)?;
        let count = self.convert(count, self.types.long_long(true));
        let message = format!("the length `{}` of an array is not positive", self.source.snippet(e.span));
        let violated = match &count.range {
            Some((low, _)) if *low > Int::ZERO => Formula::False,
            _ => Formula::cmp(CmpOp::Le, count.expr.clone(), 0),
        };
        self.require(vec![(Check::Bounds, violated, message)], &span);
        let range = count.range.map(|(low, high)| (low.max(Int::ONE), high.max(Int::ONE)));
        Ok(self.length_variable(count.expr, range, "$n", &span))
    }

    fn length_variable(&mut self, value: Expr, range: Option<(Int, Int)>, name: &str, span: &Span) -> VarId {
        let (prefix, frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let machine = self.input_type(self.types.long_long(true));
        let var = self.add_var(format!("{prefix}{name}.$length"), Sort::Int, machine, None, None, frame);
        self.lengths.insert(var, range);
        self.graph.assign(var, value, span);
        var
    }

    /// Whether the function has a jump from behind this place in its text to a label before it.
    fn is_jumped_back_over(&mut self, place: usize) -> bool {
        let function = self.here_activation().function.clone();
        let Some(definition) = self.functions.get(&function) else { return false };
        let mut jumps = Jumps::default();
        jumps.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
        let label = |name: &String| jumps.labels.get(name).is_some_and(|at| *at < place);
        jumps.gotos.iter().any(|(name, at)| *at > place && label(name))
    }

    /// An automatic array whose size is a value.
    pub fn variable_array(&mut self, name: String, ty: CType, item: &Node<InitDeclarator>, span: &Span) -> Res<()> {
        if item.node.initializer.is_some() {
            return self.unsupported("initialiser of a variable-length array", span);
        }
        if self.is_jumped_back_over(item.span.start) {
            // The jump ends it.
            return self.unsupported("jump back over the declaration of a variable-length array", span);
        }
        if !self.copies.is_empty() || self.needs_block(&name) {
            // Each instance has its own.
            let size = self.variable_size(&ty, span)?;
            self.local_block(name, ty, size, span);
            return Ok(());
        }
        // The arrays around the part of constant size are one array.
        let mut element = ty.clone();
        let (mut count, mut range) = (Expr::from(1), Some((Int::ONE, Int::ONE)));
        while is_variable(&element) {
            let (of, dim, bounds) = match element {
                CType::Variable(of, length) => (of, Expr::Var(length), self.lengths.get(&length).cloned().flatten()),
                CType::Array(of, Some(n)) => (of, Expr::Const(Int::from(n)), Some((Int::from(n), Int::from(n)))),
                _ => return self.unsupported("this variable-length array", span),
            };
            range = range.zip(bounds).map(|((a, b), (c, d))| (a * c, b * d));
            count = Expr::mul(dim, count);
            element = (*of).clone();
        }
        if !super::declare::representable(&element) || self.element_size(&element).is_none() {
            self.scope().names.insert(name, Entity::Opaque(CType::Unknown(VARIABLE_LENGTH.into())));
            return Ok(());
        }
        // What does not fit the type of sizes does not fit the stack.
        let limit = self.types.long_long(true).machine().max();
        if range.as_ref().is_none_or(|(_, high)| *high > limit) && !self.math() {
            let message = format!("the array `{name}` is too large");
            let too_large = Formula::cmp(CmpOp::Gt, count.clone(), Expr::Const(limit.clone()));
            self.require(vec![(Check::Bounds, too_large, message)], span);
            range = range.map(|(low, high)| (low.min(limit.clone()), high.min(limit)));
        }
        let length = match count {
            Expr::Var(length) => length,
            count => self.length_variable(count, range, &name, span),
        };
        let (prefix, frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let object = self.new_object(Some(&name), &prefix, "", &CType::Array(Rc::new(element), None), false, frame);
        self.objects[object].length = Some(length);
        self.objects[object].shape = Some(ty);
        self.begin_object(object, span);
        self.scope().names.insert(name, Entity::Object(object));
        self.leave_unwritten(object, span);
        Ok(())
    }

    /// Computes the sizes in the types of parameters, now that the parameters have values.
    pub fn shape_parameters(&mut self, definition: &Definition<'a>, span: &Span) -> Res<()> {
        for parameter in parameters(definition) {
            let Some(declarator) = &parameter.node.declarator else { continue };
            let Some(name) = Self::declared_name(&declarator.node) else { continue };
            let known = match self.lookup(&name) {
                Some(Entity::Object(o)) => self.objects[*o].ty.clone(),
                Some(Entity::Bound(_, ty)) => ty.clone(),
                _ => continue,
            };
            if !awaits_sizes(&known) {
                continue;
            }
            let (outer_parameter, outer_frozen) = (self.in_parameter, self.frozen);
            (self.in_parameter, self.frozen) = (true, false);
            let shaped = self.guarded(|lower| {
                let base = lower.specifiers(&parameter.node.specifiers, span)?.ty;
                let (_, ty) = lower.declarator(base, declarator)?;
                let ty = ty.decay();
                let entity = match lower.scope().names.get(&name).cloned() {
                    Some(Entity::Object(o)) => {
                        lower.objects[o].ty = ty;
                        Entity::Object(o)
                    }
                    Some(Entity::Bound(value, _)) => {
                        let CType::Pointer(to) = &ty else { return lower.unsupported(VARIABLE_LENGTH, span) };
                        let value = lower.retype(value, to, span)?;
                        let value = match value {
                            Value::Address(a) => Value::Address(lower.spill_address(a, span)),
                            other => other,
                        };
                        Entity::Bound(value, ty)
                    }
                    _ => return Ok(()),
                };
                lower.scope().names.insert(name.clone(), entity);
                Ok(())
            });
            (self.in_parameter, self.frozen) = (outer_parameter, outer_frozen);
            shaped?;
        }
        Ok(())
    }

    /// The name in a declarator.
    pub fn declared_name(declarator: &lang_c::ast::Declarator) -> Option<String> {
        match &declarator.kind.node {
            DeclaratorKind::Identifier(id) => Some(id.node.name.clone()),
            DeclaratorKind::Declarator(inner) => Self::declared_name(&inner.node),
            DeclaratorKind::Abstract => None,
        }
    }
}

/// The labels and jumps of a function, with their places in the text.
#[derive(Default)]
struct Jumps {
    labels: SortedMap<String, usize>,
    gotos: Vec<(String, usize)>,
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast lang_c::span::Span) {
        match s {
            Statement::Goto(label) => self.gotos.push((label.node.name.clone(), span.start)),
            Statement::Labeled(l) => {
                if let Label::Identifier(id) = &l.node.label.node {
                    self.labels.insert(id.node.name.clone(), span.start);
                }
            }
            _ => {}
        }
        visit::visit_statement(self, s, span);
    }
}
