//! From the syntax tree to the automaton.
//!
//! One pass walks the bodies in the order of execution and inlines every call, so each activation has variables of its own
//! (those of recursive functions take turns with the same variables: [`recursion`]).
//! Pure expressions stay trees; a temporary appears only where a side effect, a check inside a short circuit or a call
//! demands it. Operands are evaluated as gcc does: left to right, the arguments of a call from the last to the first.
//!
//! Invariant: a construct that is not understood ends the path at a location of kind `Unsupported`, put where the full
//! expression began; nothing of the expression stays behind ([`Lower::guarded`]).

mod access;
mod address;
mod allocation;
mod annotate;
mod arguments;
mod arith;
mod assign;
mod beside;
mod blocks;
mod broken;
mod bytes;
mod call;
mod callback;
mod callgraph;
mod characters;
mod class;
mod compare;
mod cond;
mod conduct;
mod context;
mod contract;
mod conversions;
mod declare;
mod domain;
mod doubt;
mod effective;
mod effects;
mod expr;
mod fallible;
mod fill;
mod filled;
mod first_stores;
mod fixed;
mod forest;
mod format;
mod given;
mod heap;
mod init;
mod input;
mod layout;
mod leaving;
mod library;
mod literal;
mod logic;
mod look;
mod loose;
mod memory;
mod model;
mod object;
mod old;
mod order;
mod outside;
mod overflowing;
mod overlay;
mod padding;
mod place;
mod pointer;
mod points_to;
mod primitive;
mod reachable;
mod readable;
mod recursion;
mod relocate;
mod resolve;
mod restricted;
mod scan;
mod selection;
mod shadow;
mod shapes;
mod slots;
mod specifier;
mod start;
mod static_bounds;
mod stmt;
mod stream;
mod text;
mod transient;
mod unions;
mod unsequenced;
mod unwritten;
mod value;
mod variable_length;
mod variadic;
mod volatile;

pub use compare::Compared;

use crate::annotation::syntax::Clause;
use crate::graph::{Graph, Note};
use crate::source::Source;
use crate::types::{CInt, CType, Rank, RecordId, Types};
use crate::{IntMode, Options};
use base::cfa::Frame;
use base::recursion::Recursion;
use base::{Check, Expr, Formula, Int, IntType, Interface, LocId, Name, Sort, SortedMap, SortedSet, Span, Stmt, Stop, VarDecl, VarId};
use lang_c::ast;
use object::{Object, ObjectId};
use std::rc::Rc;
pub use unwritten::Suspects;
use value::Value;

/// What C leaves open and makes a difference in this program. The translation begins again when more is found.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Opened {
    /// Actions of expressions whose order matters.
    meeting: SortedSet<order::Key>,
    /// Parts of expressions that may fail, behind a call without order that may not return.
    early: SortedSet<order::Key>,
    /// Calls of library functions that call functions of the program which do more than return a value.
    call_backs: SortedSet<Span>,
    /// Those of them in which something may fail that depends on the elements.
    failing_call_backs: SortedSet<Span>,
    /// Comparisons of pointers.
    comparisons: SortedSet<Span>,
    /// What formats may be that do not stand in a call.
    formats: SortedMap<Span, SortedSet<Vec<u8>>>,
    /// Whether blocks without bytes are null pointers.
    nulls: bool,
}

/// Why an expression has no translation.
#[derive(Debug)]
pub enum Halt {
    /// It is C, but not understood here.
    Unsupported { what: String, span: Span },
    /// There is no function to start at.
    NoEntry { span: Span },
    /// It is a property in an annotation that is not understood.
    Annotation { what: String, span: Span },
    /// The budget has ended.
    Stopped(Stop),
}

pub type Res<T> = Result<T, Halt>;

/// What a name means.
#[derive(Clone)]
pub enum Entity {
    Object(ObjectId),
    Typedef(CType),
    Constant(Int, CInt),
    Function(Rc<crate::types::Signature>),
    /// A pointer that is never reassigned, known by what it points to.
    Bound(Value, CType),
    /// A local of a recursive function that lives in a block of its own for each activation.
    Indirect(address::Address),
    /// An object of a type that has no representation; only its use is a problem.
    Opaque(CType),
}

#[derive(Clone)]
pub enum Tag {
    Record(RecordId),
    Enum(CInt),
}

