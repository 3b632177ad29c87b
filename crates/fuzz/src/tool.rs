//! Processes within a time, and what the tool answers about a case.

use crate::case::{Case, Expect};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Seconds that the tool gets for one program, and beyond them before it is ended by force.
const LIMIT: u64 = 5;
const GRACE: u64 = 20;

/// How a process ended: its exit status (none if it was ended by a signal or by us), and its standard output and error.
pub struct Ended {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn run(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{command:?} cannot be started: {e}"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    // The pipes are read as they fill, or the process would wait for us.
    let errors = thread::spawn(move || text(err));
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(text(out)));
    let out = receive.recv_timeout(limit);
    if out.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().map_err(|e| e.to_string())?.code();
    let late = out.is_err();
    Ok(Ended { status: status.filter(|_| !late), out: out.unwrap_or_default(), err: errors.join().unwrap_or_default() })
}

fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the tool said, in the words that expectations use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Safe,
    Unsafe(String),
    /// With the reason.
    Unknown(String),
    /// Exit status 2, with the message.
    Rejected(String),
    /// It was ended by a signal or by force, ended with another status, or printed something else than a report.
    Broke(String),
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Safe => write!(f, "safe"),
            Said::Unsafe(check) => write!(f, "unsafe({check})"),
            Said::Unknown(reason) => write!(f, "unknown: {reason}"),
            Said::Rejected(message) => write!(f, "exit status 2: {message}"),
            Said::Broke(message) => write!(f, "broke: {message}"),
        }
    }
}

/// The options of a case as they stand on the command line.
pub fn words(case: &Case) -> Vec<String> {
    let mut words: Vec<String> = ["--timeout", &LIMIT.to_string(), "--json"].map(str::to_owned).to_vec();
    words.extend(case.options.iter().cloned());
    words
}

/// Asks the tool about the text, which is written to `folder`.
pub fn ask(tool: &Path, folder: &Path, case: &Case, text: &str) -> Result<Said, String> {
    let file = folder.join("case.c");
    std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut command = Command::new(tool);
    command.arg("verify").arg("case.c").args(words(case)).current_dir(folder);
    let ended = run(&mut command, Duration::from_secs(LIMIT + GRACE))?;
    let reason = member(&ended.out, "reason").unwrap_or_default();
    Ok(match (ended.status, member(&ended.out, "verdict")) {
        // A panic is a bug, whatever the answer is.
        (Some(3), _) if reason.contains("an engine failed") => Said::Broke(reason.to_owned()),
        (Some(0), Some("safe")) => Said::Safe,
        (Some(1), Some("unsafe")) => Said::Unsafe(member(&ended.out, "check").unwrap_or_default().to_owned()),
        (Some(3), Some("unknown")) => Said::Unknown(reason.to_owned()),
        (Some(2), _) => Said::Rejected(member(&ended.out, "error").unwrap_or(first_line(&ended.err)).to_owned()),
        (None, _) => Said::Broke(format!("no exit status: {}", first_line(&ended.err))),
        (Some(status), _) => Said::Broke(format!("exit status {status}: {}", first_line(&ended.err))),
    })
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// The first member of this name in the tool's JSON, a string that needs no escapes.
fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = json.split_once(&format!("\"{name}\": \""))?;
    rest.split('"').next()
}

/// Whether an answer is wrong. `unknown` never is.
pub fn wrong(expect: Expect, said: &Said) -> bool {
    match (expect, said) {
        (_, Said::Broke(_)) => true,
        (Expect::Rejected, Said::Rejected(_)) | (Expect::Safe, Said::Safe) => false,
        (_, Said::Unknown(_)) => false,
        (Expect::Unsafe(checks), Said::Unsafe(check)) => !checks.contains(&check.as_str()),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_is_never_wrong_and_an_answer_about_what_is_not_c_always() {
        assert!(!wrong(Expect::Safe, &Said::Unknown(String::new())));
        assert!(!wrong(Expect::Unsafe(&["reach"]), &Said::Unknown(String::new())));
        assert!(!wrong(Expect::Rejected, &Said::Unknown(String::new())));
        assert!(wrong(Expect::Rejected, &Said::Safe));
        assert!(wrong(Expect::Safe, &Said::Rejected(String::new())));
        assert!(wrong(Expect::Unsafe(&["init"]), &Said::Unsafe("reach".into())));
        assert!(!wrong(Expect::Unsafe(&["init", "undefined"]), &Said::Unsafe("undefined".into())));
    }

    #[test]
    fn the_verdict_is_read_from_the_report() {
        let json = "{\n  \"verdict\": \"unsafe\",\n  \"check\": \"reach\",\n  \"findings\": [{\"check\": \"bounds\"}]\n}";
        assert_eq!((member(json, "verdict"), member(json, "check"), member(json, "reason")), (Some("unsafe"), Some("reach"), None));
    }
}
