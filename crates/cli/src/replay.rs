//! Reading a trace: which value is read where, and for what.
//!
//! A trace may repeat a stretch of values millions of times, so its run is replayed without writing it out: a round of a stretch is
//! compared with the one that is expected, and only rounds that read elsewhere are kept (see [`crate::rounds`]).
//! Invariant: written out, the stretches of reads have the values of the script, in order, and each told place is the one
//! where the run read that value.

use crate::cterm;
use crate::rounds::Rounds;
use crate::stack::Arrival;
use base::exec::machine::{self, Machine, Observer};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Inputs, Request};
use base::script::{self, Script};
use base::{Budget, Cfa, EdgeId, Expr, Given, InputKind, Int, IntType, Name, SortedMap, Span, Stmt, Trace, VarId};
use std::sync::Arc;

/// Enough for every run that a search finds; the budget ends the others.
const FUEL: u64 = u64::MAX;
/// No more reads than this are kept of stretches whose rounds read here and there.
const MOST: usize = 1 << 20;
/// Fewer equal values in a row than this are listed.
const MANY: u64 = 100;

/// Functions that store what they read, beside returning something.
pub const READERS: [&str; 3] = ["scanf", "fscanf", "fgets"];

/// What a value that the run reads stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// What a call of this function returns.
    Call(Name),
    /// What a call of this function writes to the variable.
    Written(Name, VarId),
    /// A variable that is read before it is written.
    Uninitialised(VarId),
    /// An element of such an array.
    Element(VarId),
    /// A part of the heap that the entry function is given.
    Given(Given),
    /// What C leaves to the compiler or the library.
    Open(Name),
    /// The automaton's own choice between enabled edges.
    Choice,
    /// The replay ended before this value was read.
    Unreplayed,
}

/// A place that reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub origin: Origin,
    pub ty: Option<IntType>,
    pub span: Option<Span>,
    /// The inlined activation.
    pub frame: u32,
}

/// One value that a run reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub value: Int,
    pub site: Arc<Site>,
}

/// Reads that come so many times in a row. Neither is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub reads: Vec<Read>,
    pub times: u64,
}

/// How many values are read.
pub fn count(stretches: &[Stretch]) -> u64 {
    stretches.iter().map(|s| s.times.saturating_mul(s.reads.len() as u64)).fold(0, u64::saturating_add)
}

/// Whether all places are known.
pub fn is_complete(stretches: &[Stretch]) -> bool {
    stretches.iter().flat_map(|s| &s.reads).all(|r| r.site.origin != Origin::Unreplayed)
}

impl Origin {
    pub fn words(&self, cfa: &Cfa) -> String {
        match self {
            Origin::Call(function) => function.to_string(),
            Origin::Written(function, v) if cterm::name(*v, cfa).starts_with('$') => format!("written by {function}"),
            Origin::Written(function, v) => format!("{} written by {function}", plainly(cterm::name(*v, cfa))),
            Origin::Uninitialised(v) if let (Some(entry), 0) = (&cfa.interface, cfa.var(*v).frame) => {
                format!("{} when {} is called", plainly(cterm::name(*v, cfa)), entry.name)
            }
            Origin::Uninitialised(v) => format!("uninitialised {}", plainly(cterm::name(*v, cfa))),
            Origin::Element(v) if cfa.arguments.is_some_and(|a| a.text == Some(*v)) => "a character of an argument".into(),
            Origin::Element(v) if cfa.arguments.is_some_and(|a| a.sizes == Some(*v)) => "the size of an argument".into(),
            Origin::Element(v) => format!("uninitialised element of {}", plainly(cterm::name(*v, cfa))),
            Origin::Given(what) => format!("given: {}", what.words()),
            Origin::Open(what) => format!("left open by C: {what}"),
            Origin::Choice => "choice of a branch".into(),
            Origin::Unreplayed => "the run is too long to tell the place".into(),
        }
    }
}

/// The name of a variable without the parts that only the automaton knows: the offset of a pointer is its number.
fn plainly(name: &str) -> String {
    match name.strip_suffix(".$off") {
        Some(pointer) => format!("pointer {}", plainly(pointer)),
        None if name.starts_with("$block") => format!("memory from line {}", &name["$block".len()..]),
        None => name.to_owned(),
    }
}

