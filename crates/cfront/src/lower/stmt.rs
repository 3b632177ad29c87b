//! Statements.

use super::memory::Deed;
use super::place::{Base, Place};
use super::value::Value;
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Int, LocId, SortedSet, Span, Stmt};
use lang_c::ast::{BlockItem, Expression, ForInitializer, ForStatement, IfStatement, Label, Statement, SwitchStatement};
use lang_c::span::Node;

/// The labels of a switch that is being translated.
pub struct Cases {
    ty: CInt,
    found: Vec<(Int, Int, LocId)>,
    default: Option<LocId>,
}

impl<'a> Lower<'a> {
    pub fn statement(&mut self, s: &Node<Statement>) -> Res<()> {
        self.in_time()?;
        // What stands before a label is said of the statement behind it.
        if !matches!(s.node, Statement::Labeled(_)) {
            self.annotations_before(s.span.start)?;
        }
        self.unannotated(s)
    }

    /// A statement whose annotations are done.
    fn unannotated(&mut self, s: &Node<Statement>) -> Res<()> {
        let span = self.span(s.span);
        match &s.node {
            Statement::Expression(Some(e)) => {
                self.guarded(|lower| lower.effect(e))?;
            }
            Statement::Expression(None) => {}
            Statement::Compound(items) => self.in_block(&span, |lower| {
                for item in items {
                    lower.block_item(item)?;
                }
                lower.annotations_at_end(s)
            })?,
            Statement::If(i) => self.in_block(&span, |lower| lower.selection(&i.node, &span))?,
            Statement::While(w) => self.in_block(&span, |lower| {
                let head = lower.loop_head(&span)?;
                lower.graph.arrive(head, &span);
                let (body, exit) = (lower.graph.loc(Some(span.clone())), lower.graph.loc(Some(span.clone())));
                lower.decide(&w.node.expression, body, exit)?;
                lower.graph.here = body;
                lower.loop_body(&w.node.statement, exit, head)?;
                lower.graph.jump(head, &span);
                lower.graph.here = exit;
                Ok(())
            })?,
            Statement::DoWhile(d) => self.in_block(&span, |lower| {
                let head = lower.loop_head(&span)?;
                lower.graph.arrive(head, &span);
                let (test, exit) = (lower.graph.loc(Some(span.clone())), lower.graph.loc(Some(span.clone())));
                lower.loop_body(&d.node.statement, exit, test)?;
                lower.graph.arrive(test, &span);
                lower.decide(&d.node.expression, head, exit)?;
                lower.graph.here = exit;
                Ok(())
            })?,
            Statement::For(f) => self.in_block(&span, |lower| lower.for_loop(&f.node, &span))?,
            Statement::Switch(w) => self.in_block(&span, |lower| lower.switch(&w.node, &span))?,
            Statement::Labeled(l) => {
                self.label(&l.node.label, &span)?;
                self.annotations_before(s.span.start)?;
                self.statement(&l.node.statement)?;
            }
            Statement::Goto(label) => {
                let target = self.label_loc(&label.node.name, &span);
                self.graph.jump(target, &span);
            }
            Statement::Continue => match self.here_activation().continues.last().copied() {
                Some((target, depth)) => {
                    self.end_objects(depth, &span);
                    self.graph.jump(target, &span);
                }
                None => return self.rejected("continue outside of a loop", &span),
            },
            Statement::Break => match self.here_activation().breaks.last().copied() {
                Some((target, depth)) => {
                    self.end_objects(depth, &span);
                    self.graph.jump(target, &span);
                }
                None => return self.rejected("break outside of a loop or switch", &span),
            },
            Statement::Return(e) => {
                self.guarded(|lower| lower.return_value(e.as_deref(), &span))?;
                self.end_objects(0, &span);
                let exit = self.here_activation().exit;
                self.graph.jump(exit, &span);
            }
            Statement::Asm(_) => self.give_up("inline assembly", &span),
        }
        Ok(())
    }

    /// A block: what begins in it ends with it.
    fn in_block(&mut self, span: &Span, work: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        self.here_activation().scopes.push(super::Scope::default());
        work(self)?;
        let depth = self.here_activation().scopes.len() - 1;
        self.end_objects(depth, span);
        self.here_activation().scopes.pop();
        Ok(())
    }

    /// What a selection or an iteration leads to, which is a block even without braces (C11 6.8.4p3, 6.8.5p5).
    fn substatement(&mut self, s: &Node<Statement>) -> Res<()> {
        match &s.node {
            Statement::Compound(_) => self.statement(s),
            _ => {
                let span = self.span(s.span);
                self.in_block(&span, |lower| lower.statement(s))
            }
        }
    }

