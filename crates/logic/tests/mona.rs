//! What the solver concludes about ways along links, against MONA, which decides it.
//!
//! MONA knows nothing of our laws: a heap of lists is a word, cut where lists end, and what is on a way is said by sets that are closed under steps, as in a textbook. One link
//! may be written, so that cycles and shared tails occur. Whatever the solver concludes must be valid there, and what is valid should be concluded most of the time.
//! Without MONA (a package of that name, or the file that `BEVEL_MONA` names) there is nothing to compare with and the test is ignored.

use base::random::Random;
use base::reach::between;
use base::{Budget, CmpOp, Expr, Formula, Sort, VarId};
use logic::{Answer, Solver, Symbols};
use std::process::Command;

const NEXT: VarId = VarId(0);
const NAMES: [&str; 4] = ["p", "q", "r", "s"];
const QUESTIONS: usize = 150;

/// Before or after `p->next = q`.
#[derive(Clone, Copy, Debug)]
enum Heap {
    Old,
    New,
}

#[derive(Clone, Copy, Debug)]
enum Atom {
    Same(usize, usize),
    Null(usize),
    Leads(Heap, usize, usize),
    Between(Heap, usize, usize, usize),
}

type Literal = (Atom, bool);

fn pointer(i: usize) -> Expr {
    VarId(i as u32 + 1).into()
}

fn map(heap: Heap) -> Expr {
    match heap {
        Heap::Old => NEXT.into(),
        Heap::New => Expr::store(Expr::Var(NEXT), pointer(0), pointer(1)),
    }
}

/// For the solver.
fn formula((atom, holds): Literal) -> Formula {
    let f = match atom {
        Atom::Same(a, b) => Formula::cmp(CmpOp::Eq, pointer(a), pointer(b)),
        Atom::Null(a) => Formula::cmp(CmpOp::Eq, pointer(a), 0),
        Atom::Leads(heap, a, b) => {
            Formula::and([Formula::cmp(CmpOp::Ne, pointer(a), 0), Formula::cmp(CmpOp::Eq, Expr::select(map(heap), pointer(a)), pointer(b))])
        }
        Atom::Between(heap, a, b, c) => between(map(heap), pointer(a), pointer(b), pointer(c)),
    };
    if holds { f } else { f.negate() }
}

/// For MONA.
fn text((atom, holds): Literal) -> String {
    let of = |i: usize| format!("n{0}, {0}", NAMES[i]);
    let number = |heap: Heap| heap as usize;
    let text = match atom {
        Atom::Same(a, b) => format!("same({}, {})", of(a), of(b)),
        Atom::Null(a) => format!("n{}", NAMES[a]),
        Atom::Leads(heap, a, b) => format!("leads{}({}, {})", number(heap), of(a), of(b)),
        Atom::Between(heap, a, b, c) => format!("between{}({}, {}, {})", number(heap), of(a), of(b), of(c)),
    };
    if holds { format!("({text})") } else { format!("~({text})") }
}

/// The heap, and what is meant by a way in it and in the one after the write.
fn theory() -> String {
    let mut text = String::from(
        "m2l-str;\nvar2 Ends;\nvar0 np, nq, nr, ns;\nvar1 p, q, r, s;\n\
         pred same(var0 nu, var1 u, var0 nv, var1 v) = (nu & nv) | (~nu & ~nv & u = v);\n\
         pred step0(var1 u, var1 v) = u < max($) & u notin Ends & v = u + 1;\n\
         pred end0(var1 u) = u in Ends | u = max($);\n\
         pred step1(var1 u, var1 v) = (u = p & ~nq & v = q) | (u ~= p & step0(u, v));\n\
         pred end1(var1 u) = (u = p & nq) | (u ~= p & end0(u));\n",
    );
    for i in [0, 1] {
        text += &format!(
            "pred leads{i}(var0 nu, var1 u, var0 nv, var1 v) = ~nu & ((nv & end{i}(u)) | (~nv & step{i}(u, v)));\n\
             pred way{i}(var1 u, var1 v) = all2 S: (u in S & (all1 a, b: (a in S & step{i}(a, b)) => b in S)) => v in S;\n\
             pred before{i}(var1 u, var1 v, var1 w) = all2 S: (u in S & (all1 a, b: (a in S & a ~= w & step{i}(a, b)) => b in S)) => v in S;\n\
             pred ends{i}(var1 u) = ex1 a: way{i}(u, a) & end{i}(a);\n\
             pred between{i}(var0 nu, var1 u, var0 nv, var1 v, var0 nw, var1 w) = (nu & nv & nw) | \
             (~nu & ~nv & ~nw & way{i}(u, w) & before{i}(u, v, w)) | (~nu & nw & ends{i}(u) & (nv | way{i}(u, v)));\n"
        );
    }
    text
}