/// The place and the meaning of a request.
pub fn site(cfa: &Cfa, request: &Request) -> Site {
    match *request {
        Request::Value { edge, var, ty } => {
            let e = cfa.edge(edge);
            let origin = match &e.stmt {
                Stmt::Input { kind: InputKind::Call(function), .. } => Origin::Call(function.clone()),
                Stmt::Input { kind: InputKind::Written(function), .. } => Origin::Written(function.clone(), var),
                Stmt::Input { kind: InputKind::Given(what), .. } => Origin::Given(what.clone()),
                Stmt::Input { kind: InputKind::Open(what), .. } => Origin::Open(what.clone()),
                _ => Origin::Uninitialised(var),
            };
            Site { origin, ty, span: e.span.clone(), frame: cfa.loc(e.from).frame }
        }
        Request::Element { var, ty } => Site { origin: Origin::Element(var), ty, span: None, frame: cfa.var(var).frame },
        Request::Choice { at, .. } => Site { origin: Origin::Choice, ty: None, span: cfa.loc(at).span.clone(), frame: cfa.loc(at).frame },
    }
}

/// What makes a site, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u64);

impl Key {
    fn of(request: &Request) -> Self {
        let (kind, number) = match *request {
            Request::Value { edge, .. } => (0, edge.0),
            Request::Element { var, .. } => (1, var.0),
            Request::Choice { at, .. } => (2, at.0),
        };
        Key(kind << 32 | u64::from(number))
    }
}

/// Answers from a script and notes who asks.
#[derive(Clone)]
struct Recorder<'a> {
    cfa: &'a Cfa,
    /// What is still to be read; of the first one, so many rounds were read, and so much of the next.
    rest: &'a [script::Stretch],
    round: u64,
    at: usize,
    sites: SortedMap<Key, Arc<Site>>,
    /// The different rounds of this stretch: who reads each value.
    kinds: Vec<Vec<Key>>,
    numbers: SortedMap<Vec<Key>, u32>,
    rounds: Rounds,
    /// The kind that this round has so far, unless it is a new one.
    expected: Option<u32>,
    new: Vec<Key>,
    done: Vec<Stretch>,
    /// How many reads of repeated stretches are kept, of this one and of those before it.
    kept: usize,
    earlier: usize,
}

impl Inputs for Recorder<'_> {
    #[inline]
    fn next(&mut self, request: &Request) -> Option<Int> {
        let stretch = self.rest.first()?;
        let value = stretch.values.get(self.at)?;
        let key = Key::of(request);
        if self.expected.is_none_or(|kind| self.kinds[kind as usize][self.at] != key) && !self.note(key, request, value) {
            return None;
        }
        self.at += 1;
        if self.at == stretch.values.len() {
            self.end_round(stretch);
        }
        Some(value.clone())
    }
}

impl<'a> Recorder<'a> {
    fn new(cfa: &'a Cfa, script: &'a Script) -> Self {
        Recorder {
            cfa,
            rest: script.stretches(),
            round: 0,
            at: 0,
            sites: SortedMap::new(),
            kinds: Vec::new(),
            numbers: SortedMap::new(),
            rounds: Rounds::new(),
            expected: None,
            new: Vec::new(),
            done: Vec::new(),
            kept: 0,
            earlier: 0,
        }
    }

    /// Notes a read that was not expected. False if it cannot be.
    #[cold]
    fn note(&mut self, key: Key, request: &Request, value: &Int) -> bool {
        if !request.admits(value) || self.kept > MOST {
            return false;
        }
        if let Some(kind) = self.expected.take() {
            self.new = self.kinds[kind as usize][..self.at].to_vec();
        }
        self.new.push(key);
        let cfa = self.cfa;
        self.sites.entry(key).or_insert_with(|| Arc::new(site(cfa, request)));
        true
    }

    fn end_round(&mut self, stretch: &script::Stretch) {
        let kind = self.expected.unwrap_or_else(|| self.number());
        self.rounds.push(kind);
        self.expected = self.rounds.expected();
        self.at = 0;
        self.round += 1;
        if self.round >= stretch.times {
            self.end_stretch(stretch);
        } else if self.expected != Some(kind) {
            let rounds = self.kinds.len().max(self.rounds.size());
            self.kept = self.earlier.saturating_add(rounds.saturating_mul(stretch.values.len()));
        }
    }

    /// The number of the new kind of round.
    fn number(&mut self) -> u32 {
        let new = std::mem::take(&mut self.new);
        let (kinds, next) = (&mut self.kinds, self.numbers.len() as u32);
        *self.numbers.entry(new).or_insert_with_key(|keys| {
            kinds.push(keys.clone());
            next
        })
    }

