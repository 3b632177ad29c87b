//! From the graph under construction to the automaton: unreachable parts, empty steps and unused variables go.

use crate::copies::read_originals;
use crate::graph::{Graph, Note};
use crate::hoist::hoist_conditions;
use crate::liveness::drop_dead_values;
use crate::propagate::propagate;
use crate::reads::read_once;
use base::cfa::Frame;
use base::recursion::Recursion;
use base::{Arguments, Cfa, ErrorInfo, Expr, Formula, LocId, LocInfo, SortedMap, SortedSet, Stmt, VarDecl, VarId};

/// Makes the automaton.
pub fn finish(
    graph: Graph,
    mut vars: Vec<VarDecl>,
    frames: Vec<Frame>,
    recursions: Vec<Recursion>,
    arguments: Option<Arguments>,
    entry: LocId,
) -> Cfa {
    let mut graph = graph;
    keep_reachable(&mut graph, entry);
    drop_dead_values(&mut graph, &|v| vars[v.index()].source.is_some());
    hoist_conditions(&mut graph, entry);
    read_originals(&mut graph, entry, &|v| matches!(vars[v.index()].sort, base::Sort::Map(..)));
    propagate(&mut graph, entry);
    drop_trivial_tests(&mut graph);
    let entry = skip_empty_steps(&mut graph, entry);
    keep_reachable(&mut graph, entry);
    // What a recursive call keeps is told without more variables.
    if recursions.is_empty() {
        read_once(&mut graph, entry, &mut vars);
    }
    build(graph, vars, frames, recursions, arguments, entry)
}

/// A test that always succeeds is no step.
fn drop_trivial_tests(graph: &mut Graph) {
    for edge in &mut graph.edges {
        if edge.stmt == Stmt::Assume(Formula::True) {
            edge.stmt = Stmt::Skip;
        }
    }
}

/// The locations to which control may come from one.
pub fn reachable(graph: &Graph, entry: LocId) -> Vec<bool> {
    let mut out: Vec<Vec<LocId>> = vec![Vec::new(); graph.locs.len()];
    for edge in &graph.edges {
        if edge.stmt != Stmt::Assume(Formula::False) {
            out[edge.from.index()].push(edge.to);
        }
    }
    let mut seen = vec![false; graph.locs.len()];
    seen[entry.index()] = true;
    let mut work = vec![entry];
    while let Some(loc) = work.pop() {
        for next in &out[loc.index()] {
            if !std::mem::replace(&mut seen[next.index()], true) {
                work.push(*next);
            }
        }
    }
    seen
}

fn keep_reachable(graph: &mut Graph, entry: LocId) {
    let seen = reachable(graph, entry);
    graph.edges.retain(|e| seen[e.from.index()]);
    graph.errors.retain(|e| seen[e.loc.index()]);
}

/// Joins locations between which nothing happens. Heads of loops stay.
fn skip_empty_steps(graph: &mut Graph, entry: LocId) -> LocId {
    let count = graph.locs.len();
    let errors: SortedSet<LocId> = graph.errors.iter().map(|e| e.loc).collect();
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, edge) in graph.edges.iter().enumerate() {
        out[edge.from.index()].push(i);
    }
    // Where a location that only leads on leads to.
    let step = |l: LocId, graph: &Graph| match out[l.index()].as_slice() {
        [only] if graph.edges[*only].stmt == Stmt::Skip && graph.edges[*only].note == Note::Nothing => Some(graph.edges[*only].to),
        _ => None,
    };
    let mut goal: Vec<LocId> = (0..count as u32).map(LocId).collect();
    let mut done = vec![false; count];
    let mut on_chain = vec![false; count];
    for start in 0..count as u32 {
        let mut chain = Vec::new();
        let mut at = LocId(start);
        let end = loop {
            if done[at.index()] {
                break goal[at.index()];
            }
            match step(at, graph).filter(|_| !graph.locs[at.index()].loop_head && !errors.contains(&at) && !graph.pinned.contains(&at)) {
                Some(next) if !std::mem::replace(&mut on_chain[at.index()], true) => {
                    chain.push(at);
                    at = next;
                }
                _ => break at,
            }
        };
        done[end.index()] = true;
        // A circle of empty steps keeps the location at which it was found.
        for loc in chain {
            goal[loc.index()] = end;
            done[loc.index()] = true;
        }
    }
    // The entry is never itself an error.
    if errors.contains(&goal[entry.index()]) {
        goal[entry.index()] = entry;
    }
    let forwarded: Vec<bool> = (0..count).map(|l| goal[l] != LocId(l as u32)).collect();
    graph.edges.retain(|e| !forwarded[e.from.index()]);
    for edge in &mut graph.edges {
        edge.to = goal[edge.to.index()];
    }
    for (loc, _) in &mut graph.advice {
        *loc = goal[loc.index()];
    }
    let entry = goal[entry.index()];
    absorb(graph, entry, &errors);
    entry
}

