//! What terms and formulas mean in a symbolic state, and what a condition says of the ranges in it.

use crate::gates::{Gates, Lit};
use crate::memory::{Board, Memory, Number, smallest};
use crate::symbol::Known;
use crate::word::Word;
use base::{BinOp, Cfa, CmpOp, Expr, Formula, Int, IntType, Quantifier, Sort, SortedMap, SortedSet, VarDecl, VarId};
use std::rc::Rc;
use std::sync::Arc;

/// The value of a variable.
#[derive(Clone, Debug)]
pub enum Value {
    Number(Number),
    Map(Rc<Memory>),
}

impl Value {
    pub fn zero(sort: &Sort) -> Value {
        match sort {
            Sort::Map(key, element) if **key == Sort::Int && **element == Sort::Int => Value::Map(Rc::new(Memory::zero())),
            // Nothing is known of other sorts.
            Sort::Map(..) => Value::Map(Rc::new(Memory::anything())),
            Sort::Int => Value::Number(Number::zero()),
            Sort::Obj => Value::Number(Number::anything()),
        }
    }

    pub fn choose(choice: Lit, yes: &Value, no: &Value, board: &mut Board) -> Value {
        match (yes, no) {
            (Value::Number(a), Value::Number(b)) => Value::Number(board.choose(choice, a, b)),
            (Value::Map(a), Value::Map(b)) => Value::Map(Memory::choose(choice, a, b, board)),
            _ => Value::Number(Number::anything()),
        }
    }
}

/// What two states of a place may differ in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    Value(Option<i128>),
    Bits(Rc<[Lit]>),
    /// Made of all elements; other elements may have the same.
    Elements(u64),
}

/// The values of all variables, where a condition holds.
#[derive(Clone, Debug)]
pub struct State {
    /// When a run is here.
    pub guard: Lit,
    pub vars: Rc<Vec<Value>>,
    /// What the way here has said of symbols.
    pub known: Rc<Known>,
}

impl State {
    pub fn start(cfa: &Cfa) -> State {
        State { guard: Lit::TRUE, vars: Rc::new(cfa.vars.iter().map(|v| Value::zero(&v.sort)).collect()), known: Rc::default() }
    }

    /// Any values that a formula leaves: words where it has bounds, anything else where it has none. Elements of a map have words if it
    /// says that all of them are in the range of a type ([`elements`]), and those are known of which it says what they are. That all of it holds is
    /// not said yet.
    pub fn any(cfa: &Cfa, f: &Formula, board: &mut Board) -> State {
        let of_maps: SortedMap<VarId, IntType> = f.parts().iter().filter_map(elements).collect();
        let mut cells: SortedMap<VarId, Vec<(i128, i128)>> = SortedMap::new();
        for (v, element) in f.parts().iter().filter_map(cell) {
            cells.entry(v).or_default().push(element);
        }
        let any = |(i, var): (usize, &VarDecl)| {
            let v = VarId(i as u32);
            match &var.sort {
                Sort::Map(key, element) if **key == Sort::Int && **element == Sort::Int => {
                    let any = Memory::input(board.new_map(), of_maps.get(&v).copied());
                    Value::Map(Rc::new(any.with(cells.get(&v).into_iter().flatten().copied())))
                }
                Sort::Map(..) => Value::Map(Rc::new(Memory::anything())),
                Sort::Obj => Value::Number(Number::anything()),
                Sort::Int => {
                    let ty = bounds(v, f).and_then(|(low, high)| smallest(low, high));
                    Value::Number(ty.map_or_else(Number::anything, |ty| board.any_of(Some(ty))))
                }
            }
        };
        let vars = cfa.vars.iter().enumerate().map(any).collect();
        State { guard: Lit::TRUE, vars: Rc::new(vars), known: Rc::default() }
    }

    /// The same where a number is this one; none if it cannot be.
    pub fn with(&self, v: VarId, value: i128, board: &mut Board) -> Option<State> {
        let is = Formula::cmp(CmpOp::Eq, v, Int::from(value));
        let mut state = self.clone();
        let condition = state.condition(&is, board);
        state.guard = board.gates.and(state.guard, condition);
        state.learn(condition, &board.gates);
        // A value that is too large for a word stays what it was; the condition says which one it is.
        if let Some(word) = Word::constant(value) {
            state.set(v, Value::Number(Number::from(Some(word))));
        }
        (state.guard != Lit::FALSE).then_some(state)
    }

