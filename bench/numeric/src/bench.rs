//! The bench: every library replays every trace in a process of its own, on one core, and the times are put beside each
//! other. Time is the processor time of the process, so that a busy machine disturbs less; the least of several replays
//! counts. Memory is the peak of the whole process.

use crate::ours::Ours;
use crate::ppl::Ppl;
use crate::subject::{Subject, Supremum, Topology};
use crate::trace::{Answer, Replay, Trace};
use base::SortedMap;
use std::ffi::{c_int, c_long};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SUBJECTS: [&str; 4] = ["ours", "ppl", "apron", "elina"];

/// The same for octagon traces; ELINA's octagons compute with floating point and are left out.
const OCTAGONS: [&str; 4] = ["octagons-ours", "octagons-ppl", "octagons-apron", "octagons-elina"];

/// Whether the library was there when this program was built.
fn is_here(subject: &str) -> bool {
    match subject {
        "apron" | "octagons-apron" => cfg!(apron),
        "elina" => cfg!(elina),
        _ => true,
    }
}

// The child.

#[repr(C)]
struct Moment {
    seconds: i64,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, moment: *mut Moment) -> c_int;
    fn sched_getcpu() -> c_int;
    fn sched_setaffinity(process: c_int, size: usize, mask: *const u64) -> c_int;
}

fn processor_time() -> Duration {
    const CLOCK_PROCESS_CPUTIME_ID: c_int = 2;
    let mut moment = Moment { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut moment) };
    Duration::new(moment.seconds as u64, moment.nanoseconds as u32)
}

/// Stay on the core where the process is now; where that is refused, it moves, and only the times are noisier.
fn stay_on_one_core() {
    let mut mask = [0u64; 16];
    unsafe {
        let core = sched_getcpu().clamp(0, 1023) as usize;
        mask[core / 64] |= 1 << (core % 64);
        sched_setaffinity(0, size_of_val(&mask), mask.as_ptr());
    }
}

/// In kilobytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A number for all answers (FNV-1a); whether a supremum is attained is left out, since not every library says.
fn digest(answers: &[Answer]) -> u64 {
    let end = |s: &Supremum| match s {
        Supremum::Empty => "empty".to_string(),
        Supremum::Unbounded => "unbounded".to_string(),
        Supremum::Finite { value, .. } => value.to_string(),
    };
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for answer in answers {
        let text = match answer {
            Answer::Bounds(b) => format!("{} {}", end(&b.low), end(&b.high)),
            other => format!("{other:?}"),
        };
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

fn measure<S: Subject>(trace: &Trace) {
    let mut replay = Replay::<S>::new(trace);
    let (mut total, mut least, mut repetitions, mut answers) = (Duration::ZERO, Duration::MAX, 0, 0);
    while repetitions < 1 || (total < Duration::from_secs(2) && (repetitions < 3 || total < Duration::from_millis(200))) {
        let start = processor_time();
        let given = replay.run();
        let time = processor_time() - start;
        (total, least, repetitions) = (total + time, least.min(time), repetitions + 1);
        answers = digest(&given);
    }
    println!("result {} {} {answers}", least.as_secs_f64(), peak_memory());
}

/// One subject, one trace, one process: what [`run`] starts.
pub fn replay(subject: &str, path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let trace = Trace::parse(&text)?;
    stay_on_one_core();
    match subject {
        "ours" => measure::<Ours>(&trace),
        "ppl" => measure::<Ppl>(&trace),
        #[cfg(apron)]
        "apron" => measure::<crate::foreign::Foreign<crate::foreign::Apron>>(&trace),
        #[cfg(elina)]
        "elina" => measure::<crate::foreign::Foreign<crate::foreign::Elina>>(&trace),
        "octagons-ours" => measure::<crate::octagons::Ours>(&trace),
        "octagons-ppl" => measure::<crate::octagons::Theirs>(&trace),
        #[cfg(apron)]
        "octagons-apron" => measure::<crate::foreign::Foreign<crate::foreign::ApronOctagons>>(&trace),
        other => return Err(format!("{other} is not here")),
    }
    Ok(())
}

/// The least time of each operation of a trace over a few replays.
fn times<S: Subject>(trace: &Trace) -> Vec<Duration> {
    let mut replay = Replay::<S>::new(trace);
    let mut least = vec![Duration::MAX; trace.operations.len()];
    for _ in 0..5 {
        for (index, least) in least.iter_mut().enumerate() {
            let start = Instant::now();
            let _ = replay.step(index);
            *least = start.elapsed().min(*least);
        }
        replay.registers.fill(None);
    }
    least
}

/// Where the time of a trace goes, by the kind of operation, here and in PPL. Both are lazy: a conversion is paid by the
/// operation that first needs it, and that need not be the same one.
pub fn profile(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let trace = Trace::parse(&text)?;
    stay_on_one_core();
    let (ours, ppl) = (times::<Ours>(&trace), times::<Ppl>(&trace));
    let mut kinds: SortedMap<&str, (usize, Duration, Duration, usize)> = SortedMap::new();
    for (index, operation) in trace.operations.iter().enumerate() {
        let entry = kinds.entry(operation.kind()).or_default();
        if ours[index] > ours[entry.3] || entry.0 == 0 {
            entry.3 = index;
        }
        *entry = (entry.0 + 1, entry.1 + ours[index], entry.2 + ppl[index], entry.3);
    }
    println!(
        "{:<14} {:>6} {:>12} {:>12} {:>9}   our slowest: operation, ours us, PPL us",
        "operation", "count", "ours us", "PPL us", "PPL/ours"
    );
    let us = |d: Duration| d.as_secs_f64() * 1e6;
    for (kind, (count, a, b, slowest)) in kinds {
        println!(
            "{kind:<14} {count:>6} {:>12.1} {:>12.1} {:>9.2}   {slowest} {:.1} {:.1}",
            us(a),
            us(b),
            us(b) / us(a).max(1e-3),
            us(ours[slowest]),
            us(ppl[slowest])
        );
    }
    let (a, b): (Duration, Duration) = (ours.iter().sum(), ppl.iter().sum());
    println!("{:<14} {:>6} {:>12.1} {:>12.1} {:>9.2}", "all", trace.operations.len(), us(a), us(b), us(b) / us(a).max(1e-3));
    Ok(())
}

// The parent.

#[derive(Clone, Copy, Debug)]
enum Outcome {
    Measured {
        seconds: f64,
        kilobytes: u64,
        answers: u64,
    },
    TimedOut,
    Failed,
    NotHere,
    /// The library cannot do what the trace asks.
    NotAsked,
}

fn start(subject: &str, path: &Path, limit: Duration) -> Result<Outcome, String> {
    if !is_here(subject) {
        return Ok(Outcome::NotHere);
    }
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut child = Command::new(program)
        .args(["replay", subject])
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| e.to_string())?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if begin.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Outcome::TimedOut);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut text = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut text).map_err(|e| e.to_string())?;
    }
    let words: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("result ")).flat_map(str::split_whitespace).collect();
    let parsed = match words.as_slice() {
        [s, k, a] if status.success() => s.parse().ok().zip(k.parse().ok()).zip(a.parse().ok()),
        _ => None,
    };
    Ok(parsed.map_or(Outcome::Failed, |((seconds, kilobytes), answers)| Outcome::Measured { seconds, kilobytes, answers }))
}

