//! The compiler from automata to register code.
//!
//! A location whose two guards are each other's negation is decided by one fused comparison; any other location
//! evaluates all its guards and asks for a choice among the enabled edges. A quantifier that bounds its variables is a loop over
//! its instances. What has no machine meaning (other quantifiers, function symbols) becomes [`Op::Leave`], which hands the run to the reference.
//!
//! Invariant: the code reads inputs in the same order as [`super::walk`]. For this the open elements that a statement
//! reads are closed before it, in the reverse of the order in which `Expr::walk` visits them, including those in branches
//! that will not be taken.

use super::Request;
use super::bounded::{self, Range, has_quantifier, ranges};
use super::machine_code::{Code, Op, Pc, Reduce, Reg, Site};
use super::machine_memory::{Place, places};
use crate::cfa::{Cfa, EdgeId, LocId, Sort, Stmt, VarId};
use crate::expr::{BinOp, CmpOp, Expr, Formula, Name, Quantifier};
use crate::int::IntType;
use crate::{SortedMap, SortedSet};

/// The machine cannot evaluate this term or formula.
struct Foreign;

type Compiled<T> = Result<T, Foreign>;

/// A place in the code that may not be known yet: an index into [`Compiler::labels`].
type Label = u32;

/// Chains longer than this are cut, so that a weight fits its field.
const CHAIN: u16 = 10_000;

struct Compiler<'a> {
    cfa: &'a Cfa,
    errors: SortedSet<LocId>,
    may_open: SortedSet<VarId>,
    code: Code,
    constants: SortedMap<i128, Reg>,
    first_temporary: Reg,
    next_temporary: Reg,
    labels: Vec<Pc>,
    blocks: SortedMap<LocId, Label>,
    pending: Vec<LocId>,
    /// The place in the program that is being compiled.
    site: Site,
    /// The registers of the quantified variables around the place.
    bound: SortedMap<Name, Reg>,
}

pub(super) fn compile(cfa: &Cfa) -> Code {
    let places = places(cfa);
    let variables = places.iter().filter(|p| matches!(p, Place::Word(_))).count() as Reg;
    let values = constants(cfa);
    let first_temporary = variables + values.len() as Reg;
    let mut compiler = Compiler {
        cfa,
        errors: cfa.errors.iter().map(|e| e.loc).collect(),
        may_open: may_open(cfa),
        constants: values.iter().zip(variables..).map(|(c, r)| (*c, r)).collect(),
        code: Code { places, constants: values.into_iter().collect(), ..Code::default() },
        first_temporary,
        next_temporary: first_temporary,
        labels: Vec::new(),
        blocks: SortedMap::new(),
        pending: Vec::new(),
        site: Site { loc: cfa.entry, path: 0, before: 0, yes: (0, 0), no: (0, 0) },
        bound: SortedMap::new(),
    };
    let entry = compiler.block_of(cfa.entry);
    while let Some(loc) = compiler.pending.pop() {
        compiler.block(loc);
    }
    let Compiler { mut code, labels, .. } = compiler;
    for target in code.ops.iter_mut().flat_map(|op| op.targets()).flatten() {
        *target = labels[*target as usize];
    }
    code.entry = labels[entry as usize];
    code
}

/// The constants of the program that fit a register, and 0 and 1.
fn constants(cfa: &Cfa) -> SortedSet<i128> {
    let mut found = SortedSet::from([0, 1]);
    let mut visit = |e: &Expr| found.extend(e.as_const().and_then(|c| i128::try_from(c).ok()));
    for edge in &cfa.edges {
        match &edge.stmt {
            Stmt::Assign(_, e) => e.walk(&mut visit),
            Stmt::Assume(f) => {
                f.walk(&mut visit);
                bounded::walk_bounds(f, &mut visit);
            }
            Stmt::Print { values, .. } => values.iter().for_each(|e| e.walk(&mut visit)),
            Stmt::Skip | Stmt::Input { .. } => {}
        }
    }
    found
}

/// The maps that may have open elements: inputs, and what is copied from them.
fn may_open(cfa: &Cfa) -> SortedSet<VarId> {
    let is_map = |v: VarId| matches!(cfa.var(v).sort, Sort::Map(..));
    let mut open = SortedSet::new();
    loop {
        let known = open.len();
        for edge in &cfa.edges {
            match &edge.stmt {
                Stmt::Input { var, .. } if is_map(*var) => drop(open.insert(*var)),
                Stmt::Assign(v, value) if is_map(*v) && value.vars().iter().any(|u| open.contains(u)) => drop(open.insert(*v)),
                _ => {}
            }
        }
        if open.len() == known {
            return open;
        }
    }
}

