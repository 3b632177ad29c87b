//! Constrained Horn clauses in SMT-LIB: `(set-logic HORN)`, and the rules and queries of z3's fixedpoint format.
//!
//! A clause is any universally closed formula whose negation is a conjunction of relations, at most one negated relation
//! and a constraint; disjunctions around relations are distributed into several clauses. A query `(query φ)` is the clause
//! `φ ⇒ false`: the answer is about that clause, as everywhere else in this format, and not about φ being reachable.

use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::read::{Meaning, Reader};
use crate::sexpr::{self, Sexpr};
use crate::subst;
use crate::system::{Argument, Atom, Clause, Relation, Source, System};
use crate::term::{Node, Rel, Sort, Term, Terms};

/// A formula that would become more clauses than this is refused.
const MOST_CLAUSES: usize = 10_000;

/// Reads a file of Horn clauses.
pub fn read(file: &str, text: &str) -> Result<System, Diagnostic> {
    let mut horn = Horn::default();
    let read = |commands: Vec<Sexpr>| {
        horn.reader.look_for_reals(&commands);
        commands.iter().try_for_each(|c| horn.command(c))
    };
    sexpr::read(text).and_then(read).map_err(|f| f.in_file(file, text))?;
    let source = Source { file: file.into(), text: text.into(), reals: horn.reader.reals(), domains: Vec::new() };
    Ok(System { terms: horn.reader.terms, relations: horn.relations, clauses: horn.clauses, source }.with_unit().numbered())
}

#[derive(Default)]
struct Horn {
    reader: Reader,
    relations: Vec<Relation>,
    clauses: Vec<Clause>,
}

impl Horn {
    fn command(&mut self, s: &Sexpr) -> Result<(), Fault> {
        let Some((name, rest)) = s.call() else {
            return Fault::malformed(s.place, "a command is expected");
        };
        match (name, rest) {
            ("set-logic", [logic]) => match logic.symbol() {
                Some("HORN") => Ok(()),
                Some(other) => Fault::unsupported(logic.place, format!("the logic {other}; Horn clauses have the logic HORN")),
                None => Fault::malformed(logic.place, "the name of a logic is expected"),
            },
            ("set-info" | "set-option" | "check-sat" | "get-model" | "exit" | "get-info" | "get-proof" | "echo", _) => Ok(()),
            ("declare-fun", [name, sorts, result]) => {
                if self.reader.sort(result)? != Sort::Bool {
                    return Fault::unsupported(result.place, "functions that are not relations (their result must be Bool)");
                }
                self.relation(name, sorts)
            }
            ("declare-rel", [name, sorts]) => self.relation(name, sorts),
            ("declare-const", [name, sort]) => match self.reader.sort(sort)? {
                Sort::Bool => self.relation_of(name, Vec::new()),
                _ => Fault::unsupported(name.place, "constants that clauses share"),
            },
            ("declare-var", [name, sort]) => {
                let symbol = self.name(name)?;
                let sort = self.reader.sort(sort)?;
                let v = self.reader.terms.fresh(symbol, sort);
                let t = self.reader.terms.var(v);
                self.new_symbol(name, symbol, Meaning::Term(t))
            }
            ("define-fun", [name, params, result, body]) => {
                let symbol = self.name(name)?;
                let sort = self.reader.sort(result)?;
                let params = self.reader.variables(params)?;
                let mut inside = Vec::new();
                for (name, v) in &params {
                    inside.push((*name, Meaning::Term(self.reader.terms.var(*v))));
                }
                let value = self.reader.with(inside, |r| r.term(body))?;
                if self.reader.terms.sort(value) != sort {
                    return Fault::malformed(body.place, format!("the body of {symbol} does not have the sort {sort}"));
                }
                self.new_symbol(name, symbol, Meaning::Function(params.into_iter().map(|p| p.1).collect(), value))
            }
            ("assert" | "rule", [formula, ..]) => {
                let holds = self.reader.formula(formula)?;
                let refuted = self.reader.terms.not(holds);
                self.clauses_of(refuted, s.place)
            }
            ("query", [formula, ..]) => {
                let refuted = self.reader.formula(formula)?;
                self.clauses_of(refuted, s.place)
            }
            // A model of clauses may choose the domain; a transition system must be safe for all of them.
            ("declare-sort", _) => Fault::unsupported(s.place, "declared sorts in Horn clauses; there may be some in transition systems"),
            _ => Fault::malformed(s.place, format!("unknown command, or its arguments are wrong: {name}")),
        }
    }

