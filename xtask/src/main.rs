//! Development tasks: `cargo xtask setup|test|bench`. It has no dependencies, so that it builds at once everywhere.

mod corpus;
mod csmith;
mod explanations;
mod heaps;
mod lists;
mod nets;
mod seeds;
mod setup;
mod termination;
mod timed;
mod unbounded;
mod witnesses;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask TASK

  setup        bring an SMT solver to target/tools/z3/bin/z3, unless one is installed
  test [--slow] [ARGS]
               setup, then all tests of the workspace, with --slow also those that take long (ARGS go to cargo test)
  bench exec   the speed of the concrete executor
  bench verify how long the optimised tool takes for a ten-line program
  bench numeric [ARGS]
               polyhedra and octagons against PPL (Debian: libppl-dev), and against APRON and ELINA where
               APRON_PREFIX and ELINA_PREFIX name their installations; ARGS such as --only TEXT, --limit SECONDS
  bench octagon
               how the closures of octagons grow with the number of variables
  bench seeds [ablation | growth] [ARGS]
               the tables of the papers on refinement with our figures beside the published ones; the same with
               ingredients left out; how time grows with the program; ARGS such as --only ROW, --engine NAME, --limit SECONDS
  bench list LIST ROOT [ARGS]
               strategies and, on Horn clauses, z3's own engine side by side on a list of tasks (path, check, expected) with files
               below ROOT; ARGS such as --limit SECONDS, --every N, --column OPTIONS, --out FILE
  bench nets DIR [ARGS]
               every net (.spec) below DIR, engine by engine, and the tool mist beside them if MIST names its executable;
               ARGS such as --limit SECONDS, --tool BEVEL
  bench fgar [ARGS]
               the termination table of fixpoint-guided refinement; ARGS such as --limit SECONDS
  bench mse [FOLDER...] [ARGS]
               where the interpolants of mse come from (explanations, plain weakest preconditions, Horn clauses, cvc5), side by side on
               the programs of corpus/quantified and corpus/parametrised, or of the named folders; ARGS such as --limit SECONDS,
               --tool BEVEL, --sources explained,weakest,horn,cvc5,all, --list LIST ROOT (as above)
  bench heaps [ARGS]
               the tables of the paper on focus with our figures beside the published ones; ARGS such as --only ROW, --limit SECONDS,
               --tool BEVEL, --no-twins
  differential [ARGS]
               polyhedra and octagons against PPL, operation by operation; ARGS such as --seconds N
  programs [N] N random C programs (2000) over memory: the front end against cc, and cc against its sanitizers
  csmith [N [SEED]]
               N programs (100) of csmith (Debian: csmith, libcsmith-dev): bevel run against cc
  fuzz c [ARGS]
               random programs whose verdict is known by construction and confirmed by compilers, against the tool; ARGS such as --minutes N,
               --count N (of each family), --family NAME, --seed S, --first I, --tool BEVEL, --out FOLDER (for wrong answers: target/fuzz)
  witnesses [FOLDER...] [ARGS]
               the witnesses of the C programs of the corpus (all folders) given back to `bevel check`, which must confirm them;
               ARGS such as --limit SECONDS, --every N, --tool BEVEL
  unbounded FOLDER OUT [--name NAME]
               variants of the C files of FOLDER in OUT: the constant NAME (len) becomes an input that is at least as large";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["setup"] => setup::solver(&root()).map(|path| println!("z3: {}", path.display())),
        ["test", more @ ..] => test(more),
        ["bench", "verify"] => bench_verify(),
        ["bench", "numeric", more @ ..] => foreign(&[&["bench"], more].concat()),
        ["bench", "octagon"] => cargo(&["bench", "--package", "numeric", "--bench", "octagon"]),
        ["bench", "seeds", more @ ..] => seeds::bench(more),
        ["bench", "list", more @ ..] => lists::bench(more),
        ["bench", "nets", more @ ..] => nets::bench(more),
        ["bench", "fgar", more @ ..] => termination::bench(more),
        ["bench", "mse", more @ ..] => explanations::bench(more),
        ["bench", "heaps", more @ ..] => heaps::bench(more),
        ["differential", more @ ..] => foreign(&[&["differential"], more].concat()).and_then(|()| foreign(&["octagons"])),
        ["programs"] => programs("2000"),
        ["programs", n] => programs(n),
        ["csmith", more @ ..] => run_csmith(more),
        ["fuzz", "c", more @ ..] => fuzz(more),
        ["unbounded", more @ ..] => unbounded::write(more),
        ["witnesses", more @ ..] => witnesses::confirm(more),
        ["bench", "exec", more @ ..] => cargo(&[&["bench", "--package", "base"], more].concat()),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// All tests, on one profile, so that everything is compiled once. Those that take long are left out unless they are asked for.