    /// A gate that is true only if the formula holds.
    pub fn surely(&self, f: &Formula, board: &mut Board) -> Lit {
        match f {
            Formula::And(fs) => {
                let all: Vec<Lit> = fs.iter().map(|f| self.surely(f, board)).collect();
                board.gates.all(all)
            }
            Formula::Or(fs) => {
                let any: Vec<Lit> = fs.iter().map(|f| self.surely(f, board)).collect();
                board.gates.any(any)
            }
            Formula::Quant(..) => match elements(f) {
                Some((v, ty)) => match (&self.vars[v.index()], ty.words()) {
                    (Value::Map(map), Some((low, high))) => map.within(low, high, board),
                    _ => Lit::FALSE,
                },
                None => Lit::FALSE,
            },
            // Where there is no circuit, a condition is an input: it may be false.
            other => self.condition(other, board),
        }
    }

    /// The value of a number, if it is known; or how a variable is computed.
    pub fn told(&self, v: VarId, computed: bool) -> Told {
        match &self.vars[v.index()] {
            Value::Number(n) if computed => Told::Bits(n.word.shared_bits()),
            Value::Number(n) => Told::Value(n.value()),
            Value::Map(map) if computed => Told::Elements(map.mixed()),
            Value::Map(_) => Told::Value(None),
        }
    }

    /// Takes note that a gate is true.
    pub fn learn(&mut self, lit: Lit, gates: &Gates) {
        if lit != Lit::TRUE {
            let mut known = (*self.known).clone();
            known.learn(lit, gates);
            self.known = Rc::new(known);
        }
    }

    pub fn set(&mut self, var: VarId, value: Value) {
        Rc::make_mut(&mut self.vars)[var.index()] = value;
    }

    pub fn value(&self, e: &Expr, board: &mut Board) -> Value {
        match e {
            Expr::Var(v) => self.vars[v.index()].clone(),
            Expr::Store(map, index, value) => {
                let Value::Map(map) = self.value(map, board) else { return Value::Map(Rc::new(Memory::anything())) };
                let (index, value) = (self.number(index, board), self.number(value, board));
                Value::Map(Rc::new(map.store(&index, &value, board)))
            }
            Expr::Ite(condition, yes, no) => {
                let choice = self.condition(condition, board);
                match choice.constant() {
                    Some(true) => self.value(yes, board),
                    Some(false) => self.value(no, board),
                    None => {
                        let (yes, no) = (self.value(yes, board), self.value(no, board));
                        Value::choose(choice, &yes, &no, board)
                    }
                }
            }
            other => Value::Number(self.number(other, board)),
        }
    }