fn random_literal(random: &mut Random) -> Literal {
    let mut one = || random.below(NAMES.len() as u64) as usize;
    let (a, b, c) = (one(), one(), one());
    let heap = if random.chance(2) { Heap::Old } else { Heap::New };
    let atom = match random.below(8) {
        0 => Atom::Same(a, b),
        1 => Atom::Null(a),
        2 | 3 => Atom::Leads(heap, a, b),
        4 | 5 => Atom::Between(heap, a, b, b),
        _ => Atom::Between(heap, a, b, c),
    };
    (atom, random.chance(2) || matches!(atom, Atom::Leads(..)))
}

/// That the old heap is one of lists, said of the objects at hand.
fn lists() -> Vec<Formula> {
    let next = |e: &Expr| Expr::select(NEXT, e.clone());
    let terms: Vec<Expr> = (0..NAMES.len()).map(pointer).flat_map(|p| [p.clone(), next(&p)]).collect();
    let is_object = |e: &Expr| Formula::cmp(CmpOp::Gt, e.clone(), 0);
    let mut found: Vec<Formula> = terms.iter().map(|t| Formula::implies(&is_object(t), between(NEXT, t.clone(), 0, 0))).collect();
    found.extend((0..NAMES.len()).map(|i| Formula::cmp(CmpOp::Ge, pointer(i), 0)));
    for (n, a) in terms.iter().enumerate() {
        for b in &terms[..n] {
            let both = Formula::and([is_object(a), is_object(b), Formula::cmp(CmpOp::Ne, a.clone(), b.clone()), is_object(&next(a))]);
            found.push(Formula::implies(&both, Formula::cmp(CmpOp::Ne, next(a), next(b))));
        }
    }
    found
}

fn mona() -> Result<String, &'static str> {
    let mona = std::env::var("BEVEL_MONA").unwrap_or_else(|_| "mona".into());
    Command::new(&mona).arg("-h").output().map_or(Err("MONA"), |_| Ok(mona))
}

fn main() {
    trials::run([trials::with![mona().and_then(|mona| Ok((mona, Solver::find().or(Err("z3"))?))), what_is_concluded_is_valid]]);
}

fn what_is_concluded_is_valid((mona, solver): &(String, Solver)) {
    let mut session = solver.session();
    let mut symbols = Symbols::default();
    symbols.add("next", Sort::array());
    for name in NAMES {
        symbols.add(name, Sort::Int);
    }
    let file = std::env::temp_dir().join(format!("bevel-{}.mona", std::process::id()));
    let mut random = Random::new(3);
    let (mut valid, mut concluded) = (0, 0);
    for _ in 0..QUESTIONS {
        let premises: Vec<Literal> = (0..2 + random.below(3)).map(|_| random_literal(&mut random)).collect();
        let conclusion = random_literal(&mut random);
        // The write is to an object.
        let given: Vec<String> = premises.iter().map(|l| text(*l)).chain(["~np".to_owned()]).collect();
        let question = format!("{}({}) => {};\n", theory(), given.join(" & "), text(conclusion));
        std::fs::write(&file, &question).expect("a file for MONA");
        let output = Command::new(mona).arg("-q").arg(&file).output().expect("MONA runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let known = ["Formula is valid", "counter-example", "unsatisfiable"].iter().any(|words| said.contains(words));
        assert!(known, "MONA says {said}{} to\n{question}", String::from_utf8_lossy(&output.stderr));
        let is_valid = said.contains("Formula is valid");
        let mut asked = lists();
        asked.push(Formula::cmp(CmpOp::Gt, pointer(0), 0));
        asked.extend(premises.iter().map(|l| formula(*l)));
        asked.push(formula(conclusion).negate());
        let is_concluded = session.check_sat(&symbols, &asked, &Budget::seconds(5.0)) == Answer::Unsat;
        assert!(is_valid || !is_concluded, "{premises:?} do not imply {conclusion:?}: {said}");
        valid += usize::from(is_valid);
        concluded += usize::from(is_concluded);
    }
    drop(std::fs::remove_file(&file));
    println!("{valid} of {QUESTIONS} are valid, {concluded} of these were concluded");
    assert!(valid > 20 && concluded * 10 >= valid * 9, "{valid} are valid, {concluded} were concluded");
}
