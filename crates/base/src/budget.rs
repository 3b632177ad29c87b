//! How long and how much: the one thing that every long computation polls.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Why a computation was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    Time,
    Memory,
    Interrupted,
    /// Somebody else has decided what this computation was to decide.
    NotNeeded,
    /// What is asked is answered; this would only have added to it.
    Answered,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Interrupted => "interrupted",
            Stop::NotNeeded => "another engine was faster",
            Stop::Answered => "the verdict was known without it",
        })
    }
}

/// A deadline and a stop signal, shared by clones. A child stops with its parent, not the other way round.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    deadline: Option<Instant>,
    /// An earlier deadline that somebody has set since.
    hurry: OnceLock<Instant>,
    signal: AtomicU8,
    parent: Option<Budget>,
}

impl Budget {
    pub fn unlimited() -> Self {
        Budget::new(None)
    }

    pub fn seconds(limit: f64) -> Self {
        Budget::new(Some(Instant::now() + Duration::from_secs_f64(limit)))
    }

    pub fn new(deadline: Option<Instant>) -> Self {
        Budget(Arc::new(Inner { deadline, hurry: OnceLock::new(), signal: AtomicU8::new(0), parent: None }))
    }

    /// A budget that ends with this one, and earlier if `limit` says so or if it is stopped by itself.
    pub fn child(&self, limit: Option<Duration>) -> Self {
        let own = limit.map(|d| Instant::now() + d);
        let deadline = match (own, self.0.deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget(Arc::new(Inner { deadline, hurry: OnceLock::new(), signal: AtomicU8::new(0), parent: Some(self.clone()) }))
    }

    /// Asks everybody who polls this budget to stop. The first reason stays.
    pub fn stop(&self, why: Stop) {
        let _ = self.0.signal.compare_exchange(0, why as u8 + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason to stop, if there is one. Cheap enough for every few hundred operations.
    pub fn stopped(&self) -> Option<Stop> {
        let signal = self.0.signal.load(Ordering::Relaxed);
        if signal != 0 {
            return Some([Stop::Time, Stop::Memory, Stop::Interrupted, Stop::NotNeeded, Stop::Answered][usize::from(signal) - 1]);
        }
        if self.0.deadline.is_some_and(|d| Instant::now() >= d) {
            self.stop(Stop::Time);
            return Some(Stop::Time);
        }
        if self.0.hurry.get().is_some_and(|d| Instant::now() >= *d) {
            self.stop(Stop::Answered);
            return Some(Stop::Answered);
        }
        self.0.parent.as_ref().and_then(Budget::stopped)
    }

    /// Leaves this much time for what is still to be said beside the answer. The first call counts.
    pub fn hurry(&self, rest: Duration) {
        let _ = self.0.hurry.set(Instant::now() + rest);
    }

    /// The time that is left, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.0.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_stops_with_its_parent_but_not_the_other_way_round() {
        let parent = Budget::unlimited();
        let child = parent.child(None);
        child.stop(Stop::NotNeeded);
        assert_eq!((child.stopped(), parent.stopped()), (Some(Stop::NotNeeded), None));
        let other = parent.child(None);
        parent.stop(Stop::Interrupted);
        assert_eq!(other.stopped(), Some(Stop::Interrupted));
    }

    #[test]
    fn hurrying_is_no_reason_to_say_that_time_was_short() {
        let parent = Budget::unlimited();
        let child = parent.child(None);
        child.hurry(Duration::ZERO);
        assert_eq!((child.child(None).stopped(), parent.stopped()), (Some(Stop::Answered), None));
    }

    #[test]
    fn the_deadline_is_the_earlier_one() {
        let parent = Budget::unlimited();
        assert_eq!(parent.child(Some(Duration::ZERO)).stopped(), Some(Stop::Time));
        assert_eq!(parent.stopped(), None);
    }
}
