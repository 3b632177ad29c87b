//! Blocks of memory from allocators: made, freed, lost, handed to code elsewhere.
//!
//! `leak` means: the entry function returns while a block from `malloc` and its kin lives that nothing in static storage
//! leads to. A block that is lost earlier is still lost then.
//!
//! Whether one of many blocks lives is said twice, by a count and by its state. In every run the two say the same; a proof about numbers
//! uses the one, a proof about objects the other.

use super::access::Target;
use super::address::{ELSEWHERE, ENDED, WILD};
use super::layout::{Block, KEY, MANY, View};
use super::object::{Leaf, ObjectId, Origin};
use super::points_to::objects_of;
use super::resolve::Resolver;
use super::{Lower, Res};
use crate::graph::Writes;
use crate::types::CType;
use base::{BinOp, Check, CmpOp, Expr, Formula, InputKind, Int, Quantifier, Sort, SortedSet, Span, Stmt, VarId};

pub const LIVES: i64 = 1;
pub const GONE: i64 = 2;
/// Arrays of at most this many elements are cleared in one step.
const SHORT: u64 = 64;

impl Lower<'_> {
    /// A call of an allocator.
    pub fn make_block(
        &mut self,
        (site, given): (ObjectId, Option<&Expr>),
        size: &Expr,
        zero: bool,
        into: VarId,
        r: &Resolver,
        span: &Span,
    ) -> Res<()> {
        let Some(View::Block(b)) = r.layout.views.get(&site) else { return Ok(()) };
        let block = r.layout.blocks[*b].clone();
        let Some(counter) = r.layout.counter.filter(|_| block.keyed) else {
            self.graph.assign(into, Expr::from(site as i64 + 1), span);
            if let Some(var) = block.size {
                self.graph.assign(var, size.clone(), span);
            }
            if let Some(state) = block.state {
                self.graph.assign(state, LIVES.into(), span);
            }
            // What the caller hands over was written there.
            let handed = self.pieces.handed.contains(&site);
            let writes = if zero || handed { Writes::Values } else { Writes::Nothing };
            self.writing(writes, |lower| lower.fresh_contents(&block, zero, r, span));
            return Ok(());
        };
        // Places in maps that many blocks share are told apart by their numbers.
        let is_huge = Formula::cmp(CmpOp::Gt, size.clone(), KEY);
        self.undetermined(is_huge, "block of more than 4 GiB among many", span)?;
        match given {
            Some(before) => self.graph.assign(into, Expr::add(MANY, before.clone()), span),
            None => {
                self.graph.assign(into, Expr::add(MANY, counter), span);
                self.graph.assign(counter, Expr::add(counter, 1), span);
            }
        }
        for (map, value) in [(block.size, size.clone()), (block.state, LIVES.into()), (r.layout.kinds, Expr::from(*b as i64))] {
            if let Some(map) = map {
                self.graph.assign(map, Expr::store(map, into, value), span);
            }
        }
        if let Some(live) = block.live {
            self.graph.assign(live, Expr::add(live, 1), span);
        }
        if zero { self.clear(&block, into, size, r, span) } else { Ok(()) }
    }

    /// The block with this number ends, if there is one: its declaration may have been jumped over.
    pub fn end_block(&mut self, site: ObjectId, number: &Expr, r: &Resolver, span: &Span) {
        let Some(View::Block(b)) = r.layout.views.get(&site) else { return };
        let Some(state) = r.layout.blocks[*b].state else { return };
        let value = if r.layout.blocks[*b].keyed {
            Expr::store(state, number.clone(), GONE)
        } else {
            Expr::ite(Formula::cmp(CmpOp::Eq, number.clone(), site as i64 + 1), GONE, state)
        };
        self.graph.assign(state, value, span);
    }

    /// What a block holds that exists once.
    fn fresh_contents(&mut self, block: &Block, zero: bool, r: &Resolver, span: &Span) {
        for part in Self::parts_of_unions(block, r) {
            let zeros = self.zeros();
            self.graph.assign(part, Expr::Var(zeros), span);
        }
        for cell in &block.leaves {
            let is_map = !cell.dims.is_empty();
            let vars = [Some(cell.var), cell.offset];
            if zero {
                for var in vars.into_iter().flatten() {
                    let value = if is_map { Expr::Var(self.zeros()) } else { Expr::from(0) };
                    self.graph.assign(var, value, span);
                }
                continue;
            }
            match cell.offset {
                // Nobody reads it before it is stored.
                Some(_) if block.settled.contains(&cell.at) => {}
                _ => self.havoc_leaf(cell, &InputKind::Uninitialised, span),
            }
        }
        if let Some(raw) = block.bytes {
            let zeros = self.zeros();
            if zero {
                self.graph.assign(raw.bytes, Expr::Var(zeros), span);
            } else {
                let byte = super::resolve::BYTE;
                self.graph.input(raw.bytes, Some(byte), InputKind::Uninitialised, span);
            }
            if let Some((_, _, part)) = raw.pointers {
                self.graph.assign(part, Expr::Var(zeros), span);
            }
        }
    }

    /// The maps that say which bytes of unions in a block are parts of pointers.
    fn parts_of_unions(block: &Block, r: &Resolver) -> Vec<VarId> {
        let kept = block.leaves.iter().filter(|l| l.raw).filter_map(|l| r.layout.unions.get(&l.var)?.raw?.pointers);
        kept.map(|(_, _, part)| part).collect()
    }

    /// Clears a block among many, unless all of its kind are clear from the start.
    fn clear(&mut self, block: &Block, number: VarId, size: &Expr, r: &Resolver, span: &Span) -> Res<()> {
        if block.cleared {
            return Ok(());
        }
        let part_of = |l: &Leaf| r.layout.unions.get(&l.var).and_then(|o| o.raw?.pointers).map(|(_, _, part)| part);
        let is_short = |l: &Leaf| l.dims.iter().product::<u64>() <= SHORT && !l.dims.contains(&0);
        if block.step.is_none() && block.bytes.is_none() && block.leaves.iter().all(is_short) {
            for leaf in &block.leaves {
                let count: u64 = leaf.dims.iter().product();
                for map in [Some(leaf.var), leaf.offset, part_of(leaf)].into_iter().flatten() {
                    let key = |i: u64| Self::keyed_index(Some(&number.into()), (!leaf.dims.is_empty()).then(|| Expr::Const(Int::from(i))));
                    let cleared = (0..count).filter_map(key).fold(Expr::Var(map), |map, key| Expr::store(map, key, 0));
                    self.graph.assign(map, cleared, span);
                }
            }
            return Ok(());
        }
        // Element by element, each with so many entries in a map.
        let inner = |l: &Leaf| l.dims[1..].iter().product::<u64>();
        if block.bytes.is_none() && block.leaves.iter().any(|l| l.dims.is_empty() || inner(l) > SHORT) {
            return self.unsupported("calloc of this type among many", span);
        }
        let mut maps: Vec<(VarId, u64)> = Vec::new();
        match block.bytes {
            Some(raw) => maps.extend([Some(raw.bytes), raw.pointers.map(|p| p.2)].into_iter().flatten().map(|map| (map, 1))),
            None => {
                for leaf in &block.leaves {
                    maps.extend([Some(leaf.var), leaf.offset, part_of(leaf)].into_iter().flatten().map(|map| (map, inner(leaf))));
                }
            }
        }
        let step = if block.bytes.is_some() { 1 } else { block.step.unwrap_or(1) };
        let count = Expr::bin(BinOp::Div, Expr::add(size.clone(), Expr::Const(Int::from(step - 1))), Expr::Const(Int::from(step)));
        self.each_index(0.into(), count, false, span, &mut |lower, i| {
            for (map, width) in &maps {
                let first = Expr::add(Expr::mul(Expr::from(KEY), number), Expr::mul(Expr::Const(Int::from(*width)), i.clone()));
                let cleared =
                    (0..*width).fold(Expr::Var(*map), |m, k| Expr::store(m, Expr::add(first.clone(), Expr::Const(Int::from(k))), 0));
                lower.graph.assign(*map, cleared, span);
            }
            Ok(())
        })
    }

    /// The size of a block that is reallocated.
    pub fn size_of_target(&mut self, object: &Expr, into: VarId, r: &Resolver, span: &Span) -> Res<()> {
        let targets = self.targets(&r.points_to.objects(object), r);
        let join = self.graph.loc(Some(span.clone()));
        // What is no block is reported when it is freed, next.
        self.graph.assign(into, 0.into(), span);
        let none = Formula::and(targets.iter().map(|t| t.condition(object, &targets, r).negate()));
        self.graph.branch(self.graph.here, join, none, Some(span.clone()));
        self.at_each((object, &targets), false, join, r, span, &mut |lower, target| {
            if let Some(block) = r.block_of(target) {
                lower.graph.assign(into, block.size_of(object), span);
            }
            Ok(())
        })
    }

    /// `free`; only its checks if the block `lives` on.
    pub fn release(&mut self, object: &Expr, offset: &Expr, lives: bool, stream: bool, r: &Resolver, span: &Span) -> Res<()> {
        let numbers = r.points_to.objects(object);
        let is = |n: i64| Formula::cmp(CmpOp::Eq, object.clone(), n);
        if numbers.contains(&ELSEWHERE) {
            self.undetermined(is(ELSEWHERE), "free of a pointer that comes from a function without body", span)?;
        }
        let mut wrong = Vec::new();
        if numbers.contains(&WILD) {
            wrong.push((Check::Free, is(WILD), "free of a pointer that is not initialised or was made from a number".to_owned()));
        }
        if numbers.contains(&ENDED) {
            wrong.push((Check::Free, is(ENDED), "free of a pointer to a local after its lifetime".to_owned()));
        }
        for function in numbers.iter().copied().filter(|n| self.is_function(*n)) {
            wrong.push((Check::Free, is(function), "free of a function".to_owned()));
        }
        let all = self.targets(&numbers, r);
        let mixed: Vec<Formula> = all.iter().filter(|t| self.is_stream(t, r).is_none()).map(|t| t.condition(object, &all, r)).collect();
        self.undetermined(Formula::or(mixed), "end of a block or of a stream", span)?;
        let is_owned = |t: &Target| self.is_from_malloc(t, r) && self.is_stream(t, r) != Some(!stream);
        let (targets, others): (Vec<Target>, Vec<Target>) = all.iter().cloned().partition(is_owned);
        for other in others {
            let what = match &other {
                Target::Single(o) => format!("`{}`", self.objects[*o].name),
                Target::Shared(_) => "memory".to_owned(),
            };
            wrong.push((Check::Free, other.condition(object, &all, r), format!("free of {what}, which does not come from malloc")));
        }
        self.require(wrong, span);
        let join = self.graph.loc(Some(span.clone()));
        if numbers.contains(&0) {
            self.graph.branch(self.graph.here, join, is(0), Some(span.clone()));
        }
        self.at_each((object, &targets), !numbers.contains(&0), join, r, span, &mut |lower, target| {
            let Some((block, state)) = r.block_of(target).and_then(|b| Some((b, b.state?))) else { return Ok(()) };
            let now = block.state_of(object).unwrap_or_else(|| state.into());
            lower.require(
                vec![
                    (Check::Free, Formula::cmp(CmpOp::Ne, offset.clone(), 0), "free of a pointer into the middle of a block".to_owned()),
                    (Check::Free, Formula::cmp(CmpOp::Ne, now, LIVES), "the block is freed twice".to_owned()),
                ],
                span,
            );
            if lives {
                return Ok(());
            }
            let after = if block.keyed { Expr::store(state, object.clone(), GONE) } else { Expr::from(GONE) };
            lower.graph.assign(state, after, span);
            if let Some(live) = block.live {
                lower.graph.assign(live, Expr::sub(live, 1), span);
            }
            Ok(())
        })
    }

    /// Whether an object is a stream; none if it may be one or a block of the program.
    fn is_stream(&self, target: &Target, r: &Resolver) -> Option<bool> {
        match target {
            Target::Single(o) => Some(self.streams.contains(o) || self.standard_streams.contains(o)),
            Target::Shared(b) => {
                let sites = &r.layout.blocks[*b].sites;
                let streams = sites.iter().filter(|s| self.streams.contains(s)).count();
                if streams == 0 || streams == sites.len() { Some(streams > 0) } else { None }
            }
        }
    }

    /// A function of the library that works on streams must get one. Who makes streams of his own, or gets them from a caller, knows more than is
    /// known here.
    pub fn refuse_other_than_stream(&mut self, object: &Expr, r: &Resolver, span: &Span) -> Res<()> {
        let all = self.targets(&r.points_to.objects(object), r);
        let what = "a function that works on streams gets a pointer to something else";
        let given: SortedSet<ObjectId> = self.given.values().map(|g| g.site).chain(self.pieces.handed.iter().copied()).collect();
        let is_from_caller = |site: &ObjectId| given.contains(site);
        let mut wrong = Vec::new();
        for target in &all {
            let open = match (target, self.is_stream(target, r)) {
                (_, Some(true)) => continue,
                (Target::Single(o), _) if is_from_caller(o) => continue,
                (Target::Shared(b), _) if r.layout.blocks[*b].sites.iter().all(is_from_caller) => continue,
                (Target::Single(o), _) => {
                    let object = &self.objects[*o];
                    matches!(object.origin, Origin::Allocated { .. }) || matches!(object.ty, CType::Record(_))
                }
                (Target::Shared(_), _) => true,
            };
            let here = target.condition(object, &all, r);
            if open || !self.options.checks.contains(&Check::Undefined) {
                self.undetermined(here, what, span)?;
            } else {
                wrong.push((Check::Undefined, here, what.to_owned()));
            }
        }
        self.require(wrong, span);
        Ok(())
    }

    /// Whether `free` is the counterpart of what made an object.
    fn is_from_malloc(&self, target: &Target, r: &Resolver) -> bool {
        match target {
            Target::Single(o) => self.is_freed_by_hand(*o),
            // The objects of a block have the same kind of owner.
            Target::Shared(b) => r.layout.blocks[*b].sites.iter().all(|s| self.is_freed_by_hand(*s)),
        }
    }

    /// Objects that static storage may lead to, and the static variables that may lead there directly.
    fn tracked(&self, r: &Resolver) -> (SortedSet<ObjectId>, SortedSet<ObjectId>) {
        let mut direct = SortedSet::new();
        let mut reached: SortedSet<ObjectId> = SortedSet::new();
        let objects = |numbers: &SortedSet<i64>| -> Vec<ObjectId> { objects_of(numbers).collect() };
        let mut work = Vec::new();
        // Pointers in unions and among bytes.
        for (_, numbers) in r.points_to.in_memory().filter(|(o, _)| self.objects[*o].is_static) {
            work.extend(objects(numbers).into_iter().map(|o| (o, false)));
        }
        for object in self.objects.iter().filter(|o| o.is_static) {
            for leaf in object.leaves.values().filter(|l| l.offset.is_some()) {
                let Some(numbers) = r.points_to.of_variable(leaf.var) else { continue };
                if leaf.dims.is_empty() {
                    direct.extend(objects(numbers));
                }
                work.extend(objects(numbers).into_iter().map(|o| (o, leaf.dims.is_empty())));
            }
        }
        // What is reached otherwise than by a static variable itself.
        let mut seen = SortedSet::new();
        while let Some((object, by_variable)) = work.pop() {
            if !by_variable {
                reached.insert(object);
            }
            if !seen.insert(object) {
                continue;
            }
            for leaf in self.objects[object].leaves.values().filter(|l| l.offset.is_some()) {
                if let Some(numbers) = r.points_to.of_variable(leaf.var) {
                    work.extend(objects(numbers).into_iter().map(|o| (o, false)));
                }
            }
            for (holder, numbers) in r.points_to.in_memory() {
                if holder == object {
                    work.extend(objects(numbers).into_iter().map(|o| (o, false)));
                }
            }
        }
        (direct, reached)
    }

    /// The end of the program.
    pub fn finish_blocks(&mut self, r: &Resolver, span: &Span) -> Res<()> {
        let (direct, reached) = self.tracked(r);
        let line =
            |lower: &Self, block: &Block| format!("the memory allocated in line {} is never freed", lower.place_of(block, span).line);
        let mut unclear = Vec::new();
        for (b, block) in r.layout.blocks.clone().iter().enumerate() {
            if !block.sites.iter().any(|s| self.may_leak(*s)) {
                continue;
            }
            let lives = match (block.live, block.state) {
                (Some(live), _) => Formula::cmp(CmpOp::Ne, live, 0),
                (None, Some(state)) if !block.keyed => Formula::cmp(CmpOp::Eq, state, LIVES),
                _ => continue,
            };
            if !block.sites.is_disjoint(&reached) || (block.keyed && !block.sites.is_disjoint(&direct)) {
                unclear.push((b, lives));
                continue;
            }
            let message = line(self, block);
            let place = self.place_of(block, span);
            if let (true, Some(one)) = (block.keyed, Self::some_object_lives(block, r)) {
                let end = self.unless(lives, &place);
                self.graph.emit(Stmt::Assume(one), &place);
                self.require(vec![(Check::Leak, Formula::True, message)], &place);
                self.graph.arrive(end, &place);
                continue;
            }
            let mut lost = vec![lives];
            if let (false, Some(site)) = (block.keyed, block.sites.first()) {
                let number = *site as i64 + 1;
                for object in self.objects.iter().filter(|o| o.is_static) {
                    for leaf in object.leaves.values().filter(|l| l.offset.is_some() && l.dims.is_empty()) {
                        if r.points_to.of_variable(leaf.var).is_some_and(|n| n.contains(&number)) {
                            lost.push(Formula::cmp(CmpOp::Ne, r.term(leaf.var), number));
                        }
                    }
                }
            }
            self.require(vec![(Check::Leak, Formula::and(lost), message)], &place);
        }
        if unclear.is_empty() || !self.options.checks.contains(&Check::Leak) {
            return Ok(());
        }
        // Where all is freed there is nothing to look for.
        let some = Formula::or(unclear.iter().map(|(_, lives)| lives.clone()));
        let one_of = |(b, lives): &(usize, Formula)| Self::some_object_lives(&r.layout.blocks[*b], r).unwrap_or_else(|| lives.clone());
        let one = Formula::or(unclear.iter().map(one_of));
        let end = self.unless(some, span);
        self.graph.emit(Stmt::Assume(one), span);
        let blocks: Vec<usize> = unclear.into_iter().map(|(b, _)| b).collect();
        let messages: Vec<String> = r.layout.blocks.iter().map(|b| line(self, b)).collect();
        let message = |block: &Block| {
            let own = r.layout.blocks.iter().position(|b| b.sites == block.sites);
            own.map_or_else(String::new, |i| messages[i].clone())
        };
        let done = self.check_reachable(&blocks, r, &message, span);
        self.is_done(done)?;
        self.graph.arrive(end, span);
        Ok(())
    }

    /// Some object of a block that many share lives.
    fn some_object_lives(block: &Block, r: &Resolver) -> Option<Formula> {
        let (state, counter) = (block.state.filter(|_| block.keyed)?, r.layout.counter?);
        let one = || Expr::bound("one");
        let lives = Formula::and([
            Formula::cmp(CmpOp::Ge, one(), MANY),
            Formula::cmp(CmpOp::Lt, one(), Expr::add(MANY, counter)),
            Formula::cmp(CmpOp::Eq, Expr::select(state, one()), LIVES),
        ]);
        Some(Formula::Quant(Quantifier::Exists, vec![("one".into(), Sort::Int)], lives.into()))
    }

    /// Where a block is allocated.
    pub fn place_of(&self, block: &Block, otherwise: &Span) -> Span {
        let site = block.sites.first().and_then(|s| self.objects[*s].span.clone());
        site.unwrap_or_else(|| otherwise.clone())
    }
}
