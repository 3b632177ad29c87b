//! Traces are accepted only if every input is read, admitted and leads to the named error.

use base::text::parse_cfa;
use base::{Budget, Cfa, Int, LocId, Trace, Why};
use check::trace;

fn program() -> Cfa {
    parse_cfa(
        "cfa var x: i32 var n: u8 var a: i8[3] entry A error E reach \"deep\" error F reach \"element\"
         edge A -> B: input n u8  edge B -> H: input a i8
         edge H -> H1: assume x < n  edge H1 -> H: x := x + 1  edge H1 -> H: x := x + 2
         edge H -> C: assume x >= n  edge C -> E: assume x > n  edge C -> D: assume x == n
         edge D -> F: assume a[x] == -128  edge D -> X: assume a[x] != -128",
    )
    .unwrap()
}

fn run(cfa: &Cfa, inputs: &[i64], error: &str) -> Result<(), Why> {
    let inputs = inputs.iter().copied().map(Int::from).collect::<Vec<Int>>();
    trace(cfa, &Trace { inputs: inputs.into(), error: cfa.loc_named(error).unwrap() }, &Budget::unlimited())
}

#[test]
fn traces_are_executed() {
    let cfa = program();
    assert_eq!(run(&cfa, &[3, 1, 1], "E"), Ok(()));
    assert_eq!(run(&cfa, &[2, 1, -128], "F"), Ok(()));
    assert_eq!(run(&cfa, &[2, 0, 0, -128], "F"), Ok(()));
}

#[test]
fn mutated_traces_are_rejected() {
    let cfa = program();
    for (inputs, error) in [(vec![3, 1, 1], "E"), (vec![2, 1, -128], "F"), (vec![5, 0, 0, 1, 1], "E")] {
        assert_eq!(run(&cfa, &inputs, error), Ok(()), "{inputs:?}");
        let mut others = vec![[&inputs[..], &[0]].concat(), inputs[..inputs.len() - 1].to_vec(), inputs[1..].to_vec()];
        for i in 0..inputs.len() {
            for change in [-1, 1, 256, -300] {
                let mut other = inputs.clone();
                other[i] += change;
                others.push(other);
            }
        }
        for other in others {
            // One mutant of the last trace is a real one: it goes 0, 0, 1 and then 0.
            let verdict = run(&cfa, &other, error);
            let reached = expected(&other);
            assert_eq!(verdict.is_ok(), reached == Some(error), "{other:?}: {verdict:?}");
            if verdict.is_err() {
                assert!(matches!(verdict, Err(Why::Rejected { .. })), "{verdict:?}");
            }
        }
        let swapped = if error == "E" { "F" } else { "E" };
        assert!(matches!(run(&cfa, &inputs, swapped), Err(Why::Rejected { .. })));
    }
    let nowhere = Trace { inputs: vec![].into(), error: LocId(77) };
    assert!(matches!(trace(&cfa, &nowhere, &Budget::unlimited()), Err(Why::Rejected { .. })));
}

/// What the program does, written down a second time.
fn expected(inputs: &[i64]) -> Option<&'static str> {
    let mut inputs = inputs.iter().copied();
    let n = inputs.next().filter(|n| (0..256).contains(n))?;
    let mut x = 0;
    while x < n {
        x += inputs.next().filter(|c| (0..2).contains(c))? + 1;
    }
    let end = if x > n {
        "E"
    } else if inputs.next().filter(|a| (-128..128).contains(a))? == -128 {
        "F"
    } else {
        return None;
    };
    inputs.next().is_none().then_some(end)
}

#[test]
fn a_budget_that_ends_confirms_nothing() {
    let cfa = parse_cfa(
        "cfa var x: int entry A error E reach \"late\" edge A -> A: assume x < 1000000000000 edge A -> E: assume x >= 1000000000000",
    )
    .unwrap();
    let verdict = trace(&cfa, &Trace { inputs: vec![].into(), error: cfa.loc_named("E").unwrap() }, &Budget::seconds(0.2));
    assert!(matches!(verdict, Err(Why::Unconfirmed { .. })), "{verdict:?}");
}

