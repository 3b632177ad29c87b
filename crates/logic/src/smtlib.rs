//! The printer of terms and formulas to SMT-LIB 2.
//!
//! It keeps the total meaning of [`base::expr`] exactly: `x / 0 = 0`, `x % 0 = x`, division rounds to zero, a shift out
//! of range gives 0, `Wrap` and `Bits` are those of two's complement. It is trusted, and tested against the executor on
//! random states. Invariant: the text is linear in the number of *distinct* nodes: a node that several parents
//! share is printed once and named by `let`.
//!
//! Symbols cannot clash with each other or with the solver's: a variable ends in `#` and its number, a bound variable in
//! `?`, a function or relation in `/` and its arity, a `let` is `$` and a number.

use crate::sorts::sort_of;
use crate::symbols::Symbols;
use base::expr::SHIFT_LIMIT;
use base::reach;
use base::{BinOp, BitOp, CmpOp, Expr, Formula, Int, IntType, Name, Quantifier, Sort, SortedMap, SortedSet, VarId};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

/// Definitions that every script starts with: the operations whose total meaning SMT-LIB does not have.
pub fn prelude() -> String {
    let mut text = String::from(concat!(
        "(define-fun total.div ((a Int) (b Int)) Int (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))\n",
        "(define-fun total.rem ((a Int) (b Int)) Int (ite (= b 0) a (ite (>= a 0) (mod a b) (- (mod (- a) b)))))\n",
    ));
    // Shifts by a variable amount: one case per amount keeps each of them linear.
    for (name, op) in [("total.shl", "*"), ("total.shr", "div")] {
        let _ = write!(text, "(define-fun {name} ((a Int) (n Int)) Int ");
        for n in 0..SHIFT_LIMIT {
            let _ = write!(text, "(ite (= n {n}) ({op} a {}) ", power(n));
        }
        text.push('0');
        text.push_str(&")".repeat(SHIFT_LIMIT as usize + 1));
        text.push('\n');
    }
    text
}

/// Declarations and assertions of a question.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// One `declare-fun` per line.
    pub declarations: String,
    /// One term of sort Bool per formula.
    pub assertions: Vec<String>,
    /// The variables that occur, for `get-value`.
    pub vars: SortedSet<VarId>,
}

/// The same with its declarations apart, for whoever has said some of them already.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// The line that declares each symbol.
    pub declarations: SortedMap<String, String>,
    /// Behind the declarations: what reachability is asked about.
    pub links: SortedSet<String>,
    pub assertions: Vec<String>,
    pub vars: SortedSet<VarId>,
}

/// How far the laws of reachability are used for terms that came up by using them. There is no end of such conclusions, and those from conclusions from conclusions
/// are seldom the ones that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reluctance {
    /// For questions that should have the answer no.
    Little,
    /// For questions that mostly have the answer yes: where the laws lead to no contradiction soon.
    Much,
    /// Where that takes too long.
    Most,
}

impl Reluctance {
    /// What the solver adds for each law on the way to a term. Up to 10 it is eager, and above 20 it does without.
    fn weight(self) -> u32 {
        match self {
            Reluctance::Little => 3,
            Reluctance::Much => 6,
            Reluctance::Most => 8,
        }
    }
}

/// Prints formulas over the given variables. Free index variables are constants.
pub fn script(symbols: &Symbols, formulas: &[Formula]) -> Script {
    let Statements { declarations, links, assertions, vars } = statements(symbols, formulas, Reluctance::Little);
    Script { declarations: declarations.into_values().chain(links).collect(), assertions, vars }
}

/// Prints formulas as [`script`] does.
pub fn statements(symbols: &Symbols, formulas: &[Formula], reluctance: Reluctance) -> Statements {
    let mut printer = Printer::new(symbols);
    let assertions = formulas.iter().map(|f| printer.top(f)).collect();
    let line = |(symbol, signature): (String, String)| {
        let laws = if symbol == BETWEEN_SYMBOL { between_laws(reluctance) } else { "" };
        let line = format!("(declare-fun {symbol} {signature})\n{laws}");
        (symbol, line)
    };
    let links = printer.links.iter().map(|fact| format!("(assert {fact})\n")).collect();
    Statements { declarations: printer.declared.into_iter().map(line).collect(), links, assertions, vars: printer.vars }
}

