//! C expressions as they stand in witnesses, read as formulas over the variables of the source.
//!
//! Operands are typed as in C: integer promotions, the usual arithmetic conversions, unsigned arithmetic that wraps. Signed
//! arithmetic is mathematical (a witness whose expression overflows says nothing in C either). What is not understood is
//! an error; a witness is only a set of candidates, so nothing rests on this reading but what is confirmed afterwards.

use base::{BinOp, BitOp, CmpOp, Expr, Formula, Int, IntType};

/// What a name stands for: a term and, for an integer, its type.
pub type Resolve<'a> = dyn Fn(&str) -> Option<(Expr, IntType)> + 'a;

/// Reads a condition. `ilp32`: `long` has 32 bits.
pub fn condition(text: &str, resolve: &Resolve<'_>, ilp32: bool) -> Result<Formula, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, resolve, ilp32, depth: 0 };
    let value = parser.ternary()?;
    match parser.peek() {
        None => Ok(value.truth()),
        Some(token) => Err(format!("'{token}' is not expected here")),
    }
}

const INT: IntType = IntType::I32;
/// Deeper nesting is refused, so that no witness can exhaust the stack.
const DEPTH: u32 = 200;

#[derive(Clone)]
enum Value {
    Number(Expr, IntType),
    Truth(Formula),
}

impl Value {
    fn truth(self) -> Formula {
        match self {
            Value::Truth(f) => f,
            Value::Number(e, _) => Formula::cmp(CmpOp::Ne, e, 0),
        }
    }

    /// The number after promotion.
    fn number(self) -> (Expr, IntType) {
        match self {
            Value::Truth(f) => (Expr::ite(f, 1, 0), INT),
            Value::Number(e, ty) if ty.bits < 32 => (e, INT),
            Value::Number(e, ty) => (e, ty),
        }
    }
}

fn convert(e: Expr, from: IntType, to: IntType) -> Expr {
    if to.contains(&from.min()) && to.contains(&from.max()) { e } else { Expr::wrap(to, e) }
}

/// The usual arithmetic conversions of two promoted types.
fn common(a: IntType, b: IntType) -> IntType {
    match a.bits.cmp(&b.bits) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal => IntType { bits: a.bits, signed: a.signed && b.signed },
    }
}

struct Parser<'a> {
    tokens: &'a [String],
    at: usize,
    resolve: &'a Resolve<'a>,
    ilp32: bool,
    depth: u32,
}

const LEVELS: [&[&str]; 10] =
    [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["<", "<=", ">", ">="], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Parser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("'{token}' is expected before '{}'", self.peek().unwrap_or("the end"))) }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        if self.depth == DEPTH {
            return Err("the expression is nested too deeply".into());
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    fn ternary(&mut self) -> Result<Value, String> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let (a, from_a) = self.nested(Self::ternary)?.number();
        self.expect(":")?;
        let (b, from_b) = self.nested(Self::ternary)?.number();
        let ty = common(from_a, from_b);
        Ok(Value::Number(Expr::ite(condition.truth(), convert(a, from_a, ty), convert(b, from_b, ty)), ty))
    }

    fn binary(&mut self, level: usize) -> Result<Value, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(op) = self.peek().filter(|t| operators.contains(t)).map(String::from) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(&op, left, right)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Value, String> {
        if self.eat("!") {
            return Ok(Value::Truth(self.nested(Self::unary)?.truth().negate()));
        }
        if self.eat("+") {
            let (e, ty) = self.nested(Self::unary)?.number();
            return Ok(Value::Number(e, ty));
        }
        if self.eat("-") {
            let (e, ty) = self.nested(Self::unary)?.number();
            return Ok(arithmetic(Expr::neg(e), ty));
        }
        if self.eat("~") {
            let (e, ty) = self.nested(Self::unary)?.number();
            return Ok(arithmetic(Expr::sub(Expr::neg(e), 1), ty));
        }
        if self.peek() == Some("(") && self.tokens.get(self.at + 1).is_some_and(|t| TYPE_WORDS.contains(&t.as_str())) {
            self.at += 1;
            let start = self.at;
            while self.peek().is_some_and(|t| TYPE_WORDS.contains(&t)) {
                self.at += 1;
            }
            let words = &self.tokens[start..self.at];
            self.expect(")")?;
            let operand = self.nested(Self::unary)?;
            if words.iter().any(|w| w == "_Bool" || w == "bool") {
                return Ok(Value::Truth(operand.truth()));
            }
            let ty = type_of(words, self.ilp32)?;
            let (e, from) = match operand {
                Value::Number(e, from) => (e, from),
                truth => truth.number(),
            };
            return Ok(Value::Number(convert(e, from, ty), ty));
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Value, String> {
        if self.eat("(") {
            let value = self.nested(Self::ternary)?;
            self.expect(")")?;
            return Ok(value);
        }
        let Some(token) = self.peek().map(String::from) else { return Err("the expression ends too early".into()) };
        self.at += 1;
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            return literal(&token, self.ilp32);
        }
        if !token.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '\\') {
            return Err(format!("'{token}' is not expected here"));
        }
        let (mut e, ty) = (self.resolve)(&token).ok_or_else(|| format!("there is no variable '{token}' here"))?;
        while self.eat("[") {
            let (index, _) = self.nested(Self::ternary)?.number();
            self.expect("]")?;
            e = Expr::select(e, index);
        }
        Ok(Value::Number(e, ty))
    }
}