/// The time of another library over ours. If it did not finish, the limit stands for its time, and the ratio is a lower
/// bound; if we did not, there is none.
#[derive(Clone, Copy)]
struct Ratio {
    value: f64,
    at_least: bool,
}

fn ratio(ours: Outcome, other: Outcome, limit: Duration) -> Option<Ratio> {
    let Outcome::Measured { seconds, .. } = ours else { return None };
    let value = |s: f64| s / seconds.max(1e-9);
    match other {
        Outcome::Measured { seconds, .. } => Some(Ratio { value: value(seconds), at_least: false }),
        Outcome::TimedOut => Some(Ratio { value: value(limit.as_secs_f64()), at_least: true }),
        _ => None,
    }
}

fn show_ratio(ours: Outcome, other: Outcome, limit: Duration) -> String {
    let Some(r) = ratio(ours, other, limit) else {
        return match other {
            Outcome::NotHere => "not here".to_string(),
            Outcome::Failed => "failed".to_string(),
            Outcome::NotAsked => "-".to_string(),
            _ => "?".to_string(),
        };
    };
    // An exclamation mark: it computed something else, by overflow or otherwise.
    let differs = matches!((ours, other), (Outcome::Measured { answers: a, .. }, Outcome::Measured { answers: b, .. }) if a != b);
    format!("{}{:.2}{}", if r.at_least { ">" } else { "" }, r.value, if differs { "!" } else { "" })
}

fn show_memory(outcome: Outcome) -> String {
    match outcome {
        Outcome::Measured { kilobytes, .. } => format!("{:.1}", kilobytes as f64 / 1024.0),
        _ => "-".to_string(),
    }
}

fn show_time(outcome: Outcome) -> String {
    match outcome {
        Outcome::Measured { seconds, .. } => format!("{:.3}", seconds * 1000.0),
        Outcome::TimedOut => "timeout".to_string(),
        _ => "failed".to_string(),
    }
}

struct Row<'a> {
    trace: &'a Trace,
    outcomes: [Outcome; 4],
}

fn is_random(name: &str) -> bool {
    name.starts_with("random-")
}

fn is_octagon(name: &str) -> bool {
    name.starts_with("octagon-")
}

fn is_growth(name: &str) -> bool {
    name.starts_with("groups-") || name.starts_with("coupled-")
}

fn head() {
    println!(
        "{:<22} {:>4} {:>6} {:>10} {:>9} {:>10} {:>10}   {:>7} {:>7} {:>7} {:>7}",
        "trace", "vars", "ops", "ours ms", "PPL/ours", "APRON/ours", "ELINA/ours", "MB ours", "PPL", "APRON", "ELINA"
    );
}

