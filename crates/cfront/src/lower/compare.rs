//! Whether two pointers are equal, where C leaves it open.
//!
//! Pointers to different objects are different, with four exceptions. A pointer right behind an object may equal one to the start of
//! another object; literals with the same end may be one object; so may compound literals of `const` type, which is not understood; and a
//! pointer to an object that has ended has no value that C speaks of. Which comparisons may meet one of them is known when `points_to` has been
//! asked; the program is then translated again with a deed
//! in their places. What the compiler chooses about two objects is one input at the start, the same for all comparisons; choices that no
//! machine allows are left out. Memory is not reused in the model: a pointer that dangles is an alarm of the check `undefined`, and
//! without that check any answer, unless the two are copies of one pointer. A comparison with null is an alarm of that check too; without it
//! the answer is whether there was an object, which compilers keep when it has ended.
//!
//! Objects that live in different kinds of storage do not lie side by side: no system puts them there.

use super::access::Target;
use super::address::{Address, COUNT, ENDED, NULL};
use super::blocks::LIVES;
use super::layout::{Layout, View};
use super::memory::Deed;
use super::object::{ObjectId, Origin};
use super::points_to::{Numbers, PointsTo, Residue, objects_of};
use super::resolve::Resolver;
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::CInt;
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, IntType, LocId, SortedMap, SortedSet, Span, Stmt, VarId};

/// A comparison of two pointers, or of one with null.
#[derive(Clone, Debug)]
pub struct Compared {
    pub sides: [(Expr, Expr); 2],
    pub span: Span,
    pub at: LocId,
}

/// No more objects than this get choices of how they lie to each other.
const MOST: usize = 6;

/// The inputs that say how objects lie to each other.
#[derive(Default)]
pub struct Choices {
    /// Whether the second lies right behind the first.
    behind: SortedMap<(ObjectId, ObjectId), VarId>,
    /// Whether the second, a literal, is the end of the first.
    shared: SortedMap<(ObjectId, ObjectId), VarId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    Static,
    Automatic,
    Heap,
}

/// How a pointer into one object may equal one into another.
enum Relation {
    /// They are literals; the other begins so many bytes into the one.
    Shared(u64),
    /// They are compound literals of `const` type, or one of them is and the other a text.
    Constants,
    /// The other lies behind the one, which has this size if it is known.
    Behind(Option<u64>),
}

/// The offset of a pointer, as far as it has an object.
fn into_object(offset: &Expr) -> &Expr {
    match offset {
        Expr::App(name, args) if **name == *COUNT => &args[1],
        other => other,
    }
}

/// Whether an offset may be this number.
fn may_be(offsets: Residue, number: u64) -> bool {
    offsets.meets(Residue::new(i128::from(number), 0))
}

