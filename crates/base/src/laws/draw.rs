//! Random terms, formulas, statements, hints and concrete states over a small vocabulary.

use crate::cfa::{Cfa, InputKind, Sort, Stmt, VarDecl, VarId};
use crate::domain::OpKind;
use crate::exec::eval::{self, State, Value};
use crate::expr::{BinOp, BitOp, CmpOp, Expr, Formula, Quantifier};
use crate::hint::{Hint, Lesson, NodePath, Scope, Site};
use crate::int::{Int, IntType};
use crate::random::Random;
use std::sync::Arc;

/// The variables that the kit's statements speak of: machine integers, an unbounded one and an array.
pub fn vocabulary() -> Cfa {
    let mut cfa = Cfa::default();
    cfa.add_var(VarDecl::int("x", Some(IntType::I8)));
    cfa.add_var(VarDecl::int("y", Some(IntType::I8)));
    cfa.add_var(VarDecl::int("u", Some(IntType::U8)));
    cfa.add_var(VarDecl::int("z", None));
    cfa.add_var(VarDecl::array("a", Some(IntType::I8), Some(4)));
    cfa.entry = cfa.add_loc(crate::cfa::LocInfo::named("L0"));
    cfa
}

/// A source of random pieces of programs. The same seed draws the same pieces.
pub struct Draw {
    random: Random,
}

const CMP: [CmpOp; 6] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
const BIN: [BinOp; 10] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Shl,
    BinOp::Shr,
    // Sums are what programs are made of.
    BinOp::Add,
    BinOp::Sub,
    BinOp::Add,
];
const TYPES: [IntType; 4] = [IntType::I8, IntType::U8, IntType::signed(4), IntType::unsigned(3)];

