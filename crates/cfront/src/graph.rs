//! The automaton under construction. Edges are appended and can be taken back to a mark, which is how a statement that
//! turns out not to be understood is abandoned without leaving half of it behind.

use crate::lower::Compared;
use base::{Check, ErrorInfo, Expr, Formula, InputKind, IntType, LocId, Name, SortedMap, SortedSet, Span, Stmt, VarId};

pub struct Loc {
    pub span: Option<Span>,
    pub loop_head: bool,
    pub frame: u32,
}

/// What C fixes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Sign,
    /// Whether it is 0.
    Zero,
}

/// What a report has to say about an edge if it is part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    Nothing,
    /// A violation of this check is cut away here.
    Assumes(Check),
    /// A call of a function without body or model.
    Calls(Name),
    /// A step on memory that is not resolved yet, by its number.
    Memory(usize),
    /// A value of which C fixes only this, and the function that returns it.
    Loose(Quality, Name),
    /// Part of a recursive call or of its return: it stays as it is.
    Link,
    /// The program uses a value here, by its number; it must have been written.
    Reads(usize),
}

/// What the statement of an edge means for the question whether its target was written (`lower::unwritten`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writes {
    /// The program gives it a value.
    #[default]
    Values,
    /// It begins to live, with whatever lies there.
    Nothing,
    /// It becomes what another is, written or not.
    Copies,
    /// One of its bytes gets a value: which, by its number.
    Part(usize),
}

pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub stmt: Stmt,
    pub span: Option<Span>,
    pub note: Note,
    pub writes: Writes,
}

/// A part of an expression, evaluated where the order may matter (see `lower::order`).
#[derive(Debug)]
pub struct Evaluated {
    /// Where its text begins and ends.
    pub node: (usize, usize),
    /// The full expression that it belongs to.
    pub root: u32,
    /// The edges that it made, with those of the parts inside of it.
    pub edges: std::ops::Range<usize>,
    /// Whether it reads or changes something by itself; otherwise it can only fail.
    pub acts: bool,
    /// Whether it runs other code.
    pub calls: bool,
    /// Whether it is an initialiser in a list: those come one after the other, in any order, whatever they do.
    pub listed: bool,
    /// Whether it knows the locals: statements, `va_arg`, or an initialiser in a list.
    pub among_locals: bool,
    /// What its value reads, and the objects that are read as a whole.
    pub reads: SortedSet<VarId>,
    pub whole: Vec<Expr>,
}

/// A call of a function of the program by a function of the library that decides itself how often it calls it.
#[derive(Debug)]
pub struct CalledBack {
    /// The call of the library function.
    pub at: Span,
    pub edges: std::ops::Range<usize>,
    /// How many objects there were before.
    pub objects: usize,
}

pub struct Graph {
    pub locs: Vec<Loc>,
    pub edges: Vec<Edge>,
    pub errors: Vec<ErrorInfo>,
    /// Locations at which recursive calls begin and end: they stay, and nothing is moved across them.
    pub pinned: SortedSet<LocId>,
    /// Checks that are not made and whose violations go on.
    pub unchecked: SortedSet<Check>,
    /// What annotations say about locations; nothing rests on it.
    pub advice: Vec<(LocId, Formula)>,
    pub evaluated: Vec<Evaluated>,
    pub called_back: Vec<CalledBack>,
    pub compared: Vec<Compared>,
    known: SortedMap<(Check, String, Option<Span>), LocId>,
    pub here: LocId,
    pub frame: u32,
    /// What the edges that are added now do to their targets.
    pub writes: Writes,
}

/// A state of construction to go back to.
#[derive(Clone, Copy)]
pub struct Mark {
    edges: usize,
    evaluated: usize,
    called_back: usize,
    compared: usize,
    here: LocId,
}

impl Graph {
    pub fn new() -> Self {
        let mut graph = Graph {
            locs: Vec::new(),
            edges: Vec::new(),
            errors: Vec::new(),
            pinned: SortedSet::new(),
            unchecked: SortedSet::new(),
            advice: Vec::new(),
            evaluated: Vec::new(),
            called_back: Vec::new(),
            compared: Vec::new(),
            known: SortedMap::new(),
            here: LocId(0),
            frame: 0,
            writes: Writes::Values,
        };
        graph.here = graph.loc(None);
        graph
    }