/// `low ≤ term ≤ high` with constant bounds, or (second) its negation.
fn range(f: &Formula) -> Option<(&Expr, &Expr, &Expr, bool)> {
    let (parts, inside) = match f {
        Formula::And(parts) => (parts, true),
        Formula::Or(parts) => (parts, false),
        _ => return None,
    };
    let [Formula::Cmp(op1, a1, b1), Formula::Cmp(op2, a2, b2)] = parts.as_slice() else { return None };
    let (lower, upper) = if inside { (CmpOp::Ge, CmpOp::Le) } else { (CmpOp::Lt, CmpOp::Gt) };
    let constant = b1.as_const().is_some() && b2.as_const().is_some();
    if !constant || a1 != a2 {
        return None;
    }
    match (*op1, *op2) {
        (l, u) if (l, u) == (lower, upper) => Some((&**a1, &**b1, &**b2, inside)),
        (u, l) if (l, u) == (lower, upper) => Some((&**a1, &**b2, &**b1, inside)),
        _ => None,
    }
}

/// A comparison by `=` or `<` only: whether by `=`, the operands, and whether the answer is to be negated.
fn normal(op: CmpOp, a: Reg, b: Reg) -> (bool, Reg, Reg, bool) {
    match op {
        CmpOp::Eq => (true, a, b, false),
        CmpOp::Ne => (true, a, b, true),
        CmpOp::Lt => (false, a, b, false),
        CmpOp::Ge => (false, a, b, true),
        CmpOp::Gt => (false, b, a, false),
        CmpOp::Le => (false, b, a, true),
    }
}

/// Blocks and edges.
impl<'a> Compiler<'a> {
    fn emit(&mut self, op: Op) -> Pc {
        self.code.ops.push(op);
        self.code.sites.push(self.site);
        self.code.ops.len() as Pc - 1
    }

    fn label(&mut self) -> Label {
        self.labels.push(Pc::MAX);
        self.labels.len() as Label - 1
    }

    fn bind(&mut self, label: Label) {
        self.labels[label as usize] = self.code.ops.len() as Pc;
    }

    fn block_of(&mut self, loc: LocId) -> Label {
        if let Some(label) = self.blocks.get(&loc) {
            return *label;
        }
        let label = self.label();
        self.blocks.insert(loc, label);
        self.pending.push(loc);
        label
    }

    /// Ends code that could not be completed; its labels since the given one that have no place yet lead here.
    fn leave(&mut self, since: usize) {
        let here = self.code.ops.len() as Pc;
        let blocks: SortedSet<Label> = self.blocks.values().copied().collect();
        for (label, pc) in self.labels.iter_mut().enumerate().skip(since) {
            if *pc == Pc::MAX && !blocks.contains(&(label as Label)) {
                *pc = here;
            }
        }
        self.emit(Op::Leave);
    }

    /// Records the edges of the block so far and one more as a path.
    fn path(&mut self, last: Option<EdgeId>) -> (u32, u32) {
        let from = self.code.paths.len();
        let own = self.site.path as usize;
        self.code.paths.extend_from_within(own..own + usize::from(self.site.before));
        self.code.paths.extend(last);
        (from as u32, self.code.paths.len() as u32)
    }

    fn block(&mut self, head: LocId) {
        let label = self.block_of(head);
        self.bind(label);
        let since = self.labels.len();
        let cfa = self.cfa;
        self.site = Site { loc: head, path: self.code.paths.len() as u32, before: 0, yes: (0, 0), no: (0, 0) };
        loop {
            let loc = self.site.loc;
            self.next_temporary = self.first_temporary;
            if self.errors.contains(&loc) {
                self.emit(Op::Error);
                return;
            }
            let done = match cfa.out(loc) {
                [] => {
                    self.emit(Op::Exit);
                    return;
                }
                [e] => match &cfa.edge(*e).stmt {
                    Stmt::Assume(f) => self.branch(f, *e, None),
                    stmt => match self.statement(*e, stmt) {
                        Ok(()) => {
                            self.code.paths.push(*e);
                            self.site.before += 1;
                            self.site.loc = cfa.edge(*e).to;
                            let next = self.site.loc;
                            if cfa.into(next).len() < 2 && next != cfa.entry && self.site.before < CHAIN {
                                continue;
                            }
                            self.goto(None, next);
                            return;
                        }
                        foreign => foreign,
                    },
                },
                [e1, e2] => match self.complementary(*e1, *e2) {
                    Some(f) => self.branch(f, *e1, Some(*e2)),
                    None => self.choice(loc),
                },
                _ => self.choice(loc),
            };
            if done.is_err() {
                self.leave(since);
            }
            return;
        }
    }

