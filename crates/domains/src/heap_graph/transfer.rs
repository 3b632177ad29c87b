//! Statements on heap graphs, forwards and backwards.
//!
//! Gulavani, Rajamani (TACAS 2006), §6, give no transfer functions. These are the usual ones (Sagiv, Reps, Wilhelm: *Parametric shape analysis via 3-valued logic*, TOPLAS 2002): before a statement reads a
//! pointer or follows a link, what it holds is taken out of the summary that it may be in ([`Heap::cases`], one graph for each case); a field of a single object is
//! overwritten, one of several is joined. A new object gets its number from a counter, above those of all objects of the graph; that is how the graph knows that it is new.
//! Numbers that are no pointers are kept in intervals beside the graph; loads and stores of data move values between the two.
//!
//! Invariant: the result contains every state that a run of the statement leads to (backwards: comes from). What is not understood goes to "anything".

use super::graph::{Graph, Node, NodeId, Place, Targets};
use crate::boolean_heap::shape::Shape;
use crate::env::Env;
use crate::intervals::{Intervals, State as Numbers, forward, refine};
use base::{Cfa, CmpOp, Expr, Formula, Int, Sort, SortedSet, Stmt, VarId};
use numeric::{Interval, Value};

/// A statement takes a graph apart into at most this many cases.
const MOST_CASES: usize = 16;

/// What a program says about its heap.
#[derive(Clone, Debug)]
pub struct Heap {
    pub links: Vec<VarId>,
    /// The other fields of objects that have links.
    pub fields: SortedSet<VarId>,
    pub pointers: SortedSet<VarId>,
    /// Counters that new objects get their numbers from: the number is the counter and a constant.
    pub fresh: Vec<(VarId, Int)>,
    pub numbers: Intervals,
}

/// A graph with the numbers beside it.
#[derive(Clone, Debug)]
pub struct Described {
    pub graph: Graph,
    pub numbers: Env<Value>,
}

impl Heap {
    pub fn new(cfa: &Cfa) -> Self {
        let shape = Shape::of(cfa);
        let vars = || (0..cfa.vars.len() as u32).map(VarId);
        let is_map = |v: &VarId| matches!(cfa.var(*v).sort, Sort::Map(..));
        let links = shape.links.clone();
        let field = |v: &VarId| is_map(v) && !links.contains(v) && shape.links_of(*v).next().is_some();
        let pointer = |v: &VarId| !is_map(v) && links.iter().any(|l| shape.is_pointer(*v, *l));
        let sum = |e: &Expr| {
            let form = e.linear();
            let counter = form.variables()?;
            let (v, factor) = counter.iter().next().filter(|_| counter.len() == 1)?;
            (*factor == Int::ONE).then(|| (*v, form.constant.clone()))
        };
        let fresh = shape.fresh.iter().filter_map(sum).filter(|(v, _)| !is_map(v) && !pointer(v)).collect();
        Heap {
            fields: vars().filter(field).collect(),
            pointers: vars().filter(pointer).collect(),
            fresh,
            numbers: Intervals::new(cfa),
            links,
        }
    }

    /// Numbers say nothing of what the graph is about.
    pub fn only_numbers(&self, mut numbers: Env<Value>) -> Env<Value> {
        for v in self.pointers.iter().chain(&self.links).chain(&self.fields) {
            numbers.set(*v, Value::ALL);
        }
        numbers
    }

    fn beside(&self, graph: Graph, numbers: Numbers) -> Option<Described> {
        let Numbers::Env(numbers) = numbers else { return None };
        Some(Described { graph, numbers: self.only_numbers(numbers) })
    }

    fn is_link(&self, m: &Expr) -> Option<VarId> {
        if let Expr::Var(v) = m { Some(*v).filter(|v| self.links.contains(v)) } else { None }
    }

    fn is_field(&self, m: &Expr) -> Option<VarId> {
        if let Expr::Var(v) = m { Some(*v).filter(|v| self.fields.contains(v)) } else { None }
    }

    /// What a term may be.
    fn eval(&self, g: &Graph, e: &Expr) -> Targets {
        match e {
            Expr::Var(v) if self.pointers.contains(v) => g.holds(Place::Var(*v)),
            Expr::Const(c) if *c == Int::ZERO => Targets::null(),
            Expr::Const(c) if *c < Int::ZERO => Targets::nowhere(),
            Expr::Ite(_, a, b) => self.eval(g, a).join(&self.eval(g, b)),
            Expr::Select(m, w) => match (self.is_link(m), self.eval(g, w)) {
                (Some(link), w) if is_object(g, &w) => {
                    w.nodes.iter().fold(Targets::default(), |sum, n| sum.join(&g.nodes[n].targets(link)))
                }
                _ => Targets::any(),
            },
            _ => Targets::any(),
        }
    }

