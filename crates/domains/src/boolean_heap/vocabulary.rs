//! Predicates on objects: where they come from.
//!
//! Podelski, Wies, §7: a few simple heuristics give the first predicates, all others are extracted from weakest preconditions; what is reachable
//! is inferred by *widening* predicates. The paper has one sentence on that. Here: a term of a precondition that follows links from a pointer, `f[p]`, `f[f[p]]` and so on, is
//! never a predicate for itself if it has more than [`MOST_STEPS`] steps; instead, whatever is said of an object on such a chain is said of an index variable, and that
//! the object is on the chain becomes `between(f, p, k, k)`. So from a program with finitely many variables, fields and constants in its conditions only finitely
//! many predicates come, except for comparisons of numbers: with these alone the extraction may go on for ever.
//!
//! Invariant: a predicate has at most the one index variable, which stands for all objects.

use super::shape::{Shape, each_quantified, said_of_one};
use crate::indexed::vocabulary::{atoms, index};
use base::expr::Linear;
use base::reach::{as_between, expand, reach};
use base::{CmpOp, Expr, Formula, Int, LocId, Name, Places, Quantifier, SortedSet, VarId};
use logic::Symbols;
use logic::preimage::equations;

/// Chains of this length may stand in predicates.
const MOST_STEPS: usize = 1;
/// So many predicates about contents at first.
const MOST_CONTENTS: usize = 6;
/// So many pointers and what they lead to at first.
const MOST_WAYS: usize = 12;

/// The object that predicates are about.
pub fn object() -> Expr {
    index(0)
}

fn is(e: Expr) -> Formula {
    Formula::cmp(CmpOp::Eq, object(), e)
}

/// What a location starts with, of the variables that are live there; only of those that are followed, and only what conditions behind it ask for, if that is enough.
pub fn at_first(shape: &Shape, places: &Places, at: LocId, enough: bool) -> Vec<Formula> {
    if !shape.has_objects() {
        return Vec::new();
    }
    let mut found: Vec<Formula> = shape.constants.iter().map(|c| is(c.clone().into())).collect();
    let live = |v: VarId| if enough { places.is_followed(at, v) } else { places.is_live(at, v) };
    let ways: Vec<(VarId, VarId)> = shape.ways().filter(|(_, p)| live(*p)).collect();
    found.extend(ways.iter().take(MOST_WAYS).map(|(l, p)| reach(*l, *p, object())));
    found.extend(ways.iter().take(MOST_WAYS).map(|(_, p)| is((*p).into())));
    // A way that ends does not come back, since null leads to nothing else. Of the pointers that are left out one would be null and say so.
    let left_out = shape.ways().filter(|(_, p)| places.is_live(at, *p) && !live(*p));
    let links: SortedSet<VarId> = left_out.map(|(l, _)| l).collect();
    found.extend(links.into_iter().map(|l| reach(l, 0, object())));
    found.extend(shape.loose().filter(|p| live(*p)).take(MOST_WAYS).map(|p| is(p.into())));
    // A link that was never written is null or leads nowhere.
    let ends = |l: &VarId| [0, -1].map(|c| Formula::cmp(CmpOp::Eq, Expr::select(*l, object()), c));
    found.extend(shape.open.iter().filter(|l| live(**l)).flat_map(ends));
    let known = |e: &&Expr| e.vars().iter().all(|v| live(*v));
    found.extend(shape.fresh.iter().filter(known).map(|e| Formula::cmp(CmpOp::Lt, object(), e.clone())));
    found.extend(shape.flags.iter().filter(|(v, _)| live(*v)).map(|(v, c)| Formula::cmp(CmpOp::Eq, *v, c.clone())));
    let contents = shape.contents.iter().filter(|(m, _)| live(*m)).take(MOST_CONTENTS);
    found.extend(contents.map(|(m, c)| Formula::cmp(CmpOp::Eq, Expr::select(*m, object()), c.clone())));
    // What the program says of objects in so many words.
    found.extend(shape.about.iter().filter(|a| a.matters(at)).map(|a| named(&a.says, &a.name)));
    found.extend(ways.iter().filter(|(l, p)| shape.leads_to(*l, *p)).map(|(l, p)| Formula::cmp(CmpOp::Eq, Expr::select(*l, object()), *p)));
    found.extend(shape.told.iter().map(|(l, p)| reach(*l, *p, object())));
    if shape.speaks_of_order() {
        let measures = shape.measures.iter().filter(|(m, _, v)| live(*m) && live(*v));
        found.extend(measures.map(|(m, op, v)| Formula::cmp(*op, Expr::select(*m, object()), *v)));
    }
    found.extend(shape.closed.iter().filter(|(_, places)| !enough || places.contains(&at)).map(|(f, _)| f.clone()));
    found
}

