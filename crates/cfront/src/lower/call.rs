//! Calls: inlining.

use super::value::Value;
use super::{Activation, Definition, Entity, Lower, Res, variadic};
use crate::graph::{CalledBack, Note};
use crate::types::{CInt, CType, Signature};
use base::cfa::Frame;
use base::{CmpOp, Formula, InputKind, Interface, ParameterKind, SortedMap, SortedSet, Span, VarId};
use lang_c::ast::{
    BinaryOperatorExpression, CallExpression, Expression, Initializer, LabeledStatement, Statement, UnaryOperator, UnaryOperatorExpression,
    VaArgExpression,
};
use lang_c::span::Node;
use lang_c::visit::{self, Visit};
use std::rc::Rc;

/// The name of the object that takes the result of an activation.
pub const RETURNED: &str = "$return";

/// Functions of the library that call their argument as often as they like.
const CALLING_BACK: [&str; 2] = ["qsort", "bsearch"];

/// What a body does to names, whoever calls it.
#[derive(Default, Debug)]
pub struct Habits {
    /// Names that are assigned or whose address is taken.
    pub changed: SortedSet<String>,
    /// Names whose address is taken.
    pub addressed: SortedSet<String>,
    pub has_labels: bool,
    /// The arguments beyond the parameters are read.
    pub starts_list: bool,
}

impl<'ast> Visit<'ast> for Habits {
    fn visit_binary_operator_expression(&mut self, e: &'ast BinaryOperatorExpression, span: &'ast lang_c::span::Span) {
        if let (true, Expression::Identifier(id)) = (super::assign::is_assignment(&e.operator.node), &e.lhs.node) {
            self.changed.insert(id.node.name.clone());
        }
        visit::visit_binary_operator_expression(self, e, span);
    }

    fn visit_unary_operator_expression(&mut self, e: &'ast UnaryOperatorExpression, span: &'ast lang_c::span::Span) {
        let changes = super::assign::step(&e.operator.node).is_some() || e.operator.node == UnaryOperator::Address;
        if let (true, Expression::Identifier(id)) = (changes, &e.operand.node) {
            self.changed.insert(id.node.name.clone());
            if e.operator.node == UnaryOperator::Address {
                self.addressed.insert(id.node.name.clone());
            }
        }
        visit::visit_unary_operator_expression(self, e, span);
    }

    fn visit_va_arg_expression(&mut self, e: &'ast VaArgExpression, span: &'ast lang_c::span::Span) {
        if let Expression::Identifier(id) = &e.va_list.node {
            self.changed.insert(id.node.name.clone());
        }
        visit::visit_va_arg_expression(self, e, span);
    }

    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast lang_c::span::Span) {
        if let Expression::Identifier(callee) = &e.callee.node {
            self.starts_list |= variadic::is_start(&callee.node.name);
            if let (true, Some(Expression::Identifier(id))) =
                (variadic::changes_list(&callee.node.name), e.arguments.first().map(|a| &a.node))
            {
                self.changed.insert(id.node.name.clone());
            }
        }
        visit::visit_call_expression(self, e, span);
    }

    fn visit_labeled_statement(&mut self, s: &'ast LabeledStatement, span: &'ast lang_c::span::Span) {
        self.has_labels = true;
        visit::visit_labeled_statement(self, s, span);
    }
}

/// Looks for things in an expression that may change variables.
#[derive(Default)]
struct Deeds {
    calls: SortedSet<String>,
    indirect: bool,
    statement: bool,
    assigns: bool,
    address: bool,
    takes_argument: bool,
}

impl<'ast> Visit<'ast> for Deeds {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast lang_c::span::Span) {
        match &e.callee.node {
            // A function without a prototype may get a pointer, whatever its name says.
            Expression::Identifier(id) => {
                self.indirect |= !e.arguments.is_empty() && super::library::is_input(&id.node.name);
                self.calls.insert(id.node.name.clone());
            }
            _ => self.indirect = true,
        }
        visit::visit_call_expression(self, e, span);
    }

    fn visit_binary_operator_expression(&mut self, e: &'ast BinaryOperatorExpression, span: &'ast lang_c::span::Span) {
        self.assigns |= super::assign::is_assignment(&e.operator.node);
        visit::visit_binary_operator_expression(self, e, span);
    }

    fn visit_unary_operator_expression(&mut self, e: &'ast UnaryOperatorExpression, span: &'ast lang_c::span::Span) {
        self.assigns |= super::assign::step(&e.operator.node).is_some();
        self.address |= e.operator.node == UnaryOperator::Address;
        visit::visit_unary_operator_expression(self, e, span);
    }

    fn visit_va_arg_expression(&mut self, e: &'ast VaArgExpression, span: &'ast lang_c::span::Span) {
        self.assigns = true;
        self.takes_argument = true;
        visit::visit_va_arg_expression(self, e, span);
    }

    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast lang_c::span::Span) {
        self.statement = true;
        visit::visit_statement(self, s, span);
    }
}

