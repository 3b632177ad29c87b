//! Which axioms and instances the search should look at: the definitions of the opaque terms it meets, corners of
//! products where the factors are bounded, and universal facts at the indices that are read. Not trusted.

use crate::axiom::{Axiom, Side};
use crate::bounds::Bounds;
use crate::facts::{Fact, FactId, Facts};
use crate::row::Col;
use base::{BinOp, Expr, Formula, Int, Name, SortedSet, VarId};
use std::collections::HashSet;

/// What was asked for already, in order, so that it can be taken back.
#[derive(Default)]
pub struct Wanted {
    log: Vec<Wish>,
    set: HashSet<Wish>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Wish {
    Definition(Col),
    Congruence(Col, Col),
    Instance(FactId, Vec<Expr>),
    Corner(Col, Int, bool, Int, bool),
    Width(Col, u32),
    Monotone(Col, Int, bool),
    Fixed(Col, Int),
    Divided(Col),
}

impl Wanted {
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    pub fn undo(&mut self, mark: usize) {
        for wish in self.log.drain(mark..) {
            self.set.remove(&wish);
        }
    }

    /// Whether the wish is new.
    fn add(&mut self, wish: Wish) -> bool {
        let new = self.set.insert(wish.clone());
        if new {
            self.log.push(wish);
        }
        new
    }
}

/// At most this many pairs of reads are compared, and this many instances made of one fact.
const MOST: usize = 64;

/// Terms with more reads within each other are no instances.
const DEEPEST: usize = 2;

pub fn definitions(facts: &Facts, cols: &[Col], wanted: &mut Wanted) -> Vec<Axiom> {
    let mut axioms = Vec::new();
    let mut reads: Vec<(Col, &Expr)> = Vec::new();
    for &col in cols {
        let e = facts.terms.expr(col);
        match e {
            Expr::Var(_) | Expr::Const(_) | Expr::Bound(_) => continue,
            Expr::Select(m, _) if matches!(**m, Expr::Var(_)) => reads.push((col, e)),
            Expr::App(..) | Expr::Bin(BinOp::Mul, ..) => reads.push((col, e)),
            _ => {}
        }
        if wanted.add(Wish::Definition(col)) {
            axioms.push(Axiom::Definition(e.clone()));
        }
    }
    reads.truncate(24);
    for (i, (a, x)) in reads.iter().enumerate() {
        for (b, y) in &reads[i + 1..] {
            if comparable(x, y) && axioms.len() < MOST && wanted.add(Wish::Congruence(*a.min(b), *a.max(b))) {
                axioms.push(Axiom::Congruence((*x).clone(), (*y).clone()));
            }
        }
    }
    axioms
}

/// Whether two terms could be equal because their parts are.
fn comparable(x: &Expr, y: &Expr) -> bool {
    match (x, y) {
        (Expr::Select(m, i), Expr::Select(n, j)) => m == n && !(i.as_const().is_some() && j.as_const().is_some()),
        (Expr::App(f, _), Expr::App(g, _)) => f == g,
        _ => false,
    }
}

/// Axioms that need bounds: corners of products, widths of bit operations.
pub fn by_bounds(facts: &mut Facts, cols: &[Col], bounds: &Bounds, wanted: &mut Wanted) -> Vec<Axiom> {
    let mut axioms = Vec::new();
    for &col in cols {
        let e = facts.terms.expr(col).clone();
        match &e {
            Expr::Bin(BinOp::Mul, a, b) => {
                let sides = |e: &Expr, facts: &mut Facts| {
                    let form = facts.terms.form(e);
                    let (low, high) = bounds.range(&form.terms, &form.constant);
                    let low = low.map(|v| (v, Side::AtLeast));
                    low.into_iter().chain(high.map(|v| (v, Side::AtMost))).collect::<Vec<_>>()
                };
                let (left, right) = (sides(a, facts), sides(b, facts));
                for x in &left {
                    for y in &right {
                        let up = |side: Side| side == Side::AtLeast;
                        if wanted.add(Wish::Corner(col, x.0.clone(), up(x.1), y.0.clone(), up(y.1))) {
                            axioms.push(Axiom::Corner { product: e.clone(), left: x.clone(), right: y.clone() });
                        }
                    }
                }
            }
            Expr::Bin(BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr, _, b) if b.as_const().is_none() => {
                let form = facts.terms.form(b);
                let range = bounds.range(&form.terms, &form.constant);
                if let (Some(low), Some(high)) = &range
                    && low == high
                {
                    if wanted.add(Wish::Fixed(col, low.clone())) {
                        axioms.push(Axiom::Fixed { term: e.clone(), value: low.clone() });
                    }
                    continue;
                }
                let has_sign = range.0.as_ref().is_some_and(|l| *l > Int::ZERO) || range.1.as_ref().is_some_and(|h| *h < Int::ZERO);
                if matches!(e, Expr::Bin(BinOp::Div, ..)) && has_sign && wanted.add(Wish::Divided(col)) {
                    axioms.push(Axiom::Divided(e.clone()));
                }
                for (bound, side) in [(range.0, Side::AtLeast), (range.1, Side::AtMost)] {
                    if let Some(bound) = bound
                        && wanted.add(Wish::Monotone(col, bound.clone(), side == Side::AtLeast))
                    {
                        axioms.push(Axiom::Monotone { term: e.clone(), bound, side });
                    }
                }
            }
            Expr::Bits(_, ty, a, b) if a.as_const().is_none() && b.as_const().is_none() => {
                let mut top = |e: &Expr| {
                    let form = facts.terms.form(&Expr::wrap(*ty, e.clone()));
                    bounds.range(&form.terms, &form.constant).1
                };
                if let (Some(x), Some(y)) = (top(a), top(b)) {
                    let most = x.max(y).max(Int::ZERO);
                    let bits = (0..u32::from(ty.bits)).find(|n| Int::ONE << *n as usize > most);
                    if let Some(bits) = bits.filter(|n| wanted.add(Wish::Width(col, *n))) {
                        axioms.push(Axiom::Width { term: e.clone(), bits });
                    }
                }
            }
            _ => {}
        }
    }
    axioms
}

/// Universal facts at the indices at which the same map is read.
pub fn instances(facts: &Facts, cols: &[Col], wanted: &mut Wanted) -> Vec<(FactId, Vec<Expr>)> {
    let universal: Vec<(FactId, &Vec<Name>, &Formula)> =
        facts.iter().filter_map(|(id, f)| if let Fact::All(names, body) = f { Some((id, names, &**body)) } else { None }).collect();
    if universal.is_empty() {
        return Vec::new();
    }
    let mut reads: SortedSet<(VarId, &Expr)> = SortedSet::new();
    for &col in cols {
        if let Expr::Select(m, i) = facts.terms.expr(col) {
            roots(m, &mut |v| reads.extend([(v, &**i)]));
        }
    }
    let mut found = Vec::new();
    for (id, names, body) in universal {
        let choices: Vec<Vec<Expr>> = names.iter().map(|name| candidates(name, body, &reads)).collect();
        let mut tuples: Vec<Vec<Expr>> = vec![Vec::new()];
        for options in &choices {
            tuples = tuples
                .iter()
                .flat_map(|t| options.iter().map(move |o| [t.as_slice(), std::slice::from_ref(o)].concat()))
                .take(MOST)
                .collect();
        }
        for terms in tuples {
            if wanted.add(Wish::Instance(id, terms.clone())) {
                found.push((id, terms));
            }
        }
    }
    found
}

/// The map variables that a map is made of.
fn roots(m: &Expr, visit: &mut dyn FnMut(VarId)) {
    match m {
        Expr::Var(v) => visit(*v),
        Expr::Store(inner, ..) => roots(inner, visit),
        Expr::Ite(_, a, b) => {
            roots(a, visit);
            roots(b, visit);
        }
        _ => {}
    }
}

/// Terms for a bound variable: if the body reads `m[name + c]` and `m[i]` is read, then `i − c`.
fn candidates(name: &Name, body: &Formula, reads: &SortedSet<(VarId, &Expr)>) -> Vec<Expr> {
    let mut found: SortedSet<Expr> = SortedSet::new();
    let mut indexed = false;
    body.walk(&mut |e| {
        if let Expr::Select(m, i) = e {
            let form = i.linear();
            let own = Expr::Bound(name.clone());
            let others = form.terms.keys().any(|t| *t != own);
            if form.terms.get(&own) == Some(&Int::ONE) && !others {
                indexed = true;
                roots(m, &mut |v| {
                    for (_, index) in reads.iter().filter(|(w, _)| *w == v) {
                        found.insert(Expr::sub((*index).clone(), form.constant.clone()));
                    }
                });
            }
        }
    });
    if !indexed {
        found.extend(reads.iter().map(|(_, i)| (*i).clone()));
    }
    found.into_iter().filter(|e| !mentions_bound(e) && reads_within(e) <= DEEPEST).collect()
}

/// How many reads lie within each other: a universal fact about where a link leads makes deeper ones from each instance, without end.
fn reads_within(e: &Expr) -> usize {
    let mut deepest = 0;
    e.walk(&mut |t| {
        if let Expr::Select(_, i) = t {
            deepest = deepest.max(1 + reads_within(i));
        }
    });
    deepest
}

fn mentions_bound(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |inner| found |= matches!(inner, Expr::Bound(_)));
    found
}