/// The result of an operation in a promoted type: unsigned ones wrap.
fn arithmetic(e: Expr, ty: IntType) -> Value {
    Value::Number(if ty.signed { e } else { Expr::wrap(ty, e) }, ty)
}

fn apply(op: &str, left: Value, right: Value) -> Result<Value, String> {
    match op {
        "&&" => return Ok(Value::Truth(Formula::and([left.truth(), right.truth()]))),
        "||" => return Ok(Value::Truth(Formula::or([left.truth(), right.truth()]))),
        _ => {}
    }
    let ((a, from_a), (b, from_b)) = (left.number(), right.number());
    if let "<<" | ">>" = op {
        let op = if op == "<<" { BinOp::Shl } else { BinOp::Shr };
        return Ok(arithmetic(Expr::bin(op, a, b), from_a));
    }
    let ty = common(from_a, from_b);
    let (a, b) = (convert(a, from_a, ty), convert(b, from_b, ty));
    let compare = |op, a, b| Ok(Value::Truth(Formula::cmp(op, a, b)));
    let compute = |op, a, b| Ok(arithmetic(Expr::bin(op, a, b), ty));
    let bits = |op, a, b| Ok(Value::Number(Expr::bits(op, ty, a, b), ty));
    match op {
        "==" => compare(CmpOp::Eq, a, b),
        "!=" => compare(CmpOp::Ne, a, b),
        "<" => compare(CmpOp::Lt, a, b),
        "<=" => compare(CmpOp::Le, a, b),
        ">" => compare(CmpOp::Gt, a, b),
        ">=" => compare(CmpOp::Ge, a, b),
        "+" => compute(BinOp::Add, a, b),
        "-" => compute(BinOp::Sub, a, b),
        "*" => compute(BinOp::Mul, a, b),
        "/" => compute(BinOp::Div, a, b),
        "%" => compute(BinOp::Rem, a, b),
        "&" => bits(BitOp::And, a, b),
        "|" => bits(BitOp::Or, a, b),
        "^" => bits(BitOp::Xor, a, b),
        _ => Err(format!("'{op}' is not understood")),
    }
}

const TYPE_WORDS: [&str; 10] = ["signed", "unsigned", "char", "short", "int", "long", "__int128", "_Bool", "bool", "const"];

fn type_of(words: &[String], ilp32: bool) -> Result<IntType, String> {
    let count = |word: &str| words.iter().filter(|w| *w == word).count();
    let signed = count("unsigned") == 0;
    let bits = match () {
        () if count("char") > 0 => 8,
        () if count("short") > 0 => 16,
        () if count("__int128") > 0 => 128,
        () if count("long") >= 2 || count("long") == 1 && !ilp32 => 64,
        () => 32,
    };
    if count("char") + count("short") + count("__int128") > 1 {
        return Err("this is not a type".into());
    }
    Ok(IntType { bits, signed })
}

