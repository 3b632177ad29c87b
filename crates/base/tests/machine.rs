//! The fast executor against the reference, on random automata of every kind of statement and term.

use base::exec::eval::{State, Value};
use base::exec::machine::{self, Machine, Observer};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Inputs, Request};
use base::random::Random;
use base::*;
use std::sync::Arc;

/// Draws random automata. Odd ones are rare: most should run for a while.
struct Generator {
    random: Random,
    ints: Vec<VarId>,
    maps: Vec<VarId>,
    /// Terms without a machine meaning and constants beyond 128 bits.
    foreign: bool,
    /// The variables of the quantifiers around.
    bound: Vec<Name>,
}

const TYPES: [IntType; 8] =
    [IntType::I8, IntType::U8, IntType::I32, IntType::U32, IntType::I64, IntType::U64, IntType::signed(100), IntType::unsigned(128)];

impl Generator {
    fn constant(&mut self) -> Int {
        let r = &mut self.random;
        match r.below(12) {
            0 => (*r.pick(&TYPES)).max(),
            1 => (*r.pick(&TYPES)).min(),
            2 => Int::from(i128::MAX - i128::from(r.below(3))),
            3 => Int::from(i128::MIN + i128::from(r.below(3))),
            4 if self.foreign => Int::ONE << 130,
            5 => Int::from(r.between(-200, 200)),
            _ => Int::from(r.between(-4, 4)),
        }
    }

    fn term(&mut self, depth: u32) -> Expr {
        if !self.bound.is_empty() && self.random.chance(3) {
            return Expr::Bound(self.random.pick(&self.bound).clone());
        }
        if depth == 0 || self.random.chance(4) {
            return if self.random.chance(2) { Expr::Const(self.constant()) } else { Expr::Var(*self.random.pick(&self.ints)) };
        }
        let d = depth - 1;
        let ty = *self.random.pick(&TYPES);
        match self.random.below(16) {
            0..=2 => Expr::add(self.term(d), self.term(d)),
            3 => Expr::sub(self.term(d), self.term(d)),
            4 => Expr::mul(self.term(d), self.term(d)),
            5 => {
                let op = *self.random.pick(&[BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr]);
                Expr::bin(op, self.term(d), self.term(d))
            }
            6 => Expr::neg(self.term(d)),
            7 | 8 => Expr::wrap(ty, self.term(d)),
            9 | 10 => Expr::bits(*self.random.pick(&[BitOp::And, BitOp::Or, BitOp::Xor]), ty, self.term(d), self.term(d)),
            11 => Expr::ite(self.formula(d), self.term(d), self.term(d)),
            12 | 13 => Expr::select(Expr::Var(*self.random.pick(&self.maps)), self.index(d)),
            14 => Expr::select(self.map(d), self.index(d)),
            _ if self.foreign => Expr::App("f".into(), vec![self.term(d)]),
            _ => Expr::Var(*self.random.pick(&self.ints)),
        }
    }

    /// Mostly near the array.
    fn index(&mut self, depth: u32) -> Expr {
        let e = self.term(depth);
        if self.random.chance(4) { e } else { Expr::bin(BinOp::Rem, e, 6) }
    }

    fn map(&mut self, depth: u32) -> Expr {
        let base = Expr::Var(*self.random.pick(&self.maps));
        match self.random.below(5) {
            0 => base,
            1 if depth > 0 => Expr::store(self.map(depth - 1), self.index(depth - 1), self.term(depth - 1)),
            2 if depth > 0 && self.random.chance(3) => Expr::ite(self.formula(depth - 1), base, self.map(depth - 1)),
            _ => Expr::store(base, self.index(depth), self.term(depth)),
        }
    }

    fn formula(&mut self, depth: u32) -> Formula {
        let ops = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
        match self.random.below(if depth == 0 { 6 } else { 13 }) {
            0..=5 => Formula::cmp(*self.random.pick(&ops), self.term(depth), self.term(depth)),
            6 => Formula::and([self.formula(depth - 1), self.formula(depth - 1)]),
            7 => Formula::or([self.formula(depth - 1), self.formula(depth - 1)]),
            8 => Formula::Not(Arc::new(self.formula(depth - 1))),
            9 => {
                let range = self.term(depth).in_range(*self.random.pick(&TYPES));
                if self.random.chance(2) { range.negate() } else { range }
            }
            10 | 11 => self.quantified(depth - 1),
            _ if self.foreign => Formula::Rel("r".into(), vec![self.term(depth - 1)]),
            _ => Formula::from(self.random.chance(2)),
        }
    }

