//! The law kit: what every domain must satisfy, tested against the executor.
//!
//! A *witnessed* state is an abstract state together with a concrete one that it must contain. The kit grows a pool of
//! them by random statements, joins, meets and widenings, each under random hints, and checks after every operation that
//! the concrete state is still inside. Ceilings, which only drivers make, are not drawn.
//!
//! ```ignore
//! #[test]
//! fn laws() {
//!     base::laws::check(MyDomain::new);
//! }
//! ```

pub mod draw;

use crate::cfa::{Cfa, Stmt};
use crate::domain::{Domain, Loss, Op};
use crate::exec::eval::{self, State as Concrete};
use crate::text;
use draw::Draw;

/// How many operations one run of [`check`] draws.
const ROUNDS: usize = 80_000;

struct Witnessed<S> {
    state: S,
    concrete: Concrete,
}

/// Panics with a readable counterexample if a law is broken.
pub fn check<D: Domain>(make: impl Fn(&Cfa) -> D) {
    check_for(make, ROUNDS);
}

/// The same in so many rounds, for domains that take their time.
pub fn check_for<D: Domain>(make: impl Fn(&Cfa) -> D, rounds: usize) {
    for seed in 0..4 {
        let cfa = draw::vocabulary();
        let domain = make(&cfa);
        Laws { domain: &domain, cfa: &cfa, draw: Draw::new(seed) }.run(rounds / 4);
    }
}

struct Laws<'a, D: Domain> {
    domain: &'a D,
    cfa: &'a Cfa,
    draw: Draw,
}

