//! Every program of the corpus is a test of its own, named after its file.
//!
//! The header of a program says what is expected: `// verdict:` is today's answer, `// todo:` the answer that it should get one
//! day (the test fails when that day has come, so that the header is promoted), `// check:`, `// int:`, `// data-model:`
//! and `// engine:` are options, `// needs: solver` skips the test where there is none, and `// twin:` names the program
//! one constant away that has the other verdict: every safe program has one, so that no test passes by saying `safe` to everything.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SECONDS: u64 = 10;

fn main() {
    let mut arguments = Arguments::from_args();
    // Each program runs on several threads; side by side they would only measure each other.
    arguments.test_threads.get_or_insert(std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).join("corpus");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let solver = logic::Solver::find().is_ok();
    let mut trials: Vec<Trial> = files.iter().map(|file| trial(&root, file, solver)).collect();
    let count = files.len();
    trials.push(Trial::test("there_is_a_corpus", move || if count >= 60 { Ok(()) } else { Err(format!("only {count} programs").into()) }));
    libtest_mimic::run(&arguments, trials).exit();
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            files.push(path);
        }
    }
}

type Header = BTreeMap<String, String>;

fn header(file: &Path) -> Result<Header, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let lines = text.lines().map_while(|line| line.strip_prefix("// ")).filter_map(|line| line.split_once(':'));
    Ok(lines.map(|(key, value)| (key.trim().to_string(), value.trim().to_string())).collect())
}

fn trial(root: &Path, file: &Path, solver: bool) -> Trial {
    let name = file.strip_prefix(root).unwrap_or(file).with_extension("").to_string_lossy().replace('\\', "/");
    let header = header(file);
    let skipped = !solver && header.as_ref().is_ok_and(|h| h.get("needs").is_some_and(|n| n == "solver"));
    let file = file.to_path_buf();
    let kind = if skipped { "no solver" } else { "" };
    Trial::test(name, move || check(&file, &header?)).with_ignored_flag(skipped).with_kind(kind)
}

fn check(file: &Path, header: &Header) -> Result<(), Failed> {
    let known = ["verdict", "todo", "check", "int", "data-model", "engine", "needs", "twin", "source", "about"];
    if let Some(key) = header.keys().find(|k| !known.contains(&k.as_str())) {
        return Err(format!("unknown header key '{key}'").into());
    }
    let expected = header.get("verdict").ok_or("the header has no verdict")?;
    twin(file, header, expected)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bevel"));
    command.arg("verify").arg(file).args(["--timeout", &SECONDS.to_string()]);
    for option in ["check", "int", "data-model", "engine"] {
        if let Some(value) = header.get(option) {
            command.arg(format!("--{option}")).arg(value);
        }
    }
    let (status, stdout, stderr) = run(&mut command)?;
    let verdict = stdout.lines().last().unwrap_or("");
    let shown = format!("--- standard output\n{stdout}--- standard error\n{stderr}");
    let kind = |v: &str| v.split('(').next().unwrap_or(v).to_string();
    let exit = match kind(verdict).as_str() {
        "safe" => 0,
        "unsafe" => 1,
        "unknown" => 3,
        _ => return Err(format!("the last line is no verdict\n{shown}").into()),
    };
    if status != Some(exit) {
        return Err(format!("the verdict is {verdict} but the exit status {status:?}\n{shown}").into());
    }
    for bug in ["internal error", "proof rejected", "an engine failed"] {
        if stdout.contains(bug) || stderr.contains(bug) {
            return Err(format!("a bug of ours: {bug}\n{shown}").into());
        }
    }
    let truth = header.get("todo").unwrap_or(expected);
    if kind(verdict) != "unknown" && kind(truth) != "unknown" && kind(verdict) != kind(truth) {
        return Err(format!("WRONG: {verdict}, but it is {truth}\n{shown}").into());
    }
    if header.get("todo").is_some_and(|wish| wish == verdict) {
        return Err(format!("promote me: the wish for {verdict} has come true").into());
    }
    if verdict != expected {
        return Err(format!("{verdict} instead of {expected}\n{shown}").into());
    }
    Ok(())
}

/// The twin exists, names this program as its twin, and differs in its verdict.
fn twin(file: &Path, header_: &Header, expected: &str) -> Result<(), String> {
    let Some(name) = header_.get("twin") else {
        return if expected == "safe" { Err("a safe program needs an unsafe twin".into()) } else { Ok(()) };
    };
    let path = file.with_file_name(name);
    let other = header(&path).map_err(|e| format!("the twin {name}: {e}"))?;
    let truth = |h: &Header| h.get("todo").or(h.get("verdict")).cloned().unwrap_or_default();
    if expected == "safe" && !truth(&other).starts_with("unsafe") {
        return Err(format!("the twin {name} of a safe program is not unsafe"));
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(Option<i32>, String, String), String> {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|e| format!("it cannot be started: {e}"))?;
    // Reports are far smaller than a pipe's buffer unless something is wrong; readers of their own make sure.
    let read = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(Box::new(child.stdout.take().ok_or("no pipe")?));
    let stderr = read(Box::new(child.stderr.take().ok_or("no pipe")?));
    let end = Instant::now() + Duration::from_secs(SECONDS + 5);
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if Instant::now() > end => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not end {} seconds after its limit", 5));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Ok((status.code(), stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default()))
}
