//! Statements per second of the fast executor on a few loops: `cargo bench -p base --bench exec`.

use base::exec::machine::{Machine, Observer};
use base::exec::{End, Request};
use base::*;
use std::time::Instant;

const FUEL: u64 = 60_000_000;

fn main() {
    // Under `cargo test --benches` only a short run.
    let fuel = if std::env::args().any(|a| a == "--bench") { FUEL } else { 10_000 };
    let cases: [(&str, Cfa); 5] = [
        ("counting loop with overflow checks", counting()),
        ("nested loops with array access", nested()),
        ("bit operations", bits()),
        ("unsigned wrap", unsigned()),
        ("division and remainder", division()),
    ];
    println!("{:<40} {:>14} {:>14}", "loop", "plain", "edges seen");
    for (name, cfa) in &cases {
        let plain = rate(cfa, fuel, &mut ());
        let seen = rate(cfa, fuel, &mut Coverage(vec![false; cfa.edges.len()]));
        println!("{name:<40} {plain:>9.1} M/s {seen:>10.1} M/s");
    }
    let runs = fuel / 200;
    let cfa = short();
    let machine = Machine::compile(&cfa);
    let mut memory = machine.memory();
    let start = Instant::now();
    for n in 0..runs {
        machine.run(&mut memory, &mut |_: &Request| Some(Int::from(n)), 1000, &Budget::unlimited(), &mut ());
    }
    println!("{:<40} {:>9.1} M runs/s", "short runs", runs as f64 / start.elapsed().as_secs_f64() / 1e6);
    let (cfa, start) = (long(), Instant::now());
    let machine = Machine::compile(&cfa);
    let outcome = machine.run(&mut machine.memory(), &mut |_: &Request| None, fuel, &Budget::unlimited(), &mut Skipping);
    assert!(matches!(outcome.end, End::Error(_)));
    println!("{:<40} {:>9.1} ms", "2^31 iterations, skipped", start.elapsed().as_secs_f64() * 1e3);
}

struct Skipping;

impl Observer for Skipping {
    const SKIPS: bool = true;
}

/// Millions of statements per second.
fn rate<O: Observer>(cfa: &Cfa, fuel: u64, observer: &mut O) -> f64 {
    let machine = Machine::compile(cfa);
    let mut memory = machine.memory();
    let start = Instant::now();
    let outcome = machine.run(&mut memory, &mut |_: &Request| None, fuel, &Budget::unlimited(), observer);
    assert!(matches!(outcome.end, End::Unfinished(_)));
    outcome.steps as f64 / start.elapsed().as_secs_f64() / 1e6
}

struct Coverage(Vec<bool>);

impl Observer for Coverage {
    fn taken(&mut self, edges: &[EdgeId]) {
        if let Some(last) = edges.last() {
            self.0[last.index()] = true;
        }
    }
}

/// A program under construction: a chain of statements.
struct Chain {
    cfa: Cfa,
    at: LocId,
    error: LocId,
}

impl Chain {
    fn new(vars: &[&str]) -> Self {
        let mut cfa = Cfa::default();
        for v in vars {
            cfa.add_var(VarDecl::int(v, Some(IntType::I32)));
        }
        let at = cfa.add_loc(LocInfo::named("start"));
        let error = cfa.add_loc(LocInfo::named("error"));
        cfa.errors.push(ErrorInfo { loc: error, check: Check::Overflow, message: String::new(), span: None });
        Chain { cfa, at, error }
    }

    fn then(&mut self, stmt: Stmt) {
        let to = self.cfa.add_loc(LocInfo::named("l"));
        self.cfa.add_edge(self.at, to, stmt, None);
        self.at = to;
    }

    fn assign(&mut self, v: u32, e: Expr) {
        self.then(Stmt::Assign(VarId(v), e));
    }

    /// Goes to the error unless the formula holds.
    fn check(&mut self, f: Formula) {
        self.cfa.add_edge(self.at, self.error, Stmt::Assume(f.negate()), None);
        self.then(Stmt::Assume(f));
    }

    /// Assigns a signed sum, checked.
    fn assign_checked(&mut self, v: u32, e: Expr) {
        self.check(e.in_range(IntType::I32));
        self.assign(v, e);
    }

