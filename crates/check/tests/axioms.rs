//! Axioms are trusted, so every kind is evaluated on random terms in random states: each must hold.

use base::exec::eval::{self, State};
use base::laws::draw::{Draw, vocabulary};
use base::{BinOp, Expr, Int, SortedMap};
use check::axiom::{Axiom, Side};

fn holds(axiom: &Axiom, state: &State, seen: &mut SortedMap<String, usize>, kind: String) {
    if let Some(f) = axiom.formula() {
        assert_eq!(eval::holds(&f, state), Some(true), "{axiom:?} is false in {state:?}");
        *seen.entry(kind).or_default() += 1;
    }
}

fn kind(e: &Expr) -> String {
    match e {
        Expr::Bin(op, _, b) => format!("{op:?} {}", b.as_const().is_some()),
        Expr::Bits(op, ty, a, b) => format!("{op:?} {} {}", ty.signed, a.as_const().is_some() || b.as_const().is_some()),
        Expr::Wrap(ty, _) => format!("wrap {}", ty.signed),
        Expr::Ite(..) => "ite".into(),
        Expr::Select(m, _) => format!("select {}", matches!(**m, Expr::Var(_))),
        _ => "other".into(),
    }
}

#[test]
fn every_axiom_holds_in_every_state() {
    let cfa = vocabulary();
    let mut draw = Draw::new(11);
    let map = cfa.var_named("a").unwrap();
    let mut seen = SortedMap::new();
    for _ in 0..20_000 {
        let start = State::initial(&cfa);
        let state = draw.near(&start, &cfa);
        let state = draw.near(&state, &cfa);
        let mut term = draw.expr(&cfa, 3);
        if draw.below(4) == 0 {
            let changed = Expr::store(map, draw.expr(&cfa, 1), draw.expr(&cfa, 1));
            let maps = if draw.below(2) == 0 { changed } else { Expr::ite(draw.formula(&cfa, 1), changed, map) };
            term = Expr::select(maps, term);
        }
        let mut parts = Vec::new();
        term.walk(&mut |e| parts.push(e.clone()));
        for e in parts.iter().filter(|e| **e != Expr::Var(map) && !matches!(e, Expr::Store(..))) {
            if matches!(e, Expr::Ite(_, a, _) if matches!(**a, Expr::Var(v) if v == map) || matches!(**a, Expr::Store(..))) {
                continue;
            }
            holds(&Axiom::Definition(e.clone()), &state, &mut seen, kind(e));
            match e {
                Expr::Bits(..) => holds(&Axiom::Width { term: e.clone(), bits: draw.below(8) as u32 }, &state, &mut seen, "width".into()),
                Expr::Bin(BinOp::Mul, ..) => {
                    let mut side = || (Int::from(draw.below(9) as i64 - 4), if draw.below(2) == 0 { Side::AtLeast } else { Side::AtMost });
                    let corner = Axiom::Corner { product: e.clone(), left: side(), right: side() };
                    holds(&corner, &state, &mut seen, "corner".into());
                }
                Expr::Bin(..) => {
                    let bound = Int::from(draw.below(12) as i64 - 5);
                    let side = if draw.below(2) == 0 { Side::AtLeast } else { Side::AtMost };
                    holds(
                        &Axiom::Monotone { term: e.clone(), bound: bound.clone(), side },
                        &state,
                        &mut seen,
                        format!("monotone {}", kind(e)),
                    );
                    holds(&Axiom::Divided(e.clone()), &state, &mut seen, "divided".into());
                    holds(&Axiom::Fixed { term: e.clone(), value: bound }, &state, &mut seen, "fixed".into());
                }
                _ => {}
            }
        }
        let (i, j) = (draw.expr(&cfa, 1), draw.expr(&cfa, 1));
        let congruence = Axiom::Congruence(Expr::select(map, i), Expr::select(map, j));
        holds(&congruence, &state, &mut seen, "congruence".into());
    }
    for kind in [
        "divided",
        "Div true",
        "Div false",
        "Rem true",
        "Rem false",
        "Shr true",
        "Shl false",
        "And true false",
        "Or true false",
        "Xor true true",
        "And false true",
    ] {
        assert!(seen.get(kind).is_some_and(|n| *n > 30), "{kind} is hardly tested: {seen:?}");
    }
    for kind in [
        "wrap true",
        "wrap false",
        "ite",
        "select false",
        "width",
        "corner",
        "congruence",
        "fixed",
        "monotone Div false",
        "monotone Shl false",
        "monotone Shr false",
    ] {
        assert!(seen.get(kind).is_some_and(|n| *n > 100), "{kind} is hardly tested: {seen:?}");
    }
}
