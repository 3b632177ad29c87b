//! Time, memory and Ctrl-C: whatever happens, the program ends in time and says what it knows.
//!
//! The budget is polled by all who work. Should they not come to an end soon after it has run out, the watchdog prints the
//! last words (what is known so far, with the right exit status) and ends the process. Exactly one of the two speaks:
//! whoever claims the right first. The watchdog waits on a condition, so it delays nobody.

use crate::memory;
use crate::options::Limits;
use base::{Budget, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How long those who work have to come to an end by themselves.
const GRACE: Duration = Duration::from_millis(1000);
/// How often the memory in use is looked at, where it is limited.
const LOOK: Duration = Duration::from_millis(10);

/// Ends the process, and first the solvers, which would otherwise work on.
pub fn leave(status: i32) -> ! {
    logic::process::kill_all();
    std::process::exit(status)
}

pub struct Watchdog {
    pub budget: Budget,
    spoken: AtomicBool,
    bell: (Mutex<bool>, Condvar),
}

impl Watchdog {
    /// Starts to watch. `last_words` prints what is known and returns the exit status.
    pub fn start(limits: &Limits, started: Instant, last_words: impl Fn(Stop) -> i32 + Send + 'static) -> Arc<Watchdog> {
        let budget = Budget::new(limits.timeout.map(|s| started + Duration::from_secs_f64(s)));
        let memory = limits.memory.or_else(memory::by_default);
        if let Some(mib) = memory {
            memory::limit(mib, &budget);
        }
        let look = memory.map(|_| LOOK);
        let watchdog = Arc::new(Watchdog { budget, spoken: AtomicBool::new(false), bell: Default::default() });
        let same = watchdog.clone();
        let watch = move || {
            let stop = same.wait(look);
            let end = Instant::now() + GRACE;
            while Instant::now() < end && !memory::far_beyond_limit() {
                std::thread::sleep(LOOK);
            }
            if same.claim() {
                let status = catch_unwind(AssertUnwindSafe(|| last_words(stop)));
                leave(status.unwrap_or(crate::status::INTERNAL));
            }
        };
        // Without a watchdog the limits are still polled.
        let _ = std::thread::Builder::new().name("watchdog".into()).spawn(watch);
        let same = watchdog.clone();
        // Fails only if a handler is there already; Ctrl-C then ends the process as usual.
        let _ = ctrlc::set_handler(move || same.interrupt());
        watchdog
    }

    /// The right to print the answer. Whoever does not get it must be silent.
    fn claim(&self) -> bool {
        !self.spoken.swap(true, Ordering::SeqCst)
    }

    /// Waits for the right to print the answer: for ever, if the watchdog is already speaking.
    pub fn speak(&self) {
        while !self.claim() {
            std::thread::park();
        }
    }

    fn interrupt(&self) {
        if *self.rung() {
            // The second Ctrl-C: the status that shells expect.
            leave(130);
        }
        self.budget.stop(Stop::Interrupted);
        *self.rung() = true;
        self.bell.1.notify_all();
    }

    fn rung(&self) -> std::sync::MutexGuard<'_, bool> {
        self.bell.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits until the budget has run out.
    fn wait(&self, look: Option<Duration>) -> Stop {
        let mut rung = self.rung();
        loop {
            if let Some(stop) = self.budget.stopped() {
                return stop;
            }
            let pause = self.budget.left().into_iter().chain(look).min();
            rung = match pause {
                Some(pause) => self.bell.1.wait_timeout(rung, pause).unwrap_or_else(|p| p.into_inner()).0,
                None => self.bell.1.wait(rung).unwrap_or_else(|p| p.into_inner()),
            };
        }
    }
}
