//! Non-linear clauses as procedures: the description fits, the modes are those of functions, runs compute.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::{Budget, Int};
use tsfront::{Derivation, horn, modes, procedures, simplify};

fn mccarthy(claim: &str) -> String {
    format!(
        "(set-logic HORN)\n(declare-fun m (Int Int) Bool)\n(assert (forall ((n Int)) (=> (> n 100) (m n (- n 10)))))\n\
         (assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (m (+ n 11) t) (m t r)) (m n r))))\n\
         (assert (forall ((n Int) (r Int)) (=> (and (m n r) (<= n 101)) {claim})))\n"
    )
}

#[test]
fn functions_are_called_with_their_arguments_and_run() {
    let system = horn::read("m.smt2", &mccarthy("(> r 91)")).unwrap();
    let simple = simplify(system.clone());
    let functional = modes::modes(&simple.system);
    assert_eq!(functional, vec![[0].into()]);
    assert!(procedures::to_program(&simple.system, modes::none(&simple.system)).unwrap().is_described());
    let program = procedures::to_program(&simple.system, functional).unwrap();
    assert!(program.is_described());
    // The query guesses n = 95; which clause of m is taken is a choice that must fit n, so both are tried.
    let mut open = vec![(Walk::new(&program.cfa), Vec::new(), Vec::new())];
    let mut found = None;
    for _ in 0..2_000_000 {
        let Some((mut walk, mut run, choices)) = open.pop() else { break };
        let mut asked = None;
        let mut inputs = |request: &Request| match request {
            Request::Value { .. } => Some(Int::from(95)),
            Request::Choice { options, .. } if choices.is_empty() => {
                asked = Some(*options);
                None
            }
            _ => choices.first().cloned(),
        };
        let before = walk.clone();
        match walk.step(&mut inputs) {
            Step::Took(edge) | Step::Printed(edge, _) => {
                run.extend(program.taken(edge, &walk.state));
                open.push((walk, run, Vec::new()));
            }
            Step::Ended(End::Error(_)) => {
                found = Some(run);
                break;
            }
            Step::Ended(_) => open.extend((0..asked.unwrap_or(0)).map(|c| (before.clone(), run.clone(), vec![Int::from(c)]))),
        }
    }
    let run = found.expect("m(95) = 91 is reached");
    let derivation = Derivation::of_run(&system, &simple, &run, &Budget::unlimited()).expect("every value is known");
    assert!(derivation.holds(&system));
    let last = &derivation.steps[derivation.steps.len() - 2];
    assert_eq!(last.fact.as_ref().map(|f| f.values.clone()), Some(vec![Int::from(95), Int::from(91)]));
    // A premise that is not what the clause wants is noticed.
    let mut wrong = derivation.clone();
    wrong.steps.iter_mut().filter(|s| s.premises.len() == 2).for_each(|s| s.premises.reverse());
    assert!(!wrong.holds(&system));
}
