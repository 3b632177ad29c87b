//! Control-flow automata: the one form in which every program reaches the engines.
//!
//! A run starts at `entry` with every integer 0 and every map 0 everywhere; whatever else may hold at the start is said by
//! [`Stmt::Input`]. At a location the edges whose statement can be executed are *enabled*; if there are several, the run
//! chooses one (the choice is an input as well); if there is none, the run ends without an error. A run that arrives at an
//! error location has failed and ends there. The automaton is **exact**: a run of it is a run of the program.

use crate::SortedSet;
use crate::expr::{Expr, Formula, Name};
use crate::int::IntType;
use crate::recursion::Recursion;
use crate::span::{Files, Span};
use std::fmt;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

index!(
    /// A variable of a [`Cfa`].
    VarId, "v"
);
index!(
    /// A location of a [`Cfa`].
    LocId, "l"
);
index!(
    /// An edge of a [`Cfa`].
    EdgeId, "e"
);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Int,
    /// A heap object.
    Obj,
    /// A total map: a typed array, a field, a relation's column.
    Map(Box<Sort>, Box<Sort>),
}

impl Sort {
    /// The sort of integer arrays.
    pub fn array() -> Self {
        Sort::Map(Box::new(Sort::Int), Box::new(Sort::Int))
    }
}

/// A variable. `ty` and `len` are advice (ranges for widening thresholds and reports, storage for the executor);
/// no proof may rest on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarDecl {
    pub name: Name,
    pub sort: Sort,
    /// The machine type of the value, or of a map's elements.
    pub ty: Option<IntType>,
    /// The number of elements of an array.
    pub len: Option<u64>,
    /// How the program's source spells this variable inside its frame, if it can be named there without ambiguity.
    pub source: Option<Name>,
    /// The frame (of [`Cfa::frames`]) it belongs to; frame 0 holds the globals.
    pub frame: u32,
}

impl VarDecl {
    pub fn int(name: &str, ty: Option<IntType>) -> Self {
        VarDecl { name: name.into(), sort: Sort::Int, ty, len: None, source: None, frame: 0 }
    }

    pub fn array(name: &str, ty: Option<IntType>, len: Option<u64>) -> Self {
        VarDecl { sort: Sort::array(), len, ..VarDecl::int(name, ty) }
    }
}

/// One inlined activation of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub function: Name,
    /// The frame that called and the place of the call; none for the globals and for the entry function.
    pub called_from: Option<(u32, Span)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocInfo {
    pub name: Name,
    pub span: Option<Span>,
    /// The head of a loop statement of the source; `span` is then that of the statement.
    pub loop_head: bool,
    pub frame: u32,
}

impl LocInfo {
    pub fn named(name: &str) -> Self {
        LocInfo { name: name.into(), span: None, loop_head: false, frame: 0 }
    }
}

/// Where a value comes from that the program does not compute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKind {
    /// A call of this function, which returns anything of its type.
    Call(Name),
    /// Something that a call of this function writes.
    Written(Name),
    /// An object that is read before it is written.
    Uninitialised,
    /// A part of the heap that the entry function is given.
    Given(Given),
    /// What C leaves to the compiler or the library, in words: a clause that says what the value decides.
    Open(Name),
}

/// What an input says of a given heap. Objects of a type are counted from 1; as a link 0 is null.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Given {
    /// How many objects there are of a type.
    Count(Name),
    /// A field of the next object of a type, and the type that it leads to if it is a link.
    Field { of: Name, field: Name, to: Option<Name> },
    /// Where a pointer leads, and the type of what is there.
    Pointer { name: Name, to: Name },
}

