//! The loop structure of an automaton: a weak topological order (Bourdoncle: Efficient chaotic iteration strategies with
//! widenings, FMPA 1993, Figure 4).
//!
//! Every cycle goes through the head of a component that contains it; widening at heads is enough for termination.

use crate::cfa::{Cfa, LocId};

#[derive(Clone, Debug)]
pub struct Wto {
    /// The place of each location in the order; unreachable locations have none.
    position: Vec<Option<u32>>,
    /// The heads of the components around each location, outermost first. A head is in its own component.
    around: Vec<Vec<LocId>>,
}

impl Wto {
    pub fn new(cfa: &Cfa) -> Self {
        let mut builder = Builder { cfa, number: vec![0; cfa.locs.len()], counter: 0, stack: Vec::new() };
        let order = builder.partition(cfa.entry);
        let mut wto = Wto { position: vec![None; cfa.locs.len()], around: vec![Vec::new(); cfa.locs.len()] };
        let mut next = 0;
        wto.place(&order, &mut Vec::new(), &mut next);
        wto
    }

    fn place(&mut self, order: &[Element], heads: &mut Vec<LocId>, next: &mut u32) {
        for element in order {
            let (l, inner) = match element {
                Element::Loc(l) => (*l, None),
                Element::Component(l, inner) => (*l, Some(inner)),
            };
            if inner.is_some() {
                heads.push(l);
            }
            self.position[l.index()] = Some(*next);
            self.around[l.index()] = heads.clone();
            *next += 1;
            if let Some(inner) = inner {
                self.place(inner, heads, next);
                heads.pop();
            }
        }
    }

    pub fn is_head(&self, l: LocId) -> bool {
        self.around[l.index()].last() == Some(&l)
    }

    pub fn reachable(&self, l: LocId) -> bool {
        self.position[l.index()].is_some()
    }

    pub fn position(&self, l: LocId) -> u32 {
        self.position[l.index()].expect("only reachable locations are explored")
    }

    /// The heads of the components around a location, outermost first.
    pub fn around(&self, l: LocId) -> &[LocId] {
        &self.around[l.index()]
    }
}

enum Element {
    Loc(LocId),
    Component(LocId, Vec<Element>),
}

struct Builder<'a> {
    cfa: &'a Cfa,
    /// Depth-first numbers; 0: not seen; `DONE`: its component is complete.
    number: Vec<u32>,
    counter: u32,
    stack: Vec<LocId>,
}

const DONE: u32 = u32::MAX;

/// One pending visit of the recursive formulation; programs are too deep for the machine's stack.
struct Visit {
    loc: LocId,
    next_edge: usize,
    lowest: u32,
    is_loop: bool,
}

impl Builder<'_> {
    /// The elements reachable from `root`, in weak topological order.
    fn partition(&mut self, root: LocId) -> Vec<Element> {
        let mut reversed = Vec::new();
        let mut visits = vec![self.enter(root)];
        while let Some(visit) = visits.last_mut() {
            let out = self.cfa.out(visit.loc);
            if let Some(&edge) = out.get(visit.next_edge) {
                visit.next_edge += 1;
                let to = self.cfa.edge(edge).to;
                match self.number[to.index()] {
                    0 => {
                        let entered = self.enter(to);
                        visits.push(entered);
                    }
                    n if n <= visit.lowest => {
                        visit.lowest = n;
                        visit.is_loop = true;
                    }
                    _ => {}
                }
                continue;
            }
            let visit = visits.pop().expect("there was a last one");
            if visit.lowest == self.number[visit.loc.index()] {
                self.number[visit.loc.index()] = DONE;
                let mut element = self.stack.pop().expect("the head is on the stack");
                if visit.is_loop {
                    while element != visit.loc {
                        self.number[element.index()] = 0;
                        element = self.stack.pop().expect("the head is on the stack");
                    }
                    let inner = self.component(visit.loc);
                    reversed.push(Element::Component(visit.loc, inner));
                } else {
                    reversed.push(Element::Loc(visit.loc));
                }
            }
            if let Some(parent) = visits.last_mut()
                && visit.lowest <= parent.lowest
            {
                parent.lowest = visit.lowest;
                parent.is_loop = true;
            }
        }
        reversed.reverse();
        reversed
    }

    /// The inside of a component: what its head reaches without passing it.
    fn component(&mut self, head: LocId) -> Vec<Element> {
        let mut parts = Vec::new();
        for &edge in self.cfa.out(head) {
            let to = self.cfa.edge(edge).to;
            if self.number[to.index()] == 0 {
                parts.push(self.partition(to));
            }
        }
        parts.reverse();
        parts.into_iter().flatten().collect()
    }

    fn enter(&mut self, loc: LocId) -> Visit {
        self.stack.push(loc);
        self.counter += 1;
        self.number[loc.index()] = self.counter;
        Visit { loc, next_edge: 0, lowest: self.counter, is_loop: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wto(edges: &[(&str, &str)]) -> (Cfa, Wto) {
        let mut text = String::from("cfa\nentry A\n");
        for (from, to) in edges {
            text.push_str(&format!("edge {from} -> {to}: skip\n"));
        }
        let cfa = crate::text::parse_cfa(&text).unwrap();
        let wto = Wto::new(&cfa);
        (cfa, wto)
    }

    fn heads(cfa: &Cfa, wto: &Wto, l: &str) -> String {
        wto.around(cfa.loc_named(l).unwrap()).iter().map(|h| &*cfa.loc(*h).name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nested_loops_have_nested_components() {
        let (cfa, wto) = wto(&[("A", "B"), ("B", "C"), ("C", "D"), ("D", "C"), ("C", "B"), ("B", "E")]);
        assert_eq!(heads(&cfa, &wto, "A"), "");
        assert_eq!(heads(&cfa, &wto, "B"), "B");
        assert_eq!(heads(&cfa, &wto, "C"), "B C");
        assert_eq!(heads(&cfa, &wto, "D"), "B C");
        assert_eq!(heads(&cfa, &wto, "E"), "");
        assert!(wto.position(cfa.loc_named("E").unwrap()) > wto.position(cfa.loc_named("D").unwrap()));
    }

    /// Every edge goes forward in the order or back to a head around its source (the definition of a weak topological order).
    #[test]
    fn random_graphs_satisfy_the_definition() {
        let mut random = crate::random::Random::new(5);
        for _ in 0..500 {
            let n = 2 + random.below(9);
            let name = |i: u64| if i == 0 { "A".to_string() } else { format!("N{i}") };
            let edges: Vec<(String, String)> = (0..random.below(3 * n)).map(|_| (name(random.below(n)), name(random.below(n)))).collect();
            let edges: Vec<(&str, &str)> = edges.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let (cfa, wto) = wto(&edges);
            for e in &cfa.edges {
                if wto.reachable(e.from) {
                    let forward = wto.position(e.from) < wto.position(e.to);
                    assert!(forward || wto.around(e.from).contains(&e.to), "{edges:?}: {:?}", e);
                }
            }
        }
    }
}