    fn selection(&mut self, i: &IfStatement, span: &Span) -> Res<()> {
        let (then, other) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        self.decide(&i.condition, then, other)?;
        self.graph.here = then;
        self.substatement(&i.then_statement)?;
        match &i.else_statement {
            Some(statement) => {
                let join = self.graph.loc(Some(span.clone()));
                self.graph.jump(join, span);
                self.graph.here = other;
                self.substatement(statement)?;
                self.graph.arrive(join, span);
            }
            None => self.graph.arrive(other, span),
        }
        Ok(())
    }

    fn for_loop(&mut self, f: &ForStatement, span: &Span) -> Res<()> {
        match &f.initializer.node {
            ForInitializer::Expression(e) => {
                self.guarded(|lower| lower.effect(e))?;
            }
            ForInitializer::Declaration(d) => {
                let at = self.span(d.span);
                self.guarded(|lower| lower.local(&d.node, &at))?;
            }
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
        }
        let head = self.loop_head(span)?;
        self.graph.arrive(head, span);
        let (step, exit) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        if let Some(condition) = &f.condition {
            let body = self.graph.loc(Some(span.clone()));
            self.decide(condition, body, exit)?;
            self.graph.here = body;
        }
        self.loop_body(&f.statement, exit, step)?;
        self.graph.arrive(step, span);
        if let Some(e) = &f.step {
            self.guarded(|lower| lower.effect(e))?;
        }
        self.graph.jump(head, span);
        self.graph.here = exit;
        Ok(())
    }

    pub fn block_item(&mut self, item: &Node<BlockItem>) -> Res<()> {
        match &item.node {
            BlockItem::Declaration(d) => {
                let span = self.span(d.span);
                self.annotations_before(d.span.start)?;
                self.guarded(|lower| lower.local(&d.node, &span))?;
                Ok(())
            }
            BlockItem::Statement(s) => self.statement(s),
            BlockItem::StaticAssert(_) => Ok(()),
        }
    }

    fn loop_head(&mut self, span: &Span) -> Res<LocId> {
        let head = self.graph.loc(Some(span.clone()));
        self.graph.locs[head.index()].loop_head = true;
        self.advise_loop(head)?;
        Ok(head)
    }

    fn loop_body(&mut self, body: &Node<Statement>, exit: LocId, next: LocId) -> Res<()> {
        let depth = self.here_activation().scopes.len();
        self.here_activation().breaks.push((exit, depth));
        self.here_activation().continues.push((next, depth));
        self.substatement(body)?;
        self.here_activation().breaks.pop();
        self.here_activation().continues.pop();
        Ok(())
    }

    /// Branches on a condition.
    fn decide(&mut self, e: &Node<Expression>, yes: LocId, no: LocId) -> Res<()> {
        let span = self.span(e.span);
        self.guarded(|lower| {
            let exits = lower.condition(e)?;
            for (exits, target) in [(&exits.yes, yes), (&exits.no, no)] {
                if lower.transients.is_empty() {
                    lower.connect(exits, target, &span);
                    continue;
                }
                let end = lower.graph.loc(Some(span.clone()));
                lower.connect(exits, end, &span);
                lower.graph.here = end;
                lower.end_transients(&span);
                lower.graph.jump(target, &span);
            }
            lower.transients.clear();
            Ok(())
        })?;
        Ok(())
    }

    fn return_value(&mut self, e: Option<&Node<Expression>>, span: &Span) -> Res<()> {
        let Some(e) = e else { return Ok(()) };
        let (result, returned) = (self.here_activation().result.clone(), self.here_activation().returned);
        match (result, returned) {
            (CType::Void, _) => self.effect(e),
            (CType::Int(ty), Some(object)) => {
                let value = self.int_value(e)?;
                let value = self.convert(value, ty);
                let place = self.whole(object);
                self.store(&place, value, span)
            }
            (CType::Record(_), Some(object)) => match self.rvalue(e)? {
                Value::Record(from) => {
                    let place = self.whole(object);
                    self.copy(&place, &from, span)
                }
                _ => self.rejected("a record is needed here", span),
            },
            (ty @ CType::Pointer(_), Some(object)) => {
                let value = self.rvalue(e)?;
                let value = self.cast(value, &ty, span)?;
                let place = self.whole(object);
                self.store_address(&place, value, span)
            }
            (CType::Pointer(_), None) => self.effect(e),
            // The result of the entry function is of no interest, but it is used.
            (CType::Int(_), None) if self.activations.len() == 1 && self.options.checks.contains(&base::Check::Init) => {
                let value = self.int_value(e)?;
                self.uses_value(value.expr, span);
                Ok(())
            }
            (_, None) if self.activations.len() == 1 => self.effect(e),
            // Nobody asks for it.
            (CType::Int(_), None) => self.effect(e),
            (ty, _) => self.unsupported(format!("returned value of type {}", self.types.name(&ty)), span),
        }
    }

