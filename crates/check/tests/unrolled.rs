//! Proofs by unrolling: what is confirmed holds, against the execution of all runs; what is changed is refused.

use base::exec::eval::{self, State};
use base::exec::walk::{Step, Walk};
use base::exec::{Inputs, Request};
use base::random::Random;
use base::text::{parse_cfa, parse_formula};
use base::{Apart, Budget, Cfa, Formula, Int, LocId, Proof, SortedMap, Why};
use check::{Confirmed, Solving, proof, proof_of_some};
use std::sync::Arc;

fn unrolled(cfa: &Cfa, targets: &[LocId], apart: impl Into<Apart>, seconds: f64) -> Result<Confirmed, Why> {
    cut(cfa, targets, apart, &[], seconds)
}

/// Cut at named locations, each with a formula.
fn cut(cfa: &Cfa, targets: &[LocId], apart: impl Into<Apart>, cuts: &[(&str, &str)], seconds: f64) -> Result<Confirmed, Why> {
    let cuts: SortedMap<LocId, Formula> =
        cuts.iter().map(|(l, f)| (cfa.loc_named(l).unwrap(), parse_formula(f, cfa).unwrap_or_else(|e| panic!("{e:?}: {f}")))).collect();
    proof(cfa, &Proof::Unrolled { apart: apart.into(), cuts }, targets, &Solving::Without, &Budget::seconds(seconds))
}

fn targets(cfa: &Cfa) -> Vec<LocId> {
    cfa.errors.iter().map(|e| e.loc).collect()
}

/// A sum over an array of five elements, with a loop.
fn sum(bound: i64, last: i64) -> Cfa {
    let text = format!(
        "cfa var i: i32 var s: i32 var a: u8[5] entry A error E reach \"too large\"
         edge A -> B: input a u8  edge B -> H: s := 0
         edge H -> I: assume i < 5  edge I -> J: s := s + a[i]  edge J -> H: i := i + 1
         edge H -> K: assume i >= 5  edge K -> E: assume s > {bound}  edge K -> X: assume s <= {bound}
         edge X -> E: assume i != {last}"
    );
    parse_cfa(&text).unwrap()
}

#[test]
fn what_is_changed_by_one_is_refused() {
    for apart in [0, 1, 2, 64] {
        let right = sum(1275, 5);
        assert!(unrolled(&right, &targets(&right), apart, 60.0).is_ok());
        for wrong in [sum(1274, 5), sum(1275, 4), sum(1275, 6)] {
            assert!(matches!(unrolled(&wrong, &targets(&wrong), apart, 60.0), Err(Why::Unconfirmed { .. })));
        }
        // Locations that runs pass are no targets that a proof can exclude.
        for loc in (0..right.locs.len() as u32).map(LocId).filter(|l| !targets(&right).contains(l)) {
            assert!(unrolled(&right, &[loc], apart, 60.0).is_err(), "{}", right.loc(loc).name);
        }
    }
    let right = sum(1275, 5);
    assert!(matches!(unrolled(&right, &targets(&right), u32::MAX, 60.0), Err(Why::Rejected { .. })));
    assert!(matches!(unrolled(&right, &[LocId(999)], 64, 60.0), Err(Why::Rejected { .. })));
}

/// Two ways to multiply, which a solver has to search for, in several rounds.
fn products(rounds: i64, one: i64, which: i64) -> Cfa {
    let text = format!(
        "cfa var i: i32 var a: u8 var b: u8 var x: i32 var y: i32 entry A error E reach \"different\"
         edge A -> H: skip
         edge H -> I: assume i < {rounds}  edge H -> X: assume i >= {rounds}
         edge I -> J: input a u8  edge J -> K: input b u8  edge K -> L: x := a * (b + {one})
         edge L -> M: y := b * a  edge M -> N: y := y + a
         edge N -> E: assume x != y && a < 64 && i >= {which}  edge N -> O: assume x == y || a >= 64 || i < {which}
         edge O -> H: i := i + 1"
    );
    parse_cfa(&text).unwrap()
}

#[test]
fn hard_questions_are_answered_together_and_one_by_one() {
    let right = products(6, 1, 0);
    assert!(unrolled(&right, &targets(&right), 64, 600.0).is_ok());
    for wrong in [products(6, 2, 5), products(6, 0, 3)] {
        assert!(matches!(unrolled(&wrong, &targets(&wrong), 64, 600.0), Err(Why::Unconfirmed { .. })));
    }
}

