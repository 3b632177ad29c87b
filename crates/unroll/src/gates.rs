//! Boolean circuits: conjunctions, exclusive ors and choices over inputs, each built once.
//!
//! A gate is never changed. Constants are folded and a gate that was built before is found again, so that what a program computes from known
//! values costs no gate at all. Invariant: a gate's operands have smaller numbers than the gate.

use crate::symbol::{Known, MOST_BITS, Table};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Not;
use std::rc::Rc;

/// A gate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its value, if it is one.
    pub fn constant(self) -> Option<bool> {
        match self {
            Lit::FALSE => Some(false),
            Lit::TRUE => Some(true),
            _ => None,
        }
    }

    pub fn of_gate(gate: usize) -> Lit {
        Lit((gate as u32) << 1)
    }

    fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant false, which is gate 0.
    False,
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// The second if the first holds, else the third.
    Mux(Lit, Lit, Lit),
}

/// A quick hash for gates: a multiplication and a rotation for each word.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// Gates that are true wherever some gate is (see [`Gates::facts`]).
pub struct Facts<'a> {
    true_gates: HashSet<Lit, BuildHasherDefault<Mix>>,
    known: &'a Known,
}

/// More facts than these are not collected.
const MOST_FACTS: usize = 512;

/// An exclusive or of more gates is not compared with others.
const MOST_LEAVES: usize = 64;

/// So many gates are looked at to simplify one.
const MOST_VISITED: u32 = 512;

pub struct Gates {
    gates: Vec<Gate>,
    /// What each gate is in each of 64 samples: values of the inputs, chosen at random.
    samples: Vec<u64>,
    known: HashMap<Gate, u32, BuildHasherDefault<Mix>>,
    /// Gates of which at most one is true have the same number here.
    apart: HashMap<Lit, u32, BuildHasherDefault<Mix>>,
    groups: u32,
    /// For an exclusive or of several gates: which ones, in order; and the gate of such a set.
    leaves: HashMap<u32, Rc<[Lit]>, BuildHasherDefault<Mix>>,
    parities: HashMap<Rc<[Lit]>, u32, BuildHasherDefault<Mix>>,
    symbols: u32,
    /// For a gate that depends on one symbol alone: which one, and for which values of it the gate is true; and the gate of such a set.
    tables: HashMap<u32, (u32, Table), BuildHasherDefault<Mix>>,
    of_table: HashMap<(u32, Table), u32, BuildHasherDefault<Mix>>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates {
            gates: vec![Gate::False],
            samples: vec![0],
            known: HashMap::default(),
            apart: HashMap::default(),
            groups: 0,
            leaves: HashMap::default(),
            parities: HashMap::default(),
            symbols: 0,
            tables: HashMap::default(),
            of_table: HashMap::default(),
        }
    }
}

impl Gates {
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    pub fn gate(&self, number: usize) -> Gate {
        self.gates[number]
    }

    /// What a gate is made of, in the order of its kind.
    pub fn operands(&self, number: usize) -> Vec<Lit> {
        match self.gates[number] {
            Gate::False | Gate::Input => vec![],
            Gate::And(a, b) | Gate::Xor(a, b) => vec![a, b],
            Gate::Mux(c, a, b) => vec![c, a, b],
        }
    }

    /// An input, with its values in the samples.
    pub fn input(&mut self, samples: u64) -> Lit {
        self.gates.push(Gate::Input);
        self.samples.push(samples);
        Lit::of_gate(self.gates.len() - 1)
    }

    /// In which samples it is true.
    pub fn samples(&self, lit: Lit) -> u64 {
        self.samples[lit.gate()] ^ if lit.is_negated() { u64::MAX } else { 0 }
    }

    fn compute(&self, gate: Gate) -> u64 {
        match gate {
            Gate::False | Gate::Input => 0,
            Gate::And(a, b) => self.samples(a) & self.samples(b),
            Gate::Xor(a, b) => self.samples(a) ^ self.samples(b),
            Gate::Mux(c, a, b) => self.samples(c) & self.samples(a) | !self.samples(c) & self.samples(b),
        }
    }

    /// These inputs are a number of which it is worth knowing what gates say of it, if they are few.
    pub fn new_symbol(&mut self, bits: &[Lit]) {
        let inputs: Vec<Lit> = bits.iter().copied().filter(|b| b.constant().is_none()).collect();
        if inputs.len() > MOST_BITS {
            return;
        }
        self.symbols += 1;
        for (i, bit) in inputs.into_iter().enumerate() {
            let table = (self.symbols, Table::of_bit(i));
            self.tables.insert(bit.gate() as u32, table);
            self.of_table.insert(table, bit.gate() as u32);
        }
    }

    /// The symbol on which a gate depends and the values for which it is true, if it depends on one alone.
    pub fn table(&self, lit: Lit) -> Option<(u32, Table)> {
        let (symbol, table) = *self.tables.get(&(lit.gate() as u32))?;
        Some((symbol, if lit.is_negated() { table.not() } else { table }))
    }