    fn goto(&mut self, last: Option<EdgeId>, to: LocId) {
        let target = self.block_of(to);
        let weight = self.site.before + u16::from(last.is_some());
        let yes = self.path(last);
        let at = self.emit(Op::Goto { weight, to: target });
        self.code.sites[at as usize].yes = yes;
    }

    /// The guard of the first edge, if it is the negation of that of the second and cannot read more elements than it.
    fn complementary(&self, e1: EdgeId, e2: EdgeId) -> Option<&'a Formula> {
        let cfa = self.cfa;
        let (Stmt::Assume(f), Stmt::Assume(g)) = (&cfa.edge(e1).stmt, &cfa.edge(e2).stmt) else { return None };
        // With quantifiers the two must read the same elements, so they must be of one form.
        let (opposite, same) = (f.negate() == *g, g.negate() == *f);
        if !opposite && !same || has_quantifier(f) && !(opposite && same) {
            return None;
        }
        let mut plain = true;
        f.walk(&mut |e| plain &= !matches!(e, Expr::Select(m, _) if !matches!(**m, Expr::Var(_))));
        (plain || self.may_open.is_empty()).then_some(f)
    }

    /// Takes `e` if its guard `f` holds, else `other`, or blocks if there is none.
    fn branch(&mut self, f: &Formula, e: EdgeId, other: Option<EdgeId>) -> Compiled<()> {
        let cfa = self.cfa;
        self.begin_condition(f)?;
        if let Some(other) = other {
            let weight = self.site.before + 1;
            let fused = match (f, range(f)) {
                (Formula::Cmp(op, a, b), _) => {
                    let (a, b) = (self.term(a)?, self.term(b)?);
                    let (equal, a, b, negated) = normal(*op, a, b);
                    let make =
                        move |yes, no| if equal { Op::BranchEq { weight, a, b, yes, no } } else { Op::BranchLt { weight, a, b, yes, no } };
                    Some((Box::new(make) as Box<dyn Fn(Pc, Pc) -> Op>, negated))
                }
                (_, Some((term, low, high, inside))) => {
                    let (a, low, high) = (self.term(term)?, self.term(low)?, self.term(high)?);
                    Some((Box::new(move |yes, no| Op::BranchIn { weight, a, low, high, yes, no }) as _, !inside))
                }
                _ => None,
            };
            if let Some((make, negated)) = fused {
                let (e, other) = if negated { (other, e) } else { (e, other) };
                let (to_yes, to_no) = (self.block_of(cfa.edge(e).to), self.block_of(cfa.edge(other).to));
                let (yes, no) = (self.path(Some(e)), self.path(Some(other)));
                let at = self.emit(make(to_yes, to_no)) as usize;
                self.code.sites[at] = Site { yes, no, ..self.code.sites[at] };
                return Ok(());
            }
        }
        let (yes, no) = (self.label(), self.label());
        self.condition(f, yes, no)?;
        self.bind(yes);
        self.goto(Some(e), cfa.edge(e).to);
        self.bind(no);
        match other {
            Some(other) => self.goto(Some(other), cfa.edge(other).to),
            None => drop(self.emit(Op::Blocked)),
        }
        Ok(())
    }

    /// Evaluates every guard in order, then takes the enabled edge, or the one that the inputs choose.
    fn choice(&mut self, loc: LocId) -> Compiled<()> {
        let cfa = self.cfa;
        let out = cfa.out(loc);
        self.emit(Op::Guards);
        for (n, e) in out.iter().enumerate() {
            let after = self.label();
            if let Stmt::Assume(f) = &cfa.edge(*e).stmt {
                self.begin_condition(f)?;
                let yes = self.label();
                self.condition(f, yes, after)?;
                self.bind(yes);
            }
            self.emit(Op::Enable { n: n as u32 });
            self.bind(after);
        }
        let table = self.code.ops.len() as Pc + 1;
        self.emit(Op::Choose { table, options: out.len() as u32 });
        let starts: Vec<Label> = out.iter().map(|_| self.label()).collect();
        for start in &starts {
            self.emit(Op::Jump { to: *start });
        }
        for (e, start) in out.iter().zip(starts) {
            self.bind(start);
            self.next_temporary = self.first_temporary;
            let since = self.labels.len();
            match self.statement(*e, &cfa.edge(*e).stmt) {
                Ok(()) => self.goto(Some(*e), cfa.edge(*e).to),
                Err(Foreign) => self.leave(since),
            }
        }
        Ok(())
    }

    fn statement(&mut self, e: EdgeId, stmt: &Stmt) -> Compiled<()> {
        match stmt {
            Stmt::Skip | Stmt::Assume(_) => {}
            Stmt::Assign(v, value) => {
                self.closes(|visit| value.walk(visit))?;
                match self.code.places[v.index()] {
                    Place::Word(d) => self.term_into(value, d)?,
                    Place::Array(array) => self.assign_array(array, self.may_open.contains(v), value)?,
                }
            }
            Stmt::Input { var, ty, .. } => {
                let request = self.code.requests.len() as u32;
                self.code.requests.push(Request::Value { edge: e, var: *var, ty: *ty });
                match self.code.places[var.index()] {
                    Place::Word(d) => self.emit(Op::Input { d, request }),
                    Place::Array(array) => self.emit(Op::Open { array, request }),
                };
            }
            Stmt::Print { pieces, values } => {
                for (i, piece) in pieces.iter().enumerate() {
                    self.code.pieces.push(piece.clone());
                    self.emit(Op::Text { piece: self.code.pieces.len() as u32 - 1 });
                    if let Some(value) = values.get(i) {
                        self.closes(|visit| value.walk(visit))?;
                        let a = self.term(value)?;
                        self.emit(Op::Show { a });
                    }
                }
                self.emit(Op::Print { edge: e });
            }
        }
        Ok(())
    }

    /// All indices and values are computed before anything is written; inner stores come first, so that outer ones win.
    fn assign_array(&mut self, array: u32, may_open: bool, value: &Expr) -> Compiled<()> {
        let mut stores = Vec::new();
        let mut source = value;
        while let Expr::Store(inner, index, value) = source {
            stores.push((self.term(index)?, self.term(value)?));
            source = inner;
        }
        let from = self.array(source)?;
        if from != array {
            self.emit(Op::Copy { array, from });
        }
        for (index, value) in stores.into_iter().rev() {
            self.emit(Op::Store { array, index, value });
            if may_open {
                self.emit(Op::Written { array, index });
            }
        }
        Ok(())
    }

    /// Reads values for the open elements that terms select.
    fn closes(&mut self, walk: impl FnOnce(&mut dyn FnMut(&Expr))) -> Compiled<()> {
        self.closes_where(walk, &|_| true)
    }

    /// The same for those that `wanted` chooses by the bound variables in their index.
    fn closes_where(&mut self, walk: impl FnOnce(&mut dyn FnMut(&Expr)), wanted: &dyn Fn(&SortedSet<Name>) -> bool) -> Compiled<()> {
        if self.may_open.is_empty() {
            return Ok(());
        }
        let reads = bounded::reads(walk, wanted);
        for (var, index) in reads.into_iter().rev().filter(|(v, _)| self.may_open.contains(v)).collect::<Vec<_>>() {
            let array = self.array(&Expr::Var(var))?;
            let index = self.term(&index)?;
            self.emit(Op::Close { array, index, var });
        }
        Ok(())
    }
}

