//! Functions with a variable number of arguments (C11 7.16).
//!
//! What a call gives beyond the parameters is kept in objects of the activation, like parameters. A `va_list` is a number: the
//! activation's frame times [`STRIDE`] plus the position of the next argument; 0 is a list that is not started. `va_arg` branches over
//! the positions of all activations that are open where it stands, which are the only ones whose lists may be read. What is wrong is an alarm of
//! `undefined`: an argument of another type than `va_arg` asks for, or none at all, an integer of the other sign whose value does not fit
//! both types, a list that is started twice, or ended, read or copied without a start, and one that is left behind without `va_end`.
//!
//! Where a function gets a list and reads on, the caller's is indeterminate afterwards (7.16p3), so it becomes [`SPENT`].

use super::call::Argument;
use super::conversions::Given;
use super::object::ObjectId;
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::variable_length::parameters;
use super::{Definition, Entity, Lower, Res};
use crate::types::{CInt, CType, Rank, Signature};
use base::{Check, CmpOp, Expr, Formula, Int, Span, Stmt};
use lang_c::ast::{CallExpression, DeclarationSpecifier, Expression, StorageClassSpecifier, VaArgExpression};
use lang_c::span::Node;

/// Positions per list.
const STRIDE: usize = 256;

/// A list that is started and must not be read on. It would be a position in the program's entry, which has no list.
const SPENT: i64 = 1;

/// Output by way of a list: whether it goes where runs are compared.
const OUTPUTS: [(&str, bool); 5] =
    [("vprintf", true), ("__builtin_vprintf", true), ("vfprintf", false), ("__builtin_vfprintf", false), ("vdprintf", false)];

/// The arguments of an activation beyond its parameters; none for those without representation.
#[derive(Clone)]
pub struct Extra {
    list: usize,
    values: Vec<Option<(Entity, CType)>>,
}

/// Whether the function works on a list that is its first argument.
pub fn changes_list(name: &str) -> bool {
    matches!(name, "__builtin_va_start" | "__builtin_c23_va_start" | "__builtin_va_end" | "__builtin_va_copy")
}

pub fn is_start(name: &str) -> bool {
    matches!(name, "__builtin_va_start" | "__builtin_c23_va_start")
}

/// Of a list that is not started, or that another function has read on.
fn unreadable(now: Expr) -> Formula {
    Formula::or([Formula::cmp(CmpOp::Eq, now.clone(), 0), Formula::cmp(CmpOp::Eq, now, SPENT)])
}

fn is_list(ty: &CType) -> bool {
    matches!(ty, CType::Int(i) if i.rank == Rank::List)
}

