//! Values worth trying: small ones, the ends of types, the program's constants and their neighbours.

use super::path::bounds;
use base::exec::{Inputs, Request};
use base::random::Random;
use base::{Cfa, CmpOp, EdgeId, Expr, Formula, Int, SortedMap, SortedSet, Stmt, VarId};

/// At most this many values are derived from the constants.
const POOL: usize = 400;

/// A run gets at most so many different commands.
const FEW_COMMANDS: u64 = 5;

/// What the program's text suggests.
#[derive(Debug, Default)]
pub struct Pool {
    /// The program's own constants.
    own: SortedSet<i128>,
    /// These and what is near them.
    constants: Vec<i128>,
    /// Values that somebody else prefers for the inputs of an edge.
    pub preferred: SortedMap<EdgeId, Vec<i128>>,
}

impl Pool {
    pub fn new(cfa: &Cfa) -> Self {
        let mut found = SortedSet::new();
        let mut visit = |e: &Expr| found.extend(e.as_const().and_then(|c| i128::try_from(c).ok()));
        for edge in &cfa.edges {
            match &edge.stmt {
                Stmt::Assign(_, e) => e.walk(&mut visit),
                Stmt::Assume(f) => f.walk(&mut visit),
                _ => {}
            }
        }
        let mut all = SortedSet::new();
        for c in found.iter().copied() {
            all.extend([c, c.saturating_add(1), c.saturating_sub(1), c.saturating_neg()]);
        }
        for (a, b) in found.iter().flat_map(|a| found.iter().map(move |b| (*a, *b))) {
            if all.len() >= POOL {
                break;
            }
            all.extend([a.saturating_add(b), a.saturating_sub(b)]);
        }
        Pool { own: found, constants: all.into_iter().collect(), preferred: counts(cfa) }
    }

    /// One of the program's constants, or a number near one.
    pub fn any(&self, random: &mut Random) -> i128 {
        if self.constants.is_empty() { 0 } else { *random.pick(&self.constants) }
    }
}

/// Small numbers for inputs that count something or are chosen below such a count, as where objects of a heap are: else a run
/// would hardly ever get past the choice of its second object.
fn counts(cfa: &Cfa) -> SortedMap<EdgeId, Vec<i128>> {
    let inputs = || {
        (0..cfa.edges.len() as u32).map(EdgeId).filter_map(|e| match &cfa.edge(e).stmt {
            Stmt::Input { var, .. } => Some((*var, e)),
            _ => None,
        })
    };
    let is_input: SortedSet<VarId> = inputs().map(|(v, _)| v).collect();
    let mut bounded: SortedSet<VarId> = SortedSet::new();
    for edge in &cfa.edges {
        let Stmt::Assume(Formula::And(parts)) = &edge.stmt else { continue };
        for part in parts {
            if let Formula::Cmp(CmpOp::Le, a, b) = part
                && let (Expr::Var(a), Expr::Var(b)) = (&**a, &**b)
                && is_input.contains(a)
                && is_input.contains(b)
            {
                bounded.extend([*a, *b]);
            }
        }
    }
    inputs().filter(|(v, _)| bounded.contains(v)).map(|(_, e)| (e, vec![0, 1, 2, 3])).collect()
}

/// How a run draws its values. Runs differ more from each other than the draws of one run do, since many bugs want many
/// inputs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// All 0 (or the nearest admitted value), every choice the first.
    Zero,
    /// 0 or 1, 1 once in so many.
    Rarely(u64),
    /// Not 0, except once in so many.
    Mostly(u64),
    Small,
    Constants,
    /// A few of the program's own constants that a request admits, the same few in the whole run, so that a machine that reads commands gets the
    /// same ones again and again (Groce et al., Swarm Testing, ISSTA 2012). The number says which.
    Commands(u64),
    Ends,
    /// Uniform in the number of bits.
    Spread,
    Mixed,
}

impl Manner {
    pub fn draw(random: &mut Random) -> Self {
        match random.below(12) {
            0 => Manner::Rarely(1 << random.between(1, 6)),
            1 => Manner::Mostly(1 << random.between(1, 6)),
            2 | 3 => Manner::Small,
            4 | 5 => Manner::Constants,
            6 => Manner::Ends,
            7 => Manner::Spread,
            _ => Manner::Mixed,
        }
    }
}

