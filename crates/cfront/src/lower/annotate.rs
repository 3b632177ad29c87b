//! Where the formulas of annotations go.
//!
//! - `assert` is a property: the program fails where it does not hold or speaks of what cannot be read ([`super::readable`]), and it holds
//!   behind that place.
//! - `requires` of the entry function is an assumption about its callers, which stands beside the verdict; `ensures` of it is a property.
//! - Everything else is advice ([`base::Cfa::advice`]): engines may use it and must prove what they use.

use super::{Halt, Lower, Res};
use crate::annotation::block_end;
use crate::annotation::syntax::{Clause, Role};
use crate::graph::Note;
use base::{Formula, LocId, Span, Stmt};
use lang_c::ast::Statement;
use lang_c::span::Node;

impl<'a> Lower<'a> {
    /// The clauses in front of the place, in order.
    pub fn clauses_before(&self, at: usize) -> Vec<&'a Clause> {
        let all = &self.source.annotations;
        if all.is_empty() || at >= self.source.models_start {
            return Vec::new();
        }
        let at = self.source.before_repair(at);
        let first = all.partition_point(|a| a.next < at);
        all[first..].iter().take_while(|a| a.next == at).flat_map(|a| &a.clauses).collect()
    }

    /// Annotations in front of a statement or of the end of a block; the invariants of a loop wait for its head.
    pub fn annotations_before(&mut self, at: usize) -> Res<()> {
        for clause in self.clauses_before(at) {
            match (&clause.role, &clause.term) {
                (Role::Assert, Ok(_)) => {
                    let span = self.source.span_before_repair(clause.at);
                    let violations = self.violations(clause, format!("assertion `{}` fails", clause.text))?;
                    self.require(violations, &span);
                }
                (Role::LoopInvariant, Ok(_)) => self.invariants.push(clause),
                _ => {}
            }
        }
        Ok(())
    }

    /// Annotations in front of the bracket that ends a block.
    pub fn annotations_at_end(&mut self, block: &Node<Statement>) -> Res<()> {
        if self.source.annotations.is_empty() {
            return Ok(());
        }
        self.annotations_before(block_end(&self.source.text, block.span))
    }

    /// The invariants that stand before a loop, at its head.
    pub fn advise_loop(&mut self, head: LocId) -> Res<()> {
        for clause in std::mem::take(&mut self.invariants) {
            self.advise(head, clause)?;
        }
        Ok(())
    }

    /// What a function requires, where its body begins.
    pub fn required(&mut self, definition: lang_c::span::Span) -> Res<()> {
        for clause in self.clauses_before(definition.start).into_iter().filter(|c| c.role == Role::Requires) {
            if self.activations.len() > 1 {
                let here = self.graph.here;
                self.advise(here, clause)?;
                continue;
            }
            let span = self.source.span_before_repair(clause.at);
            let formula = self.clause(clause)?;
            if let Ok(term) = &clause.term {
                self.note_required(term);
            }
            self.graph.assume(formula, Note::Nothing, &span);
            self.premises.insert(format!("`{}` requires {}", self.options.entry, clause.text).as_str().into());
        }
        if self.activations.len() == 1 {
            let begins = self.graph.loc(None);
            self.graph.arrive(begins, &self.source.span(definition.start));
            self.begins = Some(begins);
        }
        Ok(())
    }

    /// Whether a function ensures anything.
    pub fn ensures(&self, definition: lang_c::span::Span) -> bool {
        self.clauses_before(definition.start).iter().any(|c| c.role == Role::Ensures)
    }

    /// What a function ensures, where it ends: here, and `exit` is this place.
    pub fn ensured(&mut self, definition: lang_c::span::Span, exit: LocId) -> Res<()> {
        for clause in self.clauses_before(definition.start).into_iter().filter(|c| c.role == Role::Ensures) {
            if self.activations.len() > 1 {
                self.advise(exit, clause)?;
                continue;
            }
            let span = self.source.span_before_repair(clause.at);
            self.after = true;
            let violations = self.violations(clause, format!("`{}` does not ensure {}", self.options.entry, clause.text));
            self.after = false;
            // Nothing is assumed behind it: the function ends here, and the next clause is a matter of its own.
            for (check, violated, message) in violations?.into_iter().filter(|v| v.1 != Formula::False) {
                if self.options.checks.contains(&check) {
                    let error = self.graph.error(check, &message, &span);
                    self.graph.branch(self.graph.here, error, violated, Some(span.clone()));
                }
            }
        }
        Ok(())
    }

    /// Keeps a clause as advice. What is not understood is left out.
    fn advise(&mut self, at: LocId, clause: &Clause) -> Res<()> {
        let mark = self.graph.mark();
        match self.clause(clause) {
            Ok(formula) => self.graph.advice.push((at, formula)),
            Err(Halt::Annotation { what, span }) => {
                self.graph.back_to(mark);
                self.ignored.insert((span, format!("ignored: {what}")));
            }
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// The formula of a clause.
    pub fn clause(&mut self, clause: &Clause) -> Res<Formula> {
        let place = |at: usize| -> Span { self.source.span_before_repair(at) };
        let term = match &clause.term {
            Ok(term) => term,
            Err((at, what)) => return Err(Halt::Annotation { what: what.clone(), span: place(*at) }),
        };
        let before = self.graph.edges.len();
        match self.logic_formula(term, &mut Vec::new()) {
            // Nothing may happen while a formula is read.
            Ok(_) if self.graph.edges[before..].iter().any(|e| !matches!(e.note, Note::Memory(_)) || e.stmt != Stmt::Skip) => {
                Err(Halt::Annotation { what: "this cannot be read without a step of the program".into(), span: place(clause.at) })
            }
            Err(Halt::Unsupported { what, span }) => Err(Halt::Annotation { what, span }),
            other => other,
        }
    }
}
