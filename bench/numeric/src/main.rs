//! Compares the polyhedra of `numeric` with those of PPL, APRON and ELINA: see README.md.

mod bench;
mod differential;
mod drive;
#[cfg(any(apron, elina))]
mod foreign;
mod gmp;
mod octagons;
mod ours;
mod ppl;
mod random;
mod subject;
mod synthetic;
mod systems;
mod trace;

use crate::differential::Tally;
use crate::ours::Ours;
use crate::random::{Random, Shape};
use crate::subject::Topology;
use crate::systems::System;
use crate::trace::{Recorder, Trace};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: bench-numeric bench [--limit SECONDS] [--only TEXT]
       bench-numeric differential [--seconds N] [--random] [--seed N] [--cases DIRECTORY]
       bench-numeric octagons [--seconds N] [--seed N]
       bench-numeric profile TRACE
       bench-numeric record
       bench-numeric replay SUBJECT TRACE";

fn option<T: std::str::FromStr>(arguments: &[String], name: &str) -> Option<T> {
    let at = arguments.iter().position(|a| a == name)?;
    arguments.get(at + 1)?.parse().ok()
}

/// Where the recorded traces are kept.
fn traces_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces")
}

fn recorded<S: subject::Subject>(system: &System) -> Trace {
    let (trace, ()) = trace::record(&system.name, || {
        let states = drive::analyse::<Recorder<S>>(system);
        drive::interrogate(system, &states);
    });
    trace
}

/// Records every driver's run anew and keeps it.
fn record() -> Result<(), String> {
    let directory = traces_directory();
    std::fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    let keep = |trace: &Trace| {
        println!("{}: {} variables, {} operations", trace.name, trace.variables, trace.work());
        std::fs::write(directory.join(format!("{}.trace", trace.name)), trace.to_string()).map_err(|e| e.to_string())
    };
    for system in systems::published().iter().chain(&synthetic::single_block()) {
        keep(&recorded::<ppl::Ppl>(system))?;
    }
    for trace in random::bench_traces() {
        keep(&trace)?;
    }
    for n in [2, 5, 10, 20, 50, 100, 200] {
        keep(&octagons::trace(n))?;
    }
    // PPL cannot hold these: its generators multiply with each group.
    for system in synthetic::decomposable() {
        keep(&recorded::<Ours>(&system))?;
    }
    Ok(())
}

/// The recorded traces; they are recorded at the first use.
fn load() -> Result<Vec<(PathBuf, Trace)>, String> {
    let directory = traces_directory();
    if !directory.is_dir() {
        record()?;
    }
    let entries = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.extension().is_some_and(|x| x == "trace")).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let trace = Trace::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok((path, trace))
        })
        .collect()
}

/// Recorded traces first, then random ones until the time is over.
fn differential(arguments: &[String]) -> Result<bool, String> {
    let seconds = option(arguments, "--seconds").unwrap_or(120u64);
    let seed = option(arguments, "--seed").unwrap_or(1u64);
    let cases: Option<PathBuf> = option(arguments, "--cases");
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut disagreements = 0;
    std::panic::set_hook(Box::new(|_| {}));
    let mut check = |trace: &Trace, disagreements: &mut usize| -> Result<(), String> {
        let Err(found) = differential::compare::<Ours>(trace, &mut tally) else { return Ok(()) };
        *disagreements += 1;
        let (small, found) = differential::shrunk::<Ours>(trace, found);
        let text = format!("# {}\n# at operation {}: {}\n{small}", trace.name, found.index, found.why);
        println!("DISAGREEMENT\n{text}");
        if let Some(directory) = &cases {
            std::fs::create_dir_all(directory).map_err(|e| e.to_string())?;
            std::fs::write(directory.join(format!("{}.txt", small.name)), text).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    let recorded = if arguments.iter().any(|a| a == "--random") { Vec::new() } else { load()? };
    for (_, trace) in recorded {
        // Beyond this PPL cannot follow.
        if trace.variables <= 20 && !trace.name.starts_with("octagon-") && start.elapsed() < Duration::from_secs(seconds) {
            check(&trace, &mut disagreements)?;
        }
    }
    println!("recorded traces: {disagreements} disagreements, {:.1} s", start.elapsed().as_secs_f64());
    let mut number = seed;
    while start.elapsed() < Duration::from_secs(seconds) && disagreements < 20 {
        let mut random = Random(number);
        let dimensions = match random.below(10) {
            0..6 => 1 + random.below(5),
            6..9 => 6 + random.below(5),
            _ => 11 + random.below(10),
        };
        let topology = if random.chance(40) { Topology::Strict } else { Topology::Closed };
        let huge = random.chance(20);
        // Beyond these sizes PPL's own operations begin to take minutes.
        let limit = if dimensions <= 5 {
            60
        } else if dimensions <= 10 {
            30
        } else {
            dimensions + 6
        };
        let shape = Shape { dimensions, topology, huge, steps: 60, limit, everything: true };
        let trace = random::walk(&format!("seed-{number}"), &mut random, &shape);
        check(&trace, &mut disagreements)?;
        number += 1;
    }
    println!(
        "{} elements were out of PPL's reach; {} with strict inequalities have a larger view than PPL's",
        tally.out_of_reach, tally.larger_views
    );
    println!(
        "widenings that are not PPL's, where they need not be: {} of {} BHRZ03, {} CH78 with strict inequalities",
        tally.other_bhrz03, tally.bhrz03, tally.other_standard
    );
    println!(
        "differential: traces={} operations={} elements={} disagreements={disagreements}",
        tally.traces, tally.operations, tally.elements
    );
    Ok(disagreements == 0)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("bench") => load().and_then(|traces| bench::run(&traces, &arguments)),
        Some("differential") => differential(&arguments),
        Some("profile") if arguments.len() >= 2 => bench::profile(Path::new(&arguments[1])).map(|()| true),
        Some("octagons") => {
            octagons::differential(option(&arguments, "--seconds").unwrap_or(30), option(&arguments, "--seed").unwrap_or(1))
        }
        Some("record") => record().map(|()| true),
        Some("replay") if arguments.len() >= 3 => bench::replay(&arguments[1], Path::new(&arguments[2])).map(|()| true),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}