#[test]
fn what_is_said_of_a_cut_must_hold_there() {
    const ELEMENTS: &str = "(forall ?k: int. a[?k] >= 0 && a[?k] <= 255)";
    let right = format!("i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && {ELEMENTS}");
    let program = sum(1275, 5);
    for apart in [0, 1, 64] {
        assert!(cut(&program, &targets(&program), apart, &[("H", &right)], 60.0).is_ok());
        // The same at the entry and in the middle as well.
        let more = [
            ("A", "i == 0"),
            ("H", &right),
            ("J", &format!("i >= 0 && i <= 4 && s >= 0 && s <= 1275 && s <= 255 * i + 255 && {ELEMENTS}")),
        ];
        assert!(cut(&program, &targets(&program), apart, &more, 60.0).is_ok());
        for wrong in [
            // Not enough for what follows, or for the next round.
            "true",
            "i >= 0 && i <= 5",
            &format!("i >= 0 && i <= 5 && s >= 0 && s <= 1275 && {ELEMENTS}"),
            "i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275",
            &format!("i >= 0 && i <= 6 && s >= 0 && s <= 255 * i && s <= 1530 && {ELEMENTS}"),
            "i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && (forall ?k: int. a[?k] >= 0 && a[?k] <= 511)",
            // What looks like a bound of all elements.
            "i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && (exists ?k: int. a[?k] >= 0 && a[?k] <= 255)",
            "i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && (forall ?k: int. a[?k] >= 0 && i <= 255)",
            "i >= 0 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && (forall ?k: int. a[i] >= 0 && a[?k] <= 255)",
            // Not true at first.
            "false",
            &format!("i >= 1 && i <= 5 && s >= 0 && s <= 255 * i && s <= 1275 && {ELEMENTS}"),
            &format!("{right} && a[2] == 0"),
            // Not true later.
            &format!("i >= 0 && i <= 4 && s >= 0 && s <= 255 * i && s <= 1275 && {ELEMENTS}"),
            &format!("i >= 0 && i <= 5 && s >= 0 && s <= 254 * i && s <= 1275 && {ELEMENTS}"),
            "i >= 0 && i <= 5 && s >= 0 && s <= 127 * i && s <= 1275 && (forall ?k: int. a[?k] >= 0 && a[?k] <= 127)",
        ] {
            let judged = cut(&program, &targets(&program), apart, &[("H", wrong)], 60.0);
            assert!(matches!(judged, Err(Why::Unconfirmed { .. })), "{wrong}: {judged:?}");
        }
        for wrong in [sum(1274, 5), sum(1275, 4), sum(1275, 6)] {
            assert!(matches!(cut(&wrong, &targets(&wrong), apart, &[("H", &right)], 60.0), Err(Why::Unconfirmed { .. })));
        }
    }
    let nowhere = Proof::Unrolled { apart: 64.into(), cuts: [(LocId(999), Formula::True)].into() };
    let judged = proof(&program, &nowhere, &targets(&program), &Solving::Without, &Budget::seconds(60.0));
    assert!(matches!(judged, Err(Why::Rejected { .. })));
}

/// What is known of all elements after a write at an index that may be anywhere.
#[test]
fn a_write_may_be_anywhere() {
    let program = |bound: i64| {
        let text = format!(
            "cfa var j: i32 var k: i32 var a: u8[9] entry A error E reach \"too large\"
             edge A -> B: input a u8  edge B -> C: input j i32  edge C -> D: a := store(a, j, 300)  edge D -> F: input k i32
             edge F -> E: assume a[k] > {bound}"
        );
        parse_cfa(&text).unwrap()
    };
    for (bound, excluded) in [(511, true), (300, false), (299, false), (255, false), (100, false)] {
        let cfa = program(bound);
        // The value is not kept, only the type that it fits in: 300 is unsure.
        assert_eq!(unrolled(&cfa, &targets(&cfa), 64, 20.0).is_ok(), excluded, "{bound}");
    }
}