/// Where links lead from an object, and what is there: how neighbours are related.
pub fn behind(shape: &Shape) -> Vec<Formula> {
    let before = shape.ways().map(|(l, p)| Formula::cmp(CmpOp::Eq, Expr::select(l, object()), p));
    let of = |(m, c): &(VarId, base::Int)| {
        let links = shape.links_of(*m).collect::<Vec<_>>();
        links.into_iter().map(|l| Formula::cmp(CmpOp::Eq, Expr::select(*m, Expr::select(l, object())), c.clone())).collect::<Vec<_>>()
    };
    let is_null = shape.ways().map(|(_, p)| Formula::cmp(CmpOp::Eq, p, 0));
    before.chain(is_null).chain(shape.contents.iter().take(MOST_CONTENTS).flat_map(of)).collect()
}

/// Whether a predicate is only of interest for objects that some pointer leads to: what it says of a field, unless that is a link or a set, or whether the object lives,
/// or the program's conditions say it of all objects.
pub fn is_detail(p: &Formula, program: &Symbols, shape: &Shape) -> bool {
    let is_known = |v: &VarId| shape.links.contains(v) || shape.sets.contains(v);
    let state = |m: &Expr| matches!(m, Expr::Var(v) if is_known(v) || program.name(*v).is_some_and(|n| n.ends_with("$state")));
    let reads = p.reads();
    !reads.is_empty()
        && reads.iter().all(|(m, i)| mentions_object(i) && (*i != object() || !state(m) || reads.len() > 1))
        && matches!(p, Formula::Cmp(CmpOp::Eq | CmpOp::Ne, ..))
        && !shape.about.iter().any(|a| named(&a.says, &a.name) == *p)
}

/// The predicates of a conjunction about a state at a location.
pub fn of_conjuncts(all: &[Formula], shape: &Shape) -> Vec<Formula> {
    let mut found = Vec::new();
    let mut parts = Vec::new();
    for f in equations(all, |_| true) {
        let f = expand(&f);
        each_quantified(&f, &mut |vars, body| {
            for (name, said) in said_of_one(body) {
                atoms(&named(&said, &name), &mut parts);
            }
            let closed = Formula::Quant(Quantifier::Forall, vars.to_vec(), body.clone().into());
            // Of what a block makes of several objects nothing can be said in so many words.
            if vars.len() > 1 && !closed.reads().iter().any(|(m, _)| !matches!(m, Expr::Var(_))) {
                found.push(closed);
            }
        });
        atoms(&without_quantifiers(&f), &mut parts);
    }
    for atom in parts {
        match as_between(&atom) {
            Some([map, x, y, z]) => {
                for end in [y, z] {
                    pointed(end, shape, &mut found);
                }
                match map {
                    Expr::Var(link) => way(*link, x, shape, &mut found),
                    _ => found.push(atom.clone()),
                }
            }
            None => comparison(&solved(&atom), shape, &mut found),
        }
    }
    found
}

