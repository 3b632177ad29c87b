//! Random programs over small machine integers, decided by every engine and domain, and by executing all their states.
//!
//! Additions wrap around or are checked; types are narrow, signed or not; there are quotients, remainders, shifts and bit
//! operations, and loops inside loops. No answer may contradict the execution, no invariant may miss a state that is
//! reached, and `check` may refute nothing that is handed in.

use crate::chosen;
use crate::concrete::Concrete;
use base::exec::eval;
use base::random::Random;
use base::text::{print_cfa, print_formula};
use base::{
    BinOp, BitOp, Budget, Cfa, Check, CmpOp, Domain, ErrorInfo, Expr, Formula, InputKind, Int, IntType, LocId, LocInfo, Proof, Stmt, Trace,
    VarDecl, VarId, Why,
};
use domains::Disjunctive;
use engine::gr06::Mode;
use engine::{Dagger, Decided, Desk, Engine, Gr06, Ingredients, Judge, Order, Progress, Watch};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Draws programs.
struct Writer {
    random: Random,
    cfa: Cfa,
    vars: Vec<(VarId, IntType)>,
}

const SMALL: [IntType; 5] = [IntType::signed(3), IntType::unsigned(3), IntType::unsigned(2), IntType::signed(2), IntType::unsigned(1)];
const ERRORS: usize = 3;

impl Writer {
    fn program(seed: u64) -> Cfa {
        let mut writer = Writer { random: Random::new(seed), cfa: Cfa::default(), vars: Vec::new() };
        for name in ["x", "y", "z"] {
            let ty = *writer.random.pick(&SMALL);
            writer.declare(name, ty);
        }
        if writer.random.chance(3) {
            let wide = *writer.random.pick(&[IntType::I32, IntType::U32, IntType::I64]);
            writer.declare("w", wide);
        }
        writer.cfa.entry = writer.loc();
        for i in 0..ERRORS {
            let loc = writer.cfa.add_loc(LocInfo::named(&format!("E{i}")));
            writer.cfa.errors.push(ErrorInfo { loc, check: Check::Reach, message: "drawn".into(), span: None });
        }
        let mut start = writer.cfa.entry;
        for (v, ty) in writer.vars.clone() {
            if ty.bits < 32 && writer.random.chance(2) {
                start = writer.edge(start, Stmt::Input { var: v, ty: Some(ty), kind: InputKind::Uninitialised });
            }
        }
        let end = writer.block(start, 6, 0);
        writer.assert(end);
        writer.cfa
    }

    fn declare(&mut self, name: &str, ty: IntType) {
        let v = self.cfa.add_var(VarDecl::int(name, Some(ty)));
        self.vars.push((v, ty));
    }

    fn loc(&mut self) -> LocId {
        let name = format!("L{}", self.cfa.locs.len());
        self.cfa.add_loc(LocInfo::named(&name))
    }

    fn edge(&mut self, from: LocId, stmt: Stmt) -> LocId {
        let to = self.loc();
        self.cfa.add_edge(from, to, stmt, None);
        to
    }

    fn assume(&mut self, from: LocId, to: LocId, f: Formula) {
        self.cfa.add_edge(from, to, Stmt::Assume(f), None);
    }

    fn block(&mut self, from: LocId, size: u64, nesting: u32) -> LocId {
        let mut at = from;
        for _ in 0..1 + self.random.below(size) {
            at = self.statement(at, nesting);
        }
        at
    }

    fn statement(&mut self, at: LocId, nesting: u32) -> LocId {
        let (v, ty) = *self.random.pick(&self.vars);
        match self.random.below(14) {
            0 | 1 if ty.bits < 32 => self.edge(at, Stmt::Input { var: v, ty: Some(ty), kind: InputKind::Uninitialised }),
            2 | 3 if nesting < 2 => {
                // If.
                let (f, yes, no) = (self.condition(), self.loc(), self.loc());
                self.assume(at, yes, f.clone());
                self.assume(at, no, f.negate());
                let yes = self.block(yes, 2, nesting + 1);
                if self.random.chance(2) {
                    let end = self.block(no, 2, nesting + 1);
                    self.cfa.add_edge(end, yes, Stmt::Skip, None);
                } else {
                    self.cfa.add_edge(no, yes, Stmt::Skip, None);
                }
                yes
            }
            4..=6 if nesting < 2 => {
                // While, mostly with a counter.
                let (head, body, exit) = (self.loc(), self.loc(), self.loc());
                self.cfa.add_edge(at, head, Stmt::Skip, None);
                let f = if self.random.chance(4) { self.condition() } else { Formula::cmp(CmpOp::Lt, v, self.constant(ty)) };
                self.assume(head, body, f.clone());
                self.assume(head, exit, f.negate());
                let end = self.block(body, 3, nesting + 1);
                let step = Expr::add(v, 1 + self.random.below(2) as i64);
                let end = self.update(end, v, ty, step);
                self.cfa.add_edge(end, head, Stmt::Skip, None);
                exit
            }
            7 => self.assert(at),
            _ => {
                let e = self.expr(2);
                self.update(at, v, ty, e)
            }
        }
    }