fn show(row: &Row, limit: Duration) {
    let [ours, ppl, apron, elina] = row.outcomes;
    println!(
        "{:<22} {:>4} {:>6} {:>10} {:>9} {:>10} {:>10}   {:>7} {:>7} {:>7} {:>7}",
        row.trace.name,
        row.trace.variables,
        row.trace.work(),
        show_time(ours),
        show_ratio(ours, ppl, limit),
        show_ratio(ours, apron, limit),
        show_ratio(ours, elina, limit),
        show_memory(ours),
        show_memory(ppl),
        show_memory(apron),
        show_memory(elina)
    );
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

/// Whether every replay of ours finished with PPL's answers.
pub fn run(traces: &[(PathBuf, Trace)], arguments: &[String]) -> Result<bool, String> {
    let seconds: f64 = crate::option(arguments, "--limit").unwrap_or(20.0);
    let limit = Duration::from_secs_f64(seconds);
    let only: Option<String> = crate::option(arguments, "--only");
    println!("time: least processor time of a replay; memory: peak of the process in MB; ratios: the other library's time over ours,");
    println!("> where it did not finish within {seconds} s (the limit then stands for its time), ! where its answers are not ours");
    let mut traces: Vec<&(PathBuf, Trace)> = traces.iter().collect();
    traces.sort_by_key(|(_, t)| (is_random(&t.name), t.variables, t.name.clone()));
    let mut rows: Vec<Row> = Vec::new();
    let mut octagons: Vec<Row> = Vec::new();
    for (title, keep) in [
        ("traces", (|t| !is_growth(t) && !is_octagon(t)) as fn(&str) -> bool),
        ("states of independent groups of five variables: growth", is_growth),
        ("octagons over the rationals, one connected block", is_octagon),
    ] {
        println!("\n{title}");
        head();
        for (path, trace) in traces.iter().filter(|(_, t)| keep(&t.name)) {
            if only.as_ref().is_some_and(|o| !trace.name.contains(o.as_str())) {
                continue;
            }
            let mut outcomes = [Outcome::NotAsked; 4];
            let subjects = if is_octagon(&trace.name) { OCTAGONS } else { SUBJECTS };
            for (outcome, subject) in outcomes.iter_mut().zip(subjects) {
                // The bounds of the other two do not say whether they are attained, and ELINA has no strict inequalities.
                let asked = subject != "octagons-elina" && (trace.topology == Topology::Closed || matches!(subject, "ours" | "ppl"));
                if asked || !is_here(subject) {
                    *outcome = start(subject, path, limit)?;
                }
            }
            let row = Row { trace, outcomes };
            show(&row, limit);
            if is_octagon(&trace.name) { octagons.push(row) } else { rows.push(row) }
        }
    }

    for family in ["groups-", "coupled-"] {
        let members = rows.iter().filter(|r| r.trace.name.starts_with(family));
        let costs: Vec<String> = members
            .filter_map(|r| match r.outcomes[0] {
                Outcome::Measured { seconds, .. } => {
                    Some(format!("{} at {} variables", (seconds * 1e8 / r.trace.work() as f64).round() / 100.0, r.trace.variables))
                }
                _ => None,
            })
            .collect();
        println!("{family}N, microseconds of ours for an operation: {}", costs.join(", "));
    }

    let against = |which: usize, keep: &dyn Fn(&Trace) -> bool| -> Vec<f64> {
        rows.iter().filter(|r| keep(r.trace)).filter_map(|r| Some(ratio(r.outcomes[0], r.outcomes[which], limit)?.value)).collect()
    };
    let recorded = |t: &Trace| !is_random(&t.name) && !is_growth(&t.name) && (6..=20).contains(&t.variables);
    println!("\nmedian and least ratio: recorded traces of 6 to 20 variables; all traces");
    for (which, name) in [(1, "PPL"), (2, "APRON"), (3, "ELINA")] {
        let show = |values: Vec<f64>| {
            let least = values.iter().copied().min_by(f64::total_cmp);
            match (median(values.clone()), least) {
                (Some(m), Some(l)) => format!("{m:.2} {l:.2} ({} traces)", values.len()),
                _ => "none".to_string(),
            }
        };
        println!("{name:<6} {}; {}", show(against(which, &recorded)), show(against(which, &|_| true)));
    }
    let sound = rows.iter().chain(&octagons).all(|r| match (r.outcomes[0], r.outcomes[1]) {
        (Outcome::Measured { answers: a, .. }, Outcome::Measured { answers: b, .. }) => a == b,
        (Outcome::Measured { .. }, _) => true,
        _ => false,
    });
    if !sound {
        println!("a replay of ours failed, did not finish, or answered otherwise than PPL");
    }
    let worst = against(1, &|_| true).into_iter().min_by(f64::total_cmp);
    let show = |v: Option<f64>| v.map_or("none".to_string(), |v| format!("{v:.1}"));
    println!("bench numeric: median={} worst={}", show(median(against(1, &recorded))), show(worst));
    Ok(sound)
}