    fn name<'a>(&self, s: &'a Sexpr) -> Result<&'a str, Fault> {
        s.symbol().map_or_else(|| Fault::malformed(s.place, "a name is expected"), Ok)
    }

    fn new_symbol(&mut self, at: &Sexpr, name: &str, meaning: Meaning) -> Result<(), Fault> {
        if self.reader.declare(name, meaning) { Ok(()) } else { Fault::malformed(at.place, format!("{name} is declared twice")) }
    }

    fn relation(&mut self, name: &Sexpr, sorts: &Sexpr) -> Result<(), Fault> {
        let Some(sorts) = sorts.list() else {
            return Fault::malformed(sorts.place, "a list of sorts is expected");
        };
        let sorts = sorts.iter().map(|s| self.reader.sort(s)).collect::<Result<Vec<_>, _>>()?;
        self.relation_of(name, sorts)
    }

    fn relation_of(&mut self, name: &Sexpr, sorts: Vec<Sort>) -> Result<(), Fault> {
        let symbol = self.name(name)?;
        let r = Rel(self.relations.len() as u32);
        let args = sorts.iter().enumerate().map(|(i, s)| Argument { name: format!("{symbol}.{i}").into(), sort: *s }).collect();
        self.relations.push(Relation { name: symbol.into(), args, place: name.place });
        self.new_symbol(name, symbol, Meaning::Relation(r, sorts))
    }

    fn clauses_of(&mut self, refuted: Term, place: Place) -> Result<(), Fault> {
        let refuted = subst::hoist(&mut self.reader.terms, refuted);
        if subst::any(&self.reader.terms, refuted, &|n| matches!(n, Node::Quant(..))) {
            return Fault::unsupported(place, "quantifiers inside a clause");
        }
        clauses_of(&mut self.reader.terms, refuted, place, &mut self.clauses)
    }
}

fn mentions_relations(terms: &Terms, t: Term) -> bool {
    subst::any(terms, t, &|n| matches!(n, Node::Rel(..)))
}

/// The clauses that say that a formula (with free variables) is false for all values. Quantifiers may be left in it where they are not
/// around relations.
pub fn clauses_of(terms: &mut Terms, refuted: Term, place: Place, into: &mut Vec<Clause>) -> Result<(), Fault> {
    let first = into.len();
    // Cases that are still to be distributed: plain conjuncts so far, and those that are left.
    let mut open = vec![(Vec::new(), vec![refuted])];
    while let Some((mut plain, mut left)) = open.pop() {
        let Some(t) = left.pop() else {
            let clause = clause_of(terms, &plain, place)?.renamed(terms);
            if clause.constraint != Terms::FALSE {
                into.push(clause);
            }
            if into.len() - first > MOST_CLAUSES {
                return Fault::unsupported(place, "a formula that stands for so many clauses");
            }
            continue;
        };
        match terms.node(t).clone() {
            Node::And(parts) => {
                left.extend(parts);
                open.push((plain, left));
            }
            Node::Or(parts) if mentions_relations(terms, t) => {
                for part in parts.into_iter().rev() {
                    let mut rest = left.clone();
                    rest.push(part);
                    open.push((plain.clone(), rest));
                }
            }
            _ => {
                plain.push(t);
                open.push((plain, left));
            }
        }
        if open.len() > MOST_CLAUSES {
            return Fault::unsupported(place, "a formula that stands for so many clauses");
        }
    }
    Ok(())
}

fn clause_of(terms: &mut Terms, conjuncts: &[Term], place: Place) -> Result<Clause, Fault> {
    let (mut body, mut head, mut constraint) = (Vec::new(), None, Vec::new());
    for &t in conjuncts {
        let (positive, atom) = match terms.node(t) {
            Node::Not(inner) => (false, terms.node(*inner).clone()),
            plain => (true, plain.clone()),
        };
        match atom {
            Node::Rel(rel, args) if positive => body.push(Atom { rel, args }),
            Node::Rel(rel, args) => {
                if head.replace(Atom { rel, args }).is_some() {
                    return Fault::malformed(place, "not a Horn clause: it has more than one relation in its head");
                }
            }
            _ if mentions_relations(terms, t) => {
                return Fault::unsupported(place, "a relation inside an equivalence, an ite, a quantifier or an argument");
            }
            _ => constraint.push(t),
        }
    }
    for atom in body.iter().chain(&head) {
        if atom.args.iter().any(|a| mentions_relations(terms, *a)) {
            return Fault::unsupported(place, "a relation inside an argument");
        }
    }
    body.sort_by_key(|a: &Atom| a.rel);
    if let Some(unit) = terms.unit {
        let unit = terms.var(unit);
        body.iter_mut().chain(&mut head).for_each(|a| a.args.push(unit));
        if body.is_empty() {
            let one = terms.int(1);
            constraint.push(terms.le(one, unit));
        }
    }
    Ok(Clause { body, constraint: terms.and(constraint), head, place, origin: Vec::new() })
}
