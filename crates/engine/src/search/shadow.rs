//! A run with shadows: every value carries a linear form over the inputs, as long as there is one.
//!
//! This is concolic execution in the small (Godefroid, Klarlund and Sen, *DART*, PLDI 2005). Sums, differences and products
//! with a concrete factor are exact; wrapping, division and masks by constants get an auxiliary variable for the quotient;
//! anything else becomes concrete. Where a branch depends on inputs, the condition for the side taken is noted. A loop of a hundred
//! thousand iterations must not cost memory: of each side only the first and the last few occurrences and a sample of the others are kept.
//!
//! Nothing rests on the forms: inputs found with them are executed before they count.

use super::atlas::{Atlas, Side, gap, holds};
use super::linear::{Condition, Form, Relation};
use base::exec::Request;
use base::exec::machine::{Memory, Observer, Op, Pc, Reduce, Reg};
use base::random::Random;
use base::{BinOp, BitOp, EdgeId, SortedMap};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// Occurrences of a side that are kept: at the start of a run, at its end, and drawn from those in between.
const KEPT: usize = 4;
/// Auxiliary variables are numbered from here; inputs are below.
pub const AUXILIARY: u32 = 1 << 24;
/// Auxiliary variables per operation; later occurrences keep the quotient they have.
const QUOTIENTS: u32 = 4;

/// What decided a branch.
#[derive(Clone, Debug)]
pub enum Test {
    /// The form is 0.
    Zero(Form),
    /// The form is not negative.
    Natural(Form),
    /// Both forms are not negative.
    Both(Form, Form),
    /// One of the enabled edges was chosen by an input: the sides that were possible.
    Choice { input: u32, options: Vec<Side> },
}

#[derive(Clone, Debug)]
pub struct Event {
    /// The side that was taken.
    pub side: Side,
    pub test: Test,
    pub order: u64,
}

impl Test {
    /// Conditions under which the test has this outcome; for the negation of [`Test::Both`] there are alternatives.
    pub fn conditions(&self, outcome: bool) -> Vec<Vec<Condition>> {
        let of = |relation, form: &Form| Condition::new(relation, form.clone());
        let opposite = |c: Condition| c.negate().map(|c| vec![c]);
        match self {
            Test::Zero(form) if outcome => vec![vec![of(Relation::Zero, form)]],
            Test::Zero(form) => vec![vec![of(Relation::NotZero, form)]],
            Test::Natural(form) if outcome => vec![vec![of(Relation::Natural, form)]],
            Test::Natural(form) => opposite(of(Relation::Natural, form)).into_iter().collect(),
            Test::Both(f, g) if outcome => vec![vec![of(Relation::Natural, f), of(Relation::Natural, g)]],
            Test::Both(f, g) => [f, g].into_iter().filter_map(|f| opposite(of(Relation::Natural, f))).collect(),
            Test::Choice { .. } => Vec::new(),
        }
    }
}

/// Sees nothing, and does not mind if iterations are skipped.
pub struct Quick;

impl Observer for Quick {
    const SKIPS: bool = true;
}

/// Edge counts of a run.
#[derive(Clone, Debug)]
pub struct Counts {
    counts: Vec<u32>,
    touched: Vec<EdgeId>,
}

impl Counts {
    pub fn new(edges: usize) -> Self {
        Counts { counts: vec![0; edges], touched: Vec::new() }
    }

    pub fn clear(&mut self) {
        for e in self.touched.drain(..) {
            self.counts[e.index()] = 0;
        }
    }

    /// The edges at the ends of blocks and how often they were taken.
    pub fn iter(&self) -> impl Iterator<Item = (EdgeId, u32)> + '_ {
        self.touched.iter().map(|e| (*e, self.counts[e.index()]))
    }
}

impl Observer for Counts {
    const SKIPS: bool = true;

    #[inline(always)]
    fn taken(&mut self, edges: &[EdgeId]) {
        // The other edges of the block are taken exactly as often.
        if let Some(last) = edges.last() {
            let count = &mut self.counts[last.index()];
            if *count == 0 {
                self.touched.push(*last);
            }
            *count = count.saturating_add(1);
        }
    }

    fn skipped(&mut self, times: u64, edges: &mut dyn Iterator<Item = EdgeId>, _: &[(Reg, i128)]) {
        for edge in edges {
            let count = &mut self.counts[edge.index()];
            if *count > 0 {
                *count = count.saturating_add(u32::try_from(times).unwrap_or(u32::MAX));
            }
        }
    }
}

#[derive(Default)]
struct Kept {
    first: Vec<Event>,
    sample: Vec<Event>,
    between: u64,
    last: VecDeque<Event>,
}

type Shape = Option<Rc<Form>>;