#[derive(Clone, Default)]
pub struct Scope {
    names: SortedMap<String, Entity>,
    tags: SortedMap<String, Tag>,
    /// Objects that end with the block.
    objects: Vec<ObjectId>,
    /// Blocks of memory that end with the block: their site and number.
    blocks: Vec<(ObjectId, Expr)>,
}

/// A function with a body.
#[derive(Clone, Copy)]
pub struct Definition<'a> {
    node: &'a ast::FunctionDefinition,
    span: lang_c::span::Span,
}

/// One inlined call in progress.
struct Activation {
    function: String,
    frame: u32,
    prefix: String,
    scopes: Vec<Scope>,
    labels: SortedMap<String, LocId>,
    result: CType,
    /// Where the result goes.
    returned: Option<ObjectId>,
    exit: LocId,
    /// Where the call begins, and where the body does; objects that a jump may find undeclared get any value in between.
    opened: LocId,
    entered: LocId,
    /// Where `break` and `continue` lead, and the number of blocks that are open there.
    breaks: Vec<(LocId, usize)>,
    continues: Vec<(LocId, usize)>,
    switches: Vec<stmt::Cases>,
    /// Objects of the activation, for those whose declaration a jump may pass by.
    locals: Vec<ObjectId>,
    /// Blocks that live as long as the activation.
    blocks: Vec<ObjectId>,
    /// All blocks that end with one of its scopes.
    scoped: Vec<(ObjectId, Expr)>,
    /// Where labels stand, with the deed that ends the objects of other blocks there and the objects that live on.
    arrivals: Vec<(usize, SortedSet<ObjectId>)>,
    habits: Rc<call::Habits>,
    /// The arguments beyond the parameters.
    extra: Option<variadic::Extra>,
}

