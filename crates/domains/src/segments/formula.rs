//! What a part says, in terms of the program.
//!
//! The numbers that were added are named by what they are equal to: sums of the program's variables, or elements at places that have a name. What has no name is left
//! out, and so the formula may be weaker than the part.

use super::part::{Fact, Part};
use super::{Place, Segments};
use base::{CmpOp, Domain, Expr, Formula, Int, Quantifier, Sort, SortedMap, VarId};
use std::sync::Arc;

impl<D: Domain> Segments<D> {
    pub(super) fn formula(&self, part: &Part<D::State>) -> Formula {
        let names = self.names(part);
        let mut said = vec![self.said_of_numbers(part, &names)];
        for (g, segments) in part.segments.iter().enumerate() {
            for j in 0..segments.len() {
                for (low, high) in self.ranges(part, &names, g, j) {
                    self.say(part, &names, (g, j), (&low, &high), &mut said);
                }
            }
        }
        Formula::and(said)
    }

    /// The ends of a segment; where one has no name, a pointer into the segment stands for it, and what is said is said of less.
    fn ranges(&self, part: &Part<D::State>, names: &SortedMap<VarId, Expr>, g: usize, j: usize) -> Vec<(Expr, Expr)> {
        let group = &self.layout.groups[g];
        let (low, high) = (names.get(&group.low(j)), names.get(&group.high(j)));
        if let (Some(low), Some(high)) = (low, high) {
            return vec![(low.clone(), high.clone())];
        }
        let is_in = |v: &&VarId| matches!(self.places(part, g, **v)[..], [(_, Place::In(k))] if k == j);
        let ends = |v: &VarId| (low.cloned().unwrap_or(Expr::Var(*v)), high.cloned().unwrap_or(Expr::Var(*v)));
        group.pointers.iter().filter(is_in).map(ends).collect()
    }

    /// What is known of the elements of a segment from one end to the other.
    fn say(
        &self,
        part: &Part<D::State>,
        names: &SortedMap<VarId, Expr>,
        (g, j): (usize, usize),
        (low, high): (&Expr, &Expr),
        said: &mut Vec<Formula>,
    ) {
        let (group, segment) = (&self.layout.groups[g], &part.segments[g][j]);
        let named = |e: &Expr| if let Expr::Var(v) = e { names.get(v).cloned() } else { None };
        for (m, map) in group.maps.iter().enumerate() {
            if matches!(segment.facts[m], Some(Fact::Line(_))) && !names.contains_key(&group.value(j, m)) {
                continue;
            }
            let at = |i: Expr| self.element_at(part, g, j, m, i).map(|e| e.subst(&named));
            if segment.point || low == high {
                let element = Expr::select(*map, low.clone());
                said.extend(at(low.clone()).filter(|e| element != *e).map(|e| Formula::cmp(CmpOp::Eq, element.clone(), e)));
                continue;
            }
            let i = Expr::bound("i");
            let Some(element) = at(i.clone()) else { continue };
            let within = Formula::and([Formula::cmp(CmpOp::Ge, i.clone(), low.clone()), Formula::cmp(CmpOp::Le, i.clone(), high.clone())]);
            let is = Formula::cmp(CmpOp::Eq, Expr::select(*map, i), element);
            said.push(Formula::Quant(Quantifier::Forall, vec![("i".into(), Sort::Int)], Arc::new(Formula::implies(&within, is))));
        }
    }