    /// A quantifier over one or two variables, mostly bounded by terms of moderate size.
    fn quantified(&mut self, depth: u32) -> Formula {
        let small = |g: &mut Self| Expr::bin(BinOp::Rem, g.term(1), 6);
        let mut vars: Vec<(Name, Sort)> = Vec::new();
        let mut guards = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let (low, high) = (small(self), small(self));
            // A name that is bound already hides the other one; nobody needs to execute this fast.
            let number = if self.random.chance(30) { 0 } else { self.bound.len() };
            let name: Name = format!("k{number}").as_str().into();
            let own = Expr::Bound(name.clone());
            guards.push(Formula::cmp(*self.random.pick(&[CmpOp::Le, CmpOp::Lt]), low, own.clone()));
            guards.push(match self.random.below(4) {
                0 => Formula::cmp(CmpOp::Ge, high, own),
                1 => Formula::cmp(CmpOp::Lt, Expr::sub(own, high), 0),
                _ => Formula::cmp(CmpOp::Le, own, high),
            });
            if self.random.chance(30) {
                guards.pop();
            }
            self.bound.push(name.clone());
            vars.push((name, Sort::Int));
        }
        let body = self.formula(depth);
        self.bound.truncate(self.bound.len() - vars.len());
        let guard = Formula::and(guards);
        if self.random.chance(2) {
            Formula::Quant(Quantifier::Forall, vars, Arc::new(Formula::implies(&guard, body)))
        } else {
            Formula::Quant(Quantifier::Exists, vars, Arc::new(Formula::and([guard, body])))
        }
    }

    fn statement(&mut self) -> Stmt {
        match self.random.below(10) {
            0 => Stmt::Skip,
            1 => {
                let all: Vec<VarId> = self.ints.iter().chain(&self.maps).copied().collect();
                let ty = (!self.random.chance(5)).then(|| *self.random.pick(&TYPES));
                Stmt::Input { var: *self.random.pick(&all), ty, kind: InputKind::Uninitialised }
            }
            2 => {
                let values: Vec<Expr> = (0..self.random.below(3)).map(|_| self.term(2)).collect();
                Stmt::Print { pieces: (0..=values.len()).map(|i| format!("p{i}:").into()).collect(), values }
            }
            3 | 4 => {
                let target = *self.random.pick(&self.maps);
                let value = if self.random.chance(2) { Expr::store(target, self.index(1), self.term(2)) } else { self.map(2) };
                Stmt::Assign(target, value)
            }
            _ => Stmt::Assign(*self.random.pick(&self.ints), self.term(3)),
        }
    }

    fn cfa(&mut self) -> Cfa {
        let mut cfa = Cfa::default();
        for v in ["x", "y", "z"] {
            self.ints.push(cfa.add_var(VarDecl::int(v, None)));
        }
        for (v, len) in [("a", Some(3)), ("b", None), ("c", Some(5000))] {
            self.maps.push(cfa.add_var(VarDecl::array(v, None, len)));
        }
        let locs: Vec<LocId> = (0..3 + self.random.below(12)).map(|i| cfa.add_loc(LocInfo::named(&format!("l{i}")))).collect();
        let (error, exit) = (locs[locs.len() - 1], locs[locs.len() - 2]);
        cfa.errors.push(ErrorInfo { loc: error, check: Check::Reach, message: String::new(), span: None });
        for (i, &from) in locs.iter().enumerate() {
            if from == error || from == exit {
                continue;
            }
            // Mostly on to the next location, so that chains arise.
            let to = |g: &mut Self| if g.random.chance(3) { *g.random.pick(&locs) } else { locs[i + 1] };
            match self.random.below(8) {
                0..=3 => drop(cfa.add_edge(from, to(self), self.statement(), None)),
                4 | 5 => {
                    let f = self.formula(2);
                    let (yes, no) = (to(self), to(self));
                    cfa.add_edge(from, yes, Stmt::Assume(f.clone()), None);
                    cfa.add_edge(from, no, Stmt::Assume(f.negate()), None);
                }
                6 => drop(cfa.add_edge(from, to(self), Stmt::Assume(self.formula(1)), None)),
                _ => {
                    for _ in 0..2 + self.random.below(2) {
                        let stmt = if self.random.chance(2) { Stmt::Assume(self.formula(1)) } else { self.statement() };
                        cfa.add_edge(from, to(self), stmt, None);
                    }
                }
            }
        }
        cfa
    }
}