pub struct Lower<'a> {
    options: &'a Options,
    source: &'a Source,
    types: Types,
    pub graph: Graph,
    globals: Scope,
    /// The lists of parameters outside of functions that are being read, each a scope (C11 6.2.1p4).
    parameter_lists: Vec<Scope>,
    /// What the last list of parameters that was read declares besides the parameters.
    last_list: Scope,
    /// The same for functions with a body, to whose outermost block it belongs.
    with_parameters: SortedMap<String, Scope>,
    activations: Vec<Activation>,
    objects: Vec<Object>,
    functions: SortedMap<String, Definition<'a>>,
    /// Objects of static storage inside functions, by the place of their declarator.
    statics: SortedMap<usize, ObjectId>,
    /// Names of types that are an enumeration or have a qualifier, which types here do not keep.
    telling_typedefs: SortedSet<String>,
    /// String literals as objects, by place.
    literals: SortedMap<usize, ObjectId>,
    /// What they hold, without the terminator.
    literal_bytes: SortedMap<ObjectId, Vec<u8>>,
    /// Compound literals of `const` type.
    constant_literals: SortedSet<ObjectId>,
    /// Arrays of characters that are constant and hold a text.
    constant_texts: SortedMap<ObjectId, Vec<u8>>,
    /// What happens before the entry function: initialisers of objects with static storage.
    prologue: Vec<(Stmt, Span)>,
    /// What the unions of static objects start with.
    first_deeds: Vec<(memory::Deed, Span)>,
    /// Where static objects get what they start with.
    before_program: SortedSet<LocId>,
    pub vars: Vec<VarDecl>,
    taken_names: SortedMap<String, u32>,
    calls_of: SortedMap<String, u32>,
    pub frames: Vec<Frame>,
    /// Where runs end without an error.
    end: LocId,
    temporaries: SortedSet<VarId>,
    /// The object that a variable is part of.
    owners: SortedMap<VarId, ObjectId>,
    /// What the bodies of functions do to names, computed once.
    habits: SortedMap<String, Rc<call::Habits>>,
    /// A parameter is being declared.
    in_parameter: bool,
    /// Sizes of arrays that are values are not computed here: members, prototypes, operands that are not evaluated.
    frozen: bool,
    /// The variables that hold the sizes of arrays, with their bounds.
    lengths: SortedMap<VarId, Option<(Int, Int)>>,
    /// The parameters before the one that is being declared.
    earlier_parameters: SortedSet<String>,
    /// A map that is 0 everywhere, never written.
    zeros: Option<VarId>,
    /// Temporaries of the full expression at hand whose address was taken.
    transients: Vec<ObjectId>,
    /// What is without an order in the full expression at hand, by the place where that shows.
    unsequenced: unsequenced::Verdicts,
    /// The full expression at hand, and all that were looked at for it.
    ordered: Option<unsequenced::Key>,
    analysed: SortedSet<unsequenced::Key>,
    /// Expressions, by place, whose pointers are followed by what stands around them.
    followed: SortedSet<(usize, usize)>,
    /// The sites of streams that the program opens, and the standard streams.
    streams: SortedSet<ObjectId>,
    standard_streams: SortedSet<ObjectId>,
    /// The stream that has a character pushed back, and the character.
    pushed: Option<(VarId, VarId)>,
    /// Whether the program seeds random numbers.
    seeds: bool,
    /// Whether random numbers were given or seeded.
    seeded: Option<VarId>,
    /// What the program does to memory through pointers.
    deeds: Vec<memory::Deed>,
    /// Temporaries that hold a pointer: object and offset.
    pointers: SortedMap<VarId, VarId>,
    /// What pointers were converted to: the object's term and the type it points to then.
    readings: Vec<(Expr, CType)>,
    /// Maps of offsets whose elements code elsewhere may have set.
    foreign: SortedSet<VarId>,
    /// Static scalars that get a value before the program starts.
    initialised: SortedSet<VarId>,
    /// The place of the program's call, inside a model of a library function.
    model_call: Option<Span>,
    /// What the elements are that `qsort` sorts, where its argument says so.
    sorted: Option<CType>,
    /// Functions whose calls from outside matter, and how much of their text was run.
    call_backs: Rc<Vec<Rc<callback::CallBack>>>,
    text_called_back: usize,
    /// What the program changes, where it does not start at `main`.
    changes: start::Changes,
    /// Why runs may be in doubt.
    doubts: doubt::Doubts,
    /// Calls of functions with parameters that are `restrict`.
    restricted: Vec<restricted::Restricted>,
    /// Where functions of the program are first declared with the types of their parameters.
    prototypes: SortedMap<String, usize>,
    /// The types that the program declares functions with that have a model.
    told: SortedMap<String, Rc<crate::types::Signature>>,
    /// Functions that are declared not to return.
    never_return: SortedSet<String>,
    /// Functions that are named otherwise than to be called.
    addressed_functions: SortedSet<String>,
    /// The functions that code elsewhere may call and in which a listed check could fail.
    fallible: Rc<SortedSet<String>>,
    /// Those of which that is not looked for, although something outside is called.
    trusted: SortedSet<String>,
    /// The names of types that are volatile.
    volatile_types: SortedSet<String>,
    /// The names of types that are `const`.
    constant_types: SortedSet<String>,
    /// The names in the initialisers of the objects at file scope.
    initial_names: SortedMap<String, SortedSet<String>>,
    /// The functions that may call themselves.
    components: callgraph::Components,
    /// Copies of recursive components in progress, innermost last.
    copies: Vec<recursion::Copy<'a>>,
    /// Parameters and locals that need a block of memory for each instance, by function and name: pointers to several
    /// instances may be there at one time. The translation begins again when a new one is found.
    pub need_blocks: SortedSet<(String, String)>,
    /// What is open, as far as it was known when the translation began; and what has been found.
    opened: Opened,
    pub found_open: Opened,
    /// Whether the program asks if a pointer is null, and whether it may allocate blocks without bytes.
    asks_null: bool,
    empty_blocks: bool,
    /// Where in an expression the translation is.
    context: order::Context,
    /// How many full expressions there are in which the order of actions may matter.
    full_expressions: u32,
    /// The edges of the copies of functions that are not inlined.
    copy_edges: Vec<std::ops::Range<usize>>,
    /// The sites of blocks in recursive functions.
    recursive_sites: SortedSet<ObjectId>,
    /// The variables that make up the stacks of copies.
    stacks: SortedSet<VarId>,
    /// What is assumed: about the callers of the entry function, and where C leaves undefined what is not checked.
    pub premises: SortedSet<Name>,
    /// The map on the stack for each variable that is kept there.
    kept: SortedMap<VarId, VarId>,
    pub recursions: Vec<Recursion>,
    /// The invariants that stand before the loop that comes next.
    invariants: Vec<&'a Clause>,
    /// Annotations that were left out.
    pub ignored: SortedSet<(Span, String)>,
    /// The variables of annotations that range over pointers, with the records these point to.
    bound_pointers: SortedMap<Name, RecordId>,
    /// What words about several fields are about.
    forests: Vec<forest::Forest>,
    /// The heap that the entry function is given, by types.
    given: SortedMap<RecordId, given::Given>,
    /// Where the body of the entry function begins, and its parameters.
    begins: Option<LocId>,
    parameters: SortedSet<ObjectId>,
    /// Whether a formula is read that stands behind the body.
    after: bool,
    /// When what a formula has read until now can be read.
    readable: Vec<Formula>,
    /// What is old there: what was at this moment; none where nothing has changed since.
    moment: Option<old::Moment>,
    /// Where the calls by contract begin and end of which something old is spoken of.
    calls_by_contract: Vec<(LocId, LocId)>,
    /// The functions that are called by their contract.
    pub by_contract: SortedSet<Name>,
    /// The entry function, if it is not `main`.
    pub interface: Option<Interface>,
    /// The arguments of the program, if it asks for them, and where the automaton keeps them.
    arguments: Option<arguments::Arguments>,
    pub kept_arguments: Option<base::Arguments>,
    /// The contracts of functions without a body.
    contracts: SortedMap<String, contract::Contract<'a>>,
    /// The model fields of records.
    models: Vec<model::Model>,
    /// The variables of the model fields of objects.
    model_vars: SortedMap<(ObjectId, usize), VarId>,
    /// The sets that the entry function gets, and the objects whose model fields have a value from the start, with the names of the pointers to them.
    given_sets: Vec<(String, model::Ghost)>,
    given_models: SortedMap<ObjectId, String>,
    /// The objects whose model fields the last formulas read.
    glimpsed: Vec<Expr>,
    /// Where objects begin whose model fields have no value yet.
    unset_models: Vec<(LocId, ObjectId, Span)>,
    /// Objects of which something may be used that was not written: their uses are marked. More are found when all is translated, and
    /// then the translation begins again.
    pub suspects: Suspects,
    /// The uses that are marked.
    reads: Vec<unwritten::Read>,
    /// The places of bytes that are written by themselves.
    parts: Vec<unwritten::PutByte>,
    pieces: unwritten::Pieces,
}

