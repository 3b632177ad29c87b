//! Which functions the world outside may call, as far as that matters.
//!
//! A function without a body may call every function that is not `static`, and every one whose address it can get hold of. What such a call does to
//! objects that the world can write anyway is nothing new. So a call matters only if it may change something *private*: an object with static storage
//! that no other file can name, or what such an object leads to; or if it hands out the address of such an object, or of a static function of which
//! calls matter. That is read off the text ([`super::conduct`]): the names that a function and those that it calls mention, assign and hand on.
//!
//! Invariant: a function that is left out changes nothing private and hands out nothing private, whatever its arguments are.

use super::conduct::{Conduct, has_storage, name_of};
use super::object::{Object, Origin};
use super::{Entity, Lower};
use crate::types::CType;
use base::{SortedMap, SortedSet};
use lang_c::ast::{ExternalDeclaration, StorageClassSpecifier, TranslationUnit};
use std::rc::Rc;

/// A function whose calls from outside matter.
#[derive(Debug)]
pub struct CallBack {
    pub name: String,
    /// It is static, and may be called by those who have its address.
    pub by_address: bool,
    /// The program takes its address.
    pub is_addressed: bool,
    /// The functions that take part in it: itself and those that it may call.
    pub takes: SortedSet<String>,
    /// The private objects at file scope that it assigns by name.
    pub assigns: SortedSet<String>,
    /// It may write private objects otherwise, through pointers.
    pub roams: bool,
    /// The length of the text that is run.
    pub text: usize,
}