    /// Whether these are all about one symbol.
    pub fn is_of_symbol(&self, bits: &[Lit]) -> bool {
        let mut symbols = bits.iter().filter(|b| b.constant().is_none()).map(|b| Some(self.table(*b)?.0));
        let first = symbols.next().flatten();
        first.is_some() && symbols.all(|s| s == first)
    }

    /// The same of a gate that is to be built.
    fn table_of(&self, gate: Gate) -> Option<(u32, Table)> {
        match gate {
            Gate::False | Gate::Input => None,
            Gate::And(a, b) => {
                let ((s, a), (t, b)) = (self.table(a)?, self.table(b)?);
                (s == t).then(|| (s, a.and(b)))
            }
            Gate::Xor(a, b) => {
                let ((s, a), (t, b)) = (self.table(a)?, self.table(b)?);
                (s == t).then(|| (s, a.xor(b)))
            }
            Gate::Mux(c, a, b) => {
                let ((s, c), (t, a), (u, b)) = (self.table(c)?, self.table(a)?, self.table(b)?);
                (s == t && t == u).then(|| (s, c.and(a).or(c.not().and(b))))
            }
        }
    }

    /// The gate, or one that is the same set of values of a symbol.
    fn build(&mut self, gate: Gate) -> Lit {
        if let Some(number) = self.known.get(&gate) {
            return Lit::of_gate(*number as usize);
        }
        let table = self.table_of(gate);
        if let Some((symbol, set)) = table {
            match set {
                Table::NONE => return Lit::FALSE,
                Table::ALL => return Lit::TRUE,
                _ => {}
            }
            if let Some(same) = self.of_table.get(&(symbol, set)) {
                return Lit::of_gate(*same as usize);
            }
            if let Some(opposite) = self.of_table.get(&(symbol, set.not())) {
                return !Lit::of_gate(*opposite as usize);
            }
        }
        let number = self.gates.len() as u32;
        self.known.insert(gate, number);
        self.samples.push(self.compute(gate));
        self.gates.push(gate);
        if let Some(table) = table {
            self.tables.insert(number, table);
            self.of_table.insert(table, number);
        }
        Lit::of_gate(number as usize)
    }

    /// The operands of a conjunction.
    pub fn parts(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.gate()] {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == Lit::FALSE || b == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if b == Lit::TRUE {
            return a;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.parts(y) {
                let (has, lacks) = (x == p || x == q, x == !p || x == !q);
                match y.is_negated() {
                    false if lacks => return Lit::FALSE,
                    false if has => return y,
                    true if lacks => return x,
                    true if x == p => return self.and(x, !q),
                    true if x == q => return self.and(x, !p),
                    _ => {}
                }
            }
        }
        // Both ways of a branch meet again: neither `p ∧ q` nor `p ∧ ¬q` is `¬p`.
        if let (true, true, Some((p, q)), Some((r, s))) = (a.is_negated(), b.is_negated(), self.parts(a), self.parts(b)) {
            for ((p, q), (r, s)) in [((p, q), (r, s)), ((q, p), (r, s)), ((p, q), (s, r)), ((q, p), (s, r))] {
                if p == r && q == !s {
                    return !p;
                }
            }
        }
        self.build(Gate::And(a.min(b), a.max(b)))
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        if a == b {
            return Lit::from(negate);
        }
        if a == Lit::FALSE || b == Lit::FALSE {
            return a.max(b).negated_if(negate);
        }
        // An exclusive or of the same gates in another order is the same gate.
        let leaves = self.parity(a, b);
        match leaves[..] {
            [] => return Lit::from(negate),
            [one] => return one.negated_if(negate),
            _ => {}
        }
        if leaves.len() > MOST_LEAVES {
            return self.build(Gate::Xor(a.min(b), a.max(b))).negated_if(negate);
        }
        let (a, b) = if let [one, other] = leaves[..] { (one, other) } else { (a, b) };
        let leaves: Rc<[Lit]> = leaves.into();
        if let Some(known) = self.parities.get(&leaves) {
            return Lit::of_gate(*known as usize).negated_if(negate);
        }
        let gate = self.build(Gate::Xor(a.min(b), a.max(b)));
        if gate.constant().is_some() || gate.is_negated() {
            // It is the same set of values of a symbol as another gate, which need not be an exclusive or.
            return gate.negated_if(negate);
        }
        self.parities.insert(leaves.clone(), gate.gate() as u32);
        self.leaves.insert(gate.gate() as u32, leaves);
        gate.negated_if(negate)
    }

