//! The nets of the corpus: classical protocols with their verdict in the header, each with a twin that is one constant away and has the other one.

use base::exec::Request;
use base::random::Random;
use base::{Budget, Int};
use check::Solving;
use nets::{Answer, Automaton, Net, Procedures, backward, fgar, spec};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/nets");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn verdict(net: &Net, answer: &Answer) -> &'static str {
    let automaton = Automaton::new(net);
    let budget = Budget::seconds(20.0);
    match answer {
        Answer::Safe(formula) => {
            let proof = automaton.proof(formula, &automaton.errors);
            let result = check::proof(&automaton.cfa, &proof, &automaton.errors, &Solving::Without, &budget);
            assert!(result.is_ok(), "{result:?}");
            let mut random = Random::new(7);
            let mut inputs = |request: &Request| {
                Some(Int::from(match request {
                    Request::Choice { options, .. } => random.below(u64::from(*options)),
                    _ => random.below(4),
                }))
            };
            for _ in 0..20 {
                let violation = check::vacuous(&automaton.cfa, &proof, &mut [&mut inputs], 500);
                assert!(violation.is_none(), "{violation:?}");
            }
            "safe"
        }
        Answer::Unsafe(run) => {
            let trace = automaton.trace(net, run).expect("the run runs");
            assert_eq!(check::trace(&automaton.cfa, &trace, &budget), Ok(()));
            "unsafe(reach)"
        }
        Answer::Unknown(_) => "unknown",
    }
}

#[test]
fn every_protocol_gets_its_verdict() {
    let files = files();
    assert!(files.len() >= 28);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let net = spec::parse(&file.to_string_lossy(), &text).unwrap_or_else(|e| panic!("{e}"));
        let expected = header(&text, "verdict").unwrap();
        let budget = Budget::seconds(20.0);
        assert_eq!(verdict(&net, &nets::decide(&net, Procedures::ALL, &budget).answer), expected, "{}", file.display());
        // On their own the procedures may not know what upper bounds prevent.
        for answer in
            [fgar::decide(&net, true, &budget).0, fgar::decide(&net, false, &budget).0, backward::decide(&net, usize::MAX, &budget).0]
        {
            let found = verdict(&net, &answer);
            assert!(found == expected || (found == "unknown" && !net.is_monotone()), "{found} for {}", file.display());
        }
    }
}

#[test]
fn twins_differ_in_one_line_and_in_the_verdict() {
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let twin = std::fs::read_to_string(file.with_file_name(header(&text, "twin").unwrap())).unwrap();
        assert_ne!(header(&text, "verdict"), header(&twin, "verdict"));
        let body = |text: &str| text.lines().filter(|l| !l.starts_with('#')).map(String::from).collect::<Vec<_>>();
        let (a, b) = (body(&text), body(&twin));
        assert_eq!(a.len(), b.len());
        assert_eq!(a.iter().zip(&b).filter(|(x, y)| x != y).count(), 1, "{}", file.display());
    }
}