impl<D: Domain> Laws<'_, D> {
    fn run(&mut self, rounds: usize) {
        let d = self.domain;
        assert!(d.is_bottom(&d.bottom()), "bottom is not bottom");
        let start = Witnessed { state: d.initial(), concrete: Concrete::initial(self.cfa) };
        self.inside(&start.state, &start.concrete, "the initial state");
        let mut pool = vec![start];
        for _ in 0..rounds {
            let grown = self.grow(&pool);
            if let Some(new) = grown {
                self.order(&new, &pool);
                if pool.len() < 40 {
                    pool.push(new);
                } else {
                    let at = self.draw.below(40);
                    pool[at] = new;
                }
            }
        }
        self.chains(&pool);
    }

    fn inside(&self, s: &D::State, c: &Concrete, after: &str) {
        assert!(!self.domain.is_bottom(s), "{after}: empty, but {c:?} is in it");
        let gamma = self.domain.gamma(s);
        let text = || text::print_formula(&gamma, self.cfa);
        assert_eq!(eval::holds(&gamma, c), Some(true), "{after}: {c:?} is not in {s:?}, that is {}", text());
    }

    fn holds(&self, s: &D::State, c: &Concrete) -> bool {
        eval::holds(&self.domain.gamma(s), c) == Some(true)
    }

    /// One random operation on random members of the pool.
    fn grow(&mut self, pool: &[Witnessed<D::State>]) -> Option<Witnessed<D::State>> {
        let d = self.domain;
        let (i, j) = (self.draw.below(pool.len()), self.draw.below(pool.len()));
        let (a, b) = (&pool[i], &pool[j]);
        let guide = d.guide(&self.draw.hints(self.cfa));
        let which = self.draw.below(2) == 0;
        let concrete = if which { &a.concrete } else { &b.concrete };
        match self.draw.below(10) {
            0 => {
                let out = d.apply(Op::Join(&a.state, &b.state), &guide);
                self.inside(&out.state, &a.concrete, "join");
                self.inside(&out.state, &b.concrete, "join");
                if out.loss == Loss::Exact {
                    let near = self.draw.near(concrete, self.cfa);
                    let extra = self.holds(&out.state, &near) && !self.holds(&a.state, &near) && !self.holds(&b.state, &near);
                    assert!(!extra, "join of {:?} and {:?} claims to be exact but has {near:?} in addition", a.state, b.state);
                }
                Some(Witnessed { state: out.state, concrete: concrete.clone() })
            }
            1 => {
                let out = d.apply(Op::Widen(&a.state, &b.state), &guide);
                self.inside(&out.state, &a.concrete, "widen");
                self.inside(&out.state, &b.concrete, "widen");
                Some(Witnessed { state: out.state, concrete: concrete.clone() })
            }
            2 => {
                self.separate(a, b);
                let both = d.apply(Op::Meet(&a.state, &b.state), &guide);
                if !(self.holds(&a.state, concrete) && self.holds(&b.state, concrete)) {
                    return None;
                }
                self.inside(&both.state, concrete, "meet");
                Some(Witnessed { state: both.state, concrete: concrete.clone() })
            }
            3 => {
                let f = self.draw.formula(self.cfa, 2);
                if eval::holds(&f, &a.concrete) != Some(true) {
                    return None;
                }
                let out = d.apply(Op::Assume(&a.state, &f), &guide);
                self.inside(&out.state, &a.concrete, &format!("assume {}", text::print_formula(&f, self.cfa)));
                Some(Witnessed { state: out.state, concrete: a.concrete.clone() })
            }
            _ => self.transfer(a, b, &guide),
        }
    }

    fn transfer(&mut self, a: &Witnessed<D::State>, b: &Witnessed<D::State>, guide: &D::Guide) -> Option<Witnessed<D::State>> {
        let d = self.domain;
        let stmt = self.draw.stmt(self.cfa);
        let after = self.draw.execute(&stmt, &a.concrete)?;
        let name = text::print_stmt(&stmt, self.cfa);
        let post = d.apply(Op::Post(&a.state, &stmt), guide);
        self.inside(&post.state, &after, &format!("post of {name} on {:?}", a.state));
        // Whatever contains the state after has a preimage that contains the state before.
        let targets = [Some(&post.state), self.holds(&b.state, &after).then_some(&b.state)];
        for target in targets.into_iter().flatten() {
            let pre = d.apply(Op::Pre(target, &stmt), guide);
            self.inside(&pre.state, &a.concrete, &format!("pre of {name} on {target:?}"));
        }
        if let Some(all) = d.pre_all(&b.state, &stmt)
            && self.holds(&all, &a.concrete)
        {
            self.inside(&b.state, &after, &format!("pre_all of {name}"));
        }
        let part = d.explain(&a.state, Op::Post(&a.state, &stmt), &post.state);
        assert!(d.covered(&a.state, &[&part]), "an explanation of {name} must not exclude states");
        if post.loss == Loss::Exact
            && let Stmt::Assume(f) = &stmt
        {
            let near = self.draw.near(&a.concrete, self.cfa);
            let real = self.holds(&a.state, &near) && eval::holds(f, &near) == Some(true);
            assert!(!self.holds(&post.state, &near) || real, "{name} claims to be exact but its result has {near:?}");
        }
        Some(Witnessed { state: post.state, concrete: after })
    }

    fn separate(&self, a: &Witnessed<D::State>, b: &Witnessed<D::State>) {
        let found = self.domain.separate(&a.state, &b.state);
        if found.is_empty() {
            return;
        }
        for f in &found {
            let text = text::print_formula(f, self.cfa);
            assert_eq!(eval::holds(f, &a.concrete), Some(true), "the separation {text} of {:?} from {:?} does not hold", a.state, b.state);
        }
        let excluded = found.iter().any(|f| eval::holds(f, &b.concrete) == Some(false));
        assert!(excluded, "the separation of {:?} from {:?} does not exclude {:?}", a.state, b.state, b.concrete);
    }

    fn order(&mut self, new: &Witnessed<D::State>, pool: &[Witnessed<D::State>]) {
        let d = self.domain;
        let other = &pool[self.draw.below(pool.len())];
        assert!(
            d.covered(&d.bottom(), &[&new.state]) && d.covered(&new.state, &[&d.top()]),
            "{:?} is not between bottom and top",
            new.state
        );
        assert!(d.covered(&new.state, &[&other.state, &new.state]), "{:?} does not cover itself", new.state);
        assert!(!d.covered(&new.state, &[]) && !d.covered(&new.state, &[&d.bottom()]), "{:?} is covered by nothing", new.state);
        if d.covered(&new.state, &[&other.state]) {
            self.inside(&other.state, &new.concrete, "covered");
        }
    }

    /// Without hints, widening chains become stable.
    fn chains(&mut self, pool: &[Witnessed<D::State>]) {
        let d = self.domain;
        let guide = D::Guide::default();
        for chain in 0..20 {
            let mut x = d.initial();
            let mut changes = 0;
            // A counter that would climb for ever; in every other chain, now and then something from the pool.
            let climb = self.draw.climb(self.cfa);
            for round in 0..400 {
                let climbed = d.apply(Op::Post(&x, &climb), &guide).state;
                let y = if chain % 2 == 0 && round % 8 == 7 { &pool[self.draw.below(pool.len())].state } else { &climbed };
                let next = d.apply(Op::Widen(&x, y), &guide).state;
                changes += usize::from(!d.covered(&next, &[&x]));
                x = next;
            }
            assert!(changes <= 20 * self.cfa.vars.len(), "a widening chain changed {changes} times");
        }
    }
}
