//! Quantifiers replaced by what is at hand: universal ones by instances, existential ones by fresh symbols.
//!
//! Which terms are worth trying is a heuristic in general. For formulas about arrays whose bound variables are only compared with each other and with ground
//! terms and used as indices, [`terms_at_hand`] gives the index set that makes instantiation complete: Bradley, Manna, Sipma: *What's
//! decidable about arrays?*, VMCAI 2006 (their extra element λ, which stands for all other indices, is left out).
//!
//! Invariants: a formula implies its instances; it can be satisfied iff its skolemisation can, which implies it. Both are
//! returned in negation normal form with bound variables of distinct names. Quantifiers inside of terms (in the condition of an [`Expr::Ite`]) are
//! in neither position: a formula that has any becomes `True` in [`instantiate`] and stays as it is in [`skolemise`].

use crate::sorts::sort_of;
use crate::symbols::Symbols;
use base::{CmpOp, Expr, Formula, Name, Quantifier, Sort, SortedMap, SortedSet};
use std::sync::Arc;

/// Replaces every universal quantifier in positive position by the conjunction of its instances over terms of the right sort: all
/// combinations, or the first `limit` per quantifier if these are more. Terms that come first are preferred, and a combination
/// comes before another if its terms are preferred in sum.
pub fn instantiate(f: &Formula, terms: &[(Expr, Sort)], limit: usize) -> Formula {
    let mut taken = SortedSet::new();
    for (term, _) in terms {
        taken.extend(names(|visit| term.walk(visit)));
    }
    match normal(f, taken) {
        Some(f) => instances(&f, terms, limit),
        None => Formula::True,
    }
}

fn instances(f: &Formula, terms: &[(Expr, Sort)], limit: usize) -> Formula {
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(|p| instances(p, terms, limit))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| instances(p, terms, limit))),
        Formula::Quant(Quantifier::Exists, vars, body) => {
            Formula::Quant(Quantifier::Exists, vars.clone(), Arc::new(instances(body, terms, limit)))
        }
        Formula::Quant(Quantifier::Forall, vars, body) => {
            let body = instances(body, terms, limit);
            let choices: Vec<Vec<&Expr>> = vars.iter().map(|(_, sort)| of_sort(terms, sort)).collect();
            let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
            Formula::and(combinations(&sizes, limit).into_iter().map(|ranks| {
                body.subst(&|e| {
                    let position = vars.iter().position(|(name, _)| name_of(e) == Some(name))?;
                    Some(choices[position][ranks[position]].clone())
                })
            }))
        }
        // Negation normal form: only a relation is negated.
        Formula::True | Formula::False | Formula::Cmp(..) | Formula::Rel(..) | Formula::Not(_) => f.clone(),
    }
}

fn of_sort<'t>(terms: &'t [(Expr, Sort)], sort: &Sort) -> Vec<&'t Expr> {
    let mut seen = SortedSet::new();
    terms.iter().filter(|(_, s)| s == sort).map(|(e, _)| e).filter(|e| seen.insert(*e)).collect()
}

/// The first `limit` tuples of numbers below the sizes, by their sum.
fn combinations(sizes: &[usize], limit: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    if sizes.contains(&0) {
        return found;
    }
    let most: usize = sizes.iter().map(|s| s - 1).sum();
    for sum in 0..=most {
        with_sum(sizes, sum, limit, &mut Vec::new(), &mut found);
        if found.len() >= limit {
            break;
        }
    }
    found
}

fn with_sum(sizes: &[usize], sum: usize, limit: usize, prefix: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let Some((size, rest)) = sizes.split_first() else {
        if sum == 0 && found.len() < limit {
            found.push(prefix.clone());
        }
        return;
    };
    let most: usize = rest.iter().map(|s| s - 1).sum();
    for rank in sum.saturating_sub(most)..=sum.min(size - 1) {
        if found.len() >= limit {
            return;
        }
        prefix.push(rank);
        with_sum(rest, sum - rank, limit, prefix, found);
        prefix.pop();
    }
}

/// Replaces every existential quantifier in positive position by a fresh variable or, below universal quantifiers, by a fresh
/// function of their variables. A map that depends on such variables stays quantified, with what is inside, since
/// functions are integers.
pub fn skolemise(f: &Formula, symbols: &mut Symbols) -> Formula {
    match normal(f, SortedSet::new()) {
        Some(f) => witnesses(&f, &mut Vec::new(), symbols),
        None => f.clone(),
    }
}

