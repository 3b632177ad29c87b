//! What tells states apart while roaming: the program's own comparisons, and the variables that are still read.

use crate::ahead::Form;
use base::exec::machine::Memory;
use base::live::live;
use base::{Cfa, CmpOp, Expr, Formula, Int, LocId, Sort, SortedMap, SortedSet, Stmt, VarId};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Comparisons beyond this many are not looked at, and beyond this many not in pairs.
const MOST: usize = 64;
const PAIRED: usize = 20;

pub struct Landmarks {
    /// Linear forms that the program compares with 0.
    all: Vec<Form>,
    /// By location: the live integers, and the landmarks that speak of live ones only.
    live: Vec<Vec<VarId>>,
    visible: Vec<Vec<usize>>,
    /// Numbers worth trying, by variable.
    pub constants: Vec<Vec<i128>>,
}

impl Landmarks {
    pub fn new(cfa: &Cfa) -> Self {
        let mut forms = SortedSet::new();
        for e in &cfa.edges {
            if let Stmt::Assume(f) = &e.stmt {
                compared(f, &mut |_, a, b| {
                    // Of a form and its negation one is enough.
                    if let Some(Form { terms, constant }) = Form::difference(a, b)
                        && let Some(sign) = terms.first().map(|first| first.1.signum())
                    {
                        let terms = terms.iter().map(|(v, c)| (*v, sign * c)).collect();
                        forms.insert(Form { terms, constant: constant.saturating_mul(sign) });
                    }
                });
            }
        }
        let all: Vec<Form> = forms.into_iter().take(MOST).collect();
        let integer = |v: &VarId| !matches!(cfa.var(*v).sort, Sort::Map(..));
        let live: Vec<Vec<VarId>> = live(cfa).into_iter().map(|vars| vars.into_iter().filter(integer).collect()).collect();
        let sees = |vars: &Vec<VarId>| {
            let seen = |l: &Form| l.terms.iter().all(|(v, _)| vars.contains(v));
            (0..all.len()).filter(|n| seen(&all[*n])).collect()
        };
        let visible = live.iter().map(sees).collect();
        Landmarks { all, live, visible, constants: constants(cfa) }
    }

    /// The live integers at a location.
    pub fn words(&self, loc: LocId, memory: &Memory) -> Vec<i128> {
        self.live[loc.index()].iter().map(|v| memory.int(*v).unwrap_or(0)).collect()
    }

    /// What is to be seen of a state: on which side of each landmark it lies and about how far away, alone and in pairs.
    pub fn features(&self, loc: LocId, memory: &Memory) -> Vec<u64> {
        let size = |n: &usize| self.all[*n].value(|v| memory.int(v)).map_or(i32::MAX, distance);
        let seen: Vec<(usize, i32)> = self.visible[loc.index()].iter().map(|n| (*n, size(n))).collect();
        let feature = |what: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            loc.hash(&mut hasher);
            what(&mut hasher);
            hasher.finish()
        };
        let mut features = vec![feature(&|_| {})];
        for (i, a) in seen.iter().enumerate() {
            features.push(feature(&|h| a.hash(h)));
            for b in seen[..i.min(PAIRED)].iter().filter(|_| i < PAIRED) {
                features.push(feature(&|h| (a, b).hash(h)));
            }
        }
        features
    }

    /// How many times a change can be repeated until a landmark is reached, for each landmark that it comes nearer to.
    pub fn rounds(&self, loc: LocId, memory: &Memory, change: &[i128]) -> Vec<u64> {
        let moved: SortedMap<VarId, i128> = self.live[loc.index()].iter().copied().zip(change.iter().copied()).collect();
        let rounds = |n: &usize| {
            let mark = &self.all[*n];
            let value = mark.value(|v| memory.int(v))?;
            let step = Form { constant: 0, ..mark.clone() }.value(|v| Some(moved.get(&v).copied().unwrap_or(0)))?;
            (step != 0 && (value < 0) != (step < 0)).then(|| u64::try_from(-(value / step)).ok()).flatten()
        };
        self.visible[loc.index()].iter().filter_map(rounds).collect()
    }
}

/// The size of a number, roughly.
fn distance(value: i128) -> i32 {
    match value {
        0 => 0,
        v => v.signum() as i32 * (1 + v.unsigned_abs().ilog2() as i32),
    }
}

/// Looks at all comparisons of a condition.
pub(crate) fn compared(f: &Formula, see: &mut dyn FnMut(CmpOp, &Expr, &Expr)) {
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| compared(p, see)),
        Formula::Cmp(op, a, b) => see(*op, a, b),
        _ => {}
    }
}

/// For each variable the numbers that it is compared with, itself or through copies, and those beside them.
fn constants(cfa: &Cfa) -> Vec<Vec<i128>> {
    let mut found: Vec<SortedSet<Int>> = vec![[Int::ZERO, Int::ONE].into(); cfa.vars.len()];
    let mut copies = Vec::new();
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assume(f) => compared(f, &mut |op, a, b| {
                let difference = Expr::sub(a.clone(), b.clone());
                let mut numbers: Vec<Int> = Vec::new();
                difference.walk(&mut |e| numbers.extend(e.as_const().cloned()));
                let beside = if matches!(op, CmpOp::Eq | CmpOp::Ne) { 0 } else { 1 };
                for v in difference.vars() {
                    let near = numbers.iter().flat_map(|n| (-beside..=beside).map(move |d| n + Int::from(d)));
                    found[v.index()].extend(near);
                }
            }),
            Stmt::Assign(to, value) => copies.extend(value.vars().into_iter().map(|from| (from, *to))),
            _ => {}
        }
    }
    // A value is mostly compared one copy away, sometimes two.
    for (from, to) in copies.iter().chain(&copies) {
        let more = found[to.index()].clone();
        found[from.index()].extend(more);
    }
    found.into_iter().map(|numbers| numbers.iter().filter_map(|n| i128::try_from(n).ok()).collect()).collect()
}