fn test(more: &[&str]) -> Result<(), String> {
    let z3 = setup::solver(&root())?;
    println!("z3: {}", z3.display());
    let (slow, more) = match more {
        ["--slow", more @ ..] => (true, more),
        more => (false, more),
    };
    let tests = |args: &[&str]| {
        let mut command = Command::new(cargo_path());
        command.args(args).args(more).env("BEVEL_Z3", &z3).current_dir(root());
        run(if slow { command.env("BEVEL_SLOW", "1") } else { &mut command })
    };
    tests(&["test", "--workspace"])?;
    // Once more, to be read: which engine takes which input with which domain, and why not.
    let matrix = ["test", "--quiet", "--package", "bevel", "--test", "contract", "matrix", "--", "--nocapture"];
    run(Command::new(cargo_path()).args(matrix).env("BEVEL_Z3", &z3).current_dir(root()))
}

/// The slow tier of the front end's differential tests.
fn programs(n: &str) -> Result<(), String> {
    let test = ["test", "--release", "--package", "cfront", "--test", "differential", "--", "--ignored", "--nocapture"];
    run(Command::new(cargo_path()).args(test).env("BEVEL_PROGRAMS", n).current_dir(root()))
}

/// The fuzzer for the border, a program of its own, on the optimised tool unless another is named.
fn fuzz(more: &[&str]) -> Result<(), String> {
    let run = ["run", "--release", "--quiet", "--package", "fuzz", "--"];
    if more.contains(&"--tool") {
        return cargo(&[&run[..], more].concat());
    }
    let tool = timed::tool(None)?;
    let tool = tool.to_str().ok_or("the path of the tool is not text")?;
    cargo(&[&run[..], &["--tool", tool], more].concat())
}

/// `bevel run` against `cc` on programs of csmith.
fn run_csmith(more: &[&str]) -> Result<(), String> {
    let number = |i: usize, usually: u64| more.get(i).map_or(Ok(usually), |n| n.parse().map_err(|_| format!("`{n}` is not a number")));
    let (n, first) = (number(0, 100)?, number(1, 1)?);
    csmith::compare(&root(), &timed::tool(None)?, n, first)
}

/// The wall time of `bevel verify` on a small program, start of the process included.
fn bench_verify() -> Result<(), String> {
    let tool = timed::tool(None)?;
    for program in ["corpus/loops/step-four.c", "corpus/conversions/literal-types.c"] {
        let mut times = Vec::new();
        for _ in 0..50 {
            let start = std::time::Instant::now();
            let output = Command::new(&tool).args(["verify", program]).current_dir(root()).output().map_err(|e| e.to_string())?;
            times.push(start.elapsed());
            if !output.status.success() {
                return Err(format!("{program}: {}", output.status));
            }
        }
        times.sort();
        println!("bench verify: {program}: best {:.1?}, median {:.1?}", times[0], times[times.len() / 2]);
    }
    Ok(())
}

/// The comparison with other libraries: a workspace of its own, since it needs them installed.
fn foreign(args: &[&str]) -> Result<(), String> {
    let manifest = ["run", "--release", "--quiet", "--manifest-path", "bench/numeric/Cargo.toml", "--"];
    cargo(&[&manifest, args].concat())
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_path()).args(args).current_dir(root()))
}

fn cargo_path() -> PathBuf {
    env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?} cannot be started: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: {status}")) }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}