/// Deterministic answers, remembered; they run out after `left`.
#[derive(Clone)]
struct Source {
    random: Random,
    left: u32,
    asked: Vec<(Request, Int)>,
}

impl Inputs for Source {
    fn next(&mut self, request: &Request) -> Option<Int> {
        self.left = self.left.checked_sub(1)?;
        let r = &mut self.random;
        let value = match request {
            Request::Choice { options, .. } => Int::from(r.below(u64::from(*options) + u64::from(r.clone().chance(50)))),
            Request::Value { ty, .. } | Request::Element { ty, .. } => {
                let raw = match r.below(8) {
                    0 => Int::from(i128::MAX),
                    1 => Int::from(i128::MIN + 1),
                    2 => Int::from(r.next_u64()) << 70,
                    _ => Int::from(r.between(-5, 5)),
                };
                ty.map_or(raw.clone(), |t| t.wrap(&raw))
            }
        };
        self.asked.push((*request, value.clone()));
        Some(value)
    }
}

#[derive(Default)]
struct Log {
    edges: Vec<EdgeId>,
    printed: Vec<String>,
}

impl Observer for Log {
    const SKIPS: bool = false;

    fn taken(&mut self, edges: &[EdgeId]) {
        self.edges.extend_from_slice(edges);
    }

    fn printed(&mut self, _: EdgeId, text: &str) {
        self.printed.push(text.into());
    }
}

/// Maps without their zeros.
fn normal(state: &State) -> State {
    let mut state = state.clone();
    for value in &mut state.values {
        if let Value::Map(map) = value {
            map.retain(|_, v| *v != Int::ZERO);
        }
    }
    state
}

/// How the reference ends, and everything it showed on the way.
fn reference(cfa: &Cfa, source: &Source, fuel: u64) -> (End, State, Log, Source) {
    let (mut walk, mut source, mut log) = (Walk::new(cfa), source.clone(), Log::default());
    let end = walk.run(&mut source, fuel, &Budget::unlimited(), &mut |step, _| match step {
        Step::Took(e) => log.edges.push(*e),
        Step::Printed(e, text) => {
            log.edges.push(*e);
            log.printed.push(text.clone());
        }
        Step::Ended(_) => {}
    });
    (end, walk.state, log, source)
}

fn compare(seed: u64, foreign: bool) -> End {
    let mut generator = Generator { random: Random::new(seed), ints: Vec::new(), maps: Vec::new(), foreign, bound: Vec::new() };
    let cfa = generator.cfa();
    let machine = Machine::compile(&cfa);
    let mut memory = machine.memory();
    let mut last = End::Exit(cfa.entry);
    for run in 0..4 {
        let source = Source { random: Random::new(seed ^ (run << 32)), left: 40, asked: Vec::new() };
        let fuel = [0, 7, 60, 400][run as usize];
        let (mut used, mut log) = (source.clone(), Log::default());
        let outcome = machine.run(&mut memory, &mut used, fuel, &Budget::unlimited(), &mut log);
        assert_eq!(outcome.steps, log.edges.len() as u64, "seed {seed}");
        last = outcome.end;
        // The machine may overrun its fuel a little; the reference is run exactly as far.
        let exact = match outcome.end {
            End::Unfinished(_) => {
                assert!(outcome.executed >= fuel);
                outcome.steps
            }
            _ => outcome.steps + 1,
        };
        let (end, state, expected, expected_use) = reference(&cfa, &source, exact);
        if matches!(outcome.end, End::TooBig(_)) {
            assert_eq!(expected.edges[..outcome.steps as usize], log.edges[..], "seed {seed}");
        } else {
            assert_eq!((outcome.end, &log.edges, &log.printed), (end, &expected.edges, &expected.printed), "seed {seed}");
            assert_eq!(used.asked, expected_use.asked, "seed {seed}");
            assert_eq!(normal(&memory.state()), normal(&state), "seed {seed}");
        }
        // With the fallback both always agree. It must not go far: values without a limit double their size at every step.
        let fuel = if matches!(outcome.end, End::TooBig(_)) { fuel.min(outcome.steps + 3) } else { fuel };
        let (mut used, mut printed) = (source.clone(), Vec::new());
        let (whole, state) = machine::run(&cfa, &machine, &mut used, fuel, &Budget::unlimited(), &mut |t| printed.push(t.to_string()));
        let exact = if matches!(whole.end, End::Unfinished(_)) { whole.steps } else { whole.steps + 1 };
        let (end, expected_state, expected, expected_use) = reference(&cfa, &source, exact);
        assert_eq!((whole.end, &printed, &used.asked), (end, &expected.printed, &expected_use.asked), "seed {seed}");
        assert_eq!(normal(&state), normal(&expected_state), "seed {seed}");
    }
    last
}