/// Quantifiers.
impl Compiler<'_> {
    /// What happens before a guard is evaluated.
    fn begin_condition(&mut self, f: &Formula) -> Compiled<()> {
        self.bound.clear();
        self.closes_where(|visit| f.walk(visit), &SortedSet::is_empty)
    }

    /// Jumps to `found` if an instance decides, else to `none`.
    fn instances(&mut self, q: Quantifier, ranges: &[Range], body: &Formula, found: Label, none: Label) -> Compiled<()> {
        let Some((range, rest)) = ranges.split_first() else {
            return match q {
                Quantifier::Exists => self.condition(body, found, none),
                Quantifier::Forall => self.condition(body, none, found),
            };
        };
        let (own, high) = (self.temporary(), self.temporary());
        self.extreme(&range.low, own, |own, other, yes, no| Op::IfLt { a: own, b: other, yes, no })?;
        self.extreme(&range.high, high, |own, other, yes, no| Op::IfLt { a: other, b: own, yes, no })?;
        let one = self.term(&Expr::from(1))?;
        let (head, inside, next) = (self.label(), self.label(), self.label());
        self.bind(head);
        self.emit(Op::IfLt { a: high, b: own, yes: none, no: inside });
        self.bind(inside);
        self.emit(Op::Round);
        self.bound.insert(range.name.clone(), own);
        let known: SortedSet<Name> = self.bound.keys().cloned().collect();
        self.closes_where(|visit| body.walk(visit), &|names| names.contains(&range.name) && names.is_subset(&known))?;
        self.instances(q, rest, body, found, next)?;
        self.bound.remove(&range.name);
        self.bind(next);
        self.emit(Op::Add { d: own, a: own, b: one });
        self.emit(Op::Jump { to: head });
        Ok(())
    }

    /// Computes into `d` that one of the terms for which no other is `beyond`.
    fn extreme(&mut self, terms: &[Expr], d: Reg, beyond: fn(Reg, Reg, Label, Label) -> Op) -> Compiled<()> {
        for (n, term) in terms.iter().enumerate() {
            if n == 0 {
                self.term_into(term, d)?;
                continue;
            }
            let other = self.term(term)?;
            let (yes, no) = (self.label(), self.label());
            self.emit(beyond(d, other, yes, no));
            self.bind(yes);
            self.emit(Op::Move { d, a: other });
            self.bind(no);
        }
        Ok(())
    }

    fn quantified(&mut self, q: Quantifier, vars: &[(Name, Sort)], body: &Formula, yes: Label, no: Label) -> Compiled<()> {
        if vars.iter().any(|(name, _)| self.bound.contains_key(name)) {
            return Err(Foreign);
        }
        let ranges = ranges(q, vars, body).ok_or(Foreign)?;
        let (found, none) = if q == Quantifier::Exists { (yes, no) } else { (no, yes) };
        self.instances(q, &ranges, body, found, none)
    }

    /// A condition inside a term.
    fn inner_condition(&mut self, f: &Formula, yes: Label, no: Label) -> Compiled<()> {
        if has_quantifier(f) { Err(Foreign) } else { self.condition(f, yes, no) }
    }
}