/// What the relation of [`base::reach`] is called. Wherever it is declared its laws are said, and how they are to be used.
pub const BETWEEN_SYMBOL: &str = "|between/r4:(Array Int Int) Int Int Int|";

/// Holds of the maps that reachability is asked about, and of those that they were made from.
const LINK: &str = "|link/r1|";
/// Holds of such a map and an object from which something is asked to be reached: the first step from there is looked at.
const BEGIN: &str = "|begin/r2|";

/// The laws of `between`, with the terms that make them useful. They are complete for formulas without quantifiers if they are used for these terms and no
/// others, so that a solver which tries to build a model of them wastes its time (see [`crate::solver`]).
fn between_laws(reluctance: Reluctance) -> &'static str {
    static TEXTS: [OnceLock<String>; 3] = [const { OnceLock::new() }; 3];
    TEXTS[reluctance as usize].get_or_init(|| {
        let weight = reluctance.weight();
        let symbols = Symbols::default();
        let maps = "(Array Int Int)";
        let mut text = format!("(declare-fun {LINK} ({maps}) Bool)\n(declare-fun {BEGIN} ({maps} Int) Bool)\n");
        let stored = format!("({LINK} (store m p q))");
        let _ = writeln!(text, "(assert (forall ((m {maps}) (p Int) (q Int)) (! (=> {stored} ({LINK} m)) :pattern ({stored}))))");
        for law in reach::laws() {
            let mut printer = Printer::new(&symbols);
            let map = Sort::Map(Box::new(Sort::Int), Box::new(Sort::Int));
            let vars: Vec<(Name, Sort)> =
                [(reach::MAP.into(), map)].into_iter().chain(law.vars.iter().map(|v| ((*v).into(), Sort::Int))).collect();
            let scope = Scope { names: HashMap::new(), bound: vars.iter().cloned().collect() };
            let mut patterns = Vec::new();
            for step in &law.steps {
                let mut term = String::new();
                printer.expr(step, &scope, &mut term);
                patterns.push(term);
            }
            // There are other maps, and what they lead to is nobody's business.
            patterns.extend((!law.steps.is_empty()).then(|| format!("({LINK} |{}?|)", reach::MAP)));
            let begins = if law.ways.is_empty() { format!(" :pattern (({BEGIN} |{}?| |x?|))", reach::MAP) } else { String::new() };
            for way in &law.ways {
                let mut term = String::new();
                printer.formula(way, &scope, &mut term);
                patterns.push(term);
            }
            let body = printer.in_scope(&law.body, scope);
            let binders: Vec<String> = vars.iter().map(|(name, sort)| format!("(|{}?| {})", escape(name), sort_text(sort))).collect();
            let (binders, patterns) = (binders.join(" "), patterns.join(" "));
            let _ = writeln!(text, "(assert (forall ({binders}) (! {body} :weight {weight} :pattern ({patterns}){begins})))");
        }
        text
    })
}

/// The symbol of a variable.
pub fn var_symbol(symbols: &Symbols, v: VarId) -> String {
    format!("|{}#{}|", escape(symbols.name(v).map_or("", |n| n)), v.0)
}

/// The variable of a symbol, without its bars.
pub fn read_var(symbol: &str) -> Option<VarId> {
    symbol.rsplit_once('#')?.1.parse().ok().map(VarId)
}

/// A name without the two characters that a quoted symbol cannot hold; injective.
fn escape(name: &str) -> String {
    name.chars().fold(String::new(), |mut out, c| {
        match c {
            '|' => out.push_str("%7C"),
            '\\' => out.push_str("%5C"),
            '%' => out.push_str("%25"),
            c => out.push(c),
        }
        out
    })
}