#[test]
fn machine_and_reference_agree_on_random_automata() {
    let mut ends = base::SortedMap::<String, u32>::new();
    for seed in 0..12_000 {
        let end = compare(seed, seed % 5 == 0);
        *ends.entry(format!("{end:?}").split('(').next().unwrap_or_default().to_string()).or_default() += 1;
    }
    println!("{ends:?}");
    // Each kind of end was really compared.
    for kind in ["Error", "Exit", "Blocked", "NoInput", "Unfinished", "TooBig"] {
        assert!(ends.get(kind).is_some_and(|n| *n > 100), "{kind}: {ends:?}");
    }
}

/// One assignment to `r` and the exit.
fn one(value: Expr) -> (Cfa, VarId) {
    let mut cfa = Cfa::default();
    let r = cfa.add_var(VarDecl::int("r", None));
    let (a, b) = (cfa.add_loc(LocInfo::named("a")), cfa.add_loc(LocInfo::named("b")));
    cfa.add_edge(a, b, Stmt::Assign(r, value), None);
    (cfa, r)
}

#[test]
fn values_at_the_edge_of_the_words_are_exact_or_left_to_the_reference() {
    let points = [i128::MIN, i128::MIN + 1, -(1 << 64), -1, 0, 1, 2, 63, 64, 127, 128, (1 << 63) - 1, 1 << 63, i128::MAX - 1, i128::MAX];
    let mut left = 0;
    for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr] {
        for (x, y) in points.iter().flat_map(|x| points.iter().map(move |y| (*x, *y))) {
            // Built without the constructor, which would fold the constants.
            let (cfa, r) = one(Expr::Bin(op, Arc::new(Expr::Const(Int::from(x))), Arc::new(Expr::Const(Int::from(y)))));
            let expected = base::expr::apply_bin(op, &Int::from(x), &Int::from(y));
            let machine = Machine::compile(&cfa);
            let mut memory = machine.memory();
            let outcome = machine.run(&mut memory, &mut |_: &Request| None, 10, &Budget::unlimited(), &mut ());
            match i128::try_from(&expected) {
                Ok(value) => assert_eq!((outcome.end, memory.int(r)), (End::Exit(LocId(1)), Some(value)), "{x} {op:?} {y}"),
                Err(_) => {
                    left += 1;
                    assert_eq!(outcome.end, End::TooBig(LocId(0)), "{x} {op:?} {y}");
                    let none = |_: &Request| None;
                    let (whole, state) = machine::run(&cfa, &machine, &mut none.clone(), 10, &Budget::unlimited(), &mut |_| {});
                    assert_eq!((whole.end, state.int(r)), (End::Exit(LocId(1)), &expected), "{x} {op:?} {y}");
                }
            }
        }
    }
    assert!(left > 50);
}

