//! A solver as a process spoken to over pipes.
//!
//! Invariants: no answer is waited for longer than the budget allows; a process that does not answer is killed; every
//! process is killed when its handle is dropped, and [`kill_all`] ends those of all threads before the tool exits.

use crate::sexpr::{Reader, Sexpr};
use base::{Budget, Stop};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Why a process gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The budget ended; the process was killed.
    Stopped(Stop),
    /// The process ended or could not be written to.
    Died(String),
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Silence::Stopped(stop) => write!(f, "{stop}"),
            Silence::Died(what) => write!(f, "the solver ended: {what}"),
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

pub struct Process {
    child: Arc<Mutex<Child>>,
    /// To the thread that writes: a solver that does not read must not hold us up beyond the budget.
    commands: Sender<String>,
    answers: Receiver<Sexpr>,
}

impl Process {
    pub fn start(path: &Path, args: &[&str]) -> std::io::Result<Process> {
        let mut child = Command::new(path).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else {
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
        let (sender, answers) = channel();
        // Ends with the pipe, which ends with the process.
        std::thread::spawn(move || {
            let mut reader = Reader::default();
            let mut buffer = [0; 8192];
            let mut pending = Vec::new();
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                pending.extend_from_slice(&buffer[..n]);
                // A character may be cut by the end of the buffer.
                let whole = match std::str::from_utf8(&pending) {
                    Ok(text) => text.len(),
                    Err(e) => e.valid_up_to(),
                };
                let rest = pending.split_off(whole);
                for c in String::from_utf8_lossy(&pending).chars() {
                    if let Some(answer) = reader.feed(c)
                        && sender.send(answer).is_err()
                    {
                        return;
                    }
                }
                pending = rest;
            }
        });
        Ok(Process { child, commands, answers })
    }

    /// Sends commands, without waiting for them to be read.
    pub fn send(&mut self, text: &str) -> Result<(), Silence> {
        self.commands.send(text.to_owned()).map_err(|_| Silence::Died("its input closed".into()))
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
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Died("its output closed".into())),
            }
        }
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