/// The automaton has at most this many edges; inlining beyond it is reported as not understood.
const EDGE_LIMIT: usize = 3_000_000;
const CALL_DEPTH_LIMIT: usize = 400;

impl<'a> Lower<'a> {
    pub fn new(
        options: &'a Options,
        source: &'a Source,
        need_blocks: SortedSet<(String, String)>,
        opened: Opened,
        suspects: Suspects,
    ) -> Self {
        let mut graph = Graph::new();
        let end = graph.loc(None);
        Lower {
            options,
            source,
            types: Types { model: options.data_model, records: Vec::new() },
            graph,
            globals: Scope::default(),
            parameter_lists: Vec::new(),
            last_list: Scope::default(),
            with_parameters: SortedMap::new(),
            activations: Vec::new(),
            objects: Vec::new(),
            functions: SortedMap::new(),
            telling_typedefs: SortedSet::new(),
            statics: SortedMap::new(),
            literals: SortedMap::new(),
            literal_bytes: SortedMap::new(),
            constant_literals: SortedSet::new(),
            constant_texts: SortedMap::new(),
            prologue: Vec::new(),
            first_deeds: Vec::new(),
            before_program: SortedSet::new(),
            vars: Vec::new(),
            taken_names: SortedMap::new(),
            calls_of: SortedMap::new(),
            frames: vec![Frame { function: "".into(), called_from: None }],
            end,
            temporaries: SortedSet::new(),
            owners: SortedMap::new(),
            habits: SortedMap::new(),
            in_parameter: false,
            frozen: true,
            lengths: SortedMap::new(),
            earlier_parameters: SortedSet::new(),
            zeros: None,
            transients: Vec::new(),
            unsequenced: SortedMap::new(),
            ordered: None,
            analysed: SortedSet::new(),
            followed: SortedSet::new(),
            streams: SortedSet::new(),
            standard_streams: SortedSet::new(),
            pushed: None,
            seeds: false,
            seeded: None,
            deeds: Vec::new(),
            pointers: SortedMap::new(),
            readings: Vec::new(),
            foreign: SortedSet::new(),
            initialised: SortedSet::new(),
            model_call: None,
            sorted: None,
            call_backs: Rc::default(),
            text_called_back: 0,
            changes: start::Changes::default(),
            doubts: doubt::Doubts::default(),
            restricted: Vec::new(),
            prototypes: SortedMap::new(),
            told: SortedMap::new(),
            never_return: SortedSet::new(),
            addressed_functions: SortedSet::new(),
            fallible: Rc::default(),
            trusted: SortedSet::new(),
            volatile_types: SortedSet::new(),
            constant_types: SortedSet::new(),
            initial_names: SortedMap::new(),
            components: callgraph::Components::default(),
            copies: Vec::new(),
            need_blocks,
            found_open: opened.clone(),
            opened,
            asks_null: false,
            empty_blocks: false,
            context: order::Context::default(),
            full_expressions: 0,
            copy_edges: Vec::new(),
            recursive_sites: SortedSet::new(),
            stacks: SortedSet::new(),
            premises: SortedSet::new(),
            kept: SortedMap::new(),
            recursions: Vec::new(),
            invariants: Vec::new(),
            ignored: SortedSet::new(),
            bound_pointers: SortedMap::new(),
            forests: Vec::new(),
            given: SortedMap::new(),
            begins: None,
            parameters: SortedSet::new(),
            after: false,
            readable: Vec::new(),
            moment: Some(0),
            calls_by_contract: Vec::new(),
            by_contract: SortedSet::new(),
            interface: None,
            arguments: None,
            kept_arguments: None,
            contracts: SortedMap::new(),
            models: Vec::new(),
            model_vars: SortedMap::new(),
            given_sets: Vec::new(),
            given_models: SortedMap::new(),
            glimpsed: Vec::new(),
            unset_models: Vec::new(),
            suspects,
            reads: Vec::new(),
            parts: Vec::new(),
            pieces: unwritten::Pieces::default(),
        }
    }