impl Draw {
    pub fn new(seed: u64) -> Self {
        Draw { random: Random::new(seed) }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    fn int_var(&mut self, cfa: &Cfa) -> VarId {
        let ints: Vec<VarId> = (0..cfa.vars.len() as u32).map(VarId).filter(|v| cfa.var(*v).sort == Sort::Int).collect();
        *self.random.pick(&ints)
    }

    fn map_var(&mut self, cfa: &Cfa) -> Option<VarId> {
        (0..cfa.vars.len() as u32).map(VarId).find(|v| matches!(cfa.var(*v).sort, Sort::Map(..)))
    }

    pub fn constant(&mut self) -> Int {
        match self.below(8) {
            0 => Int::from(self.random.between(-130, 260)),
            1 => Int::from(*self.random.pick(&[127, -128, 255, 256])),
            _ => Int::from(self.random.between(-6, 6)),
        }
    }

    pub fn expr(&mut self, cfa: &Cfa, depth: u32) -> Expr {
        if depth == 0 || self.below(4) == 0 {
            return if self.below(3) == 0 { self.constant().into() } else { self.int_var(cfa).into() };
        }
        match self.below(12) {
            0 => Expr::neg(self.expr(cfa, depth - 1)),
            1 => Expr::wrap(*self.random.pick(&TYPES), self.expr(cfa, depth - 1)),
            2 => {
                let op = *self.random.pick(&[BitOp::And, BitOp::Or, BitOp::Xor]);
                let ty = *self.random.pick(&TYPES);
                Expr::bits(op, ty, self.expr(cfa, depth - 1), self.expr(cfa, depth - 1))
            }
            3 => Expr::ite(self.formula(cfa, depth - 1), self.expr(cfa, depth - 1), self.expr(cfa, depth - 1)),
            4 => match self.map_var(cfa) {
                Some(m) => Expr::select(m, self.expr(cfa, depth - 1)),
                None => self.int_var(cfa).into(),
            },
            _ => Expr::bin(*self.random.pick(&BIN), self.expr(cfa, depth - 1), self.expr(cfa, depth - 1)),
        }
    }

    pub fn formula(&mut self, cfa: &Cfa, depth: u32) -> Formula {
        if depth == 0 || self.below(2) == 0 {
            let (a, b) = (self.expr(cfa, depth), self.expr(cfa, depth));
            return Formula::cmp(*self.random.pick(&CMP), a, b);
        }
        let parts: Vec<Formula> = (0..2 + self.below(2)).map(|_| self.formula(cfa, depth - 1)).collect();
        if self.below(2) == 0 { Formula::and(parts) } else { Formula::or(parts) }
    }

    /// "Every element of the array is …", with an index variable.
    fn indexed(&mut self, cfa: &Cfa) -> Formula {
        let Some(m) = self.map_var(cfa) else { return self.formula(cfa, 1) };
        let element = Expr::select(m, Expr::bound("k"));
        let body = Formula::cmp(*self.random.pick(&CMP), element, self.constant());
        Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], Arc::new(body))
    }

    pub fn stmt(&mut self, cfa: &Cfa) -> Stmt {
        match self.below(12) {
            0 => Stmt::Skip,
            1 | 2 => {
                let ty = (self.below(3) > 0).then(|| *self.random.pick(&TYPES));
                let var = if self.below(4) == 0 { self.map_var(cfa).unwrap_or(VarId(0)) } else { self.int_var(cfa) };
                Stmt::Input { var, ty, kind: InputKind::Uninitialised }
            }
            3..=5 => Stmt::Assume(if self.below(8) == 0 { self.indexed(cfa) } else { self.formula(cfa, 2) }),
            6 if self.map_var(cfa).is_some() => {
                let m = self.map_var(cfa).unwrap();
                Stmt::Assign(m, Expr::store(m, self.expr(cfa, 1), self.expr(cfa, 2)))
            }
            _ => Stmt::Assign(self.int_var(cfa), self.expr(cfa, 2)),
        }
    }

    /// `v := v + c` with a small c that is not 0.
    pub fn climb(&mut self, cfa: &Cfa) -> Stmt {
        let v = self.int_var(cfa);
        let step = *self.random.pick(&[1i64, -1, 3]);
        Stmt::Assign(v, Expr::add(v, step))
    }

    /// Runs a statement on a concrete state; `None` if it blocks.
    pub fn execute(&mut self, stmt: &Stmt, before: &State) -> Option<State> {
        let mut after = before.clone();
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => {}
            Stmt::Assume(f) => return eval::holds(f, before)?.then_some(after),
            Stmt::Assign(v, e) => match &before.values[v.index()] {
                Value::Int(_) => after.set(*v, eval::int(e, before)?),
                Value::Map(_) => after.values[v.index()] = Value::Map(eval::map(e, before)?),
            },
            Stmt::Input { var, ty, .. } => match &before.values[var.index()] {
                Value::Int(_) => after.set(*var, self.input(*ty)),
                Value::Map(_) => {
                    // A map is 0 outside its entries, so 0 must be a value of the type; every type has it.
                    let entries = (0..4).map(|i| (Int::from(i), self.input(*ty))).collect();
                    after.values[var.index()] = Value::Map(entries);
                }
            },
        }
        Some(after)
    }

    fn input(&mut self, ty: Option<IntType>) -> Int {
        let value = self.constant();
        ty.map_or(value.clone(), |t| t.wrap(&value))
    }

    /// A concrete state that differs a little from the given one.
    pub fn near(&mut self, c: &State, cfa: &Cfa) -> State {
        let mut near = c.clone();
        for _ in 0..1 + self.below(2) {
            let v = self.int_var(cfa);
            let moved = near.int(v) + Int::from(self.random.between(-3, 3));
            near.set(v, moved);
        }
        near
    }

    /// Any hint that is not a ceiling.
    pub fn hint(&mut self, cfa: &Cfa) -> Hint {
        match self.below(7) {
            0 => Hint::Bound(self.formula(cfa, 1)),
            1 => Hint::Track(if self.below(2) == 0 { self.indexed(cfa) } else { self.formula(cfa, 1) }),
            2 => Hint::Merge,
            3 => Hint::Join,
            4 => Hint::Split,
            5 => Hint::Focus { guard: self.formula(cfa, 1), preds: (0..1 + self.below(2)).map(|_| self.formula(cfa, 1)).collect() },
            _ => Hint::Instantiate(self.expr(cfa, 1)),
        }
    }

    pub fn hints(&mut self, cfa: &Cfa) -> Vec<Hint> {
        (0..self.below(4)).map(|_| self.hint(cfa)).collect()
    }

    pub fn lesson(&mut self, cfa: &Cfa) -> Lesson {
        let mut lesson = Lesson::default();
        for _ in 0..1 + self.below(3) {
            let scope = match self.below(3) {
                0 => Scope::Everywhere,
                1 => Scope::Loc(cfa.entry),
                _ => Scope::Node(NodePath((0..self.below(4)).map(|_| self.below(9) as u32).collect())),
            };
            let visit = (self.below(2) == 0).then(|| 1 + self.below(5) as u32);
            lesson.hints.push((Site { scope, op: *self.random.pick(&OpKind::ALL), visit }, self.hint(cfa)));
        }
        lesson
    }
}
