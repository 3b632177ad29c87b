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
    while times.len() < 5 || (start.elapsed() < Duration::from_millis(200) && times.len() < 2000) {
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

fn main() {
    let sizes = [2, 4, 8, 16, 32, 64, 128, 200];
    let dense = |scale: i64, integer: bool| sizes.iter().map(|&n| measure(n, n, scale, integer)).collect::<Vec<_>>();
    let small = table("one block, integers, 32-bit sums", &dense(1, true));
    table("one block, integers, 64-bit sums", &dense(1_000_000_007, true));
    table("one block, integers, 128-bit sums", &dense(100_000_000_000_007, true));
    table("one block, rationals", &dense(1, false));
    let blocks: Vec<Row> = [40, 80, 160].iter().map(|&n| measure(n, 5, 1, true)).collect();
    let decomposed = table("independent blocks of 5 variables, integers", &blocks);
    println!(
        "\nbench octagon: closure_growth={:.2} incremental_growth={:.2} block_closure_growth={:.2} block_incremental_growth={:.2}",
        small.0, small.1, decomposed.0, decomposed.1
    );
}
