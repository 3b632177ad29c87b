//! A program that grows: a statement is proposed, run on every input, and kept if no run has a fault. So what the program's places hold is
//! always known.

use super::act::{Act, BYTE_WAYS, VALUE_WAYS, Writer};
use super::memory::{Address, Byte, Fault, State, Value};
use super::term::{Expr, Place, Var};
use super::types::{INT, Int, Record, Ty};
use base::random::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The first variable is the input; the next two count in loops.
const INPUT: usize = 0;
const COUNTERS: [usize; 2] = [1, 2];
/// How often a statement is proposed before there is none.
const TRIES: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In `main`, not initialised.
    Unset,
    /// In `main`, with an initialiser.
    Initialised,
    /// In the file, `static`, without an initialiser: zero.
    Static,
}

/// How often, relatively, each kind of statement is proposed.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    pub assign: u64,
    pub copy: u64,
    pub bytes: u64,
    pub fill: u64,
    pub branch: u64,
    pub count: u64,
    pub switch: u64,
    pub skip: u64,
    pub heap: u64,
}

pub struct Sketch<'r> {
    pub random: &'r mut Random,
    pub records: Vec<Arc<Record>>,
    pub vars: Vec<Var>,
    /// The declaration of each variable, and whether it stands in the file.
    declarations: Vec<(bool, String)>,
    acts: Vec<Act>,
    /// A state for each input, from 0 on.
    pub states: Vec<State>,
    checks: Vec<String>,
    /// A loop's counter and its bound, where statements of a body are made.
    counting: Vec<(usize, usize)>,
}

impl<'r> Sketch<'r> {
    /// A program with so many different inputs; one means none is read.
    pub fn new(random: &'r mut Random, inputs: usize) -> Self {
        let states = (0..inputs).map(|_| State { objects: Vec::new() }).collect();
        let (records, vars, declarations) = (Vec::new(), Vec::new(), Vec::new());
        let mut sketch = Sketch { random, records, vars, declarations, acts: Vec::new(), states, checks: Vec::new(), counting: Vec::new() };
        for name in ["n", "i", "j"] {
            sketch.declare(name, Ty::Int(INT), Storage::Unset);
        }
        for (k, state) in sketch.states.iter_mut().enumerate() {
            // The input fits, so this cannot fail.
            let _ = state.store_int(Address { object: INPUT, offset: 0 }, INT, k as i128);
        }
        sketch
    }

    pub fn declare(&mut self, name: &str, ty: Ty, storage: Storage) -> usize {
        let mut fill = vec![Byte::Unset; ty.size()];
        let declaration = match storage {
            Storage::Unset => (false, format!("{};", ty.declare(name))),
            Storage::Static => {
                zeros(&ty, 0, &mut fill);
                (true, format!("static {};", ty.declare(name)))
            }
            Storage::Initialised => {
                zeros(&ty, 0, &mut fill);
                let text = self.initialiser(&ty, 0, &mut fill);
                (false, format!("{} = {text};", ty.declare(name)))
            }
        };
        for state in &mut self.states {
            let object = state.new_object(fill.len(), Byte::Unset, false);
            state.objects[object].bytes.copy_from_slice(&fill);
        }
        self.vars.push(Var { name: name.into(), ty });
        self.declarations.push(declaration);
        self.vars.len() - 1
    }