/// An equation of two terms, or of one and a constant, with one on each side, however it is written: the left one stays on the left. A constant if it says nothing.
pub fn solved(atom: &Formula) -> Formula {
    let Formula::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) = atom else { return atom.clone() };
    let mut difference = Expr::sub((**a).clone(), (**b).clone()).linear();
    let unit = |c: &Int| *c == Int::ONE || *c == Int::NEG_ONE;
    if difference.terms.is_empty() {
        return if op.holds(&difference.constant, &Int::ZERO) { Formula::True } else { Formula::False };
    }
    let total: Int = difference.terms.values().sum();
    // One term, or two of which one is taken from the other.
    if !difference.terms.values().all(unit) || difference.terms.len() > 2 || difference.terms.len() == 2 && total != Int::ZERO {
        return atom.clone();
    }
    let preferred = [Some((**a).clone()), Some((**b).clone()), Some(object()), difference.terms.keys().next().cloned()];
    let Some((left, factor)) = preferred.into_iter().flatten().find_map(|t| difference.terms.remove_entry(&t)) else { return atom.clone() };
    // The rest on the other side, with the sign that leaves the left as it is.
    let turn = |c: &Int| -(c * &factor);
    let terms = difference.terms.iter().map(|(t, c)| (t.clone(), turn(c))).collect();
    Formula::cmp(*op, left, Linear { terms, constant: turn(&difference.constant) }.expr())
}

/// What is said of an object by its name, said of the object.
fn named(f: &Formula, name: &Name) -> Formula {
    f.subst(&|e| matches!(e, Expr::Bound(n) if n == name).then(object))
}

/// The rest of a formula.
fn without_quantifiers(f: &Formula) -> Formula {
    match f {
        Formula::Quant(..) => Formula::True,
        Formula::Not(inner) => without_quantifiers(inner).negate(),
        Formula::And(parts) | Formula::Or(parts) => {
            // Only the atoms matter.
            Formula::And(parts.iter().map(without_quantifiers).filter(|p| !matches!(p, Formula::True | Formula::False)).collect())
        }
        other => other.clone(),
    }
}

/// `k` is on the way from a term: from where its chain begins, if it is too long.
fn way(link: VarId, from: &Expr, shape: &Shape, found: &mut Vec<Formula>) {
    if *from == object() {
        return;
    }
    let steps = steps(from, shape);
    if steps <= MOST_STEPS {
        found.push(reach(link, from.clone(), object()));
    }
    if let (Expr::Select(_, inner), true) = (from, steps > 0) {
        way(link, inner, shape, found);
    }
}

/// How many links a term follows.
fn steps(e: &Expr, shape: &Shape) -> usize {
    match e {
        Expr::Select(m, i) if matches!(&**m, Expr::Var(v) if shape.links.contains(v)) => 1 + steps(i, shape),
        _ => 0,
    }
}

fn is_pointer(e: &Expr, shape: &Shape) -> bool {
    match e {
        Expr::Var(v) => shape.is_object(*v),
        Expr::Select(m, i) => matches!(&**m, Expr::Var(v) if shape.links.contains(v)) && (is_pointer(i, shape) || **i == object()),
        _ => false,
    }
}

/// Whether a term is what a field of an object that a pointer leads to holds: an object of another kind.
fn is_field(e: &Expr, shape: &Shape) -> bool {
    matches!(e, Expr::Select(m, i) if matches!(**m, Expr::Var(_)) && is_pointer(i, shape) && steps(i, shape) <= MOST_STEPS)
}

/// `k` is this object, if that can be said in few steps; and the ways to it.
fn pointed(e: &Expr, shape: &Shape, found: &mut Vec<Formula>) {
    if is_field(e, shape) && !is_pointer(e, shape) && !mentions_object(e) {
        found.push(is(e.clone()));
        return;
    }
    if *e == object() || !is_pointer(e, shape) {
        return;
    }
    if steps(e, shape) <= MOST_STEPS && !mentions_object(e) {
        found.push(is(e.clone()));
    }
    if let Expr::Select(m, inner) = e
        && let Expr::Var(link) = &**m
    {
        way(*link, inner, shape, found);
        pointed(inner, shape, found);
    }
}

