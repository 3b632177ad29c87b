//! The engines for programs run on nets: `dagger` on the automata of the protocols, with every answer confirmed.

use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use domains::Polyhedra;
use engine::{Dagger, Decided, Desk, Engine, Ingredients, Judge, Progress, Watch};
use nets::{Automaton, spec};
use std::path::Path;

struct Court;

impl Judge for Court {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        check::trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &check::Solving::Without, budget).map(drop)
    }
}

struct Silence;

impl Watch for Silence {
    fn progress(&self, _: &str, _: &Progress) {}
    fn tell(&self, _: &str, _: &str) {}
}

/// Whether every target is out of reach (or one is reached), by `dagger` on polyhedra.
fn safe(text: &str) -> Option<bool> {
    let net = spec::parse("net.spec", text).unwrap_or_else(|e| panic!("{e}"));
    let automaton = Automaton::new(&net);
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(&automaton.cfa, &Court, &Silence, budget.clone());
    let domain = Polyhedra::new(&automaton.cfa);
    let engine = Dagger { domain, domain_name: "polyhedra", ingredients: Ingredients::default(), patience: None, board: None };
    engine.solve(&automaton.cfa, &desk, &budget);
    let decided = desk.decided();
    if decided.values().any(|d| matches!(d, Decided::Reached { .. })) {
        return Some(false);
    }
    let out_of_reach = |e: &LocId| matches!(decided.get(e), Some(Decided::Unreachable { .. }));
    automaton.errors.iter().all(out_of_reach).then_some(true)
}

#[test]
fn dagger_decides_protocols() {
    let read = |name: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/nets").join(name).with_extension("spec");
        std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
    };
    for name in ["barrier", "buffer", "philosophers", "readers-writers", "semaphore", "swap", "rally", "tank"] {
        assert_eq!(safe(&read(name)), Some(true), "{name}");
        assert_eq!(safe(&read(&format!("{name}-bad"))), Some(false), "{name}-bad");
    }
}