/// A loop without end, which only a cut makes finite.
#[test]
fn what_never_ends_can_be_cut() {
    let text = "cfa var x: int var y: i32 entry A error E reach \"no\"
         edge A -> H: x := 4  edge H -> B: input y i32  edge B -> C: assume y == 3  edge B -> H: assume y != 3
         edge C -> H: x := ite(x > 90, 0, x + 2)  edge H -> E: assume x % 2 != 0";
    let cfa = parse_cfa(text).unwrap();
    assert!(cut(&cfa, &targets(&cfa), 64, &[("H", "x >= 0 && x <= 92 && x % 2 == 0")], 20.0).is_ok());
    assert!(cut(&cfa, &targets(&cfa), 64, &[("H", "x >= 0 && x <= 92 && x % 4 == 0")], 20.0).is_err());
    assert!(cut(&cfa, &targets(&cfa), 64, &[("H", "x >= 0 && x <= 90 && x % 2 == 0")], 20.0).is_err());
    assert!(cut(&cfa, &targets(&cfa), 64, &[("H", "x >= 0 && x <= 92")], 20.0).is_err());
    // What has no bounds has no circuit.
    assert!(cut(&cfa, &targets(&cfa), 64, &[("H", "x % 2 == 0")], 20.0).is_err());
    // A number that is excluded is no bound, and a negation has to be shown like everything else.
    let large = parse_cfa(&text.replace("x % 2 != 0", "x > 50")).unwrap();
    assert!(cut(&large, &targets(&large), 64, &[("H", "x >= 0 && x <= 92 && x % 2 == 0 && x != 7")], 20.0).is_err());
    let even = "x >= 0 && x <= 92 && x % 2 == 0";
    for (negated, is_true) in [("x == 7", true), ("x == 6", false)] {
        let parts = [parse_formula(even, &cfa).unwrap(), Formula::Not(Arc::new(parse_formula(negated, &cfa).unwrap()))];
        let cuts = [(cfa.loc_named("H").unwrap(), Formula::And(parts.iter().flat_map(|p| p.parts().to_vec()).collect()))].into();
        let judged = proof(&cfa, &Proof::Unrolled { apart: 64.into(), cuts }, &targets(&cfa), &Solving::Without, &Budget::seconds(20.0));
        assert_eq!(judged.is_ok(), is_true, "{negated}: {judged:?}");
    }
}

#[test]
fn what_does_not_end_is_not_confirmed() {
    let cfa = parse_cfa("cfa var x: int entry H error E reach \"no\" edge H -> H: x := x + 1 edge H -> E: assume x < 0").unwrap();
    assert!(matches!(unrolled(&cfa, &targets(&cfa), 64, 0.2), Err(Why::Stopped(_))));
}

/// A term of depth up to `depth` over the variables.
fn term(random: &mut Random, depth: u32) -> String {
    let ty = ["u3", "i3", "u4", "i5", "u8"][random.below(5) as usize];
    if depth == 0 || random.chance(4) {
        return match random.below(6) {
            0 => format!("{}", random.between(-9, 9)),
            1 => "x".into(),
            2 => "y".into(),
            3 => "z".into(),
            4 => "i".into(),
            _ => format!("m[{}]", ["x", "y", "i", "2"][random.below(4) as usize]),
        };
    }
    let (a, b) = (term(random, depth - 1), term(random, depth - 1));
    match random.below(12) {
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} - {b})"),
        3 => format!("wrap({ty}, {a} * {b})"),
        4 => format!("({a} / {b})"),
        5 => format!("({a} % {b})"),
        6 => format!("wrap({ty}, {a})"),
        7 => format!("and({ty}, {a}, {b})"),
        8 => format!("or({ty}, {a}, {b})"),
        9 => format!("xor({ty}, {a}, {b})"),
        10 => format!("ite({}, {a}, {b})", condition(random, depth - 1)),
        _ => format!("wrap({ty}, {a} << and(u3, {b}, 3)) + ({b} >> and(u3, {a}, 3))"),
    }
}

fn condition(random: &mut Random, depth: u32) -> String {
    let compare = |random: &mut Random| {
        let op = ["<", "<=", "==", "!=", ">", ">="][random.below(6) as usize];
        format!("{} {op} {}", term(random, depth), term(random, depth))
    };
    match random.below(4) {
        0 => format!("({} && {})", compare(random), compare(random)),
        1 => format!("({} || {})", compare(random), compare(random)),
        _ => compare(random),
    }
}

/// A loop of a few rounds over small numbers and a map, with branches and choices; the error is rare.
fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "cfa var x: u3 var y: i3 var z: int var i: int var m: u2[8] var f: int -> int entry A error E reach \"it fails\"
         edge A -> B: input x u3  edge B -> H: input y i3\n",
    );
    let rounds = 1 + random.below(4);
    text += &format!("edge H -> S0: assume i < {rounds}  edge H -> Z: assume i >= {rounds}\n");
    let steps = 2 + random.below(4);
    for step in 0..steps {
        let (from, to) = (format!("S{step}"), format!("S{}", step + 1));
        match random.below(7) {
            0 | 1 => text += &format!("edge {from} -> {to}: {} := {}\n", ["x", "y", "z"][random.below(3) as usize], term(random, 2)),
            2 => text += &format!("edge {from} -> {to}: m := store(m, {}, {})\n", term(random, 1), term(random, 1)),
            3 => {
                let f = condition(random, 1);
                text += &format!("edge {from} -> T{step}: assume {f}  edge {from} -> {to}: assume !({f})\n");
                text += &format!("edge T{step} -> {to}: z := {}\n", term(random, 2));
            }
            4 => text += &format!("edge {from} -> {to}: z := z + 1  edge {from} -> {to}: z := {}\n", term(random, 1)),
            5 => {
                text +=
                    &format!("edge {from} -> {to}: assume {}  edge {from} -> {to}: assume {}\n", condition(random, 1), condition(random, 1))
            }
            _ => text += &format!("edge {from} -> {to}: input y i3\n"),
        }
    }
    text += &format!("edge S{steps} -> H: i := i + 1\n");
    text += &format!("edge Z -> E: assume {} && {} && {}\n", condition(random, 2), condition(random, 1), condition(random, 1));
    text
}