    /// `v := e`, wrapped around or with a check that this is not needed.
    fn update(&mut self, at: LocId, v: VarId, ty: IntType, e: Expr) -> LocId {
        if self.random.chance(2) {
            return self.edge(at, Stmt::Assign(v, Expr::wrap(ty, e)));
        }
        let fits = e.in_range(ty);
        let error = self.error();
        self.assume(at, error, fits.negate());
        let inside = self.edge(at, Stmt::Assume(fits));
        self.edge(inside, Stmt::Assign(v, e))
    }

    fn assert(&mut self, at: LocId) -> LocId {
        let f = self.condition();
        let error = self.error();
        self.assume(at, error, f.negate());
        self.edge(at, Stmt::Assume(f))
    }

    fn error(&mut self) -> LocId {
        self.random.pick(&self.cfa.errors).loc
    }

    fn constant(&mut self, ty: IntType) -> Int {
        if ty.bits >= 32 && self.random.chance(2) {
            return if self.random.chance(2) { ty.max() } else { ty.min() } - Int::from(self.random.between(-2, 2));
        }
        Int::from(self.random.between(-3, 6))
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let (v, ty) = *self.random.pick(&self.vars);
        if depth == 0 || self.random.chance(4) {
            return if self.random.chance(3) { self.constant(ty).into() } else { v.into() };
        }
        let a = self.expr(depth - 1);
        match self.random.below(16) {
            0 => Expr::neg(a),
            1 => Expr::wrap(*self.random.pick(&SMALL), a),
            2 | 3 => {
                let op = *self.random.pick(&[BitOp::And, BitOp::Or, BitOp::Xor]);
                let b = if self.random.chance(2) { Expr::from((1 << self.random.below(4)) - 1) } else { self.expr(depth - 1) };
                Expr::bits(op, ty, a, b)
            }
            4 | 5 => {
                let op = *self.random.pick(&[BinOp::Div, BinOp::Rem]);
                let b = if self.random.chance(3) { self.expr(depth - 1) } else { Expr::from(self.random.between(-4, 5)) };
                Expr::bin(op, a, b)
            }
            6 => Expr::bin(*self.random.pick(&[BinOp::Shl, BinOp::Shr]), a, self.random.between(0, 3)),
            7 | 8 => Expr::mul(a, self.expr(depth - 1)),
            9 => Expr::ite(self.condition(), a, self.expr(depth - 1)),
            10..=12 => Expr::sub(a, self.expr(depth - 1)),
            _ => Expr::add(a, self.expr(depth - 1)),
        }
    }

    fn comparison(&mut self) -> Formula {
        let (_, ty) = *self.random.pick(&self.vars);
        let op = *self.random.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge]);
        let left = self.expr(1);
        let right = if self.random.chance(2) { self.constant(ty).into() } else { self.expr(1) };
        Formula::cmp(op, left, right)
    }

    fn condition(&mut self) -> Formula {
        let f = self.comparison();
        match self.random.below(6) {
            0 => Formula::and([f, self.comparison()]),
            1 => Formula::or([f, self.comparison()]),
            _ => f,
        }
    }
}

/// The real judge; what is handed in is also compared with what the program does.
struct Court<'a> {
    concrete: &'a Concrete,
    solving: check::Solving,
    wrong: Mutex<Vec<String>>,
}

impl Judge for Court<'_> {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        check::trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        if let Proof::Invariants(invariants) = proof {
            for (loc, f) in invariants {
                if let Some((state, _)) = self.concrete.at[loc.index()].iter().find(|(s, _)| eval::holds(f, s) != Some(true)) {
                    let text = print_formula(f, cfa);
                    self.wrong.lock().unwrap().push(format!("{state:?} is reached at {} but not in {text}", cfa.loc(*loc).name));
                }
            }
        }
        let verdict = check::proof(cfa, proof, targets, &self.solving, budget).map(|_| ());
        if let Err(why @ Why::Rejected { .. }) = &verdict {
            self.wrong.lock().unwrap().push(why.to_string());
        }
        verdict
    }

    /// Without the parts that were left out the rest may be false of states that no run has.
    fn less(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &self.solving, budget).map(|_| ())
    }
}