impl Given {
    /// For reports.
    pub fn words(&self) -> String {
        match self {
            Given::Count(of) => format!("number of {of}"),
            Given::Field { of, field, to: None } => format!("{of}.{field}"),
            Given::Field { of, field, to: Some(to) } => format!("{of}.{field} to {to}"),
            Given::Pointer { name, to } => format!("{name} to {to}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Skip,
    Assign(VarId, Expr),
    Assume(Formula),
    /// Any value of the type (any integer if there is none); for a map, any such value at every index.
    Input {
        var: VarId,
        ty: Option<IntType>,
        kind: InputKind,
    },
    /// Writes the pieces and values alternately: piece 0, value 0, piece 1, … It changes no variable.
    Print {
        pieces: Vec<Name>,
        values: Vec<Expr>,
    },
}

impl Stmt {
    /// The variable that the statement changes.
    pub fn target(&self) -> Option<VarId> {
        match self {
            Stmt::Assign(v, _) | Stmt::Input { var: v, .. } => Some(*v),
            _ => None,
        }
    }

    /// Every term that the statement computes, and the terms that they are made of.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Stmt::Skip | Stmt::Input { .. } => {}
            Stmt::Assign(_, e) => e.walk(visit),
            Stmt::Assume(f) => f.walk(visit),
            Stmt::Print { values, .. } => values.iter().for_each(|e| e.walk(visit)),
        }
    }

    /// The variables that the statement reads.
    pub fn reads(&self) -> SortedSet<VarId> {
        match self {
            Stmt::Skip | Stmt::Input { .. } => SortedSet::new(),
            Stmt::Assign(_, e) => e.vars(),
            Stmt::Assume(f) => f.vars(),
            Stmt::Print { values, .. } => values.iter().flat_map(Expr::vars).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub stmt: Stmt,
    pub span: Option<Span>,
}

/// The kinds of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    Reach,
    Bounds,
    Deref,
    Overflow,
    Divzero,
    Shift,
    Free,
    Leak,
    /// An object is read that was never written.
    Init,
    /// Undefined behaviour that has no check of its own.
    Undefined,
    /// Not a property: a construct that the front end does not understand. A run that arrives here decides nothing.
    Unsupported,
}

impl Check {
    /// What `--check all` means.
    pub const ALL: [Check; 10] = [
        Check::Reach,
        Check::Bounds,
        Check::Deref,
        Check::Overflow,
        Check::Divzero,
        Check::Shift,
        Check::Free,
        Check::Leak,
        Check::Init,
        Check::Undefined,
    ];

    /// Whether runs that violate the check go on, with a value that compilers produce, if it was not asked for. Violations of other
    /// checks are cut away then. Programs do read indeterminate values and compute addresses outside of objects, and work all the
    /// same; cutting such runs away would make verdicts about them say nothing.
    pub fn is_never_assumed(self) -> bool {
        matches!(self, Check::Init | Check::Undefined)
    }

    pub fn name(self) -> &'static str {
        match self {
            Check::Reach => "reach",
            Check::Bounds => "bounds",
            Check::Deref => "deref",
            Check::Overflow => "overflow",
            Check::Divzero => "divzero",
            Check::Shift => "shift",
            Check::Free => "free",
            Check::Leak => "leak",
            Check::Init => "init",
            Check::Undefined => "undefined",
            Check::Unsupported => "unsupported",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Check::ALL.into_iter().chain([Check::Unsupported]).find(|c| c.name() == name)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A property, compiled to a location that must not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorInfo {
    pub loc: LocId,
    pub check: Check,
    /// What goes wrong here, in the programmer's words.
    pub message: String,
    pub span: Option<Span>,
}

/// Where the arguments of a program are kept, as far as somebody asks for them. They are the objects from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The input that says how many there are.
    pub count: Option<VarId>,
    /// How many bytes each has, by its object: its characters and the terminator.
    pub sizes: Option<VarId>,
    /// The characters, by the object times `row` and the place in the string.
    pub text: Option<VarId>,
    pub first: i64,
    pub row: i64,
}

/// A function that is called from outside with any arguments that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    pub name: Name,
    pub parameters: Vec<(Name, ParameterKind)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Number,
    Pointer,
    Other,
}

#[derive(Clone, Debug, Default)]
pub struct Cfa {
    pub vars: Vec<VarDecl>,
    pub locs: Vec<LocInfo>,
    pub edges: Vec<Edge>,
    pub entry: LocId,
    pub errors: Vec<ErrorInfo>,
    pub frames: Vec<Frame>,
    /// Checks that were not asked for and whose violations are cut away, where the program has such places.
    pub assumed: SortedSet<Check>,
    /// Checks that were not asked for and whose violations go on, where the program has such places.
    pub unchecked: SortedSet<Check>,
    /// What is assumed about code that is not shown, in words.
    pub premises: SortedSet<Name>,
    /// Functions without a body or model: they return anything and write what they can reach.
    pub externals: SortedSet<Name>,
    /// Functions without a body that are called by their contract: they do anything that keeps it.
    pub by_contract: SortedSet<Name>,
    /// The function that is verified on its own; none if it is a whole program.
    pub interface: Option<Interface>,
    /// The arguments of the program, if it asks for them.
    pub arguments: Option<Arguments>,
    pub files: Files,
    /// Which loops are recursive functions with their stacks.
    pub recursions: Vec<Recursion>,
    /// What the programmer says about locations: loop invariants, contracts. Nobody has checked it and no proof may rest on it.
    pub advice: Vec<(LocId, Formula)>,
    /// Annotations that were not understood and say nothing that must be shown, with the reason.
    pub ignored: Vec<(Span, String)>,
    /// `outgoing[l]`: the edges that leave `l`, in order of insertion.
    outgoing: Vec<Vec<EdgeId>>,
    incoming: Vec<Vec<EdgeId>>,
}

impl Cfa {
    /// These variables and all that they are computed from, by assignments anywhere.
    pub fn computed_from(&self, mut found: SortedSet<VarId>) -> SortedSet<VarId> {
        loop {
            let known = found.len();
            for edge in &self.edges {
                if let Stmt::Assign(v, value) = &edge.stmt
                    && found.contains(v)
                {
                    found.extend(value.vars());
                }
            }
            if found.len() == known {
                return found;
            }
        }
    }

    /// By location: whether edges that pass lead from it to one of the targets, which are among them.
    pub fn leading_to(&self, targets: impl IntoIterator<Item = LocId>, passes: impl Fn(EdgeId) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.locs.len()];
        let mut pending: Vec<LocId> = targets.into_iter().collect();
        while let Some(l) = pending.pop() {
            if !std::mem::replace(&mut found[l.index()], true) {
                pending.extend(self.into(l).iter().filter(|e| passes(**e)).map(|e| self.edge(*e).from));
            }
        }
        found
    }

    pub fn add_var(&mut self, decl: VarDecl) -> VarId {
        self.vars.push(decl);
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn add_loc(&mut self, info: LocInfo) -> LocId {
        self.locs.push(info);
        self.outgoing.push(Vec::new());
        self.incoming.push(Vec::new());
        LocId(self.locs.len() as u32 - 1)
    }

    /// A location between others, at the same place of the source as the given one.
    pub fn add_loc_like(&mut self, like: LocId) -> LocId {
        let name = format!("{}.{}", self.loc(like).name, self.locs.len());
        self.add_loc(LocInfo { name: name.as_str().into(), loop_head: false, ..self.loc(like).clone() })
    }

    pub fn add_edge(&mut self, from: LocId, to: LocId, stmt: Stmt, span: Option<Span>) -> EdgeId {
        let id = EdgeId(self.edges.len() as u32);
        self.edges.push(Edge { from, to, stmt, span });
        self.outgoing[from.index()].push(id);
        self.incoming[to.index()].push(id);
        id
    }

    pub fn edge(&self, e: EdgeId) -> &Edge {
        &self.edges[e.index()]
    }

    pub fn var(&self, v: VarId) -> &VarDecl {
        &self.vars[v.index()]
    }

    pub fn loc(&self, l: LocId) -> &LocInfo {
        &self.locs[l.index()]
    }

    pub fn out(&self, l: LocId) -> &[EdgeId] {
        &self.outgoing[l.index()]
    }

    pub fn into(&self, l: LocId) -> &[EdgeId] {
        &self.incoming[l.index()]
    }

    pub fn error_at(&self, l: LocId) -> Option<&ErrorInfo> {
        self.errors.iter().find(|e| e.loc == l)
    }

    pub fn var_named(&self, name: &str) -> Option<VarId> {
        self.vars.iter().position(|v| &*v.name == name).map(|i| VarId(i as u32))
    }

    pub fn loc_named(&self, name: &str) -> Option<LocId> {
        self.locs.iter().position(|l| &*l.name == name).map(|i| LocId(i as u32))
    }

    /// Replaces the statement of an edge, as exact simplifications do.
    pub fn set_stmt(&mut self, e: EdgeId, stmt: Stmt) {
        self.edges[e.index()].stmt = stmt;
    }

    /// The same automaton with other edges.
    pub fn with_edges(&self, edges: impl IntoIterator<Item = Edge>) -> Cfa {
        let mut changed = self.clone();
        changed.edges.clear();
        changed.outgoing.iter_mut().chain(&mut changed.incoming).for_each(Vec::clear);
        for e in edges {
            changed.add_edge(e.from, e.to, e.stmt, e.span);
        }
        changed
    }

    /// A place in words: file, line and column if known, else the location's name.
    pub fn place(&self, l: LocId) -> String {
        let info = self.loc(l);
        info.span.as_ref().map_or_else(|| info.name.to_string(), Span::to_string)
    }
}
