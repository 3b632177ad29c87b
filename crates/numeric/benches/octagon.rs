//! How the closures of octagons grow: with the number of variables in one block, and with the number of blocks.

use numeric::{Constraint, Int, Linear, Octagon, Rational};
use std::hint::black_box;
use std::time::{Duration, Instant};

struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Bounds of all forms over the first `block` variables, the next ones, and so on; not closed yet, and not empty.
fn octagon(n: usize, block: usize, scale: i64, integer: bool) -> Octagon {
    let mut draw = Draw(n as u64);
    let point: Vec<Rational> = (0..n).map(|_| Rational::from(draw.below(1000) as i64)).collect();
    let part = |first: usize| {
        let forms = |form: &Linear| {
            let slack = Rational::from((1 + draw.below(500)) as i64);
            Some((form.at(&point[first..first + block]) + slack) * Rational::from(scale))
        };
        Octagon::from_bounds(block, integer, forms)
    };
    let parts: Vec<Octagon> = (0..n).step_by(block).map(part).collect();
    let mut whole = Octagon::universe(n, integer);
    for (index, part) in parts.iter().enumerate() {
        let to: Vec<usize> = (0..n).map(|d| (d + index * block) % n).collect();
        if let Some(moved) = part.add_dimensions(n - block).renamed(&to) {
            whole = whole.meet(&moved);
        }
    }
    whole
}

/// The least time of an action on fresh input, within a fifth of a second: other work on the machine only ever adds.
fn least<T>(mut prepare: impl FnMut() -> T, mut action: impl FnMut(&T)) -> Duration {
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 15 || (start.elapsed() < Duration::from_millis(200) && times.len() < 2000) {
        let input = prepare();
        let begin = Instant::now();
        action(&input);
        times.push(begin.elapsed());
    }
    times.into_iter().min().unwrap_or_default()
}

struct Row {
    n: usize,
    full: Duration,
    incremental: Duration,
}

fn measure(n: usize, block: usize, scale: i64, integer: bool) -> Row {
    let open = octagon(n, block, scale, integer);
    let full = least(
        || open.clone(),
        |octagon| {
            black_box(octagon.is_empty());
        },
    );
    assert!(!open.is_empty(), "the octagon was made around a point");
    let largest = open.block_sizes().into_iter().max().unwrap_or(0);
    assert!(largest == block, "one block of {block} variables was asked for, {largest} are related");
    // A constraint that cuts the first variable against the last one of its block.
    let form = if block == 1 { Linear::variable(0) } else { Linear::new([(0, 1), (block - 1, -1)], 0) };
    let upper = open.upper(&form).map_or(Int::ZERO, |u| u.numerator().clone());
    let cut = Constraint::non_negative(Linear::constant(upper - Int::ONE).plus(&Int::NEG_ONE, &form));
    let incremental = least(
        || open.clone(),
        |octagon| {
            black_box(octagon.meet_constraint(&cut));
        },
    );
    Row { n, full, incremental }
}

/// How much the time grows when the number doubles.
fn growth(n: usize, time: Duration, before: Option<(usize, Duration)>) -> Option<f64> {
    let (m, earlier) = before?;
    let doublings = (n as f64 / m as f64).log2();
    Some((time.as_secs_f64() / earlier.as_secs_f64()).powf(1.0 / doublings))
}

fn table(title: &str, rows: &[Row]) -> (f64, f64) {
    println!("\n{title}");
    println!("{:>9} {:>14} {:>10} {:>16} {:>10}", "variables", "closure (us)", "x per 2n", "incremental (us)", "x per 2n");
    let mut last = (0.0, 0.0);
    for (index, row) in rows.iter().enumerate() {
        let before = index.checked_sub(1).map(|i| &rows[i]);
        let full = growth(row.n, row.full, before.map(|b| (b.n, b.full)));
        let incremental = growth(row.n, row.incremental, before.map(|b| (b.n, b.incremental)));
        let show = |g: Option<f64>| g.map_or_else(|| "-".to_string(), |g| format!("{g:.2}"));
        let micros = |d: Duration| d.as_secs_f64() * 1e6;
        println!("{:>9} {:>14.1} {:>10} {:>16.1} {:>10}", row.n, micros(row.full), show(full), micros(row.incremental), show(incremental));
        last = (full.unwrap_or(0.0), incremental.unwrap_or(0.0));
    }
    last
}

