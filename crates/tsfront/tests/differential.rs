//! Random small systems over bounded integers: the least model by brute force against the automaton, explored state by
//! state, and against the model that comes back through the simplifications. Transition systems with quantifiers are compared with the same
//! systems in which the instances are written out.

use base::exec::eval::{self, State, Value};
use base::random::Random;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Int, LocId, SortedMap, SortedSet, Stmt, VarId};
use std::collections::BTreeMap;
use std::fmt::Write;
use tsfront::derivation::Taken;
use tsfront::system::{Clause, System};
use tsfront::term::{Node, Sort, Term, Terms, Var};
use tsfront::{Automaton, Derivation, Model, fill, simplify, to_cfa};

const LOW: i64 = -2;
const HIGH: i64 = 2;

type Tuples = Vec<SortedSet<Vec<i64>>>;
type Values = SortedMap<Var, i64>;

fn value(terms: &Terms, t: Term, at: &Values) -> i64 {
    match terms.node(t) {
        Node::Var(v) => at[v],
        Node::Linear(form) => {
            let small = |i: &Int| i64::try_from(i).unwrap();
            form.terms.iter().map(|(t, c)| small(c) * value(terms, *t, at)).sum::<i64>() + small(&form.constant)
        }
        Node::Mul(a, b) => value(terms, *a, at) * value(terms, *b, at),
        Node::Div(a, d) => value(terms, *a, at).div_euclid(i64::try_from(d).unwrap()),
        Node::Mod(a, d) => value(terms, *a, at).rem_euclid(i64::try_from(d).unwrap()),
        Node::Ite(c, a, b) => value(terms, if holds(terms, *c, at) { *a } else { *b }, at),
        _ => i64::from(holds(terms, t, at)),
    }
}

fn holds(terms: &Terms, t: Term, at: &Values) -> bool {
    match terms.node(t) {
        Node::True => true,
        Node::False => false,
        Node::Not(a) => !holds(terms, *a, at),
        Node::And(parts) => parts.iter().all(|p| holds(terms, *p, at)),
        Node::Or(parts) => parts.iter().any(|p| holds(terms, *p, at)),
        Node::Zero(a) => value(terms, *a, at) == 0,
        Node::NonNegative(a) => value(terms, *a, at) >= 0,
        Node::Iff(a, b) => holds(terms, *a, at) == holds(terms, *b, at),
        _ => value(terms, t, at) != 0,
    }
}

