//! Shapes of the graph that several deeds share: a condition, a loop over indices, a case for each object.

use super::access::Target;
use super::resolve::Resolver;
use super::{Halt, Lower, Res};
use base::{CmpOp, Expr, Formula, LocId, Span};

impl Lower<'_> {
    /// Goes on only where the formula holds; where it does not, at the location that is returned.
    pub fn unless(&mut self, formula: Formula, span: &Span) -> LocId {
        let (inside, other) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        let here = self.graph.here;
        self.graph.branch(here, other, formula.negate(), Some(span.clone()));
        self.graph.branch(here, inside, formula, Some(span.clone()));
        self.graph.here = inside;
        other
    }

    /// Does something for every index from `first` up to `end`, which is not changed by it and not itself one of them; in
    /// falling order if that is wanted.
    pub fn each_index(
        &mut self,
        first: Expr,
        end: Expr,
        falling: bool,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Expr) -> Res<()>,
    ) -> Res<()> {
        let i = self.temporary(self.types.long_long(true));
        self.graph.assign(i, if falling { end.clone() } else { first.clone() }, span);
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        let more = if falling { Formula::cmp(CmpOp::Gt, i, first) } else { Formula::cmp(CmpOp::Lt, i, end) };
        let exit = self.unless(more, span);
        if falling {
            self.graph.assign(i, Expr::sub(i, 1), span);
        }
        act(self, i.into())?;
        if !falling {
            self.graph.assign(i, Expr::add(i, 1), span);
        }
        self.graph.jump(head, span);
        self.graph.here = exit;
        Ok(())
    }

    /// Does something at each of the objects that a pointer may point to and goes on at `join`. If the pointer is `certain` to
    /// point to one of them, a single one needs no condition. Where it is not understood the path ends.
    pub fn at_each(
        &mut self,
        (object, targets): (&Expr, &[Target]),
        certain: bool,
        join: LocId,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, &Target) -> Res<()>,
    ) -> Res<()> {
        let start = self.graph.here;
        for target in targets {
            let case = self.graph.loc(Some(span.clone()));
            let alone = certain && targets.len() == 1;
            let condition = if alone { Formula::True } else { target.condition(object, targets, r) };
            self.graph.branch(start, case, condition, Some(span.clone()));
            self.graph.here = case;
            let done = act(self, target);
            if self.is_done(done)? {
                self.graph.jump(join, span);
            }
        }
        self.graph.here = join;
        Ok(())
    }

    /// Ends the path if something is not understood, without taking back what was there before it.
    pub fn is_done(&mut self, done: Res<()>) -> Res<bool> {
        match done {
            Ok(()) => Ok(true),
            Err(Halt::Unsupported { what, span }) => {
                self.give_up(&what, &span);
                Ok(false)
            }
            Err(other) => Err(other),
        }
    }
}