/// Names that occur otherwise than as the callee of a call.
#[derive(Default)]
pub struct Uses {
    pub names: SortedSet<String>,
    pub called: SortedSet<String>,
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, _: &'ast lang_c::span::Span) {
        match &e.callee.node {
            Expression::Identifier(id) => {
                self.called.insert(id.node.name.clone());
            }
            callee => self.visit_expression(callee, &e.callee.span),
        }
        for argument in &e.arguments {
            self.visit_expression(&argument.node, &argument.span);
        }
    }

    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast lang_c::span::Span) {
        if let Expression::Identifier(id) = e {
            self.names.insert(id.node.name.clone());
        }
        visit::visit_expression(self, e, span);
    }
}

fn deeds(e: &Expression) -> Deeds {
    let mut found = Deeds::default();
    found.visit_expression(e, &lang_c::span::Span { start: 0, end: 0 });
    found
}

/// Whether evaluating an expression may do anything.
pub fn has_effect(e: &Expression) -> bool {
    let found = deeds(e);
    found.indirect || found.statement || found.assigns || !found.calls.is_empty()
}

/// Whether statements or `va_arg` stand in an expression: they do something in an order of their own, like calls, and know the locals.
pub fn acts_among_locals(e: &Expression) -> bool {
    if matches!(e, Expression::Constant(_) | Expression::Identifier(_)) {
        return false;
    }
    let found = deeds(e);
    found.statement || found.takes_argument
}

/// Whether evaluating an initialiser may do anything.
pub fn does_something(initializer: &Node<Initializer>) -> bool {
    let mut found = Deeds::default();
    found.visit_initializer(&initializer.node, &initializer.span);
    found.indirect || found.statement || found.assigns || !found.calls.is_empty()
}

/// Whether a declarator says nothing about the parameters of a function to those who call it (K&R).
pub fn is_untold(declarator: &Node<lang_c::ast::Declarator>) -> bool {
    let mut declarator = &declarator.node;
    while let lang_c::ast::DeclaratorKind::Declarator(inner) = &declarator.kind.node {
        declarator = &inner.node;
    }
    declarator.derived.iter().any(|d| matches!(d.node, lang_c::ast::DerivedDeclarator::KRFunction(_)))
}

fn is_old_style(definition: Definition<'_>) -> bool {
    is_untold(&definition.node.declarator)
}

/// An argument after evaluation; none if it has a type without representation.
pub type Argument = Option<Value>;

impl<'a> Lower<'a> {
    /// Whether evaluating the expression runs code that may change variables it does not name.
    pub fn calls_something(&self, e: &Expression) -> bool {
        // The common leaves need no visitor.
        if matches!(e, Expression::Constant(_) | Expression::Identifier(_)) {
            return false;
        }
        let found = deeds(e);
        found.indirect || found.statement || found.calls.iter().any(|f| self.functions.contains_key(f) || !self.is_harmless(f))
    }

    /// Whether the variable cannot be changed by a call inside `next`.
    pub fn is_private(&self, var: VarId, next: &Expression) -> bool {
        match self.owners.get(&var) {
            None => true,
            Some(object) => {
                let object = &self.objects[*object];
                let found = deeds(next);
                !object.is_static
                    && !object.address_taken
                    && !found.address
                    && !found.statement
                    && matches!(object.ty, CType::Int(_) | CType::Pointer(_))
            }
        }
    }

    /// A call; if its value is not `wanted`, the result may be left out.
    pub fn call(&mut self, call: &CallExpression, wanted: bool, span: &Span) -> Res<Value> {
        let name = match &call.callee.node {
            Expression::Identifier(id) if matches!(self.lookup(&id.node.name), None | Some(Entity::Function(_))) => id.node.name.clone(),
            _ => {
                let is_untold = self.names_untold_function(&call.callee)?;
                let mut callee = &*call.callee;
                // What a pointer to a function points to becomes that pointer again; any other pointer is read through.
                while let Expression::UnaryOperator(op) = &callee.node
                    && op.node.operator.node == UnaryOperator::Indirection
                    && leads_to_function(&self.type_of(&op.node.operand)?)
                {
                    callee = &op.node.operand;
                }
                let mut function = self.rvalue(callee)?;
                if matches!(function, Value::Null) {
                    // It is null for sure, and still a pointer to a function.
                    let to = self.type_of(callee)?;
                    function = Value::Address(super::address::Address { to, ..self.as_address(function, span)? });
                }
                return self.called_back(span, |lower| match function {
                    Value::Function(name) => {
                        if is_untold {
                            lower.check_through_untold(&name, call, span)?;
                        }
                        lower.call_named(&name, call, wanted, span)
                    }
                    pointer => lower.call_through(pointer, call, is_untold, wanted, span),
                });
            }
        };
        if self.prototypes.get(&name).is_none_or(|at| *at > call.callee.span.start) {
            self.check_unprototyped(&name, call, span)?;
        }
        self.call_named(&name, call, wanted, span)
    }

