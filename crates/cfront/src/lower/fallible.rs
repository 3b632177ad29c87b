//! Which functions contain a check that could fail, as far as the text tells.
//!
//! Code elsewhere may call what it can name with any arguments. Runs in which a check fails inside of such a call are not looked for: that there are none is a
//! premise, which is printed beside the verdict. It is told of functions in which a listed check could fail at all, whatever the values are.

use super::callback::Callable;
use super::conduct::has_storage;
use super::{Lower, allocation, assign, library};
use base::Check;
use base::SortedSet;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, Declaration, Expression, MemberExpression, MemberOperator,
    StorageClassSpecifier, UnaryOperator, UnaryOperatorExpression, VaArgExpression,
};
use lang_c::span::Span;
use lang_c::visit::{self, Visit};

/// So many functions are named in a premise.
const NAMED: usize = 4;

/// What accesses to memory are checked for.
const ACCESS: [Check; 3] = [Check::Bounds, Check::Deref, Check::Undefined];

/// The checks that could fail in a text.
#[derive(Default)]
struct Risks(SortedSet<Check>);

impl<'ast> Visit<'ast> for Risks {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast Span) {
        match &e.callee.node {
            Expression::Identifier(id) if library::is_property(&id.node.name) => drop(self.0.insert(Check::Reach)),
            Expression::Identifier(id) if allocation::is_allocation(&id.node.name) => {
                self.0.extend(ACCESS.into_iter().chain([Check::Free, Check::Leak]));
            }
            // A function of the library may be called with arguments that it must not get.
            Expression::Identifier(_) if e.arguments.is_empty() => {}
            _ => self.0.extend(ACCESS),
        }
        visit::visit_call_expression(self, e, span);
    }

    fn visit_binary_operator_expression(&mut self, e: &'ast BinaryOperatorExpression, span: &'ast Span) {
        use BinaryOperator::*;
        match &e.operator.node {
            Plus | Minus | AssignPlus | AssignMinus => self.0.extend([Check::Overflow, Check::Undefined]),
            Multiply | AssignMultiply => drop(self.0.insert(Check::Overflow)),
            Divide | Modulo | AssignDivide | AssignModulo => self.0.extend([Check::Overflow, Check::Divzero]),
            ShiftLeft | ShiftRight | AssignShiftLeft | AssignShiftRight => self.0.extend([Check::Overflow, Check::Shift]),
            Index => self.0.extend(ACCESS),
            // Pointers into different objects.
            Less | Greater | LessOrEqual | GreaterOrEqual => drop(self.0.insert(Check::Undefined)),
            _ => {}
        }
        visit::visit_binary_operator_expression(self, e, span);
    }

    fn visit_unary_operator_expression(&mut self, e: &'ast UnaryOperatorExpression, span: &'ast Span) {
        match &e.operator.node {
            UnaryOperator::Minus if matches!(e.operand.node, Expression::Constant(_)) => {}
            UnaryOperator::Minus => drop(self.0.insert(Check::Overflow)),
            UnaryOperator::Indirection => self.0.extend(ACCESS),
            operator if assign::step(operator).is_some() => self.0.extend([Check::Overflow, Check::Undefined]),
            _ => {}
        }
        visit::visit_unary_operator_expression(self, e, span);
    }

    fn visit_member_expression(&mut self, e: &'ast MemberExpression, span: &'ast Span) {
        if e.operator.node == MemberOperator::Indirect {
            self.0.extend(ACCESS);
        }
        visit::visit_member_expression(self, e, span);
    }

    fn visit_va_arg_expression(&mut self, e: &'ast VaArgExpression, span: &'ast Span) {
        self.0.insert(Check::Undefined);
        visit::visit_va_arg_expression(self, e, span);
    }

    fn visit_declaration(&mut self, d: &'ast Declaration, span: &'ast Span) {
        use StorageClassSpecifier::{Extern, Static, Typedef};
        let is_local = ![Extern, Static, Typedef].iter().any(|class| has_storage(&d.specifiers, class));
        if is_local && d.declarators.iter().any(|item| item.node.initializer.is_none()) {
            self.0.insert(Check::Init);
        }
        visit::visit_declaration(self, d, span);
    }
}

impl Lower<'_> {
    /// The functions that code elsewhere may call and in which a listed check could fail.
    pub fn find_fallible(&self, callable: &Callable) -> SortedSet<String> {
        let fails = |function: &str| {
            let definition = &self.functions[function];
            let mut risks = Risks::default();
            risks.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
            let is_inside = |at: usize| definition.span.start < at && at < definition.span.end;
            if self.source.annotations.iter().any(|a| is_inside(a.next)) {
                risks.0.insert(Check::Reach);
            }
            !risks.0.is_disjoint(&self.options.checks)
        };
        let fails: Vec<bool> = callable.conducts.iter().map(|(name, _)| fails(name)).collect();
        // The entry function is called with any arguments anyway.
        let is_entry = |name: &String| self.starts_late() && *name == self.options.entry;
        let candidates = callable.takes.iter().filter(|(name, _)| !is_entry(name));
        candidates.filter(|(_, takes)| takes.iter().any(|f| fails[*f])).map(|(name, _)| name.clone()).collect()
    }

    /// Something outside is called that may call all functions but these in any way.
    pub fn trust_callers(&mut self, followed: &SortedSet<String>) {
        if self.trusted.len() < self.fallible.len() {
            let fallible = self.fallible.clone();
            self.trusted.extend(fallible.difference(followed).cloned());
        }
    }

    /// Says which functions code elsewhere is expected to call only in ways in which they do not fail.
    pub fn premise_on_trusted(&mut self) {
        let names: Vec<String> = self.trusted.iter().map(|name| format!("`{name}`")).collect();
        let them = match names.as_slice() {
            [] => return,
            [only] => only.clone(),
            [first @ .., last] if names.len() <= NAMED => format!("{} and {last}", first.join(", ")),
            _ => format!("{} and {} others", names[..NAMED - 1].join(", "), names.len() - (NAMED - 1)),
        };
        let it = if names.len() == 1 { "it" } else { "them" };
        let premise = format!("functions without a body call back {them} only in ways in which no check fails in {it}");
        self.premises.insert(premise.as_str().into());
    }
}