/// The observer that computes the shadows.
pub struct Shadow<'a> {
    atlas: &'a Atlas,
    counts: &'a mut Counts,
    random: Random,
    forms: Vec<Shape>,
    arrays: Vec<BTreeMap<i128, Rc<Form>>>,
    kept: SortedMap<Side, Kept>,
    order: u64,
    inputs: u32,
    /// The operation being executed, and what `Close` and `Choose` need of the memory before it.
    last: Option<(Op, i128, Vec<u32>)>,
    /// Definitions of the auxiliary variables: value now, conditions.
    pub auxiliary: Vec<(i128, Vec<Condition>)>,
    quotients: SortedMap<Pc, u32>,
    /// New sides that were taken, and the least gap to sides that nobody has taken.
    pub new: Vec<Side>,
    is_new: SortedMap<Side, ()>,
    pub gaps: SortedMap<Side, i128>,
}

impl<'a> Shadow<'a> {
    pub fn new(atlas: &'a Atlas, counts: &'a mut Counts, random: Random, (registers, arrays): (usize, usize)) -> Self {
        Shadow {
            atlas,
            counts,
            random,
            forms: vec![None; registers],
            arrays: vec![BTreeMap::new(); arrays],
            kept: SortedMap::new(),
            order: 0,
            inputs: 0,
            last: None,
            auxiliary: Vec::new(),
            quotients: SortedMap::new(),
            new: Vec::new(),
            is_new: SortedMap::new(),
            gaps: SortedMap::new(),
        }
    }

    /// The kept events in the order in which they happened.
    pub fn events(&mut self) -> Vec<Event> {
        let kept = std::mem::take(&mut self.kept);
        let mut events: Vec<Event> = kept.into_values().flat_map(|k| k.first.into_iter().chain(k.sample).chain(k.last)).collect();
        events.sort_by_key(|e| e.order);
        events
    }

    fn note(&mut self, side: Side, test: Test) {
        let event = Event { side, test, order: self.order };
        let kept = self.kept.entry(side).or_default();
        if kept.first.len() < KEPT {
            kept.first.push(event);
        } else {
            if kept.last.len() == KEPT
                && let Some(old) = kept.last.pop_front()
            {
                // A sample of all those in between.
                kept.between += 1;
                match usize::try_from(self.random.below(kept.between)) {
                    _ if kept.sample.len() < KEPT => kept.sample.push(old),
                    Ok(n) if n < KEPT => kept.sample[n] = old,
                    _ => {}
                }
            }
            kept.last.push_back(event);
        }
    }

    fn cover(&mut self, side: Side) {
        if !self.atlas.is_covered(side) && self.is_new.insert(side, ()).is_none() {
            self.new.push(side);
        }
    }

    /// The form of a register, which is its value if it has no shadow.
    fn form(&self, r: u32, memory: &Memory) -> Form {
        match &self.forms[r as usize] {
            Some(form) => (**form).clone(),
            None => Form::constant(memory.word(r)),
        }
    }

    fn set(&mut self, d: u32, form: Option<Form>) {
        self.forms[d as usize] = form.filter(|f| !f.terms.is_empty()).map(Rc::new);
    }

    fn shaded(&self, a: u32, b: u32) -> bool {
        self.forms[a as usize].is_some() || self.forms[b as usize].is_some()
    }

    fn sum(&self, a: u32, factor: i128, b: u32, memory: &Memory) -> Option<Form> {
        self.form(a, memory).plus(factor, &self.form(b, memory))
    }

    /// A product, linear in one factor; the other one is taken as it is now.
    fn product(&self, a: u32, b: u32, memory: &Memory) -> Option<Form> {
        match (&self.forms[a as usize], &self.forms[b as usize]) {
            (Some(form), _) => form.times(memory.word(b)),
            (None, Some(form)) => form.times(memory.word(a)),
            (None, None) => None,
        }
    }

    /// `form − modulus·q` for a quotient `q`, such that it lies between the bounds; `value` is that of the form.
    fn modulo(&mut self, at: Pc, form: Form, value: i128, modulus: i128, low: i128, high: i128) -> Option<Form> {
        if form.terms.is_empty() {
            return None;
        }
        let quotient = (value.checked_sub(low)?).div_euclid(modulus);
        let seen = self.quotients.entry(at).or_default();
        *seen += 1;
        if *seen > QUOTIENTS {
            // Later occurrences keep the quotient that they have, and nothing notes it.
            return form.shift(modulus.checked_mul(quotient)?.checked_neg()?);
        }
        let variable = AUXILIARY + self.auxiliary.len() as u32;
        let result = form.plus(-modulus, &Form::input(variable))?;
        let conditions = vec![
            Condition::new(Relation::Natural, result.shift(-low)?),
            Condition::new(Relation::Natural, Form::constant(high).plus(-1, &result)?),
        ];
        self.auxiliary.push((quotient, conditions));
        Some(result)
    }