fn mentions_object(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |t| found |= *t == object());
    found
}

fn comparison(atom: &Formula, shape: &Shape, found: &mut Vec<Formula>) {
    let Formula::Cmp(op, a, b) = atom else { return };
    // Pointers have an order only in what a numeric domain says of them: there is one that is null.
    if let (Expr::Var(_), true, false) = (&**a, is_pointer(a, shape) && b.as_const().is_some(), matches!(op, CmpOp::Eq | CmpOp::Ne)) {
        found.push(Formula::cmp(CmpOp::Eq, (**a).clone(), 0));
        return;
    }
    // Objects are compared by what the one object is.
    if [a, b].iter().any(|e| is_pointer(e, shape)) && matches!(op, CmpOp::Eq | CmpOp::Ne) {
        for (side, other) in [(a, b), (b, a)] {
            if other.as_const().is_some() {
                found.push(is((**other).clone()));
            }
            pointed(side, shape, found);
            // Where a link leads from an object is worth saying of all objects.
            if let Expr::Select(m, i) = &**side {
                let fixed = steps(other, shape) == 0 && !mentions_object(other);
                if fixed {
                    found.push(Formula::cmp(CmpOp::Eq, Expr::Select(m.clone(), object().into()), (**other).clone()));
                }
                pointed(i, shape, found);
            }
        }
        return;
    }
    // What is said of elements is said of the object at whose place they are.
    let reads = atom.reads();
    let mut at: Vec<Expr> = reads.iter().map(|(_, i)| i.clone()).filter(|i| is_pointer(i, shape) || is_field(i, shape)).collect();
    at.sort();
    at.dedup();
    if at.is_empty() {
        found.push(atom.clone());
        return;
    }
    for place in &at {
        let named = atom.subst(&|e| match e {
            Expr::Select(m, i) if **i == *place => Some(Expr::Select(m.clone(), object().into())),
            _ => None,
        });
        let left = named.reads().iter().any(|(_, i)| is_pointer(i, shape));
        if !left {
            found.push(named);
        }
        // What is said of the object behind an object is said of all objects, too.
        if let Expr::Select(link, from) = place
            && is_pointer(from, shape)
        {
            let next = Expr::Select(link.clone(), object().into());
            let behind = atom.subst(&|e| (e == place).then(|| next.clone()));
            if !behind.reads().iter().any(|(_, i)| *i != object() && *i != next && is_pointer(i, shape)) {
                found.push(behind);
            }
        }
        pointed(place, shape, found);
        for (map, _) in reads.iter().filter(|(_, i)| i == place) {
            if let Expr::Var(map) = map {
                for link in shape.links_of(*map) {
                    way(link, place, shape, found);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::{parse_cfa, parse_formula, print_formula};

    #[test]
    fn equations_have_one_term_on_each_side() {
        let cfa = parse_cfa("cfa\nvar x: int\nvar y: int\nvar m: int -> int\nentry L\n").unwrap();
        let told = |text: &str| print_formula(&solved(&parse_formula(text, &cfa).unwrap()), &cfa);
        assert_eq!(told("8 + y - x == 0"), told("x == y + 8"));
        assert_eq!(told("8 + (y + 1) == x"), "x == y + 9");
        assert_eq!(told("x - x == 0"), "true");
        assert_eq!(told("8 + x != 8 + x"), "false");
        assert_eq!(told("3 != x"), "x != 3");
        // What is told already stays as it is.
        for same in ["m[x] == y", "y == m[x]", "x == 2 * y", "x + y == 3", "x <= y - y"] {
            assert_eq!(told(same), print_formula(&parse_formula(same, &cfa).unwrap(), &cfa));
        }
    }
}
