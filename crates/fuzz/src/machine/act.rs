//! Statements: what they do to a state, and their text.

use super::memory::{Address, Byte, Fault, State, Value};
use super::term::{Expr, Place, Vars};
use super::types::{INT, Ty};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a value of some type is copied from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Assign,
    /// Through pointers to both.
    Pointers,
    Parameter,
    Result,
    /// By a function that gets the address of the target, and the value.
    Setter,
    /// `to = c ? from : from`.
    Conditional,
    /// Out of a compound literal of an array.
    Literal,
    Memcpy,
    Memmove,
    /// By a loop over unsigned chars.
    Loop,
}

pub const VALUE_WAYS: [Way; 7] = [Way::Assign, Way::Pointers, Way::Parameter, Way::Result, Way::Setter, Way::Conditional, Way::Literal];
pub const BYTE_WAYS: [Way; 3] = [Way::Memcpy, Way::Memmove, Way::Loop];

#[derive(Clone, Debug)]
pub enum Act {
    Assign(Place, Expr),
    /// Of values of the same type.
    Copy(Way, Place, Place),
    /// So many bytes from the start of one place to the start of the other, by a byte way.
    Bytes(Way, Place, Place, usize),
    Fill(Place, u8),
    If(Expr, Vec<Act>, Vec<Act>),
    /// The variable counts from 0 up to the number, and `break` is taken where the condition holds.
    Count(usize, usize, Option<Expr>, Vec<Act>),
    Switch(Expr, Vec<(i128, Vec<Act>)>, Option<Vec<Act>>),
    /// The acts are jumped over if the condition holds.
    Skip(Expr, Vec<Act>),
    /// A block for one value of the type that the pointer points to.
    Allocate(Place, bool),
    Free(Place),
}

pub fn run_all(acts: &[Act], vars: &Vars, state: &mut State) -> Result<(), Fault> {
    acts.iter().try_for_each(|act| act.run(vars, state))
}

impl Act {
    pub fn run(&self, vars: &Vars, state: &mut State) -> Result<(), Fault> {
        match self {
            Act::Assign(place, e) => {
                let value = e.value(vars, state)?;
                let at = place.at(vars, state)?;
                match (place.ty(vars), value) {
                    (Ty::Int(int), Value::Int(n)) => state.store_int(at, int, n)?,
                    (_, value) => state.store(at, value)?,
                }
                stored(place, vars, state)
            }
            Act::Copy(way, to, from) => {
                let (ty, target, source) = (to.ty(vars), to.at(vars, state)?, from.at(vars, state)?);
                if ty.scalar() {
                    // A scalar is read when it is copied by value.
                    let value = state.load(source, &ty)?;
                    match (&ty, value) {
                        (Ty::Int(int), Value::Int(n)) => state.store_int(target, *int, n)?,
                        (_, value) => state.store(target, value)?,
                    }
                } else if BYTE_WAYS.contains(way) {
                    let bytes = carried(*way, state.bytes(source, ty.size())?);
                    disjoint(target, source, ty.size())?;
                    state.put(target, &bytes)?;
                } else {
                    if target != source {
                        disjoint(target, source, ty.size())?;
                    }
                    state.copy(target, source, &ty)?;
                }
                stored(to, vars, state)
            }
            Act::Bytes(way, to, from, n) => {
                let (target, source) = (to.at(vars, state)?, from.at(vars, state)?);
                disjoint(target, source, *n)?;
                let bytes = carried(*way, state.bytes(source, *n)?);
                state.put(target, &bytes)
            }
            Act::Fill(place, byte) => {
                let at = place.at(vars, state)?;
                state.put(at, &vec![Byte::Number(*byte); place.ty(vars).size()])
            }
            Act::If(e, then, other) => {
                let branch = if truth(e, vars, state)? { then } else { other };
                run_all(branch, vars, state)
            }
            Act::Count(var, times, until, body) => {
                for k in 0..=*times {
                    state.store_int(Address { object: *var, offset: 0 }, INT, k as i128)?;
                    if k == *times || until.as_ref().map_or(Ok(false), |e| truth(e, vars, state))? {
                        break;
                    }
                    run_all(body, vars, state)?;
                }
                Ok(())
            }
            Act::Switch(e, cases, default) => {
                let Value::Int(n) = e.value(vars, state)? else { return Err(Fault::Unknown) };
                match (cases.iter().find(|(label, _)| *label == n), default) {
                    (Some((_, acts)), _) | (None, Some(acts)) => run_all(acts, vars, state),
                    (None, None) => Ok(()),
                }
            }
            Act::Skip(e, acts) => {
                if truth(e, vars, state)? {
                    return Ok(());
                }
                run_all(acts, vars, state)
            }
            Act::Allocate(place, zero) => {
                let Ty::Pointer(to) = place.ty(vars) else { return Err(Fault::Unknown) };
                let at = place.at(vars, state)?;
                // A null pointer is zero bytes on every machine here, but C does not say so.
                let fill = if *zero { Byte::Number(0) } else { Byte::Unset };
                let object = state.new_object(to.size(), fill, true);
                state.store(at, Value::Pointer(Some(Address { object, offset: 0 })))?;
                stored(place, vars, state)
            }
            Act::Free(place) => {
                let value = state.load(place.at(vars, state)?, &place.ty(vars))?;
                match value {
                    Value::Pointer(None) => Ok(()),
                    Value::Pointer(Some(at)) if at.offset == 0 && state.objects[at.object].heap && state.objects[at.object].alive => {
                        state.objects[at.object].alive = false;
                        Ok(())
                    }
                    _ => Err(Fault::Free),
                }
            }
        }
    }
}

