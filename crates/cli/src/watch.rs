//! Looking on: a progress line on a terminal, and the story.

use crate::options::Output;
use base::SortedMap;
use engine::{Progress, Watch};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The progress line is drawn at most this often.
const REDRAW: Duration = Duration::from_millis(100);

pub struct Onlooker {
    output: Output,
    terminal: bool,
    started: Instant,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    by_engine: SortedMap<String, Progress>,
    drawn: Option<Instant>,
}

impl Onlooker {
    pub fn new(output: Output, started: Instant) -> Self {
        let terminal = std::io::stderr().is_terminal() && !output.quiet;
        Onlooker { output, terminal, started, seen: Mutex::default() }
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Nodes and refinements of all engines so far.
    pub fn totals(&self) -> (u64, u64) {
        let seen = self.seen();
        (seen.by_engine.values().map(|p| p.nodes).sum(), seen.by_engine.values().map(|p| p.refinements).sum())
    }

    /// Takes the progress line away.
    pub fn clear(&self) {
        if self.seen().drawn.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    fn draw(&self, seen: &mut Seen) {
        let (nodes, refinements) = seen.by_engine.values().fold((0, 0), |(n, r), p| (n + p.nodes, r + p.refinements));
        let suspect = seen.by_engine.values().find_map(|p| p.suspect.as_deref()).map_or(String::new(), |s| format!("  suspect {s}"));
        let line = format!("{:.1} s  {nodes} nodes  {refinements} refinements{suspect}", self.started.elapsed().as_secs_f64());
        // One line must stay one line on a narrow terminal.
        let line: String = line.chars().take(79).collect();
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        seen.drawn = Some(Instant::now());
    }
}

impl Watch for Onlooker {
    fn progress(&self, engine: &str, progress: &Progress) {
        let mut seen = self.seen();
        seen.by_engine.insert(engine.into(), progress.clone());
        if self.terminal && seen.drawn.is_none_or(|d| d.elapsed() >= REDRAW) {
            self.draw(&mut seen);
        }
    }

    fn tell(&self, engine: &str, sentence: &str) {
        if !self.output.story {
            return;
        }
        // Holding the lock keeps sentences of several engines apart.
        let mut seen = self.seen();
        if seen.drawn.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        let _ = if self.output.json {
            writeln!(std::io::stderr(), "{engine}: {sentence}")
        } else {
            writeln!(std::io::stdout(), "{engine}: {sentence}")
        };
    }
}