    pub fn number(&self, e: &Expr, board: &mut Board) -> Number {
        match e {
            Expr::Const(c) => Number::from(i128::try_from(c).ok().and_then(Word::constant)),
            Expr::Var(_) | Expr::Ite(..) => match self.value(e, board) {
                Value::Number(n) => n,
                Value::Map(_) => Number::anything(),
            },
            Expr::Neg(a) => {
                let a = self.number(a, board);
                with(a.word.neg(&mut board.gates), a.known)
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.number(a, board), self.number(b, board));
                operate(*op, &a, &b, board)
            }
            Expr::Bits(op, ty, a, b) => {
                let (a, b) = (self.number(a, board), self.number(b, board));
                let known = board.gates.and(a.known, b.known);
                let word = a.word.bitwise(&b.word, *op, *ty, &mut board.gates);
                board.or_any_of(with(word, known), *ty)
            }
            Expr::Wrap(ty, inner) => {
                let inner = match &**inner {
                    Expr::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl), a, b) => {
                        let (a, b) = (self.number(a, board), self.number(b, board));
                        // What does not fit anyway need not be computed in full.
                        if !a.word.results_fit(&b.word, *op, *ty) {
                            let known = board.gates.and(a.known, b.known);
                            let word = a.word.wrapped(&b.word, *op, *ty, &mut board.gates);
                            return board.or_any_of(with(word, known), *ty);
                        }
                        operate(*op, &a, &b, board)
                    }
                    other => self.number(other, board),
                };
                board.or_any_of(with(inner.word.wrap(*ty), inner.known), *ty)
            }
            Expr::Select(map, index) => match self.value(map, board) {
                Value::Map(map) => {
                    let index = self.number(index, board);
                    map.select(&index, board)
                }
                Value::Number(_) => Number::anything(),
            },
            Expr::Bound(_) | Expr::Store(..) | Expr::App(..) => Number::anything(),
        }
    }

    pub fn condition(&self, f: &Formula, board: &mut Board) -> Lit {
        match f {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::Not(f) => !self.condition(f, board),
            Formula::And(fs) => {
                let mut all = Lit::TRUE;
                for f in fs {
                    let lit = self.condition(f, board);
                    all = board.gates.and(all, lit);
                    if all == Lit::FALSE {
                        break;
                    }
                }
                all
            }
            Formula::Or(fs) => {
                let mut any = Lit::FALSE;
                for f in fs {
                    let lit = self.condition(f, board);
                    any = board.gates.or(any, lit);
                    if any == Lit::TRUE {
                        break;
                    }
                }
                any
            }
            Formula::Cmp(op, a, b) => {
                let (a, b) = (self.number(a, board), self.number(b, board));
                let gates = &mut board.gates;
                let known = gates.and(a.known, b.known);
                let (a, b) = (a.word, b.word);
                let holds = match op {
                    CmpOp::Eq => a.equal(&b, gates),
                    CmpOp::Ne => !a.equal(&b, gates),
                    CmpOp::Lt => a.less(&b, gates),
                    CmpOp::Ge => !a.less(&b, gates),
                    CmpOp::Gt => b.less(&a, gates),
                    CmpOp::Le => !b.less(&a, gates),
                };
                if known == Lit::TRUE {
                    return self.known.decides(holds, gates).map_or(holds, Lit::from);
                }
                let either = board.either();
                board.gates.mux(known, holds, either)
            }
            // What has no circuit may hold or not.
            Formula::Rel(..) | Formula::Quant(..) => board.either(),
        }
    }

    /// Takes note of what a condition says of the ranges; false if it cannot hold.
    pub fn narrow(&mut self, f: &Formula, board: &mut Board) -> bool {
        match f {
            Formula::And(fs) => fs.iter().all(|f| self.narrow(f, board)),
            Formula::Or(fs) => {
                let possible: Vec<&Formula> = fs.iter().filter(|f| self.condition(f, board) != Lit::FALSE).collect();
                match possible[..] {
                    [] => false,
                    [only] => self.narrow(only, board),
                    _ => true,
                }
            }
            Formula::Cmp(op, a, b) => {
                let (x, y) = (self.number(a, board), self.number(b, board));
                let (Some(x), Some(y)) = (x.certain(), y.certain()) else { return true };
                let below = |n: i128| n.saturating_sub(1);
                let above = |n: i128| n.saturating_add(1);
                let ((a_low, a_high), (b_low, b_high)) = match op {
                    CmpOp::Eq => ((y.low(), y.high()), (x.low(), x.high())),
                    CmpOp::Lt => ((i128::MIN, below(y.high())), (above(x.low()), i128::MAX)),
                    CmpOp::Le => ((i128::MIN, y.high()), (x.low(), i128::MAX)),
                    CmpOp::Gt => ((above(y.low()), i128::MAX), (i128::MIN, below(x.high()))),
                    CmpOp::Ge => ((y.low(), i128::MAX), (i128::MIN, x.high())),
                    CmpOp::Ne => (without(x, y), without(y, x)),
                };
                self.push(a, a_low, a_high, board) && self.push(b, b_low, b_high, board)
            }
            _ => true,
        }
    }

    /// Takes note that a term is in a range.
    fn push(&mut self, e: &Expr, low: i128, high: i128, board: &mut Board) -> bool {
        if low > high {
            return false;
        }
        match e {
            Expr::Var(v) => {
                let Value::Number(number) = &self.vars[v.index()] else { return true };
                let Some(old) = number.certain() else { return true };
                if low <= old.low() && old.high() <= high {
                    return true;
                }
                match old.narrowed(low, high) {
                    Some(word) => self.set(*v, Value::Number(Number::from(Some(word)))),
                    None => return false,
                }
                true
            }
            Expr::Neg(a) => self.push(a, high.saturating_neg(), low.saturating_neg(), board),
            Expr::Bin(BinOp::Add, a, b) => {
                let (x, y) = (self.number(a, board), self.number(b, board));
                let (Some(x), Some(y)) = (x.certain(), y.certain()) else { return true };
                self.push(a, less(low, y.high()), less(high, y.low()), board)
                    && self.push(b, less(low, x.high()), less(high, x.low()), board)
            }
            Expr::Bin(BinOp::Sub, a, b) => {
                let (x, y) = (self.number(a, board), self.number(b, board));
                let (Some(x), Some(y)) = (x.certain(), y.certain()) else { return true };
                self.push(a, plus(low, y.low()), plus(high, y.high()), board)
                    && self.push(b, less(x.low(), high), less(x.high(), low), board)
            }
            Expr::Bin(BinOp::Mul, a, b) => {
                let factor = |e: &Expr| match e {
                    Expr::Const(c) => i128::try_from(c).ok().filter(|c| *c > 0),
                    _ => None,
                };
                let (e, c) = match (factor(a), factor(b)) {
                    (Some(c), _) => (b, c),
                    (_, Some(c)) => (a, c),
                    _ => return true,
                };
                let low = if low == i128::MIN { low } else { low.div_euclid(c) + i128::from(low.rem_euclid(c) != 0) };
                let high = if high == i128::MAX { high } else { high.div_euclid(c) };
                self.push(e, low, high, board)
            }
            Expr::Wrap(ty, inner) => match self.number(inner, board).certain() {
                Some(word) if word.fits(*ty) => self.push(inner, low, high, board),
                _ => true,
            },
            Expr::Select(map, index) => {
                let Expr::Var(v) = &**map else { return true };
                let Some(index) = self.number(index, board).value() else { return true };
                let Value::Map(old) = &self.vars[v.index()] else { return true };
                match old.narrowed(index, low, high, board) {
                    Some(memory) => self.set(*v, Value::Map(Rc::new(memory))),
                    None => return false,
                }
                true
            }
            _ => true,
        }
    }
}