    fn reduce(&mut self, at: Pc, to: Reduce, form: Option<Form>, value: Option<i128>, d: u32) {
        let (modulus, low) = (to.modulus(), if to.signed { -(to.modulus() / 2) } else { 0 });
        let reduced = form.zip(value).and_then(|(f, v)| self.modulo(at, f, v, modulus, low, low + modulus - 1));
        self.set(d, reduced);
    }

    /// Division, remainder and shift by a concrete operand.
    fn divide(&mut self, at: Pc, op: BinOp, a: u32, b: u32, memory: &Memory) -> Option<Form> {
        let (value, by) = (memory.word(a), memory.word(b));
        let form = self.form(a, memory);
        match op {
            BinOp::Shl => form.times(1i128.checked_shl(u32::try_from(by).ok()?)?),
            BinOp::Shr => {
                let modulus = 1i128.checked_shl(u32::try_from(by).ok()?).filter(|m| *m > 0)?;
                self.quotient(at, form, value, modulus, 0)
            }
            BinOp::Div | BinOp::Rem if by != 0 => {
                let modulus = by.checked_abs()?;
                // Rounding goes to zero: the remainder of a negative number is not positive.
                let low = if value < 0 { 1 - modulus } else { 0 };
                if op == BinOp::Rem {
                    return self.modulo(at, form, value, modulus, low, low + modulus - 1);
                }
                let quotient = self.quotient(at, form, value, modulus, low)?;
                if by < 0 { quotient.times(-1) } else { Some(quotient) }
            }
            _ => None,
        }
    }

    /// The quotient itself, while there may be more auxiliary variables.
    fn quotient(&mut self, at: Pc, form: Form, value: i128, modulus: i128, low: i128) -> Option<Form> {
        let variable = AUXILIARY + self.auxiliary.len() as u32;
        let rest = self.modulo(at, form, value, modulus, low, low + modulus - 1)?;
        (rest.coefficient(variable) != 0).then(|| Form::input(variable))
    }

    /// Masks of low bits are remainders; otherwise the form stays if the value does.
    fn bits(&mut self, at: Pc, op: BitOp, a: u32, b: u32, memory: &Memory) -> Option<Form> {
        let (a, b) = if self.forms[a as usize].is_some() { (a, b) } else { (b, a) };
        let (value, mask) = (memory.word(a), memory.word(b));
        let form = self.form(a, memory);
        match op {
            BitOp::And if (0..i128::MAX).contains(&mask) && mask & (mask + 1) == 0 => self.modulo(at, form, value, mask + 1, 0, mask),
            BitOp::And if value & mask == value => Some(form),
            BitOp::Or | BitOp::Xor if mask == 0 => Some(form),
            // All low bits are turned over.
            BitOp::Xor if mask > 0 && mask < i128::MAX && mask & (mask + 1) == 0 && (0..=mask).contains(&value) => {
                Form::constant(mask).plus(-1, &form)
            }
            // Disjoint bits add up.
            BitOp::Or | BitOp::Xor if value & mask == 0 => form.plus(1, &self.form(b, memory)),
            _ => None,
        }
    }

    fn branch(&mut self, at: Pc, op: &Op, memory: &Memory) {
        let Some(outcome) = holds(op, memory) else { return };
        let side = Side::new(at, outcome);
        self.cover(side);
        let other = side.other();
        if !self.atlas.is_covered(other)
            && let Some(gap) = gap(op, other.yes, memory)
        {
            self.gaps.entry(other).and_modify(|g| *g = (*g).min(gap)).or_insert(gap);
        }
        let test = match *op {
            Op::IfEq { a, b, .. } | Op::BranchEq { a, b, .. } if self.shaded(a, b) => self.sum(a, -1, b, memory).map(Test::Zero),
            Op::IfLt { a, b, .. } | Op::BranchLt { a, b, .. } if self.shaded(a, b) => {
                self.sum(b, -1, a, memory).and_then(|f| f.shift(-1)).map(Test::Natural)
            }
            Op::BranchIn { a, low, high, .. } if self.forms[a as usize].is_some() => {
                self.sum(a, -1, low, memory).zip(self.sum(high, -1, a, memory)).map(|(f, g)| Test::Both(f, g))
            }
            _ => None,
        };
        let depends = test.filter(|t| match t {
            Test::Zero(f) | Test::Natural(f) => !f.terms.is_empty(),
            _ => true,
        });
        if let Some(test) = depends {
            self.note(side, test);
        }
    }
}