    /// What a term may be that is no pointer.
    fn number(&self, s: &Described, e: &Expr) -> Value {
        if let Expr::Select(m, w) = e
            && let (Some(field), w) = (self.is_field(m), self.eval(&s.graph, w))
            && is_object(&s.graph, &w)
        {
            let mut data = w.nodes.iter().map(|n| s.graph.nodes[n].datum(field));
            let Some(first) = data.next() else { return Value::ALL };
            return data.fold(first, |sum, v| sum.join(&v));
        }
        forward::int(e, &s.numbers)
    }

    /// The cases of a graph in which the pointers that the statement reads, and the links that it follows, lead to single objects; none if it
    /// reads no pointer.
    pub fn cases(&self, g: &Graph, stmt: &Stmt) -> Option<Vec<Graph>> {
        let mut read: SortedSet<VarId> = SortedSet::new();
        let mut follows: Vec<(VarId, VarId)> = Vec::new();
        let mut look = |e: &Expr| match e {
            Expr::Var(v) if self.pointers.contains(v) => drop(read.insert(*v)),
            Expr::Select(m, w) => {
                if let (Some(link), Expr::Var(w)) = (self.is_link(m), &**w) {
                    follows.push((*w, link));
                }
            }
            _ => {}
        };
        match stmt {
            Stmt::Assign(_, e) => e.walk(&mut look),
            // Whether one pointer is null needs no cases.
            Stmt::Assume(f) if f.vars().iter().any(|v| self.fields.contains(v)) || self.compares(f) => f.walk(&mut look),
            _ => {}
        }
        if read.is_empty() {
            return None;
        }
        let mut cases = vec![g.clone()];
        for v in read {
            cases = apart(cases, |c| c.materialise(Place::Var(v), &self.links));
        }
        for (w, link) in follows {
            cases = apart(cases, |c| match c.surely(Place::Var(w)) {
                Some(n) => c.materialise(Place::Link(n, link), &self.links),
                None => vec![c.clone()],
            });
        }
        Some(cases)
    }

    fn compares(&self, f: &Formula) -> bool {
        f.vars().iter().filter(|v| self.pointers.contains(v)).count() > 1
    }