#[test]
fn far_elements_do_not_fill_memory_and_move_into_the_row_when_it_grows() {
    let mut cfa = Cfa::default();
    let i = cfa.add_var(VarDecl::int("i", None));
    let s = cfa.add_var(VarDecl::int("s", None));
    let a = cfa.add_var(VarDecl::array("a", None, Some(1 << 40)));
    let l: Vec<LocId> = (0..6).map(|n| cfa.add_loc(LocInfo::named(&format!("l{n}")))).collect();
    cfa.add_edge(l[0], l[1], Stmt::Assign(a, Expr::store(Expr::store(a, 30_000, 5), 1 << 39, 7)), None);
    let more = Formula::cmp(CmpOp::Lt, i, 40_000);
    cfa.add_edge(l[1], l[2], Stmt::Assume(more.clone()), None);
    cfa.add_edge(l[1], l[4], Stmt::Assume(more.negate()), None);
    cfa.add_edge(l[2], l[3], Stmt::Assign(a, Expr::store(a, i, Expr::add(Expr::select(a, i), 1))), None);
    cfa.add_edge(l[3], l[1], Stmt::Assign(i, Expr::add(i, 1)), None);
    let sum = Expr::add(Expr::select(a, 30_000), Expr::mul(100, Expr::select(a, 1 << 39)));
    cfa.add_edge(l[4], l[5], Stmt::Assign(s, sum), None);
    let machine = Machine::compile(&cfa);
    let mut memory = machine.memory();
    for _ in 0..2 {
        let outcome = machine.run(&mut memory, &mut |_: &Request| None, 1_000_000, &Budget::unlimited(), &mut ());
        assert_eq!((outcome.end, outcome.steps, memory.int(s)), (End::Exit(l[5]), 120_003, Some(706)));
    }
}

/// A loop over four variables whose body mostly adds constants, sometimes wraps, branches or does something else.
fn long_loop(random: &mut Random) -> Cfa {
    let mut cfa = Cfa::default();
    let vars: Vec<VarId> = ["x", "y", "z", "u"].iter().map(|v| cfa.add_var(VarDecl::int(v, None))).collect();
    let a = cfa.add_var(VarDecl::array("a", None, Some(4)));
    let mut at = cfa.add_loc(LocInfo::named("start"));
    let exit = cfa.add_loc(LocInfo::named("exit"));
    let then = |cfa: &mut Cfa, at: &mut LocId, stmt: Stmt| {
        let to = cfa.add_loc(LocInfo::named("l"));
        cfa.add_edge(*at, to, stmt, None);
        *at = to;
    };
    for v in &vars {
        then(&mut cfa, &mut at, Stmt::Assign(*v, Expr::from(random.between(-300, 300))));
    }
    let head = at;
    let var = |r: &mut Random| Expr::Var(*r.pick(&vars));
    let small = |r: &mut Random| Expr::from(r.between(-3, 3));
    let ops = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
    let bound = |r: &mut Random| Expr::from(if r.chance(2) { r.between(-50_000, 50_000) } else { r.between(-400, 400) });
    let go_on = Formula::cmp(*random.pick(&[CmpOp::Ne, CmpOp::Lt, CmpOp::Gt]), var(random), bound(random));
    cfa.add_edge(head, exit, Stmt::Assume(go_on.negate()), None);
    then(&mut cfa, &mut at, Stmt::Assume(go_on));
    for _ in 0..2 + random.below(3) {
        let v = *random.pick(&vars);
        let ty = *random.pick(&[IntType::I8, IntType::U8, IntType::I32, IntType::U32]);
        let value = match random.below(20) {
            0..=9 => Expr::add(v, small(random)),
            10 => Expr::add(v, var(random)),
            11 => Expr::sub(var(random), small(random)),
            12 => Expr::wrap(ty, Expr::add(v, small(random))),
            13 => Expr::wrap(ty, Expr::sub(v, Expr::mul(3, var(random)))),
            14 => Expr::mul(small(random), var(random)),
            15 => Expr::add(v, Expr::select(a, small(random))),
            16 => Expr::bin(*random.pick(&[BinOp::Div, BinOp::Rem]), var(random), 7),
            17 => Expr::ite(Formula::cmp(*random.pick(&ops), var(random), bound(random)), Expr::add(v, 1), Expr::sub(v, 1)),
            18 => Expr::bits(BitOp::And, ty, var(random), 12),
            _ => small(random),
        };
        if random.chance(4) {
            // Only under a condition.
            let f = Formula::cmp(*random.pick(&ops), var(random), bound(random));
            let (from, join) = (at, cfa.add_loc(LocInfo::named("join")));
            then(&mut cfa, &mut at, Stmt::Assume(f.clone()));
            cfa.add_edge(at, join, Stmt::Assign(v, value), None);
            cfa.add_edge(from, join, Stmt::Assume(f.negate()), None);
            at = join;
        } else {
            then(&mut cfa, &mut at, Stmt::Assign(v, value));
        }
    }
    cfa.add_edge(at, head, Stmt::Skip, None);
    cfa
}