    fn label_loc(&mut self, name: &str, span: &Span) -> LocId {
        if let Some(loc) = self.here_activation().labels.get(name) {
            return *loc;
        }
        let loc = self.graph.loc(Some(span.clone()));
        self.here_activation().labels.insert(name.to_owned(), loc);
        loc
    }

    fn label(&mut self, label: &Node<Label>, span: &Span) -> Res<()> {
        let target = match &label.node {
            Label::Identifier(id) => self.label_loc(&id.node.name, span),
            Label::Default => {
                let loc = self.graph.loc(Some(span.clone()));
                match self.here_activation().switches.last_mut() {
                    Some(cases) => cases.default = Some(loc),
                    None => return self.rejected("default outside of a switch", span),
                }
                loc
            }
            Label::Case(e) => self.case(e, e, span)?,
            Label::CaseRange(range) => self.case(&range.node.low, &range.node.high, span)?,
        };
        self.graph.arrive(target, span);
        self.graph.locs[target.index()].span = Some(span.clone());
        self.arrive_from_afar(matches!(label.node, Label::Identifier(_)), span);
        Ok(())
    }

    /// A jump may pass declarations by: what is in scope lives, and after a `goto` what is not is dead.
    fn arrive_from_afar(&mut self, by_goto: bool, span: &Span) {
        let scopes = &self.here_activation().scopes;
        let mut open: SortedSet<_> = scopes.iter().flat_map(|s| s.objects.iter().copied()).collect();
        let blocks: Vec<_> = scopes.iter().flat_map(|s| s.blocks.iter().map(|(site, _)| *site)).collect();
        for object in &open {
            self.deed(Deed::Begin { object: *object, new: false }, span);
        }
        if by_goto {
            self.deed(Deed::End { objects: Vec::new(), blocks: Vec::new() }, span);
            open.extend(blocks);
            let last = self.deeds.len() - 1;
            self.here_activation().arrivals.push((last, open));
        }
    }

    fn case(&mut self, low: &Node<Expression>, high: &Node<Expression>, span: &Span) -> Res<LocId> {
        let loc = self.graph.loc(Some(span.clone()));
        let Some(ty) = self.here_activation().switches.last().map(|c| c.ty) else {
            return self.rejected("case outside of a switch", span);
        };
        let mut ends = Vec::new();
        for e in [low, high] {
            let value = match self.constant(e) {
                Ok(value) => value,
                Err(super::Halt::Unsupported { .. }) => return self.rejected("a case label must be constant", span),
                Err(other) => return Err(other),
            };
            ends.push(self.convert(value, ty).expr.as_const().cloned().unwrap_or_default());
        }
        let (high, low) = (ends.pop().unwrap_or_default(), ends.pop().unwrap_or_default());
        if let Some(cases) = self.here_activation().switches.last_mut() {
            if cases.found.iter().any(|(a, b, _)| *a <= high && low <= *b) {
                return self.rejected("duplicate case label", span);
            }
            cases.found.push((low, high, loc));
        }
        Ok(loc)
    }

    fn switch(&mut self, s: &SwitchStatement, span: &Span) -> Res<()> {
        let value = self.guarded(|lower| {
            let value = lower.int_value(&s.expression)?;
            let value = lower.promote(value);
            // The value is compared many times.
            Ok(if matches!(value.expr, Expr::Var(_) | Expr::Const(_)) { value } else { lower.spill(value, span) })
        })?;
        let head = self.graph.here;
        let ty = value.as_ref().map_or(CInt::INT, |v| v.ty);
        let exit = self.graph.loc(Some(span.clone()));
        self.graph.leave(span);
        self.here_activation().switches.push(Cases { ty, found: Vec::new(), default: None });
        let depth = self.here_activation().scopes.len();
        self.here_activation().breaks.push((exit, depth));
        self.substatement(&s.statement)?;
        self.here_activation().breaks.pop();
        let cases = self.here_activation().switches.pop();
        self.graph.arrive(exit, span);
        let (Some(cases), Some(value)) = (cases, value) else { return Ok(()) };
        let mut none = Vec::new();
        for (low, high, target) in cases.found {
            let formula = if low == high {
                Formula::cmp(CmpOp::Eq, value.expr.clone(), low)
            } else {
                Formula::and([Formula::cmp(CmpOp::Ge, value.expr.clone(), low), Formula::cmp(CmpOp::Le, value.expr.clone(), high)])
            };
            none.push(formula.negate());
            self.graph.branch(head, target, formula, Some(span.clone()));
        }
        self.graph.branch(head, cases.default.unwrap_or(exit), Formula::and(none), Some(span.clone()));
        Ok(())
    }