    /// Translates the unit; the graph then starts at the returned location.
    pub fn unit(&mut self, unit: &'a ast::TranslationUnit) -> Res<LocId> {
        let entry = self.graph.here;
        self.declare_globals(unit)?;
        self.components = callgraph::components(&self.functions, &self.options.entry, self.source.models_start);
        let body = self.graph.loc(None);
        self.graph.here = body;
        self.enter_program()?;
        // Initialisers of function-local statics are known only now.
        self.graph.here = entry;
        self.graph.frame = 0;
        for (stmt, span) in std::mem::take(&mut self.prologue) {
            self.initialised.extend(stmt.target());
            self.before_program.insert(self.graph.here);
            self.graph.emit(stmt, &span);
        }
        for (deed, span) in std::mem::take(&mut self.first_deeds) {
            self.deed(deed, &span);
        }
        let start = self.graph.here;
        self.graph.edge(start, body, Stmt::Skip, None);
        self.forests_are_required()?;
        let start = self.resolve(entry)?;
        self.settle_doubts(start);
        self.loosen();
        self.refuse_unset_models(start)?;
        self.check_reads(start);
        self.premise_on_trusted();
        self.remember();
        Ok(start)
    }

    fn span(&self, node: lang_c::span::Span) -> Span {
        match &self.model_call {
            Some(call) if node.start >= self.source.models_start => call.clone(),
            _ => self.source.span(node.start),
        }
    }

    /// Translation may take longer than there is time.
    fn in_time(&self) -> Res<()> {
        self.options.budget.stopped().map_or(Ok(()), |stop| Err(Halt::Stopped(stop)))
    }

    fn unsupported<T>(&self, what: impl Into<String>, span: &Span) -> Res<T> {
        Err(Halt::Unsupported { what: what.into(), span: span.clone() })
    }

    /// What does not fit together here. What C forbids was found before ([`crate::constraints`]), so it is a matter of understanding.
    fn rejected<T>(&self, what: impl Into<String>, span: &Span) -> Res<T> {
        self.unsupported(what, span)
    }