impl Lower<'_> {
    /// Keeps the arguments beyond the parameters for the activation that has just begun.
    pub fn keep_extra(&mut self, arguments: Vec<Argument>, span: &Span) -> Res<()> {
        if arguments.len() >= STRIDE {
            return self.unsupported("call with hundreds of arguments", span);
        }
        let mut values = Vec::new();
        for (i, value) in arguments.into_iter().enumerate() {
            let ty = value.as_ref().and_then(|v| self.type_of_extra(v));
            values.push(match ty {
                None => None,
                Some(ty) => {
                    let name = format!("$extra{i}");
                    self.bind(&name, &ty, value, span)?;
                    self.lookup(&name).cloned().map(|entity| (entity, ty))
                }
            });
        }
        let activation = self.here_activation();
        activation.extra = Some(Extra { list: activation.frame as usize, values });
        Ok(())
    }

    fn type_of_extra(&self, value: &Value) -> Option<CType> {
        Some(match value {
            Value::Int(s) => CType::Int(s.ty),
            Value::Record(place) => place.ty.clone(),
            Value::Pointer(place) => CType::pointer(place.ty.clone()),
            Value::Address(address) => CType::pointer(address.to.clone()),
            Value::Null => CType::pointer(CType::Void),
            Value::Function(name) => CType::pointer(CType::Function(self.signature(name)?)),
            Value::Void => return None,
        })
    }

    /// The object of a list that an expression names.
    fn list(&mut self, e: &Node<Expression>, span: &Span) -> Res<Place> {
        let place = self.place(e)?;
        match place.base {
            Base::Object(_) if is_list(&place.ty) => Ok(place),
            _ => self.unsupported("va_list behind a pointer", span),
        }
    }

    fn set_list(&mut self, place: &Place, to: Expr, span: &Span) -> Res<()> {
        let value = self.scalar(to, CInt::LIST, 0);
        self.store(place, value, span)
    }

    /// What must not be so of a list.
    fn require_list(&mut self, list: &Place, violated: impl FnOnce(Expr) -> Formula, message: &str, span: &Span) -> Res<()> {
        self.check_bounds(list, span);
        // A list is 0 before it is written, and nobody reads it by that.
        let Some(leaf) = self.leaf(list) else { return self.unsupported("va_list of this kind", span) };
        let now = match Self::position(&list.indices, &leaf, &[]) {
            Some(position) => Expr::select(leaf.var, position),
            None => Expr::Var(leaf.var),
        };
        self.require(vec![(Check::Undefined, violated(now), message.to_owned())], span);
        Ok(())
    }

    /// A list must be ended before it is started again. Only one that is an object of its own is 0 before.
    fn require_not_started(&mut self, list: &Place, message: &str, span: &Span) -> Res<()> {
        let is_own = list.fields.is_empty() && list.indices.is_empty();
        if is_own { self.require_list(list, |now| Formula::cmp(CmpOp::Ne, now, 0), message, span) } else { Ok(()) }
    }

    /// The functions of stdarg.h, and output that takes a list.
    pub fn variadic(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Option<Value>> {
        let arguments = call.arguments.as_slice();
        match (name, arguments) {
            ("__builtin_va_start" | "__builtin_c23_va_start", [list, ..]) => {
                let Some(extra) = self.here_activation().extra.clone() else {
                    return self.unsupported("va_start in a function that is recursive or the program's entry", span);
                };
                if name == "__builtin_va_start" {
                    self.check_last_parameter(span);
                }
                let place = self.list(list, span)?;
                self.require_not_started(&place, "va_start of a list that is started already", span)?;
                self.set_list(&place, Expr::Const(Int::from(extra.list * STRIDE)), span)?;
            }
            ("__builtin_va_end", [list]) => {
                let place = self.list(list, span)?;
                self.require_list(&place, |now| Formula::cmp(CmpOp::Eq, now, 0), "va_end of a list that is not started", span)?;
                self.set_list(&place, Expr::Const(Int::ZERO), span)?;
            }
            ("__builtin_va_copy", [to, from]) => {
                let (to, from) = (self.list(to, span)?, self.list(from, span)?);
                self.require_list(&from, unreadable, "va_copy of a list that is not started, or was read on by a function", span)?;
                self.require_not_started(&to, "va_copy to a list that is started already", span)?;
                let value = self.load(&from, span)?;
                let value = self.as_int(value, span)?;
                self.store(&to, value, span)?;
            }
            _ => {
                let Some((_, seen)) = OUTPUTS.iter().find(|(output, _)| *output == name && !self.functions.contains_key(name)) else {
                    return Ok(None);
                };
                let [before @ .., list] = arguments else { return Ok(None) };
                let place = self.list(list, span)?;
                let mut values = Vec::new();
                for argument in before.iter().rev() {
                    let value = self.attempt(|lower| lower.rvalue(argument))?;
                    values.insert(0, value.ok());
                }
                if let (true, Some(Some(stream))) = (name.ends_with("vfprintf"), values.first()) {
                    self.check_stream(stream, span)?;
                }
                self.printed_by_list(name, values.pop().flatten(), &place, span)?;
                self.may_set_errno(span)?;
                self.set_list(&place, SPENT.into(), span)?;
                if *seen {
                    self.graph.emit(Stmt::Print { pieces: vec!["?".into()], values: Vec::new() }, span);
                }
                if wanted {
                    let what = format!("what `{name}` returns");
                    return Ok(Some(Value::Int(self.open_number(&what, CInt::INT, &|_| Formula::True, span)?)));
                }
            }
        }
        Ok(Some(Value::Void))
    }

    /// The last parameter that has a name must not be a register, and its type must be what the promotions make of it (C11 7.16.1.4p4): machines
    /// find the arguments behind it from where it lies.
    fn check_last_parameter(&mut self, span: &Span) {
        let function = self.here_activation().function.clone();
        let (Some(definition), Some(signature)) = (self.functions.get(&function).copied(), self.signature(&function)) else { return };
        let Some((name, ty)) = signature.params.last() else { return };
        let is_register = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::StorageClass(s) if s.node == StorageClassSpecifier::Register);
        let in_register = parameters(&definition).last().is_some_and(|p| p.node.specifiers.iter().any(is_register));
        let is_promoted = match ty {
            CType::Int(i) => i.rank < Rank::Int,
            CType::Float(size) => *size < 8,
            _ => false,
        };
        let name = name.as_deref().unwrap_or_default();
        if is_promoted {
            let message = format!("va_start after `{name}` of type {}, which changes when it is promoted", self.types.name(ty));
            self.fail(Check::Undefined, message, span);
        } else if in_register {
            self.fail(Check::Undefined, format!("va_start after `{name}`, which is declared `register`"), span);
        }
    }

    /// Prints what a list holds whose first argument was not taken yet; any other is not understood.
    fn printed_by_list(&mut self, name: &str, format: Option<Value>, list: &Place, span: &Span) -> Res<()> {
        let position = self.load(list, span)?;
        let position = self.as_int(position, span)?;
        let position = self.spill(position, span).expr;
        let join = self.graph.loc(Some(span.clone()));
        let lists: Vec<Extra> = self.activations.iter().filter_map(|a| a.extra.clone()).collect();
        for extra in lists {
            let here = Formula::cmp(CmpOp::Eq, position.clone(), Expr::Const(Int::from(extra.list * STRIDE)));
            let other = self.unless(here, span);
            let printed = self.attempt(|lower| {
                let mut given = Vec::new();
                for value in extra.values {
                    given.push(match value {
                        None => Given { value: None, ty: None },
                        Some((Entity::Bound(value, _), ty)) => Given { value: Some(value), ty: Some(ty) },
                        Some((Entity::Object(object), ty)) => {
                            let place = lower.whole(object);
                            Given { value: Some(lower.load(&place, span)?), ty: Some(ty) }
                        }
                        Some((Entity::Constant(value, ty), _)) => {
                            Given { value: Some(Value::Int(Scalar::constant(value, ty))), ty: Some(CType::Int(ty)) }
                        }
                        Some((_, ty)) => Given { value: None, ty: Some(ty) },
                    });
                }
                lower.printed_by_any(name, format.clone(), &given, span)
            })?;
            match printed {
                Ok(()) => self.graph.jump(join, span),
                Err((what, at)) => self.give_up(&what, &at),
            }
            self.graph.here = other;
        }
        self.give_up(&format!("list of arguments of `{name}` that is not known"), span);
        self.graph.here = join;
        Ok(())
    }

    /// The next argument of a list.
    pub fn next_argument(&mut self, e: &VaArgExpression, span: &Span) -> Res<Value> {
        let ty = self.type_name(&e.type_name)?;
        if !matches!(ty, CType::Int(_) | CType::Pointer(_) | CType::Record(_)) {
            return self.unsupported(format!("va_arg of type {}", self.types.name(&ty)), span);
        }
        let place = self.list(&e.va_list, span)?;
        self.require_list(&place, unreadable, "va_arg of a list that is not started, or was read on by a function", span)?;
        let position = self.load(&place, span)?;
        let position = self.as_int(position, span)?;
        let position = self.spill(position, span).expr;
        self.set_list(&place, Expr::add(position.clone(), Expr::Const(Int::ONE)), span)?;
        let result = self.new_object(None, "", "$argument", &ty, false, self.graph.frame);
        let join = self.graph.loc(Some(span.clone()));
        let lists: Vec<Extra> = self.activations.iter().filter_map(|a| a.extra.clone()).collect();
        for extra in lists {
            let behind = Expr::Const(Int::from(extra.list * STRIDE + extra.values.len()));
            let end = Expr::Const(Int::from((extra.list + 1) * STRIDE));
            let none_left =
                Formula::and([Formula::cmp(CmpOp::Ge, position.clone(), behind), Formula::cmp(CmpOp::Lt, position.clone(), end)]);
            self.require(vec![(Check::Undefined, none_left, "va_arg, and no argument is left".to_owned())], span);
            for (i, value) in extra.values.iter().enumerate() {
                let Some(value) = value.as_ref() else { continue };
                if !self.fits(&value.1, &ty) {
                    let here = Formula::cmp(CmpOp::Eq, position.clone(), Expr::Const(Int::from(extra.list * STRIDE + i)));
                    let (given, wanted) = (self.types.name(&value.1), self.types.name(&ty));
                    let message = format!("va_arg asks for {wanted}, and the argument is of type {given}");
                    self.require(vec![(Check::Undefined, here, message)], span);
                    continue;
                }
                let here = Formula::cmp(CmpOp::Eq, position.clone(), Expr::Const(Int::from(extra.list * STRIDE + i)));
                let (case, other) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
                let start = self.graph.here;
                self.graph.branch(start, other, here.negate(), Some(span.clone()));
                self.graph.branch(start, case, here, Some(span.clone()));
                self.graph.here = case;
                match self.attempt(|lower| lower.take(result, &value.0, span))? {
                    Ok(()) => self.graph.jump(join, span),
                    Err((what, at)) => self.give_up(&what, &at),
                }
                self.graph.here = other;
            }
        }
        let what = format!("va_arg without an argument of type {} there", self.types.name(&ty));
        self.give_up(&what, span);
        self.graph.here = join;
        let result = self.whole(result);
        self.load(&result, span)
    }

    fn take(&mut self, result: ObjectId, from: &Entity, span: &Span) -> Res<()> {
        let value = match from {
            Entity::Constant(value, ty) => Value::Int(Scalar::constant(value.clone(), *ty)),
            Entity::Bound(value, _) => value.clone(),
            Entity::Object(object) => {
                let place = self.whole(*object);
                self.load(&place, span)?
            }
            _ => return self.unsupported("va_arg of an argument that is not understood", span),
        };
        if let (Value::Int(given), CType::Int(wanted)) = (&value, &self.objects[result].ty)
            && given.ty.signed != wanted.signed
        {
            let signed = CInt { signed: true, ..*wanted }.machine();
            let outside =
                [Formula::cmp(CmpOp::Lt, given.expr.clone(), 0), Formula::cmp(CmpOp::Gt, given.expr.clone(), Expr::Const(signed.max()))];
            let message = "va_arg asks for an integer of the other sign, which cannot hold the value".to_owned();
            self.require(vec![(Check::Undefined, Formula::or(outside), message)], span);
        }
        let place = self.whole(result);
        self.initialize_from(&place, value, span)
    }

    /// The lists that a function has started or copied have to be ended before it returns.
    pub fn check_lists_ended(&mut self, definition: &Definition<'_>, span: &Span) {
        let activation = self.activations.last().expect("a body has an activation");
        let given: Vec<Option<String>> =
            parameters(definition).iter().map(|p| p.node.declarator.as_ref().and_then(|d| Self::declared_name(&d.node))).collect();
        let is_own = |o: &&ObjectId| is_list(&self.objects[**o].ty) && !given.contains(&Some(self.objects[**o].name.clone()));
        let own: Vec<ObjectId> = activation.locals.iter().filter(is_own).copied().collect();
        for list in own {
            let Some(leaf) = self.objects[list].leaves.get(&vec![]) else { continue };
            let message = format!("`{}` is started, and the function returns without `va_end`", self.objects[list].name);
            self.require(vec![(Check::Undefined, Formula::cmp(CmpOp::Ne, leaf.var, 0), message)], span);
        }
    }

    /// Whether `va_arg` may ask for a type where this one was given. Integers of one size differ in nothing but their sign.
    fn fits(&self, given: &CType, wanted: &CType) -> bool {
        match (given, wanted) {
            (CType::Int(a), CType::Int(b)) => a.bits == b.bits && (a.rank == Rank::List) == (b.rank == Rank::List) && !b.bit_field,
            (CType::Pointer(_), CType::Pointer(_)) => true,
            (a, b) => a == b,
        }
    }

    /// Whether a function gets a list.
    pub fn takes_list(signature: &Signature) -> bool {
        signature.params.iter().any(|(_, ty)| is_list(ty))
    }

    /// After a call: what the callee's lists have become, beside the arguments that they were.
    pub fn lists_given(&mut self, call: &CallExpression, signature: &Signature) -> Vec<(Node<Expression>, ObjectId)> {
        let given = signature.params.iter().zip(&call.arguments).filter(|((_, ty), _)| is_list(ty));
        given
            .filter_map(|((name, _), argument)| match self.lookup(name.as_ref()?) {
                Some(Entity::Object(object)) => Some((argument.clone(), *object)),
                _ => None,
            })
            .collect()
    }

    /// The caller's lists that the callee has read on.
    pub fn lists_after(&mut self, lists: Vec<(Node<Expression>, ObjectId)>, span: &Span) -> Res<()> {
        for (argument, parameter) in lists {
            if !matches!(argument.node, Expression::Identifier(_)) {
                return self.unsupported("va_list that is passed and has no name of its own", span);
            }
            let place = self.list(&argument, span)?;
            let parameter = self.whole(parameter);
            let (before, after) = (self.load(&place, span)?, self.load(&parameter, span)?);
            let (before, after) = (self.as_int(before, span)?.expr, self.as_int(after, span)?.expr);
            let same = Formula::cmp(CmpOp::Eq, before.clone(), after);
            self.set_list(&place, Expr::ite(same, before, SPENT), span)?;
        }
        Ok(())
    }

    /// The objects that whoever gets a list may reach by it.
    pub fn reached_by_lists(&mut self, span: &Span) -> Res<Vec<Expr>> {
        let lists: Vec<Extra> = self.activations.iter().filter_map(|a| a.extra.clone()).collect();
        let mut found = Vec::new();
        for (entity, ty) in lists.into_iter().flat_map(|l| l.values).flatten() {
            match (entity, ty) {
                (Entity::Bound(Value::Null, _), _) | (_, CType::Int(_)) => {}
                (Entity::Bound(value @ (Value::Pointer(_) | Value::Address(_)), _), _) => found.push(self.as_address(value, span)?.object),
                (Entity::Object(object), _) => {
                    found.extend(self.objects[object].leaves.values().filter(|l| l.offset.is_some()).map(|l| Expr::Var(l.var)));
                }
                _ => return self.unsupported("list with a function, passed to a function without a body", span),
            }
        }
        Ok(found)
    }

    pub fn is_list_value(value: &Value) -> bool {
        matches!(value, Value::Int(s) if s.ty.rank == Rank::List)
    }
}