impl Observer for Shadow<'_> {
    const SKIPS: bool = true;
    const OPERATIONS: bool = true;

    fn taken(&mut self, edges: &[EdgeId]) {
        self.counts.taken(edges);
    }

    /// What changed by an amount that does not depend on inputs is exact; the rest is not, and will be found out.
    fn skipped(&mut self, times: u64, edges: &mut dyn Iterator<Item = EdgeId>, changes: &[(Reg, i128)]) {
        self.counts.skipped(times, edges, changes);
        for (r, change) in changes {
            let shape = &mut self.forms[*r as usize];
            let shift = change.checked_mul(i128::from(times));
            *shape = shape.take().zip(shift).and_then(|(form, by)| form.shift(by)).map(Rc::new);
        }
    }

    fn operation(&mut self, at: Pc, op: &Op, memory: &Memory) {
        self.order += 1;
        let w = |r: u32| memory.word(r);
        match *op {
            Op::Move { d, a } => self.forms[d as usize] = self.forms[a as usize].clone(),
            Op::Neg { d, a } => {
                let form = self.forms[a as usize].as_ref().and_then(|f| f.times(-1));
                self.set(d, form);
            }
            Op::Add { d, a, b } | Op::Sub { d, a, b } | Op::Mul { d, a, b } | Op::Bin { d, a, b, .. } | Op::Bits { d, a, b, .. }
                if !self.shaded(a, b) =>
            {
                self.forms[d as usize] = None;
            }
            Op::AddReduce { d, a, b, .. } | Op::SubReduce { d, a, b, .. } | Op::MulReduce { d, a, b, .. } if !self.shaded(a, b) => {
                self.forms[d as usize] = None;
            }
            Op::Add { d, a, b } => self.set(d, self.sum(a, 1, b, memory)),
            Op::Sub { d, a, b } => self.set(d, self.sum(a, -1, b, memory)),
            Op::Mul { d, a, b } => self.set(d, self.product(a, b, memory)),
            Op::Bin { op, d, a, b } => {
                let form = self.divide(at, op, a, b, memory);
                self.set(d, form);
            }
            Op::Bits { op, d, a, b, .. } => {
                let form = self.bits(at, op, a, b, memory);
                self.set(d, form);
            }
            Op::Reduce { to, d, a } => match self.forms[a as usize].clone() {
                Some(form) => self.reduce(at, to, Some((*form).clone()), Some(w(a)), d),
                None => self.forms[d as usize] = None,
            },
            Op::AddReduce { to, d, a, b } => self.reduce(at, to, self.sum(a, 1, b, memory), w(a).checked_add(w(b)), d),
            Op::SubReduce { to, d, a, b } => self.reduce(at, to, self.sum(a, -1, b, memory), w(a).checked_sub(w(b)), d),
            Op::MulReduce { to, d, a, b } => self.reduce(at, to, self.product(a, b, memory), w(a).checked_mul(w(b)), d),
            Op::WideWrap { d, .. } | Op::WideBits { d, .. } => self.forms[d as usize] = None,
            Op::Select { d, array, index } => self.forms[d as usize] = self.arrays[array as usize].get(&w(index)).cloned(),
            Op::Store { array, index, value } => match &self.forms[value as usize] {
                Some(form) => drop(self.arrays[array as usize].insert(w(index), form.clone())),
                None => drop(self.arrays[array as usize].remove(&w(index))),
            },
            Op::Copy { array, from, .. } => self.arrays[array as usize] = self.arrays[from as usize].clone(),
            Op::Open { array, .. } => self.arrays[array as usize].clear(),
            Op::Input { .. } => self.last = Some((*op, 0, Vec::new())),
            Op::Close { index, .. } => self.last = Some((*op, w(index), Vec::new())),
            Op::Choose { table, .. } => match memory.enabled() {
                [only] => self.cover(Side::new(table + only, true)),
                several => self.last = Some((*op, 0, several.to_vec())),
            },
            Op::IfEq { .. } | Op::IfLt { .. } | Op::BranchEq { .. } | Op::BranchLt { .. } | Op::BranchIn { .. } => {
                self.branch(at, op, memory);
            }
            _ => {}
        }
    }

    fn read(&mut self, _: &Request, value: i128) {
        let input = self.inputs;
        self.inputs += 1;
        let Some((op, index, enabled)) = self.last.take() else { return };
        // Runs with more inputs than there are numbers for go on without shadows.
        let form = (input < AUXILIARY).then(|| Rc::new(Form::input(input)));
        match op {
            Op::Input { d, .. } => self.forms[d as usize] = form,
            Op::Close { array, .. } => {
                if let Some(form) = form {
                    self.arrays[array as usize].insert(index, form);
                }
            }
            Op::Choose { table, .. } => {
                let options: Vec<Side> = enabled.iter().map(|n| Side::new(table + n, true)).collect();
                if let Some(side) = usize::try_from(value).ok().and_then(|v| options.get(v)).copied() {
                    self.cover(side);
                    self.note(side, Test::Choice { input, options });
                }
            }
            _ => {}
        }
    }
}