#[test]
fn what_the_executor_samples_is_no_evidence() {
    let quantified = "cfa var a: i32[3] entry A error E reach \"no\" edge A -> E: assume forall ?k: int. a[?k] == 0";
    let changed = "cfa var a: i32[3] var x: int entry A error E reach \"no\"
                   edge A -> B: input a i32 edge B -> C: x := store(a, 1, 5)[0] edge C -> E: assume x != a[0]";
    for text in [quantified, changed] {
        let cfa = parse_cfa(text).unwrap();
        let verdict = run(&cfa, &[1, 2], "E");
        assert!(matches!(verdict, Err(Why::Unconfirmed { .. })), "{verdict:?}");
    }
}

#[test]
fn a_run_is_evidence_as_far_as_it_is_exact() {
    // A read of a changed input array lies behind one error and before the other; a location that one inexact statement leaves ends every run.
    let cfa = parse_cfa(
        "cfa var a: i32[3] var x: i32 entry A error E reach \"before\" error F reach \"behind\" error G reach \"beside\"
         edge A -> B: input a i32 edge B -> C: input x i32 edge C -> E: assume x > 7 edge C -> D: assume x <= 7
         edge D -> X: x := store(a, 1, 5)[0] edge D -> G: assume x == 3 edge X -> F: assume x != a[0]",
    )
    .unwrap();
    assert!(run(&cfa, &[8], "E").is_ok());
    for (inputs, error) in [(&[3][..], "G"), (&[3, 1], "G"), (&[1, 2, 3], "F"), (&[1], "F")] {
        let verdict = run(&cfa, inputs, error);
        assert!(matches!(verdict, Err(Why::Unconfirmed { .. })), "{verdict:?}");
    }
    assert!(matches!(run(&cfa, &[8], "F"), Err(Why::Rejected { .. })));
}

#[test]
fn what_was_not_read_of_an_array_that_is_copied_is_zero_in_both() {
    let cfa = parse_cfa(
        "cfa var a: i32[3] var b: i32[3] var x: i32 entry A error E reach \"differs\" error F reach \"read\" error G reach \"not read\"
         edge A -> B: input a i32 edge B -> C: x := a[1] edge C -> D: b := store(a, 2, 9)
         edge D -> E: assume a[0] != b[0] || a[1] != b[1] edge D -> X: assume a[0] == b[0] && a[1] == b[1]
         edge X -> F: assume b[1] == 7 && b[2] == 9 edge X -> G: assume b[1] == 8 && (a[0] != 0 || a[2] != 0)",
    )
    .unwrap();
    assert_eq!(run(&cfa, &[7], "F"), Ok(()));
    for (inputs, error) in [(&[7, 3][..], "F"), (&[7], "E"), (&[1, 2], "E"), (&[8, 3], "G"), (&[8], "G")] {
        let verdict = run(&cfa, inputs, error);
        assert!(matches!(verdict, Err(Why::Rejected { .. })), "{verdict:?}");
    }
}

#[test]
fn bounded_quantifiers_are_executed() {
    let text = "cfa var n: i32 var a: i32[9] entry A error E reach \"not sorted\"
         edge A -> B: input n i32  edge B -> C: input a i32  edge C -> D: assume 2 <= n && n <= 9
         edge D -> E: assume exists ?k: int. 1 <= ?k && ?k < n && a[?k - 1] > a[?k]
         edge D -> X: assume forall ?k: int. ?k < 1 || n <= ?k || a[?k - 1] <= a[?k]";
    let cfa = parse_cfa(text).unwrap();
    // The second element of a pair is read first: it stands deeper in the condition's reverse order.
    assert_eq!(run(&cfa, &[3, 5, 5, 4], "E"), Ok(()));
    assert_eq!(run(&cfa, &[3, 4, 5], "E"), Ok(()));
    for wrong in [&[3, 5, 4, 6][..], &[3, 4, 5, 4], &[1, 4, 5], &[3]] {
        let verdict = run(&cfa, wrong, "E");
        assert!(matches!(verdict, Err(Why::Rejected { .. })), "{wrong:?}: {verdict:?}");
    }
}
