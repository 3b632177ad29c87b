//! The program as blocks between cut points.
//!
//! Cut points are the heads of loops and the error locations, and further locations where branches meet if there would be too many paths between
//! them. Runs start at [`START`], which is no location of the program. Invariant: every run to an error location is a sequence of blocks.

use base::wto::Wto;
use base::{Block, Cfa, EdgeId, Formula, LocId, SortedMap, SortedSet};

/// Where runs start.
pub const START: LocId = LocId(u32::MAX);

/// With more paths than this to a location from the cut points before it, it becomes one.
const MOST_PATHS: usize = 24;

pub struct Cuts<'a> {
    pub blocks: Vec<Block<'a>>,
    /// The blocks from each cut point.
    out: SortedMap<LocId, Vec<usize>>,
    points: SortedSet<LocId>,
}

/// Locations through one of which every cycle goes: the heads of the source's loops if these are enough, else those of the order's components.
pub fn heads(cfa: &Cfa, wto: &Wto) -> SortedSet<LocId> {
    let all = || (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l));
    let source: SortedSet<LocId> = all().filter(|l| cfa.loc(*l).loop_head && !wto.around(*l).is_empty()).collect();
    // Without them there is an order in which every edge goes forward.
    let mut before: SortedMap<LocId, usize> = all().map(|l| (l, 0)).collect();
    let inner = |l: LocId| cfa.out(l).iter().map(|e| cfa.edge(*e).to).filter(|to| !source.contains(to));
    all().flat_map(inner).for_each(|to| *before.entry(to).or_default() += 1);
    let mut free: Vec<LocId> = before.iter().filter(|(_, n)| **n == 0).map(|(l, _)| *l).collect();
    let mut ordered = 0;
    while let Some(l) = free.pop() {
        ordered += 1;
        for to in inner(l) {
            let count = before.entry(to).or_default();
            *count -= 1;
            if *count == 0 {
                free.push(to);
            }
        }
    }
    if ordered == before.len() { source } else { all().filter(|l| wto.is_head(*l)).collect() }
}

impl<'a> Cuts<'a> {
    /// The blocks that may be on the way to the targets; `ahead` says from where they can be reached, `premise` what is known at a cut point (none: it is
    /// never reached).
    pub fn new(
        cfa: &'a Cfa,
        wto: &Wto,
        heads: &SortedSet<LocId>,
        ahead: impl Fn(LocId) -> bool,
        targets: &SortedSet<LocId>,
        premise: impl Fn(LocId) -> Option<Formula>,
    ) -> Self {
        let matters = |l: LocId| wto.reachable(l) && if cfa.error_at(l).is_some() { targets.contains(&l) } else { ahead(l) };
        let mut order: Vec<LocId> = (0..cfa.locs.len() as u32).map(LocId).filter(|l| matters(*l)).collect();
        order.sort_by_key(|l| wto.position(*l));
        let mut points: SortedSet<LocId> = order.iter().copied().filter(|l| heads.contains(l) || cfa.error_at(*l).is_some()).collect();
        // How many paths from cut points lead to a location.
        let mut paths: SortedMap<LocId, usize> = SortedMap::new();
        for &l in &order {
            let from = |e: &EdgeId| cfa.edge(*e).from;
            let of = |l: LocId| if points.contains(&l) { 1 } else { paths.get(&l).copied().unwrap_or(0) };
            let sum = cfa.into(l).iter().map(|e| of(from(e))).sum::<usize>() + usize::from(l == cfa.entry);
            if sum > MOST_PATHS && cfa.into(l).len() > 1 {
                points.insert(l);
            }
            paths.insert(l, sum);
        }
        let mut cuts = Cuts { blocks: Vec::new(), out: SortedMap::new(), points };
        let start = Block { from: START, to: cfa.entry, edges: Vec::new(), stmts: Vec::new(), from_start: true, premise: Formula::True };
        cuts.follow(cfa, &matters, start);
        for l in cuts.points.clone() {
            if cfa.error_at(l).is_some() {
                continue;
            }
            let Some(premise) = premise(l) else { continue };
            for &e in cfa.out(l).iter().filter(|e| matters(cfa.edge(**e).to)) {
                let edge = cfa.edge(e);
                let (edges, stmts) = (vec![e], vec![&edge.stmt]);
                cuts.follow(cfa, &matters, Block { from: l, to: edge.to, edges, stmts, from_start: false, premise: premise.clone() });
            }
        }
        cuts
    }

    /// All ways to go on to the next cut points.
    fn follow(&mut self, cfa: &'a Cfa, matters: &impl Fn(LocId) -> bool, begun: Block<'a>) {
        let mut open = vec![begun];
        while let Some(block) = open.pop() {
            if self.points.contains(&block.to) {
                self.out.entry(block.from).or_default().push(self.blocks.len());
                self.blocks.push(block);
                continue;
            }
            for &e in cfa.out(block.to).iter().rev().filter(|e| matters(cfa.edge(**e).to)) {
                let mut longer = block.clone();
                let edge = cfa.edge(e);
                longer.edges.push(e);
                longer.stmts.push(&edge.stmt);
                longer.to = edge.to;
                open.push(longer);
            }
        }
    }

    pub fn from(&self, l: LocId) -> &[usize] {
        self.out.get(&l).map_or(&[], Vec::as_slice)
    }

    pub fn points(&self) -> impl Iterator<Item = LocId> {
        self.points.iter().copied()
    }
}