    pub fn post(&self, s: &Described, stmt: &Stmt) -> Option<Described> {
        let mut graph = s.graph.clone();
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => return Some(s.clone()),
            Stmt::Assume(f) => return self.assume(s, f),
            Stmt::Input { var, .. } => self.forget(&mut graph, *var),
            Stmt::Assign(v, e) if self.pointers.contains(v) => {
                let targets = match self.allocate(s, e) {
                    Some((node, margin)) => {
                        graph.margin = margin;
                        Targets::node(graph.add(node))
                    }
                    None => self.eval(&graph, e),
                };
                graph.put(Place::Var(*v), targets);
            }
            Stmt::Assign(v, e) if self.links.contains(v) || self.fields.contains(v) => match e.stores_into(*v) {
                Some(stores) => {
                    let at = |e: &Expr| self.eval(&s.graph, e);
                    for (index, value) in stores {
                        if self.links.contains(v) {
                            write_link(&mut graph, *v, &at(index), &at(value));
                        } else {
                            write_field(&mut graph, *v, &at(index), &self.number(s, value));
                        }
                    }
                }
                None => self.forget(&mut graph, *v),
            },
            Stmt::Assign(v, e) => {
                self.count(&mut graph, *v, e, false);
                let Numbers::Env(mut numbers) = self.numbers.post(&s.numbers, stmt).state else { return None };
                if matches!(e, Expr::Select(..)) {
                    let loaded = numbers.get(*v).meet(&self.number(s, e))?;
                    numbers.set(*v, loaded);
                }
                graph.collect();
                return Some(Described { graph, numbers });
            }
        }
        graph.prune(&self.links);
        graph.collect();
        self.beside(graph, self.numbers.post(&s.numbers, stmt).state)
    }

    pub fn pre(&self, s: &Described, stmt: &Stmt) -> Option<Described> {
        let mut s = s.clone();
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => return Some(s),
            Stmt::Assume(f) => return self.assume(&s, f),
            Stmt::Input { var, .. } => self.forget(&mut s.graph, *var),
            Stmt::Assign(v, e) if self.pointers.contains(v) => {
                // Behind the statement both sides are equal, unless the right one has changed with the left one.
                if !e.vars().contains(v) {
                    self.reveal(&mut s.graph, e);
                    match self.place(&s.graph, e) {
                        Some(place) => equal(&mut s.graph, Place::Var(*v), place)?,
                        None => restrict(&mut s.graph, Place::Var(*v), CmpOp::Eq, e.as_const())?,
                    }
                }
                self.forget(&mut s.graph, *v);
            }
            Stmt::Assign(v, e) if self.links.contains(v) || self.fields.contains(v) => {
                self.unwrite(&mut s, *v, e)?;
            }
            Stmt::Assign(v, e) => {
                if let Expr::Select(m, w) = e
                    && let Some(field) = self.is_field(m)
                {
                    self.reveal(&mut s.graph, w);
                    if let Expr::Var(w) = &**w
                        && let Some(n) = s.graph.surely(Place::Var(*w)).filter(|n| !s.graph.nodes[n].null)
                    {
                        let datum = s.graph.nodes[&n].datum(field).meet(s.numbers.get(*v))?;
                        s.graph.node_mut(n).set_datum(field, datum);
                    }
                }
                self.count(&mut s.graph, *v, e, true);
            }
        }
        s.graph.collect();
        self.beside(s.graph, self.numbers.pre(&s.numbers, stmt).state)
    }

    /// Takes back a store: before it the field may have been anything, and what was stored is what the field holds now.
    fn unwrite(&self, s: &mut Described, map: VarId, e: &Expr) -> Option<()> {
        let all = e.stores_into(map);
        let Some([(index, value)]) = all.as_deref() else {
            self.forget(&mut s.graph, map);
            return Some(());
        };
        self.reveal(&mut s.graph, index);
        let held = self.eval(&s.graph, index);
        let Some(n) = held.only().filter(|n| !s.graph.nodes[n].summary && !s.graph.nodes[n].null) else {
            self.forget(&mut s.graph, map);
            return Some(());
        };
        if self.links.contains(&map) {
            let field = Place::Link(n, map);
            match self.place(&s.graph, value) {
                // A link that is read in the value is the one before the store.
                Some(place @ Place::Var(_)) => equal(&mut s.graph, place, field)?,
                _ => restrict(&mut s.graph, field, CmpOp::Eq, value.as_const())?,
            }
            s.graph.put(field, Targets::any());
            s.graph.nodes.values_mut().for_each(|u| _ = u.ends.remove(&map));
        } else {
            let datum = s.graph.nodes[&n].datum(map);
            if !matches!(value, Expr::Select(..)) {
                refine::push(&mut s.numbers, value, &datum)?;
            }
            s.graph.node_mut(n).set_datum(map, Value::ALL);
        }
        Some(())
    }

    pub fn assume(&self, s: &Described, f: &Formula) -> Option<Described> {
        let mut graph = s.graph.clone();
        self.restrict_by(&mut graph, &s.numbers, f)?;
        graph.prune(&self.links);
        graph.collect();
        self.beside(graph, self.numbers.assume(&s.numbers, f).state)
    }

    fn restrict_by(&self, g: &mut Graph, numbers: &Env<Value>, f: &Formula) -> Option<()> {
        match f {
            Formula::False => None,
            Formula::And(parts) => parts.iter().try_for_each(|p| self.restrict_by(g, numbers, p)),
            Formula::Or(parts) => {
                let case = |p: &Formula| {
                    let mut case = g.clone();
                    self.restrict_by(&mut case, numbers, p).map(|()| case)
                };
                let mut possible = parts.iter().filter_map(case);
                let first = possible.next()?;
                if possible.next().is_none() {
                    *g = first;
                }
                Some(())
            }
            Formula::Cmp(op, a, b) => match (self.place(g, a), self.place(g, b)) {
                (Some(a), None) => restrict(g, a, *op, b.as_const()),
                (None, Some(b)) => restrict(g, b, op.flip(), a.as_const()),
                (Some(a), Some(b)) if *op == CmpOp::Eq => equal(g, a, b),
                (Some(a), Some(b)) if *op == CmpOp::Ne => differ(g, a, b).and_then(|()| differ(g, b, a)),
                (Some(_), Some(_)) => Some(()),
                (None, None) => {
                    self.restrict_field(g, numbers, a, *op, b)?;
                    self.restrict_field(g, numbers, b, op.flip(), a)
                }
            },
            _ => Some(()),
        }
    }

    /// What an object has in a field compares so with a number.
    fn restrict_field(&self, g: &mut Graph, numbers: &Env<Value>, read: &Expr, op: CmpOp, other: &Expr) -> Option<()> {
        let Expr::Select(m, w) = read else { return Some(()) };
        let (Some(field), Some(n)) = (self.is_field(m), self.eval(g, w).only().filter(|n| !g.nodes[n].null)) else { return Some(()) };
        let kept = refine::left(&g.nodes[&n].datum(field), op, &forward::int(other, numbers))?;
        // Of a summary only the one object is known to be so.
        if !g.nodes[&n].summary {
            g.node_mut(n).set_datum(field, kept);
        }
        Some(())
    }

    fn place(&self, g: &Graph, e: &Expr) -> Option<Place> {
        match e {
            Expr::Var(v) if self.pointers.contains(v) => Some(Place::Var(*v)),
            Expr::Select(m, w) => {
                let link = self.is_link(m)?;
                let n = g.surely(self.place(g, w)?)?;
                (!g.nodes[&n].null).then_some(Place::Link(n, link))
            }
            _ => None,
        }
    }

    /// Takes the object of a pointer in the term out of its summary, if there is only one that it can be in.
    fn reveal(&self, g: &mut Graph, e: &Expr) {
        for v in e.vars().into_iter().filter(|v| self.pointers.contains(v)) {
            if g.reveal(Place::Var(v)).is_some() {
                g.prune(&self.links);
            }
        }
    }

    /// The new object, if the term is the number of one, and the bounds that hold with it.
    fn allocate(&self, s: &Described, e: &Expr) -> Option<(Node, Vec<Option<Int>>)> {
        let form = e.linear();
        let place =
            self.fresh.iter().position(|(v, c)| form.constant == *c && form.variables().is_some_and(|t| t == [(*v, Int::ONE)].into()))?;
        let above = s.graph.margin[place].as_ref().is_some_and(|m| *m <= Int::ZERO);
        let positive = forward::int(e, &s.numbers).interval().low.as_ref().is_some_and(|low| *low > Int::ZERO);
        if !above || !positive {
            return None;
        }
        let (counter, constant) = &self.fresh[place];
        // Numbers from different counters have nothing to do with each other.
        let bound = |((v, c), m): (&(VarId, Int), &Option<Int>)| m.clone().filter(|_| v == counter).map(|m| m.max(constant - c + Int::ONE));
        Some((Node::object(), self.fresh.iter().zip(&s.graph.margin).map(bound).collect()))
    }

    /// A counter changes, and with it what bounds the objects.
    fn count(&self, g: &mut Graph, v: VarId, e: &Expr, backwards: bool) {
        let form = e.linear();
        let step = form
            .variables()
            .filter(|t| *t == [(v, Int::ONE)].into())
            .map(|_| if backwards { -&form.constant } else { form.constant.clone() });
        for ((counter, _), m) in self.fresh.iter().zip(&mut g.margin) {
            if *counter == v {
                *m = m.take().and_then(|m| Some((m - step.as_ref()?).max(Int::ZERO)));
            }
        }
    }

    fn forget(&self, g: &mut Graph, v: VarId) {
        g.put(Place::Var(v), Targets::any());
        for node in g.nodes.values_mut() {
            node.data.remove(&v);
            node.next.remove(&v);
            node.ends.remove(&v);
        }
        for ((counter, _), m) in self.fresh.iter().zip(&mut g.margin) {
            if *counter == v {
                *m = None;
            }
        }
    }
}