    /// `while (f)`: returns the head and the exit.
    fn while_(&mut self, f: Formula) -> (LocId, LocId) {
        let (head, exit) = (self.at, self.cfa.add_loc(LocInfo::named("exit")));
        self.cfa.add_edge(head, exit, Stmt::Assume(f.negate()), None);
        self.then(Stmt::Assume(f));
        (head, exit)
    }

    fn end(&mut self, (head, exit): (LocId, LocId)) {
        self.cfa.add_edge(self.at, head, Stmt::Skip, None);
        self.at = exit;
    }
}

fn var(v: u32) -> Expr {
    Expr::Var(VarId(v))
}

const HUGE: i64 = 1 << 40;

fn counting() -> Cfa {
    let mut p = Chain::new(&["i", "s"]);
    let outer = p.while_(Formula::True);
    p.assign(0, 0.into());
    p.assign(1, 0.into());
    let l = p.while_(Formula::cmp(CmpOp::Lt, var(0), 30_000));
    p.assign_checked(1, Expr::add(var(1), var(0)));
    p.assign_checked(0, Expr::add(var(0), 1));
    p.end(l);
    p.end(outer);
    p.cfa
}

fn nested() -> Cfa {
    let mut p = Chain::new(&["i", "j", "s"]);
    let a = p.cfa.add_var(VarDecl::array("a", Some(IntType::I32), Some(100)));
    let outer = p.while_(Formula::cmp(CmpOp::Lt, var(0), HUGE));
    p.assign(1, 0.into());
    let inner = p.while_(Formula::cmp(CmpOp::Lt, var(1), 100));
    p.check(Formula::and([Formula::cmp(CmpOp::Ge, var(1), 0), Formula::cmp(CmpOp::Le, var(1), 99)]));
    p.then(Stmt::Assign(a, Expr::store(a, var(1), Expr::add(Expr::select(a, var(1)), 1))));
    p.assign(2, Expr::select(a, var(1)));
    p.assign_checked(1, Expr::add(var(1), 1));
    p.end(inner);
    p.assign(0, Expr::add(var(0), 1));
    p.end(outer);
    p.cfa
}

fn bits() -> Cfa {
    let u32_ = IntType::U32;
    let mut p = Chain::new(&["x", "y"]);
    let l = p.while_(Formula::cmp(CmpOp::Ge, var(0), 0));
    p.assign(0, Expr::bits(BitOp::Xor, u32_, var(0), Expr::wrap(u32_, Expr::bin(BinOp::Shl, var(0), 13))));
    p.assign(0, Expr::bits(BitOp::Xor, u32_, var(0), Expr::bin(BinOp::Shr, var(0), 17)));
    p.assign(1, Expr::bits(BitOp::And, u32_, var(0), 255));
    p.assign(0, Expr::bits(BitOp::Or, u32_, var(0), 1));
    p.end(l);
    p.cfa
}

fn unsigned() -> Cfa {
    let u32_ = IntType::U32;
    let mut p = Chain::new(&["x", "y"]);
    let l = p.while_(Formula::cmp(CmpOp::Ge, var(0), 0));
    p.assign(0, Expr::wrap(u32_, Expr::add(Expr::mul(var(0), 1_664_525), 1_013_904_223)));
    p.assign(1, Expr::wrap(u32_, Expr::sub(var(1), var(0))));
    p.end(l);
    p.cfa
}

fn division() -> Cfa {
    let mut p = Chain::new(&["x", "y"]);
    let l = p.while_(Formula::cmp(CmpOp::Lt, var(0), HUGE));
    p.assign(0, Expr::add(var(0), 1));
    p.assign(1, Expr::bin(BinOp::Div, var(0), 7));
    p.assign(1, Expr::bin(BinOp::Rem, var(1), 10));
    p.end(l);
    p.cfa
}

/// Counts up until it overflows.
fn long() -> Cfa {
    let mut p = Chain::new(&["x"]);
    let l = p.while_(Formula::True);
    p.assign_checked(0, Expr::add(var(0), 1));
    p.end(l);
    p.cfa
}

/// Reads two inputs and compares them in ten statements.
fn short() -> Cfa {
    let mut p = Chain::new(&["x", "y"]);
    for v in [0, 1] {
        p.then(Stmt::Input { var: VarId(v), ty: Some(IntType::I32), kind: InputKind::Call("nondet".into()) });
    }
    for n in 0..4 {
        p.assign_checked(1, Expr::add(var(1), n));
    }
    p.cfa
}
