//! Operation traces: what an analysis asked of its domain, over numbered registers, as text that can be kept.
//!
//! One operation a line. `r1 = copy r0` and the like make a register, `r1 join r2` changes one, `? r1 includes r2` asks,
//! `free r1` ends one. Numbers are exact. [`Recorder`] is a [`Subject`] that passes everything on to another one and writes
//! it down, so that any driver can be recorded; [`Replay`] runs a trace on a subject and gathers the answers.

use crate::subject::{Bounds, Subject, Topology};
use numeric::{Constraint, Generator, Int, Linear, Relation};
use std::cell::RefCell;
use std::fmt;

pub type Register = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    Universe { to: Register, dimensions: usize },
    Empty { to: Register, dimensions: usize },
    Copy { to: Register, from: Register },
    Free { register: Register },
    MeetConstraints { register: Register, constraints: Vec<Constraint> },
    Meet { register: Register, other: Register },
    Join { register: Register, other: Register },
    Assign { register: Register, variable: usize, form: Linear, denominator: Int },
    Substitute { register: Register, variable: usize, form: Linear, denominator: Int },
    Forget { register: Register, variables: Vec<usize> },
    Widen { register: Register, old: Register },
    WidenBhrz03 { register: Register, old: Register },
    AddDimensions { register: Register, count: usize },
    RemoveDimensions { register: Register, dimensions: Vec<usize> },
    Permute { register: Register, to: Vec<usize> },
    Includes { register: Register, other: Register },
    IsEmpty { register: Register },
    Bounds { register: Register, form: Linear },
    Constraints { register: Register },
    Generators { register: Register },
}

impl Operation {
    /// The register that is made or changed.
    pub fn changes(&self) -> Option<Register> {
        use Operation::*;
        match self {
            Universe { to, .. } | Empty { to, .. } | Copy { to, .. } => Some(*to),
            MeetConstraints { register, .. }
            | Meet { register, .. }
            | Join { register, .. }
            | Assign { register, .. }
            | Substitute { register, .. }
            | Forget { register, .. }
            | Widen { register, .. }
            | WidenBhrz03 { register, .. }
            | AddDimensions { register, .. }
            | RemoveDimensions { register, .. }
            | Permute { register, .. } => Some(*register),
            Free { .. } | Includes { .. } | IsEmpty { .. } | Bounds { .. } | Constraints { .. } | Generators { .. } => None,
        }
    }

    /// The operation's word in the textual form.
    pub fn kind(&self) -> &'static str {
        use Operation::*;
        match self {
            Universe { .. } => "universe",
            Empty { .. } => "empty",
            Copy { .. } => "copy",
            Free { .. } => "free",
            MeetConstraints { .. } => "constrain",
            Meet { .. } => "meet",
            Join { .. } => "join",
            Assign { .. } => "assign",
            Substitute { .. } => "substitute",
            Forget { .. } => "forget",
            Widen { .. } => "widen",
            WidenBhrz03 { .. } => "bhrz03",
            AddDimensions { .. } => "add",
            RemoveDimensions { .. } => "remove",
            Permute { .. } => "permute",
            Includes { .. } => "? includes",
            IsEmpty { .. } => "? empty",
            Bounds { .. } => "? bounds",
            Constraints { .. } => "? constraints",
            Generators { .. } => "? generators",
        }
    }

    /// Whether a domain has work to do for it: all but copies, frees and constants.
    pub fn is_work(&self) -> bool {
        use Operation::*;
        !matches!(self, Universe { .. } | Empty { .. } | Copy { .. } | Free { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub name: String,
    /// The largest number of dimensions that occurs.
    pub variables: usize,
    pub topology: Topology,
    pub operations: Vec<Operation>,
}

/// What a query said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Truth(bool),
    Bounds(Bounds),
    /// Number of equations and of inequalities.
    Constraints(usize, usize),
    /// Number of lines and of the others.
    Generators(usize, usize),
}

impl Answer {
    pub fn agrees(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Bounds(a), Answer::Bounds(b)) => a.agree(b),
            _ => self == other,
        }
    }
}

pub fn count_constraints(constraints: &[Constraint]) -> Answer {
    let equations = constraints.iter().filter(|c| c.relation == Relation::Zero).count();
    Answer::Constraints(equations, constraints.len() - equations)
}

pub fn count_generators(generators: &[Generator]) -> Answer {
    let lines = generators.iter().filter(|g| matches!(g, Generator::Line(_))).count();
    Answer::Generators(lines, generators.len() - lines)
}

