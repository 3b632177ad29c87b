//! Which blocks static storage leads to when the program ends, found by the program itself: a marking loop over the blocks
//! that were made, put where the entry function returns. It is exact, so that a lost block is a real leak.

use super::layout::{Block, KEY, MANY, Raw, View};
use super::object::{Leaf, ObjectId};
use super::resolve::Resolver;
use super::{Lower, Res};
use base::{BinOp, Check, CmpOp, Expr, Formula, Int, Sort, Span};

/// What an object is kept as: leaves, or bytes in their place.
struct Cells {
    leaves: Vec<Leaf>,
    /// Unions that are kept as bytes.
    unions: Vec<(Leaf, Raw)>,
    raw: Option<Raw>,
    /// In bytes.
    size: Expr,
}

impl Lower<'_> {
    /// Marks what is reachable and checks that the rest is freed. `marked` is a map from numbers.
    pub fn check_reachable(&mut self, blocks: &[usize], r: &Resolver, message: &dyn Fn(&Block) -> String, span: &Span) -> Res<()> {
        let marked = self.add_var("$marked".into(), Sort::array(), None, None, None, 0);
        let again = self.add_var("$again".into(), Sort::Int, None, None, None, 0);
        let statics: Vec<ObjectId> = (0..self.objects.len()).filter(|o| self.objects[*o].is_static).collect();
        for object in statics {
            let cells = self.cells_of_static(object, r);
            self.each_pointer(&cells, None, r, span, &mut |lower, target| {
                lower.graph.assign(marked, Expr::store(marked, target, 1), span);
                Ok(())
            })?;
        }
        // Until nothing new is marked.
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        self.graph.assign(again, 0.into(), span);
        // Other blocks than those from `malloc` have ended.
        let lasting: Vec<Block> = r.layout.blocks.iter().filter(|b| b.sites.iter().any(|s| self.is_freed_by_hand(*s))).cloned().collect();
        for block in lasting {
            let pointers: Vec<Leaf> = block.leaves.iter().filter(|l| l.offset.is_some()).cloned().collect();
            let unions = Self::unions_among(&block.leaves, r);
            if block.bytes.map_or(pointers.is_empty() && unions.is_empty(), |raw| raw.pointers.is_none()) {
                continue;
            }
            self.each_object(&block, r, span, &mut |lower, number| {
                let skip = lower.unless(Formula::cmp(CmpOp::Eq, Expr::select(marked, number.clone()), 1), span);
                let cells = Cells { leaves: pointers.clone(), unions: unions.clone(), raw: block.bytes, size: block.size_of(&number) };
                let key = block.keyed.then_some(&number);
                lower.each_pointer(&cells, key, r, span, &mut |lower, target| {
                    let new = Formula::and([
                        Formula::cmp(CmpOp::Gt, target.clone(), 0),
                        Formula::cmp(CmpOp::Ne, Expr::select(marked, target.clone()), 1),
                    ]);
                    let known = lower.unless(new, span);
                    lower.graph.assign(marked, Expr::store(marked, target, 1), span);
                    lower.graph.assign(again, 1.into(), span);
                    lower.graph.arrive(known, span);
                    Ok(())
                })?;
                lower.graph.arrive(skip, span);
                Ok(())
            })?;
        }
        let done = self.graph.loc(Some(span.clone()));
        let here = self.graph.here;
        self.graph.branch(here, head, Formula::cmp(CmpOp::Ne, again, 0), Some(span.clone()));
        self.graph.branch(here, done, Formula::cmp(CmpOp::Eq, again, 0), Some(span.clone()));
        self.graph.here = done;
        for b in blocks {
            let block = r.layout.blocks[*b].clone();
            self.each_object(&block, r, span, &mut |lower, number| {
                let lost = Formula::cmp(CmpOp::Ne, Expr::select(marked, number), 1);
                let place = lower.place_of(&block, span);
                lower.require(vec![(Check::Leak, lost, message(&block))], &place);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// What a static object is kept as; nothing if no pointer in it may lead to an object.
    fn cells_of_static(&self, object: ObjectId, r: &Resolver) -> Cells {
        let size = self.whole_size(object).unwrap_or_else(|| 0.into());
        let leads_on = |l: &Leaf| l.offset.is_some() && r.points_to.of_variable(l.var).is_none_or(|n| n.iter().any(|n| *n > 0));
        match r.layout.views.get(&object) {
            Some(View::Bytes(raw)) => Cells { leaves: Vec::new(), unions: Vec::new(), raw: Some(*raw), size },
            _ => {
                let leaves = self.leaves_in_use(object, r);
                let unions = Self::unions_among(&leaves, r);
                Cells { leaves: leaves.into_iter().filter(leads_on).collect(), unions, raw: None, size }
            }
        }
    }

    /// The unions among leaves that hold pointers among bytes.
    fn unions_among(leaves: &[Leaf], r: &Resolver) -> Vec<(Leaf, Raw)> {
        let kept = |l: &Leaf| r.layout.unions.get(&l.var)?.raw.filter(|raw| raw.pointers.is_some());
        leaves.iter().filter(|l| l.raw).filter_map(|l| Some((l.clone(), kept(l)?))).collect()
    }

    /// Every pointer in an object, by the number of what it points to; `key` is the object's own number among many. Among bytes a pointer is one as
    /// long as all its bytes are there.
    fn each_pointer(
        &mut self,
        cells: &Cells,
        key: Option<&Expr>,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Expr) -> Res<()>,
    ) -> Res<()> {
        let keyed = |i: Expr| key.map_or(i.clone(), |number| Expr::add(Expr::mul(Expr::from(KEY), number.clone()), i));
        if let Some(raw) = cells.raw {
            return self.each_pointer_among_bytes(&raw, cells.size.clone(), &keyed, span, act);
        }
        for (leaf, raw) in &cells.unions {
            let count = self.count_of(leaf, &cells.size);
            self.each_pointer_among_bytes(raw, count, &keyed, span, act)?;
        }
        for leaf in &cells.leaves {
            if leaf.dims.is_empty() {
                let target = key.map_or_else(|| r.term(leaf.var), |number| Expr::select(leaf.var, number.clone()));
                act(self, target)?;
                continue;
            }
            let count = self.count_of(leaf, &cells.size);
            self.each_index(0.into(), count, false, span, &mut |lower, i| act(lower, Expr::select(leaf.var, keyed(i))))?;
        }
        Ok(())
    }

    /// How many elements the arrays of a leaf have in an object of this size.
    fn count_of(&self, leaf: &Leaf, size: &Expr) -> Expr {
        let number = |n: u64| Expr::Const(Int::from(n));
        let inner = leaf.dims[1..].iter().fold(1u64, |n, d| n.saturating_mul(*d));
        let rows = match leaf.dims[0] {
            // Up to the end of the object.
            0 => {
                let bytes = Expr::add(Expr::sub(size.clone(), number(leaf.at)), number(leaf.strides[0] - 1));
                Expr::bin(BinOp::Div, bytes, number(leaf.strides[0]))
            }
            n => number(n),
        };
        Expr::mul(rows, number(inner))
    }

    /// Every pointer among so many bytes that is there with all its bytes.
    fn each_pointer_among_bytes(
        &mut self,
        raw: &Raw,
        count: Expr,
        keyed: &dyn Fn(Expr) -> Expr,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Expr) -> Res<()>,
    ) -> Res<()> {
        let Some((objects, _, part)) = raw.pointers else { return Ok(()) };
        let width = self.types.pointer_size() as i64;
        self.each_index(0.into(), Expr::sub(count, width - 1), false, span, &mut |lower, i| {
            let at = keyed(i);
            let place = |k: i64| Expr::select(part, Expr::add(at.clone(), k));
            let whole = Formula::and((0..width).map(|k| Formula::cmp(CmpOp::Eq, place(k), k + 1)));
            let skip = lower.unless(whole, span);
            act(lower, Expr::select(objects, at))?;
            lower.graph.arrive(skip, span);
            Ok(())
        })
    }

    /// Every living object of a block, by number.
    fn each_object(&mut self, block: &Block, r: &Resolver, span: &Span, act: &mut dyn FnMut(&mut Self, Expr) -> Res<()>) -> Res<()> {
        let Some(state) = block.state else { return self.unsupported("blocks whose end is not followed", span) };
        let site: Option<&ObjectId> = block.sites.first();
        let (Some(counter), true) = (r.layout.counter, block.keyed) else {
            let skip = self.unless(Formula::cmp(CmpOp::Eq, state, 1), span);
            act(self, Expr::from(site.map_or(0, |s| *s as i64 + 1)))?;
            self.graph.arrive(skip, span);
            return Ok(());
        };
        let (kinds, own) = (r.layout.kinds, r.layout.blocks.iter().position(|b| b.sites == block.sites));
        self.each_index(0.into(), counter.into(), false, span, &mut |lower, i| {
            let number = Expr::add(MANY, i);
            let mut mine = vec![Formula::cmp(CmpOp::Eq, Expr::select(state, number.clone()), 1)];
            if let (Some(kinds), Some(own)) = (kinds, own) {
                mine.push(Formula::cmp(CmpOp::Eq, Expr::select(kinds, number.clone()), own as i64));
            }
            let skip = lower.unless(Formula::and(mine), span);
            act(lower, number)?;
            lower.graph.arrive(skip, span);
            Ok(())
        })
    }
}