/// Terms and formulas.
impl Compiler<'_> {
    fn temporary(&mut self) -> Reg {
        self.next_temporary += 1;
        self.code.temporaries = self.code.temporaries.max(self.next_temporary - self.first_temporary);
        self.next_temporary - 1
    }

    fn array(&self, e: &Expr) -> Compiled<u32> {
        match e {
            Expr::Var(v) => match self.code.places[v.index()] {
                Place::Array(array) => Ok(array),
                Place::Word(_) => Err(Foreign),
            },
            _ => Err(Foreign),
        }
    }

    /// A register that holds the value of the term.
    fn term(&mut self, e: &Expr) -> Compiled<Reg> {
        match e {
            Expr::Const(c) => i128::try_from(c).ok().and_then(|c| self.constants.get(&c)).copied().ok_or(Foreign),
            Expr::Var(v) => match self.code.places[v.index()] {
                Place::Word(r) => Ok(r),
                Place::Array(_) => Err(Foreign),
            },
            Expr::Bound(name) => self.bound.get(name).copied().ok_or(Foreign),
            _ => {
                let d = self.temporary();
                self.term_into(e, d)?;
                Ok(d)
            }
        }
    }

    /// Computes a term. `d` is written by the last operation of each path only, so it may occur in the term.
    fn term_into(&mut self, e: &Expr, d: Reg) -> Compiled<()> {
        match e {
            Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) => {
                let a = self.term(e)?;
                self.emit(Op::Move { d, a });
            }
            Expr::Neg(a) => {
                let a = self.term(a)?;
                self.emit(Op::Neg { d, a });
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.emit(match op {
                    BinOp::Add => Op::Add { d, a, b },
                    BinOp::Sub => Op::Sub { d, a, b },
                    BinOp::Mul => Op::Mul { d, a, b },
                    _ => Op::Bin { op: *op, d, a, b },
                });
            }
            Expr::Bits(op, ty, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.emit(match Reduce::new(*ty) {
                    Some(to) => Op::Bits { op: *op, to, d, a, b },
                    None => Op::WideBits { op: *op, ty: *ty, d, a, b },
                });
            }
            Expr::Wrap(ty, inner) => self.wrap_into(*ty, inner, d)?,
            Expr::Ite(c, a, b) => {
                let (yes, no, end) = (self.label(), self.label(), self.label());
                self.inner_condition(c, yes, no)?;
                self.bind(yes);
                self.term_into(a, d)?;
                self.emit(Op::Jump { to: end });
                self.bind(no);
                self.term_into(b, d)?;
                self.bind(end);
            }
            Expr::Select(m, i) => {
                let index = self.term(i)?;
                self.select_into(m, index, d)?;
            }
            Expr::Store(..) | Expr::App(..) => return Err(Foreign),
        }
        Ok(())
    }

    /// The value of a term reduced to a type. Sums and products inside are reduced as well, which does not change the result.
    fn wrap_into(&mut self, ty: IntType, e: &Expr, d: Reg) -> Compiled<()> {
        let Some(to) = Reduce::new(ty) else {
            let a = self.term(e)?;
            self.emit(Op::WideWrap { ty, d, a });
            return Ok(());
        };
        let op = match e {
            Expr::Bin(BinOp::Add, a, b) => Op::AddReduce { to, d, a: self.residue(ty, a)?, b: self.residue(ty, b)? },
            Expr::Bin(BinOp::Sub, a, b) => Op::SubReduce { to, d, a: self.residue(ty, a)?, b: self.residue(ty, b)? },
            Expr::Bin(BinOp::Mul, a, b) => Op::MulReduce { to, d, a: self.residue(ty, a)?, b: self.residue(ty, b)? },
            Expr::Neg(a) => Op::SubReduce { to, d, a: self.term(&Expr::from(0))?, b: self.residue(ty, a)? },
            _ => Op::Reduce { to, d, a: self.term(e)? },
        };
        self.emit(op);
        Ok(())
    }

    /// A register with some value that is congruent to the term.
    fn residue(&mut self, ty: IntType, e: &Expr) -> Compiled<Reg> {
        match e {
            Expr::Bin(BinOp::Add | BinOp::Sub | BinOp::Mul, ..) | Expr::Neg(_) => {
                let d = self.temporary();
                self.wrap_into(ty, e, d)?;
                Ok(d)
            }
            _ => self.term(e),
        }
    }

    fn select_into(&mut self, map: &Expr, index: Reg, d: Reg) -> Compiled<()> {
        match map {
            Expr::Store(inner, at, value) => {
                let (yes, no, end) = (self.label(), self.label(), self.label());
                let at = self.term(at)?;
                self.emit(Op::IfEq { a: index, b: at, yes, no });
                self.bind(yes);
                self.term_into(value, d)?;
                self.emit(Op::Jump { to: end });
                self.bind(no);
                self.select_into(inner, index, d)?;
                self.bind(end);
            }
            Expr::Ite(c, a, b) => {
                let (yes, no, end) = (self.label(), self.label(), self.label());
                self.inner_condition(c, yes, no)?;
                self.bind(yes);
                self.select_into(a, index, d)?;
                self.emit(Op::Jump { to: end });
                self.bind(no);
                self.select_into(b, index, d)?;
                self.bind(end);
            }
            _ => {
                let array = self.array(map)?;
                self.emit(Op::Select { d, array, index });
            }
        }
        Ok(())
    }

    /// Jumps to `yes` or `no`; parts are evaluated from left to right and only as far as needed.
    fn condition(&mut self, f: &Formula, yes: Label, no: Label) -> Compiled<()> {
        match f {
            Formula::True => drop(self.emit(Op::Jump { to: yes })),
            Formula::False => drop(self.emit(Op::Jump { to: no })),
            Formula::Cmp(op, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let (equal, a, b, negated) = normal(*op, a, b);
                let (yes, no) = if negated { (no, yes) } else { (yes, no) };
                self.emit(if equal { Op::IfEq { a, b, yes, no } } else { Op::IfLt { a, b, yes, no } });
            }
            Formula::Not(inner) => self.condition(inner, no, yes)?,
            Formula::And(parts) => self.connective(parts, yes, no, true)?,
            Formula::Or(parts) => self.connective(parts, yes, no, false)?,
            Formula::Quant(q, vars, body) => self.quantified(*q, vars, body, yes, no)?,
            Formula::Rel(..) => return Err(Foreign),
        }
        Ok(())
    }

    fn connective(&mut self, parts: &[Formula], yes: Label, no: Label, all: bool) -> Compiled<()> {
        for part in parts {
            let next = self.label();
            if all {
                self.condition(part, next, no)?;
            } else {
                self.condition(part, yes, next)?;
            }
            self.bind(next);
        }
        self.emit(Op::Jump { to: if all { yes } else { no } });
        Ok(())
    }
}
