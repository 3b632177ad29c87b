//! Families of transition systems with a size parameter: one block of related variables that grows, and states that fall
//! apart into independent groups.

use crate::systems::{Step, System, compare};
use numeric::{Constraint, Linear};

fn x(variable: usize) -> Linear {
    Linear::variable(variable)
}

fn number(value: i64) -> Linear {
    Linear::constant(value)
}

fn sum(terms: &[(usize, i64)], constant: i64) -> Linear {
    Linear::new(terms.iter().copied(), constant)
}

fn is(left: Linear, sign: &str, right: Linear) -> Constraint {
    compare(&left, sign, &right).expect("a relation sign")
}

fn add(variable: usize, amount: i64) -> Step {
    Step::Set(variable, sum(&[(variable, 1)], amount))
}

/// `places` in a circle and an unknown number of tokens that move on; the last variable is their number.
pub fn ring(places: usize) -> System {
    let tokens = places;
    let mut initial: Vec<_> = (1..places).map(|i| is(x(i), "=", number(0))).collect();
    initial.extend([is(x(0), "=", x(tokens)), is(x(tokens), ">=", number(1))]);
    let mut system = System::new(format!("ring-{}", places + 1), places + 1, 1, initial);
    for i in 0..places {
        let guard = Step::Assume(vec![is(x(i), ">=", number(1))]);
        system.edge(0, 0, vec![guard, add(i, -1), add((i + 1) % places, 1)]);
    }
    system
}

/// A line of buffers, each with its own capacity; items enter in front and leave at the end. The last two variables count
/// both.
pub fn pipeline(stages: usize) -> System {
    let (inside, outside) = (stages, stages + 1);
    let initial = (0..stages + 2).map(|i| is(x(i), "=", number(0))).collect();
    let mut system = System::new(format!("pipeline-{}", stages + 2), stages + 2, 1, initial);
    let room = |i: usize| is(x(i), "<=", number(3 + i as i64));
    system.edge(0, 0, vec![Step::Assume(vec![room(0)]), add(0, 1), add(inside, 1)]);
    for i in 0..stages - 1 {
        system.edge(0, 0, vec![Step::Assume(vec![is(x(i), ">=", number(1)), room(i + 1)]), add(i, -1), add(i + 1, 1)]);
    }
    let last = stages - 1;
    system.edge(0, 0, vec![Step::Assume(vec![is(x(last), ">=", number(1))]), add(last, -1), add(outside, 1)]);
    system
}

/// `count` counters that one loop advances at different speeds, branch by branch, and a clock.
pub fn counters(count: usize) -> System {
    let clock = count;
    let initial = (0..=count).map(|i| is(x(i), "=", number(0))).collect();
    let mut system = System::new(format!("counters-{}", count + 1), count + 1, 1, initial);
    for i in 0..count {
        let next = (i + 1) % count;
        system.edge(0, 0, vec![add(i, 1 + (i % 3) as i64), add(next, (i % 2) as i64), add(clock, 1)]);
    }
    system
}

/// `depth` nested loops, the inner one up to the counter of the outer one; the last variable counts all steps.
pub fn nested(depth: usize) -> System {
    let (limit, steps) = (depth, depth + 1);
    let mut initial: Vec<_> = (0..depth).map(|i| is(x(i), "=", number(0))).collect();
    initial.extend([is(x(limit), ">=", number(0)), is(x(steps), "=", number(0))]);
    let mut system = System::new(format!("nested-{}", depth + 2), depth + 2, depth + 1, initial);
    for level in 0..depth {
        let bound = if level == 0 { x(limit) } else { x(level - 1) };
        let go = Step::Assume(vec![is(x(level), "<", bound.clone()).integral()]);
        if level + 1 < depth {
            system.edge(level, level + 1, vec![go, Step::Set(level + 1, number(0))]);
            let done = Step::Assume(vec![is(x(level + 1), ">=", x(level))]);
            system.edge(level + 1, level, vec![done, add(level, 1)]);
        } else {
            system.edge(level, level, vec![go, add(level, 1), add(steps, 1)]);
        }
    }
    system.edge(0, depth, vec![Step::Assume(vec![is(x(0), ">=", x(limit))])]);
    system
}

trait Integral {
    fn integral(self) -> Self;
}

impl Integral for Constraint {
    /// form > 0 as form ≥ 1.
    fn integral(self) -> Constraint {
        let mut form = self.form;
        form.add_constant(&numeric::Int::NEG_ONE);
        Constraint::non_negative(form)
    }
}

/// `processes` that share a semaphore: idle, waiting and working counters for each of two classes of processes, a
/// semaphore, and private counters of finished jobs.
pub fn semaphore(processes: usize) -> System {
    let free = 2 * processes;
    let mut initial: Vec<_> = (0..2 * processes).map(|i| is(x(i), "=", number(0))).collect();
    initial.push(is(x(free), ">=", number(1)));
    let mut system = System::new(format!("semaphore-{}", 2 * processes + 1), 2 * processes + 1, 1, initial);
    for p in 0..processes {
        let (busy, done) = (2 * p, 2 * p + 1);
        let enter = Step::Assume(vec![is(x(busy), "<=", number(0)), is(x(free), ">=", number(1))]);
        system.edge(0, 0, vec![enter, add(busy, 1), add(free, -1)]);
        let leave = Step::Assume(vec![is(x(busy), ">=", number(1))]);
        system.edge(0, 0, vec![leave, add(busy, -1), add(free, 1), add(done, 1)]);
    }
    system
}