fn witnesses(f: &Formula, universal: &mut Vec<Name>, symbols: &mut Symbols) -> Formula {
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(|p| witnesses(p, universal, symbols))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| witnesses(p, universal, symbols))),
        Formula::Quant(Quantifier::Forall, vars, body) => {
            universal.extend(vars.iter().map(|(name, _)| name.clone()));
            let body = witnesses(body, universal, symbols);
            universal.truncate(universal.len() - vars.len());
            Formula::Quant(Quantifier::Forall, vars.clone(), Arc::new(body))
        }
        Formula::Quant(Quantifier::Exists, vars, body) => {
            let occurring = names(|visit| body.walk(visit));
            let arguments: Vec<Expr> = universal.iter().filter(|n| occurring.contains(*n)).cloned().map(Expr::Bound).collect();
            let mut chosen: SortedMap<Name, Expr> = SortedMap::new();
            let mut left = Vec::new();
            for (name, sort) in vars {
                if arguments.is_empty() {
                    chosen.insert(name.clone(), symbols.add(name.clone(), sort.clone()).into());
                } else if matches!(sort, Sort::Map(..)) {
                    left.push((name.clone(), sort.clone()));
                } else {
                    // The number of a symbol that is used for nothing else makes the function's name its own.
                    let number = symbols.add(name.clone(), sort.clone()).0;
                    chosen.insert(name.clone(), Expr::App(format!("{name}#{number}").into(), arguments.clone()));
                }
            }
            // First outside, then inside: what is chosen there depends on what was chosen here.
            let body = body.subst(&|e| chosen.get(name_of(e)?).cloned());
            match left.is_empty() {
                true => witnesses(&body, universal, symbols),
                false => Formula::Quant(Quantifier::Exists, left, Arc::new(body)),
            }
        }
        Formula::True | Formula::False | Formula::Cmp(..) | Formula::Rel(..) | Formula::Not(_) => f.clone(),
    }
}

/// The ground terms that formulas use as indices and compare bound variables with, those that occur first first, with what lies beside
/// a strict bound; 0 if there is no other integer.
pub fn terms_at_hand(formulas: &[Formula], symbols: &Symbols) -> Vec<(Expr, Sort)> {
    let mut terms = Terms { symbols, found: Vec::new(), seen: SortedSet::new() };
    for f in formulas {
        terms.formula(f, &mut SortedMap::new());
    }
    if !terms.found.iter().any(|(_, sort)| *sort == Sort::Int) {
        terms.found.push((Expr::from(0), Sort::Int));
    }
    terms.found
}

struct Terms<'s> {
    symbols: &'s Symbols,
    found: Vec<(Expr, Sort)>,
    seen: SortedSet<(Expr, Sort)>,
}

impl Terms<'_> {
    fn formula(&mut self, f: &Formula, bound: &mut SortedMap<Name, Sort>) {
        match f {
            Formula::True | Formula::False => {}
            Formula::Cmp(op, a, b) => {
                self.indices(a, bound);
                self.indices(b, bound);
                self.bound_by(*op, a, b, bound);
                self.bound_by(op.flip(), b, a, bound);
            }
            Formula::Not(inner) => self.formula(inner, bound),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| self.formula(p, bound)),
            Formula::Rel(_, args) => {
                for a in args {
                    self.indices(a, bound);
                    // What lies on a way is an object, and so an index of the map that leads on from it.
                    if sort_of(a, self.symbols, bound) == Sort::Int && a.as_const().is_none() {
                        self.add(a.clone(), Sort::Int, bound);
                    }
                }
            }
            Formula::Quant(_, vars, body) => {
                let before = bound.clone();
                bound.extend(vars.iter().cloned());
                self.formula(body, bound);
                *bound = before;
            }
        }
    }

    fn indices(&mut self, e: &Expr, bound: &SortedMap<Name, Sort>) {
        let mut indices = Vec::new();
        e.walk(&mut |e| {
            if let Expr::Select(m, i) | Expr::Store(m, i, _) = e
                && let Sort::Map(from, _) = sort_of(m, self.symbols, bound)
            {
                indices.push(((**i).clone(), *from));
            }
        });
        indices.into_iter().for_each(|(i, sort)| self.add(i, sort, bound));
    }

    /// What `variable op term` says of the variable's largest or smallest value. Either side may be negated, so both are wanted.
    fn bound_by(&mut self, op: CmpOp, variable: &Expr, term: &Expr, bound: &SortedMap<Name, Sort>) {
        let Some(sort) = name_of(variable).and_then(|n| bound.get(n)).cloned() else { return };
        let beside = match (op, &sort) {
            (CmpOp::Lt | CmpOp::Ge, Sort::Int) => Some(-1),
            (CmpOp::Gt | CmpOp::Le, Sort::Int) => Some(1),
            _ => None,
        };
        self.add(term.clone(), sort.clone(), bound);
        if let Some(beside) = beside {
            self.add(Expr::add(term.clone(), beside), sort, bound);
        }
    }

    /// Adds a term if nothing in it is bound.
    fn add(&mut self, term: Expr, sort: Sort, bound: &SortedMap<Name, Sort>) {
        let mut ground = true;
        term.walk(&mut |e| ground &= !name_of(e).is_some_and(|n| bound.contains_key(n)) && !matches!(e, Expr::Ite(..)));
        if ground && self.seen.insert((term.clone(), sort.clone())) {
            self.found.push((term, sort));
        }
    }
}