    /// Whether the parameters of what is called are not told where it is called: by the type of a pointer, or because the function that the
    /// expression names has no prototype before it.
    fn names_untold_function(&mut self, callee: &Node<Expression>) -> Res<bool> {
        Ok(match &callee.node {
            Expression::Identifier(id) if matches!(self.lookup(&id.node.name), None | Some(Entity::Function(_))) => {
                self.prototypes.get(&id.node.name).is_none_or(|at| *at > callee.span.start)
            }
            Expression::UnaryOperator(op) if matches!(op.node.operator.node, UnaryOperator::Address | UnaryOperator::Indirection) => {
                let operand = &op.node.operand;
                leads_to_function(&self.type_of(operand)?) && self.names_untold_function(operand)? || self.has_untold_type(callee)?
            }
            Expression::Conditional(c) => {
                self.names_untold_function(&c.node.then_expression)? || self.names_untold_function(&c.node.else_expression)?
            }
            _ => self.has_untold_type(callee)?,
        })
    }

    fn has_untold_type(&mut self, callee: &Node<Expression>) -> Res<bool> {
        Ok(match self.type_of(callee)? {
            CType::Function(signature) => signature.is_open(),
            CType::Pointer(to) => matches!(&*to, CType::Function(signature) if signature.is_open()),
            _ => false,
        })
    }