    fn end_stretch(&mut self, stretch: &script::Stretch) {
        for group in std::mem::replace(&mut self.rounds, Rounds::new()).groups() {
            let reads = group.rounds.iter().flat_map(|kind| self.told(&self.kinds[*kind as usize], &stretch.values)).collect();
            self.push(reads, group.times);
        }
        self.earlier = self.kept;
        self.kinds.clear();
        self.numbers.clear();
        self.new.clear();
        (self.expected, self.round, self.at) = (None, 0, 0);
        self.rest = &self.rest[1..];
    }

    fn told(&self, keys: &[Key], values: &[Int]) -> Vec<Read> {
        keys.iter().zip(values).map(|(k, v)| Read { value: v.clone(), site: self.sites[k].clone() }).collect()
    }

    /// Plain reads join the plain ones before them.
    fn push(&mut self, reads: Vec<Read>, times: u64) {
        match self.done.last_mut() {
            _ if reads.is_empty() || times == 0 => {}
            Some(last) if last.times == 1 && times == 1 => last.reads.extend(reads),
            _ => self.done.push(Stretch { reads, times }),
        }
    }

    /// What was read, and without its places what was not.
    fn finish(mut self) -> Vec<Stretch> {
        let nowhere = Arc::new(Site { origin: Origin::Unreplayed, ty: None, span: None, frame: 0 });
        let untold = |values: &[Int]| values.iter().map(|v| Read { value: v.clone(), site: nowhere.clone() }).collect::<Vec<_>>();
        if let Some(stretch) = self.rest.first().filter(|_| self.round > 0 || self.at > 0) {
            let (round, at) = (self.round, self.at);
            let keys = self.expected.map_or(&self.new[..], |kind| &self.kinds[kind as usize][..at]);
            let mut begun = self.told(keys, &stretch.values);
            self.end_stretch(stretch);
            if at > 0 {
                begun.extend(untold(&stretch.values[at..]));
                self.push(begun, 1);
            }
            self.push(untold(&stretch.values), stretch.times.saturating_sub(round + u64::from(at > 0)));
        }
        for stretch in self.rest {
            self.push(untold(&stretch.values), stretch.times);
        }
        self.done
    }
}

/// The values that the run of a trace reads, and where. What it has not read when the budget ends has no place.
#[cfg(test)]
pub fn reads(cfa: &Cfa, machine: &Machine, trace: &Trace, budget: &Budget) -> Vec<Stretch> {
    follow(cfa, machine, trace, budget).0
}

/// The edge that a run has taken last.
struct Last(Option<EdgeId>);

impl Observer for Last {
    #[inline]
    fn taken(&mut self, edges: &[EdgeId]) {
        self.0 = edges.last().copied().or(self.0);
    }
}

/// What the run of a trace reads, and where it arrives at its error, unless the budget ends before.
pub fn follow(cfa: &Cfa, machine: &Machine, trace: &Trace, budget: &Budget) -> (Vec<Stretch>, Option<Arrival>) {
    let start = Recorder::new(cfa, &trace.inputs);
    let (mut recorder, mut last, mut memory) = (start.clone(), Last(None), machine.memory());
    let mut end = machine.run(&mut memory, &mut recorder, FUEL, budget, &mut last).end;
    let state = if let End::TooBig(_) = end {
        recorder = start;
        let mut walk = Walk::new(cfa);
        end = walk.run(&mut recorder, FUEL, budget, &mut |step, _| {
            if let Step::Took(edge) | Step::Printed(edge, _) = step {
                last.0 = Some(*edge);
            }
        });
        walk.state
    } else {
        memory.state()
    };
    let arrival = last.0.filter(|_| end == End::Error(trace.error)).map(|edge| Arrival { at: cfa.edge(edge).from, state });
    (recorder.finish(), arrival)
}

/// Runs the program with what `answer` gives; also the values it read.
pub fn run(cfa: &Cfa, answer: impl Inputs + Clone, budget: &Budget) -> (End, Script) {
    let mut listener = Listener { answer, script: Script::default(), last: None, times: 0 };
    let (outcome, _) = machine::run(cfa, &Machine::compile(cfa), &mut listener, FUEL, budget, &mut |_| {});
    listener.close();
    (outcome.end, listener.script)
}

/// Writes down what was answered: many equal values in a row once, so that a run that asks for ever does not fill the memory.
#[derive(Clone)]
struct Listener<I> {
    answer: I,
    script: Script,
    /// The last value and how often it was read in a row.
    last: Option<Int>,
    times: u64,
}

