//! Thresholds: what the program itself compares is worth keeping when a widening would lose it.
//!
//! Halbwachs, Proy, Roumanoff: Verification of real-time systems using linear relation analysis (FMSD 1997), widening "up
//! to" a set; here the set of a loop head is made of the linear comparisons in the program's conditions that mention a
//! variable which the loop changes and no variable that is dead at the head: each condition, its negation, and the first
//! values beyond them. They are hints like those that refinement learns, only known beforehand, so they cost time and never
//! soundness. Where there are many, those come first that a widening is likely to need.

use crate::explore::DEEP;
use base::live::live;
use base::wto::Wto;
use base::{Cfa, CmpOp, Expr, Formula, Hint, Int, Lesson, LocId, OpKind, Site, SortedMap, SortedSet, Stmt, VarId};

/// A head gets no more of them: each costs a question at every widening.
const MOST: usize = 96;

pub fn thresholds(cfa: &Cfa, wto: &Wto) -> Lesson {
    let mut atoms: SortedMap<Formula, Nearness> = SortedMap::new();
    let mut changes: SortedMap<LocId, Changes> = SortedMap::new();
    for e in cfa.edges.iter().filter(|e| wto.reachable(e.from)) {
        if let Stmt::Assume(f) = &e.stmt {
            comparisons(f, &mut atoms);
        }
        for head in wto.around(e.from).iter().filter(|h| wto.around(e.to).contains(h)) {
            changes.entry(*head).or_default().note(&e.stmt);
        }
    }
    let live = live(cfa);
    let mut lesson = Lesson::default();
    for head in changes.keys() {
        // Deep inside, a head is widened with its states in earlier iterations of the loops around it.
        let around = wto.around(*head);
        let changes = &changes[if around.len() >= DEEP { &around[0] } else { head }];
        let mut relevant: Vec<(bool, Nearness, &Formula)> = Vec::new();
        for (f, nearness) in &atoms {
            let vars = f.vars();
            // What is dead at the head is not in its states.
            if vars.iter().any(|v| changes.changed.contains(v)) && vars.iter().all(|v| live[head.index()].contains(v)) {
                relevant.push((!vars.iter().any(|v| changes.climbing.contains(v)), *nearness, f));
            }
        }
        relevant.sort();
        let best = relevant.into_iter().take(MOST);
        lesson.hints.extend(best.map(|(.., f)| (Site::loc(*head, OpKind::Widen), Hint::Bound(f.clone()))));
    }
    lesson
}

/// How a threshold comes from a condition; what is nearer is more useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    /// The condition or its negation.
    Same,
    /// The first values beyond it: that is where a counting loop ends.
    Beyond,
}

/// What the statements of a loop do to variables.
#[derive(Default)]
struct Changes {
    changed: SortedSet<VarId>,
    /// Those whose new value depends on the old one: they have no other bounds than those that conditions give them, while
    /// the others have the bounds of what they are given.
    climbing: SortedSet<VarId>,
}

impl Changes {
    fn note(&mut self, stmt: &Stmt) {
        self.changed.extend(stmt.target());
        if let Stmt::Assign(v, value) = stmt
            && value.vars().contains(v)
        {
            self.climbing.insert(*v);
        }
    }
}

