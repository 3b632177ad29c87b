//! A character of a text that is read again before it can have changed is read once.
//!
//! `if (s[i] < '0' || s[i] > '9') return; n = n * 10 + (s[i] - '0');` becomes `t := s[i]; if (t < '0' || t > '9') return; n = n * 10 + (t - '0');`: a domain that says
//! of an array what holds for all of its elements then knows of this one what was tested. Exact: a forward analysis of available terms (must-information
//! over all paths); a variable is read only where it has the value of its element on every path.
//!
//! Only characters, which programs look at again and again. Engines that speak of all elements of an array take their predicates from what conditions say
//! of elements, and sums of elements are followed in unrolled programs by where they lie: with variables in between both were lost
//! (`parametrised/commit`, `reducers/sum-reversed`). `s[i] = s[i] + 1` keeps its shape for the same reason.

use crate::graph::{Edge, Graph, Note, Writes};
use base::{Expr, Formula, LocId, Sort, SortedMap, SortedSet, Stmt, VarDecl, VarId};

/// Larger programs are left as they are: the tables would not pay.
const MOST_EDGES: usize = 20_000;
/// The same for programs with more elements that are read at several places.
const MOST_TERMS: usize = 2_000;

/// The number of an element.
type Term = usize;
type Terms = SortedSet<Term>;

pub fn read_once(graph: &mut Graph, entry: LocId, vars: &mut Vec<VarDecl>) {
    if graph.edges.len() > MOST_EDGES {
        return;
    }
    let elements = elements(graph, vars);
    if elements.is_empty() || elements.len() > MOST_TERMS {
        return;
    }
    let found = Found::new(graph, entry, &elements, vars);
    let used = found.used();
    let live = found.live(&used);
    rewrite(graph, &found, &live, vars);
}

/// What an edge does with elements.
struct Step {
    from: usize,
    to: usize,
    reads: Terms,
    /// Those that may be others behind it.
    kills: Terms,
}

struct Found<'a> {
    elements: &'a [(VarId, Expr)],
    steps: Vec<Step>,
    out: Vec<Vec<usize>>,
    /// By location, what every way on reads there.
    computed: Vec<Terms>,
    /// By location, the elements that were read on every way to it and have not changed since; none where no way leads.
    available: Vec<Option<Terms>>,
}

/// Elements that are read at several places.
fn elements(graph: &Graph, vars: &[VarDecl]) -> Vec<(VarId, Expr)> {
    let mut count: SortedMap<(VarId, Expr), u32> = SortedMap::new();
    for edge in &graph.edges {
        for element in reads(&edge.stmt, vars) {
            *count.entry(element).or_default() += 1;
        }
    }
    count.into_iter().filter(|(_, n)| *n > 1).map(|(element, _)| element).collect()
}

/// The elements that a statement reads. What is only printed counts for nothing.
fn reads(stmt: &Stmt, vars: &[VarDecl]) -> SortedSet<(VarId, Expr)> {
    let mut found = SortedSet::new();
    if matches!(stmt, Stmt::Print { .. }) {
        return found;
    }
    stmt.walk(&mut |e| {
        if let Expr::Select(map, index) = e
            && let Expr::Var(map) = &**map
            && is_plain(*map, index, vars)
        {
            found.insert((*map, (**index).clone()));
        }
    });
    found
}

/// Whether an element is a character, at an index that is made of variables alone.
fn is_plain(map: VarId, index: &Expr, vars: &[VarDecl]) -> bool {
    let decl = &vars[map.index()];
    let mut plain = decl.sort == Sort::array() && decl.ty.is_some_and(|ty| ty.bits == 8);
    index.walk(&mut |e| plain &= !matches!(e, Expr::Select(..) | Expr::Bound(_)));
    plain
}

impl<'a> Found<'a> {
    fn new(graph: &Graph, entry: LocId, elements: &'a [(VarId, Expr)], vars: &[VarDecl]) -> Self {
        let number: SortedMap<&(VarId, Expr), Term> = elements.iter().enumerate().map(|(i, e)| (e, i)).collect();
        let mut of_var: SortedMap<VarId, Terms> = SortedMap::new();
        for (i, (map, index)) in elements.iter().enumerate() {
            for v in index.vars().into_iter().chain([*map]) {
                of_var.entry(v).or_default().insert(i);
            }
        }
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
        let mut steps = Vec::new();
        for (i, edge) in graph.edges.iter().enumerate() {
            let mut reads: Terms = match edge.note {
                Note::Link => Terms::new(),
                _ => reads(&edge.stmt, vars).iter().filter_map(|element| number.get(element).copied()).collect(),
            };
            let kills = edge.stmt.target().and_then(|v| of_var.get(&v).cloned()).unwrap_or_default();
            // What becomes something of itself.
            if let Stmt::Assign(map, Expr::Store(_, index, _)) = &edge.stmt
                && let Some(own) = number.get(&(*map, (**index).clone()))
            {
                reads.remove(own);
            }
            out[edge.from.index()].push(i);
            steps.push(Step { from: edge.from.index(), to: edge.to.index(), reads, kills });
        }
        let on_all_ways = |ways: &Vec<usize>| {
            let mut ways = ways.iter().map(|i| &steps[*i].reads);
            let first = ways.next().cloned().unwrap_or_default();
            ways.fold(first, |all, reads| all.intersection(reads).copied().collect())
        };
        let computed = out.iter().map(on_all_ways).collect();
        let mut found = Found { elements, steps, out, computed, available: vec![None; graph.locs.len()] };
        found.available[entry.index()] = Some(Terms::new());
        let mut open = SortedSet::from([entry.index()]);
        while let Some(l) = open.pop_first() {
            for i in found.out[l].clone() {
                let after = found.behind(i);
                let there = &mut found.available[found.steps[i].to];
                let joined = there.as_ref().map_or_else(|| after.clone(), |old| old.intersection(&after).copied().collect());
                if there.as_ref() != Some(&joined) {
                    *there = Some(joined);
                    open.insert(found.steps[i].to);
                }
            }
        }
        found
    }