#[derive(Default)]
struct Skips {
    edges: base::SortedMap<EdgeId, u64>,
    times: u64,
}

impl Observer for Skips {
    const SKIPS: bool = true;

    fn taken(&mut self, edges: &[EdgeId]) {
        edges.iter().for_each(|e| *self.edges.entry(*e).or_default() += 1);
    }

    fn skipped(&mut self, times: u64, edges: &mut dyn Iterator<Item = EdgeId>, changes: &[(u32, i128)]) {
        assert!(!changes.is_empty());
        self.times += times;
        edges.for_each(|e| *self.edges.entry(e).or_default() += times);
    }
}

struct Plain(Skips);

impl Observer for Plain {
    const SKIPS: bool = false;

    fn taken(&mut self, edges: &[EdgeId]) {
        self.0.taken(edges);
    }
}

#[test]
fn skipping_iterations_changes_nothing_but_the_time() {
    let (mut skipped, mut compared) = (0, 0);
    for seed in 0..1500 {
        let cfa = long_loop(&mut Random::new(seed));
        let machine = Machine::compile(&cfa);
        let (mut fast, mut plain) = (machine.memory(), machine.memory());
        let none = &mut |_: &Request| None;
        let mut skips = Skips::default();
        let quick = machine.run(&mut fast, none, 30_000, &Budget::unlimited(), &mut skips);
        if quick.steps > 300_000 {
            continue;
        }
        // A loop that never ends is told at once; then the states are not those of the same moment.
        let forever = matches!(quick.end, End::Unfinished(_)) && quick.steps < 30_000;
        let fuel = if forever {
            1_000_000
        } else if matches!(quick.end, End::Unfinished(_)) {
            quick.steps
        } else {
            u64::MAX
        };
        let mut all = Plain(Skips::default());
        let slow = machine.run(&mut plain, none, fuel, &Budget::unlimited(), &mut all);
        if forever {
            assert!(matches!(slow.end, End::Unfinished(_)), "seed {seed}");
        } else {
            assert_eq!((quick.end, quick.steps, fast.state()), (slow.end, slow.steps, plain.state()), "seed {seed}");
            assert_eq!(skips.edges, all.0.edges, "seed {seed}");
        }
        compared += 1;
        skipped += u32::from(skips.times > 0);
    }
    println!("{skipped} of {compared} loops were shortened");
    assert!(skipped > 80, "{skipped} of {compared}");
}

#[test]
fn two_to_the_31_iterations_take_no_time() {
    let text = r#"cfa
var x: i32
var y: u32
entry L0
error E overflow "x + 1"
edge L0 -> L1: assume x + 1 > 2147483647
edge L0 -> L2: assume x + 1 <= 2147483647
edge L1 -> E: assume y == 6442450941 % 4294967296
edge L1 -> L3: assume y != 6442450941 % 4294967296
edge L2 -> L4: x := x + 1
edge L4 -> L0: y := wrap(u32, y + 3)
"#;
    let cfa = base::text::parse_cfa(text).unwrap();
    let machine = Machine::compile(&cfa);
    let start = std::time::Instant::now();
    let outcome = machine.run(&mut machine.memory(), &mut |_: &Request| None, 1 << 20, &Budget::unlimited(), &mut Skips::default());
    assert_eq!(outcome.end, End::Error(cfa.loc_named("E").unwrap()));
    assert_eq!(outcome.steps, 3 * ((1 << 31) - 1) + 2);
    assert!(start.elapsed().as_secs_f64() < 0.5);
}