/// Cars one behind the other: positions and speeds; each speeds up or slows down by the distance to the next.
pub fn platoon(cars: usize) -> System {
    let speed = |i: usize| cars + i;
    let time = 2 * cars;
    let mut initial: Vec<_> = (0..cars).map(|i| is(x(i), "=", number(100 * i as i64))).collect();
    initial.extend((0..cars).map(|i| is(x(speed(i)), "=", number(0))));
    initial.push(is(x(time), "=", number(0)));
    let mut system = System::new(format!("platoon-{}", 2 * cars + 1), 2 * cars + 1, 1, initial);
    for i in 0..cars {
        let mut drive: Vec<Step> = (0..cars).map(|j| Step::Set(j, sum(&[(j, 1), (speed(j), 1)], 0))).collect();
        drive.push(add(time, 1));
        if i + 1 < cars {
            let far = is(sum(&[(i + 1, 1), (i, -1)], 0), ">=", number(50));
            let near = is(sum(&[(i + 1, 1), (i, -1)], 0), "<=", number(60));
            let mut faster = vec![Step::Assume(vec![far, is(x(speed(i)), "<=", number(4))]), add(speed(i), 1)];
            faster.extend(drive.clone());
            system.edge(0, 0, faster);
            let mut slower = vec![Step::Assume(vec![near, is(x(speed(i)), ">=", number(1))]), add(speed(i), -1)];
            slower.extend(drive);
            system.edge(0, 0, slower);
        } else {
            let mut faster = vec![Step::Assume(vec![is(x(speed(i)), "<=", number(4))]), add(speed(i), 1)];
            faster.extend(drive);
            system.edge(0, 0, faster);
        }
    }
    system
}

/// A cache protocol with `lines` memory lines, each invalid, shared or exclusive in some number of caches, and a bus counter.
pub fn caches(lines: usize) -> System {
    let (shared, exclusive) = (|l: usize| 3 * l + 1, |l: usize| 3 * l + 2);
    let bus = 3 * lines;
    let mut initial = Vec::new();
    for l in 0..lines {
        initial.extend([is(x(3 * l), ">=", number(1)), is(x(shared(l)), "=", number(0)), is(x(exclusive(l)), "=", number(0))]);
    }
    initial.push(is(x(bus), "=", number(0)));
    let mut system = System::new(format!("caches-{}", 3 * lines + 1), 3 * lines + 1, 1, initial);
    for l in 0..lines {
        let (i, s, e) = (3 * l, shared(l), exclusive(l));
        let some = |v: usize| Step::Assume(vec![is(x(v), ">=", number(1))]);
        system.edge(0, 0, vec![some(i), add(i, -1), Step::Set(s, sum(&[(s, 1), (e, 1)], 1)), Step::Set(e, number(0)), add(bus, 1)]);
        system.edge(
            0,
            0,
            vec![some(s), Step::Set(i, sum(&[(i, 1), (s, 1), (e, 1)], -1)), Step::Set(s, number(0)), Step::Set(e, number(1)), add(bus, 1)],
        );
        system.edge(
            0,
            0,
            vec![some(i), Step::Set(i, sum(&[(i, 1), (s, 1), (e, 1)], -1)), Step::Set(s, number(0)), Step::Set(e, number(1)), add(bus, 2)],
        );
    }
    system
}

/// `groups` of five variables, each with a loop of its own, one loop after the other: while one group changes, the others
/// rest. With `coupled`, every third loop is left only when its counter has reached that of the group before it.
pub fn groups(groups: usize, coupled: bool) -> System {
    let n = 5 * groups;
    let mut initial = Vec::new();
    for g in 0..groups {
        let [i, j, k, low, high] = [0, 1, 2, 3, 4].map(|o| 5 * g + o);
        initial.extend([is(x(i), "=", x(low)), is(x(j), "=", number(0)), is(x(k), "=", number(0))]);
        initial.extend([
            is(x(low), ">=", number(0)),
            is(x(low), "<=", number(7)),
            is(x(high), ">=", x(low)),
            is(x(high), "<=", number(100)),
        ]);
        let _ = (j, k);
    }
    let name = format!("{}-{n}", if coupled { "coupled" } else { "groups" });
    let mut system = System::new(name, n, groups + 1, initial);
    for g in 0..groups {
        let [i, j, k, _, high] = [0, 1, 2, 3, 4].map(|o| 5 * g + o);
        let go = Step::Assume(vec![is(x(i), "<", x(high)).integral()]);
        system.edge(g, g, vec![go.clone(), add(i, 1), add(j, 1)]);
        system.edge(g, g, vec![go, add(i, 1), add(k, 2)]);
        let mut done = vec![is(x(i), ">=", x(high))];
        if coupled && g > 0 && g % 3 == 0 {
            done.push(is(x(i), ">=", x(5 * (g - 1))));
        }
        system.edge(g, g + 1, vec![Step::Assume(done)]);
    }
    system
}

/// All in one block, 6 to 20 variables.
pub fn single_block() -> Vec<System> {
    vec![
        ring(7),
        ring(11),
        ring(15),
        ring(19),
        pipeline(4),
        pipeline(6),
        pipeline(8),
        counters(5),
        counters(7),
        counters(9),
        counters(11),
        nested(4),
        nested(6),
        nested(8),
        nested(10),
        semaphore(3),
        semaphore(4),
        semaphore(5),
        semaphore(6),
        platoon(3),
        platoon(4),
        platoon(5),
        caches(2),
        caches(3),
        caches(4),
    ]
}

/// Loosely related groups: 40, 80 and 160 variables.
pub fn decomposable() -> Vec<System> {
    [8, 16, 32].into_iter().flat_map(|g| [groups(g, false), groups(g, true)]).collect()
}