/// Draws a value in a manner.
pub fn value(manner: Manner, request: &Request, pool: &Pool, random: &mut Random) -> i128 {
    let (low, high) = bounds(request);
    let raw = match request {
        Request::Choice { options, .. } => match manner {
            Manner::Zero => 0,
            Manner::Rarely(n) if !random.chance(n) => 0,
            Manner::Mostly(n) if !random.chance(n) => high,
            _ => i128::from(random.below(u64::from(*options))),
        },
        Request::Value { edge, .. } if pool.preferred.get(edge).is_some_and(|v| !v.is_empty()) && random.chance(2) => {
            *random.pick(&pool.preferred[edge])
        }
        _ => match manner {
            Manner::Zero => 0,
            Manner::Rarely(n) => i128::from(random.chance(n)),
            Manner::Mostly(n) => i128::from(!random.chance(n)) * i128::from(random.between(1, 3)),
            Manner::Small => i128::from(if random.chance(4) { random.between(-3, 100) } else { random.between(0, 8) }),
            Manner::Constants if !pool.constants.is_empty() => *random.pick(&pool.constants),
            Manner::Commands(which) => {
                let mut few = Random::new(which);
                let n = few.below(FEW_COMMANDS);
                (0..random.below(n + 1)).for_each(|_| _ = few.next_u64());
                let admitted = pool.own.range(low..=high);
                let count = admitted.clone().count() as u64;
                let chosen = |n: u64| admitted.clone().nth(n as usize).copied();
                (count > 0).then(|| chosen(few.below(count))).flatten().unwrap_or_else(|| i128::from(random.between(0, 8)))
            }
            Manner::Ends => match random.below(3) {
                0 => low.saturating_add(i128::from(random.below(3))),
                1 => high.saturating_sub(i128::from(random.below(3))),
                _ => low / 2 + high / 2 + i128::from(random.between(-2, 2)),
            },
            Manner::Constants | Manner::Spread => {
                let bits = random.below(128).min(127 - high.max(1).leading_zeros() as u64 + 1);
                let word = i128::from(random.next_u64()) << 64 | i128::from(random.next_u64());
                let word = word & ((1i128 << bits.min(126)) - 1);
                if low < 0 && random.chance(2) { -word } else { word }
            }
            Manner::Mixed => {
                let manner = loop {
                    match Manner::draw(random) {
                        Manner::Mixed => {}
                        other => break other,
                    }
                };
                return value(manner, request, pool, random);
            }
        },
    };
    raw.clamp(low, high)
}

/// Inputs that are given as far as they go, and drawn after that. Given values that a request does not admit are bent to fit.
pub struct Tape<'a> {
    pub given: &'a [i128],
    pub used: Vec<(Request, i128)>,
    pub manner: Manner,
    pub pool: &'a Pool,
    pub random: &'a mut Random,
}

impl<'a> Tape<'a> {
    pub fn new(given: &'a [i128], manner: Manner, pool: &'a Pool, random: &'a mut Random) -> Self {
        Tape { given, used: Vec::new(), manner, pool, random }
    }
}

/// No run may remember more inputs than this.
const LONGEST: usize = 1 << 20;

impl Inputs for Tape<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        if self.used.len() >= LONGEST {
            return None;
        }
        let value = match self.given.get(self.used.len()) {
            Some(given) => {
                let (low, high) = bounds(request);
                if (low..=high).contains(given) {
                    *given
                } else {
                    let size = high.checked_sub(low).and_then(|d| d.checked_add(1));
                    size.map_or(low, |n| low + given.checked_sub(low).unwrap_or(0).rem_euclid(n))
                }
            }
            None => value(self.manner, request, self.pool, self.random),
        };
        self.used.push((*request, value));
        Some(Int::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{IntType, VarId};

    #[test]
    fn commands_are_few_constants_of_the_program() {
        let commands = (3..20).map(|c| format!("edge A -> B: assume x == {}\n", 10 * c)).collect::<String>();
        let text = format!("cfa\nvar x: int\nentry A\n{commands}edge A -> B: assume x == 700\n");
        let cfa = base::text::parse_cfa(&text).unwrap();
        let pool = Pool::new(&cfa);
        let request = Request::Element { var: VarId(0), ty: Some(IntType { bits: 8, signed: false }) };
        let mut random = Random::new(7);
        let mut kinds = SortedSet::new();
        for which in 0..40 {
            let seen: SortedSet<i128> = (0..60).map(|_| value(Manner::Commands(which), &request, &pool, &mut random)).collect();
            assert!(seen.len() <= FEW_COMMANDS as usize, "{seen:?}");
            assert!(seen.iter().all(|c| pool.own.contains(c) && *c < 256), "{seen:?}");
            kinds.insert(seen);
        }
        // They differ from run to run.
        assert!(kinds.len() > 20);
    }
}