fn truth(e: &Expr, vars: &Vars, state: &State) -> Result<bool, Fault> {
    match e.value(vars, state)? {
        Value::Int(n) => Ok(n != 0),
        Value::Pointer(p) => Ok(p.is_some()),
    }
}

fn disjoint(a: Address, b: Address, size: usize) -> Result<(), Fault> {
    let apart = a.object != b.object || a.offset + size <= b.offset || b.offset + size <= a.offset;
    if apart { Ok(()) } else { Err(Fault::Unknown) }
}

/// After a store to a member of a union, its bytes that do not belong to that member are open.
fn stored(place: &Place, vars: &Vars, state: &mut State) -> Result<(), Fault> {
    for (union, member) in place.unions(vars) {
        let at = union.at(vars, state)?;
        let (size, whole) = (member.size(), union.ty(vars).size());
        let bytes = state.bytes(Address { offset: at.offset + size, ..at }, whole - size)?;
        let open: Vec<Byte> = bytes.iter().map(|byte| if *byte == Byte::Unset { Byte::Unset } else { Byte::Open }).collect();
        state.put(Address { offset: at.offset + size, ..at }, &open)?;
    }
    Ok(())
}

/// The text of acts, and the functions that they need.
#[derive(Default)]
pub struct Writer {
    pub helpers: BTreeMap<String, String>,
    pub body: String,
    labels: usize,
}