    /// Translates one full expression; if it is not understood, takes all of it back and ends the path in its place.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<Option<T>> {
        match self.attempt(|lower| lower.full_expression(work))? {
            Ok(value) => Ok(Some(value)),
            Err((what, span)) => {
                self.give_up(&what, &span);
                Ok(None)
            }
        }
    }

    /// Translates; if it is not understood, takes all of it back and says why.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<Result<T, (String, Span)>> {
        let mark = self.graph.mark();
        let frame = self.graph.frame;
        let depth = self.activations.len();
        let scopes = self.activations.last().map_or(0, |a| a.scopes.len());
        match work(self) {
            Ok(value) => Ok(Ok(value)),
            Err(Halt::Unsupported { what, span }) => {
                self.graph.back_to(mark);
                self.graph.frame = frame;
                self.activations.truncate(depth);
                if let Some(activation) = self.activations.last_mut() {
                    activation.scopes.truncate(scopes);
                }
                Ok(Err((what, span)))
            }
            Err(rejected) => Err(rejected),
        }
    }

    /// Ends the path at a place that is not understood.
    fn give_up(&mut self, what: &str, span: &Span) {
        let error = self.graph.error(Check::Unsupported, what, span);
        self.graph.jump(error, span);
    }

    /// Ends the path where one of the conditions of an operation is violated. Conditions that are checked come first, so
    /// that an assumption never hides a violation. What is never assumed and not checked goes on.
    fn require(&mut self, conditions: Vec<(Check, Formula, String)>, span: &Span) {
        let (checked, assumed): (Vec<_>, Vec<_>) = conditions
            .into_iter()
            .filter(|(_, violated, _)| *violated != Formula::False)
            .partition(|(check, ..)| self.options.checks.contains(check));
        for (check, violated, message) in checked {
            let error = self.graph.error(check, &message, span);
            let holds = violated.negate();
            self.graph.branch(self.graph.here, error, violated, Some(span.clone()));
            match holds {
                Formula::False => self.graph.leave(span),
                holds => self.graph.emit(Stmt::Assume(holds), span),
            }
        }
        for (check, violated, _) in assumed {
            if check.is_never_assumed() {
                self.graph.unchecked.insert(check);
                continue;
            }
            self.graph.assume(violated.negate(), Note::Assumes(check), span);
        }
    }

    /// A violated property at this place, whatever the state.
    fn fail(&mut self, check: Check, message: String, span: &Span) {
        self.require(vec![(check, Formula::True, message)], span);
    }

    fn math(&self) -> bool {
        self.options.int == IntMode::Math
    }

    /// The type to which an input of a C type is restricted.
    fn input_type(&self, ty: CInt) -> Option<IntType> {
        let unbounded = self.math() && !ty.is_bool() && ty.rank != Rank::Pointer;
        (!unbounded).then(|| ty.machine())
    }

    /// The type to which a variable of a C type is restricted.
    fn variable_type(&self, ty: CInt) -> Option<IntType> {
        if ty.rank == Rank::Pointer { None } else { self.input_type(ty) }
    }

    /// An unused name.
    fn fresh_name(&mut self, wanted: String) -> Name {
        let wanted: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() || "_.#$@".contains(c) { c } else { '_' }).collect();
        let mut name = wanted.clone();
        loop {
            let times = self.taken_names.entry(name.clone()).or_default();
            *times += 1;
            if *times == 1 {
                return name.as_str().into();
            }
            let again = *times;
            name = format!("{wanted}@{again}");
        }
    }

    fn add_var(&mut self, wanted: String, sort: Sort, ty: Option<IntType>, len: Option<u64>, source: Option<Name>, frame: u32) -> VarId {
        let name = self.fresh_name(wanted);
        self.vars.push(VarDecl { name, sort, ty, len, source, frame });
        VarId(self.vars.len() as u32 - 1)
    }

    /// A variable for an intermediate result.
    fn temporary(&mut self, ty: CInt) -> VarId {
        let number = self.temporaries.len() + 1;
        let machine = self.variable_type(ty);
        let var = self.add_var(format!("${number}"), Sort::Int, machine, None, None, self.graph.frame);
        self.temporaries.insert(var);
        var
    }

    fn here_activation(&mut self) -> &mut Activation {
        self.activations.last_mut().expect("statements belong to an activation")
    }

    fn scope(&mut self) -> &mut Scope {
        match self.activations.last_mut() {
            Some(activation) => activation.scopes.last_mut(),
            None => self.parameter_lists.last_mut(),
        }
        .unwrap_or(&mut self.globals)
    }

    fn scopes_mut(&mut self) -> &mut Vec<Scope> {
        self.activations.last_mut().map_or(&mut self.parameter_lists, |a| &mut a.scopes)
    }

    /// The scopes that are open inside of the file.
    fn scopes(&self) -> &[Scope] {
        self.activations.last().map_or(&self.parameter_lists, |a| &a.scopes)
    }

    fn lookup(&self, name: &str) -> Option<&Entity> {
        let local = self.scopes().iter().rev().find_map(|s| s.names.get(name));
        local.or_else(|| self.globals.names.get(name))
    }

    fn lookup_tag(&self, name: &str) -> Option<&Tag> {
        let local = self.scopes().iter().rev().find_map(|s| s.tags.get(name));
        local.or_else(|| self.globals.tags.get(name))
    }

    fn is_const(e: &Expr) -> bool {
        e.as_const().is_some()
    }
}
