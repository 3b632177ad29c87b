//! How fast easy proofs are checked: interval invariants at every location of a long program with many variables.
//! `cargo bench -p check`

use base::random::Random;
use base::{Budget, Cfa, CmpOp, ErrorInfo, Expr, Formula, IntType, LocInfo, Proof, SortedMap, Stmt, VarDecl, VarId};
use check::{Solving, proof};
use std::time::Instant;

const VARS: u32 = 200;
const EDGES: usize = 3000;

fn bounds(v: u32, low: i64, high: i64) -> [Formula; 2] {
    [Formula::cmp(CmpOp::Ge, VarId(v), low), Formula::cmp(CmpOp::Le, VarId(v), high)]
}

/// A chain of assignments with a loop around it. `wraps`: the assignments are unsigned. Only at every `every`-th location is a
/// formula.
fn program(wraps: bool, every: usize) -> (Cfa, Proof) {
    let mut r = Random::new(1);
    let mut cfa = Cfa::default();
    for v in 0..VARS {
        cfa.add_var(VarDecl::int(&format!("x{v}"), Some(IntType::U32)));
    }
    let mut at = cfa.add_loc(LocInfo::named("start"));
    cfa.entry = at;
    let first = at;
    let mut ranges = vec![(0i64, 1000i64); VARS as usize];
    let mut invariants = SortedMap::new();
    let claim = |ranges: &[(i64, i64)]| Formula::and(ranges.iter().enumerate().flat_map(|(v, (l, h))| bounds(v as u32, *l, *h)));
    invariants.insert(at, claim(&ranges));
    for n in 0..EDGES {
        let to = cfa.add_loc(LocInfo::named(&format!("l{n}")));
        let (x, y) = (r.below(u64::from(VARS)) as u32, r.below(u64::from(VARS)) as u32);
        if r.chance(3) {
            let limit = ranges[x as usize].1 / 2;
            let cond = Formula::cmp(CmpOp::Le, VarId(x), limit);
            cfa.add_edge(at, to, Stmt::Assume(cond.clone()), None);
            cfa.add_edge(at, to, Stmt::Assume(cond.negate()), None);
        } else {
            let sum = Expr::add(Expr::add(VarId(y), VarId(x)), 1);
            cfa.add_edge(at, to, Stmt::Assign(VarId(x), if wraps { Expr::wrap(IntType::U32, sum) } else { sum }), None);
            let grown = ranges[x as usize].1 + ranges[y as usize].1 + 1;
            if grown > 100_000 {
                let cut = cfa.add_loc(LocInfo::named(&format!("m{n}")));
                let small = cfa.add_loc(LocInfo::named(&format!("s{n}")));
                cfa.add_edge(to, cut, Stmt::Assume(Formula::cmp(CmpOp::Le, VarId(x), 1000)), None);
                cfa.add_edge(to, small, Stmt::Assume(Formula::cmp(CmpOp::Gt, VarId(x), 1000)), None);
                ranges[x as usize] = (0, 1000);
                at = cut;
                invariants.insert(at, claim(&ranges));
                continue;
            }
            ranges[x as usize].1 = grown;
        }
        at = to;
        if n % every == 0 {
            invariants.insert(at, claim(&ranges));
        }
    }
    for v in 0..VARS {
        let to = cfa.add_loc(LocInfo::named(&format!("reset{v}")));
        cfa.add_edge(at, to, Stmt::Assign(VarId(v), 0.into()), None);
        ranges[v as usize] = (0, 0);
        at = to;
        invariants.insert(at, claim(&ranges));
    }
    cfa.add_edge(at, first, Stmt::Skip, None);
    let error = cfa.add_loc(LocInfo::named("error"));
    cfa.add_edge(at, error, Stmt::Assume(Formula::cmp(CmpOp::Gt, VarId(3), 0)), None);
    cfa.errors.push(ErrorInfo { loc: error, check: base::Check::Reach, message: "no".into(), span: None });
    (cfa, Proof::Invariants(invariants))
}

fn main() {
    for (name, wraps, every) in
        [("plain", false, 1), ("plain, few formulas", false, 4), ("wrapping", true, 1), ("wrapping, few formulas", true, 4)]
    {
        let (cfa, invariants) = program(wraps, every);
        let start = Instant::now();
        let targets = [cfa.errors[0].loc];
        let confirmed = proof(&cfa, &invariants, &targets, &Solving::Without, &Budget::unlimited());
        let time = start.elapsed();
        match confirmed {
            Ok(c) => {
                println!("{name}: {} obligations in {time:.2?}, {:.0} a second", c.obligations, c.obligations as f64 / time.as_secs_f64())
            }
            Err(why) => println!("{name}: {why}"),
        }
    }
}
