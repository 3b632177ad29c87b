//! Statements (C11 6.8).

use super::constant::Value;
use super::types::Type;
use super::{Checker, Entity, Res, Switch, fault};
use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, Expression, ForInitializer, Label, Statement, StorageClassSpecifier as Storage,
    TypeSpecifier,
};
use lang_c::span::Node;

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
            Statement::Goto(id) => {
                self.jump(&id.node.name, id.span.start);
                Ok(())
            }
            Statement::Expression(None) | Statement::Asm(_) => Ok(()),
            // These and what they lead to are blocks (C11 6.8.4p3, 6.8.5p5).
            Statement::If(i) => self.inside(|this| {
                this.condition(&i.node.condition)?;
                this.inside(|this| this.statement(&i.node.then_statement))?;
                i.node.else_statement.as_ref().map_or(Ok(()), |s| this.inside(|this| this.statement(s)))
            }),
            Statement::Switch(switch) => self.inside(|this| {
                let value = this.expression(&switch.node.expression)?;
                if !matches!(value.of.ty, Type::Int(_) | Type::Unknown) {
                    return fault(switch.node.expression.span.start, format!("a switch over {}", this.records.told(&value.of.ty)));
                }
                this.switches.push(Switch { fences: this.jumps.fences.len(), ..Switch::default() });
                let checked = this.inside(|this| this.statement(&switch.node.statement));
                this.switches.pop();
                checked
            }),
            Statement::While(w) => self.inside(|this| {
                this.condition(&w.node.expression)?;
                this.looped(&w.node.statement)
            }),
            Statement::DoWhile(d) => self.inside(|this| {
                this.looped(&d.node.statement)?;
                this.condition(&d.node.expression)
            }),
            Statement::For(f) => self.inside(|this| {
                match &f.node.initializer.node {
                    ForInitializer::Empty => {}
                    ForInitializer::Expression(e) => drop(this.expression(e)?),
                    ForInitializer::Declaration(d) => {
                        this.for_declaration(&d.node, d.span.start)?;
                        this.declaration(&d.node, d.span.start)?;
                        // Its initialisers declare no more than it does itself.
                        let scope = this.scope();
                        if let Some(tag) = scope.tags.keys().next() {
                            return fault(d.span.start, format!("a `for` declares the tag `{tag}`"));
                        }
                        if let Some((name, _)) = scope.names.iter().find(|(_, e)| matches!(e, Entity::Constant(_))) {
                            return fault(d.span.start, format!("a `for` declares the constant `{name}`"));
                        }
                    }
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

    /// The first part of a `for` declares variables, and nothing else.
    fn for_declaration(&mut self, d: &Declaration, at: usize) -> Res<()> {
        for specifier in &d.specifiers {
            let what = match &specifier.node {
                DeclarationSpecifier::StorageClass(s) => match s.node {
                    Storage::Typedef => "a type",
                    Storage::Extern | Storage::Static => "something that outlives the loop",
                    Storage::Auto | Storage::Register | Storage::ThreadLocal => continue,
                },
                DeclarationSpecifier::TypeSpecifier(t) => match &t.node {
                    TypeSpecifier::Struct(s) if s.node.identifier.is_some() && s.node.declarations.is_some() => "a record",
                    TypeSpecifier::Enum(e) if !e.node.enumerators.is_empty() => "an enumeration",
                    _ => continue,
                },
                _ => continue,
            };
            return fault(at, format!("a `for` declares {what}"));
        }
        match d.declarators.iter().find(|d| super::specifier::is_function(&d.node.declarator)) {
            Some(d) => fault(d.span.start, "a `for` declares a function"),
            None => Ok(()),
        }
    }

    fn label(&mut self, label: &Node<Label>) -> Res<()> {
        let at = label.span.start;
        let range = match &label.node {
            Label::Identifier(id) => return self.labelled(&id.node.name, at),
            Label::Default => {
                self.enters(at)?;
                return match self.switches.last_mut() {
                    None => fault(at, "`default` outside of a switch"),
                    Some(switch) if switch.has_default => fault(at, "a switch with two defaults"),
                    Some(switch) => {
                        switch.has_default = true;
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
        self.enters(at)?;
        let mut ends = Vec::new();
        for e in range {
            let value = self.expression(e)?;
            if !matches!(value.of.ty, Type::Int(_) | Type::Unknown) {
                return fault(at, "a case that is not an integer");
            }
            match self.constant(e) {
                // Others may become one when they are converted.
                Value::Known(n) if i32::try_from(n).is_err() => return Ok(()),
                Value::Known(n) => ends.push(n),
                Value::Not(why) => return fault(at, format!("a case must be a constant: {why}")),
                Value::Unknown => return Ok(()),
            }
        }
        let Some(Switch { cases, .. }) = self.switches.last_mut() else { return Ok(()) };
        if cases.iter().any(|(low, high)| *low <= ends[1] && ends[0] <= *high) {
            return fault(at, format!("a switch with two cases for {}", ends[0]));
        }
        if ends[0] <= ends[1] {
            cases.push((ends[0], ends[1]));
        }
        Ok(())
    }

    /// A switch does not jump to where a `goto` from it may not.
    fn enters(&self, at: usize) -> Res<()> {
        match self.switches.last() {
            Some(switch) if self.jumps.fences.len() > switch.fences => {
                fault(at, "the switch leads past a declaration of variable size or into a statement expression")
            }
            _ => Ok(()),
        }
    }
}
