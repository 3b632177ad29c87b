//! Which arguments of a relation a procedure for it takes, and which it returns.
//!
//! Any choice is exact: an argument that a call does not know is guessed. What is chosen is the functional reading, if there is one: a call knows its
//! inputs from those of its caller and from what earlier calls returned (as in the mode analysis of logic programs), and the outputs follow from the
//! rest. So runs guess little, and contracts are about functions.

use crate::simplify::solve::definition;
use crate::subst::vars_of;
use crate::system::{Atom, Clause, System};
use crate::term::{Node, Term, Terms, Var};
use base::SortedSet;
use std::cmp::Reverse;

/// By relation: the positions of its inputs.
pub type Modes = Vec<SortedSet<usize>>;

/// Everything is returned.
pub fn none(system: &System) -> Modes {
    vec![SortedSet::new(); system.relations.len()]
}

/// The functional reading.
pub fn modes(system: &System) -> Modes {
    let mut terms = system.terms.clone();
    let mut inputs: Modes = system.relations.iter().map(|r| (0..r.args.len()).collect()).collect();
    // Downwards: no call is made with an input that is not known.
    while let Some((r, i)) = unknown_input(system, &mut terms, &inputs) {
        inputs[r].remove(&i);
    }
    // Then what follows from the rest is returned, the last arguments first; something to start from stays.
    for r in 0..inputs.len() {
        for i in (0..system.relations[r].args.len()).rev() {
            if inputs[r].len() > 1 && inputs[r].contains(&i) {
                inputs[r].remove(&i);
                if unknown_input(system, &mut terms, &inputs).is_some() || !follows(system, &mut terms, &inputs, r, i) {
                    inputs[r].insert(i);
                }
            }
        }
    }
    inputs
}

/// What a clause knows, step by step.
pub struct Knowledge {
    pub known: SortedSet<Var>,
    equations: Vec<Term>,
}

impl Knowledge {
    /// Before any call: what follows from the inputs of the head.
    pub fn new(terms: &mut Terms, clause: &Clause, inputs: &Modes) -> Self {
        let mut k = Knowledge { known: SortedSet::new(), equations: terms.conjuncts(clause.constraint) };
        if let Some(atom) = &clause.head {
            for i in &inputs[atom.rel.index()] {
                k.learn(terms, atom.args[*i]);
            }
        }
        k.close(terms);
        k
    }

    /// The value of a term becomes known: so does a variable in it, if it is the only unknown one.
    fn learn(&mut self, terms: &mut Terms, t: Term) {
        if let Node::Var(v) = terms.node(t) {
            self.known.insert(*v);
            return;
        }
        let p = terms.fresh("known", terms.sort(t));
        self.known.insert(p);
        let p = terms.var(p);
        let equation = terms.eq(p, t);
        self.equations.push(equation);
    }

    pub fn close(&mut self, terms: &mut Terms) {
        loop {
            let before = self.known.len();
            for equation in self.equations.clone() {
                for (v, value) in definition(terms, equation, &|_| true) {
                    if vars_of(terms, value).is_subset(&self.known) {
                        self.known.insert(v);
                    }
                }
            }
            if self.known.len() == before {
                return;
            }
        }
    }

    pub fn knows(&self, terms: &Terms, t: Term) -> bool {
        vars_of(terms, t).is_subset(&self.known)
    }

    /// The call to make next: the one of whose arguments most are known, and the first ones before the last, which are the
    /// likeliest results.
    pub fn next<'a>(&self, terms: &Terms, open: &[(usize, &'a Atom)]) -> Option<(usize, &'a Atom)> {
        let key = |(i, a): &&(usize, &Atom)| {
            let unknown: Vec<usize> = (0..a.args.len()).filter(|i| !self.knows(terms, a.args[*i])).collect();
            (unknown.len() == a.args.len(), unknown.len(), Reverse(unknown.first().copied()), *i)
        };
        open.iter().min_by_key(key).copied()
    }

    pub fn called(&mut self, terms: &mut Terms, atom: &Atom) {
        for t in &atom.args {
            self.learn(terms, *t);
        }
        self.close(terms);
    }
}

/// An input of a call that is not known where the call is made.
fn unknown_input(system: &System, terms: &mut Terms, inputs: &Modes) -> Option<(usize, usize)> {
    for clause in system.clauses.iter().filter(|c| c.head.is_some()) {
        let mut k = Knowledge::new(terms, clause, inputs);
        let mut open: Vec<(usize, &Atom)> = clause.body.iter().enumerate().collect();
        while let Some((n, atom)) = k.next(terms, &open) {
            let wanted = &inputs[atom.rel.index()];
            // With nothing known about a call, its last argument is the likeliest result.
            if let Some(i) = wanted.iter().rev().find(|i| !k.knows(terms, atom.args[**i])) {
                return Some((atom.rel.index(), *i));
            }
            k.called(terms, atom);
            open.retain(|(m, _)| *m != n);
        }
    }
    None
}

/// Whether an argument is known when all calls of each clause for the relation have returned.
fn follows(system: &System, terms: &mut Terms, inputs: &Modes, r: usize, i: usize) -> bool {
    system.clauses.iter().all(|clause| {
        let Some(head) = clause.head.as_ref().filter(|h| h.rel.index() == r) else { return true };
        let mut k = Knowledge::new(terms, clause, inputs);
        for atom in &clause.body {
            k.called(terms, atom);
        }
        k.knows(terms, head.args[i])
    })
}
