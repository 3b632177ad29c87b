//! Program counters become control.
//!
//! Some programs keep in a variable where they are: a state machine, a thread that is run step by step. The automaton *unfolded* by such
//! *counters* has a location once for each combination of their values there, so that what holds in one state of the machine is not mixed with what holds in another, and what is
//! not read in a state any more is dead there. The counters' values must be known: each is computed from constants and from counters. Of counters that nobody reads
//! any more the values are not told apart. Way back: the first copy of a location has its number, and an error location has only one.
//!
//! Invariant: the runs are those of the automaton, with the same inputs.

use crate::cfa::{Cfa, Edge, LocId, LocInfo, Stmt, VarId};
use crate::expr::{CmpOp, Expr, Formula};
use crate::int::Int;
use crate::live::live;
use crate::{SortedMap, SortedSet};

/// An automaton that would get more locations is not unfolded.
const MOST: usize = 20_000;

/// What counters are.
pub type Values = SortedMap<VarId, Int>;

pub struct Unfolded {
    pub cfa: Cfa,
    /// The location that each one is a copy of, and what the counters are there; none if it is never reached.
    copies: Vec<Option<(LocId, Values)>>,
}

impl Unfolded {
    pub fn new(cfa: &Cfa, counters: &SortedSet<VarId>) -> Result<Self, String> {
        Unfolded::within(cfa, counters, MOST)
    }

    /// The same, if it has at most so many locations.
    pub fn within(cfa: &Cfa, counters: &SortedSet<VarId>, most: usize) -> Result<Self, String> {
        if !cfa.recursions.is_empty() {
            return Err("recursion is not unfolded".into());
        }
        let live = live(cfa);
        let mut unfolded = Unfolded { cfa: cfa.with_edges([]), copies: vec![None; cfa.locs.len()] };
        let mut known: SortedMap<(LocId, Values), LocId> = SortedMap::new();
        let mut open = Vec::new();
        let mut arrive = |unfolded: &mut Unfolded, open: &mut Vec<LocId>, l: LocId, mut values: Values| {
            let is_error = cfa.error_at(l).is_some();
            values.retain(|v, _| !is_error && live[l.index()].contains(v));
            *known.entry((l, values.clone())).or_insert_with(|| {
                let copy = unfolded.copy(l, values);
                open.push(copy);
                copy
            })
        };
        arrive(&mut unfolded, &mut open, cfa.entry, counters.iter().map(|v| (*v, Int::ZERO)).collect());
        while let Some(from) = open.pop() {
            let Some((l, values)) = unfolded.copies[from.index()].clone() else { continue };
            for &e in cfa.out(l) {
                let Edge { to, stmt, span, .. } = cfa.edge(e);
                let Some((stmt, after)) = step(stmt, &values, counters)? else { continue };
                let to = arrive(&mut unfolded, &mut open, *to, after);
                unfolded.cfa.add_edge(from, to, stmt, span.clone());
            }
            if unfolded.copies.len() > most {
                return Err("there are too many combinations of the counters' values".into());
            }
        }
        let copied = |(l, f): &(LocId, Formula)| unfolded.copies_of(*l).map(|c| (c, f.clone())).collect::<Vec<_>>();
        unfolded.cfa.advice = cfa.advice.iter().flat_map(copied).collect();
        Ok(unfolded)
    }

    fn copy(&mut self, l: LocId, values: Values) -> LocId {
        let place = Some((l, values));
        if self.copies[l.index()].is_none() {
            self.copies[l.index()] = place;
            return l;
        }
        let name = format!("{}.{}", self.cfa.loc(l).name, self.cfa.locs.len());
        let copy = self.cfa.add_loc(LocInfo { name: name.as_str().into(), ..self.cfa.loc(l).clone() });
        self.copies.push(place);
        copy
    }

    /// The location that this one is a copy of.
    pub fn origin(&self, l: LocId) -> LocId {
        self.copies[l.index()].as_ref().map_or(l, |(origin, _)| *origin)
    }

    pub fn copies_of(&self, l: LocId) -> impl Iterator<Item = LocId> {
        (0..self.copies.len() as u32).map(LocId).filter(move |c| self.origin(*c) == l)
    }

    /// Formulas about copies as formulas about the locations of the automaton, where all copies that are reached have one.
    pub fn folded(&self, formulas: &SortedMap<LocId, Formula>) -> SortedMap<LocId, Formula> {
        let mut cases: SortedMap<LocId, Option<Vec<Formula>>> = SortedMap::new();
        for (i, copy) in self.copies.iter().enumerate() {
            let Some((l, values)) = copy else { continue };
            let all = cases.entry(*l).or_insert_with(|| Some(Vec::new()));
            let is = |(v, value): (&VarId, &Int)| Formula::cmp(CmpOp::Eq, *v, value.clone());
            match (formulas.get(&LocId(i as u32)), &mut *all) {
                (Some(f), Some(cases)) => cases.push(Formula::and(values.iter().map(is).chain([f.clone()]))),
                _ => *all = None,
            }
        }
        cases.into_iter().filter_map(|(l, cases)| Some((l, Formula::or(cases?)))).collect()
    }
}