fn apart(random: &mut Random) -> Apart {
    Apart { most: [0, 1, 3, 64][random.below(4) as usize], ways: random.chance(2) }
}

/// Against the execution of all runs: unrolling never says less than they do, and rarely more.
#[test]
fn random_programs_are_judged_as_their_runs_judge_them() {
    let mut random = Random::new(2026);
    let (mut safe, mut failing, mut unsure) = (0, 0, 0);
    for _ in 0..400 {
        let text = program(&mut random);
        let cfa = parse_cfa(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let runs = Proof::Exhaustive { runs: 20_000 };
        let truth = match proof(&cfa, &runs, &targets(&cfa), &Solving::Without, &Budget::seconds(5.0)) {
            Ok(_) => true,
            Err(Why::Rejected { what, .. }) if !what.contains("more") => false,
            Err(_) => continue,
        };
        let apart = apart(&mut random);
        match (unrolled(&cfa, &targets(&cfa), apart, 20.0), truth) {
            (Ok(_), true) => safe += 1,
            (Ok(_), false) => panic!("confirmed, and a run fails:\n{text}"),
            (Err(Why::Unconfirmed { .. }), false) => failing += 1,
            (Err(_), _) => unsure += 1,
        }
    }
    println!("{safe} safe, {failing} failing, {unsure} unsure");
    assert!(safe > 60 && failing > 40 && unsure * 10 < safe + failing, "{safe} safe, {failing} failing, {unsure} unsure");
}

/// Of several targets each is judged as the execution of all runs judges it, whatever was unrolled before.
#[test]
fn each_of_several_targets_is_judged_by_itself() {
    let mut random = Random::new(515);
    let (mut safe, mut failing, mut unsure) = (0, 0, 0);
    for _ in 0..150 {
        let mut text = program(&mut random).replace("error E reach", "error F reach \"two\" error G reach \"three\" error E reach");
        for other in ["F", "G"] {
            text += &format!("edge Z -> {other}: assume {} && {}\n", condition(&mut random, 1), condition(&mut random, 1));
        }
        let cfa = parse_cfa(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let mut all = targets(&cfa);
        let apart = apart(&mut random);
        // What is asked for first is kept, and serves the second question or not.
        for _ in 0..2 {
            let proof_of_all = Proof::Unrolled { apart, cuts: SortedMap::new() };
            let judged = proof_of_some(&cfa, &proof_of_all, &all, &Solving::Without, &Budget::seconds(20.0));
            assert_eq!(judged.confirmed.len() + judged.left.len(), all.len());
            for &target in &all {
                let runs = Proof::Exhaustive { runs: 20_000 };
                let is_safe = match proof(&cfa, &runs, &[target], &Solving::Without, &Budget::seconds(5.0)) {
                    Ok(_) => true,
                    Err(Why::Rejected { what, .. }) if !what.contains("more") => false,
                    Err(_) => continue,
                };
                match (judged.confirmed.contains(&target), is_safe) {
                    (true, true) => safe += 1,
                    (true, false) => panic!("confirmed, and a run fails at {}:\n{text}", cfa.place(target)),
                    (false, false) => failing += 1,
                    (false, true) => unsure += 1,
                }
            }
            all.remove(random.below(all.len() as u64) as usize);
        }
    }
    println!("{safe} safe, {failing} failing, {unsure} unsure");
    assert!(safe > 100 && failing > 100 && unsure * 10 < safe + failing, "{safe} safe, {failing} failing, {unsure} unsure");
}

/// A run that goes on behind a target is followed up to that target only.
#[test]
fn what_lies_behind_a_target_is_not_confirmed_without_it() {
    let text = "cfa var x: u8 entry A error E reach \"one\" error F reach \"two\" error G reach \"three\"
         edge A -> B: input x u8  edge B -> E: assume x > 3  edge B -> C: assume x <= 3  edge E -> F: assume x > 4  edge C -> G: assume x > 3";
    let cfa = parse_cfa(text).unwrap();
    let by_name = |name: &str| cfa.loc_named(name).unwrap();
    let judge = |names: &[&str]| {
        let targets: Vec<LocId> = names.iter().map(|n| by_name(n)).collect();
        let p = Proof::Unrolled { apart: 64.into(), cuts: SortedMap::new() };
        proof_of_some(&cfa, &p, &targets, &Solving::Without, &Budget::seconds(20.0)).confirmed
    };
    assert_eq!(judge(&["E", "F", "G"]), []);
    assert_eq!(judge(&["F"]), []);
    assert_eq!(judge(&["G", "E"]), []);
    assert_eq!(judge(&["G"]), [by_name("G")]);
    let nowhere = Proof::Unrolled { apart: 64.into(), cuts: SortedMap::new() };
    let judged = proof_of_some(&cfa, &nowhere, &[LocId(999)], &Solving::Without, &Budget::seconds(20.0));
    assert!(judged.confirmed.is_empty() && matches!(judged.left.get(&LocId(999)), Some(Why::Rejected { .. })));
    let many = Proof::Unrolled { apart: (1 << 20).into(), cuts: SortedMap::new() };
    let judged = proof_of_some(&cfa, &many, &[by_name("G")], &Solving::Without, &Budget::seconds(20.0));
    assert!(judged.confirmed.is_empty());
}

/// Small numbers.
struct Small<'a>(&'a mut Random);

impl Inputs for Small<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let (low, high) = match request {
            Request::Choice { options, .. } => (0, i64::from(*options) - 1),
            Request::Value { ty, .. } | Request::Element { ty, .. } => ty.map_or((-3, 3), |t| if t.signed { (-4, 3) } else { (0, 7) }),
        };
        Some(Int::from(self.0.between(low, high)))
    }
}

