//! A net as an automaton: exact, so that every engine runs on it and every answer is checked on it.
//!
//! Place `i` is variable `i`. The start gives each place its number or an input in its range; then there is one location, the head, with a
//! loop for each rule (its guard first, then its assignments in an order in which no value is read after it has changed) and an edge to an error
//! location for each target.

use crate::answer::Run;
use crate::closed::OMEGA;
use crate::net::{Net, Range, Region, Rule, Sum};
use base::cfa::Frame;
use base::{
    Cfa, Check, CmpOp, ErrorInfo, Expr, Formula, InputKind, Int, LocId, LocInfo, Proof, SortedMap, Span, Stmt, Trace, VarDecl, VarId,
};

#[derive(Clone, Debug)]
pub struct Automaton {
    pub cfa: Cfa,
    /// Where the run is between two rules.
    pub head: LocId,
    /// The error location of each target.
    pub errors: Vec<LocId>,
}

fn var(place: usize) -> VarId {
    VarId(place as u32)
}

impl Automaton {
    pub fn new(net: &Net) -> Self {
        let mut cfa = Cfa::default();
        cfa.files = net.files.clone();
        cfa.frames.push(Frame { function: "net".into(), called_from: None });
        for name in &net.places {
            cfa.add_var(VarDecl { source: Some(name.clone()), ..VarDecl::int(name, None) });
        }
        cfa.entry = cfa.add_loc(LocInfo::named("start"));
        let mut at = cfa.entry;
        for place in 0..net.places.len() {
            at = start(&mut cfa, at, place, net.init.range(place), &net.places[place]);
        }
        let span = net.rules.first().and_then(|r| r.span.clone());
        let head = cfa.add_loc(LocInfo { span, loop_head: true, ..LocInfo::named("head") });
        cfa.add_edge(at, head, Stmt::Skip, None);
        let mut aside = SortedMap::new();
        for rule in &net.rules {
            loop_for(&mut cfa, head, rule, &mut aside);
        }
        let mut errors = Vec::new();
        for (i, target) in net.targets.iter().enumerate() {
            let error = cfa.add_loc(LocInfo { span: target.span.clone(), ..LocInfo::named(&format!("target{i}")) });
            cfa.add_edge(head, error, Stmt::Assume(within(&target.region)), target.span.clone());
            let message = "the target is reached".into();
            cfa.errors.push(ErrorInfo { loc: error, check: Check::Reach, message, span: target.span.clone() });
            errors.push(error);
        }
        Automaton { cfa, head, errors }
    }

    /// The proof that a formula over the places is, that these error locations are out of reach.
    pub fn proof(&self, invariant: &Formula, errors: &[LocId]) -> Proof {
        let errors = errors.iter().map(|e| (*e, Formula::False));
        Proof::Invariants(errors.chain([(self.head, invariant.clone())]).collect())
    }

    /// The inputs that make the automaton take a run, if it is one.
    pub fn trace(&self, net: &Net, run: &Run) -> Option<Trace> {
        let markings = run.execute(net)?;
        let open = |(p, n): (usize, &u64)| {
            let range = net.init.range(p);
            (range.low != range.high).then(|| Int::from(*n))
        };
        let mut inputs: Vec<Int> = run.start.iter().enumerate().filter_map(open).collect();
        let choices = run.rules.iter().copied().chain([net.rules.len() + run.target]);
        for (marking, choice) in markings.iter().zip(choices) {
            // The edges of the head are the rules and then the targets; a choice is a number among the enabled ones.
            let rules = net.rules.iter().map(|r| r.fire(marking).is_some());
            let enabled: Vec<bool> = rules.chain(net.targets.iter().map(|t| t.region.contains(marking))).collect();
            if enabled.iter().filter(|e| **e).count() > 1 {
                inputs.push(Int::from(enabled[..choice].iter().filter(|e| **e).count()));
            }
        }
        Some(Trace { inputs: inputs.into(), error: self.errors[run.target] })
    }

    /// The run that a trace of the automaton is, if it has at most `most` steps.
    pub fn run(&self, net: &Net, trace: &Trace, most: usize) -> Option<Run> {
        let target = self.errors.iter().position(|e| *e == trace.error)?;
        let mut inputs = trace.inputs.values().map(|n| u64::try_from(n).ok());
        let mut start = Vec::new();
        for place in 0..net.places.len() {
            let range = net.init.range(place);
            start.push(if range.low == range.high { range.low } else { inputs.next()?? });
        }
        let (mut marking, mut rules) = (start.clone(), Vec::new());
        while rules.len() <= most {
            let edges = net.rules.len() + net.targets.len();
            let is_enabled = |e: &usize| match net.rules.get(*e) {
                Some(rule) => rule.fire(&marking).is_some(),
                None => net.targets[e - net.rules.len()].region.contains(&marking),
            };
            let enabled: Vec<usize> = (0..edges).filter(is_enabled).collect();
            let choice = if enabled.len() > 1 { usize::try_from(inputs.next()??).ok()? } else { 0 };
            match net.rules.get(*enabled.get(choice)?) {
                Some(rule) => {
                    rules.push(enabled[choice]);
                    marking = rule.fire(&marking)?;
                }
                None => {
                    let run = Run { start, rules, target };
                    return run.execute(net).map(|_| run);
                }
            }
        }
        None
    }
}