fn name_of(e: &Expr) -> Option<&Name> {
    if let Expr::Bound(name) = e { Some(name) } else { None }
}

/// The index variables that a walk meets.
fn names(walk: impl FnOnce(&mut dyn FnMut(&Expr))) -> SortedSet<Name> {
    let mut found = SortedSet::new();
    walk(&mut |e| found.extend(name_of(e).cloned()));
    found
}

/// Negation normal form in which each quantifier binds names of its own, none of which is free or taken. None if there is a quantifier in
/// a term.
fn normal(f: &Formula, mut taken: SortedSet<Name>) -> Option<Formula> {
    let mut plain = true;
    f.walk(&mut |e| {
        if let Expr::Ite(condition, ..) = e {
            plain &= !is_quantified(condition);
        }
    });
    free(f, &mut Vec::new(), &mut taken);
    plain.then(|| push(f, true, &SortedMap::new(), &mut taken))
}

fn free(f: &Formula, bound: &mut Vec<Name>, found: &mut SortedSet<Name>) {
    match f {
        Formula::Not(inner) => free(inner, bound, found),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| free(p, bound, found)),
        Formula::Quant(_, vars, body) => {
            bound.extend(vars.iter().map(|(name, _)| name.clone()));
            free(body, bound, found);
            bound.truncate(bound.len() - vars.len());
        }
        Formula::True | Formula::False | Formula::Cmp(..) | Formula::Rel(..) => {
            found.extend(names(|visit| f.walk(visit)).into_iter().filter(|n| !bound.contains(n)));
        }
    }
}

fn is_quantified(f: &Formula) -> bool {
    match f {
        Formula::Quant(..) => true,
        Formula::Not(inner) => is_quantified(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(is_quantified),
        Formula::True | Formula::False | Formula::Cmp(..) | Formula::Rel(..) => false,
    }
}

/// `new` are the names of what is bound around; those in `taken` must not be bound again.
fn push(f: &Formula, positive: bool, new: &SortedMap<Name, Name>, taken: &mut SortedSet<Name>) -> Formula {
    let renamed = |e: &Expr| e.subst(&|e| new.get(name_of(e)?).cloned().map(Expr::Bound));
    match f {
        Formula::True | Formula::False => (positive == (*f == Formula::True)).into(),
        Formula::Cmp(op, a, b) => Formula::cmp(if positive { *op } else { op.negate() }, renamed(a), renamed(b)),
        Formula::Rel(name, args) => {
            let atom = Formula::Rel(name.clone(), args.iter().map(renamed).collect());
            if positive { atom } else { Formula::Not(Arc::new(atom)) }
        }
        Formula::Not(inner) => push(inner, !positive, new, taken),
        Formula::And(parts) | Formula::Or(parts) => {
            let parts = parts.iter().map(|p| push(p, positive, new, taken));
            if matches!(f, Formula::And(_)) == positive {
                Formula::and(parts.collect::<Vec<_>>())
            } else {
                Formula::or(parts.collect::<Vec<_>>())
            }
        }
        Formula::Quant(q, vars, body) => {
            let q = match (q, positive) {
                (Quantifier::Forall, true) | (Quantifier::Exists, false) => Quantifier::Forall,
                (Quantifier::Exists, true) | (Quantifier::Forall, false) => Quantifier::Exists,
            };
            let mut inner = new.clone();
            let mut binders = Vec::new();
            for (name, sort) in vars {
                let mut own = name.clone();
                let mut copies = 0;
                while !taken.insert(own.clone()) {
                    own = format!("{name}.{copies}").into();
                    copies += 1;
                }
                inner.insert(name.clone(), own.clone());
                binders.push((own, sort.clone()));
            }
            match push(body, positive, &inner, taken) {
                // Of two quantifiers of one kind one is made, so that their variables are instantiated together.
                Formula::Quant(below, more, body) if below == q => {
                    binders.extend(more);
                    Formula::Quant(q, binders, body)
                }
                constant @ (Formula::True | Formula::False) => constant,
                body => Formula::Quant(q, binders, Arc::new(body)),
            }
        }
    }
}
