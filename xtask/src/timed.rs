//! Runs of a process within a time, its start included, and the tables that benches make of them.

use crate::{cargo, root};
use std::collections::BTreeMap;
use std::env;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What a process that keeps no time itself, or does not keep it well, gets beyond its limit before it is ended by force.
const GRACE: u64 = 5;
/// How many runs at a time.
const LANES: usize = 2;

pub struct Timed {
    /// Standard output; empty if the process was ended.
    pub out: String,
    pub err: String,
    pub seconds: f64,
}

/// The optimised tool, built if none is named.
pub fn tool(named: Option<PathBuf>) -> Result<PathBuf, String> {
    if let Some(named) = named {
        return Ok(named);
    }
    cargo(&["build", "--release", "--package", "bevel"])?;
    Ok(env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("release/bevel"))
}

/// Runs a command that should end by itself after `limit` seconds. One that does not is ended.
pub fn run(command: &mut Command, limit: u64) -> Result<Timed, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{command:?} cannot be started: {e}"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (send, receive) = mpsc::channel();
    // The pipes are read as they fill, or the process would wait for us.
    let errors = thread::spawn(move || text(err));
    thread::spawn(move || send.send(text(out)));
    let report = receive.recv_timeout(Duration::from_secs(limit + GRACE));
    let seconds = start.elapsed().as_secs_f64();
    if report.is_err() {
        let _ = child.kill();
    }
    let _ = child.wait();
    Ok(Timed { out: report.unwrap_or_default(), err: errors.join().unwrap_or_default(), seconds })
}

/// What becomes of each job, two at a time.
pub fn side_by_side<J: Sync, R: Send>(jobs: &[J], run: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, R>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while let Some((k, job)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|k| Some((k, jobs.get(k)?))) {
                    let result = run(job);
                    done.lock().unwrap_or_else(PoisonError::into_inner).insert(k, result);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The first member of this name in the tool's JSON, a string or a number, as it is written.
pub fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = json.split_once(&format!("\"{name}\":"))?;
    Some(rest.split([',', '}', '\n']).next()?.trim())
}

/// Columns of equal width, counted in characters; the first is a name, the others are figures.
pub fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            let cell = if column == 0 { format!("{cell}{pad}") } else { format!("  {pad}{cell}") };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_and_missing_ones_are_missed() {
        let json = "{\n  \"verdict\": \"unsafe(reach)\",\n  \"stats\": { \"refinements\": 12 }\n}";
        assert_eq!(member(json, "verdict"), Some("\"unsafe(reach)\""));
        assert_eq!(member(json, "refinements"), Some("12"));
        assert_eq!(member(json, "seconds"), None);
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        let lines = [vec!["a".into(), "∇".into()], vec!["bc".into(), "12".into()]];
        assert_eq!(aligned(&lines), "a    ∇\nbc  12\n");
    }
}
