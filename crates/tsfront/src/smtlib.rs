//! Models and clauses in SMT-LIB, for people and for solvers.
//!
//! A clause is printed as it was read, over its own sorts, with `let` for what it shares; a model is one `define-fun` per
//! relation. A model is right iff for every clause the negation, under these definitions, is unsatisfiable.

use crate::model::Model;
use crate::system::{Clause, System};
use crate::term::{Linear, Node, Sort, Term, Terms, Var, children};
use base::{BinOp, CmpOp, Expr, Formula, Int, Quantifier, SortedSet};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A name as a symbol, quoted where that is needed.
pub fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let simple = !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple { name.into() } else { format!("|{name}|") }
}

/// The sort that a value is stored in.
fn stored(sort: Sort) -> Sort {
    if sort == Sort::Real { Sort::Int } else { sort }
}

pub fn integer(i: &Int) -> String {
    if *i < Int::ZERO { format!("(- {})", -i) } else { i.to_string() }
}

/// One definition per relation, in their order; none if a set says something that SMT-LIB has no words for.
pub fn definitions(system: &System, model: &Model) -> Option<Vec<String>> {
    let define = |(relation, set): (&crate::system::Relation, &Formula)| {
        let params: Vec<(String, Sort)> = relation.args.iter().enumerate().map(|(i, a)| (format!("x!{i}"), a.sort)).collect();
        let body = formula(set, &params)?;
        let list: Vec<String> = params.iter().map(|(name, sort)| format!("({name} {})", stored(*sort))).collect();
        Some(format!("(define-fun {} ({}) Bool {body})", symbol(&relation.name), list.join(" ")))
    };
    system.relations.iter().zip(&model.sets).map(define).collect()
}

/// A formula in which `VarId(i)` is the i-th of `names`.
pub fn formula(f: &Formula, names: &[(String, Sort)]) -> Option<String> {
    let mut out = String::new();
    Words { names }.formula(f, &mut out)?;
    Some(out)
}

struct Words<'a> {
    names: &'a [(String, Sort)],
}

