//! Clauses that come from the targets, on random machines with few states, against the enumeration of all their states.

use crate::court::{Answer, Court, Story, answer};
use base::random::Random;
use base::text::parse_cfa;
use base::{Budget, Cfa};
use domains::Chosen;
use engine::{Desk, Engine, Induct};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Values of the three numbers of a machine.
type Numbers = [i64; 3];

/// What is asked of a number: its index, how it is compared (0: equal, 1: at least, 2: at most), with what.
type Test = (usize, u32, i64);

/// What a number becomes: a constant, another one, or one more up to a limit.
#[derive(Clone, Copy)]
enum Change {
    To(i64),
    Copy(usize),
    Up(i64),
}

struct Rule {
    tests: Vec<Test>,
    changes: Vec<(usize, Change)>,
}

struct Machine {
    rules: Vec<Rule>,
    wrong: Vec<Test>,
}

const NAMES: [&str; 3] = ["x", "y", "z"];
const LARGEST: i64 = 5;

fn test(random: &mut Random) -> Test {
    (random.below(3) as usize, random.below(3) as u32, random.between(0, LARGEST))
}

impl Machine {
    fn draw(random: &mut Random) -> Machine {
        let rule = |random: &mut Random| Rule {
            tests: (0..random.between(1, 2)).map(|_| test(random)).collect(),
            changes: (0..random.between(1, 2))
                .map(|_| {
                    let change = match random.below(4) {
                        0 => Change::Copy(random.below(3) as usize),
                        1 => Change::Up(random.between(1, LARGEST)),
                        _ => Change::To(random.between(0, LARGEST)),
                    };
                    (random.below(3) as usize, change)
                })
                .collect(),
        };
        Machine { rules: (0..random.between(6, 10)).map(|_| rule(random)).collect(), wrong: (0..3).map(|_| test(random)).collect() }
    }

    fn holds(tests: &[Test], at: &Numbers) -> bool {
        tests.iter().all(|(i, op, c)| match op {
            0 => at[*i] == *c,
            1 => at[*i] >= *c,
            _ => at[*i] <= *c,
        })
    }

    /// Whether a run comes to a state that is wrong.
    fn fails(&self) -> bool {
        let mut seen: BTreeSet<Numbers> = BTreeSet::from([[0; 3]]);
        let mut work = vec![[0; 3]];
        while let Some(at) = work.pop() {
            for rule in self.rules.iter().filter(|r| Self::holds(&r.tests, &at)) {
                let mut next = at;
                for (i, change) in &rule.changes {
                    next[*i] = match change {
                        Change::To(c) => *c,
                        Change::Copy(j) => next[*j],
                        Change::Up(limit) => (next[*i] + 1).min(*limit),
                    };
                }
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        seen.iter().any(|at| Self::holds(&self.wrong, at))
    }

    fn cfa(&self) -> Cfa {
        let said = |tests: &[Test]| {
            let one = |(i, op, c): &Test| format!("{} {} {c}", NAMES[*i], ["==", ">=", "<="][*op as usize]);
            tests.iter().map(one).collect::<Vec<_>>().join(" && ")
        };
        let mut text = String::from(
            "cfa var x: i32 var y: i32 var z: i32 var c: u8 entry A error E reach \"wrong\"
             edge A -> H: skip  edge H -> T: input c u8 ",
        );
        for (n, rule) in self.rules.iter().enumerate() {
            let mut from = format!("R{n}");
            write!(text, "edge T -> {from}: assume c == {n} && {} ", said(&rule.tests)).unwrap();
            for (k, (i, change)) in rule.changes.iter().enumerate() {
                let v = NAMES[*i];
                let value = match change {
                    Change::To(c) => c.to_string(),
                    Change::Copy(j) => NAMES[*j].to_owned(),
                    Change::Up(limit) => format!("ite({v} + 1 <= {limit}, {v} + 1, {limit})"),
                };
                let to = format!("R{n}_{k}");
                write!(text, "edge {from} -> {to}: {v} := {value} ").unwrap();
                from = to;
            }
            write!(text, "edge {from} -> C: skip ").unwrap();
        }
        write!(text, "edge C -> E: assume {0}  edge C -> H: assume !({0})", said(&self.wrong)).unwrap();
        parse_cfa(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }
}

#[test]
fn machines_with_few_states_are_decided() {
    let (mut safe, mut proved, mut by_clauses) = (0, 0, 0);
    for seed in 0..120 {
        let machine = Machine::draw(&mut Random::new(seed));
        // The machine does not start in a wrong state.
        if Machine::holds(&machine.wrong, &[0; 3]) {
            continue;
        }
        let (cfa, fails) = (machine.cfa(), machine.fails());
        let (story, budget) = (Story::default(), Budget::seconds(20.0));
        let desk = Desk::new(&cfa, &Court, &story, budget.clone());
        let relations = seed % 2 == 0;
        let engine = Induct {
            domains: Vec::<Chosen>::new(),
            patience: None,
            apart: 1,
            gates: 100_000,
            long: 24,
            guesses: false,
            relations,
            uncut: true,
        };
        engine.solve(&cfa, &desk, &budget);
        let is_proved = answer(&desk, &story, cfa.errors[0].loc) == Answer::Safe;
        assert!(!(is_proved && fails), "seed {seed}: a wrong state can be reached");
        safe += usize::from(!fails);
        if !is_proved && !fails {
            println!("seed {seed}: {:?}", story.0.lock().unwrap());
        }
        proved += usize::from(is_proved);
        by_clauses += usize::from(is_proved && story.0.lock().unwrap().iter().any(|s| s.contains("with them")));
    }
    println!("{proved} of {safe} machines are proved, {by_clauses} by clauses");
    // Bounds can say everything about so few states.
    assert_eq!(proved, safe);
    assert!(by_clauses > 15, "{by_clauses}");
}
