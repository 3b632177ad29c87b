//! Statements (C11 6.8).

use super::constant::Value;
use super::types::Type;
use super::{Checker, Res, fault};
use lang_c::ast::{BlockItem, Expression, ForInitializer, Label, LabeledStatement, Statement};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::BTreeMap;

/// The labels of a function, and where it jumps to.
#[derive(Default)]
pub struct Jumps {
    labels: BTreeMap<String, usize>,
    twice: Option<(String, usize)>,
    to: Vec<(String, usize)>,
}

impl Jumps {
    /// Every jump has its label, and every label is one place.
    pub fn of(body: &Node<Statement>) -> Res<()> {
        let mut jumps = Jumps::default();
        jumps.visit_statement(&body.node, &body.span);
        if let Some((name, at)) = jumps.twice {
            return fault(at, format!("there are two labels `{name}`"));
        }
        match jumps.to.iter().find(|(name, _)| !jumps.labels.contains_key(name)) {
            Some((name, at)) => fault(*at, format!("there is no label `{name}`")),
            None => Ok(()),
        }
    }
}

impl<'a> Visit<'a> for Jumps {
    fn visit_labeled_statement(&mut self, l: &'a LabeledStatement, span: &'a Span) {
        if let Label::Identifier(id) = &l.label.node
            && self.labels.insert(id.node.name.clone(), span.start).is_some()
        {
            self.twice.get_or_insert((id.node.name.clone(), span.start));
        }
        visit::visit_labeled_statement(self, l, span);
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Span) {
        if let Statement::Goto(id) = s {
            self.to.push((id.node.name.clone(), id.span.start));
        }
        visit::visit_statement(self, s, span);
    }
}

impl Checker {
    pub fn block_item(&mut self, item: &Node<BlockItem>) -> Res<()> {
        match &item.node {
            BlockItem::Declaration(d) => self.declaration(&d.node, d.span.start),
            BlockItem::StaticAssert(a) => self.static_assert(&a.node),
            BlockItem::Statement(s) => self.statement(s),
        }
    }

    fn condition(&mut self, e: &Node<Expression>) -> Res<()> {
        let value = self.expression(e)?;
        self.scalar(&value.of.ty, e.span.start)
    }

    fn looped(&mut self, body: &Node<Statement>) -> Res<()> {
        self.loops += 1;
        let checked = self.inside(|this| this.statement(body));
        self.loops -= 1;
        checked
    }

    pub fn statement(&mut self, s: &Node<Statement>) -> Res<()> {
        let at = s.span.start;
        match &s.node {
            Statement::Labeled(l) => {
                self.label(&l.node.label)?;
                self.statement(&l.node.statement)
            }
            Statement::Compound(items) => self.inside(|this| items.iter().try_for_each(|item| this.block_item(item))),
            Statement::Expression(Some(e)) => self.expression(e).map(drop),
            Statement::Expression(None) | Statement::Asm(_) | Statement::Goto(_) => Ok(()),
            Statement::If(i) => {
                self.condition(&i.node.condition)?;
                self.inside(|this| this.statement(&i.node.then_statement))?;
                i.node.else_statement.as_ref().map_or(Ok(()), |s| self.inside(|this| this.statement(s)))
            }
            Statement::Switch(switch) => {
                let value = self.expression(&switch.node.expression)?;
                if !matches!(value.of.ty, Type::Int(_) | Type::Unknown) {
                    return fault(switch.node.expression.span.start, format!("a switch over {}", self.records.told(&value.of.ty)));
                }
                self.switches.push((Vec::new(), false));
                let checked = self.inside(|this| this.statement(&switch.node.statement));
                self.switches.pop();
                checked
            }
            Statement::While(w) => {
                self.condition(&w.node.expression)?;
                self.looped(&w.node.statement)
            }
            Statement::DoWhile(d) => {
                self.looped(&d.node.statement)?;
                self.condition(&d.node.expression)
            }
            Statement::For(f) => self.inside(|this| {
                match &f.node.initializer.node {
                    ForInitializer::Empty => {}
                    ForInitializer::Expression(e) => drop(this.expression(e)?),
                    ForInitializer::Declaration(d) => this.declaration(&d.node, d.span.start)?,
                    ForInitializer::StaticAssert(a) => this.static_assert(&a.node)?,
                }
                if let Some(e) = &f.node.condition {
                    this.condition(e)?;
                }
                if let Some(e) = &f.node.step {
                    this.expression(e)?;
                }
                this.looped(&f.node.statement)
            }),
            Statement::Continue if self.loops == 0 => fault(at, "`continue` outside of a loop"),
            Statement::Break if self.loops == 0 && self.switches.is_empty() => fault(at, "`break` outside of a loop or switch"),
            Statement::Continue | Statement::Break => Ok(()),
            Statement::Return(None) => Ok(()),
            Statement::Return(Some(e)) => {
                let value = self.expression(e)?;
                match self.result.clone() {
                    // That a value is returned where none is expected, or none where one is, is a warning.
                    Some(to) if !matches!(to.ty, Type::Void) => self.fits(&to, &value.of.ty, e.span.start),
                    _ => Ok(()),
                }
            }
        }
    }

    fn label(&mut self, label: &Node<Label>) -> Res<()> {
        let at = label.span.start;
        let range = match &label.node {
            Label::Identifier(_) => return Ok(()),
            Label::Default => {
                return match self.switches.last_mut() {
                    None => fault(at, "`default` outside of a switch"),
                    Some((_, true)) => fault(at, "a switch with two defaults"),
                    Some((_, default)) => {
                        *default = true;
                        Ok(())
                    }
                };
            }
            Label::Case(e) => [&**e, &**e],
            Label::CaseRange(r) => [&*r.node.low, &*r.node.high],
        };
        if self.switches.is_empty() {
            return fault(at, "`case` outside of a switch");
        }
        let mut ends = Vec::new();
        for e in range {
            let value = self.expression(e)?;
            if !matches!(value.of.ty, Type::Int(_) | Type::Unknown) {
                return fault(at, "a case that is not an integer");
            }
            match self.constant(e) {
                Value::Known(n) => ends.push(n),
                Value::Not(why) => return fault(at, format!("a case must be a constant: {why}")),
                Value::Unknown => return Ok(()),
            }
        }
        let Some((cases, _)) = self.switches.last_mut() else { return Ok(()) };
        if cases.iter().any(|(low, high)| *low <= ends[1] && ends[0] <= *high) {
            return fault(at, format!("a switch with two cases for {}", ends[0]));
        }
        if ends[0] <= ends[1] {
            cases.push((ends[0], ends[1]));
        }
        Ok(())
    }
}