impl Watch for Court<'_> {
    fn progress(&self, _: &str, _: &Progress) {}
    fn tell(&self, _: &str, _: &str) {}
}

/// How many locations an engine has shown to be out of reach, has reached, has left open.
type Tally = [usize; 3];

struct Size {
    seconds: f64,
    solving: check::Solving,
}

/// What is wrong with the engine's answers.
fn differences(cfa: &Cfa, concrete: &Concrete, engine: &dyn Engine, size: &Size, tally: &mut Tally) -> Vec<String> {
    let court = Court { concrete, solving: size.solving.clone(), wrong: Mutex::default() };
    let budget = Budget::seconds(size.seconds);
    let desk = Desk::new(cfa, &court, &court, budget.clone());
    let ended = catch_unwind(AssertUnwindSafe(|| engine.solve(cfa, &desk, &budget)));
    let decided = desk.decided();
    let mut wrong = std::mem::take(&mut *court.wrong.lock().unwrap_or_else(|e| e.into_inner()));
    if ended.is_err() {
        wrong.push("it panics".into());
        return wrong;
    }
    for e in &cfa.errors {
        let name = &cfa.loc(e.loc).name;
        match decided.get(&e.loc) {
            Some(Decided::Unreachable { .. }) => {
                tally[0] += 1;
                if concrete.depth(e.loc).is_some() {
                    wrong.push(format!("{name} is reached but said to be safe"));
                }
            }
            Some(Decided::Reached { .. }) => {
                tally[1] += 1;
                if concrete.complete && concrete.depth(e.loc).is_none() {
                    wrong.push(format!("{name} is not reached but said to be"));
                }
            }
            Some(Decided::Contradiction { engines }) => wrong.push(engines.clone()),
            None => {
                tally[2] += 1;
                if desk.reasons(e.loc).is_empty() && budget.stopped().is_none() {
                    wrong.push(format!("{name} is open and nobody says why"));
                }
            }
        }
    }
    wrong
}

fn engines<D: Domain + Clone + Sync + 'static>(domain: &D, name: &'static str) -> Vec<Box<dyn Engine>> {
    let dagger = |order| -> Box<dyn Engine> {
        let ingredients = Ingredients { order, ..Ingredients::default() };
        Box::new(Dagger { domain: domain.clone(), domain_name: name, ingredients, patience: None, board: None })
    };
    let powerset = Disjunctive::new(domain.clone());
    vec![dagger(Order::Dag), dagger(Order::Tree), Box::new(Gr06 { mode: Mode::Systematic, ..Gr06::new(powerset, name) })]
}

fn compare(seeds: std::ops::Range<u64>, size: &Size) -> Vec<Tally> {
    let mut tallies = vec![[0; 3]; 9];
    let mut wrong = Vec::new();
    for seed in seeds {
        let cfa = Writer::program(seed);
        let concrete = Concrete::new(&cfa, 3000);
        let mut all = engines(&chosen::intervals(&cfa), "interval");
        all.extend(engines(&chosen::octagons(&cfa), "octagon"));
        all.extend(engines(&chosen::polyhedra(&cfa), "polyhedra"));
        for (i, engine) in all.iter().enumerate() {
            let found = differences(&cfa, &concrete, engine.as_ref(), size, &mut tallies[i]);
            if !found.is_empty() {
                let report = format!("seed {seed}, engine {i}, {}: {}\n{}", engine.name(), found.join("\n"), print_cfa(&cfa));
                eprintln!("{report}");
                wrong.push(report);
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs are decided wrongly:\n{}", wrong.len(), wrong.join("\n"));
    tallies
}

#[test]
fn engines_agree_with_execution() {
    let tallies = compare(0..25, &Size { seconds: 0.1, solving: check::Solving::Without });
    for [safe, r#unsafe, _] in &tallies {
        // The programs are of both kinds, and every engine decides some.
        assert!(*safe >= 5 && *r#unsafe >= 3, "{tallies:?}");
    }
}

/// The same for long: `BEVEL_SEEDS=1000..9000 cargo test -p engine --test machine_integers -- --ignored`.
#[test]
#[ignore = "runs as long as it is told to"]
fn engines_agree_with_execution_on_many_programs() {
    let seeds = std::env::var("BEVEL_SEEDS").unwrap_or("1000..1200".into());
    let (from, to) = seeds.split_once("..").unwrap();
    let size = Size { seconds: 0.5, solving: check::Solving::IfNeeded };
    eprintln!("{:?}", compare(from.parse().unwrap()..to.parse().unwrap(), &size));
}