/// An integer constant with the first type that holds it, as C orders them.
fn literal(token: &str, ilp32: bool) -> Result<Value, String> {
    let lower = token.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let (radix, body) = match digits {
        d if d.starts_with("0x") => (16, &d[2..]),
        d if d.len() > 1 && d.starts_with('0') => (8, &d[1..]),
        d => (10, d),
    };
    let value = Int::from_str_radix(body, radix).map_err(|_| format!("'{token}' is not an integer"))?;
    let long: u16 = if ilp32 { 32 } else { 64 };
    let longs = suffix.matches('l').count();
    let widths: &[u16] = match longs {
        0 => &[32, long, 64],
        1 => &[long, 64],
        _ => &[64],
    };
    let unsigned = suffix.contains('u');
    for &bits in widths {
        for signed in [true, false] {
            let allowed = if unsigned { !signed } else { signed || radix != 10 };
            let ty = IntType { bits, signed };
            if allowed && ty.contains(&value) {
                return Ok(Value::Number(Expr::Const(value), ty));
            }
        }
    }
    let wide = IntType::signed(128);
    if wide.contains(&value) { Ok(Value::Number(Expr::Const(value), wide)) } else { Err(format!("'{token}' is too large")) }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    const PAIRS: [&str; 8] = ["||", "&&", "==", "!=", "<=", ">=", "<<", ">>"];
    let mut found = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        let word = |c: &char| c.is_alphanumeric() || *c == '_' || *c == '$' || *c == '.';
        if c.is_whitespace() {
            i += 1;
        } else if c.is_alphanumeric() || c == '_' || c == '\\' {
            let end = chars[i + 1..].iter().position(|c| !word(c)).map_or(chars.len(), |n| i + 1 + n);
            found.push(chars[i..end].iter().collect());
            i = end;
        } else {
            let pair: String = chars[i..chars.len().min(i + 2)].iter().collect();
            if PAIRS.contains(&pair.as_str()) {
                found.push(pair);
                i += 2;
            } else if "()[]<>+-*/%&|^~!?:".contains(c) {
                found.push(c.to_string());
                i += 1;
            } else {
                return Err(format!("'{c}' is not understood"));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::{State, holds};
    use base::{Cfa, VarDecl, VarId};

    /// The truth of a condition where x is an int and u an unsigned int.
    fn truth(text: &str, x: i64, u: i64) -> Result<bool, String> {
        let mut cfa = Cfa::default();
        cfa.add_var(VarDecl::int("x", Some(IntType::I32)));
        cfa.add_var(VarDecl::int("u", Some(IntType::U32)));
        let resolve = |name: &str| match name {
            "x" => Some((Expr::Var(VarId(0)), IntType::I32)),
            "u" => Some((Expr::Var(VarId(1)), IntType::U32)),
            _ => None,
        };
        let formula = condition(text, &resolve, false)?;
        let mut state = State::initial(&cfa);
        state.set(VarId(0), Int::from(x));
        state.set(VarId(1), Int::from(u));
        Ok(holds(&formula, &state).unwrap())
    }

    #[test]
    fn conditions_mean_what_they_mean_in_c() {
        assert_eq!(truth("0 <= x && x <= 10", 10, 0), Ok(true));
        assert_eq!(truth("0 <= x && x <= 10", 11, 0), Ok(false));
        // The comparison is unsigned.
        assert_eq!(truth("-1 < u", 0, 1), Ok(false));
        assert_eq!(truth("u - 1 > 0", 0, 0), Ok(true));
        assert_eq!(truth("(long long)u - 1 < 0", 0, 0), Ok(true));
        assert_eq!(truth("x - 2 * 3 + 1 == -5 || !(x != 7)", 0, 0), Ok(true));
        assert_eq!(truth("x % 2 == 1 ? u == 3U : u == 0x10", 7, 3), Ok(true));
        assert_eq!(truth("(x & 6) == 4 && ~x == -5 && (x << 2) == 020", 4, 0), Ok(true));
        assert_eq!(truth("(unsigned char)x == 255", -1, 0), Ok(true));
        assert_eq!(truth("x", 0, 0), Ok(false));
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for text in ["", "x +", "y == 0", "x = 0", "(x", "x 1", "09", "f(x)", "x == 99999999999999999999999999999999999999999"] {
            assert!(truth(text, 0, 0).is_err(), "{text}");
        }
        assert!(truth(&"(".repeat(100_000), 0, 0).is_err());
        assert!(truth(&"!".repeat(100_000), 0, 0).is_err());
    }
}
