//! Guesses about the elements of small arrays, and the numbers that sum them up.
//!
//! What engineers keep in arrays is mostly told by a few words: what stands before a count and what behind it, what a slot holds while it is in use, that a part is in
//! order, that no two are the same, how many are not 0, how much all of them are together. Each such sentence is looked for in the samples and, where it holds in
//! all of them, written out for every element, so that an instance that is not inductive does not take the others with it.

use super::samples::Samples;
use base::{BinOp, CmpOp, Expr, Formula, Int, IntType, SortedSet, VarId};

/// What was seen fewer times is an accident.
const LEAST: usize = 6;
/// The elements of an array with at most so many values tell what its neighbours in other arrays are.
const FEW: usize = 4;
/// So many numbers of a head are taken for counts and indices.
const MOST_INDICES: usize = 10;
/// So many windows of one array are looked at.
const MOST_WINDOWS: usize = 12;
/// Pairs of elements of arrays up to this length are said to differ.
const PAIRS: usize = 16;
/// At most so many formulas.
const MOST: usize = 4000;

/// When something is said of an element.
#[derive(Clone, Copy)]
enum Guard {
    Always,
    /// Its index is below the term.
    Below(usize),
    /// Its index is not.
    From(usize),
    /// The element of that array at the same index has this value.
    Is(usize, i128),
    /// It is one of those that follow a place in a ring.
    Window(Window),
}

/// As many elements of a ring as `size` says, from `start` on: a place in the ring, or a number that counts on and is taken modulo the length.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    start: usize,
    size: Size,
    len: usize,
}

/// How many elements a window has.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    Term(usize),
    /// As many as it is from the start to this number, which counts on as well and wraps around as its type says.
    To(usize, IntType),
}

/// The arrays and the numbers of a head, and when something may be said of an element.
struct Head<'a> {
    samples: &'a Samples,
    bounds: &'a SortedSet<i128>,
    /// Terms that may be counts or indices.
    numbers: Vec<usize>,
    found: Vec<Formula>,
}

/// `bounds` are numbers that the program itself compares with.
pub fn guess(samples: &Samples, bounds: &SortedSet<i128>) -> Vec<Formula> {
    let is_number = |i: &usize| matches!(samples.terms[*i], Expr::Var(_));
    let varies = |i: &usize| samples.rows.iter().any(|r| r[*i] != samples.rows[0][*i]);
    let numbers: Vec<usize> = (0..samples.terms.len()).filter(|i| is_number(i) && varies(i)).collect();
    let mut head = Head { samples, bounds, numbers, found: Vec::new() };
    for a in 0..samples.arrays.len() {
        if samples.changes(a) {
            head.of_array(a);
        } else if samples.contents.len() * samples.arrays[a].1 >= LEAST {
            // Of a table `fixed` knows; what has only never changed may still be kept between others.
            let mut said = head.compared(a, Guard::Always, &mut SortedSet::new());
            said.retain(|f| f.vars().len() == 2 && f.vars().iter().all(|v| head.is_array(*v)));
            head.found.extend(said);
        }
    }
    head.rings();
    head.found.truncate(MOST);
    head.found
}

/// How many elements are not 0, what all of them are together, and those before an index, as terms beside those of the samples.
pub fn summed_up(samples: &mut Samples) {
    let mut more: Vec<(Expr, Vec<i128>)> = Vec::new();
    for (a, (map, len)) in samples.arrays.iter().enumerate().filter(|(a, _)| samples.changes(*a)) {
        let rows = || samples.contents.iter().map(|row| &row[a]);
        let changes = |column: &[i128]| column.iter().any(|n| *n != column[0]);
        let used: Vec<i128> = rows().map(|row| row.iter().filter(|v| **v != 0).count() as i128).collect();
        let is_used = |i: usize| Expr::ite(Formula::cmp(CmpOp::Ne, element(*map, i), Int::ZERO), Int::ONE, Int::ZERO);
        if rows().next().is_some() && changes(&used) {
            more.extend(sum((0..*len).map(is_used)).map(|e| (e, used)));
        }
        let all: Option<Vec<i128>> = rows().map(|row| row.iter().try_fold(0i128, |sum, v| sum.checked_add(*v))).collect();
        if let Some(all) = all.filter(|all| changes(all)) {
            more.extend(sum((0..*len).map(|i| element(*map, i))).map(|e| (e, all)));
        }
        for x in samples.indices(*len) {
            let before = |i: usize| {
                let is_before = Formula::cmp(CmpOp::Gt, samples.terms[x].clone(), Int::from(i as i64));
                Expr::ite(is_before, element(*map, i), Int::ZERO)
            };
            let column: Option<Vec<i128>> = rows()
                .zip(&samples.rows)
                .map(|(row, numbers)| row[..numbers[x] as usize].iter().try_fold(0i128, |sum, v| sum.checked_add(*v)))
                .collect();
            if let Some(column) = column.filter(|c| changes(c)) {
                more.extend(sum((0..*len).map(before)).map(|e| (e, column)));
            }
        }
    }
    for (term, column) in more {
        samples.terms.push(term);
        samples.types.push(None);
        samples.rows.iter_mut().zip(column).for_each(|(row, value)| row.push(value));
    }
}