    /// GNU `({ … })`: its value is that of the last statement.
    pub fn statement_expression(&mut self, s: &Node<Statement>) -> Res<Value> {
        let Statement::Compound(items) = &s.node else { return self.unsupported("statement expression", &self.span(s.span)) };
        if self.activations.is_empty() {
            return self.unsupported("statement expression outside of a function", &self.span(s.span));
        }
        // Its full expressions are none of the expression around it.
        let around = self.ordered.take();
        let value = self.last_value(items, s.span);
        self.ordered = around;
        value
    }

    /// The value of the last statement of a statement expression.
    fn last_value(&mut self, items: &[Node<BlockItem>], at: lang_c::span::Span) -> Res<Value> {
        self.here_activation().scopes.push(super::Scope::default());
        let mut value = Value::Void;
        for (i, item) in items.iter().enumerate() {
            match &item.node {
                BlockItem::Statement(last) if i + 1 == items.len() => {
                    let last = self.behind_labels(last)?;
                    self.annotations_before(last.span.start)?;
                    match &last.node {
                        Statement::Expression(Some(e)) => {
                            value = self.rvalue(e)?;
                            // The value outlives the variables of the block.
                            if let Value::Int(s) = value {
                                let span = self.span(e.span);
                                value = Value::Int(if matches!(s.expr, Expr::Var(_)) { s } else { self.spill(s, &span) });
                            }
                        }
                        _ => self.unannotated(last)?,
                    }
                }
                _ => self.block_item(item)?,
            }
        }
        let span = self.span(at);
        if let Value::Record(Place { base: Base::Memory(..), .. }) = &value {
            value = self.copied(value, &span)?;
        }
        let depth = self.here_activation().scopes.len() - 1;
        self.end_objects(depth, &span);
        let scope = self.here_activation().scopes.pop().unwrap_or_default();
        // A pointer to a local of the block would dangle: it gets a variable, so that this is seen.
        let addressed = !scope.blocks.is_empty() || scope.objects.iter().any(|o| self.objects[*o].address_taken);
        let to = match &value {
            Value::Pointer(place) => Some(place.ty.clone()),
            Value::Address(address) if address.as_number.is_none() => Some(address.to.clone()),
            _ => None,
        };
        if let (true, Some(to)) = (addressed, to) {
            let frame = self.graph.frame;
            let object = self.new_object(None, "", "$value", &CType::pointer(to), false, frame);
            let place = self.whole(object);
            self.store_address(&place, value, &span)?;
            return self.load(&place, &span);
        }
        Ok(value)
    }

    /// The statement behind the labels in front of it, which are set here.
    fn behind_labels<'s>(&mut self, s: &'s Node<Statement>) -> Res<&'s Node<Statement>> {
        let mut inner = s;
        while let Statement::Labeled(l) = &inner.node {
            let span = self.span(inner.span);
            self.label(&l.node.label, &span)?;
            self.annotations_before(inner.span.start)?;
            inner = &l.node.statement;
        }
        Ok(inner)
    }

    /// Runs of the program: the entry function, then the end.
    pub fn enter_program(&mut self) -> Res<()> {
        let name = self.options.entry.clone();
        let start = self.graph.here;
        let Some(definition) = self.functions.get(&name).copied() else {
            let span = self.source.span(0);
            return Err(super::Halt::NoEntry { span });
        };
        let span = self.span(definition.span);
        self.graph.locs[start.index()].span = Some(span.clone());
        self.graph.locs[start.index()].frame = 1;
        self.guarded(|lower| lower.activate_entry(&name, definition, &span))?;
        if name == "main" {
            self.graph.frame = 1;
            self.guarded(|lower| lower.run_handlers(&span))?;
            self.deed(Deed::Finish, &span);
        }
        let end = self.end;
        self.graph.edge(self.graph.here, end, Stmt::Skip, None);
        Ok(())
    }
}