/// All values of a clause's variables that satisfy its constraint.
fn solutions(system: &System, clause: &Clause) -> Vec<Values> {
    let mut all = vec![Values::new()];
    for v in clause.vars(&system.terms).vars {
        let range = if system.terms.var_sort(v) == Sort::Bool { 0..=1 } else { LOW..=HIGH };
        let extended = |at: Values| {
            range.clone().map(move |value| {
                let mut at = at.clone();
                at.insert(v, value);
                at
            })
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all.retain(|at| holds(&system.terms, clause.constraint, at));
    all
}

/// The least model, and whether a query's body holds in it.
fn least_model(system: &System) -> (Tuples, bool) {
    let solved: Vec<Vec<Values>> = system.clauses.iter().map(|c| solutions(system, c)).collect();
    let mut model: Tuples = vec![SortedSet::new(); system.relations.len()];
    loop {
        let (mut changed, mut violated) = (false, false);
        for (clause, solved) in system.clauses.iter().zip(&solved) {
            for at in solved {
                let tuple = |args: &[Term]| args.iter().map(|t| value(&system.terms, *t, at)).collect::<Vec<_>>();
                if clause.body.iter().all(|a| model[a.rel.index()].contains(&tuple(&a.args))) {
                    match &clause.head {
                        None => violated = true,
                        Some(head) => changed |= model[head.rel.index()].insert(tuple(&head.args)),
                    }
                }
            }
        }
        if !changed {
            return (model, violated);
        }
    }
}

type Reached = (LocId, Vec<i64>);

/// Every state of the automaton that a run reaches, with the step that came there first.
fn explore(cfa: &Cfa) -> BTreeMap<Reached, Option<(Reached, EdgeId)>> {
    let numbers = |s: &State| (0..cfa.vars.len() as u32).map(|v| i64::try_from(s.int(VarId(v))).unwrap()).collect::<Vec<_>>();
    let mut seen = BTreeMap::new();
    let mut open = vec![(cfa.entry, State::initial(cfa), None)];
    while let Some((loc, state, by)) = open.pop() {
        let here = (loc, numbers(&state));
        if seen.contains_key(&here) {
            continue;
        }
        seen.insert(here.clone(), by);
        assert!(seen.len() < 200_000, "the automaton has more states than the system can have");
        for e in cfa.out(loc) {
            let edge = cfa.edge(*e);
            let mut go = |next: State| open.push((edge.to, next, Some((here.clone(), *e))));
            match &edge.stmt {
                Stmt::Skip | Stmt::Print { .. } => go(state.clone()),
                Stmt::Assume(f) => {
                    if eval::holds(f, &state).unwrap() {
                        go(state.clone());
                    }
                }
                Stmt::Assign(v, e) => {
                    let mut next = state.clone();
                    next.set(*v, eval::int(e, &state).unwrap());
                    go(next);
                }
                Stmt::Input { var, ty, .. } => {
                    for value in if ty.is_some() { 0..=1 } else { LOW..=HIGH } {
                        let mut next = state.clone();
                        next.set(*var, Int::from(value));
                        go(next);
                    }
                }
            }
        }
    }
    seen
}

/// The clauses that lead to a state, with the facts that they yield.
fn run_to(automaton: &Automaton, seen: &BTreeMap<Reached, Option<(Reached, EdgeId)>>, end: &Reached) -> Vec<Taken> {
    let (mut run, mut at) = (Vec::new(), end.clone());
    while let Some((before, edge)) = &seen[&at] {
        let state = State { values: at.1.iter().map(|v| Value::Int(Int::from(*v))).collect() };
        run.extend(automaton.taken(*edge, &state));
        at = before.clone();
    }
    run.reverse();
    run
}

struct Gen {
    random: Random,
    ints: Vec<String>,
    bools: Vec<String>,
}

impl Gen {
    fn term(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 => format!("{}", self.random.below(3)),
            1 | 2 => self.ints.get(self.random.below(1 + self.ints.len() as u64) as usize).cloned().unwrap_or("1".into()),
            3 | 4 => format!("(+ {} {})", self.term(depth - 1), self.term(depth - 1)),
            5 => format!("(- {} {})", self.term(depth - 1), self.term(depth - 1)),
            6 => format!("(ite {} {} {})", self.formula(depth - 1), self.term(depth - 1), self.term(depth - 1)),
            7 => format!("({} {} {})", self.random.pick(&["div", "mod"]), self.term(depth - 1), self.random.pick(&["2", "3", "(- 2)"])),
            _ => format!("(* {} {})", self.random.pick(&["2", "(- 1)"]), self.term(depth - 1)),
        }
    }

    fn formula(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 4 } else { 10 }) {
            0 | 1 => {
                let op = *self.random.pick(&["=", "<", "<=", ">", ">=", "distinct"]);
                let below = depth.saturating_sub(1);
                format!("({op} {} {})", self.term(below), self.term(below))
            }
            2 | 3 => match self.bools.len() as u64 {
                0 => "true".into(),
                n => self.bools[self.random.below(n) as usize].clone(),
            },
            4 => format!("(not {})", self.formula(depth - 1)),
            5 | 6 => format!("(and {} {})", self.formula(depth - 1), self.formula(depth - 1)),
            7 => format!("(or {} {} {})", self.formula(depth - 1), self.formula(depth - 1), self.formula(depth - 1)),
            8 => format!("(= {} {})", self.formula(depth - 1), self.formula(depth - 1)),
            _ => format!("(let ((l {})) (=> l {}))", self.formula(depth - 1), self.formula(depth - 1)),
        }
    }

    /// Old values and new ones, equations between them more often than not.
    fn clause(&mut self, relations: &[Vec<bool>], from: Option<usize>, to: Option<usize>) -> String {
        (self.ints, self.bools) = (Vec::new(), Vec::new());
        let mut declared = String::new();
        let mut args = |r: Option<usize>, prefix: &str, own: &mut Gen| {
            let mut names = Vec::new();
            for (i, is_bool) in r.iter().flat_map(|r| relations[*r].iter().enumerate()) {
                let name = format!("{prefix}{i}");
                write!(declared, "({name} {})", if *is_bool { "Bool" } else { "Int" }).unwrap();
                if *is_bool {
                    own.bools.push(name.clone())
                } else {
                    own.ints.push(name.clone())
                }
                names.push(name);
            }
            names
        };
        let old = args(from, "x", self);
        let (known_ints, known_bools) = (self.ints.clone(), self.bools.clone());
        let mut new = args(to, "y", self);
        let (all_ints, all_bools) = (self.ints.clone(), self.bools.clone());
        let mut body = vec!["true".to_string()];
        body.extend(all_ints.iter().map(|v| format!("(<= (- {}) {v} {HIGH})", -LOW)));
        (self.ints, self.bools) = (known_ints, known_bools);
        for (i, name) in new.iter_mut().enumerate() {
            let is_bool = to.is_some_and(|r| relations[r][i]);
            match self.random.below(8) {
                0 => {}
                1 => body.push(if is_bool { name.clone() } else { format!("(= {name} 1)") }),
                2 if !is_bool && !self.ints.is_empty() => {
                    let twin = self.random.pick(&self.ints.clone()).clone();
                    body.push(format!("(= {name} {twin})"));
                }
                _ if is_bool => body.push(format!("(= {name} {})", self.formula(1))),
                _ => body.push(format!("(= {name} {})", self.term(2))),
            }
        }
        (self.ints, self.bools) = (all_ints, all_bools);
        if self.random.chance(2) {
            body.push(self.formula(3));
        }
        if let Some(r) = from {
            let mut old = old;
            // Now and then an argument that is not a variable, or one twice.
            if self.random.chance(6) && !old.is_empty() {
                let i = self.random.below(old.len() as u64) as usize;
                old[i] = if relations[r][i] { self.formula(1) } else { format!("(+ {} 1)", self.ints[0]) };
            }
            body.push(if old.is_empty() { format!("r{r}") } else { format!("(r{r} {})", old.join(" ")) });
        }
        let head = match to {
            None => "false".into(),
            Some(r) if new.is_empty() => format!("r{r}"),
            Some(r) => format!("(r{r} {})", new.join(" ")),
        };
        let body = format!("(and {})", body.join(" "));
        let clause = match self.random.below(3) {
            0 => format!("(=> {body} {head})"),
            1 => format!("(or (not {body}) {head})"),
            _ => format!("(not (and {body} (not {head})))"),
        };
        if declared.is_empty() { format!("(assert {clause})\n") } else { format!("(assert (forall ({declared}) {clause}))\n") }
    }

    fn system(&mut self) -> String {
        let count = 1 + self.random.below(3) as usize;
        let mut relations = Vec::new();
        let mut text = String::from("(set-logic HORN)\n");
        for r in 0..count {
            let sorts: Vec<bool> = (0..self.random.below(4)).map(|_| self.random.chance(2)).collect();
            let names: Vec<&str> = sorts.iter().map(|b| if *b { "Bool" } else { "Int" }).collect();
            writeln!(text, "(declare-fun r{r} ({}) Bool)", names.join(" ")).unwrap();
            relations.push(sorts);
        }
        let any = |g: &mut Gen| Some(g.random.below(count as u64) as usize);
        text += &self.clause(&relations, None, Some(0));
        for _ in 0..2 + self.random.below(3) {
            let (from, to) = (any(self), any(self));
            text += &self.clause(&relations, from, to);
        }
        let last = any(self);
        text += &self.clause(&relations, last, None);
        text
    }
}

