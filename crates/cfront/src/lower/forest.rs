//! Trees: words about ways along several fields, by a map from each object to its parent.
//!
//! From an object one comes by `left` and `right` to many others, along many ways, which `between` says nothing of. But where no object has two parents and
//! none is its own ancestor, one comes from `x` to `y` exactly if one comes from `y` *up* to `x`, and upwards there is one way. So words about several fields speak of
//! a map that the program does not have, from objects to their parents. Where a field is changed the map is changed too: what hung there is a root now, and what is hung
//! there gets a parent, which is only allowed for a root, and not below itself. Where it happens nevertheless the words have no meaning, and the path
//! ends at `Unsupported`.
//!
//! Why that is enough: let *F* say that the map sends each object to the one object that has it in one of the fields, to null if there is none, and leads from every object to null.
//! *F* holds when all fields are null. A change `p.f := q` under *F* first takes the old value of `p.f` from its parent: it had no other (by *F*), so *F* holds with the field
//! null. Then `q` is null, or a root other than the root above `p`: now `p` is its one parent, and the way from `q` goes on to null above `p`, where `q` is not. So *F*
//! holds again. Under *F* a way down from `x` to `y` is a way up from `y` to `x`, read backwards, and the other way round. On the heap that a function
//! is given *F* holds by what it requires: the map is filled with the fields, one after the other, and `sharing_free` and `acyclic` of all objects together say *F* of the result; so both must
//! be required, in so many words.

use super::heap::links_of;
use super::resolve::Resolver;
use super::{Halt, Lower, Res};
use crate::annotation::syntax::{Shape, Term};
use crate::finish::reachable;
use crate::graph::{Edge, Note};
use crate::types::{CType, RecordId};
use base::{Check, CmpOp, Expr, Formula, Int, Sort, SortedSet, Stmt, VarId, reach};

/// `PARENTS(n)`: the map of parents of the forest `n`, if its fields are kept in one map each.
pub const PARENTS: &str = "$parents";

/// Objects of a type along some of its fields.
pub struct Forest {
    record: RecordId,
    fields: Vec<String>,
    /// The maps of the fields, as terms.
    links: Vec<Expr>,
    parents: VarId,
    /// Where it was first spoken of.
    at: usize,
    /// Which words the entry function requires of all objects.
    required: SortedSet<&'static str>,
}

/// What is required of the heap that a function is given.
const OF_ALL: [&str; 2] = ["acyclic", "sharing_free"];