/// Edges that give a place its number at the start.
fn start(cfa: &mut Cfa, from: LocId, place: usize, range: Range, name: &str) -> LocId {
    if range == (Range { low: 0, high: 0 }) {
        return from;
    }
    let to = cfa.add_loc(LocInfo::named(&format!("start_{name}")));
    if range.low == range.high {
        cfa.add_edge(from, to, Stmt::Assign(var(place), Int::from(range.low).into()), None);
        return to;
    }
    let kind = InputKind::Call("init".into());
    cfa.add_edge(from, to, Stmt::Input { var: var(place), ty: None, kind }, None);
    let next = cfa.add_loc(LocInfo::named(&format!("started_{name}")));
    cfa.add_edge(to, next, Stmt::Assume(between(place, range)), None);
    next
}

fn between(place: usize, range: Range) -> Formula {
    let least = Formula::cmp(CmpOp::Ge, var(place), Int::from(range.low));
    match range.high {
        OMEGA => least,
        high if high == range.low => Formula::cmp(CmpOp::Eq, var(place), Int::from(high)),
        high => Formula::and([least, Formula::cmp(CmpOp::Le, var(place), Int::from(high))]),
    }
}

fn within(region: &Region) -> Formula {
    Formula::and(region.0.iter().map(|(&p, r)| between(p, *r)))
}

fn term(sum: &Sum, name: &dyn Fn(usize) -> VarId) -> Expr {
    let terms = sum.terms.iter().map(|(&p, &f)| Expr::mul(Expr::from(Int::from(f)), name(p)));
    let terms = terms.reduce(Expr::add);
    match (terms, sum.constant) {
        (None, c) => Expr::from(c),
        (Some(t), c) if c < 0 => Expr::sub(t, -c),
        (Some(t), c) => Expr::add(t, c),
    }
}

/// The loop of a rule at the head. `aside` has the variables that keep old values of places.
fn loop_for(cfa: &mut Cfa, head: LocId, rule: &Rule, aside: &mut SortedMap<usize, VarId>) {
    // A guard that promises what is taken says the rest already.
    let promised = |(p, sum): &(&usize, &Sum)| match sum.shift_of(**p) {
        Some(taken) => rule.guard.range(**p).low.checked_add_signed(taken).is_some(),
        None => sum.constant >= 0,
    };
    let naturals = rule.updates.iter().filter(|u| !promised(u)).map(|(_, sum)| Formula::cmp(CmpOp::Ge, term(sum, &var), 0));
    let guard = Formula::and([within(&rule.guard)].into_iter().chain(naturals));
    let mut stmts = vec![Stmt::Assume(guard)];
    let mut left: SortedMap<usize, &Sum> = rule.updates.iter().filter(|(p, s)| s.shift_of(**p) != Some(0)).map(|(p, s)| (*p, s)).collect();
    let mut old: SortedMap<usize, VarId> = SortedMap::new();
    while let Some(&first) = left.keys().next() {
        let read_by_others = |p: usize| left.iter().any(|(q, s)| *q != p && s.terms.contains_key(&p)) && !old.contains_key(&p);
        let free = left.keys().copied().find(|p| !read_by_others(*p));
        let Some(place) = free else {
            // All of them are read by others: the first one's value is kept aside.
            let aside = *aside.entry(first).or_insert_with(|| {
                let mut name = format!("{}_old", cfa.var(var(first)).name);
                while cfa.var_named(&name).is_some() {
                    name.push('_');
                }
                cfa.add_var(VarDecl::int(&name, None))
            });
            stmts.push(Stmt::Assign(aside, var(first).into()));
            old.insert(first, aside);
            continue;
        };
        let now = |p: usize| if p == place { var(p) } else { old.get(&p).copied().unwrap_or(var(p)) };
        if let Some(sum) = left.get(&place) {
            stmts.push(Stmt::Assign(var(place), term(sum, &now)));
        }
        left.remove(&place);
    }
    chain(cfa, head, stmts, rule.span.as_ref());
}

/// Edges from the head through the statements and back.
fn chain(cfa: &mut Cfa, head: LocId, stmts: Vec<Stmt>, span: Option<&Span>) {
    let (mut at, last) = (head, stmts.len() - 1);
    for (i, stmt) in stmts.into_iter().enumerate() {
        let to = if i == last {
            head
        } else {
            cfa.add_loc(LocInfo { span: span.cloned(), ..LocInfo::named(&format!("rule{}", cfa.locs.len())) })
        };
        cfa.add_edge(at, to, stmt, span.cloned());
        at = to;
    }
}
