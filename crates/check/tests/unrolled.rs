//! Proofs by unrolling: what is confirmed holds, against the execution of all runs; what is changed is refused.

use base::random::Random;
use base::text::parse_cfa;
use base::{Budget, Cfa, LocId, Proof, Why};
use check::{Confirmed, Solving, proof};

fn unrolled(cfa: &Cfa, targets: &[LocId], apart: u32, seconds: f64) -> Result<Confirmed, Why> {
    proof(cfa, &Proof::Unrolled { apart }, targets, &Solving::Without, &Budget::seconds(seconds))
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
        let apart = [0, 1, 3, 64][random.below(4) as usize];
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
