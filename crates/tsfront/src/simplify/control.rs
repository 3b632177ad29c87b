//! Control flow recovered from Boolean arguments: one relation per reachable valuation of them.
//!
//! Transition systems in one formula keep a program counter in Boolean state variables. Starting from the facts, each clause
//! is taken from each valuation of the arguments that is reached, split into cases in which the next valuation is constant
//! ([`super::cases`]), and leads to the relation of that valuation. Data are ignored when valuations are explored, so that all
//! that can be reached are there: the union of the new relations is the old one.

use super::cases::{Limit, determined};
use crate::model::{Back, Part};
use crate::subst::Subst;
use crate::system::{Atom, Clause, Relation, System};
use crate::term::{Rel, Sort, Terms};
use base::{CmpOp, Expr, Formula, SortedMap, VarId};

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Relations of the result.
    pub relations: usize,
    /// Clauses of the result.
    pub clauses: usize,
    /// How far each clause is split.
    pub limit: Limit,
}

/// The positions of the Boolean arguments of each relation.
pub fn booleans(system: &System) -> Vec<Vec<usize>> {
    let of = |r: &Relation| (0..r.args.len()).filter(|i| r.args[*i].sort == Sort::Bool).collect();
    system.relations.iter().map(of).collect()
}

struct Recovery {
    watched: Vec<Vec<usize>>,
    /// The relation of each valuation that was reached.
    known: SortedMap<(Rel, Vec<bool>), Rel>,
    open: Vec<(Rel, Vec<bool>)>,
    relations: Vec<Relation>,
    parts: Vec<Part>,
    clauses: Vec<Clause>,
}

/// Splits relations at their watched Boolean arguments; none if that becomes too large. All clauses must be linear, and
/// bodies normal.
pub fn recover(system: &System, watched: Vec<Vec<usize>>, bounds: Bounds) -> Option<(System, Back)> {
    let mut terms = system.terms.clone();
    let mut r =
        Recovery { watched, known: SortedMap::new(), open: Vec::new(), relations: Vec::new(), parts: Vec::new(), clauses: Vec::new() };
    for clause in system.clauses.iter().filter(|c| c.body.is_empty()) {
        r.follow(system, &mut terms, clause.clone(), bounds)?;
    }
    while let Some((rel, valuation)) = r.open.pop() {
        for clause in &system.clauses {
            let [atom] = clause.body.as_slice() else { continue };
            if atom.rel != rel {
                continue;
            }
            let mut map = Subst::default();
            for (i, value) in r.watched[rel.index()].iter().zip(&valuation) {
                map.set(atom.args[*i], terms.bool(*value));
            }
            let mut at = clause.subst(&mut terms, &mut map);
            let args = r.unwatched(rel, &at.body[0].args);
            at.body = vec![Atom { rel: *r.known.get(&(rel, valuation.clone()))?, args }];
            if at.constraint != Terms::FALSE {
                r.follow(system, &mut terms, at, bounds)?;
            }
        }
    }
    let back = Back { parts: r.parts, fixed: Vec::new(), relations: system.relations.len(), derived: None };
    Some((System { terms, relations: r.relations, clauses: r.clauses, source: system.source.clone() }, back))
}

impl Recovery {
    fn unwatched<T: Copy>(&self, rel: Rel, args: &[T]) -> Vec<T> {
        let watched = &self.watched[rel.index()];
        args.iter().enumerate().filter(|(i, _)| !watched.contains(i)).map(|(_, a)| *a).collect()
    }

    /// Adds the cases of a clause whose body is already one of the new relations.
    fn follow(&mut self, system: &System, terms: &mut Terms, clause: Clause, bounds: Bounds) -> Option<()> {
        let watched = clause.head.as_ref().map(|h| self.watched[h.rel.index()].clone()).unwrap_or_default();
        for mut case in determined(terms, &clause, &watched, bounds.limit)? {
            if let Some(head) = &case.head {
                let valuation: Vec<bool> = watched.iter().map(|i| terms.as_bool(head.args[*i])).collect::<Option<_>>()?;
                let args = self.unwatched(head.rel, &head.args);
                case.head = Some(Atom { rel: self.location(system, head.rel, valuation), args });
            }
            self.clauses.push(case);
        }
        (self.relations.len() <= bounds.relations && self.clauses.len() <= bounds.clauses).then_some(())
    }

    fn location(&mut self, system: &System, of: Rel, valuation: Vec<bool>) -> Rel {
        let next = Rel(self.relations.len() as u32);
        if let Some(known) = self.known.get(&(of, valuation.clone())) {
            return *known;
        }
        let old = system.relation(of);
        let bits: String = valuation.iter().map(|b| if *b { '1' } else { '0' }).collect();
        let watched = &self.watched[of.index()];
        let kept: Vec<usize> = (0..old.args.len()).filter(|i| !watched.contains(i)).collect();
        let name = if bits.is_empty() { old.name.clone() } else { format!("{}@{bits}", old.name).into() };
        let args = kept.iter().map(|i| old.args[*i].clone()).collect();
        let fixed = watched.iter().zip(&valuation).map(|(i, b)| Formula::cmp(CmpOp::Eq, Expr::Var(VarId(*i as u32)), i64::from(*b)));
        self.parts.push(Part { of, kept, given: Formula::and(fixed) });
        self.relations.push(Relation { name, args, place: old.place });
        self.known.insert((of, valuation.clone()), next);
        self.open.push((of, valuation));
        next
    }
}
