//! Which blocks static storage leads to when the program ends, found by the program itself: a marking loop over the blocks
//! that were made, put where the entry function returns. It is exact, so that a lost block is a real leak.

use super::layout::{Block, MANY};
use super::object::{Leaf, ObjectId};
use super::resolve::Resolver;
use super::{Lower, Res};
use base::{Check, CmpOp, Expr, Formula, Int, Sort, Span};

impl Lower<'_> {
    /// Marks what is reachable and checks that the rest is freed. `marked` is a map from numbers.
    pub fn check_reachable(&mut self, blocks: &[usize], r: &Resolver, message: &dyn Fn(&Block) -> String, span: &Span) -> Res<()> {
        let marked = self.add_var("$marked".into(), Sort::array(), None, None, None, 0);
        let again = self.add_var("$again".into(), Sort::Int, None, None, None, 0);
        let statics: Vec<ObjectId> = (0..self.objects.len()).filter(|o| self.objects[*o].is_static).collect();
        let among_bytes = |o: &ObjectId| matches!(r.layout.views.get(o), Some(super::layout::View::Bytes(raw)) if raw.pointers.is_some());
        if statics.iter().any(among_bytes) {
            return self.unsupported("whether a block is still reachable when the program ends", span);
        }
        let roots: Vec<Leaf> = statics.into_iter().flat_map(|o| self.leaves_in_use(o, r)).collect();
        for leaf in roots.into_iter().filter(|l| l.offset.is_some()) {
            if r.points_to.of_variable(leaf.var).is_some_and(|n| n.iter().all(|n| *n <= 0)) {
                continue;
            }
            if leaf.dims.is_empty() {
                let target = r.term(leaf.var);
                self.graph.assign(marked, Expr::store(marked, target, 1), span);
                continue;
            }
            let count = leaf.dims.iter().fold(1u64, |n, d| n.saturating_mul(*d));
            let count = Expr::Const(Int::from(count));
            self.each_index(0.into(), count, false, span, &mut |lower, i| {
                let target = Expr::select(leaf.var, i);
                lower.graph.assign(marked, Expr::store(marked, target, 1), span);
                Ok(())
            })?;
        }
        // Until nothing new is marked.
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        self.graph.assign(again, 0.into(), span);
        for block in r.layout.blocks.clone() {
            let pointers: Vec<Leaf> = block.leaves.iter().filter(|l| l.offset.is_some()).cloned().collect();
            if pointers.is_empty() && block.bytes.is_none_or(|raw| raw.pointers.is_none()) {
                continue;
            }
            if block.bytes.is_some() || pointers.iter().any(|l| !l.dims.is_empty()) {
                return self.unsupported("whether a block is still reachable when the program ends", span);
            }
            self.each_object(&block, r, span, &mut |lower, number| {
                let skip = lower.unless(Formula::cmp(CmpOp::Eq, Expr::select(marked, number.clone()), 1), span);
                for leaf in &pointers {
                    let target = if block.keyed { Expr::select(leaf.var, number.clone()) } else { r.term(leaf.var) };
                    let new = Formula::and([
                        Formula::cmp(CmpOp::Gt, target.clone(), 0),
                        Formula::cmp(CmpOp::Ne, Expr::select(marked, target.clone()), 1),
                    ]);
                    let known = lower.unless(new, span);
                    lower.graph.assign(marked, Expr::store(marked, target, 1), span);
                    lower.graph.assign(again, 1.into(), span);
                    lower.graph.arrive(known, span);
                }
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