/// A loop that fills an array of inputs, then a location that fails if some element is not less than `n`.
const QUANTIFIED: &str = r#"cfa
var i: i32
var n: i32
var a: i32[100]
entry L0
error E reach "some element is too large"
edge L0 -> L1: input a i32
edge L1 -> L2: input n i32
edge L2 -> E: assume exists ?k: int. 0 <= ?k && ?k < n && a[?k] >= n
edge L2 -> L3: assume forall ?k: int. ?k < 0 || n <= ?k || a[?k] < n
"#;

#[test]
fn a_quantifier_reads_open_elements_until_one_decides() {
    let cfa = base::text::parse_cfa(QUANTIFIED).unwrap();
    let machine = Machine::compile(&cfa);
    let run = |values: &[i64]| {
        let values: Vec<Int> = values.iter().map(|v| Int::from(*v)).collect();
        let mut listed = base::exec::Listed::new(&values);
        let (outcome, _) = machine::run(&cfa, &machine, &mut listed, 100, &Budget::unlimited(), &mut |_| {});
        let end = machine.run(&mut machine.memory(), &mut base::exec::Listed::new(&values), 100, &Budget::unlimited(), &mut ()).end;
        // The machine itself decides, without the reference.
        assert_eq!(end, outcome.end);
        (outcome.end, listed.used)
    };
    let [error, exit, guard] = ["E", "L3", "L2"].map(|l| cfa.loc_named(l).unwrap());
    assert_eq!(run(&[3, 0, 7, 1]), (End::Error(error), 3));
    assert_eq!(run(&[3, 0, 2, 1]), (End::Exit(exit), 4));
    assert_eq!(run(&[-1]), (End::Exit(exit), 1));
    assert_eq!(run(&[3, 0]), (End::NoInput(guard), 2));
}

#[test]
fn a_quantifier_over_a_wide_range_costs_fuel() {
    let text = QUANTIFIED.replace("edge L0 -> L1: input a i32", "edge L0 -> L1: skip");
    let cfa = base::text::parse_cfa(&text).unwrap();
    let machine = Machine::compile(&cfa);
    let mut all = |_: &Request| Some(Int::from(i32::MAX));
    let outcome = machine.run(&mut machine.memory(), &mut all, 10_000, &Budget::unlimited(), &mut ());
    assert_eq!(outcome.end, End::Unfinished(cfa.loc_named("L2").unwrap()));
    assert!(outcome.executed >= 10_000 && outcome.steps < 10);
}

#[test]
fn what_is_not_bounded_is_not_decided_by_luck() {
    use base::exec::eval;
    let cfa = base::text::parse_cfa(QUANTIFIED).unwrap();
    let mut state = State::initial(&cfa);
    state.values[2] = Value::Map([(Int::from(5), Int::from(7))].into());
    let holds = |text: &str| eval::holds(&base::text::parse_formula(text, &cfa).unwrap(), &state);
    // A counterexample and a witness decide.
    assert_eq!(holds("forall ?k: int. a[?k] == 0"), Some(false));
    assert_eq!(holds("exists ?k: int. a[?k] == 7"), Some(true));
    // That none was found does not.
    assert_eq!(holds("forall ?k: int. a[?k] <= 7 || ?k >= 1000"), None);
    assert_eq!(holds("exists ?k: int. ?k * ?k == 1764"), None);
    // Of elements there are only so many.
    assert_eq!(holds("forall ?k: int. 0 <= a[?k] && a[?k] <= 7"), Some(true));
    assert_eq!(holds("exists ?j: int, ?k: int. a[?j] + a[?k] == 21"), Some(false));
    // A bounded one is decided, also where no relevant point is.
    assert_eq!(holds("exists ?k: int. 0 <= ?k && ?k < 1000 && ?k * ?k == 1764"), Some(true));
    assert_eq!(holds("forall ?k: int. ?k < 0 || 1000 <= ?k || ?k * ?k != 1764"), Some(false));
    // One that would take too long is left open.
    assert_eq!(holds("forall ?k: int. ?k < 0 || 100000000 <= ?k || ?k * ?k >= 0"), None);
}