impl Words<'_> {
    fn formula(&self, f: &Formula, out: &mut String) -> Option<()> {
        match f {
            Formula::True => out.push_str("true"),
            Formula::False => out.push_str("false"),
            Formula::Cmp(op, a, b) => self.compare(*op, a, b, out)?,
            Formula::Not(inner) => {
                out.push_str("(not ");
                self.formula(inner, out)?;
                out.push(')');
            }
            Formula::And(parts) | Formula::Or(parts) => {
                // What several simplifications say stands once.
                let mut seen = HashSet::new();
                let parts: Vec<&Formula> = parts.iter().filter(|p| seen.insert(*p)).collect();
                if let [only] = parts.as_slice() {
                    return self.formula(only, out);
                }
                out.push_str(if matches!(f, Formula::And(_)) { "(and" } else { "(or" });
                for part in parts {
                    out.push(' ');
                    self.formula(part, out)?;
                }
                out.push(')');
            }
            Formula::Quant(q, vars, body) => {
                out.push_str(if *q == Quantifier::Exists { "(exists (" } else { "(forall (" });
                for (name, sort) in vars {
                    let sort = if matches!(sort, base::Sort::Map(..)) { Sort::Array } else { Sort::Int };
                    let _ = write!(out, "({} {sort})", symbol(name));
                }
                out.push_str(") ");
                self.formula(body, out)?;
                out.push(')');
            }
            Formula::Rel(..) => return None,
        }
        Some(())
    }

    fn bit(&self, e: &Expr) -> Option<&str> {
        let Expr::Var(v) = e else { return None };
        self.names.get(v.index()).filter(|(_, sort)| *sort == Sort::Bool).map(|(name, _)| name.as_str())
    }

    fn compare(&self, op: CmpOp, a: &Expr, b: &Expr, out: &mut String) -> Option<()> {
        if let (CmpOp::Eq | CmpOp::Ne, Some(bit), Some(value)) = (op, self.bit(a), b.as_const())
            && (*value == Int::ZERO || *value == Int::ONE)
        {
            if (*value == Int::ONE) == (op == CmpOp::Eq) {
                out.push_str(bit);
            } else {
                let _ = write!(out, "(not {bit})");
            }
            return Some(());
        }
        out.push_str(match op {
            CmpOp::Eq => "(= ",
            CmpOp::Ne => "(not (= ",
            CmpOp::Lt => "(< ",
            CmpOp::Le => "(<= ",
            CmpOp::Gt => "(> ",
            CmpOp::Ge => "(>= ",
        });
        self.list(&[a, b], out)?;
        out.push_str(if op == CmpOp::Ne { "))" } else { ")" });
        Some(())
    }

    fn list(&self, items: &[&Expr], out: &mut String) -> Option<()> {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            self.value(item, out)?;
        }
        Some(())
    }

    fn value(&self, e: &Expr, out: &mut String) -> Option<()> {
        if let Some(bit) = self.bit(e) {
            let _ = write!(out, "(ite {bit} 1 0)");
            return Some(());
        }
        let (head, items): (&str, Vec<&Expr>) = match e {
            Expr::Const(c) => {
                out.push_str(&integer(c));
                return Some(());
            }
            Expr::Var(v) => {
                out.push_str(&self.names.get(v.index())?.0);
                return Some(());
            }
            Expr::Bound(name) => {
                out.push_str(&symbol(name));
                return Some(());
            }
            Expr::Ite(c, a, b) => {
                out.push_str("(ite ");
                self.formula(c, out)?;
                out.push(' ');
                self.list(&[a, b], out)?;
                out.push(')');
                return Some(());
            }
            Expr::Bin(op @ (BinOp::Div | BinOp::Rem), a, d) => {
                d.as_const().filter(|d| **d != Int::ZERO)?;
                // Rounded to zero: on a negative dividend, what the opposite gives, negated.
                let name = if *op == BinOp::Div { "div" } else { "mod" };
                let (mut value, mut divisor) = (String::new(), String::new());
                self.value(a, &mut value)?;
                self.value(d, &mut divisor)?;
                let _ = write!(out, "(ite (>= {value} 0) ({name} {value} {divisor}) (- ({name} (- {value}) {divisor})))");
                return Some(());
            }
            Expr::Neg(a) => ("-", vec![a]),
            Expr::Bin(BinOp::Add, a, b) => ("+", vec![a, b]),
            Expr::Bin(BinOp::Sub, a, b) => ("-", vec![a, b]),
            Expr::Bin(BinOp::Mul, a, b) => ("*", vec![a, b]),
            Expr::Select(m, i) => ("select", vec![m, i]),
            Expr::Store(m, i, v) => ("store", vec![m, i, v]),
            _ => return None,
        };
        let _ = write!(out, "({head} ");
        self.list(&items, out)?;
        out.push(')');
        Some(())
    }
}

/// The negation of a clause: declarations of its variables, and assertions.
pub fn negation(system: &System, clause: &Clause) -> (String, String) {
    let terms = &system.terms;
    let mut declarations = String::new();
    for v in clause.vars(terms).vars {
        let _ = writeln!(declarations, "(declare-fun {} () {})", name(v), stored(terms.var_sort(v)));
    }
    let relation = |a: &crate::system::Atom| (symbol(&system.relation(a.rel).name), a.args.clone());
    let mut assertions = String::new();
    let mut assert = |text: String| {
        let _ = writeln!(assertions, "(assert {text})");
    };
    assert(shared(terms, &[clause.constraint], &|of| of[0].clone()));
    let call = |name: &str, of: &[String]| if of.is_empty() { name.to_owned() } else { format!("({name} {})", of.join(" ")) };
    for atom in &clause.body {
        let (name, args) = relation(atom);
        assert(shared(terms, &args, &|of| call(&name, of)));
    }
    if let Some(head) = &clause.head {
        let (name, args) = relation(head);
        assert(shared(terms, &args, &|of| format!("(not {})", call(&name, of))));
    }
    (declarations, assertions)
}

/// The symbol of a clause's variable.
fn name(v: Var) -> String {
    format!("|%{}|", v.number())
}