impl<I: Inputs> Inputs for Listener<I> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = self.answer.next(request).filter(|v| request.admits(v))?;
        if self.last.as_ref() != Some(&value) {
            self.close();
            self.last = Some(value.clone());
        }
        self.times += 1;
        Some(value)
    }
}

impl<I> Listener<I> {
    fn close(&mut self) {
        let times = std::mem::take(&mut self.times);
        match self.last.take() {
            Some(value) if times < MANY => self.script.extend(&vec![value; times as usize], 1),
            Some(value) => self.script.extend(&[value], times),
            None => {}
        }
    }
}

/// The source variable that receives the value of an input, if the next statements only copy it there.
pub fn receiver(cfa: &Cfa, request: &Request) -> Option<VarId> {
    let Request::Value { edge, var, .. } = *request else { return None };
    if cfa.var(var).source.is_some() {
        return Some(var);
    }
    let mut at = cfa.edge(edge).to;
    for _ in 0..8 {
        let [only] = cfa.out(at) else { return None };
        let next = cfa.edge(*only);
        if let Stmt::Assign(target, value) = &next.stmt
            && cfa.var(*target).source.is_some()
        {
            let plain = |e: &Expr| matches!(e, Expr::Var(v) if *v == var) || matches!(e, Expr::Wrap(_, a) if **a == Expr::Var(var));
            return plain(value).then_some(*target);
        }
        at = next.to;
    }
    None
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use base::random::Random;
    use base::{Check, LocId};

    pub const HUNDREDS: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_uchar()) x += 100;
    }
    if (x == 100 * 100000) reach_error();
    return 0;
}
";

    fn translate(text: &str) -> Cfa {
        cfront::translate(text, "program.c", &cfront::Options { checks: [Check::Reach].into(), ..Default::default() }).unwrap()
    }

    fn script(stretches: &[(&[i64], u64)]) -> Script {
        let mut script = Script::default();
        for (values, times) in stretches {
            script.extend(&values.iter().map(|v| Int::from(*v)).collect::<Vec<_>>(), *times);
        }
        script
    }

    /// A program that fails after many rounds, and how.
    pub fn hundreds() -> (Cfa, Trace) {
        let cfa = translate(HUNDREDS);
        let error = cfa.errors[0].loc;
        (cfa, Trace { inputs: script(&[(&[1, 0], 1), (&[-7, 1], 100_000), (&[0], 1)]), error })
    }

    fn replayed(cfa: &Cfa, inputs: Script, budget: &Budget) -> Vec<Stretch> {
        reads(cfa, &Machine::compile(cfa), &Trace { inputs, error: LocId(0) }, budget)
    }

    /// `1@6:12 0@7:13; 100 x -7@6:12`.
    fn words(stretches: &[Stretch]) -> String {
        let place = |r: &Read| r.site.span.as_ref().map_or("?".into(), |s| format!("{}:{}", s.line, s.column));
        let each = |s: &Stretch| s.reads.iter().map(|r| format!("{}@{}", r.value, place(r))).collect::<Vec<_>>().join(" ");
        let times = |s: &Stretch| if s.times == 1 { String::new() } else { format!("{} x ", s.times) };
        stretches.iter().map(|s| times(s) + &each(s)).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_repeated_stretch_is_told_once() {
        let (cfa, trace) = hundreds();
        check::trace(&cfa, &trace, &Budget::unlimited()).unwrap();
        let reads = reads(&cfa, &Machine::compile(&cfa), &trace, &Budget::unlimited());
        assert_eq!(words(&reads), "1@6:12 0@7:13; 100000 x -7@6:12 1@7:13; 0@6:12");
        assert_eq!((count(&reads), is_complete(&reads)), (200_003, true));
    }

    /// The values repeat, the places do not.
    #[test]
    fn a_stretch_is_split_where_it_reads_elsewhere() {
        let cfa = translate(
            "extern int __VERIFIER_nondet_int(void);
int main(void) {
    for (int i = 0; i < 50; i++)
        __VERIFIER_nondet_int();
    for (int i = 0; i < 500; i++) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
        if (i == 400) x = __VERIFIER_nondet_int();
    }
    __VERIFIER_nondet_int();
    return 0;
}
",
        );
        let told = |stretches: &[(&[i64], u64)]| words(&replayed(&cfa, script(stretches), &Budget::unlimited()));
        assert_eq!(told(&[(&[1], 40)]), "40 x 1@4:9");
        assert_eq!(told(&[(&[1], 1052)]), "50 x 1@4:9; 401 x 1@6:17 1@6:46; 1@7:27; 99 x 1@6:17 1@6:46; 1@9:5");
        let two = "25 x 1@4:9 2@4:9; 401 x 1@6:17 2@6:46; 1@7:27 2@6:17; 98 x 1@6:46 2@6:17; 1@6:46 2@9:5";
        assert_eq!(told(&[(&[1, 2], 526)]), two);
    }

    /// Where a value is read depends on all that were read before.
    const WANDERER: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0;
    while (1) {
        if (x % 3 == 0) x = x * 5 + (unsigned)__VERIFIER_nondet_int();
        else if (x % 3 == 1) x += (unsigned)__VERIFIER_nondet_int();
        else x = (unsigned)__VERIFIER_nondet_int();
    }
}
";

    #[test]
    fn written_out_the_stretches_are_the_run() {
        let cfa = translate(WANDERER);
        let machine = Machine::compile(&cfa);
        let mut random = Random::new(9);
        for _ in 0..100 {
            let mut inputs = Script::default();
            for _ in 0..random.below(5) {
                let values: Vec<Int> = (0..1 + random.below(3)).map(|_| Int::from(random.below(4))).collect();
                inputs.extend(&values, 1 + random.below(60));
            }
            let mut run = Vec::new();
            let mut values = inputs.values();
            let mut plainly = |request: &Request| {
                let value = values.next()?.clone();
                run.push(Read { value: value.clone(), site: Arc::new(site(&cfa, request)) });
                Some(value)
            };
            machine.run(&mut machine.memory(), &mut plainly, FUEL, &Budget::unlimited(), &mut ());
            let stretches = replayed(&cfa, inputs.clone(), &Budget::unlimited());
            let written: Vec<Read> = stretches.iter().flat_map(|s| (0..s.times).flat_map(|_| s.reads.clone())).collect();
            assert_eq!(written, run);
        }
    }

    #[test]
    fn what_was_not_replayed_has_no_place() {
        let (cfa, trace) = hundreds();
        let over = Budget::unlimited().child(Some(std::time::Duration::ZERO));
        let stretches = replayed(&cfa, trace.inputs.clone(), &over);
        assert!(!is_complete(&stretches));
        assert!(stretches.len() < 8);
        let reads: Vec<&Read> = stretches.iter().flat_map(|s| (0..s.times).flat_map(|_| &s.reads)).collect();
        assert!(reads.iter().map(|r| &r.value).eq(trace.inputs.values()));
        let told = reads.iter().position(|r| r.site.origin == Origin::Unreplayed).unwrap();
        assert!(told > 0);
        for (i, read) in reads.iter().enumerate() {
            let place = read.site.span.as_ref().map(|s| s.line);
            assert_eq!(place, (i < told).then_some(if i % 2 == 0 { 6 } else { 7 }));
        }
    }

    #[test]
    fn equal_answers_are_written_down_once() {
        let cfa = translate(HUNDREDS);
        let (mut asked, most) = (0, 500);
        let answer = |_: &Request| {
            asked += 1;
            (asked <= most).then_some(Int::ONE)
        };
        let mut listener = Listener { answer, script: Script::default(), last: None, times: 0 };
        let machine = Machine::compile(&cfa);
        machine.run(&mut machine.memory(), &mut listener, FUEL, &Budget::unlimited(), &mut ());
        listener.close();
        assert_eq!(listener.script, script(&[(&[1], 500)]));
        #[derive(Clone)]
        struct Few(i64);
        impl Inputs for Few {
            fn next(&mut self, _: &Request) -> Option<Int> {
                self.0 -= 1;
                (self.0 > 0).then(|| Int::from(1 + self.0 / 2))
            }
        }
        let (end, few) = run(&cfa, Few(5), &Budget::unlimited());
        assert!(matches!(end, End::NoInput(_)));
        assert_eq!(few, script(&[(&[3, 2, 2, 1], 1)]));
    }

    /// No unit repeats for long: what is kept has a limit, and the rest is told without places.
    #[test]
    fn a_run_without_order_does_not_fill_the_memory() {
        let cfa = translate(
            "extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0;
    while (1) {
        x = x * 1103515245u + 12345u;
        if (x >> 30 & 1u) __VERIFIER_nondet_int();
        else __VERIFIER_nondet_int();
    }
}
",
        );
        let stretches = replayed(&cfa, script(&[(&[1], 50_000_000)]), &Budget::unlimited());
        assert_eq!((count(&stretches), is_complete(&stretches)), (50_000_000, false));
        let kept: usize = stretches.iter().map(|s| s.reads.len()).sum();
        assert!(kept <= MOST + 100, "{kept}");
    }
}