// Text.

struct Form<'a>(&'a Linear);

impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (dimension, c) in self.0.terms() {
            write!(f, "{c}*x{dimension} ")?;
        }
        write!(f, "{}", self.0.constant_term())
    }
}

fn numbers(list: &[usize]) -> String {
    list.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Operation::*;
        match self {
            Universe { to, dimensions } => write!(f, "r{to} = universe {dimensions}"),
            Empty { to, dimensions } => write!(f, "r{to} = empty {dimensions}"),
            Copy { to, from } => write!(f, "r{to} = copy r{from}"),
            Free { register } => write!(f, "free r{register}"),
            MeetConstraints { register, constraints } => {
                write!(f, "r{register} constrain")?;
                for (i, c) in constraints.iter().enumerate() {
                    let relation = match c.relation {
                        Relation::Zero => "=",
                        Relation::NonNegative => ">=",
                        Relation::Positive => ">",
                    };
                    write!(f, "{} {} {relation} 0", if i == 0 { "" } else { ";" }, Form(&c.form))?;
                }
                Ok(())
            }
            Meet { register, other } => write!(f, "r{register} meet r{other}"),
            Join { register, other } => write!(f, "r{register} join r{other}"),
            Assign { register, variable, form, denominator } => write!(f, "r{register} assign x{variable} {denominator} {}", Form(form)),
            Substitute { register, variable, form, denominator } => {
                write!(f, "r{register} substitute x{variable} {denominator} {}", Form(form))
            }
            Forget { register, variables } => write!(f, "r{register} forget {}", numbers(variables)),
            Widen { register, old } => write!(f, "r{register} widen r{old}"),
            WidenBhrz03 { register, old } => write!(f, "r{register} bhrz03 r{old}"),
            AddDimensions { register, count } => write!(f, "r{register} add {count}"),
            RemoveDimensions { register, dimensions } => write!(f, "r{register} remove {}", numbers(dimensions)),
            Permute { register, to } => write!(f, "r{register} permute {}", numbers(to)),
            Includes { register, other } => write!(f, "? r{register} includes r{other}"),
            IsEmpty { register } => write!(f, "? r{register} empty"),
            Bounds { register, form } => write!(f, "? r{register} bounds {}", Form(form)),
            Constraints { register } => write!(f, "? r{register} constraints"),
            Generators { register } => write!(f, "? r{register} generators"),
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let topology = if self.topology == Topology::Closed { "closed" } else { "strict" };
        writeln!(f, "trace {} {} {topology}", self.name, self.variables)?;
        for operation in &self.operations {
            writeln!(f, "{operation}")?;
        }
        Ok(())
    }
}

fn register(word: &str) -> Option<Register> {
    word.strip_prefix('r')?.parse().ok()
}

fn variable(word: &str) -> Option<usize> {
    word.strip_prefix('x')?.parse().ok()
}

fn form(words: &[&str]) -> Option<Linear> {
    let mut form = Linear::default();
    for word in words {
        match word.split_once('*') {
            Some((c, x)) => form.add_term(variable(x)?, &c.parse().ok()?),
            None => form.add_constant(&word.parse().ok()?),
        }
    }
    Some(form)
}

fn constraint(text: &str) -> Option<Constraint> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rest @ .., relation, "0"] = words.as_slice() else { return None };
    let relation = match *relation {
        "=" => Relation::Zero,
        ">=" => Relation::NonNegative,
        ">" => Relation::Positive,
        _ => return None,
    };
    Some(Constraint { form: form(rest)?, relation })
}

fn list(words: &[&str]) -> Option<Vec<usize>> {
    words.iter().map(|w| w.parse().ok()).collect()
}

