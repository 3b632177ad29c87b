//! What a program's numbers are at the heads of its loops, in runs with random inputs.

use super::elements::summed_up;
use super::shake::{MOST_STARTS, Starts, is_small};
use crate::search::values::{Manner, Pool, Tape};
use base::exec::eval;
use base::exec::walk::{Step, Walk};
use base::random::Random;
use base::wto::Wto;
use base::{BinOp, Budget, Cfa, Expr, IntType, LocId, Sort, SortedMap, SortedSet, VarId};
use std::time::Duration;

/// A run is followed for at most so many steps.
const STEPS: u64 = 4000;
/// So many samples of one head are kept, and of one run so many of them.
const MOST: usize = 600;
const OF_ONE_RUN: usize = 12;
/// So many are kept even if they show nothing new.
const ANYHOW: usize = 200;
/// New values of a term that had so many are nothing new, and the pairs of terms with so few are looked at.
const MANY: usize = 40;
const FEW: usize = 10;
/// Larger numbers are not looked at, so that nothing overflows.
const LARGEST: u128 = 1 << 100;
/// At most so many terms of one head are looked at.
const MOST_TERMS: usize = 48;
/// The elements of arrays of at most so many are terms; arrays of at most so many are looked at as wholes.
const SMALL: usize = 4;
const WHOLE: u64 = 64;
/// At most so many arrays of one head.
const MOST_ARRAYS: usize = 16;

/// The terms that are worth talking about at a head, and their values in samples.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub terms: Vec<Expr>,
    /// The types of those that have one.
    pub types: Vec<Option<IntType>>,
    pub rows: Vec<Vec<i128>>,
    /// Arrays with their lengths, and beside each row what their elements were.
    pub arrays: Vec<(VarId, usize)>,
    pub contents: Vec<Vec<Vec<i128>>>,
}

/// The small arrays that are read later, first those that change in loops.
fn arrays(cfa: &Cfa, live: &SortedSet<VarId>, changing: &SortedSet<VarId>) -> Vec<(VarId, usize)> {
    let (change, stay): (Vec<VarId>, Vec<VarId>) = live.iter().copied().partition(|v| changing.contains(v));
    let small = |v: VarId| Some((v, cfa.var(v).len.filter(|n| (2..=WHOLE).contains(n))? as usize));
    change.into_iter().chain(stay).filter_map(small).take(MOST_ARRAYS).collect()
}

/// The numbers that are read later, the sums of small arrays, and their elements.
fn terms(cfa: &Cfa, live: &SortedSet<VarId>, arrays: &[(VarId, usize)]) -> Vec<Expr> {
    let numbers = live.iter().filter(|v| cfa.var(**v).sort == Sort::Int).map(|v| Expr::Var(*v));
    let elements = |(v, n): &(VarId, usize)| {
        let v = *v;
        (0..*n).map(move |i| Expr::select(v, i as i64))
    };
    let sums = arrays.iter().filter_map(|a| elements(a).reduce(|x, y| Expr::bin(BinOp::Add, x, y)));
    let few = arrays.iter().filter(|(_, n)| *n <= SMALL);
    numbers.chain(sums).chain(few.flat_map(elements)).take(MOST_TERMS).collect()
}

/// What was seen at a head: the values of each term, and those of two that have few.
#[derive(Default)]
struct Seen {
    values: Vec<SortedSet<i128>>,
    pairs: SortedSet<(usize, usize, i128, i128)>,
}

impl Seen {
    /// Whether a sample shows something new. That a counter has counted further is not.
    fn is_new(&mut self, row: &[i128]) -> bool {
        self.values.resize_with(row.len(), SortedSet::new);
        let mut is_new = false;
        for (values, value) in self.values.iter_mut().zip(row) {
            is_new |= values.len() < MANY && values.insert(*value);
        }
        let few: Vec<usize> = (0..row.len()).filter(|i| (2..=FEW).contains(&self.values[*i].len())).collect();
        for (n, &i) in few.iter().enumerate() {
            for &j in &few[n + 1..] {
                is_new |= self.pairs.insert((i, j, row[i], row[j]));
            }
        }
        is_new
    }
}

