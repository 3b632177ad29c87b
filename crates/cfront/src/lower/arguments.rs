//! The arguments of the program: `argv` of `main`.
//!
//! How many there are is an input, and so are their lengths and what they hold. All of it is there when the program starts, so nothing is stored: the
//! pointers in `argv` are computed from their place in it, and what a string holds is read from a map that nobody writes. A string is known by its
//! terminator: a character before it is not 0, and the one at the end is. Beside each variable that is the number of an argument in `argv` stands how many
//! bytes that argument has, as it does beside pointers ([`super::beside`]), so that a loop over a string is a matter of numbers.
//!
//! The strings are the first objects that are numbered ([`MANY`]), so the `i`-th of them is known by its number. Programs that change their arguments,
//! or read them otherwise than by characters, are not understood.
//!
//! Invariant: after the last step of `resolve` no statement mentions the maps of the arguments but those that are made here.

use super::access::Target;
use super::address::Address;
use super::beside::each_read;
use super::layout::{Block, KEY, MANY};
use super::memory::{Cell, Deed};
use super::object::{ObjectId, Origin};
use super::place::Place;
use super::resolve::Resolver;
use super::slots::Slot;
use super::value::Value;
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, InputKind, Int, Sort, SortedMap, SortedSet, Span, Stmt, VarId};

/// `CHARACTER(index)`: what the strings hold at an index of their map.
const CHARACTER: &str = "$character";
/// No argument has more bytes than this, its terminator among them.
const LONGEST: i64 = i32::MAX as i64;
/// There are no more arguments than this: the pointers to them alone would take more room than systems give them.
const MOST: i64 = 1 << 20;
/// Sizes are kept beside the numbers of arguments for at most so many terms.
const TERMS: usize = 16;

/// The arguments, as objects.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// The site of the strings.
    pub strings: ObjectId,
    /// The array of pointers to them, with a null pointer behind the last.
    pub vector: ObjectId,
    /// How many there are.
    pub count: VarId,
    /// The input that says so.
    pub input: VarId,
}

/// Whether parameters of these types are the arguments of a program.
pub fn is_vector(ty: &CType) -> bool {
    matches!(ty, CType::Pointer(of) if matches!(&**of, CType::Pointer(to) if matches!(&**to, CType::Int(c) if c.bits == 8)))
}

