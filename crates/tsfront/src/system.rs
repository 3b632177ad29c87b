//! Systems of constrained Horn clauses.
//!
//! A clause says: for all values of its variables, if the relations of the body and the constraint hold, then so does the
//! head; a clause without a head says that its body must not hold. A *model* gives each relation a set such that all clauses
//! hold. Variables are local to a clause: two clauses may use the same one and mean different things.

use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::subst::{Mentioned, Subst, any};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use base::{Int, Name};
use std::sync::Arc;

/// An argument of a relation. Arguments of the same name in different relations hold the same thing, which keeps them in one
/// program variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: Name,
    pub sort: Sort,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub name: Name,
    pub args: Vec<Argument>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub rel: Rel,
    pub args: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub body: Vec<Atom>,
    pub constraint: Term,
    pub head: Option<Atom>,
    pub place: Place,
    /// The clauses of the system as it was read that this one stands for: used one after the other, each on what the one
    /// before it yields.
    pub origin: Vec<usize>,
}

/// The text that a system comes from, for messages.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub file: Arc<str>,
    pub text: Arc<str>,
    /// If there are reals: the factor of [`crate::reals`]. Then the last argument of each relation is the unit.
    pub reals: Option<Int>,
    /// Of the declared sorts; then the last arguments of each relation are about them.
    pub domains: Vec<Domain>,
}

/// The domain of a declared sort ([`crate::sorts`]): which arguments of each relation say how large it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub sort: Name,
    /// Whether it is finite; it always is if there is no such argument.
    pub bounded: Option<usize>,
    /// The number of its elements, if it is finite.
    pub size: usize,
}

#[derive(Clone, Debug, Default)]
pub struct System {
    pub terms: Terms,
    pub relations: Vec<Relation>,
    pub clauses: Vec<Clause>,
    pub source: Source,
}

impl Rel {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Clause {
    /// At most one relation in the body.
    pub fn is_linear(&self) -> bool {
        self.body.len() <= 1
    }

    pub fn vars(&self, terms: &Terms) -> Mentioned {
        let mut found = Mentioned::default();
        found.add(terms, self.constraint);
        for atom in self.body.iter().chain(&self.head) {
            atom.args.iter().for_each(|a| found.add(terms, *a));
        }
        found
    }

    pub fn subst(&self, terms: &mut Terms, map: &mut Subst) -> Clause {
        let mut atom = |a: &Atom| Atom { rel: a.rel, args: a.args.iter().map(|t| map.apply(terms, *t)).collect() };
        let body = self.body.iter().map(&mut atom).collect();
        let head = self.head.as_ref().map(atom);
        Clause { body, head, constraint: map.apply(terms, self.constraint), place: self.place, origin: self.origin.clone() }
    }

    /// The same clause with variables of its own.
    pub fn renamed(&self, terms: &mut Terms) -> Clause {
        let mut map = Subst::default();
        for v in self.vars(terms).vars {
            let (name, sort) = (terms.var_name(v).clone(), terms.var_sort(v));
            let copy = terms.fresh(&name, sort);
            let (v, copy) = (terms.var(v), terms.var(copy));
            map.set(v, copy);
        }
        self.subst(terms, &mut map)
    }
}

impl System {
    pub fn relation(&self, r: Rel) -> &Relation {
        &self.relations[r.index()]
    }

    /// Adds the unit to the arguments of the relations, if there are reals: the clauses have it.
    pub fn with_unit(mut self) -> System {
        if self.source.reals.is_some() {
            self.relations.iter_mut().for_each(|r| r.args.push(Argument { name: "unit".into(), sort: Sort::Real }));
        }
        self
    }

    /// The same system; every clause is its own origin.
    pub fn numbered(mut self) -> System {
        for (i, clause) in self.clauses.iter_mut().enumerate() {
            clause.origin = vec![i];
        }
        self
    }

    /// The message about a fault in the text of this system.
    pub fn diagnostic(&self, fault: Fault) -> Diagnostic {
        fault.in_file(&self.source.file, &self.source.text)
    }

    /// Variables for the arguments of a relation.
    pub fn formals(&mut self, r: Rel) -> Vec<Var> {
        let args = self.relations[r.index()].args.clone();
        args.iter().map(|a| self.terms.fresh(&a.name, a.sort)).collect()
    }

    /// Whether quantifiers are left in some clause.
    pub fn has_quantifiers(&self) -> bool {
        self.clauses.iter().any(|c| any(&self.terms, c.constraint, &|n| matches!(n, Node::Quant(..))))
    }

    /// The first clause with more than one relation in its body.
    pub fn linear(&self) -> Result<(), Diagnostic> {
        match self.clauses.iter().find(|c| !c.is_linear()) {
            None => Ok(()),
            Some(clause) => {
                let names: Vec<&str> = clause.body.iter().map(|a| &*self.relation(a.rel).name).collect();
                let message = format!("non-linear clauses (this one rests on {})", names.join(" and "));
                match Fault::unsupported::<()>(clause.place, message) {
                    Err(fault) => Err(self.diagnostic(fault)),
                    Ok(()) => Ok(()),
                }
            }
        }
    }
}