/// Takes every graph apart, unless there would be too many.
fn apart(cases: Vec<Graph>, split: impl Fn(&Graph) -> Vec<Graph>) -> Vec<Graph> {
    let new: Vec<Graph> = cases.iter().flat_map(split).collect();
    if new.len() <= MOST_CASES { new } else { cases }
}

fn is_object(g: &Graph, t: &Targets) -> bool {
    !t.any && !t.nowhere && !g.may_be_null(t)
}

fn write_link(g: &mut Graph, link: VarId, at: &Targets, value: &Targets) {
    if let Some(n) = at.only().filter(|n| !g.nodes[n].summary) {
        let behind = g.closure(value, Some(link), &SortedSet::new());
        let ends = g.comes_to_null(value, link) && !behind.contains(&n);
        // What came through the object comes to null if it still does.
        let through: Vec<NodeId> =
            g.nodes.keys().copied().filter(|u| g.closure(&Targets::node(*u), Some(link), &SortedSet::new()).contains(&n)).collect();
        for u in through.into_iter().filter(|u| *u == n || !ends) {
            g.node_mut(u).ends.remove(&link);
        }
        if ends {
            g.node_mut(n).ends.insert(link);
        }
        g.node_mut(n).set_targets(link, value.clone());
    } else {
        let written = g.possible(at);
        for n in &written {
            let either = g.nodes[n].targets(link).join(value);
            g.node_mut(*n).set_targets(link, either);
        }
        if !written.is_empty() {
            g.nodes.values_mut().for_each(|u| _ = u.ends.remove(&link));
        }
    }
    g.infer_ends(link);
}