impl Lower<'_> {
    /// The second parameter of `main`, where the number of arguments is known.
    pub fn make_arguments(&mut self, ty: &CType, first: Option<VarId>, span: &Span) -> Value {
        let input = first.unwrap_or_else(|| {
            let input = self.temporary(CInt::INT);
            self.graph.input(input, self.input_type(CInt::INT), InputKind::Uninitialised, span);
            input
        });
        // The program may count down the parameter.
        let count = self.add_var("$argc".into(), Sort::Int, None, None, None, self.graph.frame);
        self.graph.assign(count, input.into(), span);
        let premise = "the program is started with its name, and with fewer than 2^20 arguments of fewer than 2^31 characters each";
        self.premises.insert(premise.into());
        let given = Formula::and([Formula::cmp(CmpOp::Ge, count, 1), Formula::cmp(CmpOp::Le, count, MOST)]);
        self.graph.assume(given, Note::Nothing, span);
        let strings = self.new_named_site("$argument", Origin::Argument, span);
        let vector = self.new_named_site("$arguments", Origin::ArgumentVector, span);
        let CType::Pointer(string) = ty else { return Value::Null };
        self.readings.push((Expr::from(Self::number_of_object(vector)), (**string).clone()));
        self.readings.push((Expr::from(Self::number_of_object(strings)), CType::Int(CInt::CHAR)));
        self.arguments = Some(Arguments { strings, vector, count, input });
        self.deed(Deed::Begun(Arguments { strings, vector, count, input }), span);
        Value::Pointer(Place::at(Address::new(Self::number_of_object(vector), 0, string)))
    }

    /// Whether an object is an argument of the program, or the array of them.
    pub fn is_argument(&self, object: ObjectId) -> bool {
        matches!(self.objects[object].origin, Origin::Argument | Origin::ArgumentVector)
    }

    fn is_among_arguments(&self, target: &Target, r: &Resolver) -> bool {
        match target {
            Target::Single(o) => self.is_argument(*o),
            Target::Shared(_) => r.block_of(target).is_some_and(|b| b.sites.iter().any(|s| self.is_argument(*s))),
        }
    }

    /// The block of the strings.
    fn block_of_arguments<'r>(&self, r: &'r Resolver) -> Option<(Arguments, &'r Block)> {
        let arguments = self.arguments?;
        Some((arguments, r.block_of(&Target::Single(arguments.strings))?))
    }

    /// The program starts: there are so many arguments.
    pub fn begin_arguments(&mut self, deed: Arguments, r: &mut Resolver, span: &Span) {
        let Some((_, block)) = self.block_of_arguments(r) else { return };
        let kind = || InputKind::Uninitialised;
        let character = Some(CInt::CHAR.machine());
        let starts = block.leaves.iter().map(|l| Stmt::Input { var: l.var, ty: character, kind: kind() });
        let starts: Vec<Stmt> =
            starts.chain(block.size.map(|var| Stmt::Input { var, ty: self.input_type(self.types.size_type()), kind: kind() })).collect();
        r.starts.extend(starts);
        if let Some(counter) = r.layout.counter {
            self.graph.assign(counter, Expr::add(counter, deed.count), span);
        }
        if let Some(size) = r.block_of(&Target::Single(deed.vector)).and_then(|b| b.size) {
            let pointer = Expr::Const(Int::from(self.types.pointer_size()));
            self.graph.assign(size, Expr::mul(pointer, Expr::add(deed.count, 1)), span);
        }
    }

    /// An argument is neither changed nor read in another form.
    pub fn refuse_strange_use(&mut self, target: &Target, writes: bool, r: &Resolver, span: &Span) -> Res<()> {
        if !self.is_among_arguments(target, r) {
            return Ok(());
        }
        if writes {
            return self.unsupported("change of the program's arguments", span);
        }
        let is_theirs = |b: &Block| match b.leaves.as_slice() {
            [leaf] => b.bytes.is_none() && leaf.at == 0 && leaf.dims.len() == 1 && (leaf.offset.is_some() || leaf.ty.bits == 8),
            _ => false,
        };
        if !r.block_of(target).is_some_and(is_theirs) {
            return self.unsupported("the program's arguments are read in a form that is not theirs", span);
        }
        Ok(())
    }

    /// Reads from the arguments, if this cell is there.
    pub fn read_argument(&mut self, cell: &Cell, slot: &Slot, into: VarId, offset: Option<VarId>, r: &Resolver, span: &Span) -> bool {
        let Some((Arguments { vector, count, .. }, strings)) = self.block_of_arguments(r) else { return false };
        let Slot::Scalar { var, index: Some(index), .. } = slot else { return false };
        let is_in = |b: &Block| b.leaves.iter().any(|l| l.var == *var);
        let Some(sizes) = strings.size else { return false };
        if is_in(strings) {
            let object = self.tidy(&cell.object, r);
            let is_last = Formula::cmp(CmpOp::Ge, Expr::add(cell.offset.clone(), 1), Expr::select(sizes, object));
            let [inside, end, join] = [(); 3].map(|()| self.graph.loc(Some(span.clone())));
            let start = self.graph.here;
            self.graph.branch(start, inside, is_last.negate(), Some(span.clone()));
            self.graph.branch(start, end, is_last, Some(span.clone()));
            self.graph.here = inside;
            let character = Expr::App(CHARACTER.into(), vec![index.clone()]);
            let same = cell.ty.signed == CInt::CHAR.signed || self.math();
            self.graph.assign(into, if same { character } else { Expr::wrap(cell.ty.machine(), character) }, span);
            self.graph.assume(Formula::cmp(CmpOp::Ne, into, 0), Note::Nothing, span);
            self.graph.jump(join, span);
            self.graph.here = end;
            self.graph.assign(into, 0.into(), span);
            self.graph.arrive(join, span);
            return true;
        }
        if let (Some(block), Some(offset)) = (r.block_of(&Target::Single(vector)), offset)
            && is_in(block)
        {
            let is_last = Formula::cmp(CmpOp::Eq, index.clone(), count);
            self.graph.assign(into, Expr::ite(is_last, 0, Expr::add(MANY, index.clone())), span);
            self.graph.assign(offset, 0.into(), span);
            let size = Expr::select(sizes, into);
            let sane = Formula::and([Formula::cmp(CmpOp::Ge, size.clone(), 1), Formula::cmp(CmpOp::Le, size, LONGEST)]);
            self.graph.assume(Formula::or([Formula::cmp(CmpOp::Eq, into, 0), sane]), Note::Nothing, span);
            return true;
        }
        false
    }

    /// The last step: the sizes of arguments stand beside the pointers to them, and nothing else has mentioned their maps.
    pub fn finish_arguments(&mut self, r: &Resolver) {
        let Some((arguments, block)) = self.block_of_arguments(r) else { return };
        let Some(sizes) = block.size else { return };
        let mut maps: SortedSet<VarId> = block.leaves.iter().map(|l| l.var).collect();
        let vector = r.block_of(&Target::Single(arguments.vector));
        maps.extend(vector.into_iter().flat_map(|b| &b.leaves).flat_map(|l| [Some(l.var), l.offset]).flatten());
        self.sizes_beside_numbers(sizes);
        let text = block.leaves.first().map(|l| l.var);
        let own = |stmt: &Stmt| matches!(stmt, Stmt::Input { var, .. } if Some(*var) == text || *var == sizes);
        let mentions = |stmt: &Stmt| stmt.reads().iter().chain(&stmt.target()).any(|v| maps.contains(v));
        let strange: Vec<usize> = (0..self.graph.edges.len())
            .filter(|i| {
                let stmt = &self.graph.edges[*i].stmt;
                !own(stmt) && (mentions(stmt) || stmt.target() == Some(sizes))
            })
            .collect();
        self.end_paths_at(&strange, "the program's arguments are used in a form that is not theirs");
        let Some(text) = text else { return };
        let character = |e: &Expr| match e {
            Expr::App(name, args) if **name == *CHARACTER => Some(Expr::select(text, args[0].clone())),
            _ => None,
        };
        for edge in &mut self.graph.edges {
            if let Stmt::Assign(var, value) = &edge.stmt {
                edge.stmt = Stmt::Assign(*var, value.subst(&character));
            }
        }
        self.kept_arguments =
            Some(base::Arguments { count: Some(arguments.input), sizes: Some(sizes), text: Some(text), first: MANY, row: KEY });
    }

    /// Keeps the size of the argument with a number beside the variable that the number is made of, and that of one with a known number from the start on.
    fn sizes_beside_numbers(&mut self, sizes: VarId) {
        let mut terms: SortedMap<Expr, Option<VarId>> = SortedMap::new();
        let linked = self.kept_by_calls();
        for edge in &self.graph.edges {
            each_read(&edge.stmt, sizes, &mut |of| {
                let vars: Vec<VarId> = of.vars().into_iter().collect();
                let is_plain = of.linear().terms.keys().all(|t| matches!(t, Expr::Var(v) if self.vars[v.index()].sort == Sort::Int));
                if is_plain && vars.len() <= 1 && !vars.iter().any(|v| linked.contains(v)) && terms.len() < TERMS {
                    terms.insert(of.clone(), vars.first().copied());
                }
            });
        }
        let beside: Vec<(Expr, Option<VarId>, VarId)> = terms
            .into_iter()
            .map(|(term, of)| {
                let (name, frame) = of.map_or((String::new(), 0), |v| (self.vars[v.index()].name.to_string(), self.vars[v.index()].frame));
                (term, of, self.add_var(format!("{name}.$size"), Sort::Int, None, None, None, frame))
            })
            .collect();
        let known = |e: &Expr| match e {
            Expr::Select(map, of) if **map == Expr::Var(sizes) => {
                beside.iter().find(|(term, ..)| *term == **of).map(|(_, _, size)| Expr::Var(*size))
            }
            _ => None,
        };
        for i in 0..self.graph.edges.len() {
            let edge = &mut self.graph.edges[i];
            edge.stmt = match &edge.stmt {
                Stmt::Assume(f) => Stmt::Assume(f.subst(&known)),
                Stmt::Assign(var, value) => Stmt::Assign(*var, value.subst(&known)),
                other => other.clone(),
            };
            let Some(target) = edge.stmt.target() else { continue };
            for (term, _, size) in beside.iter().filter(|(_, of, _)| target == sizes || *of == Some(target)) {
                let (to, span) = (self.graph.edges[i].to, self.graph.edges[i].span.clone());
                self.graph.frame = self.graph.locs[to.index()].frame;
                let between = self.graph.loc(span.clone());
                self.graph.edges[i].to = between;
                let stmt = Stmt::Assign(*size, Expr::select(sizes, term.clone()));
                self.graph.edge(between, to, stmt, span);
            }
        }
        self.graph.frame = 0;
    }
}