fn point(tuple: &[i64]) -> Formula {
    Formula::and(tuple.iter().enumerate().map(|(i, v)| Formula::cmp(CmpOp::Eq, Expr::Var(VarId(i as u32)), *v)))
}

fn contains(set: &Formula, tuple: &[i64]) -> bool {
    let mut cfa = Cfa::default();
    for _ in tuple {
        cfa.add_var(base::VarDecl::int("x", None));
    }
    let mut state = State::initial(&cfa);
    tuple.iter().enumerate().for_each(|(i, v)| state.set(VarId(i as u32), Int::from(*v)));
    eval::holds(set, &state).unwrap()
}

/// Whether every clause holds.
fn is_model(system: &System, model: &Model) -> bool {
    system.clauses.iter().all(|clause| {
        solutions(system, clause).iter().all(|at| {
            let tuple = |args: &[Term]| args.iter().map(|t| value(&system.terms, *t, at)).collect::<Vec<_>>();
            let body = clause.body.iter().all(|a| contains(&model.sets[a.rel.index()], &tuple(&a.args)));
            !body || clause.head.as_ref().is_some_and(|h| contains(&model.sets[h.rel.index()], &tuple(&h.args)))
        })
    })
}

/// Whether some set can be left out, since the clauses make it of the others; if so, they make it a model.
fn completes(system: &System, sets: Vec<Option<Formula>>) -> bool {
    let mut some = false;
    for left_out in 0..sets.len() {
        let mut partial = sets.clone();
        partial[left_out] = None;
        let Some(model) = fill::complete(system, partial) else { continue };
        let quantified = format!("{:?}", model.sets).contains("Quant");
        assert!(quantified || is_model(system, &model), "{:?} without {left_out}", model.sets);
        some |= !quantified;
    }
    some
}

