//! Which functions are translated once for all their calls, instead of once for each of them.
//!
//! Functions that call each other in a circle must be: the strongly connected components of the graph of calls by name (R. Tarjan:
//! Depth-first search and linear graph algorithms, SIAM J. Comput. 1972, without recursion). Where a program becomes too large
//! with all its calls inlined, the functions that make it so are as well, all in one component with those on circles: a call of
//! one of them from another is then a call inside of the same copy. Calls through pointers are not seen here; a circle that needs
//! one is found where it closes and reported there.

use super::Definition;
use base::{SortedMap, SortedSet};
use lang_c::ast::{CallExpression, Expression, Identifier};
use lang_c::visit::{self, Visit};

#[derive(Default)]
pub struct Components {
    /// The functions that are not inlined, each with the number of its component.
    of: SortedMap<String, usize>,
    circular: SortedSet<String>,
}

impl Components {
    pub fn of(&self, function: &str) -> Option<usize> {
        self.of.get(function).copied()
    }

    /// Whether there may be several activations of the function at one time.
    pub fn is_circular(&self, function: &str) -> bool {
        self.circular.contains(function)
    }
}

struct Calls<'f, 'a> {
    functions: &'f SortedMap<String, Definition<'a>>,
    /// By function, how often it is called.
    found: SortedMap<String, u64>,
    /// Whether it takes the arguments of a call apart, which differ from call to call.
    takes_apart: bool,
}

impl<'ast> Visit<'ast> for Calls<'_, '_> {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast lang_c::span::Span) {
        if let Expression::Identifier(id) = &e.callee.node
            && self.functions.contains_key(&id.node.name)
        {
            *self.found.entry(id.node.name.clone()).or_default() += 1;
        }
        visit::visit_call_expression(self, e, span);
    }

    fn visit_identifier(&mut self, e: &'ast Identifier, _: &'ast lang_c::span::Span) {
        self.takes_apart |= e.name.contains("va_list") || e.name.contains("va_start");
    }
}

/// A program whose text, with all calls inlined, is longer than this has functions that are not.
const MOST_TEXT: u64 = 600_000;
/// A function whose calls make this much text together is one of them.
const MUCH_TEXT: u64 = 600;
/// What a call is worth that is not inlined.
const CALL: u64 = 40;

/// For a program that starts at `entry`; functions of the library's models start behind `models` and are always inlined.
pub fn components(functions: &SortedMap<String, Definition<'_>>, entry: &str, models: usize) -> Components {
    let numbers: SortedMap<&str, usize> = functions.keys().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let names: Vec<&String> = functions.keys().collect();
    let mut calls: Vec<Vec<(usize, u64)>> = Vec::new();
    let mut own: Vec<u64> = Vec::new();
    let mut fixed: Vec<bool> = Vec::new();
    for (name, definition) in functions {
        let mut seen = Calls { functions, found: SortedMap::new(), takes_apart: false };
        seen.visit_function_definition(definition.node, &definition.span);
        calls.push(seen.found.iter().map(|(name, times)| (numbers[name.as_str()], *times)).collect());
        own.push((definition.span.end - definition.span.start) as u64);
        fixed.push(name == entry || definition.span.start >= models || seen.takes_apart);
    }
    let next: Vec<Vec<usize>> = calls.iter().map(|c| c.iter().map(|(to, _)| *to).collect()).collect();
    let component = tarjan(&next);
    let mut size = vec![0u32; calls.len()];
    component.iter().for_each(|c| size[*c] += 1);
    let is_circular = |i: usize| size[component[i]] > 1 || next[i].contains(&i);
    let circular: SortedSet<String> = (0..names.len()).filter(|i| is_circular(*i)).map(|i| names[i].clone()).collect();
    let mut of: SortedMap<String, usize> = circular.iter().map(|name| (name.clone(), component[numbers[name.as_str()]])).collect();

    // Callees have smaller numbers of components than their callers.
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|i| component[*i]);
    let mut sites = vec![0u64; names.len()];
    calls.iter().flatten().for_each(|(to, times)| sites[*to] += times);
    let inlined = |shared: &dyn Fn(usize, u64) -> bool| {
        let mut text = vec![0u64; names.len()];
        let mut found = Vec::new();
        for &i in &order {
            let called = |(to, times): &(usize, u64)| {
                if is_circular(i) && component[*to] == component[i] { CALL } else { text[*to].saturating_mul(*times) }
            };
            let whole = calls[i].iter().map(called).fold(own[i], u64::saturating_add);
            text[i] = whole;
            if is_circular(i) || shared(i, whole) {
                found.push(i);
                text[i] = CALL;
            }
        }
        (numbers.get(entry).map_or(0, |e| text[*e]), found)
    };
    if inlined(&|_, _| false).0 > MOST_TEXT {
        let is_worth = |i: usize, whole: u64| !fixed[i] && sites[i] > 1 && whole.saturating_mul(sites[i] - 1) > MUCH_TEXT;
        of = inlined(&is_worth).1.into_iter().map(|i| (names[i].clone(), 0)).collect();
    }
    Components { of, circular }
}

/// The component of each node.
pub fn tarjan(next: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut number, mut lowest, mut component) = (vec![NEW; next.len()], vec![NEW; next.len()], vec![NEW; next.len()]);
    let (mut counter, mut components) = (0, 0);
    let mut stack = Vec::new();
    for root in 0..next.len() {
        if number[root] != NEW {
            continue;
        }
        // A node and how many of its edges were followed.
        let mut visits = vec![(root, 0)];
        while let Some((node, followed)) = visits.last_mut() {
            let node = *node;
            if *followed == 0 {
                number[node] = counter;
                lowest[node] = counter;
                counter += 1;
                stack.push(node);
            }
            if let Some(&to) = next[node].get(*followed) {
                *followed += 1;
                if number[to] == NEW {
                    visits.push((to, 0));
                } else if component[to] == NEW {
                    lowest[node] = lowest[node].min(number[to]);
                }
                continue;
            }
            visits.pop();
            if let Some((parent, _)) = visits.last() {
                lowest[*parent] = lowest[*parent].min(lowest[node]);
            }
            if lowest[node] == number[node] {
                while let Some(member) = stack.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::tarjan;

    #[test]
    fn nodes_are_together_if_and_only_if_each_reaches_the_other() {
        let mut random = base::random::Random::new(3);
        for _ in 0..300 {
            let n = 1 + random.below(8) as usize;
            let next: Vec<Vec<usize>> = (0..n).map(|_| (0..random.below(3)).map(|_| random.below(n as u64) as usize).collect()).collect();
            let mut reach = vec![vec![false; n]; n];
            for (i, row) in reach.iter_mut().enumerate() {
                let mut work = vec![i];
                while let Some(at) = work.pop() {
                    if !std::mem::replace(&mut row[at], true) {
                        work.extend(&next[at]);
                    }
                }
            }
            let component = tarjan(&next);
            for a in 0..n {
                for b in 0..n {
                    assert_eq!(component[a] == component[b], reach[a][b] && reach[b][a], "{next:?}");
                }
            }
        }
    }
}