fn write_field(g: &mut Graph, field: VarId, at: &Targets, value: &Value) {
    if let Some(n) = at.only().filter(|n| !g.nodes[n].summary) {
        g.node_mut(n).set_datum(field, value.clone());
        return;
    }
    for n in g.possible(at) {
        let either = g.nodes[&n].datum(field).join(value);
        g.node_mut(n).set_datum(field, either);
    }
}

/// The place compares so with a constant; `None` if it cannot.
pub fn restrict(g: &mut Graph, place: Place, op: CmpOp, constant: Option<&Int>) -> Option<()> {
    let Some(c) = constant else { return Some(()) };
    let compares =
        |low: Option<Int>, high: Option<Int>| refine::left(&Interval { low, high }.into(), op, &Value::point(c.clone())).is_some();
    let null = op.holds(&Int::ZERO, c);
    let (nowhere, object) = (compares(None, Some(Int::NEG_ONE)), compares(Some(Int::ONE), None));
    let held = g.holds(place);
    if held.any {
        if !object {
            g.put(place, Targets { null, nowhere, ..Targets::default() });
        }
        return Some(());
    }
    let nodes: SortedSet<NodeId> = held.nodes.iter().copied().filter(|n| object || (g.nodes[n].null && null)).collect();
    let left = Targets { nodes, null: held.null && null, nowhere: held.nowhere && nowhere, any: false };
    if left.is_empty() {
        return None;
    }
    g.put(place, left.clone());
    match left.only().filter(|n| g.nodes[n].null) {
        Some(n) if !null => g.node_mut(n).null = false,
        Some(n) if !object => g.make_null(n),
        _ => {}
    }
    Some(())
}

/// Both places hold the same number; `None` if they cannot.
fn equal(g: &mut Graph, a: Place, b: Place) -> Option<()> {
    let (x, y) = (g.holds(a), g.holds(b));
    if x.any || y.any {
        let known = if x.any { y } else { x };
        g.put(a, known.clone());
        g.put(b, known);
        return Some(());
    }
    let common = |x: &Targets, y: &Targets| {
        let null = g.may_be_null(y);
        let nodes = x.nodes.iter().copied().filter(|n| y.nodes.contains(n) || (null && g.nodes[n].null)).collect();
        Targets { nodes, null: x.null && null, nowhere: x.nowhere && y.nowhere, any: false }
    };
    let (x, y) = (common(&x, &y), common(&y, &x));
    if x.is_empty() || y.is_empty() {
        return None;
    }
    g.put(a, x.clone());
    g.put(b, y.clone());
    // Two numbers that are not one node are equal only if they are null.
    for (own, other) in [(&x, &y), (&y, &x)] {
        if let Some(n) = own.only().filter(|n| g.nodes.contains_key(n) && !other.nodes.contains(n)) {
            g.make_null(n);
        }
    }
    Some(())
}

/// The places hold different numbers; `None` if they cannot. Only the first is restricted.
fn differ(g: &mut Graph, a: Place, b: Place) -> Option<()> {
    let mut x = g.holds(a);
    if x.any {
        return Some(());
    }
    match g.surely(b) {
        Some(n) if x.nodes.remove(&n) => {
            if x.is_empty() {
                return None;
            }
            g.put(a, x);
            Some(())
        }
        _ if g.holds(b) == Targets::null() => restrict(g, a, CmpOp::Ne, Some(&Int::ZERO)),
        _ => Some(()),
    }
}
