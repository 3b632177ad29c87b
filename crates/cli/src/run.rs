//! `bevel run`: concrete execution, as the verifier understands the program.
//!
//! The inputs are what calls return, in order. Uninitialised objects are 0 here: any value would do. So is what models of library
//! functions leave open.

use crate::case::{complain, rejected};
use crate::input::{self, Bad};
use crate::limits::Watchdog;
use crate::options::Run;
use crate::replay::{self, Origin};
use crate::status;
use base::exec::machine::{self, Machine};
use base::exec::{End, Inputs, Request};
use base::{Cfa, Check, Int, LocId};
use std::io::Write;
use std::rc::Rc;
use std::time::Instant;

#[derive(Clone)]
struct Script<'a> {
    cfa: &'a Cfa,
    values: Rc<[Int]>,
    used: usize,
    /// What was asked when the script had no answer.
    missing: Option<String>,
}

impl Inputs for Script<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let origin = replay::site(self.cfa, request).origin;
        if matches!(origin, Origin::Uninitialised(_) | Origin::Element(_) | Origin::Open(_)) {
            return Some(Int::ZERO);
        }
        let words = origin.words(self.cfa);
        match self.values.get(self.used) {
            Some(value) if request.admits(value) => {
                self.used += 1;
                Some(value.clone())
            }
            Some(value) => {
                self.missing = Some(format!("{value} is not a value of {words}"));
                None
            }
            None => {
                self.missing = Some(format!("{words} needs one more input"));
                None
            }
        }
    }
}

pub fn run(args: &Run, started: Instant) -> i32 {
    let watchdog = Watchdog::start(&args.limits, started, |stop| {
        complain(&format!("the run did not end: {stop}"));
        status::UNKNOWN
    });
    let ended = execute(args, &watchdog);
    watchdog.speak();
    match ended {
        Ok((message, status)) => {
            complain(&message);
            status
        }
        Err(bad) => rejected(&bad, false),
    }
}

fn execute(args: &Run, watchdog: &Watchdog) -> Result<(String, i32), Bad> {
    let cfa = input::find(&args.files, &args.reading)?.load()?;
    let mut values = Vec::new();
    if let Some(path) = &args.inputs {
        for word in input::text(path)?.split_whitespace() {
            values.push(word.parse::<Int>().map_err(|_| Bad::about(path, format!("'{word}' is not an integer")))?);
        }
    }
    let mut script = Script { cfa: &cfa, values: values.into(), used: 0, missing: None };
    let mut out = std::io::stdout().lock();
    let mut print = |text: &str| drop(out.write_all(text.as_bytes()));
    let (outcome, _) = machine::run(&cfa, &Machine::compile(&cfa), &mut script, u64::MAX, &watchdog.budget, &mut print);
    let _ = out.flush();
    let place = |l: LocId| cfa.place(l);
    Ok(match outcome.end {
        End::Exit(_) => ("the run ended normally".into(), status::SAFE),
        End::Error(l) => match cfa.error_at(l) {
            Some(e) if e.check == Check::Unsupported => {
                (format!("{}: not understood: {}", e.span.as_ref().map_or(place(l), |s| s.to_string()), e.message), status::UNKNOWN)
            }
            Some(e) => {
                (format!("{}: {} violated: {}", e.span.as_ref().map_or(place(l), |s| s.to_string()), e.check, e.message), status::UNSAFE)
            }
            None => ("the run failed".into(), status::UNSAFE),
        },
        End::Blocked(l) => (format!("{}: the run ended here: what is assumed does not hold", place(l)), status::UNKNOWN),
        End::NoInput(l) => {
            (format!("{}: the run ended here: {}", place(l), script.missing.unwrap_or_else(|| "no input".into())), status::UNKNOWN)
        }
        End::Unfinished(l) | End::TooBig(l) => {
            let why = watchdog.budget.stopped().map_or(String::new(), |s| format!(": {s}"));
            (format!("{}: the run did not end{why}", place(l)), status::UNKNOWN)
        }
    })
}