fn sum(parts: impl Iterator<Item = Expr>) -> Option<Expr> {
    parts.reduce(|x, y| Expr::bin(BinOp::Add, x, y))
}

fn element(map: VarId, i: usize) -> Expr {
    Expr::select(map, i as i64)
}

impl Samples {
    /// Whether an array has not always been the same.
    fn changes(&self, a: usize) -> bool {
        self.contents.iter().any(|row| row[a] != self.contents[0][a])
    }

    /// The numbers that have been between 0 and this length in all samples, and have had more values than a flag has.
    fn indices(&self, len: usize) -> Vec<usize> {
        let is_index = |i: &usize| {
            matches!(self.terms[*i], Expr::Var(_))
                && self.rows.iter().all(|r| (0..=len as i128).contains(&r[*i]))
                && self.rows.iter().any(|r| r[*i] != self.rows[0][*i])
                && (len == 2 || self.rows.iter().any(|r| r[*i] > 1))
        };
        (0..self.terms.len()).filter(is_index).take(MOST_INDICES).collect()
    }
}

impl Window {
    fn distance(self, samples: &Samples, row: usize, i: usize) -> i128 {
        (i as i128 - samples.rows[row][self.start]).rem_euclid(self.len as i128)
    }

    fn size_in(self, samples: &Samples, row: usize) -> i128 {
        let row = &samples.rows[row];
        match self.size {
            Size::Term(x) => row[x],
            Size::To(x, ty) => (row[x] - row[self.start]).rem_euclid(1 << ty.bits),
        }
    }

    fn distance_of(self, samples: &Samples, i: usize) -> Expr {
        let len = || Int::from(self.len as i64);
        let start = samples.terms[self.start].clone();
        // Nothing below 0 is divided.
        let from = Expr::sub(Int::from((i + self.len) as i64), Expr::bin(BinOp::Rem, start, len()));
        Expr::bin(BinOp::Rem, from, len())
    }

    fn size_of(self, samples: &Samples) -> Expr {
        match self.size {
            Size::Term(x) => samples.terms[x].clone(),
            Size::To(x, ty) => Expr::wrap(ty, Expr::sub(samples.terms[x].clone(), samples.terms[self.start].clone())),
        }
    }
}