/// The linear comparisons of a condition, each as the set of thresholds that it gives.
pub(crate) fn comparisons(f: &Formula, found: &mut SortedMap<Formula, Nearness>) {
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| comparisons(p, found)),
        Formula::Cmp(op, a, b) => {
            let difference = Expr::sub((**a).clone(), (**b).clone()).linear();
            // The ends of machine types are no thresholds of relations; domains know them for single variables.
            let size = Int::from(1i64 << 30);
            if difference.constant > size || difference.constant < -size {
                return;
            }
            let Some(terms) = difference.variables().filter(|terms| !terms.is_empty()) else { return };
            // Of a form and its negation one is taken, so that conditions that mean the same over the integers are the same.
            let negative = terms.values().next().is_some_and(|c| *c < Int::ZERO);
            let sign = if negative { Int::NEG_ONE } else { Int::ONE };
            let mut parts = terms.iter().map(|(v, c)| (*v, &sign * c));
            let Some((first, factor)) = parts.next() else { return };
            let form = parts.fold(Expr::mul(factor, first), |sum, (v, c)| match c < Int::ZERO {
                true => Expr::sub(sum, Expr::mul(-c, v)),
                false => Expr::add(sum, Expr::mul(c, v)),
            });
            let bound = -(&sign * &difference.constant);
            let op = if negative { op.flip() } else { *op };
            let mut add = |op, bound: Int, nearness: Nearness| {
                let known = found.entry(Formula::cmp(op, form.clone(), bound)).or_insert(nearness);
                *known = nearness.min(*known);
            };
            let (least, most) = match op {
                CmpOp::Lt | CmpOp::Ge => (bound.clone(), bound - Int::ONE),
                CmpOp::Le | CmpOp::Gt => (&bound + Int::ONE, bound),
                CmpOp::Eq | CmpOp::Ne => (bound.clone(), bound),
            };
            add(CmpOp::Ge, least.clone(), Nearness::Same);
            add(CmpOp::Le, most.clone(), Nearness::Same);
            if least != most {
                add(CmpOp::Ge, most, Nearness::Beyond);
                add(CmpOp::Le, least, Nearness::Beyond);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::{parse_cfa, print_formula};

    fn at(cfa: &Cfa, head: &str) -> Vec<String> {
        let site = Site::loc(cfa.loc_named(head).unwrap(), OpKind::Widen);
        let bound = |(s, hint): (Site, Hint)| match hint {
            Hint::Bound(f) if s == site => Some(print_formula(&f, cfa)),
            _ => None,
        };
        thresholds(cfa, &Wto::new(cfa)).hints.into_iter().filter_map(bound).collect()
    }

    #[test]
    fn a_condition_its_negation_and_what_is_next_to_them() {
        let text = "cfa\nvar i: int\nvar n: int\nvar c: int\nentry A\nerror E reach \"\"\nedge A -> H: input n int\nedge H -> B: assume n > i\n\
            edge B -> C: input c int\nedge C -> D: assume c != 5\nedge D -> H: i := i + 1\nedge H -> F: assume i >= n\nedge F -> E: assume i != n\n";
        let cfa = parse_cfa(text).unwrap();
        // i − n < 0 and i − n ≥ 0 are one condition; c is dead at H.
        let mut found = at(&cfa, "H");
        found.sort();
        assert_eq!(found, ["i - n <= -1", "i - n <= 0", "i - n >= -1", "i - n >= 0"]);
    }

    #[test]
    fn a_counter_comes_before_what_is_only_read() {
        let mut text =
            String::from("cfa\nvar c: int\nvar i: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> I: assume i < 10\n");
        // Far more comparisons than a head may have, with a variable that is given a new value in each iteration.
        text.extend((0..100).map(|k| format!("edge H -> I: assume c == {k}\n")));
        text.push_str("edge I -> J: input c int\nedge J -> H: i := i + 1\nedge H -> E: assume i > 10\n");
        let found = at(&parse_cfa(&text).unwrap(), "H");
        assert_eq!(found.len(), MOST);
        for wanted in ["i <= 9", "i >= 10", "i <= 10", "i >= 11"] {
            assert!(found.iter().any(|f| f == wanted), "{wanted} is not in {found:?}");
        }
    }

    #[test]
    fn deep_heads_know_what_the_loops_around_them_change() {
        let text = "cfa\nvar i: int\nvar j: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> H2: assume i < 10\nedge H2 -> H3: j := 0\n\
            edge H3 -> H3: j := j + 1\nedge H3 -> H2: assume j > 3\nedge H2 -> H: i := i + 1\nedge H -> E: assume i > 10\n";
        let cfa = parse_cfa(text).unwrap();
        assert_eq!(Wto::new(&cfa).around(cfa.loc_named("H3").unwrap()).len(), DEEP);
        assert!(at(&cfa, "H3").contains(&"i <= 10".to_string()));
        assert!(!at(&cfa, "H2").contains(&"i <= 10".to_string()));
    }
}