fn operation(line: &str) -> Option<Operation> {
    use Operation::*;
    if let Some((head, rest)) = line.split_once(" constrain").filter(|(head, _)| !head.starts_with('?')) {
        let constraints = rest.split(';').filter(|t| !t.trim().is_empty()).map(constraint).collect::<Option<_>>()?;
        return Some(MeetConstraints { register: register(head)?, constraints });
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words.as_slice() {
        [to, "=", "universe", n] => Universe { to: register(to)?, dimensions: n.parse().ok()? },
        [to, "=", "empty", n] => Empty { to: register(to)?, dimensions: n.parse().ok()? },
        [to, "=", "copy", from] => Copy { to: register(to)?, from: register(from)? },
        ["free", r] => Free { register: register(r)? },
        ["?", r, "includes", s] => Includes { register: register(r)?, other: register(s)? },
        ["?", r, "empty"] => IsEmpty { register: register(r)? },
        ["?", r, "bounds", rest @ ..] => Bounds { register: register(r)?, form: form(rest)? },
        ["?", r, "constraints"] => Constraints { register: register(r)? },
        ["?", r, "generators"] => Generators { register: register(r)? },
        [r, "meet", s] => Meet { register: register(r)?, other: register(s)? },
        [r, "join", s] => Join { register: register(r)?, other: register(s)? },
        [r, "assign", x, d, rest @ ..] => {
            Assign { register: register(r)?, variable: variable(x)?, form: form(rest)?, denominator: d.parse().ok()? }
        }
        [r, "substitute", x, d, rest @ ..] => {
            Substitute { register: register(r)?, variable: variable(x)?, form: form(rest)?, denominator: d.parse().ok()? }
        }
        [r, "forget", rest @ ..] => Forget { register: register(r)?, variables: list(rest)? },
        [r, "widen", s] => Widen { register: register(r)?, old: register(s)? },
        [r, "bhrz03", s] => WidenBhrz03 { register: register(r)?, old: register(s)? },
        [r, "add", n] => AddDimensions { register: register(r)?, count: n.parse().ok()? },
        [r, "remove", rest @ ..] => RemoveDimensions { register: register(r)?, dimensions: list(rest)? },
        [r, "permute", rest @ ..] => Permute { register: register(r)?, to: list(rest)? },
        _ => return None,
    })
}

impl Trace {
    pub fn parse(text: &str) -> Result<Trace, String> {
        let mut lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
        let (_, head) = lines.next().ok_or("an empty trace")?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let ["trace", name, variables, topology] = words.as_slice() else { return Err(format!("not a trace: {head}")) };
        let topology = match *topology {
            "closed" => Topology::Closed,
            "strict" => Topology::Strict,
            other => return Err(format!("no topology: {other}")),
        };
        let variables = variables.parse().map_err(|_| format!("not a number: {variables}"))?;
        let operations =
            lines.map(|(i, line)| operation(line).ok_or_else(|| format!("line {}: {line}", i + 1))).collect::<Result<_, _>>()?;
        Ok(Trace { name: name.to_string(), variables, topology, operations })
    }

    /// The number of operations that are work.
    pub fn work(&self) -> usize {
        self.operations.iter().filter(|o| o.is_work()).count()
    }
}

// Replay.

/// An operation with its forms and constraints as the subject keeps them.
enum Argument<S: Subject> {
    Nothing,
    Form(S::Form),
    System(S::System),
}

/// A trace made ready for a subject: nothing is translated while it runs.
pub struct Replay<'a, S: Subject> {
    trace: &'a Trace,
    arguments: Vec<Argument<S>>,
    pub registers: Vec<Option<S>>,
}

impl<'a, S: Subject> Replay<'a, S> {
    pub fn new(trace: &'a Trace) -> Self {
        let arguments = trace
            .operations
            .iter()
            .map(|o| match o {
                Operation::MeetConstraints { constraints, .. } => Argument::System(S::system(constraints)),
                Operation::Assign { form, .. } | Operation::Substitute { form, .. } | Operation::Bounds { form, .. } => {
                    Argument::Form(S::form(form))
                }
                _ => Argument::Nothing,
            })
            .collect();
        let count = trace.operations.iter().filter_map(Operation::changes).max().map_or(0, |r| r + 1);
        Replay { trace, arguments, registers: vec![None; count] }
    }

    /// All operations from the start; the registers are empty afterwards.
    pub fn run(&mut self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for i in 0..self.trace.operations.len() {
            answers.extend(self.step(i));
        }
        self.registers.fill(None);
        answers
    }