    /// What is known of the program's numbers, and of those elements by which numbers that were added are named. Sums of the program's variables say nothing
    /// that these do not.
    fn said_of_numbers(&self, part: &Part<D::State>, names: &SortedMap<VarId, Expr>) -> Formula {
        let reads = |e: &Expr| {
            let mut found = false;
            e.walk(&mut |t| found |= matches!(t, Expr::Select(..)));
            found
        };
        let named = |f: &Formula| f.subst(&|e| if let Expr::Var(v) = e { names.get(v).cloned() } else { None });
        let conjuncts = |s: &D::State| match self.numbers.gamma(s) {
            Formula::And(parts) => parts,
            other => vec![other],
        };
        let mut numbers = part.clone();
        let freed: Vec<VarId> = self.used(part).filter(|v| !names.get(v).is_some_and(reads)).collect();
        freed.iter().for_each(|v| self.free(&mut numbers, *v));
        // The bounds of a number are known of what it is equal to, though the domain may not have passed them on.
        let bounds = conjuncts(&part.numbers).into_iter().filter(|f| f.vars().iter().all(|v| freed.contains(v) && names.contains_key(v)));
        let mut said: Vec<Formula> = Vec::new();
        for f in conjuncts(&numbers.numbers).iter().chain(&bounds.collect::<Vec<_>>()).map(named) {
            let trivial = matches!(&f, Formula::Cmp(_, a, b) if Expr::sub((**a).clone(), (**b).clone()).linear().terms.is_empty());
            if !trivial && !said.contains(&f) {
                said.push(f);
            }
        }
        Formula::and(said)
    }

    /// Terms for the numbers that were added.
    fn names(&self, part: &Part<D::State>) -> SortedMap<VarId, Expr> {
        let mut equations: Vec<SortedMap<Expr, Int>> = Vec::new();
        let one = Expr::Const(Int::ONE);
        let all = self.numbers.gamma(&part.numbers);
        let conjuncts = if let Formula::And(parts) = all { parts } else { vec![all] };
        for f in conjuncts {
            let Formula::Cmp(CmpOp::Eq, a, b) = &f else { continue };
            let form = Expr::sub((**a).clone(), (**b).clone()).linear();
            let constant = (form.constant != Int::ZERO).then(|| (one.clone(), form.constant.clone()));
            equations.push(form.terms.into_iter().chain(constant).collect());
        }
        let mut names: SortedMap<VarId, Expr> = SortedMap::new();
        loop {
            let is_open = |t: &Expr| matches!(t, Expr::Var(v) if self.layout.is_added(*v));
            // An equation with one number that has no name yet.
            let solved = equations.iter().find_map(|terms| {
                let mut open = terms.iter().filter(|(t, _)| is_open(t));
                let (Some((Expr::Var(v), c)), None) = (open.next(), open.next()) else { return None };
                let sign = if *c == Int::ONE {
                    Int::NEG_ONE
                } else if *c == Int::NEG_ONE {
                    Int::ONE
                } else {
                    return None;
                };
                let rest = terms.iter().filter(|(t, _)| !is_open(t)).map(|(t, c)| {
                    let c = c * &sign;
                    if *t == one { Expr::Const(c) } else { Expr::mul(c, t.clone()) }
                });
                Some((*v, rest.reduce(Expr::add).unwrap_or(Expr::Const(Int::ZERO)).linear().expr()))
            });
            let Some((v, name)) = solved.or_else(|| self.read_at(part, &names)) else { return names };
            let form = name.linear();
            let constant = (form.constant != Int::ZERO).then(|| (one.clone(), form.constant.clone()));
            let by: Vec<(Expr, Int)> = form.terms.into_iter().chain(constant).collect();
            for terms in &mut equations {
                let Some(c) = terms.remove(&Expr::Var(v)) else { continue };
                for (t, d) in &by {
                    *terms.entry(t.clone()).or_default() += &c * d;
                }
                terms.retain(|_, c| *c != Int::ZERO);
            }
            names.insert(v, name);
        }
    }

    /// A number without a name that is the element at a place with one.
    fn read_at(&self, part: &Part<D::State>, names: &SortedMap<VarId, Expr>) -> Option<(VarId, Expr)> {
        let groups = self.layout.groups.iter().zip(&part.segments);
        let points =
            groups.flat_map(|(group, segments)| segments.iter().enumerate().filter(|(_, s)| s.point).map(move |(j, s)| (group, j, s)));
        let mut elements = points.flat_map(|(group, j, segment)| {
            let at = names.get(&group.low(j)).cloned();
            segment
                .lines()
                .filter_map(move |(m, _)| Some((group.value(j, m), Expr::select(group.maps[m], at.clone()?))))
                .collect::<Vec<_>>()
        });
        elements.find(|(v, _)| !names.contains_key(v))
    }
}