    /// A call through a pointer that says nothing of parameters: also functions of the library have to get as many arguments as they have
    /// parameters, and none may take more than these (C11 6.5.2.2p6).
    fn check_through_untold(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<()> {
        let Some(signature) = self.declared_signature(name).filter(|s| !s.is_open()) else { return Ok(()) };
        let definition = self.functions.get(name).copied().filter(|d| d.span.start < self.source.models_start);
        let is_old = definition.is_some_and(is_old_style);
        if signature.variadic && !is_old {
            let message = format!("`{name}` takes a variable number of arguments and is called without a prototype");
            self.fail(base::Check::Undefined, message, span);
            return Ok(());
        }
        if definition.is_none() && signature.params.len() != call.arguments.len() {
            let than = if signature.params.len() > call.arguments.len() { "fewer" } else { "more" };
            self.fail(base::Check::Undefined, format!("`{name}` gets {than} arguments than it has parameters"), span);
            return Ok(());
        }
        // A model that nothing declares takes any pointer.
        let is_loose = definition.is_none() && self.functions.contains_key(name) && !self.told.contains_key(name);
        self.check_given(name, &signature, is_old, is_loose, call, span)
    }

    /// A call of a function of the program that is not in sight of the types of its parameters: the arguments have to be of these types after the
    /// promotions (C11 6.5.2.2p6); which of the two signs an integer has does not matter here.
    fn check_unprototyped(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<()> {
        let (Some(definition), Some(signature)) = (self.functions.get(name).copied(), self.signature(name)) else { return Ok(()) };
        if definition.span.start >= self.source.models_start {
            return Ok(());
        }
        self.check_given(name, &signature, is_old_style(definition), false, call, span)
    }

    /// Whether the arguments have the types of the parameters after the promotions, and any pointers if it is `loose`.
    fn check_given(&mut self, name: &str, signature: &Signature, is_old: bool, loose: bool, call: &CallExpression, span: &Span) -> Res<()> {
        let is_void = |ty: &CType| matches!(ty, CType::Pointer(to) if **to == CType::Void || matches!(&**to, CType::Int(i) if i.bits == 8));
        for ((_, wanted), argument) in signature.params.iter().zip(&call.arguments) {
            let promoted = |ty: CType| match ty.decay() {
                CType::Int(i) => CType::Int(CInt { signed: true, ..i.promote() }),
                CType::Float(4) => CType::Float(8),
                other => other,
            };
            let given = promoted(self.type_of(argument)?);
            let wanted = match wanted.clone() {
                ty if is_old => promoted(ty),
                CType::Int(i) => CType::Int(CInt { signed: true, ..i }),
                other => other,
            };
            let are_pointers = matches!((&given, &wanted), (CType::Pointer(_), CType::Pointer(_)));
            // Of types with computed lengths nothing is known here.
            let fits = self.types.compatible(&given, &wanted)
                || is_void(&given) && is_void(&wanted)
                || loose && are_pointers
                || has_computed_length(&wanted);
            if !fits {
                let (given, wanted) = (self.types.name(&given), self.types.name(&wanted));
                let message = format!("`{name}` gets an argument of type {given} for a parameter of type {wanted}");
                self.require_of_call((base::Check::Undefined, Formula::True, message), call, span)?;
                break;
            }
        }
        Ok(())
    }

    /// Translates a call through a pointer. How often and with which elements `qsort` and `bsearch` call their argument is open: what that
    /// changes is not known, while calls that change nothing may be any.
    fn called_back<T>(&mut self, span: &Span, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let function = self.activations.last().map_or("", |a| a.function.as_str());
        let Some(at) = self.model_call.clone().filter(|_| CALLING_BACK.contains(&function)) else { return work(self) };
        if self.opened.call_backs.contains(&at) {
            return self.unsupported(format!("number and order of the calls that `{function}` makes of a function with effects"), span);
        }
        let (first, objects) = (self.graph.edges.len(), self.objects.len());
        let done = work(self)?;
        self.graph.called_back.push(CalledBack { at, edges: first..self.graph.edges.len(), objects });
        Ok(done)
    }

    /// A call of the function that a pointer points to: of each function whose address is taken and that fits.
    fn call_through(&mut self, pointer: Value, call: &CallExpression, is_untold: bool, wanted: bool, span: &Span) -> Res<Value> {
        let address = self.as_address(pointer, span)?;
        let address = self.spill_address(address, span);
        let signature = match &address.to {
            CType::Function(signature) => signature.clone(),
            CType::Pointer(to) if let CType::Function(signature) = &**to => signature.clone(),
            _ => return self.unsupported("call through a pointer to something that is not a function", span),
        };
        let is_checked = self.options.checks.contains(&base::Check::Undefined);
        let is_same = |name: &String| {
            self.declared_signature(name)
                .is_some_and(|s| self.compatible(&s, &signature) && (!signature.is_open() || self.takes_promoted(name, &s)))
        };
        let fits =
            |name: &String| is_same(name) || !is_checked && self.declared_signature(name).is_some_and(|s| self.are_alike(&s, &signature));
        let (candidates, others): (Vec<String>, Vec<String>) = self.addressed_functions.iter().cloned().partition(fits);
        if !candidates.iter().all(is_same) {
            self.graph.unchecked.insert(base::Check::Undefined);
        }
        for other in others {
            let number = Self::number_of_object(self.function_object(&other));
            let this = Formula::cmp(CmpOp::Eq, address.object.clone(), number);
            let message = format!("call of `{other}` through a pointer of another type");
            if is_checked && self.signature(&other).is_some() {
                self.require_of_call((base::Check::Undefined, this, message), call, span)?;
            } else {
                self.graph.unchecked.insert(base::Check::Undefined);
                self.undetermined(this, &message, span)?;
            }
        }
        let numbers: Vec<i64> = candidates.iter().map(|f| Self::number_of_object(self.function_object(f))).collect();
        let is = |n: i64| Formula::cmp(CmpOp::Eq, address.object.clone(), n);
        let none = Formula::and(numbers.iter().map(|n| is(*n).negate()));
        self.undetermined(
            Formula::and([none.clone(), Formula::cmp(CmpOp::Lt, address.object.clone(), 0)]),
            "call through a pointer that has no function here",
            span,
        )?;
        let message = "call through a pointer that is null or not a function".to_owned();
        self.require_of_call((base::Check::Deref, none, message), call, span)?;
        let start = self.graph.here;
        let join = self.graph.loc(Some(span.clone()));
        let result = match &signature.result {
            CType::Void => None,
            _ if !wanted => None,
            ty => Some(self.new_object(None, "", "$called", ty, false, self.graph.frame)),
        };
        for (name, number) in candidates.iter().zip(numbers) {
            let case = self.graph.loc(Some(span.clone()));
            self.graph.branch(start, case, is(number), Some(span.clone()));
            self.graph.here = case;
            let done = self.attempt(|lower| {
                if is_untold {
                    lower.check_through_untold(name, call, span)?;
                }
                let value = lower.call_named(name, call, wanted, span)?;
                match result {
                    None => Ok(()),
                    Some(object) => {
                        let place = lower.whole(object);
                        lower.initialize_from(&place, value, span)
                    }
                }
            })?;
            match done {
                Ok(()) => self.graph.jump(join, span),
                Err((what, at)) => self.give_up(&what, &at),
            }
        }
        self.graph.here = join;
        match result {
            None => Ok(Value::Void),
            Some(object) => {
                let place = self.whole(object);
                self.load(&place, span)
            }
        }
    }

    /// What must not be the case when a function is called, which is when its arguments have been evaluated (C11 6.5.2.2p10): one of them may
    /// fail before, or end the program.
    fn require_of_call(&mut self, condition: (base::Check, Formula, String), call: &CallExpression, span: &Span) -> Res<()> {
        let (check, violated, message) = condition;
        let is_asked = self.options.checks.contains(&check);
        if !is_asked || violated == Formula::False || !call.arguments.iter().any(|a| self.calls_something(&a.node)) {
            self.require(vec![(check, violated, message)], span);
            return Ok(());
        }
        let failing = self.unless(violated.negate(), span);
        let here = std::mem::replace(&mut self.graph.here, failing);
        match self.attempt(|lower| lower.arguments(call, None).map(|_| ()))? {
            Ok(()) => self.fail(check, message, span),
            Err((what, at)) => self.give_up(&what, &at),
        }
        self.graph.here = here;
        Ok(())
    }

    /// Whether a function may be called through a pointer of this type: their types are compatible (C11 6.7.6.3p15).
    pub fn compatible(&self, function: &Signature, pointer: &Signature) -> bool {
        self.types.compatible_functions(function, pointer)
    }

    /// Whether a function may be called through a pointer that says nothing of parameters: none of its own changes by promotion.
    fn takes_promoted(&self, name: &str, signature: &Signature) -> bool {
        let is_promoted = |ty: &CType| match ty {
            CType::Int(i) => i.promote().bits == i.bits,
            CType::Float(bytes) => *bytes > 4,
            _ => true,
        };
        signature.is_open()
            || self.functions.get(name).is_some_and(|d| is_old_style(*d))
            || !signature.variadic && signature.params.iter().all(|(_, ty)| is_promoted(ty))
    }

    /// Whether machines call a function through a pointer of this type as if the types were compatible.
    pub fn are_alike(&self, function: &Signature, pointer: &Signature) -> bool {
        let scalar = |a: &CType, b: &CType| match (a, b) {
            (CType::Int(a), CType::Int(b)) => a.bits == b.bits,
            (CType::Pointer(_), CType::Pointer(_)) => true,
            (a, b) => a == b,
        };
        let same_count = function.params.len() == pointer.params.len() || pointer.params.is_empty() || function.params.is_empty();
        same_count
            && function.params.iter().zip(&pointer.params).all(|((_, a), (_, b))| scalar(a, b))
            && (scalar(&function.result, &pointer.result) || pointer.result == CType::Void)
    }

    /// A call of a function by name.
    fn call_named(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Value> {
        let name = name.to_owned();
        if self.source.with_two_bodies.contains(&name) {
            let name = crate::link::as_written(&name);
            return self.unsupported(format!("call of `{name}`, which has an inline definition and another one that differs"), span);
        }
        if let Some(value) = self.model(&name, call, wanted, span)? {
            self.leave_out_contract(&name);
            return Ok(value);
        }
        match self.functions.get(&name).copied() {
            Some(definition) => {
                self.leave_out_contract(&name);
                self.inline(&name, definition, call, wanted, span)
            }
            None if self.contracts.contains_key(&name) => self.call_by_contract(&name, call, span),
            None => self.external(&name, call, wanted, span),
        }
    }

    pub fn signature(&self, name: &str) -> Option<Rc<Signature>> {
        match self.globals.names.get(name).or_else(|| self.lookup(name)) {
            Some(Entity::Function(signature)) => Some(signature.clone()),
            _ => None,
        }
    }

    /// The type that the program declares a function with, also where a model of the library has another one.
    pub fn declared_signature(&self, name: &str) -> Option<Rc<Signature>> {
        self.told.get(name).cloned().or_else(|| self.signature(name))
    }

    /// The arguments of a function that writes, evaluated for good: what it writes may be what they read.
    pub fn settled_arguments(&mut self, call: &CallExpression, span: &Span) -> Res<Vec<Argument>> {
        let mut settled = Vec::new();
        for argument in self.arguments(call, None)? {
            settled.push(match argument {
                Some(Value::Int(s)) => Some(Value::Int(self.spill(s, span))),
                Some(pointer @ (Value::Pointer(_) | Value::Address(_))) => Some(self.pinned(pointer, span)?),
                other => other,
            });
        }
        Ok(settled)
    }

    /// Evaluates the arguments from the last to the first, as gcc does, and converts them to the parameters' types.
    pub fn arguments(&mut self, call: &CallExpression, signature: Option<&Signature>) -> Res<Vec<Argument>> {
        let mut values: Vec<Argument> = vec![None; call.arguments.len()];
        for (i, argument) in call.arguments.iter().enumerate().rev() {
            let span = self.span(argument.span);
            let wanted = signature.and_then(|s| s.params.get(i)).map(|(_, ty)| ty.clone());
            let found = deeds(&argument.node);
            let idle = !(found.indirect || found.statement || found.assigns) && found.calls.is_empty();
            let value = self.attempt(|lower| {
                let value = lower.rvalue(argument)?;
                match &wanted {
                    Some(ty @ CType::Int(_)) => {
                        let value = lower.cast(value, ty, &span)?;
                        Ok(Value::Int(lower.as_int(value, &span)?))
                    }
                    Some(ty) => lower.cast(value, ty, &span),
                    None => Ok(match value {
                        Value::Int(s) => Value::Int(lower.promote(s)),
                        other => other,
                    }),
                }
            })?;
            let mut value = match value {
                Ok(value) => Some(value),
                // Only the use of such a parameter is a problem.
                Err(_) if idle && !matches!(wanted, Some(CType::Int(_) | CType::Record(_))) => None,
                Err((what, span)) => return self.unsupported(what, &span),
            };
            // Arguments that are still to be evaluated may change what this one reads.
            for earlier in &call.arguments[..i] {
                if let Some(v) = value {
                    value = Some(self.protect(v, earlier, argument)?);
                }
            }
            values[i] = value;
        }
        Ok(values)
    }

    fn inline(&mut self, name: &str, definition: Definition<'a>, call: &CallExpression, wanted: bool, span: &Span) -> Res<Value> {
        if let Some(component) = self.components.of(name) {
            return self.recursive_call(name, component, definition, call, wanted, span);
        }
        if self.activations.len() > super::CALL_DEPTH_LIMIT {
            return self.unsupported("deeply nested calls", span);
        }
        let Some(signature) = self.signature(name) else { return self.rejected(format!("`{name}` is not a function"), span) };
        // Where a prototype is in sight this is no C; it may come from before, or be hidden behind a pointer.
        if call.arguments.len() < signature.params.len() {
            self.arguments(call, Some(&signature))?;
            return self.missing_arguments(name, &signature, span);
        }
        let mut arguments = self.arguments(call, Some(&signature))?;
        let extra = arguments.split_off(signature.params.len());
        let is_model = definition.span.start >= self.source.models_start;
        if !extra.is_empty() && !is_model && (!signature.variadic || is_old_style(definition)) {
            self.fail(base::Check::Undefined, format!("`{name}` gets more arguments than it has parameters"), span);
        }
        let outside = if is_model { self.check_domain(name, &arguments, span)? } else { Formula::False };
        let outer = self.sorted.take();
        if is_model && name == "qsort" {
            self.sorted = match self.type_of(&call.arguments[0])?.decay() {
                CType::Pointer(to) => Some((*to).clone()),
                _ => None,
            };
        }
        let result = self.unless_outside(outside, name, span, |lower| {
            lower.enter(name, definition, &signature, (arguments, extra), Some(call), wanted, span)
        });
        self.sorted = outer;
        result
    }

    /// A call with fewer arguments than the function has parameters, where no prototype says so: nobody knows what it does.
    pub fn missing_arguments(&mut self, name: &str, signature: &Signature, span: &Span) -> Res<Value> {
        let message = format!("`{name}` gets fewer arguments than it has parameters");
        if !self.options.checks.contains(&base::Check::Undefined) {
            self.graph.unchecked.insert(base::Check::Undefined);
            return self.unsupported(message, span);
        }
        self.fail(base::Check::Undefined, message, span);
        self.any_value(&signature.result.clone(), InputKind::Call(name.into()), span)
    }

    /// A call of a model with arguments that are values already.
    pub fn call_model(&mut self, name: &str, arguments: Vec<Value>, span: &Span) -> Res<Value> {
        let (Some(definition), Some(signature)) = (self.functions.get(name).copied(), self.signature(name)) else {
            return self.unsupported(format!("call that needs the model `{name}`"), span);
        };
        let mut given = Vec::new();
        for ((_, ty), value) in signature.params.iter().zip(arguments) {
            given.push(Some(self.cast(value, ty, span)?));
        }
        self.enter(name, definition, &signature, (given, Vec::new()), None, true, span)
    }

    /// The inlined activation of a function, with the arguments of its parameters and those beyond.
    #[allow(clippy::too_many_arguments)] // What a call is made of.
    pub fn enter(
        &mut self,
        name: &str,
        definition: Definition<'a>,
        signature: &Signature,
        (arguments, extra): (Vec<Argument>, Vec<Argument>),
        call: Option<&CallExpression>,
        wanted: bool,
        span: &Span,
    ) -> Res<Value> {
        if self.activations.iter().any(|a| a.function == name) {
            return self.unsupported(format!("recursive call of `{name}`"), span);
        }
        let exit = self.graph.loc(Some(span.clone()));
        let caller = self.graph.frame;
        self.begin(name, definition, signature, Some((caller, span.clone())), exit, span);
        let is_model = definition.span.start >= self.source.models_start;
        if !wanted && (is_model && matches!(signature.result, CType::Int(_)) || matches!(signature.result, CType::Pointer(_))) {
            // A pointer that nobody asks for need not have a number, nor need a library choose what it returns.
            self.here_activation().returned = None;
        }
        for ((param, ty), value) in signature.params.iter().zip(arguments) {
            let Some(param) = param else { continue };
            self.bind(param, ty, value, span)?;
        }
        self.settle_parameters(&definition);
        if signature.variadic && self.here_activation().habits.starts_list {
            self.keep_extra(extra, span)?;
        }
        let outer = self.model_call.clone();
        if is_model {
            self.model_call = Some(span.clone());
        }
        let restricted = self.restricted_pointers(name, &definition);
        let done = self.afresh(|lower| lower.body(definition, span));
        self.model_call = outer;
        done?;
        self.keep_restricted(restricted);
        let lists = call.map_or_else(Vec::new, |call| self.lists_given(call, signature));
        let activation = self.activations.pop();
        self.graph.frame = caller;
        self.lists_after(lists, span)?;
        match (&signature.result, activation.and_then(|a| a.returned)) {
            (CType::Void, _) => Ok(Value::Void),
            // A result that nobody asks for is not used.
            (CType::Int(_) | CType::Pointer(_), Some(_)) if !wanted => Ok(Value::Void),
            (_, Some(object)) => {
                let place = self.whole(object);
                self.load(&place, span)
            }
            (result, None) if wanted => self.unsupported(format!("call that returns {}", self.types.name(result)), span),
            _ => Ok(Value::Void),
        }
    }

    /// A frame of its own for a call; returns what its variables are called by.
    pub fn new_frame(&mut self, name: &str, called_from: Option<(u32, Span)>) -> String {
        let number = self.calls_of.entry(name.to_owned()).or_default();
        *number += 1;
        let prefix = match (&called_from, *number) {
            (None, _) => String::new(),
            (_, 1) => format!("{name}."),
            (_, n) => format!("{name}#{n}."),
        };
        self.frames.push(Frame { function: name.into(), called_from });
        self.graph.frame = self.frames.len() as u32 - 1;
        prefix
    }

    /// Opens an activation.
    pub fn begin(
        &mut self,
        name: &str,
        definition: Definition<'a>,
        signature: &Signature,
        called_from: Option<(u32, Span)>,
        exit: base::LocId,
        span: &Span,
    ) {
        let is_entry = called_from.is_none();
        let prefix = self.new_frame(name, called_from);
        let frame = self.graph.frame;
        let habits = self.habits_of(name, definition);
        self.open(name, prefix.clone(), habits, signature, exit, span);
        if (!is_entry || self.ensures(definition.span)) && matches!(signature.result, CType::Int(_) | CType::Record(_) | CType::Pointer(_))
        {
            let object = self.new_object(None, &prefix, RETURNED, &signature.result, false, frame);
            self.here_activation().returned = Some(object);
            self.leave_unwritten(object, span);
        }
    }

    /// Makes an activation in the current frame.
    pub fn open(&mut self, name: &str, prefix: String, habits: Rc<Habits>, signature: &Signature, exit: base::LocId, span: &Span) {
        let frame = self.graph.frame;
        let opened = self.graph.here;
        self.graph.leave(span);
        let entered = self.graph.here;
        self.activations.push(Activation {
            function: name.to_owned(),
            frame,
            prefix,
            scopes: vec![self.with_parameters.get(name).cloned().unwrap_or_default()],
            labels: SortedMap::new(),
            result: signature.result.clone(),
            returned: None,
            exit,
            opened,
            entered,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            locals: Vec::new(),
            blocks: Vec::new(),
            scoped: Vec::new(),
            arrivals: Vec::new(),
            habits,
            extra: None,
        });
    }

    fn habits_of(&mut self, name: &str, definition: Definition<'a>) -> Rc<Habits> {
        if let Some(habits) = self.habits.get(name) {
            return habits.clone();
        }
        let mut habits = Habits::default();
        habits.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
        let habits = Rc::new(habits);
        self.habits.insert(name.to_owned(), habits.clone());
        habits
    }

    /// Translates the body. Objects whose declarations may be jumped over have any value where the activation starts.
    pub fn body(&mut self, definition: Definition<'a>, span: &Span) -> Res<()> {
        let outer = std::mem::replace(&mut self.frozen, false);
        let done = self.evaluated_body(definition, span);
        self.frozen = outer;
        done
    }

    fn evaluated_body(&mut self, definition: Definition<'a>, span: &Span) -> Res<()> {
        self.move_parameters(span)?;
        self.shape_parameters(&definition, span)?;
        self.check_static_bounds(&definition, span)?;
        self.required(definition.span)?;
        // The parameters belong to the outermost block of the body.
        match &definition.node.statement.node {
            Statement::Compound(items) => {
                for item in items {
                    self.block_item(item)?;
                }
                self.annotations_at_end(&definition.node.statement)?;
            }
            _ => self.statement(&definition.node.statement)?,
        }
        self.end_objects(0, span);
        let exit = self.here_activation().exit;
        self.graph.arrive(exit, span);
        self.ensured(definition.span, exit)?;
        self.check_lists_ended(&definition, span);
        if self.activations.last().is_some_and(|a| self.never_return.contains(&a.function)) {
            self.fail(base::Check::Undefined, "a function returns that is declared `_Noreturn`".to_owned(), span);
        }
        let end = self.graph.here;
        for (deed, open) in std::mem::take(&mut self.here_activation().arrivals) {
            // Blocks from allocators do not end with the block of the program that they are made in.
            let activation = self.activations.last().expect("a body has an activation");
            let is_declared = |o: &super::object::ObjectId| self.objects[*o].origin == super::object::Origin::Declared;
            let objects = activation.locals.iter().copied().filter(|o| !open.contains(o) && is_declared(o)).collect();
            let blocks = activation.scoped.iter().filter(|(site, _)| !open.contains(site)).cloned().collect();
            self.deeds[deed] = super::memory::Deed::End { objects, blocks };
        }
        let (opened, entered) = (self.here_activation().opened, self.here_activation().entered);
        self.graph.here = opened;
        if self.here_activation().habits.has_labels {
            for object in self.here_activation().locals.clone() {
                self.leave_unwritten(object, span);
            }
            for number in self.here_activation().scoped.clone().iter().flat_map(|(_, number)| number.vars()) {
                self.graph.assign(number, super::address::NULL.into(), span);
            }
        }
        self.graph.arrive(entered, span);
        self.graph.here = end;
        Ok(())
    }

    /// Gives a parameter its value.
    pub fn bind(&mut self, name: &str, ty: &CType, value: Argument, span: &Span) -> Res<()> {
        let (prefix, frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let changed = self.here_activation().habits.changed.contains(name);
        let entity = match (ty, value) {
            // A parameter that stays constant needs no variable.
            (CType::Int(ty), Some(Value::Int(s))) if !changed && Self::is_const(&s.expr) => {
                Entity::Constant(s.expr.as_const().cloned().unwrap_or_default(), *ty)
            }
            (CType::Int(_), Some(Value::Int(s))) => {
                let object = self.new_object(Some(name), &prefix, "", ty, false, frame);
                self.begin_object(object, span);
                let place = self.whole(object);
                self.store(&place, s, span)?;
                Entity::Object(object)
            }
            (CType::Record(_), Some(Value::Record(from))) => {
                let object = self.new_object(Some(name), &prefix, "", ty, false, frame);
                self.begin_object(object, span);
                let place = self.whole(object);
                self.copy(&place, &from, span)?;
                Entity::Object(object)
            }
            (CType::Pointer(_), Some(Value::Pointer(place)))
                if !changed && place.is_plain() && !self.is_packed(&place) && !self.is_in_union(&place) =>
            {
                let place = self.pin(place, span);
                Entity::Bound(Value::Pointer(place), ty.clone())
            }
            (CType::Pointer(_), Some(value @ (Value::Null | Value::Function(_)))) if !changed => Entity::Bound(value, ty.clone()),
            (CType::Pointer(_), Some(value)) => {
                let object = self.new_object(Some(name), &prefix, "", ty, false, frame);
                self.begin_object(object, span);
                let place = self.whole(object);
                self.store_address(&place, value, span)?;
                Entity::Object(object)
            }
            _ => Entity::Opaque(ty.clone()),
        };
        self.scope().names.insert(name.to_owned(), entity);
        Ok(())
    }

    /// The entry function: its parameters have any value.
    pub fn activate_entry(&mut self, name: &str, definition: Definition<'a>, span: &Span) -> Res<()> {
        let Some(signature) = self.signature(name) else { return self.rejected(format!("`{name}` is not a function"), span) };
        let exit = self.graph.loc(Some(span.clone()));
        self.begin(name, definition, &signature, None, exit, span);
        let open = self.changed_globals();
        self.premise_on_globals(&open);
        if name != "main" {
            self.streams_elsewhere(name, span);
            let globals = open.iter().map(|(_, object)| self.objects[*object].ty.clone());
            let types: Vec<CType> =
                signature.params.iter().map(|(_, ty)| ty.clone()).chain([signature.result.clone()]).chain(globals).collect();
            self.give_heap(&types, span)?;
            let kind = |ty: &CType| match ty {
                CType::Int(_) => ParameterKind::Number,
                CType::Pointer(_) => ParameterKind::Pointer,
                _ => ParameterKind::Other,
            };
            let parameters = signature.params.iter().map(|(name, ty)| (name.as_deref().unwrap_or_default().into(), kind(ty))).collect();
            self.interface = Some(Interface { name: name.into(), parameters });
        }
        // Objects of their own come before the heap: it is filled when the sets are known that its objects may be in.
        let is_own = |this: &Self, ty: &CType| match ty {
            CType::Pointer(to) => name != "main" && !matches!(&**to, CType::Record(r) if this.given.contains_key(r)),
            _ => false,
        };
        let parameters: Vec<_> = signature.params.iter().enumerate().collect();
        let (own, others): (Vec<_>, Vec<_>) = parameters.into_iter().partition(|(_, (_, ty))| is_own(self, ty));
        let body = &definition.node.statement;
        self.parameters_of_entry(name, &own, body, span)?;
        self.open_globals(&open, span)?;
        self.fill_heap(span)?;
        self.parameters_of_entry(name, &others, body, span)?;
        self.settle_parameters(&definition);
        self.body(definition, span)?;
        self.activations.pop();
        Ok(())
    }

    /// Some of the parameters of the entry function, with their numbers.
    fn parameters_of_entry(
        &mut self,
        name: &str,
        parameters: &[(usize, &(Option<String>, CType))],
        body: &Node<Statement>,
        span: &Span,
    ) -> Res<()> {
        let mut first = None;
        for (i, (param, ty)) in parameters {
            let Some(param) = param else { continue };
            let frame = self.graph.frame;
            let entity = match ty {
                CType::Pointer(_)
                    if name == "main" && *i == 1 && super::arguments::is_vector(ty) && super::start::names_in(body).contains(param) =>
                {
                    let vector = self.make_arguments(ty, first, span);
                    self.bind(param, ty, Some(vector), span)?;
                    continue;
                }
                // Nobody asks for the environment, or it is not understood.
                CType::Pointer(_) if name == "main" => Entity::Opaque(ty.clone()),
                CType::Pointer(to) => {
                    let object = self.new_object(Some(param), "", "", ty, false, frame);
                    self.parameters.insert(object);
                    let pointer = self.pointer_from_caller(param, to, span)?;
                    let place = self.whole(object);
                    self.store_address(&place, Value::Address(pointer), span)?;
                    Entity::Object(object)
                }
                CType::Int(_) | CType::Record(_) => {
                    let object = self.new_object(Some(param), "", "", ty, false, frame);
                    self.parameters.insert(object);
                    self.havoc(object, &InputKind::Uninitialised, span);
                    if let (0, "main", Some(leaf)) = (*i, name, self.objects[object].leaves.get(&vec![])) {
                        let natural = Formula::cmp(CmpOp::Ge, leaf.var, 0);
                        self.graph.assume(natural, Note::Nothing, span);
                        first = Some(leaf.var);
                    }
                    Entity::Object(object)
                }
                _ => Entity::Opaque(ty.clone()),
            };
            self.scope().names.insert(param.clone(), entity);
        }
        Ok(())
    }
}

fn has_computed_length(ty: &CType) -> bool {
    match ty {
        CType::Variable(..) | CType::Unknown(_) => true,
        CType::Pointer(of) | CType::Array(of, _) => has_computed_length(of),
        _ => false,
    }
}

fn leads_to_function(ty: &CType) -> bool {
    match ty {
        CType::Function(_) => true,
        CType::Pointer(to) => matches!(**to, CType::Function(_)),
        _ => false,
    }
}