impl Writer {
    pub fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.body, "{}{text}", "  ".repeat(depth));
    }

    pub fn acts(&mut self, acts: &[Act], vars: &Vars, depth: usize) {
        for act in acts {
            self.act(act, vars, depth);
        }
    }

    fn act(&mut self, act: &Act, vars: &Vars, depth: usize) {
        match act {
            Act::Assign(place, e) => self.line(depth, &format!("{} = {};", place.text(vars), e.text(vars))),
            Act::Copy(way, to, from) => {
                let text = self.copy(*way, to, from, vars);
                self.line(depth, &text);
            }
            Act::Bytes(way, to, from, n) => {
                let text = bytes(*way, &to.address_text(vars), &from.address_text(vars), &n.to_string());
                self.line(depth, &text);
            }
            Act::Fill(place, byte) => {
                self.line(depth, &format!("memset({}, {byte}, sizeof({}));", place.address_text(vars), place.ty(vars).word()));
            }
            Act::If(e, then, other) => {
                self.line(depth, &format!("if ({}) {{", e.text(vars)));
                self.acts(then, vars, depth + 1);
                if !other.is_empty() {
                    self.line(depth, "} else {");
                    self.acts(other, vars, depth + 1);
                }
                self.line(depth, "}");
            }
            Act::Count(var, times, until, body) => {
                let name = &vars[*var].name;
                self.line(depth, &format!("for ({name} = 0; {name} < {times}; {name}++) {{"));
                if let Some(e) = until {
                    self.line(depth + 1, &format!("if ({}) break;", e.text(vars)));
                }
                self.acts(body, vars, depth + 1);
                self.line(depth, "}");
            }
            Act::Switch(e, cases, default) => {
                self.line(depth, &format!("switch ({}) {{", e.text(vars)));
                for (label, acts) in cases {
                    self.line(depth, &format!("case {label}:"));
                    self.acts(acts, vars, depth + 1);
                    self.line(depth + 1, "break;");
                }
                if let Some(acts) = default {
                    self.line(depth, "default:");
                    self.acts(acts, vars, depth + 1);
                    self.line(depth + 1, "break;");
                }
                self.line(depth, "}");
            }
            Act::Skip(e, acts) => {
                self.labels += 1;
                let label = format!("past{}", self.labels);
                self.line(depth, &format!("if ({}) goto {label};", e.text(vars)));
                self.acts(acts, vars, depth);
                self.line(depth, &format!("{label}:;"));
            }
            Act::Allocate(place, zero) => {
                let Ty::Pointer(to) = place.ty(vars) else { return };
                let call = if *zero { format!("calloc(1, sizeof({}))", to.word()) } else { format!("malloc(sizeof({}))", to.word()) };
                self.line(depth, &format!("{} = {call};", place.text(vars)));
            }
            Act::Free(place) => self.line(depth, &format!("free({});", place.text(vars))),
        }
    }

    fn copy(&mut self, way: Way, to: &Place, from: &Place, vars: &Vars) -> String {
        let (ty, target, source) = (to.ty(vars), to.text(vars), from.text(vars));
        let (word, mangled) = (ty.word(), ty.word().replace([' ', '*'], "_"));
        let (target_at, source_at) = (to.address_text(vars), from.address_text(vars));
        let mut helper = |name: &str, text: String| {
            let name = format!("{name}_{mangled}");
            self.helpers.insert(name.clone(), text.replace("NAME", &name));
            name
        };
        match way {
            Way::Assign => format!("{target} = {source};"),
            Way::Pointers => format!("{{ {word} *from_ = {source_at}, *to_ = {target_at}; *to_ = *from_; }}").replace("* *to_", "**to_"),
            Way::Parameter => {
                let name = helper("put", format!("static void NAME({word} *to_, {word} value_) {{ *to_ = value_; }}"));
                format!("{name}({target_at}, {source});")
            }
            Way::Result => {
                let name = helper("same", format!("static {word} NAME({word} value_) {{ return value_; }}"));
                format!("{target} = {name}({source});")
            }
            Way::Setter => {
                let text = format!("static {word} NAME(const {word} *from_) {{ {word} value_; value_ = *from_; return value_; }}");
                let name = helper("fetch", text);
                format!("{target} = {name}({source_at});")
            }
            Way::Conditional => format!("{target} = {source_at} != 0 ? {source} : {source};"),
            Way::Literal => format!("{target} = (({word}[1]){{{source}}})[0];"),
            Way::Memcpy | Way::Memmove | Way::Loop => bytes(way, &target_at, &source_at, &format!("sizeof({word})")),
        }
    }
}

/// What arrives of bytes. Characters that a loop stores one by one are written, whatever was read: only the library's copies carry along that something was
/// not.
fn carried(way: Way, bytes: Vec<Byte>) -> Vec<Byte> {
    let arrives = |byte| if way == Way::Loop && byte == Byte::Unset { Byte::Open } else { byte };
    bytes.into_iter().map(arrives).collect()
}

fn bytes(way: Way, to: &str, from: &str, n: &str) -> String {
    match way {
        Way::Memmove => format!("memmove({to}, {from}, {n});"),
        Way::Loop => {
            let walk = format!("for (unsigned long k_ = 0; k_ < {n}; k_++)");
            format!("{walk} ((unsigned char *){to})[k_] = ((unsigned char *){from})[k_];")
        }
        _ => format!("memcpy({to}, {from}, {n});"),
    }
}