    /// The operation at `index`. A trace that names a register which does not exist is refused by a panic: it was not
    /// recorded.
    pub fn step(&mut self, index: usize) -> Option<Answer> {
        use Operation::*;
        let topology = self.trace.topology;
        let argument = &self.arguments[index];
        let form = || if let Argument::Form(f) = argument { f } else { unreachable!("translated with its operation") };
        let operation = &self.trace.operations[index];
        macro_rules! change {
            ($r:expr) => {
                self.registers[*$r].as_mut().expect("a live register")
            };
        }
        macro_rules! pair {
            ($r:expr, $s:expr, $method:ident) => {{
                if $r == $s {
                    let other = self.registers[*$s].clone().expect("a live register");
                    change!($r).$method(&other);
                } else {
                    let other = self.registers[*$s].take().expect("a live register");
                    change!($r).$method(&other);
                    self.registers[*$s] = Some(other);
                }
            }};
        }
        match operation {
            Universe { to, dimensions } => self.registers[*to] = Some(S::universe(topology, *dimensions)),
            Empty { to, dimensions } => self.registers[*to] = Some(S::empty(topology, *dimensions)),
            Copy { to, from } => self.registers[*to] = self.registers[*from].clone(),
            Free { register } => self.registers[*register] = None,
            MeetConstraints { register, .. } => {
                let Argument::System(system) = argument else { unreachable!("translated with its operation") };
                change!(register).meet_constraints(system);
            }
            Meet { register, other } => pair!(register, other, meet),
            Join { register, other } => pair!(register, other, join),
            Widen { register, old } => pair!(register, old, widen),
            WidenBhrz03 { register, old } => pair!(register, old, widen_bhrz03),
            Assign { register, variable, denominator, .. } => change!(register).assign(*variable, form(), denominator),
            Substitute { register, variable, denominator, .. } => change!(register).substitute(*variable, form(), denominator),
            Forget { register, variables } => change!(register).forget(variables),
            AddDimensions { register, count } => change!(register).add_dimensions(*count),
            RemoveDimensions { register, dimensions } => change!(register).remove_dimensions(dimensions),
            Permute { register, to } => change!(register).permute(to),
            Includes { register, other } => {
                let (a, b) = (&self.registers[*register], &self.registers[*other]);
                let (Some(a), Some(b)) = (a, b) else { panic!("a live register") };
                return Some(Answer::Truth(a.includes(b)));
            }
            IsEmpty { register } => return Some(Answer::Truth(change!(register).is_empty())),
            Bounds { register, .. } => return Some(Answer::Bounds(change!(register).bounds(form()))),
            Constraints { register } => return Some(count_constraints(&change!(register).constraints())),
            Generators { register } => return Some(count_generators(&change!(register).generators())),
        }
        None
    }
}

// Recording.

#[derive(Default)]
struct Log {
    operations: Vec<Operation>,
    free: Vec<Register>,
    registers: usize,
    variables: usize,
    topology: Option<Topology>,
}

thread_local! {
    static LOG: RefCell<Option<Log>> = const { RefCell::new(None) };
}

fn log(operation: Operation) {
    LOG.with_borrow_mut(|log| {
        if let Some(log) = log {
            log.operations.push(operation);
        }
    });
}

fn new_register() -> Register {
    LOG.with_borrow_mut(|log| {
        let Some(log) = log else { return 0 };
        log.free.pop().unwrap_or_else(|| {
            log.registers += 1;
            log.registers - 1
        })
    })
}

/// Runs a driver on `Recorder<S>` and gives the trace of what it did.
pub fn record<T>(name: &str, driver: impl FnOnce() -> T) -> (Trace, T) {
    LOG.set(Some(Log::default()));
    let result = driver();
    let log = LOG.take().unwrap_or_default();
    let topology = log.topology.unwrap_or(Topology::Closed);
    (Trace { name: name.to_string(), variables: log.variables, topology, operations: log.operations }, result)
}

/// A subject that writes down what is done with it. Use inside [`record`] only.
pub struct Recorder<S: Subject> {
    register: Register,
    pub inner: S,
}

impl<S: Subject> Recorder<S> {
    fn made(inner: S, operation: impl FnOnce(Register) -> Operation) -> Self {
        let register = new_register();
        log(operation(register));
        LOG.with_borrow_mut(|log| {
            if let Some(log) = log {
                log.variables = log.variables.max(inner.dimensions());
            }
        });
        Recorder { register, inner }
    }
}

impl<S: Subject> Clone for Recorder<S> {
    fn clone(&self) -> Self {
        Recorder::made(self.inner.clone(), |to| Operation::Copy { to, from: self.register })
    }
}

impl<S: Subject> Drop for Recorder<S> {
    fn drop(&mut self) {
        log(Operation::Free { register: self.register });
        LOG.with_borrow_mut(|log| {
            if let Some(log) = log {
                log.free.push(self.register);
            }
        });
    }
}

impl<S: Subject> Subject for Recorder<S> {
    type Form = (Linear, S::Form);
    type System = (Vec<Constraint>, S::System);

    fn form(form: &Linear) -> Self::Form {
        (form.clone(), S::form(form))
    }

    fn system(constraints: &[Constraint]) -> Self::System {
        (constraints.to_vec(), S::system(constraints))
    }