    fn initialiser(&mut self, ty: &Ty, at: usize, bytes: &mut [Byte]) -> String {
        match ty {
            Ty::Int(int) => {
                let value = self.constant(*int);
                (0..int.size).for_each(|k| bytes[at + k] = Byte::Number((value >> (8 * k)) as u8));
                Expr::Const(int.promoted(), value).text(&[])
            }
            Ty::Pointer(_) => "0".into(),
            Ty::Array(element, n) => {
                let given = self.random.between(1, *n as i64) as usize;
                let items: Vec<String> = (0..given).map(|k| self.initialiser(element, at + k * element.size(), bytes)).collect();
                format!("{{{}}}", items.join(", "))
            }
            Ty::Record(record) if record.union => {
                let member = self.random.below(record.members.len() as u64) as usize;
                let (name, ty) = &record.members[member];
                bytes[at..at + Ty::Record(record.clone()).size()].fill(Byte::Open);
                zeros(ty, at, bytes);
                format!("{{.{name} = {}}}", self.initialiser(ty, at, bytes))
            }
            Ty::Record(record) => {
                let given = self.random.between(1, record.members.len() as i64) as usize;
                // Padding of an automatic object is not initialised.
                let mut mark = vec![false; ty.size()];
                ty.value_bytes(0, &mut mark);
                mark.iter().enumerate().filter(|(_, value)| !**value).for_each(|(k, _)| bytes[at + k] = Byte::Open);
                let items: Vec<String> = (0..given).map(|k| self.initialiser(&record.members[k].1, at + record.offset(k), bytes)).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    /// A number that the type holds: small, or of many bytes.
    pub fn constant(&mut self, int: Int) -> i128 {
        let value = match self.random.below(4) {
            0 => self.random.between(0, 3),
            1 => self.random.between(-100, 100),
            2 => self.random.next_u64() as i64 >> self.random.below(60),
            _ => *self.random.pick(&[0x0102_0304_0506_0708, 0x7fff_ffff, -1, 0x0100, 0x00ff_00ff, 1 << 31]),
        };
        int.wrap(i128::from(value))
    }

    fn each(&self, holds: impl Fn(&State) -> bool) -> bool {
        self.states.iter().all(holds)
    }

    fn writable(&self, place: &Place) -> bool {
        let size = place.ty(&self.vars).size();
        self.each(|state| place.at(&self.vars, state).and_then(|at| state.bytes(at, size)).is_ok())
    }

    pub fn readable(&self, place: &Place) -> bool {
        self.each(|state| place.at(&self.vars, state).and_then(|at| state.load(at, &place.ty(&self.vars))).is_ok())
    }

    /// What reading it does in each run.
    pub fn loads(&self, place: &Place) -> Vec<Result<Value, Fault>> {
        let load = |state: &State| place.at(&self.vars, state).and_then(|at| state.load(at, &place.ty(&self.vars)));
        self.states.iter().map(load).collect()
    }

    /// Whether in some run no byte of it was written, so that it may be any value there.
    pub fn may_be_anything(&self, place: &Place) -> bool {
        let size = place.ty(&self.vars).size();
        let bytes = |state: &State| place.at(&self.vars, state).and_then(|at| state.bytes(at, size));
        self.states.iter().any(|state| bytes(state).is_ok_and(|all| all.iter().all(|b| *b == Byte::Unset)))
    }

    /// All places of variables, and of what they point to; the loop counters and the input are not among them.
    pub fn places(&self) -> Vec<Place> {
        let mut found = Vec::new();
        for k in 0..self.vars.len() {
            if k != INPUT && !COUNTERS.contains(&k) {
                self.expand(Place::Var(k), 0, &mut found);
            }
        }
        found
    }

    fn expand(&self, place: Place, followed: usize, found: &mut Vec<Place>) {
        match place.ty(&self.vars) {
            Ty::Int(_) => {}
            Ty::Pointer(_) => {
                let to = Place::Follow(Box::new(Expr::Load(Box::new(place.clone()))));
                if followed < 2 && self.writable(&to) {
                    self.expand(to, followed + 1, found);
                }
            }
            Ty::Array(_, n) => {
                for k in 0..n {
                    self.expand(Place::Index(Box::new(place.clone()), Box::new(Expr::Const(INT, k as i128))), followed, found);
                }
            }
            Ty::Record(record) => {
                for k in 0..record.members.len() {
                    self.expand(Place::Member(Box::new(place.clone()), k), followed, found);
                }
            }
        }
        found.push(place);
    }

    pub fn scalars(&self) -> Vec<Place> {
        self.places().into_iter().filter(|place| place.ty(&self.vars).scalar()).collect()
    }

    pub fn readable_ints(&self) -> Vec<Place> {
        let places = self.scalars().into_iter();
        places.filter(|place| matches!(place.ty(&self.vars), Ty::Int(_)) && self.readable(place)).collect()
    }

    fn pick(&mut self, places: &[Place]) -> Option<Place> {
        (!places.is_empty()).then(|| self.random.pick(places).clone())
    }

    /// The place with a constant index replaced by the counter of the loop around it, where that stays inside.
    fn indexed(&mut self, place: Place) -> Place {
        let Some(&(counter, bound)) = self.counting.last() else { return place };
        let by_counter = Expr::Load(Box::new(Place::Var(counter)));
        match place {
            Place::Index(inner, index) => match inner.ty(&self.vars) {
                Ty::Array(_, n) if n >= bound && !self.random.chance(4) => Place::Index(inner, Box::new(by_counter)),
                _ => Place::Index(inner, index),
            },
            Place::Member(inner, k) => Place::Member(Box::new(self.indexed(*inner)), k),
            place => place,
        }
    }

    pub fn int_expr(&mut self, depth: usize) -> Expr {
        let operators = ["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "==", "<", "!="];
        match self.random.below(if depth == 0 { 2 } else { 4 }) {
            0 => {
                let int = *self.random.pick(&[INT, INT, super::types::UINT, super::types::LONG]);
                let value = self.constant(int);
                Expr::Const(int, value)
            }
            2 => {
                let op = *self.random.pick(&operators);
                let left = self.int_expr(depth - 1);
                let right = if op.len() == 2 && op != "==" && op != "!=" {
                    Expr::Const(INT, i128::from(self.random.below(16)))
                } else {
                    self.int_expr(depth - 1)
                };
                Expr::Binary(op, Box::new(left), Box::new(right))
            }
            3 => Expr::Cast(*self.random.pick(&super::types::INTS), Box::new(self.int_expr(depth - 1))),
            _ => {
                let mut places = self.readable_ints();
                places.push(Place::Var(INPUT));
                places.extend(self.counting.iter().map(|(counter, _)| Place::Var(*counter)));
                let place = self.random.pick(&places).clone();
                Expr::Load(Box::new(self.indexed(place)))
            }
        }
    }

    /// A condition that depends on the input, if there is one.
    pub fn condition(&mut self) -> Expr {
        let left = if self.random.chance(3) { self.int_expr(1) } else { Expr::Load(Box::new(Place::Var(INPUT))) };
        let op = *self.random.pick(&["==", "!=", "<", "<="]);
        let right = Expr::Const(INT, i128::from(self.random.between(0, self.states.len() as i64)));
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    fn assignment(&mut self) -> Option<Act> {
        let places: Vec<Place> = self.scalars().into_iter().filter(|place| self.writable(place)).collect();
        let place = self.pick(&places)?;
        let place = self.indexed(place);
        let value = match place.ty(&self.vars) {
            Ty::Pointer(to) => {
                // Pointers stay away from the heap's insides and from other pointers' variables that may end before them.
                let targets: Vec<Place> = self.places().into_iter().filter(|p| p.ty(&self.vars) == *to && self.writable(p)).collect();
                let same: Vec<Place> =
                    self.scalars().into_iter().filter(|p| p.ty(&self.vars) == place.ty(&self.vars) && self.readable(p)).collect();
                match self.random.below(5) {
                    0 => Expr::Null(place.ty(&self.vars)),
                    1 | 2 if !same.is_empty() => Expr::Load(Box::new(self.pick(&same)?)),
                    _ => Expr::Address(Box::new(self.pick(&targets)?)),
                }
            }
            _ => self.int_expr(2),
        };
        Some(Act::Assign(place, value))
    }

    fn copy(&mut self) -> Option<Act> {
        let places: Vec<Place> = self.places().into_iter().filter(|p| !p.ty(&self.vars).scalar() && self.writable(p)).collect();
        let to = self.pick(&places)?;
        let ty = to.ty(&self.vars);
        let same: Vec<Place> = places.into_iter().filter(|p| p.ty(&self.vars) == ty).collect();
        let from = self.pick(&same)?;
        let value = matches!(ty, Ty::Record(_)) && !self.random.chance(3);
        let way = if value { *self.random.pick(&VALUE_WAYS) } else { *self.random.pick(&BYTE_WAYS) };
        Some(Act::Copy(way, self.indexed(to), self.indexed(from)))
    }

    /// Places for bytes. A pointer is seldom one: that its bytes are not understood is known.
    fn raw(&mut self) -> Vec<Place> {
        let pointers = self.random.chance(10);
        let raw = |place: &Place| self.writable(place) && (pointers || !matches!(place.ty(&self.vars), Ty::Pointer(_)));
        self.places().into_iter().filter(raw).collect()
    }

    fn bytes(&mut self) -> Option<Act> {
        let places = self.raw();
        let (to, from) = (self.pick(&places)?, self.pick(&places)?);
        let most = to.ty(&self.vars).size().min(from.ty(&self.vars).size());
        let n = if self.random.chance(3) { self.random.between(1, most as i64) as usize } else { most };
        Some(Act::Bytes(*self.random.pick(&BYTE_WAYS), to, from, n))
    }

    fn fill(&mut self) -> Option<Act> {
        let places = self.raw();
        let place = self.pick(&places)?;
        Some(Act::Fill(place, *self.random.pick(&[0, 0, 1, 255, 90])))
    }

    fn some(&mut self, mix: &Mix, most: i64, depth: usize) -> Vec<Act> {
        let n = self.random.between(1, most);
        (0..n).filter_map(|_| self.propose(mix, depth)).collect()
    }

    fn propose(&mut self, mix: &Mix, depth: usize) -> Option<Act> {
        let nested = |weight: u64| if depth == 0 { 0 } else { weight };
        let weights = [
            mix.assign,
            mix.copy,
            mix.bytes,
            mix.fill,
            mix.heap,
            nested(mix.branch),
            nested(mix.count),
            nested(mix.switch),
            nested(mix.skip),
        ];
        let mut at = self.random.below(weights.iter().sum());
        let kind = weights.iter().position(|weight| {
            let here = at < *weight;
            at = at.saturating_sub(*weight);
            here
        })?;
        match kind {
            0 => self.assignment(),
            1 => self.copy(),
            2 => self.bytes(),
            3 => self.fill(),
            4 => {
                let pointer = |place: &Place| matches!(place.ty(&self.vars), Ty::Pointer(_)) && self.writable(place);
                let pointers: Vec<Place> = self.scalars().into_iter().filter(pointer).collect();
                let place = self.pick(&pointers)?;
                Some(if self.random.chance(3) { Act::Free(place) } else { Act::Allocate(place, self.random.chance(2)) })
            }
            5 => {
                let (condition, then) = (self.condition(), self.some(mix, 2, depth - 1));
                let other = if self.random.chance(2) { self.some(mix, 2, depth - 1) } else { Vec::new() };
                Some(Act::If(condition, then, other))
            }
            6 => {
                let counter = *COUNTERS.get(self.counting.len())?;
                let times = self.random.between(1, 3) as usize;
                let until = self.random.chance(4).then(|| self.condition());
                self.counting.push((counter, times));
                let body = self.some(mix, 2, depth - 1);
                self.counting.pop();
                Some(Act::Count(counter, times, until, body))
            }
            7 => {
                let n = self.random.between(1, 3);
                let cases = (0..n).map(|k| (i128::from(k), self.some(mix, 1, depth - 1))).collect();
                let default = self.random.chance(2).then(|| self.some(mix, 1, depth - 1));
                Some(Act::Switch(Expr::Load(Box::new(Place::Var(INPUT))), cases, default))
            }
            _ => {
                let condition = self.condition();
                Some(Act::Skip(condition, self.some(mix, 2, depth - 1)))
            }
        }
    }

    /// Keeps the statement if no run has a fault in it.
    pub fn keep(&mut self, act: Act) -> bool {
        let mut after = self.states.clone();
        let fine = after.iter_mut().all(|state| act.run(&self.vars, state).is_ok());
        if fine {
            self.states = after;
            self.acts.push(act);
        }
        fine
    }

    /// Adds so many statements, if that many can be found.
    pub fn grow(&mut self, mix: &Mix, n: usize) {
        for _ in 0..n {
            for _ in 0..TRIES {
                if let Some(act) = self.propose(mix, 2)
                    && self.keep(act)
                {
                    break;
                }
            }
        }
    }

    /// Frees what variables still point to, and says whether some block is left.
    pub fn free_all(&mut self) -> bool {
        for place in self.scalars() {
            let heap = |state: &State| match place.at(&self.vars, state).and_then(|at| state.load(at, &place.ty(&self.vars))) {
                Ok(Value::Pointer(Some(at))) => state.objects[at.object].heap && state.objects[at.object].alive,
                _ => false,
            };
            if self.each(heap) {
                self.keep(Act::Free(place));
            }
        }
        self.states.iter().any(|state| state.objects.iter().any(|object| object.heap && object.alive))
    }

    /// A check of an int that can be read, that fails for some input or for none; the text is the condition for the error.
    pub fn assertion(&mut self, fails: bool) -> Option<String> {
        let places = self.readable_ints();
        let place = self.pick(&places)?;
        let Ty::Int(int) = place.ty(&self.vars) else { return None };
        let values: BTreeSet<i128> =
            self.loads(&place).into_iter().filter_map(|v| if let Ok(Value::Int(n)) = v { Some(n) } else { None }).collect();
        let known = *self.random.pick(&values.iter().copied().collect::<Vec<_>>());
        let other = self.absent(int, &values);
        let (op, value) = match (fails, other) {
            (true, Some(other)) if self.random.chance(3) => ("!=", other),
            (true, _) => ("==", known),
            (false, Some(other)) if values.len() > 1 || self.random.chance(3) => ("==", other),
            (false, _) if values.len() == 1 => ("!=", known),
            (false, _) => return None,
        };
        let ty = if int.rank == 4 || int.rank == 3 { int } else { INT };
        Some(format!("{} {op} {}", place.text(&self.vars), Expr::Const(ty, value).text(&[])))
    }

    /// A value of the type that is none of these; often one that lost or mixed data would give.
    fn absent(&mut self, int: Int, values: &BTreeSet<i128>) -> Option<i128> {
        let first = *values.first()?;
        let candidates = [0, first + 1, first - 1, first & 0xff, first >> 8, first ^ 1, -1];
        let candidates: Vec<i128> = candidates.into_iter().map(|n| int.wrap(n)).filter(|n| !values.contains(n)).collect();
        (!candidates.is_empty()).then(|| *self.random.pick(&candidates))
    }

    pub fn check(&mut self, condition: &str) {
        self.checks.push(format!("if ({condition}) reach_error();"));
    }

    /// A last statement that is no act.
    pub fn last(&mut self, line: String) {
        self.checks.push(line);
    }

    /// The inputs of all runs.
    pub fn inputs(&self) -> Vec<Vec<i64>> {
        if self.states.len() == 1 { Vec::new() } else { (0..self.states.len() as i64).map(|n| vec![n]).collect() }
    }

    pub fn text(&self) -> String {
        let mut writer = Writer::default();
        let inputs = self.states.len();
        for (k, (_, declaration)) in self.declarations.iter().enumerate().filter(|(_, (file, _))| !file) {
            match k {
                INPUT if inputs == 1 => writer.line(1, "int n = 0;"),
                INPUT => {
                    writer.line(1, "int n = __VERIFIER_nondet_int();");
                    writer.line(1, &format!("if (n < 0 || n >= {inputs}) return 0;"));
                }
                _ => writer.line(1, declaration),
            }
        }
        writer.acts(&self.acts, &self.vars, 1);
        for check in &self.checks {
            writer.line(1, check);
        }
        let mut text =
            String::from("#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void);\nint __VERIFIER_nondet_int(void);\n");
        self.records.iter().for_each(|record| text.push_str(&record.definition()));
        for (_, declaration) in self.declarations.iter().filter(|(file, _)| *file) {
            text.push_str(declaration);
            text.push('\n');
        }
        for helper in writer.helpers.values() {
            text.push_str(helper);
            text.push('\n');
        }
        format!("{text}int main(void) {{\n{}  return 0;\n}}\n", writer.body)
    }
}

/// The bytes of a value that is zero everywhere.
fn zeros(ty: &Ty, at: usize, bytes: &mut [Byte]) {
    match ty {
        Ty::Pointer(_) => (0..8).for_each(|k| bytes[at + usize::from(k)] = Byte::Part(None, k)),
        Ty::Array(element, n) => (0..*n).for_each(|k| zeros(element, at + k * element.size(), bytes)),
        Ty::Record(record) if !record.union => {
            bytes[at..at + ty.size()].fill(Byte::Number(0));
            (0..record.members.len()).for_each(|k| zeros(&record.members[k].1, at + record.offset(k), bytes));
        }
        _ => bytes[at..at + ty.size()].fill(Byte::Number(0)),
    }
}
