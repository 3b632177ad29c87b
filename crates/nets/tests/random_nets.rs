//! Both procedures on random small nets, against explicit search among bounded markings, with all evidence checked.

use base::random::Random;
use base::{Budget, SortedMap, SortedSet, Why};
use check::Solving;
use nets::net::{Net, Range, Region, Rule, Sum, Target};
use nets::{Answer, Automaton, Procedures, backward, closed::OMEGA, fgar};
use std::collections::HashSet;

/// What kinds of rules a net may have.
#[derive(Clone, Copy)]
struct Kind {
    transfers: bool,
    upper_bounds: bool,
}

fn random_net(random: &mut Random, kind: Kind) -> Net {
    let places = 2 + random.below(3) as usize;
    let rule = |random: &mut Random| {
        let (mut guard, mut updates) = (Region::default(), SortedMap::new());
        for p in 0..places {
            let constant = random.between(-1, 1);
            if constant < 0 || random.chance(4) {
                let high = if kind.upper_bounds && random.chance(3) { 1 } else { OMEGA };
                guard.0.insert(p, Range { low: 1, high });
            } else if kind.upper_bounds && random.chance(6) {
                guard.0.insert(p, Range { low: 0, high: 0 });
            }
            updates.insert(p, Sum { terms: SortedMap::from([(p, 1)]), constant });
        }
        if kind.transfers && random.chance(2) {
            let (from, to) = (random.below(places as u64) as usize, random.below(places as u64) as usize);
            updates.insert(from, Sum::default());
            updates.insert(to, Sum { terms: SortedMap::from([(from, 1), (to, 1)]), constant: 0 });
        }
        Rule { guard, updates, span: None }
    };
    let rules = (0..1 + random.below(4)).map(|_| rule(random)).collect();
    let init = (0..places).map(|p| {
        let low = random.below(2);
        (p, Range { low, high: if random.chance(5) { low + random.below(3) } else { low } })
    });
    let init = Region(init.collect());
    let target = |random: &mut Random| {
        let mut lows = (0..places).filter(|_| random.chance(2)).collect::<SortedSet<usize>>();
        lows.insert(random.below(places as u64) as usize);
        Target { region: Region(lows.into_iter().map(|p| (p, Range { low: 1 + random.below(2), high: OMEGA })).collect()), span: None }
    };
    let targets = (0..1 + random.below(2)).map(|_| target(random)).collect();
    let places = (0..places).map(|p| format!("p{p}").into()).collect();
    Net { places, rules, init, targets, ..Net::default() }
}