/// A head that only leads on to a location of its own takes that location's edges.
fn absorb(graph: &mut Graph, entry: LocId, errors: &SortedSet<LocId>) {
    let mut into = vec![0u32; graph.locs.len()];
    let mut out = vec![0u32; graph.locs.len()];
    for edge in &graph.edges {
        into[edge.to.index()] += 1;
        out[edge.from.index()] += 1;
    }
    let mut moved: SortedMap<LocId, LocId> = SortedMap::new();
    graph.edges.retain(|e| {
        let alone = e.stmt == Stmt::Skip && e.note == Note::Nothing && out[e.from.index()] == 1 && into[e.to.index()] == 1;
        let plain = e.to != entry && e.to != e.from && !graph.locs[e.to.index()].loop_head && !errors.contains(&e.to);
        let plain = plain && !graph.pinned.contains(&e.to);
        if alone && plain {
            moved.insert(e.to, e.from);
        }
        !(alone && plain)
    });
    for edge in &mut graph.edges {
        while let Some(to) = moved.get(&edge.from) {
            edge.from = *to;
        }
    }
    for (loc, _) in &mut graph.advice {
        while let Some(to) = moved.get(loc) {
            *loc = *to;
        }
    }
}

fn build(
    graph: Graph,
    vars: Vec<VarDecl>,
    frames: Vec<Frame>,
    recursions: Vec<Recursion>,
    arguments: Option<Arguments>,
    entry: LocId,
) -> Cfa {
    let mut cfa = Cfa::default();
    cfa.frames = frames;
    let mut used: SortedSet<VarId> = SortedSet::new();
    for edge in &graph.edges {
        used.extend(edge.stmt.reads());
        used.extend(edge.stmt.target());
    }
    let mut var_of: SortedMap<VarId, VarId> = SortedMap::new();
    for var in used {
        var_of.insert(var, cfa.add_var(vars[var.index()].clone()));
    }
    let used = |v: Option<VarId>| v.and_then(|v| var_of.get(&v).copied());
    cfa.arguments = arguments.map(|a| Arguments { count: used(a.count), sizes: used(a.sizes), text: used(a.text), ..a });
    unambiguous(&mut cfa.vars);
    let mut loc_of: SortedMap<LocId, LocId> = SortedMap::new();
    let errors: SortedMap<LocId, usize> = graph.errors.iter().enumerate().map(|(i, e)| (e.loc, i)).collect();
    let ends = graph.edges.iter().flat_map(|e| [e.from, e.to]);
    let mut mentioned: SortedSet<LocId> = ends.collect();
    mentioned.insert(entry);
    let seen = reachable(&graph, entry);
    for loc in mentioned.into_iter().filter(|l| seen[l.index()]) {
        let info = &graph.locs[loc.index()];
        let name = match errors.get(&loc) {
            Some(i) => format!("error{}", i + 1),
            None => format!("L{}", cfa.locs.len()),
        };
        let info = LocInfo { name: name.as_str().into(), span: info.span.clone(), loop_head: info.loop_head, frame: info.frame };
        loc_of.insert(loc, cfa.add_loc(info));
    }
    cfa.entry = loc_of[&entry];
    let rename = |e: &Expr| match e {
        Expr::Var(v) => Some(Expr::Var(var_of[v])),
        _ => None,
    };
    for edge in graph.edges {
        match edge.note {
            Note::Nothing | Note::Memory(_) | Note::Loose(..) | Note::Link | Note::Reads(_) => {}
            Note::Assumes(check) => drop(cfa.assumed.insert(check)),
            Note::Calls(name) => drop(cfa.externals.insert(name)),
        }
        let Some(to) = loc_of.get(&edge.to) else { continue };
        let stmt = match edge.stmt {
            Stmt::Skip => Stmt::Skip,
            Stmt::Assign(v, e) => Stmt::Assign(var_of[&v], e.subst(&rename)),
            Stmt::Assume(f) => Stmt::Assume(f.subst(&rename)),
            Stmt::Input { var, ty, kind } => Stmt::Input { var: var_of[&var], ty, kind },
            Stmt::Print { pieces, values } => Stmt::Print { pieces, values: values.iter().map(|v| v.subst(&rename)).collect() },
        };
        cfa.add_edge(loc_of[&edge.from], *to, stmt, edge.span);
    }
    cfa.unchecked = graph.unchecked;
    for (loc, formula) in graph.advice {
        let known = formula.vars().iter().all(|v| var_of.contains_key(v));
        if let (Some(at), true) = (loc_of.get(&loc), known) {
            cfa.advice.push((*at, formula.subst(&rename)));
        }
    }
    for error in graph.errors {
        cfa.errors.push(ErrorInfo { loc: loc_of[&error.loc], ..error });
    }
    cfa.recursions = recursions.iter().filter_map(|r| r.renamed(&|l| loc_of.get(&l).copied(), &|v| var_of.get(&v).copied())).collect();
    cfa
}

/// A name that two variables of a frame share cannot be used for either.
fn unambiguous(vars: &mut [VarDecl]) {
    let mut count: SortedMap<(u32, base::Name), u32> = SortedMap::new();
    for var in vars.iter() {
        if let Some(source) = &var.source {
            *count.entry((var.frame, source.clone())).or_default() += 1;
        }
    }
    for var in vars {
        if var.source.as_ref().is_some_and(|s| count[&(var.frame, s.clone())] > 1) {
            var.source = None;
        }
    }
}