/// Against runs: a formula that is confirmed at a cut holds there whenever a run passes, and what is excluded is not reached.
#[test]
fn what_is_confirmed_at_a_cut_is_true_of_runs() {
    let mut random = Random::new(77);
    let (mut confirmed, mut refused) = (0, 0);
    for _ in 0..3000 {
        let text = program(&mut random);
        let cfa = parse_cfa(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let mut parts = vec!["i >= 0 && i <= 4".to_string()];
        for (part, often) in [("x >= 0 && x <= 7", 2), ("y >= -4 && y <= 3", 2), ("z >= -40 && z <= 40", 3)] {
            if !random.chance(often + 1) {
                parts.push(part.into());
            }
        }
        let high = [1, 3, 3, 7][random.below(4) as usize];
        if random.chance(2) {
            parts.push(format!("(forall ?k: int. m[?k] >= 0 && m[?k] <= {high})"));
        }
        if random.chance(2) {
            parts.push(format!("({})", condition(&mut random, 1)));
        }
        let n = random.between(0, 4);
        for part in [format!("x != {n}"), format!("!(y == {n} && x > {n})"), format!("m[{n}] <= 1"), format!("m[{n}] == 0")] {
            if random.chance(5) {
                parts.push(part);
            }
        }
        let formula = parts.join(" && ");
        let (apart, excluded) = (apart(&mut random), if random.chance(2) { targets(&cfa) } else { Vec::new() });
        if cut(&cfa, &excluded, apart, &[("H", &formula)], 20.0).is_err() {
            refused += 1;
            continue;
        }
        confirmed += 1;
        let (at, f) = (cfa.loc_named("H").unwrap(), parse_formula(&formula, &cfa).unwrap());
        // Elements that nobody asked for are 0, so bounds of all of them are those of the ones that were written.
        let holds = |f: &Formula, state: &State| match f {
            Formula::Quant(..) => state.map(cfa.var_named("m").unwrap()).values().all(|v| *v >= Int::ZERO && *v <= Int::from(high)),
            f => eval::holds(f, state) != Some(false),
        };
        for _ in 0..40 {
            let mut walk = Walk::new(&cfa);
            while !matches!(walk.step(&mut Small(&mut random)), Step::Ended(_)) {
                assert!(!excluded.contains(&walk.loc), "excluded, and a run fails:\n{text}\n{formula}");
                assert!(walk.loc != at || f.parts().iter().all(|p| holds(p, &walk.state)), "confirmed, and not true:\n{text}\n{formula}");
            }
        }
    }
    assert!(confirmed > 120 && refused > 120, "{confirmed} confirmed, {refused} refused");
}