/// Whether a target is reached among markings with at most `most` in every place.
fn reaches(net: &Net, most: u64) -> bool {
    let mut todo = vec![Vec::new()];
    for p in 0..net.places.len() {
        let range = net.init.range(p);
        todo = todo.iter().flat_map(|m: &Vec<u64>| (range.low..=range.high).map(|n| [m.as_slice(), &[n]].concat())).collect();
    }
    let mut seen: HashSet<Vec<u64>> = todo.iter().cloned().collect();
    while let Some(marking) = todo.pop() {
        if net.target_of(&marking).is_some() {
            return true;
        }
        for next in net.rules.iter().filter_map(|r| r.fire(&marking)) {
            if next.iter().all(|n| *n <= most) && seen.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    false
}

/// The verdict, after its evidence was checked.
fn checked(net: &Net, answer: &Answer) -> Option<bool> {
    let automaton = Automaton::new(net);
    let budget = Budget::seconds(20.0);
    match answer {
        Answer::Safe(formula) => {
            let proof = automaton.proof(formula, &automaton.errors);
            let result = check::proof(&automaton.cfa, &proof, &automaton.errors, &Solving::Without, &budget);
            assert!(!matches!(result, Err(Why::Rejected { .. })), "{net:?}\n{formula:?}\n{result:?}");
            assert!(result.is_ok(), "{net:?}\n{formula:?}\n{result:?}");
            Some(true)
        }
        Answer::Unsafe(run) => {
            let trace = automaton.trace(net, run).expect("the run runs");
            assert_eq!(automaton.run(net, &trace, run.rules.len()).as_ref(), Some(run), "a trace is read as its run");
            assert_eq!(check::trace(&automaton.cfa, &trace, &budget), Ok(()), "{net:?}\n{run:?}");
            Some(false)
        }
        Answer::Unknown(_) => None,
    }
}

fn compare(seed: u64, nets: usize, kind: Kind) {
    let mut random = Random::new(seed);
    let (mut safe, mut unsafe_) = (0, 0);
    for _ in 0..nets {
        let net = random_net(&mut random, kind);
        let budget = Budget::seconds(20.0);
        let by_fgar = checked(&net, &fgar::decide(&net, true, &budget).0);
        let plainly = checked(&net, &fgar::decide(&net, false, &budget).0);
        let by_backward = checked(&net, &backward::decide(&net, usize::MAX, &budget).0);
        let together = checked(&net, &nets::decide(&net, Procedures::ALL, &budget).answer);
        let reached = reaches(&net, 6);
        // What explicit search finds here, all procedures together find as well.
        assert!(!reached || together == Some(false), "{net:?}");
        for verdict in [by_fgar, plainly, by_backward, together] {
            assert!(verdict.is_some() || !net.is_monotone(), "{net:?}");
            assert!(!(reached && verdict == Some(true)), "{net:?}");
        }
        if net.is_monotone() {
            assert_eq!(by_fgar, by_backward);
            assert_eq!(by_fgar, plainly);
        }
        safe += usize::from(by_fgar == Some(true));
        unsafe_ += usize::from(by_fgar == Some(false));
    }
    assert!(safe > nets / 10 && unsafe_ > nets / 10, "{safe} safe, {unsafe_} unsafe of {nets}");
}

#[test]
fn petri_nets() {
    compare(11, 400, Kind { transfers: false, upper_bounds: false });
}

#[test]
fn nets_with_transfers() {
    compare(12, 400, Kind { transfers: true, upper_bounds: false });
}

#[test]
fn nets_with_tests_for_zero() {
    compare(13, 400, Kind { transfers: true, upper_bounds: true });
}

/// A net with places that grow without bound and a target that a random run of it reaches.
fn net_with_a_bug(random: &mut Random, steps: usize) -> Option<Net> {
    let kind = Kind { transfers: random.chance(2), upper_bounds: false };
    let mut net = random_net(random, kind);
    let grow = random.below(net.places.len() as u64) as usize;
    let more = Sum { terms: SortedMap::from([(grow, 1)]), constant: 1 };
    net.rules.push(Rule { guard: Region::default(), updates: SortedMap::from([(grow, more)]), span: None });
    let mut marking = net.init.lows(net.places.len());
    for _ in 0..steps {
        let enabled: Vec<Vec<u64>> = net.rules.iter().filter_map(|r| r.fire(&marking)).filter(|m| m.iter().all(|n| *n < 50)).collect();
        if enabled.is_empty() {
            break;
        }
        marking = enabled[random.below(enabled.len() as u64) as usize].clone();
    }
    let lows = marking.iter().enumerate().filter(|(_, n)| **n > 0).map(|(p, n)| (p, Range { low: *n, high: OMEGA }));
    let region = Region(lows.collect());
    net.targets = vec![Target { region, span: None }];
    (net.target_of(&net.init.lows(net.places.len())).is_none()).then_some(net)
}

/// Negative instances end, with and without acceleration, whatever grows without bound.
#[test]
fn every_bug_is_found() {
    let mut random = Random::new(14);
    let mut bugs = 0;
    while bugs < 150 {
        let steps = 1 + random.below(30) as usize;
        let Some(net) = net_with_a_bug(&mut random, steps) else { continue };
        bugs += 1;
        for acceleration in [true, false] {
            let (answer, _) = fgar::decide(&net, acceleration, &Budget::seconds(20.0));
            assert_eq!(checked(&net, &answer), Some(false), "acceleration {acceleration}: {net:?}");
        }
    }
}