    /// The gates whose exclusive or is that of two gates, each of which may be one itself.
    fn parity(&self, a: Lit, b: Lit) -> Vec<Lit> {
        let of = |lit: &Lit| self.leaves.get(&(lit.gate() as u32)).cloned().unwrap_or_else(|| Rc::new([*lit]));
        let (a, b) = (of(&a), of(&b));
        let mut both = Vec::with_capacity(a.len() + b.len());
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            match x.cmp(y) {
                Ordering::Less => both.extend(a.next()),
                Ordering::Greater => both.extend(b.next()),
                Ordering::Equal => _ = (a.next(), b.next()),
            }
        }
        both.extend(a.chain(b));
        both
    }

    pub fn mux(&mut self, choice: Lit, yes: Lit, no: Lit) -> Lit {
        if choice.is_negated() {
            return self.mux(!choice, no, yes);
        }
        if choice == Lit::FALSE || yes == no {
            return no;
        }
        if yes == !no {
            return self.xor(!choice, yes);
        }
        // What the choice itself says of its two sides.
        let yes = if yes == choice {
            Lit::TRUE
        } else if yes == !choice {
            Lit::FALSE
        } else {
            yes
        };
        let no = if no == choice {
            Lit::FALSE
        } else if no == !choice {
            Lit::TRUE
        } else {
            no
        };
        match (yes.constant(), no.constant()) {
            (Some(true), Some(false)) => return choice,
            (Some(false), Some(true)) => return !choice,
            (Some(true), _) => return self.or(choice, no),
            (Some(false), _) => return self.and(!choice, no),
            (_, Some(true)) => return self.or(!choice, yes),
            (_, Some(false)) => return self.and(choice, yes),
            (None, None) => {}
        }
        let negate = no.is_negated();
        self.build(Gate::Mux(choice, yes.negated_if(negate), no.negated_if(negate))).negated_if(negate)
    }

    /// What must hold so that a gate is true, as far as conjunctions say it.
    pub fn facts<'a>(&self, lit: Lit, known: &'a Known) -> Facts<'a> {
        let mut facts = HashSet::default();
        let mut work = vec![lit];
        while let Some(lit) = work.pop() {
            if facts.len() < MOST_FACTS
                && facts.insert(lit)
                && !lit.is_negated()
                && let Some((a, b)) = self.parts(lit)
            {
                work.extend([a, b]);
            }
        }
        Facts { true_gates: facts, known }
    }

    /// A gate that has the same value as this one wherever the facts hold.
    pub fn given(&mut self, lit: Lit, facts: &Facts<'_>) -> Lit {
        let mut left = MOST_VISITED;
        self.simplified(lit, facts, &mut HashMap::default(), &mut left)
    }

    fn simplified(&mut self, lit: Lit, facts: &Facts<'_>, known: &mut HashMap<u32, Lit, BuildHasherDefault<Mix>>, left: &mut u32) -> Lit {
        if lit.constant().is_some() {
            return lit;
        }
        if facts.true_gates.contains(&lit) {
            return Lit::TRUE;
        }
        if facts.true_gates.contains(&!lit) {
            return Lit::FALSE;
        }
        if let Some(value) = facts.known.decides(lit, self) {
            return Lit::from(value);
        }
        let number = lit.gate() as u32;
        if let Some(same) = known.get(&number) {
            return same.negated_if(lit.is_negated());
        }
        if *left == 0 {
            return lit;
        }
        *left -= 1;
        let mut of = |gates: &mut Gates, lit: Lit| gates.simplified(lit, facts, known, left);
        let same = match self.gates[lit.gate()] {
            Gate::False | Gate::Input => Lit::of_gate(lit.gate()),
            Gate::And(a, b) => match of(self, a) {
                Lit::FALSE => Lit::FALSE,
                x => {
                    let y = of(self, b);
                    self.and(x, y)
                }
            },
            Gate::Xor(a, b) => {
                let (x, y) = (of(self, a), of(self, b));
                self.xor(x, y)
            }
            Gate::Mux(choice, yes, no) => match of(self, choice) {
                Lit::TRUE => of(self, yes),
                Lit::FALSE => of(self, no),
                choice => {
                    let (yes, no) = (of(self, yes), of(self, no));
                    self.mux(choice, yes, no)
                }
            },
        };
        known.insert(number, same);
        same.negated_if(lit.is_negated())
    }

    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }

    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |any, lit| self.or(any, lit))
    }

    /// A number for gates of which at most one is true.
    pub fn new_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    /// Takes note that at most one of the gates with this number is true, which is for the caller to see to.
    pub fn keep_apart(&mut self, lit: Lit, group: u32) {
        self.apart.insert(lit, group);
    }

    pub fn is_apart(&self, lit: Lit) -> bool {
        self.apart.contains_key(&lit)
    }

    /// Whether two gates are never true together, by what was noted of them.
    pub fn exclude(&self, a: Lit, b: Lit) -> bool {
        a == !b || a != b && self.apart.get(&a).is_some_and(|group| self.apart.get(&b) == Some(group))
    }

    /// The values of all gates, if inputs have these.
    pub fn evaluate(&self, inputs: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        for (number, gate) in self.gates.iter().enumerate() {
            let of = |lit: Lit| values[lit.gate()] != lit.is_negated();
            let value = match *gate {
                Gate::False => false,
                Gate::Input => inputs(number),
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Mux(c, a, b) => {
                    if of(c) {
                        of(a)
                    } else {
                        of(b)
                    }
                }
            };
            values.push(value);
        }
        values
    }
}