/// The functions that are declared `static` somewhere: no other file can name them.
fn internal_functions(unit: &TranslationUnit) -> SortedSet<String> {
    let mut found = SortedSet::new();
    for declaration in &unit.0 {
        match &declaration.node {
            ExternalDeclaration::Declaration(d) if has_storage(&d.node.specifiers, &StorageClassSpecifier::Static) => {
                found.extend(d.node.declarators.iter().filter_map(|i| name_of(&i.node.declarator)).map(str::to_owned));
            }
            ExternalDeclaration::FunctionDefinition(f) if has_storage(&f.node.specifiers, &StorageClassSpecifier::Static) => {
                found.extend(name_of(&f.node.declarator).map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

/// The functions that code elsewhere can name, or may have the address of.
pub struct Callable {
    /// Those that are declared `static`.
    internal: SortedSet<String>,
    /// The functions of the program, in the order of their names, with what each does by itself.
    pub conducts: Vec<(String, Conduct)>,
    /// The functions that take part in a call, by their numbers: the function itself and those that it may call.
    pub takes: SortedMap<String, Vec<usize>>,
}

/// What one comes to by calls.
fn reached(from: Option<usize>, calls: &[Vec<usize>]) -> Vec<usize> {
    let mut is_reached = vec![false; calls.len()];
    let mut work: Vec<usize> = from.into_iter().collect();
    while let Some(next) = work.pop() {
        if !std::mem::replace(&mut is_reached[next], true) {
            work.extend(calls[next].iter().filter(|c| !is_reached[**c]));
        }
    }
    (0..calls.len()).filter(|f| is_reached[*f]).collect()
}

impl Lower<'_> {
    /// The object at file scope that can be named by this program only.
    fn hidden(&self, name: &str) -> Option<&Object> {
        let Some(Entity::Object(object)) = self.globals.names.get(name) else { return None };
        let object = &self.objects[*object];
        (object.is_static && !object.external && !object.seen && object.origin == Origin::Declared).then_some(object)
    }

    /// Whether the object is at file scope and can be named and changed by this program only.
    fn is_closed(&self, name: &str) -> bool {
        self.hidden(name).is_some_and(|o| !o.constant)
    }

    /// Whether a constant leads to something private: its initialiser names it.
    fn constant_leads(&self, name: &str, handed: &SortedSet<String>) -> bool {
        let (mut seen, mut work) = (SortedSet::new(), vec![name]);
        while let Some(next) = work.pop() {
            if next != name && (self.is_closed(next) || handed.contains(next)) {
                return true;
            }
            if seen.insert(next) {
                work.extend(self.initial_names.get(next).into_iter().flatten().map(String::as_str));
            }
        }
        false
    }

    /// Whether assigning a name makes what is assigned visible to code elsewhere, which can follow pointers there.
    fn is_shelf(&self, name: &str) -> bool {
        match self.globals.names.get(name) {
            Some(Entity::Object(object)) => self.objects[*object].external && self.holds_pointers(&self.objects[*object].ty),
            Some(Entity::Opaque(_)) => true,
            _ => false,
        }
    }

    /// Whether there are pointers in the type, or there may be.
    pub fn holds_pointers(&self, ty: &CType) -> bool {
        match ty {
            CType::Int(_) => false,
            CType::Array(of, _) => self.holds_pointers(of),
            CType::Record(r) => match &self.types.records[*r].fields {
                Some(fields) => fields.iter().any(|f| self.holds_pointers(&f.ty)),
                None => true,
            },
            _ => true,
        }
    }

    /// The functions whose calls from outside matter.
    pub fn find_call_backs(&self, callable: &Callable) -> Vec<Rc<CallBack>> {
        // Handing out the address of a static function matters if calling it does.
        let mut handed = SortedSet::new();
        loop {
            let found: Vec<CallBack> = callable.takes.keys().filter_map(|name| self.call_back(name, callable, &handed)).collect();
            let asked: SortedSet<String> = found.iter().filter(|c| c.by_address).map(|c| c.name.clone()).collect();
            if asked == handed {
                return found.into_iter().map(Rc::new).collect();
            }
            handed = asked;
        }
    }

    /// The functions that code elsewhere may call.
    pub fn find_callable(&self, unit: &TranslationUnit) -> Callable {
        let internal = internal_functions(unit);
        let is_own = |name: &&String| self.functions[*name].span.start < self.source.models_start;
        let is_candidate = |name: &&String| *name != "main" && (!internal.contains(*name) || self.addressed_functions.contains(*name));
        let candidates: Vec<&String> = self.functions.keys().filter(is_own).filter(is_candidate).collect();
        if candidates.is_empty() {
            return Callable { internal, conducts: Vec::new(), takes: SortedMap::new() };
        }
        let conducts: Vec<(String, Conduct)> = self.functions.iter().map(|(name, d)| (name.clone(), Conduct::of(d))).collect();
        let numbers: SortedMap<&str, usize> = conducts.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
        let number = |name: &String| numbers.get(name.as_str()).copied();
        let addressed: Vec<usize> = self.addressed_functions.iter().filter_map(number).collect();
        let called = |conduct: &Conduct| {
            let mut called: Vec<usize> = conduct.calls.iter().filter_map(number).collect();
            let through_variable = conduct.calls.iter().any(|c| !self.functions.contains_key(c) && self.signature(c).is_none());
            if conduct.indirect || through_variable {
                called.extend(&addressed);
            }
            called
        };
        let calls: Vec<Vec<usize>> = conducts.iter().map(|(_, conduct)| called(conduct)).collect();
        let takes = candidates.into_iter().map(|name| (name.clone(), reached(number(name), &calls))).collect();
        Callable { internal, conducts, takes }
    }

    fn call_back(&self, name: &str, callable: &Callable, handed: &SortedSet<String>) -> Option<CallBack> {
        let takes = &callable.takes[name];
        let all = || takes.iter().map(|f| &callable.conducts[*f].1);
        let assigns: SortedSet<String> = all().flat_map(|c| &c.assigns).filter(|n| self.is_closed(n)).cloned().collect();
        // A static object of a function cannot be told from a constant here; nobody assigns that.
        let is_own = |n: &String| n.contains('@');
        let own_statics = all().any(|c| c.assigns.iter().any(is_own));
        // What is private may be written otherwise if there is a way to it, and somebody who goes it.
        let leads = |c: &Conduct, n: &String| match self.hidden(n) {
            _ if is_own(n) => true,
            Some(object) if object.constant => self.constant_leads(n, handed),
            Some(object) => self.is_handed_on(c, n, &object.ty) || self.holds_pointers(&object.ty),
            None => handed.contains(n) && c.names(n),
        };
        let is_led = all().any(|c| c.mentions.iter().any(|n| leads(c, n)));
        let hands_on = |c: &Conduct| c.given.iter().any(|f| !self.functions.contains_key(f) && !self.is_harmless(f));
        let shelves = |c: &Conduct| c.assigns.iter().any(|n| self.is_shelf(n));
        let gives = !matches!(self.signature(name).map(|s| s.result.clone()), Some(CType::Int(_) | CType::Void));
        let goes = gives || all().any(|c| c.through || c.casts || hands_on(c) || shelves(c));
        let roams = is_led && goes || all().any(|c| c.assembly);
        if assigns.is_empty() && !own_statics && !roams {
            return None;
        }
        let takes: SortedSet<String> = takes.iter().map(|f| callable.conducts[*f].0.clone()).collect();
        let text = takes.iter().map(|f| self.functions[f].span).map(|s| s.end - s.start).sum();
        let is_addressed = self.addressed_functions.contains(name);
        let by_address = callable.internal.contains(name);
        Some(CallBack { name: name.to_owned(), by_address, is_addressed, takes, assigns, roams, text })
    }
}