impl Head<'_> {
    fn is_array(&self, v: VarId) -> bool {
        self.samples.arrays.iter().any(|(map, _)| *map == v)
    }

    /// The windows of an array that are neither always empty nor always all of it.
    fn windows(&self, len: usize) -> Vec<Window> {
        let Samples { terms, types, rows, .. } = self.samples;
        let places = self.samples.indices(len);
        let counting = |x: usize| types[x].filter(|ty| !ty.signed && ty.bits <= 64).filter(|_| rows.iter().all(|r| r[x] >= 0));
        let counters: Vec<usize> = self.numbers.iter().copied().filter(|x| counting(*x).is_some()).take(MOST_INDICES).collect();
        let from_place = places.iter().flat_map(|start| places.iter().map(|x| Window { start: *start, size: Size::Term(*x), len }));
        let from_counter = counters.iter().flat_map(|start| {
            let sizes = places.iter().map(|x| Size::Term(*x));
            let ends = counters.iter().filter_map(|x| Some(Size::To(*x, counting(*x)?)));
            sizes.chain(ends).map(|size| Window { start: *start, size, len })
        });
        let is_window = |w: &Window| {
            let is_other = !matches!(w.size, Size::Term(x) | Size::To(x, _) if x == w.start) && matches!(terms[w.start], Expr::Var(_));
            let sizes = || (0..rows.len()).map(|row| w.size_in(self.samples, row));
            let several = |of: &dyn Fn(usize) -> i128| (0..rows.len()).map(of).collect::<SortedSet<i128>>().len() >= FEW;
            is_other
                && sizes().all(|n| n <= len as i128)
                && several(&|row| w.size_in(self.samples, row).min(FEW as i128))
                && several(&|row| rows[row][w.start].min(FEW as i128))
        };
        let mut found: Vec<Window> = Vec::new();
        for window in from_place.chain(from_counter).filter(is_window) {
            if !found.contains(&window) && found.len() < MOST_WINDOWS {
                found.push(window);
            }
        }
        found
    }

    fn holds(&self, guard: Guard, row: usize, i: usize) -> bool {
        match guard {
            Guard::Always => true,
            Guard::Below(x) => (i as i128) < self.samples.rows[row][x],
            Guard::From(x) => (i as i128) >= self.samples.rows[row][x],
            Guard::Is(b, c) => self.samples.contents[row][b][i] == c,
            Guard::Window(window) => window.distance(self.samples, row, i) < window.size_in(self.samples, row),
        }
    }

    /// That the guard does not hold of the index.
    fn otherwise(&self, guard: Guard, i: usize) -> Formula {
        let index = Int::from(i as i64);
        match guard {
            Guard::Always => Formula::False,
            Guard::Below(x) => Formula::cmp(CmpOp::Le, self.samples.terms[x].clone(), index),
            Guard::From(x) => Formula::cmp(CmpOp::Gt, self.samples.terms[x].clone(), index),
            Guard::Is(b, c) => Formula::cmp(CmpOp::Ne, element(self.samples.arrays[b].0, i), Int::from(c)),
            Guard::Window(window) => Formula::cmp(CmpOp::Ge, window.distance_of(self.samples, i), window.size_of(self.samples)),
        }
    }

    /// Says it of each element under the guard.
    fn each(&self, (a, guard): (usize, Guard), op: CmpOp, right: impl Fn(usize) -> Expr) -> Vec<Formula> {
        let (map, len) = self.samples.arrays[a];
        (0..len).map(|i| Formula::or([self.otherwise(guard, i), Formula::cmp(op, element(map, i), right(i))])).collect()
    }

    fn of_array(&mut self, a: usize) {
        let (_, len) = self.samples.arrays[a];
        let indices = self.samples.indices(len);
        let mut guards = vec![Guard::Always];
        guards.extend(indices.iter().flat_map(|x| [Guard::Below(*x), Guard::From(*x)]));
        for (b, (_, other)) in self.samples.arrays.iter().enumerate().filter(|(b, _)| *b != a && self.samples.changes(*b)) {
            let values: SortedSet<i128> = match *other == len {
                true => self.samples.contents.iter().flat_map(|row| row[b].iter().copied()).collect(),
                false => continue,
            };
            if (2..=FEW).contains(&values.len()) {
                guards.extend(values.into_iter().map(|c| Guard::Is(b, c)));
            }
        }
        guards.extend(self.windows(len).into_iter().map(Guard::Window));
        let (mut always, mut known, mut said) = (None, SortedSet::new(), Vec::new());
        for guard in guards {
            let values = |f: &mut dyn FnMut(usize, usize, i128)| {
                for (n, row) in self.samples.contents.iter().enumerate() {
                    row[a].iter().enumerate().filter(|(i, _)| self.holds(guard, n, *i)).for_each(|(i, v)| f(n, i, *v));
                }
            };
            let (mut low, mut high, mut seen) = (i128::MAX, i128::MIN, 0);
            values(&mut |_, _, v| (low, high, seen) = (low.min(v), high.max(v), seen + 1));
            if seen < LEAST {
                continue;
            }
            let of_all = *always.get_or_insert((low, high));
            let is_news = matches!(guard, Guard::Always) || (low, high) != of_all;
            let is_first = matches!(guard, Guard::Always);
            let constant = |op, c: i128| self.each((a, guard), op, |_| Int::from(c).into());
            if low == high {
                if is_news {
                    said.extend(constant(CmpOp::Eq, low));
                }
                continue;
            }
            if self.bounds.contains(&low) && (is_first || low > of_all.0) {
                said.extend(constant(CmpOp::Ge, low));
            }
            if self.bounds.contains(&high) && (is_first || high < of_all.1) {
                said.extend(constant(CmpOp::Le, high));
            }
            said.extend(self.compared(a, guard, &mut known));
            if !matches!(guard, Guard::Window(_)) {
                said.extend(self.ordered(a, guard));
            }
        }
        self.found.extend(said);
    }

    /// How the elements compare to numbers, and to the elements of other arrays, where that is not `known` of all elements.
    fn compared(&self, a: usize, guard: Guard, known: &mut SortedSet<(CmpOp, Expr)>) -> Vec<Formula> {
        let Samples { terms, types, rows, contents, arrays } = self.samples;
        // The least and the largest value, as long as they are of use.
        let range = |is_useful: fn(i128, i128) -> bool, value: &dyn Fn(usize, usize, i128) -> i128| {
            let (mut least, mut most) = (i128::MAX, i128::MIN);
            for (n, row) in contents.iter().enumerate() {
                for (i, v) in row[a].iter().enumerate().filter(|(i, _)| self.holds(guard, n, *i)) {
                    let value = value(n, i, *v);
                    (least, most) = (least.min(value), most.max(value));
                    if !is_useful(least, most) {
                        return None;
                    }
                }
            }
            Some((least, most))
        };
        let constant = |value: &dyn Fn(usize, usize, i128) -> i128| range(|least, most| least == most, value).map(|(c, _)| c);
        let comparison = |value: &dyn Fn(usize, usize, i128) -> i128| {
            Some(match range(|least, most| least >= 0 || most <= 0, value)? {
                (0, 0) => CmpOp::Eq,
                (1.., _) => CmpOp::Gt,
                (0, _) => CmpOp::Ge,
                (_, ..=-1) => CmpOp::Lt,
                _ => CmpOp::Le,
            })
        };
        let mut said = Vec::new();
        let mut is_news = |op: CmpOp, right: &Expr| match guard {
            Guard::Always => known.insert((op, right.clone())),
            _ => !known.contains(&(op, right.clone())),
        };
        let is_window = matches!(guard, Guard::Window(_));
        for &x in self.numbers.iter().filter(|_| !is_window) {
            if let Some(op) = comparison(&|n, _, v| v.saturating_sub(rows[n][x]))
                && is_news(op, &terms[x])
            {
                said.extend(self.each((a, guard), op, |_| terms[x].clone()));
            }
        }
        for (b, (other, len)) in arrays.iter().enumerate() {
            if b != a
                && !is_window
                && *len == arrays[a].1
                && let Some(op) = comparison(&|n, i, v| v.saturating_sub(contents[n][b][i]))
                && is_news(op, &Expr::Var(*other))
            {
                said.extend(self.each((a, guard), op, |i| element(*other, i)));
                // That they have never been equal may be luck.
                let weaker = match op {
                    CmpOp::Gt => Some(CmpOp::Ge),
                    CmpOp::Lt => Some(CmpOp::Le),
                    _ => None,
                };
                said.extend(weaker.into_iter().flat_map(|op| self.each((a, guard), op, |i| element(*other, i))));
            }
        }
        if let Some(c) = constant(&|_, i, v| v.saturating_sub(i as i128)) {
            said.extend(self.each((a, guard), CmpOp::Eq, |i| Int::from(i as i128 + c).into()));
        }
        // What was put into a ring one after the other.
        if let Guard::Window(w) = guard
            && let Some(ty) = types[w.start].filter(|ty| !ty.signed && ty.bits <= 64)
            && let Some(c) = constant(&|n, i, v| (v - rows[n][w.start] - w.distance(self.samples, n, i)).rem_euclid(1 << ty.bits))
        {
            let place = |i| Expr::add(terms[w.start].clone(), w.distance_of(self.samples, i));
            said.extend(self.each((a, guard), CmpOp::Eq, |i| Expr::wrap(ty, Expr::add(place(i), Int::from(c)))));
        }
        said
    }

    /// Neighbours in order, each element against the one above it in a heap, and all of them different.
    fn ordered(&self, a: usize, guard: Guard) -> Vec<Formula> {
        let mut said = Vec::new();
        let (map, len) = self.samples.arrays[a];
        let all = |pairs: &[(usize, usize)], op: CmpOp| {
            let mut seen = 0;
            let rows = self.samples.contents.iter().enumerate();
            let holds = rows.clone().all(|(n, row)| {
                pairs.iter().filter(|(i, j)| self.holds(guard, n, *i) && self.holds(guard, n, *j)).all(|(i, j)| {
                    seen += 1;
                    op.holds(&row[a][*i], &row[a][*j])
                })
            });
            holds && seen >= LEAST
        };
        let neighbours: Vec<_> = (1..len).map(|i| (i - 1, i)).collect();
        let parents: Vec<_> = (1..len).map(|i| ((i - 1) / 2, i)).collect();
        let different: Vec<_> = if len <= PAIRS { (0..len).flat_map(|j| (0..j).map(move |i| (i, j))).collect() } else { Vec::new() };
        let strict_first = [CmpOp::Lt, CmpOp::Gt, CmpOp::Le, CmpOp::Ge];
        let order = strict_first.into_iter().find(|op| all(&neighbours, *op)).map(|op| (neighbours, op));
        let heap = || strict_first.into_iter().find(|op| all(&parents, *op)).map(|op| (parents.clone(), op));
        let kept = order.or_else(heap).into_iter().collect::<Vec<_>>();
        let is_strict = kept.iter().any(|(_, op)| matches!(op, CmpOp::Lt | CmpOp::Gt));
        let distinct = (!is_strict && !different.is_empty() && all(&different, CmpOp::Ne)).then_some((different, CmpOp::Ne));
        for (pairs, op) in kept.into_iter().chain(distinct) {
            for (i, j) in pairs {
                let order = Formula::cmp(op, element(map, i), element(map, j));
                said.push(Formula::or([self.otherwise(guard, i), self.otherwise(guard, j), order]));
            }
        }
        said
    }

    /// Places in rings: `x + y - z` and `x - z` that are the same modulo the length of an array.
    fn rings(&mut self) {
        let Samples { terms, rows, arrays, .. } = self.samples;
        let lengths: SortedSet<usize> = arrays.iter().map(|(_, len)| *len).collect();
        for len in lengths {
            let places = self.samples.indices(len);
            let modulus = len as i128;
            let mut add = |x: usize, y: Option<usize>, z: usize| {
                let rest = |r: &Vec<i128>| (r[x] + y.map_or(0, |y| r[y]) + modulus - r[z]) % modulus;
                let exact = |r: &Vec<i128>| r[x] + y.map_or(0, |y| r[y]) - r[z];
                let Some(first) = rows.first() else { return };
                if rows.iter().any(|r| rest(r) != rest(first)) || rows.iter().all(|r| exact(r) == exact(first)) {
                    return;
                }
                let sum = y.map_or(terms[x].clone(), |y| Expr::bin(BinOp::Add, terms[x].clone(), terms[y].clone()));
                // Nothing below 0 is divided, since no place is beyond the length.
                let over = Expr::bin(BinOp::Sub, Expr::bin(BinOp::Add, sum, Int::from(modulus)), terms[z].clone());
                let rest_of = Expr::bin(BinOp::Rem, over, Int::from(modulus));
                self.found.push(Formula::cmp(CmpOp::Eq, rest_of, Int::from(rest(first))));
            };
            for (n, &x) in places.iter().enumerate() {
                for &z in places.iter().filter(|z| **z != x) {
                    add(x, None, z);
                    places[..n].iter().filter(|y| **y != z).for_each(|y| add(x, Some(*y), z));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::{self, State, Value};
    use base::random::Random;
    use base::{Cfa, VarDecl};

    const N: VarId = VarId(0);
    const TOTAL: VarId = VarId(1);
    const KEYS: VarId = VarId(2);
    const USED: VarId = VarId(3);

    /// A sorted array with a count, flags that say which places hold a key, and the sum of all keys.
    fn sorted(random: &mut Random, rows: usize) -> (Cfa, Samples) {
        let mut cfa = Cfa::default();
        ["n", "total"].iter().for_each(|name| _ = cfa.add_var(VarDecl::int(name, None)));
        ["keys", "used"].iter().for_each(|name| _ = cfa.add_var(VarDecl::array(name, None, Some(5))));
        let terms = vec![Expr::Var(N), Expr::Var(TOTAL)];
        let mut samples = Samples { types: vec![None; 2], terms, arrays: vec![(KEYS, 5), (USED, 5)], ..Samples::default() };
        for _ in 0..rows {
            let n = random.between(0, 5) as usize;
            let mut keys: Vec<i128> = (0..n).map(|_| random.between(1, 9) as i128).collect();
            keys.sort_unstable();
            let total = keys.iter().sum();
            keys.resize(5, 0);
            samples.rows.push(vec![n as i128, total]);
            samples.contents.push(vec![keys, (0..5).map(|i| i128::from(i < n)).collect()]);
        }
        (cfa, samples)
    }

    fn state(cfa: &Cfa, samples: &Samples, row: usize) -> State {
        let mut state = State::initial(cfa);
        state.set(N, samples.rows[row][0].into());
        state.set(TOTAL, samples.rows[row][1].into());
        for ((map, _), values) in samples.arrays.iter().zip(&samples.contents[row]) {
            let elements = values.iter().enumerate().map(|(i, v)| (Int::from(i as i64), Int::from(*v)));
            state.values[map.index()] = Value::Map(elements.collect());
        }
        state
    }

    #[test]
    fn what_is_guessed_holds_in_all_samples() {
        for seed in 0..20 {
            let (cfa, mut samples) = sorted(&mut Random::new(seed), 40);
            summed_up(&mut samples);
            let bounds: SortedSet<i128> = (-1..10).collect();
            let found = guess(&samples, &bounds);
            for row in 0..samples.rows.len() {
                let state = state(&cfa, &samples, row);
                for f in &found {
                    assert_eq!(eval::holds(f, &state), Some(true), "{} in {row}", base::text::print_formula(f, &cfa));
                }
                for (term, value) in samples.terms.iter().zip(&samples.rows[row]) {
                    assert_eq!(eval::int(term, &state), Some(Int::from(*value)), "{}", base::text::print_expr(term, &cfa));
                }
            }
        }
    }

    #[test]
    fn a_sorted_array_is_told_by_a_few_words() {
        let (cfa, mut samples) = sorted(&mut Random::new(1), 60);
        summed_up(&mut samples);
        let found: SortedSet<String> = guess(&samples, &(0..10).collect()).iter().map(|f| base::text::print_formula(f, &cfa)).collect();
        let n = |op, i: i64| Formula::cmp(op, N, Int::from(i));
        let key = |i: i64| Expr::select(KEYS, i);
        let used = |i: i64, c: i64| Formula::cmp(CmpOp::Ne, Expr::select(USED, i), Int::from(c));
        let expected = [
            // In order before the count, nothing behind it, and what the flags say of both.
            Formula::or([n(CmpOp::Le, 2), n(CmpOp::Le, 3), Formula::cmp(CmpOp::Le, key(2), key(3))]),
            Formula::or([n(CmpOp::Gt, 4), Formula::cmp(CmpOp::Eq, key(4), Int::ZERO)]),
            Formula::or([n(CmpOp::Le, 1), Formula::cmp(CmpOp::Ge, key(1), Int::ONE)]),
            Formula::or([used(3, 0), Formula::cmp(CmpOp::Eq, key(3), Int::ZERO)]),
            Formula::or([used(3, 1), Formula::cmp(CmpOp::Ge, key(3), Int::ONE)]),
        ];
        for f in expected {
            let text = base::text::print_formula(&f, &cfa);
            assert!(found.contains(&text), "{text} is not among\n{}", found.iter().cloned().collect::<Vec<_>>().join("\n"));
        }
        // One sample that is not so is enough.
        samples.rows.push(vec![5, 0, 0, 0, 0]);
        samples.contents.push(vec![vec![9, 8, 7, 1, 2], vec![0; 5]]);
        let less = guess(&samples, &(0..10).collect());
        assert!(!less.contains(&Formula::or([n(CmpOp::Le, 0), n(CmpOp::Le, 1), Formula::cmp(CmpOp::Le, key(0), key(1))])));
    }

    #[test]
    fn places_in_a_ring() {
        let mut cfa = Cfa::default();
        for name in ["head", "count", "tail"] {
            cfa.add_var(VarDecl::int(name, None));
        }
        let terms: Vec<Expr> = (0..3).map(|v| Expr::Var(VarId(v))).collect();
        let rows: Vec<Vec<i128>> = (0..40).map(|n| (n * 7 % 8, n * 5 % 9)).map(|(h, c)| vec![h, c, (h + c) % 8]).collect();
        let contents = vec![vec![vec![0; 8]]; rows.len()];
        let samples = Samples { types: vec![None; 3], terms, rows, arrays: vec![(VarId(3), 8)], contents };
        let found: Vec<String> = guess(&samples, &SortedSet::new()).iter().map(|f| base::text::print_formula(f, &cfa)).collect();
        assert!(!found.is_empty() && found.iter().all(|f| f.contains('%') || f.contains("rem")), "{found:?}");
    }
}