    pub fn loc(&mut self, span: Option<Span>) -> LocId {
        self.locs.push(Loc { span, loop_head: false, frame: self.frame });
        LocId(self.locs.len() as u32 - 1)
    }

    pub fn mark(&self) -> Mark {
        Mark {
            edges: self.edges.len(),
            evaluated: self.evaluated.len(),
            called_back: self.called_back.len(),
            compared: self.compared.len(),
            here: self.here,
        }
    }

    /// Whether nothing was added since the mark.
    pub fn untouched(&self, mark: &Mark) -> bool {
        self.edges.len() == mark.edges
    }

    pub fn back_to(&mut self, mark: Mark) {
        self.edges.truncate(mark.edges);
        self.evaluated.truncate(mark.evaluated);
        self.called_back.truncate(mark.called_back);
        self.compared.truncate(mark.compared);
        self.here = mark.here;
    }

    /// Goes back to a mark behind which nothing was done: what was found there is asked at the mark.
    pub fn fold_to(&mut self, mark: Mark) {
        let mut asked = self.compared.split_off(mark.compared);
        self.back_to(mark);
        asked.iter_mut().for_each(|c| c.at = mark.here);
        self.compared.extend(asked);
    }

    pub fn edge(&mut self, from: LocId, to: LocId, stmt: Stmt, span: Option<Span>) {
        self.edges.push(Edge { from, to, stmt, span, note: Note::Nothing, writes: self.writes });
    }

    /// A step of a recursive call or of its return.
    pub fn linking(&mut self, from: LocId, to: LocId, stmt: Stmt, span: &Span) {
        self.edges.push(Edge { from, to, stmt, span: Some(span.clone()), note: Note::Link, writes: Writes::Copies });
    }

    /// An edge that is taken if the formula holds.
    pub fn branch(&mut self, from: LocId, to: LocId, when: Formula, span: Option<Span>) {
        match when {
            Formula::False => {}
            Formula::True => self.edge(from, to, Stmt::Skip, span),
            when => self.edge(from, to, Stmt::Assume(when), span),
        }
    }

    /// Appends a statement at the current location.
    pub fn emit(&mut self, stmt: Stmt, span: &Span) {
        let next = self.loc(Some(span.clone()));
        self.edge(self.here, next, stmt, Some(span.clone()));
        self.here = next;
    }

    pub fn assign(&mut self, var: VarId, value: Expr, span: &Span) {
        self.emit(Stmt::Assign(var, value), span);
    }

    pub fn input(&mut self, var: VarId, ty: Option<IntType>, kind: InputKind, span: &Span) {
        self.emit(Stmt::Input { var, ty, kind }, span);
    }

    pub fn assume(&mut self, formula: Formula, note: Note, span: &Span) {
        match formula {
            Formula::True => {}
            Formula::False => {
                // The path is cut: an assumption that never holds stands in the program, so that its note is seen.
                let next = self.loc(Some(span.clone()));
                self.edge(self.here, next, Stmt::Assume(Formula::False), Some(span.clone()));
                self.edges.last_mut().unwrap().note = note;
                self.leave(span);
            }
            formula => {
                self.emit(Stmt::Assume(formula), span);
                self.edges.last_mut().unwrap().note = note;
            }
        }
    }

    /// Ends the path; what follows is unreachable until somebody jumps to it.
    pub fn leave(&mut self, span: &Span) {
        self.here = self.loc(Some(span.clone()));
    }

    pub fn jump(&mut self, target: LocId, span: &Span) {
        self.edge(self.here, target, Stmt::Skip, Some(span.clone()));
        self.leave(span);
    }

    /// Goes on at a location that others jump to as well.
    pub fn arrive(&mut self, target: LocId, span: &Span) {
        self.edge(self.here, target, Stmt::Skip, Some(span.clone()));
        self.here = target;
    }

    /// The error location for a check at a place; the same for all activations of a function.
    pub fn error(&mut self, check: Check, message: &str, span: &Span) -> LocId {
        let key = (check, message.to_owned(), Some(span.clone()));
        if let Some(loc) = self.known.get(&key) {
            return *loc;
        }
        let loc = self.loc(Some(span.clone()));
        self.errors.push(ErrorInfo { loc, check, message: message.to_owned(), span: Some(span.clone()) });
        self.known.insert(key, loc);
        loc
    }
}
