//! Reading maps: each read of an element whose segment is known becomes a sum of numbers, one case for each segment that its index may lie in.

use super::Segments;
use super::part::{Part, Where};
use base::{CmpOp, Domain, Expr, Formula, VarId};
use std::sync::Arc;

impl<D: Domain> Segments<D> {
    /// The cases of a part with the term that stands for `e` in each.
    pub(super) fn resolve(&self, part: &Part<D::State>, e: &Expr) -> Vec<(Part<D::State>, Expr)> {
        if !self.reads(e) {
            return vec![(part.clone(), e.clone())];
        }
        match e {
            Expr::Select(m, i) => {
                let map = if let Expr::Var(v) = &**m { self.layout.place(*v) } else { None };
                let mut found = Vec::new();
                for (part, i) in self.resolve(part, i) {
                    let unknown = Expr::Select(m.clone(), Arc::new(i.clone()));
                    let Some((g, k)) = map else {
                        found.push((part, unknown));
                        continue;
                    };
                    for (part, place) in self.locate(&part, g, &i) {
                        let known = match place {
                            Where::In(j) => self.element_at(&part, g, j, k, i.clone()),
                            Where::Before(_) => None,
                        };
                        found.push((part, known.unwrap_or_else(|| unknown.clone())));
                    }
                }
                found
            }
            Expr::Ite(c, yes, no) => {
                let mut found = Vec::new();
                for (c, e) in [((**c).clone(), yes), (c.negate(), no)] {
                    found.extend(self.assume_all(part, &c).iter().flat_map(|part| self.resolve(part, e)));
                }
                found
            }
            Expr::Neg(a) => self.resolve(part, a).into_iter().map(|(p, a)| (p, Expr::neg(a))).collect(),
            Expr::Wrap(ty, a) => self.resolve(part, a).into_iter().map(|(p, a)| (p, Expr::wrap(*ty, a))).collect(),
            Expr::Bin(op, a, b) => self.resolve_both(part, a, b).into_iter().map(|(p, a, b)| (p, Expr::bin(*op, a, b))).collect(),
            Expr::Bits(op, ty, a, b) => {
                self.resolve_both(part, a, b).into_iter().map(|(p, a, b)| (p, Expr::bits(*op, *ty, a, b))).collect()
            }
            Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) | Expr::Store(..) | Expr::App(..) => vec![(part.clone(), e.clone())],
        }
    }

    fn resolve_both(&self, part: &Part<D::State>, a: &Expr, b: &Expr) -> Vec<(Part<D::State>, Expr, Expr)> {
        let first = self.resolve(part, a).into_iter();
        first.flat_map(|(part, a)| self.resolve(&part, b).into_iter().map(move |(part, b)| (part, a.clone(), b))).collect()
    }

    fn reads(&self, e: &Expr) -> bool {
        let mut found = false;
        e.walk(&mut |t| found |= matches!(t, Expr::Select(..)));
        found
    }

    /// The cases of a part in which the formula holds.
    pub(super) fn assume_all(&self, part: &Part<D::State>, f: &Formula) -> Vec<Part<D::State>> {
        match f {
            Formula::And(parts) => {
                parts.iter().fold(vec![part.clone()], |cases, f| cases.iter().flat_map(|c| self.assume_all(c, f)).collect())
            }
            Formula::Or(parts) => parts.iter().flat_map(|f| self.assume_all(part, f)).collect(),
            Formula::Cmp(op, a, b) => {
                let cases = self.resolve_both(part, a, b);
                let sides = |op: CmpOp| if op == CmpOp::Ne { vec![CmpOp::Lt, CmpOp::Gt] } else { vec![op] };
                cases
                    .iter()
                    .flat_map(|(part, a, b)| {
                        sides(*op).into_iter().filter_map(|op| self.assume(part, &Formula::cmp(op, a.clone(), b.clone())))
                    })
                    .collect()
            }
            Formula::Not(inner) if !matches!(**inner, Formula::Rel(..)) => self.assume_all(part, &inner.negate()),
            _ => self.assume(part, f).into_iter().collect(),
        }
    }

    /// The cases of a part after a map became what a chain of stores makes of it.
    pub(super) fn write(&self, part: &Part<D::State>, map: VarId, e: &Expr) -> Vec<Part<D::State>> {
        match e {
            Expr::Var(v) if *v == map => vec![part.clone()],
            Expr::Store(inner, i, value) => {
                let mut found = Vec::new();
                // Index and value are read before anything is written; what is written first must not change them.
                let plain = !self.reads(i) && !self.reads(value) || matches!(&**inner, Expr::Var(v) if *v == map);
                for part in self.write(part, map, inner) {
                    if !plain {
                        let mut part = part;
                        self.forget_map(&mut part, map);
                        found.push(part);
                        continue;
                    }
                    for (part, i, value) in self.resolve_both(&part, i, value) {
                        found.extend(self.store(&part, map, &i, &value));
                    }
                }
                found
            }
            _ => {
                let mut part = part.clone();
                self.forget_map(&mut part, map);
                vec![part]
            }
        }
    }
}
