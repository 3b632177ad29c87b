//! The law kit notices domains that are wrong in one place.

use base::{Cfa, Domain, Expr, Formula, Hint, Op, OpKind, Outcome, Stmt};
use domains::Intervals;
use std::panic::catch_unwind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    Nothing,
    /// The result is one of the inputs.
    LeftOnly(OpKind),
    /// An assignment is forgotten.
    Assignment,
    /// The preimage of an assignment is the state itself.
    Preimage,
    /// A hint is believed without being checked.
    Hint,
    /// Everything is said to be covered.
    Covered,
    /// The separation holds on the wrong side.
    Separate,
    /// A lossy result is called exact.
    Exact,
    /// Widening never jumps.
    Chain,
}

struct Broken {
    base: Intervals,
    how: Break,
}

impl Domain for Broken {
    type State = <Intervals as Domain>::State;
    type Guide = (<Intervals as Domain>::Guide, Vec<Formula>);

    fn top(&self) -> Self::State {
        self.base.top()
    }

    fn bottom(&self) -> Self::State {
        self.base.bottom()
    }

    fn initial(&self) -> Self::State {
        self.base.initial()
    }

    fn is_bottom(&self, s: &Self::State) -> bool {
        self.base.is_bottom(s)
    }

    fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool {
        (self.how == Break::Covered && !by.is_empty() && !by.iter().all(|b| self.is_bottom(b))) || self.base.covered(s, by)
    }

    fn guide(&self, hints: &[Hint]) -> Self::Guide {
        let bounds = hints.iter().filter_map(|h| if let Hint::Bound(f) = h { Some(f.clone()) } else { None });
        (self.base.guide(hints), bounds.collect())
    }

    fn apply(&self, op: Op<'_, Self::State>, guide: &Self::Guide) -> Outcome<Self::State> {
        let kind = op.kind();
        let left = match op {
            Op::Join(a, _) | Op::Widen(a, _) => Some(a.clone()),
            Op::Pre(a, Stmt::Assign(..)) if self.how == Break::Preimage => Some(a.clone()),
            Op::Post(a, Stmt::Assign(_, Expr::Neg(_) | Expr::Bin(..))) if self.how == Break::Assignment => Some(a.clone()),
            _ => None,
        };
        let joined = match op {
            Op::Widen(a, b) => Some(Op::Join(a, b)),
            _ => None,
        };
        let mut out = match (self.how, joined) {
            (Break::Chain, Some(join)) => self.base.apply(join, &guide.0),
            _ => self.base.apply(op, &guide.0),
        };
        match (self.how, left) {
            (Break::LeftOnly(broken), Some(a)) if broken == kind => out.state = a,
            (Break::Assignment | Break::Preimage, Some(a)) if matches!(kind, OpKind::Post | OpKind::Pre) => out.state = a,
            (Break::Hint, _) if kind == OpKind::Widen => {
                for f in &guide.1 {
                    out.state = self.base.apply(Op::Assume(&out.state, f), &Default::default()).state;
                }
            }
            (Break::Exact, _) => out.loss = base::Loss::Exact,
            _ => {}
        }
        out
    }

    fn gamma(&self, s: &Self::State) -> Formula {
        self.base.gamma(s)
    }

    fn separate(&self, inside: &Self::State, error: &Self::State) -> Vec<Formula> {
        if self.how == Break::Separate { self.base.separate(error, inside) } else { self.base.separate(inside, error) }
    }
}

#[test]
fn every_break_is_noticed() {
    let check = |how: Break| catch_unwind(|| base::laws::check(move |cfa: &Cfa| Broken { base: Intervals::new(cfa), how })).is_err();
    std::panic::set_hook(Box::new(|_| {}));
    let breaks = [
        Break::LeftOnly(OpKind::Join),
        Break::LeftOnly(OpKind::Widen),
        Break::Assignment,
        Break::Preimage,
        Break::Hint,
        Break::Covered,
        Break::Separate,
        Break::Exact,
        Break::Chain,
    ];
    let missed: Vec<Break> = breaks.into_iter().filter(|b| !check(*b)).collect();
    let sound = !check(Break::Nothing);
    let _ = std::panic::take_hook();
    assert!(missed.is_empty(), "not noticed: {missed:?}");
    assert!(sound, "the unbroken domain is accepted");
}
