//! Which functions call each other in a circle: the strongly connected components of the graph of calls by name.
//!
//! R. Tarjan: Depth-first search and linear graph algorithms (SIAM J. Comput. 1972), without recursion. Calls through pointers are not
//! seen here; a circle that needs one is found where it closes and reported there.

use super::Definition;
use lang_c::ast::{CallExpression, Expression};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};

/// The functions that lie on a circle, each with the number of its component.
pub type Components = BTreeMap<String, usize>;

struct Calls<'f, 'a> {
    functions: &'f BTreeMap<String, Definition<'a>>,
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Calls<'_, '_> {
    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast lang_c::span::Span) {
        if let Expression::Identifier(id) = &e.callee.node
            && self.functions.contains_key(&id.node.name)
        {
            self.found.insert(id.node.name.clone());
        }
        visit::visit_call_expression(self, e, span);
    }
}

pub fn components(functions: &BTreeMap<String, Definition<'_>>) -> Components {
    let numbers: BTreeMap<&str, usize> = functions.keys().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let calls: Vec<Vec<usize>> = functions
        .values()
        .map(|definition| {
            let mut calls = Calls { functions, found: BTreeSet::new() };
            calls.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
            calls.found.iter().map(|name| numbers[name.as_str()]).collect()
        })
        .collect();
    let component = tarjan(&calls);
    let mut size = vec![0u32; calls.len()];
    component.iter().for_each(|c| size[*c] += 1);
    let circular = |i: usize| size[component[i]] > 1 || calls[i].contains(&i);
    functions.keys().enumerate().filter(|(i, _)| circular(*i)).map(|(i, name)| (name.clone(), component[i])).collect()
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