    /// What is available behind an edge.
    fn behind(&self, i: usize) -> Terms {
        let step = &self.steps[i];
        let before = self.available[step.from].iter().flatten().chain(&self.computed[step.from]);
        before.copied().filter(|t| !step.kills.contains(t)).collect()
    }

    fn is_available(&self, l: usize, t: Term) -> bool {
        self.available[l].as_ref().is_some_and(|all| all.contains(&t))
    }

    /// The elements that an edge reads although they are available.
    fn used(&self) -> Vec<Terms> {
        self.steps.iter().map(|s| s.reads.iter().copied().filter(|t| self.is_available(s.from, *t)).collect()).collect()
    }

    /// By location, the elements that are read later before they may change.
    fn live(&self, used: &[Terms]) -> Vec<Terms> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.out.len()];
        for (i, step) in self.steps.iter().enumerate() {
            into[step.to].push(i);
        }
        let mut live: Vec<Terms> = vec![Terms::new(); self.out.len()];
        let mut open: SortedSet<usize> = (0..self.out.len()).collect();
        while let Some(l) = open.pop_last() {
            let mut now = Terms::new();
            for &i in &self.out[l] {
                let step = &self.steps[i];
                now.extend(used[i].iter().copied());
                now.extend(live[step.to].iter().copied().filter(|t| self.is_available(l, *t) && !step.kills.contains(t)));
            }
            if now != live[l] {
                live[l] = now;
                open.extend(into[l].iter().map(|i| self.steps[*i].from));
            }
        }
        live
    }
}

/// Gives each element that is read later a variable, where it is read first, and reads it there.
fn rewrite(graph: &mut Graph, found: &Found<'_>, live: &[Terms], vars: &mut Vec<VarDecl>) {
    let mut variables: SortedMap<Term, VarId> = SortedMap::new();
    let mut variable = |t: Term| {
        *variables.entry(t).or_insert_with(|| {
            let (map, _) = &found.elements[t];
            let (ty, frame) = (vars[map.index()].ty, vars[map.index()].frame);
            vars.push(VarDecl { frame, ..VarDecl::int(&format!("$read{}", vars.len()), ty) });
            VarId(vars.len() as u32 - 1)
        })
    };
    for l in 0..found.out.len() {
        let goes_on = |t: Term, i: usize| !found.steps[i].kills.contains(&t) && live[found.steps[i].to].contains(&t);
        let is_wanted = |t: &Term| !found.is_available(l, *t) && found.out[l].iter().any(|i| goes_on(*t, *i));
        let first: Vec<Term> = found.computed[l].iter().copied().filter(is_wanted).collect();
        // What is read first.
        let mut at = LocId(l as u32);
        for t in &first {
            let (map, index) = found.elements[*t].clone();
            let span = graph.edges[found.out[l][0]].span.clone();
            let next = graph.loc(graph.locs[l].span.clone());
            graph.locs[next.index()].frame = graph.locs[l].frame;
            let stmt = Stmt::Assign(variable(*t), Expr::select(map, index));
            graph.edges.push(Edge { from: at, to: next, stmt, span, note: Note::Nothing, writes: Writes::Values });
            at = next;
        }
        for &i in &found.out[l] {
            let step = &found.steps[i];
            graph.edges[i].from = at;
            let mut known: SortedMap<Expr, VarId> = SortedMap::new();
            for t in step.reads.iter().filter(|t| first.contains(t) || live[l].contains(t)) {
                let (map, index) = found.elements[*t].clone();
                known.insert(Expr::select(map, index), variable(*t));
            }
            if !known.is_empty() {
                graph.edges[i].stmt = in_words_of(&graph.edges[i].stmt, &known);
            }
        }
    }
}

/// A statement with variables in the place of elements.
fn in_words_of(stmt: &Stmt, known: &SortedMap<Expr, VarId>) -> Stmt {
    let put = |e: &Expr| known.get(e).map(|v| Expr::Var(*v));
    match stmt {
        Stmt::Assign(v, e) => Stmt::Assign(*v, e.subst(&put)),
        Stmt::Assume(f) => Stmt::Assume(Formula::subst(f, &put)),
        other => other.clone(),
    }
}
