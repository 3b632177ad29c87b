//! What the language forbids and the grammar does not: the constraints of C11 (6.5 to 6.9) that gcc enforces under `-std=gnu11`.
//!
//! A walk over the tree with scopes and types of its own, before anything is translated: what is not C is told with its place, and no verdict is given
//! about it. The walk knows less than a compiler. Invariant: it complains only about what is certainly wrong; a type or constant that it does not
//! understand is [`Type::Unknown`] or no value, and nothing follows from it. Whatever gcc only warns about (implicit declarations, pointers of another type, a missing
//! `return`) is C here.

mod constant;
mod declare;
mod expression;
mod generic;
mod initial;
mod jump;
mod record;
mod sizes;
mod specifier;
mod statement;
mod types;

use crate::DataModel;
use base::SortedMap;
use jump::Jumps;
use lang_c::ast::{ExternalDeclaration, TranslationUnit};
use types::{Qualified, Records, Type};

/// What is wrong, and where.
#[derive(Debug)]
pub struct Fault {
    /// The offset in the text.
    pub at: usize,
    pub what: String,
}

type Res<T> = Result<T, Fault>;

fn fault<T>(at: usize, what: impl Into<String>) -> Res<T> {
    Err(Fault { at, what: what.into() })
}

/// What a name means.
#[derive(Clone, Debug)]
enum Entity {
    Typedef(Qualified),
    /// An enumerator with its value, if it is known.
    Constant(Option<i128>),
    Object(Object),
}

/// An object or a function.
#[derive(Clone, Debug)]
struct Object {
    of: Qualified,
    /// It has a body or an initialiser.
    defined: bool,
    /// It may be declared again in the same block.
    linked: bool,
    is_static: bool,
    /// It lives as long as the program.
    lasts: bool,
    is_thread_local: bool,
    is_register: bool,
    /// Another definition may follow (`extern inline`).
    is_inline: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Record(usize),
    /// An enumeration, and whether its constants are known.
    Enum(bool),
}

#[derive(Default)]
struct Scope {
    names: SortedMap<String, Entity>,
    tags: SortedMap<String, Tag>,
}

/// The cases of a switch.
#[derive(Default)]
struct Switch {
    cases: Vec<(i128, i128)>,
    has_default: bool,
    /// How many places that jumps must not pass are before it.
    fences: usize,
}

struct Checker {
    records: Records,
    /// The same records with their layout.
    sizes: crate::types::Types,
    /// Attributes change the layout of records.
    odd_layout: bool,
    scopes: Vec<Scope>,
    /// What the last list of parameters that was read declares.
    last_list: Scope,
    /// A function that a block of the function at hand declares, and that must be defined in it, with its place.
    nested: Option<(String, usize)>,
    /// Of the function at hand.
    result: Option<Qualified>,
    loops: usize,
    switches: Vec<Switch>,
    jumps: Jumps,
    /// How often something is looked at a second time, inside of each other.
    again: usize,
    /// Objects at file scope whose type must be complete at the end.
    tentative: Vec<(String, Type, usize)>,
    /// Objects at file scope whose type is an enumeration that must be known at the end, with its tag.
    announced: Vec<(String, String, usize)>,
}

/// Says what a unit does that C forbids, if it does.
pub fn check(unit: &TranslationUnit, model: DataModel, odd_layout: bool) -> Result<(), Fault> {
    let mut checker = Checker {
        records: Records::default(),
        sizes: crate::types::Types { model, records: Vec::new() },
        odd_layout,
        scopes: vec![Scope::default()],
        last_list: Scope::default(),
        nested: None,
        result: None,
        loops: 0,
        switches: Vec::new(),
        jumps: Jumps::default(),
        again: 0,
        tentative: Vec::new(),
        announced: Vec::new(),
    };
    for each in &unit.0 {
        match &each.node {
            ExternalDeclaration::Declaration(d) => checker.declaration(&d.node, d.span.start)?,
            ExternalDeclaration::StaticAssert(a) => checker.static_assert(&a.node)?,
            ExternalDeclaration::FunctionDefinition(f) => checker.definition(&f.node, f.span.start)?,
        }
    }
    for (name, ty, at) in &checker.tentative {
        // `int a[];` has one element.
        let ty = if let Type::Array(of, _) = ty { &of.ty } else { ty };
        if checker.records.is_incomplete(ty) {
            return fault(*at, format!("the size of `{name}` is not known"));
        }
    }
    for (name, tag, at) in &checker.announced {
        if checker.lookup_tag(tag) != Some(Tag::Enum(true)) {
            return fault(*at, format!("the size of `{name}` is not known"));
        }
    }
    Ok(())
}

impl Checker {
    fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|s| s.names.get(name))
    }

    fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|s| s.tags.get(name)).copied()
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the file is a scope")
    }

    fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Does something in a scope of its own.
    fn inside<T>(&mut self, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.scopes.push(Scope::default());
        let fences = self.jumps.fences.len();
        let result = work(self);
        self.jumps.fences.truncate(fences);
        self.scopes.pop();
        result
    }
}
