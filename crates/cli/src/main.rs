//! The command line of Bevel: options, files, progress, reports, witnesses, exit statuses.
//!
//! A question goes one way: [`options`] → [`input`] → [`case`] (loaded program, desk) → [`assemble`] (the engines) →
//! [`outcome`] → [`report`], [`json`], [`witness`], [`harness`], [`picture`]. Only this room reads the command line, writes reports or
//! makes deadlines ([`limits`], [`memory`]).

mod agreed;
mod allocators;
mod arguments;
mod belongs;
mod case;
mod cexpr;
mod clauses;
mod contract;
mod cterm;
mod dump;
mod firing;
mod given;
mod harness;
mod heap;
mod input;
mod json;
mod limits;
mod memory;
mod options;
mod outcome;
mod picture;
mod probe;
mod property;
mod recheck;
mod replay;
mod report;
mod rounds;
mod run;
mod stack;
mod status;
mod verify;
mod watch;
mod witness;

use clap::Parser;
use options::{Command, CommandLine};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Programs may be nested deeply. The memory is only reserved, not used.
const STACK: usize = 512 << 20;

fn main() {
    let started = Instant::now();
    let line = CommandLine::parse();
    std::panic::set_hook(Box::new(|panic| case::complain(&format!("internal error, please report it with the program: {panic}"))));
    let json = match &line.command {
        Command::Verify(args) => args.output.json,
        Command::Check(args) => args.output.json,
        Command::Run(_) | Command::Dump(_) => false,
    };
    let answers = matches!(line.command, Command::Verify(_) | Command::Check(_));
    let work = move || catch_unwind(AssertUnwindSafe(|| execute(line.command, started)));
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let status = match worker.map(|w| w.join()) {
        Ok(Ok(Ok(status))) => status,
        Err(error) => internal_error(&format!("no thread could be started: {error}"), answers, json),
        _ => internal_error("an internal error, described on standard error", answers, json),
    };
    limits::leave(status);
}

fn execute(command: Command, started: Instant) -> i32 {
    match command {
        Command::Verify(args) => verify::verify(args, started),
        Command::Run(args) => run::run(&args, started),
        Command::Dump(args) => dump::dump(&args),
        Command::Check(args) => recheck::recheck(args, started),
    }
}

fn internal_error(message: &str, answers: bool, json: bool) -> i32 {
    if json {
        case::say(&format!("{}\n", json::Report::failed(message, status::INTERNAL).text()));
    } else if answers {
        case::say("unknown\n");
    }
    status::INTERNAL
}