pub fn sort_text(sort: &Sort) -> String {
    match sort {
        // Objects are numbers, null is 0.
        Sort::Int | Sort::Obj => "Int".into(),
        Sort::Map(from, to) => format!("(Array {} {})", sort_text(from), sort_text(to)),
    }
}

/// What every run starts with: 0, or a map that is 0 everywhere.
pub fn zero_text(sort: &Sort) -> String {
    match sort {
        Sort::Int | Sort::Obj => "0".into(),
        Sort::Map(_, to) => format!("((as const {}) {})", sort_text(sort), zero_text(to)),
    }
}

pub fn int_text(i: &Int) -> String {
    if *i < Int::ZERO { format!("(- {})", -i) } else { i.to_string() }
}

fn power(n: u32) -> Int {
    Int::ONE << n as usize
}

struct Printer<'a> {
    symbols: &'a Symbols,
    /// Symbol and signature; overloaded symbols are declared once per signature.
    declared: SortedMap<String, String>,
    vars: SortedSet<VarId>,
    /// What reachability is asked about, in the words of its laws.
    links: SortedSet<String>,
    /// The number of `let` names given so far; no name is given twice.
    named: usize,
}

/// The terms that are named in one part of the formula: the whole of it, or the body of a quantifier.
#[derive(Clone, Default)]
struct Scope {
    names: HashMap<usize, String>,
    bound: SortedMap<Name, Sort>,
}

/// How often the nodes of one scope are used, in which order they are complete, and which of them mention a bound variable.
#[derive(Default)]
struct Uses<'e> {
    count: HashMap<usize, u32>,
    open: HashMap<usize, bool>,
    order: Vec<(usize, Node<'e>)>,
}