/// Says that all elements of a map are in the range of a type.
pub fn elements_of(v: VarId, ty: IntType) -> Formula {
    let element = || Expr::select(v, Expr::Bound("k".into()));
    let within = Formula::And(vec![Formula::cmp(CmpOp::Ge, element(), ty.min()), Formula::cmp(CmpOp::Le, element(), ty.max())]);
    Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], Arc::new(within))
}

/// The map and the type of which a formula says that.
pub fn elements(f: &Formula) -> Option<(VarId, IntType)> {
    let Formula::Quant(_, _, body) = f else { return None };
    let Formula::And(parts) = &**body else { return None };
    let [Formula::Cmp(_, element, low), Formula::Cmp(_, _, high)] = &parts[..] else { return None };
    let Expr::Select(map, _) = &**element else { return None };
    let Expr::Var(v) = &**map else { return None };
    let number = |e: &Expr| e.as_const().and_then(|c| i128::try_from(c).ok());
    let ty = smallest(number(low)?, number(high)?)?;
    // Whatever else it may look like, it is that very formula.
    (*f == elements_of(*v, ty)).then_some((*v, ty))
}

/// The map, the index and the value if a formula says what one element is.
fn cell(f: &Formula) -> Option<(VarId, (i128, i128))> {
    let Formula::Cmp(CmpOp::Eq, element, value) = f else { return None };
    let Expr::Select(map, index) = &**element else { return None };
    let Expr::Var(v) = &**map else { return None };
    let number = |e: &Expr| e.as_const().and_then(|c| i128::try_from(c).ok());
    Some((*v, (number(index)?, number(value)?)))
}

/// The bounds that a formula has for a variable, if it has both and they are words.
fn bounds(v: VarId, f: &Formula) -> Option<(i128, i128)> {
    let (low, high) = f.bounds(v);
    Some((i128::try_from(&low?).ok()?, i128::try_from(&high?).ok()?)).filter(|(low, high)| low <= high)
}

/// A number with more values has not few.
const FEW: i128 = 4096;

/// The values that a formula leaves for a variable, looking at its parts that are about nothing else, if they are few.
pub fn few_values(v: VarId, f: &Formula) -> Option<Vec<i128>> {
    let (low, high) = bounds(v, f)?;
    if high.checked_sub(low)? > FEW {
        return None;
    }
    let about: Vec<&Formula> = f.parts().iter().filter(|p| p.vars() == SortedSet::from([v])).collect();
    let possible = |value: &i128| {
        let is = |e: &Expr| (*e == Expr::Var(v)).then(|| Int::from(*value).into());
        about.iter().all(|p| p.subst(&is) != Formula::False)
    };
    Some((low..=high).filter(possible).collect())
}

fn operate(op: BinOp, a: &Number, b: &Number, board: &mut Board) -> Number {
    let gates = &mut board.gates;
    let known = gates.and(a.known, b.known);
    if known == Lit::FALSE {
        return Number::anything();
    }
    let (a, b) = (&a.word, &b.word);
    let word = match op {
        BinOp::Add => a.add(b, gates),
        BinOp::Sub => a.sub(b, gates),
        BinOp::Mul => a.mul(b, gates),
        BinOp::Div => a.divide(b, gates).map(|r| r.0),
        BinOp::Rem => a.divide(b, gates).map(|r| r.1),
        BinOp::Shl => a.shl(b, gates),
        BinOp::Shr => a.shr(b, gates),
    };
    with(word, known)
}

/// What is known where a condition holds.
fn with(word: Option<Word>, known: Lit) -> Number {
    match word {
        Some(word) if known != Lit::FALSE => Number { word, known },
        _ => Number::anything(),
    }
}

/// `a - b`, where the ends of the numbers are no ends.
fn less(a: i128, b: i128) -> i128 {
    if a == i128::MIN || a == i128::MAX { a } else { a.saturating_sub(b) }
}

fn plus(a: i128, b: i128) -> i128 {
    if a == i128::MIN || a == i128::MAX { a } else { a.saturating_add(b) }
}

/// What is left of the range of a number that is not the other one.
fn without(x: &Word, y: &Word) -> (i128, i128) {
    match y.value() {
        Some(c) if c == x.low() && c == x.high() => (1, 0),
        Some(c) if c == x.low() => (c + 1, x.high()),
        Some(c) if c == x.high() => (x.low(), c - 1),
        _ => (i128::MIN, i128::MAX),
    }
}
