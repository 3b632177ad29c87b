//! What the models of library functions (`models/*.c`) say beyond C: calls of names that begin with `__model_` and have no body.
//!
//! A result that C leaves to the library is an open choice (`between`), and none at all where nobody asks for it.

use super::address::{Address, ELSEWHERE};
use super::memory::{Deed, Filling};
use super::value::{Scalar, Value};
use super::{Entity, Lower, Res};
use crate::graph::{Note, Quality};
use crate::types::{CInt, CType};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, LocId, Span};
use lang_c::ast::CallExpression;

impl Lower<'_> {
    /// A step of a model that C has no words for; none if it is not one.
    pub fn primitive(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Option<Value>> {
        let Some(step) = name.strip_prefix("__model_") else { return Ok(None) };
        if let Some(reader) = step.strip_prefix("byte_") {
            return Ok(Some(self.any_value(&CType::Int(CInt::CHAR), InputKind::Call(reader.into()), span)?));
        }
        if let Some(reader) = step.strip_prefix("flag_") {
            return Ok(Some(self.any_value(&CType::Int(CInt::BOOL), InputKind::Call(reader.into()), span)?));
        }
        let arguments: Vec<Value> = self.arguments(call, None)?.into_iter().map(|a| a.unwrap_or(Value::Void)).collect();
        let function = self.modelled_function();
        let value = match (step, arguments.as_slice()) {
            ("apart", [to, from, Value::Int(i)]) => {
                self.step_of_copy(to, from, i, true, span)?;
                Value::Void
            }
            ("reaches", [to, from, Value::Int(i)]) => {
                self.step_of_copy(to, from, i, false, span)?;
                Value::Void
            }
            ("choice", []) => {
                let what = format!("which of equal elements `{function}` prefers");
                self.any_value(&CType::Int(CInt::BOOL), InputKind::Open(what.as_str().into()), span)?
            }
            ("exchange", [base, Value::Int(i), Value::Int(j), Value::Int(size)]) => {
                self.exchange(base, i, j, size, span)?;
                Value::Void
            }
            ("any_pair", []) => {
                let is_open = self.model_call.as_ref().is_some_and(|at| self.opened.failing_call_backs.contains(at));
                Value::Int(Scalar::constant(Int::from(u8::from(is_open)), CInt::INT))
            }
            ("sign", [Value::Int(value)]) => Value::Int(self.loose(value.clone(), Quality::Sign, span)),
            ("truth", [Value::Int(value)]) => Value::Int(self.loose(value.clone(), Quality::Zero, span)),
            ("between", [Value::Int(low), Value::Int(high)]) if wanted => Value::Int(self.chosen(&function, low, high, span)?),
            ("between", _) => Value::Void,
            ("text", [text]) => {
                self.read_text(Some(text.clone()), None, span)?;
                Value::Void
            }
            ("reads", [from, Value::Int(size), Value::Int(n)]) => {
                let count = Expr::mul(size.expr.clone(), n.expr.clone());
                self.each_byte_is_there(from, &count, false, span)?;
                Value::Void
            }
            ("fills", [to, Value::Int(size), Value::Int(n)]) => {
                let count = Expr::mul(size.expr.clone(), n.expr.clone());
                self.filled_by(&function, to, &count, span)?;
                Value::Void
            }
            ("pointer", [Value::Int(or_null)]) => {
                let what = InputKind::Open(format!("what `{function}` returns").as_str().into());
                let pointer = self.foreign_pointer(&CType::Int(CInt::CHAR), what, span);
                if or_null.expr == 0.into() {
                    self.graph.assume(Formula::cmp(CmpOp::Ne, pointer.offset.clone(), 0), Note::Nothing, span);
                }
                Value::Address(pointer)
            }
            ("stream", [stream]) => {
                self.check_stream(stream, span)?;
                Value::Void
            }
            ("opened", []) => Value::Address(self.open_stream(span)),
            ("closed", [stream]) => {
                self.close_stream(stream, span)?;
                Value::Void
            }
            ("own", [stream]) => {
                let address = self.as_address(stream.clone(), span)?;
                Value::Int(Scalar::truth(Formula::cmp(CmpOp::Gt, address.object, 0), 1))
            }
            ("met", [stream, Value::Int(c)]) => Value::Int(self.met(stream.clone(), c.clone(), span)?),
            ("asks_errors", []) => Value::Int(Scalar::constant(Int::from(u8::from(self.asks_errors())), CInt::INT)),
            ("pushed", [stream, Value::Int(c)]) => Value::Int(self.push_back(stream, c.clone(), span)?),
            ("reads_on", [stream]) => {
                self.read_on(stream, span)?;
                Value::Void
            }
            ("moved", [stream]) => {
                self.forget_pushed(stream, span)?;
                Value::Void
            }
            ("locale", [name]) => {
                self.locale(name);
                Value::Void
            }
            ("fails", []) => {
                self.may_set_errno(span)?;
                Value::Void
            }
            ("error", [Value::Int(number)]) => {
                self.sets_errno(number.clone(), span)?;
                Value::Void
            }
            ("short_lines", []) => {
                self.premises.insert(format!("lines that `{function}` reads have fewer than 2^31 characters").as_str().into());
                Value::Void
            }
            // What a function may do to errno that C lets it leave alone.
            ("may_error", [Value::Int(number)]) => {
                if self.sees_errno() {
                    let what = format!("whether `{function}` sets `errno`");
                    let sets = self.any_value(&CType::Int(CInt::BOOL), InputKind::Open(what.as_str().into()), span)?;
                    let sets = self.as_int(sets, span)?;
                    let not = self.unless(Formula::cmp(CmpOp::Ne, sets.expr, 0), span);
                    self.sets_errno(number.clone(), span)?;
                    self.graph.arrive(not, span);
                }
                Value::Void
            }
            ("outside", []) => {
                let what = format!("the argument of `{function}` is a number that its result cannot be");
                if !self.options.checks.contains(&Check::Undefined) {
                    self.graph.unchecked.insert(Check::Undefined);
                    self.give_up(&what, span);
                } else {
                    self.fail(Check::Undefined, what, span);
                }
                Value::Void
            }
            ("unsupported", []) => {
                self.give_up(&format!("call of `{function}` with these arguments"), span);
                Value::Void
            }
            _ => return self.unsupported(format!("`{name}` with these arguments"), span),
        };
        Ok(Some(value))
    }

    /// The library function whose model is being translated.
    pub fn modelled_function(&self) -> String {
        let function = self.activations.iter().rev().map(|a| a.function.as_str()).find(|f| !f.starts_with("__model"));
        function.unwrap_or("a library function").to_owned()
    }

    /// A number between two others that the library chooses.
    fn chosen(&mut self, function: &str, low: &Scalar, high: &Scalar, span: &Span) -> Res<Scalar> {
        let is_errno = self.activations.last().is_some_and(|a| a.function == "__model_errno");
        let what = if is_errno { format!("the error that `{function}` stores") } else { format!("what `{function}` returns") };
        self.open_number(
            &what,
            high.ty.promote(),
            &|n| {
                let inside = [(CmpOp::Ge, low), (CmpOp::Le, high)];
                Formula::and(inside.map(|(op, bound)| Formula::cmp(op, n.clone(), bound.expr.clone())))
            },
            span,
        )
    }

    /// A number that C leaves open, as far as a formula says what it may be.
    pub fn open_number(&mut self, what: &str, ty: CInt, may_be: &dyn Fn(Expr) -> Formula, span: &Span) -> Res<Scalar> {
        let value = self.any_value(&CType::Int(ty), InputKind::Open(what.into()), span)?;
        let value = self.as_int(value, span)?;
        self.graph.assume(may_be(value.expr.clone()), Note::Nothing, span);
        Ok(value)
    }

    /// Goes on where a pointer does not come from code elsewhere, which answers for it; returns where it does.
    pub fn unless_elsewhere(&mut self, address: &Address, span: &Span) -> Option<LocId> {
        match &address.object {
            Expr::Const(_) => None,
            object => Some(self.unless(Formula::cmp(CmpOp::Ne, object.clone(), ELSEWHERE), span)),
        }
    }

    /// So many bytes must be there, where it is not nothing that is read or written.
    pub fn each_byte_is_there(&mut self, pointer: &Value, count: &Expr, writes: bool, span: &Span) -> Res<()> {
        let address = self.as_address(pointer.clone(), span)?;
        let address = self.spill_address(address, span);
        let elsewhere = self.unless_elsewhere(&address, span);
        let nothing = match count.as_const() {
            Some(_) => None,
            None => Some(self.unless(Formula::cmp(CmpOp::Gt, count.clone(), 0), span)),
        };
        if *count != 0.into() {
            self.deed(Deed::Touch { object: address.object, offset: address.offset, count: count.clone(), writes }, span);
        }
        for other in [nothing, elsewhere].into_iter().flatten() {
            self.graph.arrive(other, span);
        }
        Ok(())
    }

    /// So many bytes get any values.
    fn filled_by(&mut self, function: &str, to: &Value, count: &Expr, span: &Span) -> Res<()> {
        let address = self.as_address(to.clone(), span)?;
        let address = self.spill_address(address, span);
        let elsewhere = self.unless_elsewhere(&address, span);
        let byte = Filling::Any(function.into());
        self.deed(Deed::Fill { object: address.object, offset: address.offset, byte, count: count.clone() }, span);
        if let Some(elsewhere) = elsewhere {
            self.graph.arrive(elsewhere, span);
        }
        Ok(())
    }

    /// A function of the library that may fail may say why, where the program can see it.
    pub fn may_set_errno(&mut self, span: &Span) -> Res<()> {
        if self.functions.contains_key("__model_errno") {
            self.call_model("__model_errno", Vec::new(), span)?;
        } else if let Some(Entity::Object(errno)) = self.globals.names.get("errno").cloned() {
            self.havoc(errno, &InputKind::Open("`errno`".into()), span);
        }
        Ok(())
    }

    /// Whether the program can see the number of the last error.
    fn sees_errno(&self) -> bool {
        self.functions.contains_key("__model_set_errno") || matches!(self.globals.names.get("errno"), Some(Entity::Object(_)))
    }

    fn sets_errno(&mut self, number: Scalar, span: &Span) -> Res<()> {
        if self.functions.contains_key("__model_set_errno") {
            self.call_model("__model_set_errno", vec![Value::Int(number)], span)?;
        } else if let Some(Entity::Object(errno)) = self.globals.names.get("errno").cloned() {
            let place = self.whole(errno);
            self.store(&place, number, span)?;
        }
        Ok(())
    }
}
