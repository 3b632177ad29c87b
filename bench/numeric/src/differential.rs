//! The differential test: this crate and PPL do the same operations side by side, and after each one the sets are compared.
//!
//! Two elements agree if our constraints, rebuilt in PPL, are PPL's set, our generators too, both minimised views have as
//! many equations, inequalities, lines and other generators (where these numbers are unique), and every answer is the same. The views are asked of copies, so
//! that what is lazy stays so. A widening that is not determined by the sets alone (BHRZ03, and any with strict
//! inequalities) may differ; it must still include both arguments, and both sides go on with PPL's element.

use crate::ppl::Ppl;
use crate::subject::{Subject, Topology};
use crate::trace::{Answer, Operation, Replay, Trace, count_constraints, count_generators};
use numeric::{Constraint, Relation};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What went apart, and where.
#[derive(Debug)]
pub struct Disagreement {
    pub index: usize,
    pub why: String,
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub traces: usize,
    pub operations: usize,
    pub elements: usize,
    /// Elements that PPL cannot convert in time.
    pub out_of_reach: usize,
    /// Elements with strict inequalities of which a view has more members than PPL's.
    pub larger_views: usize,
    /// Widenings of Cousot and Halbwachs with strict inequalities that differ.
    pub other_standard: usize,
    /// Widenings of BHRZ03 that differ, and how many there were.
    pub other_bhrz03: usize,
    pub bhrz03: usize,
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join("; ")
}

/// Why `ours` is not the same element as `theirs`, which is within PPL's reach.
fn difference<S: Subject>(ours: &S, theirs: &Ppl, topology: Topology) -> Option<String> {
    let n = theirs.dimensions();
    let copy = || theirs.clone();
    if ours.dimensions() != n {
        return Some(format!("{} dimensions, PPL has {n}", ours.dimensions()));
    }
    let shown = || format!("PPL has {}", list(&copy().constraints()));
    // Each view from a copy of its own: asking for one must not help the other.
    let constraints = ours.clone().constraints();
    if topology == Topology::Closed && constraints.iter().any(|c| c.relation == Relation::Positive) {
        return Some(format!("a strict constraint of a closed set: {}; {}", list(&constraints), shown()));
    }
    if Ppl::from_constraints(topology, n, &constraints).equals(&copy()) == Some(false) {
        return Some(format!("constraints {}; {}", list(&constraints), shown()));
    }
    let generators = ours.clone().generators();
    match Ppl::from_generators(topology, n, &generators) {
        Some(p) if p.equals(&copy()) != Some(false) => {}
        _ => return Some(format!("generators {}; {}, spanned by {}", list(&generators), shown(), list(&copy().generators()))),
    }
    let empty = copy().is_empty();
    if ours.clone().is_empty() != empty {
        return Some(format!("emptiness; {}", shown()));
    }
    if empty {
        return None;
    }
    if topology == Topology::Strict {
        return None;
    }
    if count_constraints(&constraints) != count_constraints(&copy().constraints()) {
        return Some(format!("as many constraints: {}; {}", list(&constraints), shown()));
    }
    if count_generators(&generators) != count_generators(&copy().generators()) {
        return Some(format!("as many generators: {}; PPL has {}", list(&generators), list(&copy().generators())));
    }
    None
}

/// Whether a view of ours is larger than PPL's. With strict inequalities the least view is not unique, so this is counted and
/// not held against us.
fn is_larger<S: Subject>(ours: &S, (constraints, generators): (usize, usize)) -> bool {
    !ours.is_empty() && (ours.clone().constraints().len() > constraints || ours.clone().generators().len() > generators)
}

/// Whether the result of a widening is a matter of representation.
fn may_differ(operation: &Operation, topology: Topology) -> bool {
    match operation {
        Operation::WidenBhrz03 { .. } => true,
        Operation::Widen { .. } => topology == Topology::Strict,
        _ => false,
    }
}

fn message(panic: Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
    format!("panic: {}", text.unwrap_or_default())
}

fn sizes_are_unique(operation: &Operation, theirs: &Replay<Ppl>, topology: Topology) -> bool {
    let (Operation::Constraints { register } | Operation::Generators { register }) = operation else { return true };
    topology == Topology::Closed && theirs.registers[*register].as_ref().is_some_and(|p| !p.clone().is_empty())
}