/// A benchmarked operation on a closed octagon and a later one.
type Operation = (&'static str, fn(&Octagon, &Octagon));

/// The operations of a fixpoint iteration on closed octagons: a state, and what two assignments in its first block make of it.
fn operations(n: usize, block: usize) -> Vec<(&'static str, Duration)> {
    let state = octagon(n, block, 1, true);
    assert!(!state.is_empty(), "the octagon was made around a point");
    // Closed in place rather than beside the open matrices.
    let state = state.join(&Octagon::empty(n, true)).forget(&[]);
    let later = state.assign(0, &Linear::new([(0, 1)], 1), &Int::ONE).0.assign(1, &Linear::new([(1, 1)], -1), &Int::ONE).0;
    let list: [Operation; 9] = [
        ("includes", |a, b| {
            black_box(a.includes(b));
        }),
        ("join", |a, b| drop(black_box(a.join(b)))),
        ("meet, closed", |a, b| {
            black_box(a.meet(b).is_empty());
        }),
        ("widen", |a, b| drop(black_box(a.widen(b)))),
        ("x := x + 1", |a, _| drop(black_box(a.assign(0, &Linear::new([(0, 1)], 1), &Int::ONE)))),
        ("x := y + 1", |a, _| drop(black_box(a.assign(0, &Linear::new([(1, 1)], 1), &Int::ONE)))),
        ("x := y + z", |a, _| drop(black_box(a.assign(0, &Linear::new([(1, 1), (2, 1)], 0), &Int::ONE)))),
        ("x + y + z >= 9", |a, _| drop(black_box(a.meet_constraint(&Constraint::non_negative(Linear::new([(0, 1), (1, 1), (2, 1)], -9)))))),
        ("forget x", |a, _| drop(black_box(a.forget(&[0])))),
    ];
    list.into_iter().map(|(name, run)| (name, least(|| (state.clone(), later.clone()), |(a, b)| run(a, b)))).collect()
}

fn operation_table() {
    println!("\noperations on closed integer octagons (us)");
    let shapes = [(5, 5), (10, 10), (20, 20), (40, 40), (40, 5), (160, 5)];
    let columns: Vec<Vec<(&str, Duration)>> = shapes.iter().map(|&(n, block)| operations(n, block)).collect();
    print!("{:>16}", "variables/block");
    shapes.iter().for_each(|(n, block)| print!(" {:>9}", format!("{n}/{block}")));
    println!();
    for (index, (name, _)) in columns[0].iter().enumerate() {
        print!("{name:>16}");
        columns.iter().for_each(|column| print!(" {:>9.1}", column[index].1.as_secs_f64() * 1e6));
        println!();
    }
}

fn main() {
    let sizes = [2, 4, 8, 16, 32, 64, 128, 200];
    let dense = |scale: i64, integer: bool| sizes.iter().map(|&n| measure(n, n, scale, integer)).collect::<Vec<_>>();
    let small = table("one block, integers, 32-bit sums", &dense(1, true));
    table("one block, integers, 64-bit sums", &dense(1_000_000_007, true));
    table("one block, integers, 128-bit sums", &dense(100_000_000_000_007, true));
    table("one block, rationals", &dense(1, false));
    let blocks: Vec<Row> = [40, 80, 160].iter().map(|&n| measure(n, 5, 1, true)).collect();
    let decomposed = table("independent blocks of 5 variables, integers", &blocks);
    operation_table();
    println!(
        "\nbench octagon: closure_growth={:.2} incremental_growth={:.2} block_closure_growth={:.2} block_incremental_growth={:.2}",
        small.0, small.1, decomposed.0, decomposed.1
    );
}