    fn universe(topology: Topology, dimensions: usize) -> Self {
        LOG.with_borrow_mut(|log| {
            if let Some(log) = log {
                log.topology = Some(topology);
            }
        });
        Recorder::made(S::universe(topology, dimensions), |to| Operation::Universe { to, dimensions })
    }

    fn empty(topology: Topology, dimensions: usize) -> Self {
        Recorder::made(S::empty(topology, dimensions), |to| Operation::Empty { to, dimensions })
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn meet_constraints(&mut self, system: &Self::System) {
        log(Operation::MeetConstraints { register: self.register, constraints: system.0.clone() });
        self.inner.meet_constraints(&system.1);
    }

    fn meet(&mut self, other: &Self) {
        log(Operation::Meet { register: self.register, other: other.register });
        self.inner.meet(&other.inner);
    }

    fn join(&mut self, other: &Self) {
        log(Operation::Join { register: self.register, other: other.register });
        self.inner.join(&other.inner);
    }

    fn includes(&self, other: &Self) -> bool {
        log(Operation::Includes { register: self.register, other: other.register });
        self.inner.includes(&other.inner)
    }

    fn is_empty(&self) -> bool {
        log(Operation::IsEmpty { register: self.register });
        self.inner.is_empty()
    }

    fn assign(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        log(Operation::Assign { register: self.register, variable, form: form.0.clone(), denominator: denominator.clone() });
        self.inner.assign(variable, &form.1, denominator);
    }

    fn substitute(&mut self, variable: usize, form: &Self::Form, denominator: &Int) {
        log(Operation::Substitute { register: self.register, variable, form: form.0.clone(), denominator: denominator.clone() });
        self.inner.substitute(variable, &form.1, denominator);
    }

    fn forget(&mut self, variables: &[usize]) {
        log(Operation::Forget { register: self.register, variables: variables.to_vec() });
        self.inner.forget(variables);
    }

    fn widen(&mut self, old: &Self) {
        log(Operation::Widen { register: self.register, old: old.register });
        self.inner.widen(&old.inner);
    }

    fn widen_bhrz03(&mut self, old: &Self) {
        log(Operation::WidenBhrz03 { register: self.register, old: old.register });
        self.inner.widen_bhrz03(&old.inner);
    }

    fn bounds(&self, form: &Self::Form) -> Bounds {
        log(Operation::Bounds { register: self.register, form: form.0.clone() });
        self.inner.bounds(&form.1)
    }

    fn add_dimensions(&mut self, count: usize) {
        log(Operation::AddDimensions { register: self.register, count });
        self.inner.add_dimensions(count);
        LOG.with_borrow_mut(|log| {
            if let Some(log) = log {
                log.variables = log.variables.max(self.inner.dimensions());
            }
        });
    }

    fn remove_dimensions(&mut self, dimensions: &[usize]) {
        log(Operation::RemoveDimensions { register: self.register, dimensions: dimensions.to_vec() });
        self.inner.remove_dimensions(dimensions);
    }

    fn permute(&mut self, to: &[usize]) {
        log(Operation::Permute { register: self.register, to: to.to_vec() });
        self.inner.permute(to);
    }

    fn constraints(&self) -> Vec<Constraint> {
        log(Operation::Constraints { register: self.register });
        self.inner.constraints()
    }

    fn generators(&self) -> Vec<Generator> {
        log(Operation::Generators { register: self.register });
        self.inner.generators()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ppl::Ppl;
    use crate::random::{Random, Shape, walk};

    /// A walk through everything, as text and back, and its answers when it is replayed from there.
    #[test]
    fn a_trace_survives_its_text() {
        let _alone = crate::ppl::alone();
        for (seed, topology) in [(7, Topology::Closed), (8, Topology::Strict)] {
            let shape = Shape { dimensions: 3, topology, huge: true, steps: 80, limit: 40, everything: true };
            let trace = walk("walk", &mut Random(seed), &shape);
            let read = Trace::parse(&trace.to_string()).expect("its own text");
            assert_eq!(read, trace);
            assert!(trace.work() > 40);
            let (first, second) = (Replay::<Ppl>::new(&trace).run(), Replay::<Ppl>::new(&read).run());
            assert!(!first.is_empty());
            assert_eq!(first, second);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Trace::parse("").is_err());
        assert!(Trace::parse("trace t 1 closed\nr0 explode").is_err());
        assert!(Trace::parse("trace t 1 closed\nr0 constrain 1*x0 = 1").is_err());
    }
}