/// Runs a trace on both; the first disagreement ends it.
pub fn compare<S: Subject>(trace: &Trace, tally: &mut Tally) -> Result<(), Disagreement> {
    let mut ours = Replay::<S>::new(trace);
    let mut theirs = Replay::<Ppl>::new(trace);
    tally.traces += 1;
    for (index, operation) in trace.operations.iter().enumerate() {
        let fail = |why: String| Disagreement { index, why };
        let arguments = match operation {
            Operation::Widen { register, old } | Operation::WidenBhrz03 { register, old } => {
                Some((theirs.registers[*register].clone(), theirs.registers[*old].clone()))
            }
            _ => None,
        };
        let expected = theirs.step(index);
        let answer = catch_unwind(AssertUnwindSafe(|| ours.step(index))).map_err(|e| fail(message(e)))?;
        tally.operations += 1;
        match (&answer, &expected) {
            // How many constraints describe the empty set is a matter of taste, and see `larger_views`.
            (Some(Answer::Constraints(..) | Answer::Generators(..)), _) if !sizes_are_unique(operation, &theirs, trace.topology) => {}
            (Some(a), Some(b)) if !a.agrees(b) => return Err(fail(format!("answer {a:?}; PPL says {b:?}"))),
            _ => {}
        }
        let Some(register) = operation.changes() else { continue };
        if matches!(operation, Operation::Copy { .. } | Operation::Universe { .. } | Operation::Empty { .. }) {
            continue;
        }
        let (Some(a), Some(b)) = (&ours.registers[register], &theirs.registers[register]) else { continue };
        // The views are asked of a copy: what PPL has not converted, the next operation shall find so.
        let Some(sizes) = b.sizes() else {
            tally.out_of_reach += 1;
            continue;
        };
        tally.elements += 1;
        tally.bhrz03 += usize::from(matches!(operation, Operation::WidenBhrz03 { .. }));
        let found = catch_unwind(AssertUnwindSafe(|| difference(a, b, trace.topology))).map_err(|e| fail(message(e)))?;
        if found.is_none() && trace.topology == Topology::Strict && is_larger(a, sizes) {
            tally.larger_views += 1;
        }
        let Some(why) = found else { continue };
        if !may_differ(operation, trace.topology) {
            return Err(fail(why));
        }
        match operation {
            Operation::WidenBhrz03 { .. } => tally.other_bhrz03 += 1,
            _ => tally.other_standard += 1,
        }
        let ours_in_ppl = Ppl::from_constraints(Topology::Strict, b.dimensions(), &a.constraints());
        for argument in [arguments.as_ref().and_then(|p| p.0.clone()), arguments.as_ref().and_then(|p| p.1.clone())].into_iter().flatten() {
            let argument = Ppl::from_constraints(Topology::Strict, argument.dimensions(), &argument.constraints());
            if !ours_in_ppl.includes(&argument) {
                return Err(fail(format!("a widening that loses an argument: {why}")));
            }
        }
        let mut same = S::universe(trace.topology, b.dimensions());
        same.meet_constraints(&S::system(&b.constraints()));
        ours.registers[register] = Some(same);
    }
    Ok(())
}

// Small cases.

/// A trace in which only live registers are used, as [`Replay::step`] needs it.
fn is_valid(trace: &Trace) -> bool {
    use Operation::*;
    let mut live: Vec<Option<usize>> = Vec::new();
    for operation in &trace.operations {
        if let Some(r) = operation.changes().filter(|r| *r >= live.len()) {
            live.resize(r + 1, None);
        }
        let dimensions = |r: usize| live.get(r).copied().flatten();
        let fine = match operation {
            Universe { to, dimensions } | Empty { to, dimensions } => {
                live[*to] = Some(*dimensions);
                true
            }
            Copy { to, from } => {
                let n = dimensions(*from);
                live[*to] = n;
                n.is_some()
            }
            Free { register } => {
                let was = dimensions(*register).is_some();
                if was {
                    live[*register] = None;
                }
                was
            }
            MeetConstraints { register, constraints } => {
                dimensions(*register).is_some_and(|n| constraints.iter().all(|c| c.form.space() <= n))
            }
            Assign { register, variable, form, .. } | Substitute { register, variable, form, .. } => {
                dimensions(*register).is_some_and(|n| form.space() <= n && *variable < n)
            }
            Bounds { register, form } => dimensions(*register).is_some_and(|n| form.space() <= n),
            Forget { register, variables } => dimensions(*register).is_some_and(|n| variables.iter().all(|v| *v < n)),
            // The widenings' precondition is not seen from here: such operations are kept together by the walk.
            Meet { register, other } | Join { register, other } | Includes { register, other } => {
                dimensions(*register).is_some() && dimensions(*register) == dimensions(*other)
            }
            Widen { register, old } | WidenBhrz03 { register, old } => {
                dimensions(*register).is_some() && dimensions(*register) == dimensions(*old)
            }
            AddDimensions { register, count } => {
                let n = dimensions(*register).map(|n| n + count);
                live[*register] = n;
                n.is_some()
            }
            RemoveDimensions { register, dimensions: gone } => {
                let n = dimensions(*register).filter(|n| gone.iter().all(|d| d < n)).map(|n| n - gone.len());
                live[*register] = n;
                n.is_some()
            }
            Permute { register, to } => dimensions(*register) == Some(to.len()),
            IsEmpty { register } | Constraints { register } | Generators { register } => dimensions(*register).is_some(),
        };
        if !fine {
            return false;
        }
    }
    true
}