impl Lower<'_> {
    fn storage(&self, object: ObjectId) -> Option<Storage> {
        match &self.objects[object] {
            o if matches!(o.origin, Origin::Function(_)) => None,
            o if matches!(o.origin, Origin::Allocated { freed: true }) => Some(Storage::Heap),
            o if o.is_static => Some(Storage::Static),
            _ => Some(Storage::Automatic),
        }
    }

    fn constant_size(&self, object: ObjectId, layout: Option<&Layout>) -> Option<u64> {
        if let Some(View::Block(b)) = layout.and_then(|l| l.views.get(&object)) {
            return layout.and_then(|l| l.blocks[*b].constant_size);
        }
        self.whole_size(object).and_then(|e| e.as_const().and_then(|c| u64::try_from(c).ok()))
    }

    /// Whether a compound literal of `const` type and another one or a text may be stored once (C11 6.5.2.5p7).
    fn may_be_one_constant(&self, a: ObjectId, b: ObjectId) -> bool {
        let is_text = |o: ObjectId| self.literal_bytes.contains_key(&o);
        let is_constant = |o: ObjectId| self.constant_literals.contains(&o);
        [(a, b), (b, a)].iter().any(|(x, y)| is_constant(*x) && (is_constant(*y) || is_text(*y)))
    }

    /// How a pointer into `a` with these offsets may equal one into `b`; the other way round is asked separately.
    fn relation(&self, (a, at): (ObjectId, Residue), (b, other): (ObjectId, Residue), layout: Option<&Layout>) -> Vec<Relation> {
        let mut found = Vec::new();
        if a < b && self.may_be_one_constant(a, b) && at.meets(other) {
            found.push(Relation::Constants);
        }
        if self.storage(a).is_none() || self.storage(a) != self.storage(b) {
            return found;
        }
        if let (Some(long), Some(short)) = (self.literal_bytes.get(&a), self.literal_bytes.get(&b))
            && long.ends_with(short)
            && (long.len() > short.len() || a < b)
        {
            let shift = (long.len() - short.len()) as u64;
            if at.meets(Residue::new(other.at + i128::from(shift), other.step)) {
                found.push(Relation::Shared(shift));
            }
        }
        let size = self.constant_size(a, layout);
        let may_end = match size {
            Some(size) => size > 0 && may_be(at, size),
            None => at != Residue::new(0, 0),
        };
        if may_end && may_be(other, 0) {
            found.push(Relation::Behind(size));
        }
        found
    }

    /// The comparisons whose answer C leaves open.
    pub fn open_comparisons(&self, points_to: &PointsTo, layout: Option<&Layout>) -> SortedSet<Span> {
        let mut found = SortedSet::new();
        let mut reached: SortedMap<ObjectId, Vec<bool>> = SortedMap::new();
        for compared in &self.graph.compared {
            if found.contains(&compared.span) {
                continue;
            }
            let [x, y] = &compared.sides;
            let (of_x, of_y) = (points_to.objects(&x.0), points_to.objects(&y.0));
            let may_have_ended = layout.is_some_and(|layout| {
                objects_of(&(&of_x | &of_y)).any(|o| {
                    self.is_followed(o, layout)
                        && reached.entry(o).or_insert_with(|| self.behind_the_end_of(o, points_to))[compared.at.index()]
                })
            });
            if may_have_ended
                || self.may_coincide((&of_x, points_to.offsets(into_object(&x.1))), (&of_y, points_to.offsets(into_object(&y.1))), layout)
            {
                found.insert(compared.span.clone());
            }
        }
        found
    }

    fn may_coincide(&self, x: (&Numbers, Option<Residue>), y: (&Numbers, Option<Residue>), layout: Option<&Layout>) -> bool {
        let (Some(at_x), Some(at_y)) = (x.1, y.1) else { return false };
        // Pointers to the start of objects cannot be right behind others.
        if at_x == Residue::new(0, 0) && at_y == Residue::new(0, 0) && self.literal_bytes.is_empty() && self.constant_literals.is_empty() {
            return false;
        }
        let is_one = |o: ObjectId| layout.is_none_or(|l| !l.many.contains(&o));
        objects_of(x.0).any(|a| {
            objects_of(y.0)
                .filter(|b| a != *b || !is_one(a))
                .any(|b| !self.relation((a, at_x), (b, at_y), layout).is_empty() || !self.relation((b, at_y), (a, at_x), layout).is_empty())
        })
    }

    /// Whether it is followed that an object lives.
    fn is_followed(&self, object: ObjectId, layout: &Layout) -> bool {
        match layout.views.get(&object) {
            Some(View::Block(b)) => layout.blocks[*b].state.is_some(),
            _ => layout.alive.contains_key(&object),
        }
    }

    /// The locations that a run may come to after an object has ended.
    fn behind_the_end_of(&self, object: ObjectId, points_to: &PointsTo) -> Vec<bool> {
        let number = Self::number_of_object(object);
        let ends = |edge: &crate::graph::Edge| match edge.note {
            Note::Memory(i) => match &self.deeds[i] {
                Deed::Free { object, lives: false, .. } => points_to.objects(object).contains(&number),
                Deed::End { objects, blocks } => objects.contains(&object) || blocks.iter().any(|(site, _)| *site == object),
                _ => false,
            },
            _ => false,
        };
        let mut out: Vec<Vec<LocId>> = vec![Vec::new(); self.graph.locs.len()];
        let mut work = Vec::new();
        for edge in &self.graph.edges {
            out[edge.from.index()].push(edge.to);
            if ends(edge) {
                work.push(edge.to);
            }
        }
        let mut seen = vec![false; self.graph.locs.len()];
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut seen[at.index()], true) {
                work.extend(&out[at.index()]);
            }
        }
        seen
    }

    /// When the object of a pointer has ended.
    fn has_ended(&self, numbers: &Numbers, object: &Expr, r: &Resolver) -> Formula {
        let targets = self.targets(numbers, r);
        let ended = targets.iter().filter_map(|target| {
            let alive = if let Target::Single(o) = target { r.layout.alive.get(o).map(|v| Expr::Var(*v)) } else { None };
            let state = alive.or_else(|| r.block_of(target).and_then(|b| b.state_of(object)))?;
            Some(Formula::and([target.condition(object, &targets, r), Formula::cmp(CmpOp::Ne, state, LIVES)]))
        });
        let earlier = numbers.contains(&ENDED).then(|| Formula::cmp(CmpOp::Eq, object.clone(), ENDED));
        Formula::or(ended.chain(earlier).collect::<Vec<_>>())
    }

    /// The pointers must not dangle.
    pub fn refuse_ended(&mut self, pointers: &[(Numbers, Expr)], r: &Resolver, span: &Span) -> Formula {
        let ended = Formula::or(pointers.iter().map(|(numbers, object)| self.has_ended(numbers, object, r)).collect::<Vec<_>>());
        self.require(vec![(Check::Undefined, ended.clone(), "comparison of a pointer whose object has ended".to_owned())], span);
        ended
    }

    /// Decides whether two pointers are equal.
    pub fn compare_open(&mut self, sides: &[(Expr, Expr); 2], into: VarId, r: &mut Resolver, span: &Span) -> Res<()> {
        let numbers = [0, 1].map(|i| r.points_to.objects(&sides[i].0));
        let offsets = [0, 1].map(|i| r.points_to.offsets(into_object(&sides[i].1)));
        let tidy = [0, 1].map(|i| (self.tidy(&sides[i].0, r), self.tidy(&sides[i].1, r)));
        let same = Formula::and([
            Formula::cmp(CmpOp::Eq, tidy[0].0.clone(), tidy[1].0.clone()),
            Formula::cmp(CmpOp::Eq, tidy[0].1.clone(), tidy[1].1.clone()),
        ]);
        let mut equal = vec![same.clone()];
        let mut unknown = Vec::new();
        for (i, j) in [(0, 1), (1, 0)] {
            let (Some(at), Some(other)) = (offsets[i], offsets[j]) else { continue };
            for a in objects_of(&numbers[i]) {
                for b in objects_of(&numbers[j]).filter(|b| a != *b) {
                    for relation in self.relation((a, at), (b, other), Some(&r.layout)) {
                        self.coincidence((a, b), relation, (&tidy[i], &tidy[j]), r, &mut equal, &mut unknown);
                    }
                }
            }
            self.behind_blocks((&numbers[i], at, &tidy[i]), (&numbers[j], other, &tidy[j]), r, &mut unknown);
        }
        let ended = self.refuse_ended(&[0, 1].map(|i| (numbers[i].clone(), tidy[i].0.clone())), r, span);
        self.undetermined(
            Formula::or(unknown),
            "comparison of pointers to two objects that a compiler may put side by side or store once",
            span,
        )?;
        let join = self.graph.loc(Some(span.clone()));
        if ended != Formula::False && !self.options.checks.contains(&Check::Undefined) {
            let open = Formula::and([ended, same.negate()]);
            let case = self.graph.loc(Some(span.clone()));
            let here = self.graph.here;
            self.graph.branch(here, case, open.clone(), Some(span.clone()));
            self.graph.here = case;
            let ty = IntType { bits: 1, signed: false };
            let what = "whether a pointer whose object has ended equals another pointer";
            self.graph.input(into, Some(ty), InputKind::Open(what.into()), span);
            self.graph.jump(join, span);
            self.graph.here = here;
            self.graph.emit(Stmt::Assume(open.negate()), span);
        }
        self.graph.assign(into, Expr::ite(Formula::or(equal), 1, 0), span);
        self.graph.arrive(join, span);
        Ok(())
    }

    /// When pointers into two objects are equal all the same, or where that is not known.
    fn coincidence(
        &mut self,
        (a, b): (ObjectId, ObjectId),
        relation: Relation,
        (x, y): (&(Expr, Expr), &(Expr, Expr)),
        r: &mut Resolver,
        equal: &mut Vec<Formula>,
        unknown: &mut Vec<Formula>,
    ) {
        let is = |e: &Expr, n: u64| Formula::cmp(CmpOp::Eq, e.clone(), Expr::Const(Int::from(n)));
        let there = [is(&x.0, a as u64 + 1), is(&y.0, b as u64 + 1)];
        let ([meet, join], choice) = match relation {
            Relation::Shared(shift) => {
                let moved = Expr::add(y.1.clone(), Expr::Const(Int::from(shift)));
                ([Formula::cmp(CmpOp::Eq, x.1.clone(), moved), Formula::True], self.shared_choice(a, b, r))
            }
            Relation::Behind(Some(size)) if self.storage(a) != Some(Storage::Heap) => {
                let is_literal = [a, b].iter().any(|o| self.literal_bytes.contains_key(o));
                let choice = if is_literal { None } else { self.behind_choice(a, b, r) };
                ([is(&x.1, size), is(&y.1, 0)], choice)
            }
            Relation::Constants => ([Formula::cmp(CmpOp::Eq, x.1.clone(), y.1.clone()), Formula::True], None),
            // Blocks are looked at by `behind_blocks`.
            Relation::Behind(_) => return,
        };
        let [first, second] = there;
        let coincide = Formula::and([first, second, meet, join]);
        match choice {
            Some(choice) => equal.push(Formula::and([coincide, Formula::cmp(CmpOp::Eq, choice, 1)])),
            None => unknown.push(coincide),
        }
    }

    /// Where one pointer is right behind a block and the other at the start of another one.
    fn behind_blocks(
        &self,
        (of_x, at_x, x): (&Numbers, Residue, &(Expr, Expr)),
        (of_y, at_y, y): (&Numbers, Residue, &(Expr, Expr)),
        r: &Resolver,
        unknown: &mut Vec<Formula>,
    ) {
        if at_x == Residue::new(0, 0) || !may_be(at_y, 0) {
            return;
        }
        let (targets_x, targets_y) = (self.targets(of_x, r), self.targets(of_y, r));
        let is_block = |t: &&Target| r.block_of(t).is_some();
        for a in targets_x.iter().filter(is_block) {
            let Some(size) = self.target_size(a, &x.0, r) else { continue };
            for b in targets_y.iter().filter(is_block).filter(|b| **b != *a || matches!(a, Target::Shared(_))) {
                unknown.push(Formula::and([
                    a.condition(&x.0, &targets_x, r),
                    b.condition(&y.0, &targets_y, r),
                    Formula::cmp(CmpOp::Ne, x.0.clone(), y.0.clone()),
                    Formula::cmp(CmpOp::Eq, x.1.clone(), size.clone()),
                    Formula::cmp(CmpOp::Eq, y.1.clone(), 0),
                ]));
            }
        }
    }

    fn choice_variable(&mut self, what: String, r: &mut Resolver) -> VarId {
        let ty = IntType { bits: 1, signed: false };
        let var = self.add_var("$open".into(), base::Sort::Int, Some(ty), None, None, 0);
        r.starts.push(Stmt::Input { var, ty: Some(ty), kind: InputKind::Open(what.as_str().into()) });
        var
    }

    fn behind_choice(&mut self, a: ObjectId, b: ObjectId, r: &mut Resolver) -> Option<VarId> {
        if let Some(known) = r.choices.behind.get(&(a, b)) {
            return Some(*known);
        }
        let mut objects: SortedSet<ObjectId> = r.choices.behind.keys().flat_map(|(a, b)| [*a, *b]).collect();
        objects.extend([a, b]);
        if objects.len() > MOST {
            return None;
        }
        let what = format!("whether `{}` lies right behind `{}` in memory", self.objects[b].name, self.objects[a].name);
        let var = self.choice_variable(what, r);
        r.choices.behind.insert((a, b), var);
        Some(var)
    }

    fn shared_choice(&mut self, a: ObjectId, b: ObjectId, r: &mut Resolver) -> Option<VarId> {
        if let Some(known) = r.choices.shared.get(&(a, b)) {
            return Some(*known);
        }
        let mut objects: SortedSet<ObjectId> = r.choices.shared.keys().flat_map(|(a, b)| [*a, *b]).collect();
        objects.extend([a, b]);
        if objects.len() > MOST {
            return None;
        }
        // All that are related, so that what follows from two choices can be said.
        for (a, b) in objects.iter().flat_map(|a| objects.iter().map(|b| (*a, *b))) {
            let is_end = self.literal_bytes[&a].ends_with(&self.literal_bytes[&b]);
            let is_first = self.literal_bytes[&a].len() > self.literal_bytes[&b].len() || a < b;
            if a != b && is_end && is_first && !r.choices.shared.contains_key(&(a, b)) {
                let text = |o: &ObjectId| String::from_utf8_lossy(&self.literal_bytes[o]).escape_debug().to_string();
                let what = match self.literal_bytes[&a].len() == self.literal_bytes[&b].len() {
                    true => format!("whether two literals \"{}\" are one object", text(&a)),
                    false => format!("whether the literal \"{}\" is the end of the literal \"{}\"", text(&b), text(&a)),
                };
                let var = self.choice_variable(what, r);
                r.choices.shared.insert((a, b), var);
            }
        }
        r.choices.shared.get(&(a, b)).copied()
    }

    /// What no machine allows is left out.
    pub fn restrict_choices(&self, r: &mut Resolver) {
        let yes = |v: &VarId| Formula::cmp(CmpOp::Eq, *v, 1);
        let mut rules = Vec::new();
        let behind = &r.choices.behind;
        for ((a, b), v) in behind {
            for ((c, d), w) in behind.iter().filter(|(pair, _)| **pair > (*a, *b)) {
                // One object lies right behind one other.
                if a == c || b == d {
                    rules.push(Formula::and([yes(v), yes(w)]).negate());
                }
            }
            // And nothing lies behind itself.
            let mut ways = vec![(vec![*a, *b], vec![yes(v)])];
            while let Some((objects, steps)) = ways.pop() {
                for ((_, to), w) in behind.iter().filter(|((from, _), _)| Some(from) == objects.last()) {
                    let further = [steps.clone(), vec![yes(w)]].concat();
                    if to == a {
                        rules.push(Formula::and(further).negate());
                    } else if to > a && !objects.contains(to) {
                        ways.push(([objects.clone(), vec![*to]].concat(), further));
                    }
                }
            }
        }
        // Being one object is an equivalence.
        let shared = &r.choices.shared;
        let of = |a: ObjectId, b: ObjectId| shared.get(&(a, b)).or_else(|| shared.get(&(b, a)));
        let literals: SortedSet<ObjectId> = shared.keys().flat_map(|(a, b)| [*a, *b]).collect();
        for b in &literals {
            for (a, c) in literals.iter().flat_map(|a| literals.iter().map(move |c| (a, c))).filter(|(a, c)| a < c && *a != b && *c != b) {
                if let (Some(v), Some(w)) = (of(*a, *b), of(*b, *c)) {
                    let then = of(*a, *c).map_or(Formula::False, yes);
                    rules.push(Formula::or([Formula::and([yes(v), yes(w)]).negate(), then]));
                }
            }
        }
        r.starts.extend(rules.into_iter().map(Stmt::Assume));
    }

    /// Whether a pointer is null is asked of one whose object may have ended. What a model asks is a matter of what it says of its arguments.
    pub fn ask_whether_null(&mut self, pointer: &Address, span: &Span) {
        let is_copy = pointer.as_number.is_some() || matches!(pointer.object, Expr::Const(_));
        if is_copy || self.model_call.as_ref() == Some(span) || !self.options.checks.contains(&Check::Undefined) {
            return;
        }
        if self.opened.comparisons.contains(span) {
            self.deed(Deed::Use { objects: vec![pointer.owner()] }, span);
        }
        let null = (Expr::from(NULL), Expr::from(0));
        self.graph.compared.push(Compared { sides: [(pointer.owner(), pointer.count()), null], span: span.clone(), at: self.graph.here });
    }

    /// Compares two pointers by a deed, since the answer is open.
    pub fn compare_by_deed(&mut self, sides: [(Expr, Expr); 2], span: &Span) -> Formula {
        let into = self.temporary(CInt::INT);
        self.deed(Deed::Compare { sides, into }, span);
        Formula::cmp(CmpOp::Eq, into, 1)
    }
}
