//! A solver as a process spoken to over pipes.
//!
//! Nothing is expected of what runs there: it may be killed at any moment, answer anything, answer without end, or not read
//! what it is told. Invariants: no answer is waited for longer than the budget allows; a process that does not answer is killed; every
//! process is killed when its handle is dropped, and [`kill_all`] ends those of all threads before the tool exits; what is kept
//! of its output is bounded; what [`Process::exchange`] returns was said after its question was sent.

use crate::sexpr::{Reader, Sexpr, TooLarge};
use base::{Budget, Stop};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Why a process gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The budget ended; the process was killed.
    Stopped(Stop),
    /// The process ended or could not be started.
    Died(String),
    /// It said what no solver says.
    Garbage(String),
    /// It reports an error.
    Error(String),
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Silence::Stopped(stop) => write!(f, "{stop}"),
            Silence::Died(what) => write!(f, "the solver ended: {what}"),
            Silence::Garbage(what) => write!(f, "the solver's answer makes no sense: {what}"),
            Silence::Error(what) => write!(f, "the solver reports an error: {what}"),
        }
    }
}

static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Kills every solver that is running. For the moment before the tool exits without unwinding.
pub fn kill_all() {
    let running = RUNNING.lock().map(|mut all| std::mem::take(&mut *all)).unwrap_or_default();
    for child in running {
        end(&child);
    }
}

fn end(child: &Mutex<Child>) {
    if let Ok(mut child) = child.lock() {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Answers that are read before somebody wants them. A solver that has more to say waits.
const AHEAD: usize = 1;
/// Answers to one exchange; nobody asks for more.
const MOST_ANSWERS: usize = 3;

pub struct Process {
    child: Arc<Mutex<Child>>,
    /// To the thread that writes: a solver that does not read must not hold us up beyond the budget.
    commands: Sender<String>,
    answers: Receiver<Result<Sexpr, TooLarge>>,
    /// Exchanges so far.
    exchanges: u64,
}

impl Process {
    pub fn start(path: &Path, args: &[&str]) -> std::io::Result<Process> {
        let mut child = Command::new(path).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("a pipe of the solver is missing"));
        };
        let child = Arc::new(Mutex::new(child));
        if let Ok(mut running) = RUNNING.lock() {
            running.push(child.clone());
        }
        let (commands, texts) = channel::<String>();
        std::thread::spawn(move || {
            for text in texts {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (sender, answers) = sync_channel(AHEAD);
        // Ends with the pipe, which ends with the process, or with the handle.
        std::thread::spawn(move || listen(stdout, &sender));
        Ok(Process { child, commands, answers, exchanges: 0 })
    }

    /// Sends commands, without waiting for them to be read.
    pub fn send(&mut self, text: &str) -> Result<(), Silence> {
        self.commands.send(text.to_owned()).map_err(|_| Silence::Died(self.end_of_it()))
    }

    /// The next answer. A process that is too late is killed, and its handle is of no more use.
    pub fn receive(&mut self, budget: &Budget) -> Result<Sexpr, Silence> {
        let slice = Duration::from_millis(20);
        loop {
            if let Some(stop) = budget.stopped() {
                end(&self.child);
                return Err(Silence::Stopped(stop));
            }
            match self.answers.recv_timeout(budget.left().map_or(slice, |left| left.min(slice))) {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(large)) => {
                    end(&self.child);
                    return Err(Silence::Garbage(large.to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Died(self.end_of_it())),
            }
        }
    }

    /// Sends commands and waits for all that they answer, which may be nothing. An error among the answers is [`Silence::Error`].
    /// The handle is of no more use after any silence: what the process would say next belongs to no question.
    pub fn exchange(&mut self, commands: &str, budget: &Budget) -> Result<Vec<Sexpr>, Silence> {
        self.exchanges += 1;
        // Repeated behind the answers, it says that there are no more, and that these are not those of an earlier exchange.
        let mark = format!("exchange.{}", self.exchanges);
        self.send(&format!("{commands}(echo \"{mark}\")\n"))?;
        let mut answers = Vec::new();
        loop {
            let answer = self.receive(budget)?;
            if answer.atom().is_some_and(|a| a.trim_matches('"') == mark) {
                return Ok(answers);
            }
            if let Some(text) = answer.call("error") {
                let text = text.first().and_then(Sexpr::atom).unwrap_or("without a text").trim_matches('"');
                return Err(Silence::Error(Sexpr::Atom(text.into()).excerpt()));
            }
            if answers.len() == MOST_ANSWERS {
                return Err(Silence::Garbage("there are more answers than questions".into()));
            }
            answers.push(answer);
        }
    }

    /// How a process ended whose pipes are closed.
    fn end_of_it(&self) -> String {
        for _ in 0..10 {
            match self.child.lock().map(|mut child| child.try_wait()) {
                Ok(Ok(Some(status))) => return status.to_string(),
                // Its pipes close a little before it is gone.
                Ok(Ok(None)) => std::thread::sleep(Duration::from_millis(1)),
                _ => break,
            }
        }
        "its output closed".into()
    }
}

/// Reads answers until the pipe ends, nobody listens, or one is too large.
fn listen(mut stdout: ChildStdout, answers: &SyncSender<Result<Sexpr, TooLarge>>) {
    let mut reader = Reader::default();
    let mut buffer = [0; 8192];
    let mut pending = Vec::new();
    while let Ok(n @ 1..) = stdout.read(&mut buffer) {
        pending.extend_from_slice(&buffer[..n]);
        // A character may be cut by the end of the buffer; what can begin none is replaced.
        let whole = match std::str::from_utf8(&pending) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            _ => pending.len(),
        };
        let rest = pending.split_off(whole);
        for c in String::from_utf8_lossy(&pending).chars() {
            let answer = match reader.feed(c) {
                Ok(None) => continue,
                Ok(Some(answer)) => Ok(answer),
                Err(large) => Err(large),
            };
            let last = answer.is_err();
            if answers.send(answer).is_err() || last {
                return;
            }
        }
        pending = rest;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&self.child);
        if let Ok(mut running) = RUNNING.lock() {
            running.retain(|other| !Arc::ptr_eq(other, &self.child));
        }
    }
}