/// A statement where counters have these values, and the values behind it; none if it is a condition that is false.
fn step(stmt: &Stmt, values: &Values, counters: &SortedSet<VarId>) -> Result<Option<(Stmt, Values)>, String> {
    let known = |e: &Expr| if let Expr::Var(v) = e { values.get(v).map(|c| c.clone().into()) } else { None };
    let mut after = values.clone();
    let stmt = match stmt {
        Stmt::Skip => Stmt::Skip,
        Stmt::Assume(f) => match f.subst(&known) {
            Formula::False => return Ok(None),
            f => Stmt::Assume(f),
        },
        Stmt::Assign(v, e) => {
            let e = e.subst(&known);
            if counters.contains(v) {
                let value = e.as_const().ok_or("a counter gets a value that is not known")?;
                after.insert(*v, value.clone());
            }
            Stmt::Assign(*v, e)
        }
        Stmt::Input { var, .. } if counters.contains(var) => return Err("a counter is an input".into()),
        Stmt::Input { .. } => stmt.clone(),
        Stmt::Print { pieces, values } => Stmt::Print { pieces: pieces.clone(), values: values.iter().map(|e| e.subst(&known)).collect() },
    };
    Ok(Some((stmt, after)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_cfa, parse_formula, print_cfa, print_formula};

    const MACHINE: &str = "cfa\nvar pc: int\nvar t: int\nvar x: int\nentry A\nerror E reach \"\"\nedge A -> H: pc := 1\nedge H -> B: t := pc\n\
        edge B -> C: pc := pc + 1\nedge C -> D: assume t == 1\nedge D -> H: x := x + 1\nedge C -> F: assume t == 2\n\
        edge F -> G: pc := 1\nedge G -> H: x := x - 1\nedge C -> E: assume t > 2\n";

    fn unfolded(counters: &[&str]) -> (Cfa, Result<Unfolded, String>) {
        let cfa = parse_cfa(MACHINE).unwrap();
        let unfolded = Unfolded::new(&cfa, &counters.iter().map(|n| cfa.var_named(n).unwrap()).collect());
        (cfa, unfolded)
    }

    #[test]
    fn a_location_is_there_once_for_each_value_that_is_read() {
        let (cfa, unfolded) = unfolded(&["pc", "t"]);
        let unfolded = unfolded.unwrap();
        let copies = |name: &str| unfolded.copies_of(cfa.loc_named(name).unwrap()).count();
        // Behind C only pc matters, and behind F it is the same again.
        assert_eq!((copies("H"), copies("B"), copies("C"), copies("D"), copies("F")), (2, 2, 2, 1, 1));
        let (error, after): (LocId, &Cfa) = (cfa.loc_named("E").unwrap(), &unfolded.cfa);
        assert!(after.into(error).is_empty(), "{}", print_cfa(after));
    }

    #[test]
    fn what_is_said_of_copies_is_said_of_the_location() {
        let (cfa, unfolded) = unfolded(&["pc", "t"]);
        let (unfolded, head) = (unfolded.unwrap(), cfa.loc_named("H").unwrap());
        let formula = |text: &str| parse_formula(text, &cfa).unwrap();
        let said: SortedMap<LocId, Formula> = unfolded.copies_of(head).zip([formula("x == 0"), formula("x == 1")]).collect();
        let folded = unfolded.folded(&said);
        assert_eq!(print_formula(&folded[&head], &cfa), "pc == 1 && x == 0 || pc == 2 && x == 1");
        assert!(unfolded.folded(&said.into_iter().take(1).collect()).is_empty());
    }

    #[test]
    fn what_is_not_known_is_no_counter() {
        assert!(unfolded(&["t"]).1.is_err());
        assert!(unfolded(&["x"]).1.is_err());
    }

    /// Both automata take the same steps.
    #[test]
    fn runs_are_the_same() {
        use crate::exec::walk::{Step, Walk};
        let (cfa, unfolded) = unfolded(&["pc", "t"]);
        let unfolded = unfolded.unwrap();
        let (mut one, mut other) = (Walk::new(&cfa), Walk::new(&unfolded.cfa));
        for _ in 0..40 {
            assert_eq!(one.loc, unfolded.origin(other.loc));
            assert_eq!(one.state, other.state);
            let none = |_: &crate::exec::Request| None;
            let ended = |step: Step| matches!(step, Step::Ended(_));
            assert_eq!(ended(one.step(&mut { none })), ended(other.step(&mut { none })));
        }
    }
}