/// PPL's own elements as constraints, then the operation alone: usually it fails there too.
fn isolated(trace: &Trace, index: usize) -> Trace {
    let operation = &trace.operations[index];
    let mut theirs = Replay::<Ppl>::new(trace);
    for i in 0..index {
        theirs.step(i);
    }
    let mut operations = Vec::new();
    for (register, element) in theirs.registers.iter().enumerate() {
        let Some(element) = element else { continue };
        operations.push(Operation::Universe { to: register, dimensions: element.dimensions() });
        for constraint in element.constraints() {
            operations.push(Operation::MeetConstraints { register, constraints: vec![constraint] });
        }
    }
    operations.push(operation.clone());
    Trace { name: format!("{}-at-{index}", trace.name), operations, ..trace.clone() }
}

/// The widenings assume that the new element includes the old one; a shrunken trace must still respect that.
fn respects_widenings(trace: &Trace) -> bool {
    let mut theirs = Replay::<Ppl>::new(trace);
    for (index, operation) in trace.operations.iter().enumerate() {
        if let Operation::Widen { register, old } | Operation::WidenBhrz03 { register, old } = operation {
            let (Some(new), Some(old)) = (&theirs.registers[*register], &theirs.registers[*old]) else { return false };
            if !new.includes(old) {
                return false;
            }
        }
        theirs.step(index);
    }
    true
}

fn fails<S: Subject>(trace: &Trace) -> Option<Disagreement> {
    if !is_valid(trace) || !respects_widenings(trace) {
        return None;
    }
    compare::<S>(trace, &mut Tally::default()).err()
}

/// The smallest failing trace that leaving out operations and simplifying constraints leads to.
pub fn shrunk<S: Subject>(trace: &Trace, disagreement: Disagreement) -> (Trace, Disagreement) {
    let cut = Trace { operations: trace.operations[..=disagreement.index].to_vec(), ..trace.clone() };
    let alone = isolated(trace, disagreement.index);
    let (mut best, mut last) = match fails::<S>(&alone) {
        Some(d) => (alone, d),
        None => match fails::<S>(&cut) {
            Some(d) => (cut, d),
            None => return (cut, disagreement),
        },
    };
    let mut size = best.operations.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < best.operations.len() {
            let mut candidate = best.clone();
            candidate.operations.drain(at..(at + size).min(best.operations.len()));
            if let Some(d) = fails::<S>(&candidate) {
                candidate.operations.truncate(d.index + 1);
                (best, last) = (candidate, d);
                shorter = true;
            } else {
                at += size;
            }
        }
        if size == 1 && !shorter {
            break;
        }
        size = if size == 1 { 1 } else { size / 2 };
    }
    for at in 0..best.operations.len() {
        let Operation::MeetConstraints { register, constraints } = best.operations[at].clone() else { continue };
        for i in (0..constraints.len()).rev() {
            let mut fewer: Vec<Constraint> = constraints.clone();
            fewer.remove(i);
            let mut candidate = best.clone();
            candidate.operations[at] = Operation::MeetConstraints { register, constraints: fewer };
            if let Some(d) = fails::<S>(&candidate) {
                (best, last) = (candidate, d);
                break;
            }
        }
    }
    (best, last)
}
