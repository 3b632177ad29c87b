//! Fixpoint-guided refinement; every answer goes through `check`.

use crate::chosen;
use crate::court::{Answer, Court, Story, answer};
use crate::programs::{BRANCHES, IRREDUCIBLE};
use base::text::parse_cfa;
use base::{Budget, Cfa, Domain, LocId, SortedMap};
use domains::predicates::{self, Image};
use domains::{Chosen, Disjunctive, Predicates};
use engine::fgar::{Fgar, Round};
use engine::{Dagger, Desk, Engine, Ingredients};

type Unions = Disjunctive<Chosen>;

fn program(text: &str) -> Cfa {
    parse_cfa(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn unions(cfa: &Cfa) -> Unions {
    Disjunctive::new(chosen::polyhedra(cfa)).at_most(16)
}

fn predicates(program: &Cfa, image: Image) -> Fgar<impl Fn(&Cfa) -> Predicates<Unions> + Sync + use<>> {
    let vocabulary = predicates::of_program(program);
    let domain = move |cfa: &Cfa| Predicates::new(unions(cfa), vocabulary.clone(), image);
    Fgar { thresholds: false, exact_paths: false, ..Fgar::new(domain, "predicates") }
}

fn polyhedra() -> Fgar<impl Fn(&Cfa) -> Unions + Sync> {
    Fgar { exact_paths: false, ..Fgar::new(unions, "polyhedra") }
}

/// The answers by location, and the number of rounds.
fn solve<D: Domain, F: Fn(&Cfa) -> D + Sync>(cfa: &Cfa, engine: &Fgar<F>, seconds: f64) -> (SortedMap<String, Answer>, usize) {
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(seconds);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    let mut rounds = 0;
    let mut before: Option<SortedMap<LocId, D::State>> = None;
    engine.watch(cfa, &desk, &budget, &mut |round: &Round<'_, D>| {
        rounds += 1;
        // Z_0 ⊋ Z_1 ⊋ …: more is excluded in each round, and nothing comes back.
        let excluded = &round.safe.excluded;
        if let Some(before) = before.as_ref().filter(|_| round.number > 0) {
            let within = |a: &SortedMap<LocId, D::State>, b: &SortedMap<LocId, D::State>| {
                a.iter().all(|(l, s)| b.get(l).is_some_and(|t| round.domain.covered(s, &[t])))
            };
            assert!(within(before, excluded), "a round excludes less than the one before");
            assert!(!within(excluded, before), "a round excludes no more than the one before");
        }
        before = Some(excluded.clone());
    });
    let answers = cfa.errors.iter().map(|e| (cfa.loc(e.loc).name.to_string(), answer(&desk, &story, e.loc))).collect();
    (answers, rounds)
}

fn only(answers: &SortedMap<String, Answer>) -> Answer {
    *answers.values().next().expect("an error location")
}

/// x counts rounds and y adds `n` in each; then they are taken back. The proof needs y = n·x.
///
/// Refinement by counterexamples over predicates does not end here: the spurious path with k rounds is excluded by
/// predicates about its own values (x = k, y = n·k), and the one with k + 1 rounds is left. With acceleration all k are one
/// step: forwards nothing new arrives after it, so that α loses nothing; backwards what it excludes, x ≥ 0 ∧ y ≠ n·x, is
/// stable. Without it p̃re* does not stabilise (x = k ∧ y ≠ n·k for one k after the other), and the paper promises nothing.
fn there_and_back(n: i64, start: i64) -> String {
    format!(
        "cfa\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> H: y := {start}\nedge H -> B: x := x + 1\nedge B -> H: y := y + {n}\n\
         edge H -> K: skip\nedge K -> C: assume x > 0\nedge C -> D: x := x - 1\nedge D -> K: y := y - {n}\nedge K -> F: assume x <= 0\nedge F -> E: assume y != 0\n"
    )
}

#[test]
fn branches_are_kept_apart() {
    let cfa = program(BRANCHES);
    assert_eq!(only(&solve(&cfa, &polyhedra(), 20.0).0), Answer::Safe);
    assert_eq!(only(&solve(&cfa, &predicates(&cfa, Image::Boolean), 20.0).0), Answer::Safe);
    let bad = program(&BRANCHES.replace("x != 2", "x != 1"));
    assert_eq!(only(&solve(&bad, &polyhedra(), 20.0).0), Answer::Unsafe);
}

#[test]
fn cycles_with_two_entries() {
    let cfa = program(IRREDUCIBLE);
    assert_eq!(only(&solve(&cfa, &polyhedra(), 20.0).0), Answer::Safe);
    assert_eq!(only(&solve(&cfa, &predicates(&cfa, Image::Cartesian), 20.0).0), Answer::Safe);
}

/// The termination table, its positive half.
#[test]
fn there_and_back_ends_for_every_member() {
    for n in [1, 2, 7] {
        let cfa = program(&there_and_back(n, 0));
        for image in [Image::Cartesian, Image::Boolean] {
            let (answers, rounds) = solve(&cfa, &predicates(&cfa, image), 20.0);
            assert_eq!(only(&answers), Answer::Safe, "n = {n}, {image:?}");
            assert!(rounds <= 3, "n = {n}, {image:?}: {rounds} rounds");
        }
        assert_eq!(only(&solve(&cfa, &polyhedra(), 20.0).0), Answer::Safe, "n = {n}");
    }
}

/// What ends above rests on the preimages of all paths at once.
#[test]
fn there_and_back_does_not_end_path_by_path() {
    let cfa = program(&there_and_back(2, 0));
    let round_by_round = Fgar { acceleration: false, ..predicates(&cfa, Image::Cartesian) };
    assert_eq!(only(&solve(&cfa, &round_by_round, 1.0).0), Answer::Unknown);
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(1.0);
    let desk = Desk::new(&cfa, &court, &story, budget.clone());
    let domain = Predicates::new(unions(&cfa), predicates::of_program(&cfa), Image::Cartesian);
    let ingredients = Ingredients { thresholds: false, exact_paths: false, ..Ingredients::default() };
    Dagger { domain, domain_name: "predicates", ingredients, patience: None, board: None }.solve(&cfa, &desk, &budget);
    assert_eq!(answer(&desk, &story, cfa.errors[0].loc), Answer::Unknown);
}

/// The termination table, its negative half: an error k rounds away is found, by all variants.
#[test]
fn negative_instances_end() {
    let far = |k: i64| {
        format!(
            "cfa\nvar x: int\nvar c: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> B: x := x + 1\nedge B -> H: input c int\nedge H -> E: assume x == {k}\n"
        )
    };
    for k in [0, 1, 4, 9] {
        let cfa = program(&far(k));
        for acceleration in [true, false] {
            let answers = [
                solve(&cfa, &Fgar { acceleration, ..polyhedra() }, 20.0).0,
                solve(&cfa, &Fgar { acceleration, ..predicates(&cfa, Image::Cartesian) }, 20.0).0,
                solve(&cfa, &Fgar { acceleration, ..predicates(&cfa, Image::Boolean) }, 20.0).0,
            ];
            assert!(answers.iter().all(|a| only(a) == Answer::Unsafe), "{k} rounds, acceleration {acceleration}: {answers:?}");
        }
    }
    for n in [1, 7] {
        assert_eq!(only(&solve(&program(&there_and_back(n, 1)), &polyhedra(), 20.0).0), Answer::Unsafe, "n = {n}");
    }
}

#[test]
fn each_error_location_is_decided() {
    let text = "cfa\nvar x: int\nentry A\nerror E reach \"\"\nerror F reach \"\"\nerror G reach \"\"\nedge A -> H: skip\nedge H -> B: assume x < 10\n\
        edge B -> H: x := x + 1\nedge H -> E: assume x > 10\nedge H -> F: assume x == 3\nedge H -> G: assume x < 0\n";
    let (answers, _) = solve(&program(text), &polyhedra(), 20.0);
    let expected = [("E", Answer::Safe), ("F", Answer::Unsafe), ("G", Answer::Safe)];
    assert_eq!(answers, expected.into_iter().map(|(l, a)| (l.to_string(), a)).collect());
}

#[test]
fn a_sum_that_goes_around() {
    let text = |start: &str| {
        format!(
            "cfa\nvar x: u8\nentry A\nerror E reach \"\"\nedge A -> H: x := {start}\nedge H -> B: assume x != 0\nedge B -> H: x := wrap(u8, x + 2)\nedge H -> F: assume x == 0\nedge H -> E: assume x == 1\n"
        )
    };
    assert_eq!(only(&solve(&program(&text("200")), &polyhedra(), 20.0).0), Answer::Safe);
    assert_eq!(only(&solve(&program(&text("251")), &polyhedra(), 20.0).0), Answer::Unsafe);
}
