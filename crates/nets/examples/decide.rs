//! Decides nets with each procedure and all together, and checks their evidence: `decide SECONDS FILE...` prints a table.

use base::Budget;
use check::Solving;
use nets::{Answer, Automaton, Net, Procedures, backward, fgar, spec};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(60.0);
    for file in arguments {
        let text = match std::fs::read(&file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(e) => {
                eprintln!("{file}: {e}");
                continue;
            }
        };
        let net = match spec::parse(&file, &text) {
            Ok(net) => net,
            Err(e) => {
                eprintln!("{e}");
                continue;
            }
        };
        for (name, acceleration) in [("fgar", true), ("fgar without acceleration", false)] {
            let start = Instant::now();
            let (answer, effort) = fgar::decide(&net, acceleration, &Budget::seconds(seconds));
            let took = start.elapsed().as_secs_f64();
            println!("{file}\t{name}\t{took:.3}\t{}\t{effort:?}", confirmed(&net, &answer, seconds));
        }
        let start = Instant::now();
        let decision = nets::decide(&net, Procedures::ALL, &Budget::seconds(seconds));
        let took = start.elapsed().as_secs_f64();
        println!("{file}\ttogether\t{took:.3}\t{}\tby {}", confirmed(&net, &decision.answer, seconds), decision.by);
        let start = Instant::now();
        let (answer, elements) = backward::decide(&net, usize::MAX, &Budget::seconds(seconds));
        let took = start.elapsed().as_secs_f64();
        println!("{file}\tbackward\t{took:.3}\t{}\t{elements} elements", confirmed(&net, &answer, seconds));
    }
}

/// The verdict and how `check` likes it.
fn confirmed(net: &Net, answer: &Answer, seconds: f64) -> String {
    let automaton = Automaton::new(net);
    let start = Instant::now();
    let budget = Budget::seconds(seconds);
    let (verdict, result) = match answer {
        Answer::Safe(formula) => {
            let proof =
                check::proof(&automaton.cfa, &automaton.proof(formula, &automaton.errors), &automaton.errors, &Solving::Without, &budget);
            ("safe".into(), proof.map(drop))
        }
        Answer::Unsafe(run) => {
            let trace = automaton.trace(net, run).ok_or(base::Why::Refused("the run does not run".into()));
            (format!("unsafe in {}", run.rules.len()), trace.and_then(|t| check::trace(&automaton.cfa, &t, &budget)))
        }
        Answer::Unknown(why) => return format!("unknown ({why})"),
    };
    let took = start.elapsed().as_secs_f64();
    match result {
        Ok(()) => format!("{verdict}, confirmed in {took:.3}"),
        Err(why) => format!("{verdict}, NOT CONFIRMED in {took:.3}: {why}"),
    }
}