#[test]
fn the_automaton_has_the_least_model_and_simplifications_keep_it() {
    let (mut safe, mut violated, mut completed) = (0, 0, 0);
    for seed in 0..400 {
        let mut generator = Gen { random: Random::new(seed), ints: Vec::new(), bools: Vec::new() };
        let text = generator.system();
        let system = tsfront::horn::read("random.smt2", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let (model, bad) = least_model(&system);
        if bad {
            violated += 1
        } else {
            safe += 1
        }

        let plain = to_cfa(&system).unwrap();
        let mut found: Tuples = vec![SortedSet::new(); system.relations.len()];
        let mut failed = false;
        for (loc, values) in explore(&plain.cfa).into_keys() {
            failed |= plain.cfa.error_at(loc).is_some();
            for (r, spot) in plain.spots.iter().enumerate().filter(|(_, s)| s.loc == loc) {
                let args: Vec<VarId> = spot.args.iter().map(|(v, _)| *v).collect();
                found[r].insert(args.iter().map(|v| values[v.index()]).collect());
                let others = values.iter().enumerate().filter(|(i, _)| !args.contains(&VarId(*i as u32)));
                assert!(others.into_iter().all(|(_, v)| *v == 0), "seed {seed}: a variable that is no argument is not 0\n{text}");
            }
        }
        assert_eq!(found, model, "seed {seed}\n{text}");
        assert_eq!(failed, bad, "seed {seed}\n{text}");

        let simple = simplify(system.clone());
        let automaton = to_cfa(&simple.system).unwrap();
        let states = explore(&automaton.cfa);
        let end = states.keys().find(|(loc, _)| automaton.cfa.error_at(*loc).is_some());
        let failed = end.is_some();
        assert_eq!(failed, bad, "seed {seed}: the simplified system\n{text}\n{}", base::text::print_cfa(&automaton.cfa));
        if let Some(end) = end {
            let run = run_to(&automaton, &states, end);
            let derivation = Derivation::of_run(&system, &simple, &run, &Budget::unlimited())
                .unwrap_or_else(|| panic!("seed {seed}: no derivation\n{text}"));
            assert!(derivation.holds(&system), "seed {seed}: {derivation:?}\n{text}");
            let mut broken = derivation.clone();
            broken.steps.pop();
            assert!(!broken.holds(&system), "seed {seed}: a derivation of nothing\n{text}");
        }
        let mut invariants: SortedMap<LocId, Formula> = automaton.spots.iter().map(|s| (s.loc, Formula::False)).collect();
        for (loc, values) in states.into_keys() {
            if let Some(set) = invariants.get_mut(&loc) {
                *set = Formula::or([set.clone(), point(&values)]);
            }
        }
        completed += usize::from(!bad && completes(&system, model.iter().map(|t| Some(Formula::or(t.iter().map(|t| point(t))))).collect()));
        let model_back =
            simple.original_model(&Model { sets: automaton.sets(&invariants).into_iter().map(Option::unwrap).collect() }).unwrap();
        for (set, tuples) in model_back.sets.iter().zip(&model) {
            assert!(tuples.iter().all(|t| contains(set, t)), "seed {seed}: the model that comes back is too small\n{text}");
        }
        assert_eq!(is_model(&system, &model_back), !bad, "seed {seed}: the model that comes back\n{text}");
    }
    assert!(completed > 20, "only {completed} models were completed");
    assert!(safe > 50 && violated > 50, "the systems are too much alike: {safe} safe, {violated} not");
}

impl Gen {
    /// A transition system over x0, x1 and b with two functions that quantify, once as quantifiers and once as their instances.
    fn quantified(&mut self) -> [String; 2] {
        let mut texts = ["", ""].map(|_| String::new());
        let mut both = |text: String| texts.iter_mut().for_each(|t| *t += &text);
        let state = [("x0", "y0", "Int"), ("x1", "y1", "Int"), ("b", "c", "Bool")];
        for (now, next, sort) in state {
            both(format!(
                "(declare-fun {now} () {sort}) (declare-fun {next} () {sort}) (define-fun .{now} () {sort} (! {now} :next {next}))\n"
            ));
        }
        (self.ints, self.bools) = (["q", "q", "a", "x0", "x1"].map(String::from).to_vec(), vec!["b".into()]);
        for (name, quantifier) in [("all", "forall"), ("some", "exists")] {
            let (join, guarded, relation) = if quantifier == "forall" { ("and", "=>", "distinct") } else { ("or", "and", "=") };
            // Most bodies need a value of their own for each use, and have a condition on it.
            let body = format!("({relation} (+ q {}) (ite {} a {}))", self.random.below(2), self.formula(1), self.term(1));
            let instances: Vec<String> = (LOW..=HIGH).map(|q| format!("(let ((q (- {} {}))) {body})", q - LOW, -LOW)).collect();
            let bodies = [
                format!("({quantifier} ((q Int)) ({guarded} (<= (- {}) q {HIGH}) {body}))", -LOW),
                format!("({join} {})", instances.join(" ")),
            ];
            for (text, body) in texts.iter_mut().zip(bodies) {
                writeln!(text, "(define-fun {name} ((a Int)) Bool {body})").unwrap();
            }
        }
        let mut both = |text: String| texts.iter_mut().for_each(|t| *t += &text);
        let range = |names: &[&str]| names.iter().map(|v| format!("(<= (- {}) {v} {HIGH}) ", -LOW)).collect::<String>();
        self.ints = ["x0", "x1"].map(String::from).to_vec();
        self.bools = ["b", "(all x0)", "(some x1)", "(all (+ x1 1))", "(some (- x0))"].map(String::from).to_vec();
        both(format!("(define-fun .init () Bool (! (and {}{}) :init true))\n", range(&["x0", "x1"]), self.formula(2)));
        let values = format!("(= y0 {}) (= c {})", self.term(2), self.formula(2));
        let bound = if self.random.chance(2) { format!("(= y1 {})", self.term(1)) } else { "(all y1)".into() };
        both(format!("(define-fun .trans () Bool (! (and {}{values} {bound} {}) :trans true))\n", range(&["y0", "y1"]), self.formula(3)));
        let uses = ["(and (some x0) (some x1))", "(not (or (all x0) (all (+ x1 1))))", "(and (some x0) (not (all x1)))"];
        let property = format!("(or {} (not {}))", self.formula(2), self.random.pick(&uses));
        both(format!("(define-fun .property () Bool (! {property} :invar-property 0))\n"));
        texts
    }
}

#[test]
fn quantifiers_mean_their_instances() {
    let (mut safe, mut violated, mut kept) = (0, 0, 0);
    for seed in 0..24 {
        let mut generator = Gen { random: Random::new(seed), ints: Vec::new(), bools: Vec::new() };
        let texts = generator.quantified();
        let [quantified, written_out] =
            texts.each_ref().map(|text| tsfront::vmt::read("f.vmt", text).unwrap_or_else(|e| panic!("{e}\n{text}")));
        let (model, bad) = least_model(&written_out);
        if bad {
            violated += 1
        } else {
            safe += 1
        }
        let simple = simplify(quantified.clone());
        for system in [&quantified, &simple.system] {
            let Ok(automaton) = to_cfa(system) else { panic!("seed {seed}\n{}", texts[0]) };
            kept += usize::from(base::text::print_cfa(&automaton.cfa).contains("forall"));
            let states = explore(&automaton.cfa);
            let failed = states.keys().any(|(loc, _)| automaton.cfa.error_at(*loc).is_some());
            assert_eq!(failed, bad, "seed {seed}\n{}\n{}", texts[0], base::text::print_cfa(&automaton.cfa));
            if std::ptr::eq(system, &quantified) {
                let spot = &automaton.spots[0];
                let tuple = |values: &Vec<i64>| spot.args.iter().map(|(v, _)| values[v.index()]).collect::<Vec<_>>();
                let found: SortedSet<Vec<i64>> = states.keys().filter(|(loc, _)| *loc == spot.loc).map(|(_, v)| tuple(v)).collect();
                assert_eq!(found, model[0], "seed {seed}\n{}", texts[0]);
            }
        }
    }
    assert!(safe > 2 && violated > 5 && kept > 10, "the systems are too much alike: {safe} safe, {violated} not, {kept} with quantifiers");
}