/// The text that `frame` makes of the terms, inside of `let` for what they share.
fn shared(terms: &Terms, roots: &[Term], frame: &dyn Fn(&[String]) -> String) -> String {
    let (mut uses, mut order) = (HashMap::<Term, u32>::new(), Vec::new());
    // What is inside of a quantifier is shared there: it may be about bound variables.
    let parts = |t: Term| if matches!(terms.node(t), Node::Quant(..)) { Vec::new() } else { children(terms.node(t)) };
    // Each node once, behind its parts.
    let mut open: Vec<(Term, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
    let mut seen = HashSet::new();
    while let Some((t, complete)) = open.pop() {
        if complete {
            order.push(t);
            continue;
        }
        *uses.entry(t).or_default() += 1;
        if seen.insert(t) {
            open.push((t, true));
            open.extend(parts(t).into_iter().rev().map(|c| (c, false)));
        }
    }
    let (mut text, mut closing) = (String::new(), 0);
    let mut written: HashMap<Term, String> = HashMap::new();
    for t in order {
        let own = one(terms, t, &written);
        let leaf = children(terms.node(t)).is_empty();
        if leaf || uses[&t] == 1 {
            written.insert(t, own);
        } else {
            let name = format!("|${closing}|");
            let _ = write!(text, "(let (({name} {own})) ");
            closing += 1;
            written.insert(t, name);
        }
    }
    let of: Vec<String> = roots.iter().map(|t| written[t].clone()).collect();
    text.push_str(&frame(&of));
    text.push_str(&")".repeat(closing));
    text
}

/// A node whose parts are written.
fn one(terms: &Terms, t: Term, written: &HashMap<Term, String>) -> String {
    let of = |t: &Term| written.get(t).cloned().unwrap_or_default();
    let all = |head: &str, parts: &[Term]| format!("({head} {})", parts.iter().map(of).collect::<Vec<_>>().join(" "));
    match terms.node(t) {
        Node::True => "true".into(),
        Node::False => "false".into(),
        Node::Var(v) => name(*v),
        Node::Zeros => format!("((as const {}) 0)", Sort::Array),
        Node::Linear(form) => sum(form, &of),
        Node::Mul(a, b) => all("*", &[*a, *b]),
        Node::Div(a, d) => format!("(div {} {})", of(a), integer(d)),
        Node::Mod(a, d) => format!("(mod {} {})", of(a), integer(d)),
        Node::Ite(c, a, b) => all("ite", &[*c, *a, *b]),
        Node::Select(a, b) => all("select", &[*a, *b]),
        Node::Store(a, b, c) => all("store", &[*a, *b, *c]),
        Node::Not(a) => all("not", &[*a]),
        Node::And(parts) => all("and", parts),
        Node::Or(parts) => all("or", parts),
        Node::Zero(a) => format!("(= {} 0)", of(a)),
        Node::NonNegative(a) => format!("(>= {} 0)", of(a)),
        Node::Same(a, b) | Node::Iff(a, b) => all("=", &[*a, *b]),
        Node::Rel(_, parts) => all("relation", parts),
        Node::Quant(q, vars, body) => {
            let list: SortedSet<String> = vars.iter().map(|v| format!("({} {})", name(*v), terms.var_sort(*v))).collect();
            let word = if *q == Quantifier::Exists { "exists" } else { "forall" };
            let body = shared(terms, &[*body], &|of| of[0].clone());
            format!("({word} ({}) {body})", list.into_iter().collect::<Vec<_>>().join(" "))
        }
    }
}

fn sum(form: &Linear, of: &dyn Fn(&Term) -> String) -> String {
    let product = |(t, c): &(Term, Int)| if *c == Int::ONE { of(t) } else { format!("(* {} {})", integer(c), of(t)) };
    let mut parts: Vec<String> = form.terms.iter().map(product).collect();
    if form.constant != Int::ZERO || parts.is_empty() {
        parts.push(integer(&form.constant));
    }
    if parts.len() == 1 { parts.concat() } else { format!("(+ {})", parts.join(" ")) }
}
