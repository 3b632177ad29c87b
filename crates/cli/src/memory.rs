//! Counting what is allocated, so that `--memory` can stop the work.
//!
//! Each thread counts on its own and hands its sum over in batches, so the count is exact up to one batch per thread and costs
//! no contention. Beyond the limit the budget is stopped; the allocation itself is still served, since whoever works must be
//! able to come to an end in order.

use base::{Budget, Stop};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IN_USE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);
static LIMIT: AtomicIsize = AtomicIsize::new(isize::MAX);
static BUDGET: OnceLock<Budget> = OnceLock::new();

const BATCH: isize = 64 << 10;

thread_local! {
    // Constant and without a destructor: touching it never allocates.
    static PENDING: Cell<isize> = const { Cell::new(0) };
}

/// Stops the budget when more than this many MiB are in use.
pub fn limit(mib: u64, budget: &Budget) {
    if BUDGET.set(budget.clone()).is_ok() {
        LIMIT.store(isize::try_from(mib.saturating_mul(1 << 20)).unwrap_or(isize::MAX), Ordering::Relaxed);
        hand_over(0);
    }
}

/// Three quarters of what the system has, in MiB, if it says how much that is: a process that takes all of it is killed, and what it has found is lost.
pub fn by_default() -> Option<u64> {
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = limits.iter().filter_map(|f| std::fs::read_to_string(f).ok()?.trim().parse::<u64>().ok()).map(|bytes| bytes >> 20);
    let all = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text)).map(|kib| kib >> 10);
    limits.chain(all).min().map(|mib| mib / 4 * 3).filter(|mib| *mib > 0)
}

/// The KiB that a system has, as Linux tells it.
fn total(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?.trim().parse().ok())
}

/// The largest number of bytes that were in use at a time, up to a batch per thread.
pub fn peak() -> u64 {
    PEAK.load(Ordering::Relaxed).max(0) as u64
}

/// So far beyond the limit that nobody should be waited for.
pub fn far_beyond_limit() -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    IN_USE.load(Ordering::Relaxed) > limit.saturating_add(limit / 4).saturating_add(64 << 20)
}

fn count(delta: isize) {
    let batch = PENDING.try_with(|pending| {
        let sum = pending.get() + delta;
        if sum.abs() < BATCH {
            pending.set(sum);
            return 0;
        }
        pending.set(0);
        sum
    });
    // A thread that is about to end has no counter of its own any more.
    let batch = batch.unwrap_or(delta);
    if batch != 0 {
        hand_over(batch);
    }
}

fn hand_over(batch: isize) {
    let total = IN_USE.fetch_add(batch, Ordering::Relaxed) + batch;
    PEAK.fetch_max(total, Ordering::Relaxed);
    if total > LIMIT.load(Ordering::Relaxed) {
        // Only atomic operations: this runs inside the allocator.
        if let Some(budget) = BUDGET.get() {
            budget.stop(Stop::Memory);
        }
    }
}

struct Counting;

// A global allocator can only be written with `unsafe`. Every call is passed on unchanged to the system's allocator, so its
// contract is kept if the caller keeps it; counting touches no allocated memory.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(block, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_has_is_read() {
        assert_eq!(total("MemTotal:       24679708 kB\nMemFree:  1 kB\n"), Some(24_679_708));
        assert_eq!(total("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn large_blocks_are_counted_and_given_back() {
        let in_use = || IN_USE.load(Ordering::Relaxed);
        let before = in_use();
        let block = vec![1u8; 64 << 20];
        let during = in_use();
        drop(block);
        assert!(during >= before + (60 << 20), "{before} {during}");
        assert!(in_use() < during);
        assert!(peak() >= 60 << 20);
    }
}