impl Lower<'_> {
    /// The forest along these fields.
    fn forest(&mut self, record: RecordId, fields: &[Term]) -> Res<usize> {
        let mut names = Vec::new();
        for field in fields {
            match &field.shape {
                Shape::Name(name) if !names.contains(name) => names.push(name.clone()),
                _ => return self.illogical("different members are needed here", field.at),
            }
        }
        if let Some(known) = self.forests.iter().position(|f| f.record == record && f.fields == names) {
            return Ok(known);
        }
        let mut links = Vec::new();
        for field in fields {
            links.push(self.links(record, field)?);
        }
        let name = format!("$parents.{}.{}", self.types.name(&CType::Record(record)).replace(' ', "."), names.join("."));
        let parents = self.add_var(name, Sort::array(), None, None, None, 0);
        let at = fields.first().map_or(0, |f| f.at);
        self.forests.push(Forest { record, fields: names, links, parents, at, required: SortedSet::new() });
        Ok(self.forests.len() - 1)
    }

    /// That one comes from an object down to another one.
    pub fn is_below(&mut self, record: RecordId, fields: &[Term], x: Expr, y: Expr) -> Res<Formula> {
        let forest = self.forest(record, fields)?;
        let [no_x, no_y] = [&x, &y].map(|e| Formula::cmp(CmpOp::Eq, e.clone(), 0));
        let up = reach::reach(parents_of(forest), y, x);
        // Below everything there is null.
        Ok(Formula::or([no_y, Formula::and([no_x.negate(), up])]))
    }

    /// `acyclic` along several fields, of an object.
    pub fn has_root(&mut self, record: RecordId, fields: &[Term], v: &Expr) -> Res<Formula> {
        let forest = self.forest(record, fields)?;
        Ok(reach::reach(parents_of(forest), v.clone(), 0))
    }

    /// `sharing_free` along several fields, of an object: it is the parent of what is below it, of each once, and below its parent.
    pub fn has_own_children(&mut self, record: RecordId, fields: &[Term], v: &Expr) -> Res<Formula> {
        let forest = self.forest(record, fields)?;
        let is_null = |e: &Expr| Formula::cmp(CmpOp::Eq, e.clone(), 0);
        let parent_of = |e: &Expr| Expr::select(parents_of(forest), e.clone());
        let links = self.forests[forest].links.clone();
        let children: Vec<Expr> = links.iter().map(|l| Expr::select(l.clone(), v.clone())).collect();
        let mut parts = Vec::new();
        for (i, child) in children.iter().enumerate() {
            parts.push(Formula::or([is_null(child), Formula::cmp(CmpOp::Eq, parent_of(child), v.clone())]));
            let twice = |other: &Expr| Formula::or([is_null(child), Formula::cmp(CmpOp::Ne, child.clone(), other.clone())]);
            parts.extend(children[i + 1..].iter().map(twice));
        }
        let parent = parent_of(v);
        let below = links.iter().map(|l| Formula::cmp(CmpOp::Eq, Expr::select(l.clone(), parent.clone()), v.clone()));
        parts.push(Formula::or([is_null(&parent)].into_iter().chain(below)));
        Ok(Formula::and(parts))
    }

    /// Notes what the entry function requires of forests.
    pub fn note_required(&mut self, t: &Term) {
        match &t.shape {
            Shape::And(a, b) => {
                self.note_required(a);
                self.note_required(b);
            }
            Shape::Heap(word, terms) if terms.len() > 2 => {
                let Some(word) = OF_ALL.into_iter().find(|w| w == word) else { return };
                let Ok(super::heap::Subject::Type(r)) = self.subject(&terms[0], &mut Vec::new()) else { return };
                if let Ok(forest) = self.forest(r, &terms[1..]) {
                    self.forests[forest].required.insert(word);
                }
            }
            _ => {}
        }
    }

    /// On the heap that a function is given, words about trees have a meaning only if it is made of trees.
    pub fn forests_are_required(&self) -> Res<()> {
        let lacks = |f: &&Forest| self.given.contains_key(&f.record) && f.required.len() < OF_ALL.len();
        let Some(f) = self.forests.iter().find(lacks) else { return Ok(()) };
        let of = format!("({}, {})", self.types.name(&CType::Record(f.record)), f.fields.join(", "));
        let what = format!("ways along several members need trees: `{}` must require acyclic{of} && sharing_free{of}", self.options.entry);
        Err(Halt::Annotation { what, span: self.source.span_before_repair(f.at) })
    }

    /// The map behind `PARENTS`.
    pub fn parents(&self, args: &[Expr], r: &Resolver) -> Option<Expr> {
        let forest = self.forests.get(usize::try_from(args.first()?.as_const()?).ok()?)?;
        let all_kept = forest.links.iter().all(|l| links_of(l).is_some_and(|args| self.linked(args, r).is_some()));
        all_kept.then(|| Expr::Var(forest.parents))
    }

    /// Keeps the maps of parents, wherever a field is changed.
    pub fn keep_parents(&mut self, r: &Resolver) {
        let Some(begins) = self.begins else { return };
        for n in 0..self.forests.len() {
            let forest = &self.forests[n];
            let (parents, given) = (forest.parents, self.given.contains_key(&forest.record));
            let map = |l: &Expr| match self.linked(links_of(l)?, r)? {
                Expr::Var(map) => Some(map),
                _ => None,
            };
            let Some(maps) = forest.links.iter().map(map).collect::<Option<SortedSet<VarId>>>() else { continue };
            let in_body = reachable(&self.graph, begins);
            for edge in std::mem::take(&mut self.graph.edges) {
                match edge.stmt.target() {
                    // The heap that is given is filled as it comes, and then what is required of it holds or not.
                    Some(m) if maps.contains(&m) => {
                        let checked = !given || in_body[edge.from.index()];
                        self.keep_parent(edge, m, parents, checked);
                    }
                    _ => self.graph.edges.push(edge),
                }
            }
        }
    }

    /// A change of a field, with the change of the map of parents before it.
    fn keep_parent(&mut self, edge: Edge, field: VarId, parents: VarId, checked: bool) {
        let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
        self.graph.frame = self.graph.locs[edge.from.index()].frame;
        let stored = match &edge.stmt {
            Stmt::Assign(_, Expr::Store(m, p, q)) if **m == Expr::Var(field) && edge.note != Note::Link => {
                Some(((**p).clone(), (**q).clone()))
            }
            _ => None,
        };
        let Some((p, q)) = stored else {
            let error = self.graph.error(Check::Unsupported, "a change of many links at once, with ways along several members", &span);
            self.graph.edge(edge.from, error, Stmt::Skip, edge.span);
            return;
        };
        let without = Expr::store(parents, Expr::select(field, p.clone()), 0);
        self.graph.here = edge.from;
        if checked {
            let no_root = Formula::cmp(CmpOp::Ne, Expr::select(without.clone(), q.clone()), 0);
            // Said of the changed map, so that solvers look at what is below `q` as well.
            let above = reach::reach(Expr::store(without.clone(), q.clone(), p.clone()), p.clone(), q.clone());
            let bad = Formula::and([Formula::cmp(CmpOp::Gt, q.clone(), 0), Formula::or([no_root, above])]);
            let what = "an object with two parents, or below itself, with ways along several members";
            let error = self.graph.error(Check::Unsupported, what, &span);
            let good = self.graph.loc(Some(span.clone()));
            self.graph.branch(edge.from, error, bad.clone(), Some(span.clone()));
            self.graph.branch(edge.from, good, bad.negate(), Some(span.clone()));
            self.graph.here = good;
        }
        let changed = match q.as_const() {
            Some(null) if *null == Int::ZERO => without,
            _ => Expr::store(without, q.clone(), Expr::ite(Formula::cmp(CmpOp::Eq, q, 0), 0, p)),
        };
        self.graph.assign(parents, changed, &span);
        let here = self.graph.here;
        self.graph.edges.push(Edge { from: here, ..edge });
    }
}

fn parents_of(forest: usize) -> Expr {
    Expr::App(PARENTS.into(), vec![Expr::from(forest as i64)])
}