/// Samples of all these locations. A run begins with the inputs of an earlier one that came to a new sample, or with none.
/// With them come some of the states in which they were taken.
pub fn draw<'a>(
    (cfa, wto): (&'a Cfa, &Wto),
    heads: &SortedSet<LocId>,
    live: &[SortedSet<VarId>],
    pool: &Pool,
    time: Duration,
    budget: &Budget,
) -> (SortedMap<LocId, Samples>, Starts<'a>) {
    let budget = &budget.child(Some(time));
    let in_loops = cfa.edges.iter().filter(|e| !wto.around(e.from).is_empty());
    let changing: SortedSet<VarId> = in_loops.filter_map(|e| e.stmt.target()).collect();
    let start = |l: &LocId| {
        let arrays = arrays(cfa, &live[l.index()], &changing);
        let terms = terms(cfa, &live[l.index()], &arrays);
        let ty = |t: &Expr| match t {
            Expr::Var(v) => cfa.var(*v).ty,
            Expr::Select(m, _) => m.vars().first().and_then(|m| cfa.var(*m).ty),
            _ => None,
        };
        (*l, Samples { types: terms.iter().map(ty).collect(), terms, arrays, ..Samples::default() })
    };
    let mut found: SortedMap<LocId, Samples> = heads.iter().map(start).collect();
    let mut news: SortedMap<LocId, Seen> = SortedMap::new();
    let mut fruitful: Vec<Vec<i128>> = Vec::new();
    let mut starts = Starts::new();
    let mut random = Random::new(1);
    while budget.stopped().is_none() && found.values().any(|s| s.rows.len() < MOST) {
        let manner = if random.chance(2) { Manner::Commands(random.next_u64()) } else { Manner::draw(&mut random) };
        let before = if fruitful.is_empty() || random.chance(4) { Vec::new() } else { random.pick(&fruitful).clone() };
        let mut tape = Tape::new(&before, manner, pool, &mut random);
        let mut walk = Walk::new(cfa);
        let mut of_this_run: SortedMap<LocId, usize> = SortedMap::new();
        let mut used = 0;
        for step in 0..STEPS {
            if step % 256 == 255 && budget.stopped().is_some() || matches!(walk.step(&mut tape), Step::Ended(_)) {
                break;
            }
            let Some(samples) = found.get_mut(&walk.loc).filter(|s| s.rows.len() < MOST) else { continue };
            let new = of_this_run.entry(walk.loc).or_default();
            // What comes behind a loop has to be seen too, so the run goes on when there are enough of one head.
            if *new == OF_ONE_RUN {
                continue;
            }
            let value = |t: &Expr| i128::try_from(&eval::int(t, &walk.state)?).ok().filter(|v| v.unsigned_abs() < LARGEST);
            let Some(row) = samples.terms.iter().map(value).collect::<Option<Vec<i128>>>() else { continue };
            let elements = |(v, n): &(VarId, usize)| (0..*n).map(|i| value(&Expr::select(*v, i as i64))).collect::<Option<Vec<i128>>>();
            let is_new = news.entry(walk.loc).or_default().is_new(&row);
            if is_new || samples.rows.len() < ANYHOW {
                let Some(contents) = samples.arrays.iter().map(elements).collect() else { continue };
                samples.rows.push(row);
                samples.contents.push(contents);
            }
            if is_new {
                let starts = starts.entry(walk.loc).or_default();
                if starts.len() < MOST_STARTS && is_small(&walk) {
                    starts.push(walk.clone());
                }
                (*new, used) = (*new + 1, tape.used.len());
            }
        }
        if of_this_run.values().any(|new| *new > 0) {
            fruitful.push(tape.used[..used].iter().map(|(_, value)| *value).collect());
        }
    }
    found.values_mut().for_each(summed_up);
    (found, starts)
}