#[derive(Clone, Copy)]
enum Node<'e> {
    Expr(&'e Expr),
    Formula(&'e Formula),
}

/// Each method says whether what it saw mentions a bound variable.
impl<'e> Uses<'e> {
    fn once(&mut self, key: usize, node: Node<'e>) -> bool {
        let seen = self.count.entry(key).or_insert(0);
        *seen += 1;
        if *seen > 1 {
            return self.open[&key];
        }
        let open = match node {
            Node::Expr(e) => self.expr(e),
            Node::Formula(f) => self.formula(f),
        };
        self.open.insert(key, open);
        self.order.push((key, node));
        open
    }

    fn shared(&mut self, e: &'e Arc<Expr>) -> bool {
        self.once(Arc::as_ptr(e) as usize, Node::Expr(e))
    }

    fn condition(&mut self, f: &'e Arc<Formula>) -> bool {
        self.once(Arc::as_ptr(f) as usize, Node::Formula(f))
    }

    fn expr(&mut self, e: &'e Expr) -> bool {
        match e {
            Expr::Const(_) | Expr::Var(_) => false,
            Expr::Bound(_) => true,
            Expr::Neg(a) | Expr::Wrap(_, a) => self.shared(a),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) | Expr::Select(a, b) => self.shared(a) | self.shared(b),
            Expr::Ite(c, a, b) => self.condition(c) | self.shared(a) | self.shared(b),
            Expr::Store(a, b, c) => self.shared(a) | self.shared(b) | self.shared(c),
            Expr::App(_, args) => args.iter().fold(false, |open, a| open | self.expr(a)),
        }
    }

    fn formula(&mut self, f: &'e Formula) -> bool {
        match f {
            Formula::True | Formula::False => false,
            Formula::Cmp(_, a, b) => self.shared(a) | self.shared(b),
            Formula::Not(inner) => self.condition(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().fold(false, |open, p| open | self.formula(p)),
            Formula::Rel(_, args) => args.iter().fold(false, |open, a| open | self.expr(a)),
            // The body is a scope of its own; what it mentions is not looked at, so assume the worst.
            Formula::Quant(..) => true,
        }
    }
}

impl<'a> Printer<'a> {
    fn new(symbols: &'a Symbols) -> Self {
        Printer { symbols, declared: SortedMap::new(), vars: SortedSet::new(), links: SortedSet::new(), named: 0 }
    }

    fn top(&mut self, f: &Formula) -> String {
        self.in_scope(f, Scope::default())
    }

    /// Prints a formula with `let` for what it shares.
    fn in_scope(&mut self, f: &Formula, mut scope: Scope) -> String {
        let mut uses = Uses::default();
        uses.formula(f);
        let mut text = String::new();
        let mut closing = 0;
        for (key, node) in &uses.order {
            let shared = uses.count[key] > 1 && !scope.names.contains_key(key);
            let trivial = matches!(node, Node::Expr(Expr::Const(_) | Expr::Var(_) | Expr::Bound(_)));
            if shared && !trivial {
                let mut value = String::new();
                match node {
                    Node::Expr(e) => self.expr(e, &scope, &mut value),
                    Node::Formula(f) => self.formula(f, &scope, &mut value),
                }
                let name = format!("|${}|", self.named);
                self.named += 1;
                let _ = write!(text, "(let (({name} {value})) ");
                scope.names.insert(*key, name);
                closing += 1;
            }
        }
        self.formula(f, &scope, &mut text);
        text.push_str(&")".repeat(closing));
        text
    }

    fn formula_at(&mut self, f: &Arc<Formula>, scope: &Scope, out: &mut String) {
        match scope.names.get(&(Arc::as_ptr(f) as usize)) {
            Some(name) => out.push_str(name),
            None => self.formula(f, scope, out),
        }
    }

    fn formula(&mut self, f: &Formula, scope: &Scope, out: &mut String) {
        match f {
            Formula::True => out.push_str("true"),
            Formula::False => out.push_str("false"),
            Formula::Cmp(CmpOp::Ne, a, b) => {
                out.push_str("(not (= ");
                self.pair(a, b, scope, out);
                out.push_str("))");
            }
            Formula::Cmp(op, a, b) => {
                out.push_str(match op {
                    CmpOp::Eq | CmpOp::Ne => "(= ",
                    CmpOp::Lt => "(< ",
                    CmpOp::Le => "(<= ",
                    CmpOp::Gt => "(> ",
                    CmpOp::Ge => "(>= ",
                });
                self.pair(a, b, scope, out);
                out.push(')');
            }
            Formula::Not(inner) => {
                out.push_str("(not ");
                self.formula_at(inner, scope, out);
                out.push(')');
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let and = matches!(f, Formula::And(_));
                if parts.is_empty() {
                    out.push_str(if and { "true" } else { "false" });
                    return;
                }
                out.push_str(if and { "(and" } else { "(or" });
                for part in parts {
                    out.push(' ');
                    self.formula(part, scope, out);
                }
                out.push(')');
            }
            Formula::Rel(name, args) => {
                if let Some([map, x, ..]) = reach::as_between(f)
                    && is_ground(map)
                {
                    let (mut map_text, mut x_text) = (String::new(), String::new());
                    self.expr(map, &Scope::default(), &mut map_text);
                    self.links.insert(format!("({LINK} {map_text})"));
                    if is_ground(x) {
                        self.expr(x, &Scope::default(), &mut x_text);
                        self.links.insert(format!("({BEGIN} {map_text} {x_text})"));
                    }
                }
                self.apply(name, args, "Bool", scope, out);
            }
            Formula::Quant(q, vars, body) => {
                if vars.is_empty() {
                    return self.formula_at(body, scope, out);
                }
                let mut inner = Scope { names: scope.names.clone(), bound: scope.bound.clone() };
                // A name from outside stays usable if it does not depend on what is bound here.
                let mut uses = Uses::default();
                uses.formula(body);
                inner.names.retain(|key, _| !uses.open.get(key).copied().unwrap_or(true));
                out.push_str(if *q == Quantifier::Forall { "(forall (" } else { "(exists (" });
                for (name, sort) in vars {
                    let _ = write!(out, "(|{}?| {})", escape(name), sort_text(sort));
                    inner.bound.insert(name.clone(), sort.clone());
                }
                out.push_str(") ");
                let body = self.in_scope(body, inner);
                out.push_str(&body);
                out.push(')');
            }
        }
    }

    fn pair(&mut self, a: &Arc<Expr>, b: &Arc<Expr>, scope: &Scope, out: &mut String) {
        self.expr_at(a, scope, out);
        out.push(' ');
        self.expr_at(b, scope, out);
    }

    fn expr_at(&mut self, e: &Arc<Expr>, scope: &Scope, out: &mut String) {
        match scope.names.get(&(Arc::as_ptr(e) as usize)) {
            Some(name) => out.push_str(name),
            None => self.expr(e, scope, out),
        }
    }

    fn expr(&mut self, e: &Expr, scope: &Scope, out: &mut String) {
        match e {
            Expr::Const(c) => out.push_str(&int_text(c)),
            Expr::Var(v) => {
                let symbol = var_symbol(self.symbols, *v);
                out.push_str(&symbol);
                if self.vars.insert(*v) {
                    let sort = self.symbols.sort(*v).map_or("Int".into(), sort_text);
                    self.declared.insert(symbol, format!("() {sort}"));
                }
            }
            Expr::Bound(name) => {
                let symbol = format!("|{}?|", escape(name));
                out.push_str(&symbol);
                if !scope.bound.contains_key(name) {
                    self.declared.insert(symbol, "() Int".into());
                }
            }
            Expr::Neg(a) => {
                out.push_str("(- ");
                self.expr_at(a, scope, out);
                out.push(')');
            }
            Expr::Bin(op, a, b) => self.bin(*op, a, b, scope, out),
            Expr::Bits(op, ty, a, b) => self.bits(*op, *ty, a, b, scope, out),
            Expr::Wrap(ty, a) => {
                let mut inner = String::new();
                self.expr_at(a, scope, &mut inner);
                wrap(*ty, &inner, out);
            }
            Expr::Ite(c, a, b) => {
                out.push_str("(ite ");
                self.formula_at(c, scope, out);
                out.push(' ');
                self.pair(a, b, scope, out);
                out.push(')');
            }
            Expr::Select(m, i) => {
                out.push_str("(select ");
                self.pair(m, i, scope, out);
                out.push(')');
            }
            Expr::Store(m, i, v) => {
                out.push_str("(store ");
                self.pair(m, i, scope, out);
                out.push(' ');
                self.expr_at(v, scope, out);
                out.push(')');
            }
            Expr::App(name, args) => self.apply(name, args, "Int", scope, out),
        }
    }

    fn bin(&mut self, op: BinOp, a: &Arc<Expr>, b: &Arc<Expr>, scope: &Scope, out: &mut String) {
        let amount = b.as_const().and_then(|n| u32::try_from(n).ok()).filter(|n| *n < SHIFT_LIMIT);
        let head = match (op, b.as_const(), amount) {
            (BinOp::Add, ..) => "+",
            (BinOp::Sub, ..) => "-",
            (BinOp::Mul, ..) => "*",
            (BinOp::Div, ..) => "total.div",
            (BinOp::Rem, ..) => "total.rem",
            (BinOp::Shl, Some(_), Some(n)) | (BinOp::Shr, Some(_), Some(n)) => {
                out.push_str(if op == BinOp::Shl { "(* " } else { "(div " });
                self.expr_at(a, scope, out);
                let _ = write!(out, " {})", power(n));
                return;
            }
            (BinOp::Shl | BinOp::Shr, Some(_), None) => return out.push('0'),
            (BinOp::Shl, None, _) => "total.shl",
            (BinOp::Shr, None, _) => "total.shr",
        };
        let _ = write!(out, "({head} ");
        self.pair(a, b, scope, out);
        out.push(')');
    }

    fn bits(&mut self, op: BitOp, ty: IntType, a: &Arc<Expr>, b: &Arc<Expr>, scope: &Scope, out: &mut String) {
        let (value, mask) = match (a.as_const(), b.as_const()) {
            (Some(mask), _) => (b, Some(mask)),
            (_, mask) => (a, mask),
        };
        if let Some(mask) = mask {
            let mask = ty.wrap(mask);
            let (mut plain, mut wrapped) = (String::new(), String::new());
            self.expr_at(value, scope, &mut plain);
            wrap(ty, &plain, &mut wrapped);
            // Named once: the sum below mentions it several times.
            let _ = write!(out, "(let ((|$x| {wrapped})) ");
            let both = masked("|$x|", &mask, ty);
            match op {
                BitOp::And => out.push_str(&both),
                BitOp::Or => drop(write!(out, "(- (+ |$x| {}) {both})", int_text(&mask))),
                BitOp::Xor => drop(write!(out, "(- (+ |$x| {}) (* 2 {both}))", int_text(&mask))),
            }
            return out.push(')');
        }
        let word = match op {
            BitOp::And => "bvand",
            BitOp::Or => "bvor",
            BitOp::Xor => "bvxor",
        };
        let mut term = format!("(bv2nat ({word}");
        for operand in [a, b] {
            let _ = write!(term, " ((_ int2bv {}) ", ty.bits);
            self.expr_at(operand, scope, &mut term);
            term.push(')');
        }
        term.push_str("))");
        if ty.signed { wrap(ty, &term, out) } else { out.push_str(&term) }
    }

    fn apply(&mut self, name: &Name, args: &[Expr], result: &str, scope: &Scope, out: &mut String) {
        let symbol = format!("|{}/{}{}|", escape(name), if result == "Bool" { "r" } else { "" }, args.len());
        let sorts: Vec<String> = args.iter().map(|a| sort_text(&sort_of(a, self.symbols, &scope.bound))).collect();
        // The signature is part of the key through the symbol: maps as arguments make another symbol.
        let symbol = if sorts.iter().all(|s| s == "Int") { symbol } else { format!("|{}:{}|", symbol.trim_matches('|'), sorts.join(" ")) };
        self.declared.insert(symbol.clone(), format!("({}) {result}", sorts.join(" ")));
        if args.is_empty() {
            return out.push_str(&symbol);
        }
        let _ = write!(out, "({symbol}");
        for arg in args {
            out.push(' ');
            self.expr(arg, scope, out);
        }
        out.push(')');
    }
}

fn is_ground(e: &Expr) -> bool {
    let mut ground = true;
    e.walk(&mut |t| ground &= !matches!(t, Expr::Bound(_)));
    ground
}

/// The value of the type that is congruent: `mod` of SMT-LIB is never negative.
fn wrap(ty: IntType, term: &str, out: &mut String) {
    let modulus = ty.modulus();
    if ty.signed {
        let half = -ty.min();
        let _ = write!(out, "(- (mod (+ {term} {half}) {modulus}) {half})");
    } else {
        let _ = write!(out, "(mod {term} {modulus})");
    }
}

/// `x & mask` for an `x` of the type: one difference of remainders for each run of ones in the mask.
fn masked(x: &str, mask: &Int, ty: IntType) -> String {
    let bit = |i: u16| (mask >> usize::from(i)) & Int::ONE == Int::ONE;
    let mut terms = Vec::new();
    let mut i = 0;
    while i < ty.bits {
        if !bit(i) {
            i += 1;
            continue;
        }
        let start = i;
        while i < ty.bits && bit(i) {
            i += 1;
        }
        // A run up to the sign bit of a signed type is all that lies above, with the sign.
        let above = if i == ty.bits { x.to_owned() } else { format!("(mod {x} {})", power(u32::from(i))) };
        terms.push(if start == 0 { above } else { format!("(- {above} (mod {x} {}))", power(u32::from(start))) });
    }
    match terms.len() {
        0 => "0".into(),
        1 => terms.remove(0),
        _ => format!("(+ {})", terms.join(" ")),
    }
}
