//! Formulas in C terms.
//!
//! Two readers want them. People read mathematics with C's operators ([`formula`]). Tools that take a witness evaluate C, where
//! `x + y` may wrap and `-1 < 1u` is false: [`exact`] gives an expression that means in C what the formula means, or
//! nothing. What a reader cannot know (temporaries, variables of other functions) is left out first ([`visible`]);
//! leaving out a conjunct only weakens.

use base::int::{Int, IntType};
use base::{BinOp, BitOp, Cfa, CmpOp, Expr, Formula, LocId, Quantifier, Sort, VarId};

/// The part of an invariant at `loc` that speaks of variables of the source which belong to the function there, and that says
/// more than the types of the variables.
pub fn visible(f: &Formula, cfa: &Cfa, loc: LocId) -> Formula {
    let frame = cfa.loc(loc).frame;
    let named = |v: &VarId| {
        let var = cfa.var(*v);
        var.source.is_some() && (var.frame == frame || var.frame == 0)
    };
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(|p| visible(p, cfa, loc))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| visible(p, cfa, loc))),
        _ if !f.vars().iter().all(named) || follows_from_type(f, cfa) => Formula::True,
        _ => f.clone(),
    }
}

/// Whether a comparison of a variable and a constant holds for every value of the variable's type.
fn follows_from_type(f: &Formula, cfa: &Cfa) -> bool {
    let Some((op, v, c)) = variable_and_constant(f) else { return false };
    cfa.var(v).ty.is_some_and(|ty| always(op, ty, c) == Some(true))
}

/// The comparison written with the variable on the left.
fn variable_and_constant(f: &Formula) -> Option<(CmpOp, VarId, &Int)> {
    let Formula::Cmp(op, a, b) = f else { return None };
    match (&**a, &**b) {
        (Expr::Var(v), Expr::Const(c)) => Some((*op, *v, c)),
        (Expr::Const(c), Expr::Var(v)) => Some((op.flip(), *v, c)),
        _ => None,
    }
}

/// The truth of `x op c` if it is the same for all values of the type.
fn always(op: CmpOp, ty: IntType, c: &Int) -> Option<bool> {
    let (low, high) = (ty.min(), ty.max());
    match op {
        CmpOp::Eq if *c < low || *c > high => Some(false),
        CmpOp::Ne if *c < low || *c > high => Some(true),
        CmpOp::Eq | CmpOp::Ne => None,
        _ => {
            let (a, b) = (op.holds(&low, c), op.holds(&high, c));
            (a == b).then_some(a)
        }
    }
}

fn symbol(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

/// C's name of a machine type of this width.
pub fn type_name(ty: IntType) -> Option<&'static str> {
    Some(match (ty.bits, ty.signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        _ => return None,
    })
}

/// For people.
pub fn formula(f: &Formula, cfa: &Cfa) -> String {
    match f {
        Formula::True => "1".into(),
        Formula::False => "0".into(),
        Formula::Cmp(op, a, b) => {
            // Lower bounds read better with the bound on the left: 0 <= x && x <= 10.
            let lower = matches!(op, CmpOp::Ge | CmpOp::Gt) && b.as_const().is_some();
            let (op, a, b) = if lower { (op.flip(), b, a) } else { (*op, a, b) };
            format!("{} {} {}", term(a, cfa, 2), symbol(op), term(b, cfa, 2))
        }
        Formula::Not(inner) => format!("!({})", formula(inner, cfa)),
        Formula::And(parts) => {
            let each = |p: &Formula| if matches!(p, Formula::Or(_)) { format!("({})", formula(p, cfa)) } else { formula(p, cfa) };
            parts.iter().map(each).collect::<Vec<_>>().join(" && ")
        }
        Formula::Or(parts) => {
            let each = |p: &Formula| if matches!(p, Formula::And(_)) { format!("({})", formula(p, cfa)) } else { formula(p, cfa) };
            parts.iter().map(each).collect::<Vec<_>>().join(" || ")
        }
        Formula::Rel(name, args) => call(name, args, cfa),
        Formula::Quant(q, vars, body) => {
            let word = if *q == Quantifier::Forall { "forall" } else { "exists" };
            let names: Vec<_> = vars.iter().map(|(n, _)| n.to_string()).collect();
            format!("(\\{word} integer {}; {})", names.join(", "), formula(body, cfa))
        }
    }
}

fn call(name: &str, args: &[Expr], cfa: &Cfa) -> String {
    format!("{name}({})", args.iter().map(|a| term(a, cfa, 0)).collect::<Vec<_>>().join(", "))
}

/// How a person calls the variable.
pub fn name(v: VarId, cfa: &Cfa) -> &str {
    let var = cfa.var(v);
    var.source.as_ref().unwrap_or(&var.name)
}

/// A term whose surroundings bind with this strength: 0 nothing, 2 a comparison, 4 a sum, 5 a product, 6 a prefix operator.
fn term(e: &Expr, cfa: &Cfa, around: u8) -> String {
    let (own, text) = match e {
        Expr::Const(c) if *c < Int::ZERO => (6, c.to_string()),
        Expr::Const(c) => (7, c.to_string()),
        Expr::Var(v) => (7, name(*v, cfa).to_string()),
        Expr::Bound(n) => (7, n.to_string()),
        Expr::Neg(a) => (6, format!("-{}", term(a, cfa, 7))),
        Expr::Bin(op, a, b) => {
            let (own, symbol) = match op {
                BinOp::Add => (4, "+"),
                BinOp::Sub => (4, "-"),
                BinOp::Mul => (5, "*"),
                BinOp::Div => (5, "/"),
                BinOp::Rem => (5, "%"),
                BinOp::Shl => (3, "<<"),
                BinOp::Shr => (3, ">>"),
            };
            (own, format!("{} {symbol} {}", term(a, cfa, own), term(b, cfa, own + 1)))
        }
        Expr::Bits(op, _, a, b) => (1, format!("{} {} {}", term(a, cfa, 4), bit_symbol(*op), term(b, cfa, 4))),
        Expr::Wrap(ty, a) => match type_name(*ty) {
            Some(name) => (6, format!("({name}){}", term(a, cfa, 6))),
            None => (7, format!("wrap({ty}, {})", term(a, cfa, 0))),
        },
        Expr::Ite(c, a, b) => (0, format!("({}) ? {} : {}", formula(c, cfa), term(a, cfa, 1), term(b, cfa, 1))),
        Expr::Select(m, i) => (7, format!("{}[{}]", term(m, cfa, 7), term(i, cfa, 0))),
        Expr::Store(m, i, v) => (7, format!("{}[{} := {}]", term(m, cfa, 7), term(i, cfa, 0), term(v, cfa, 0))),
        Expr::App(f, args) => (7, call(f, args, cfa)),
    };
    if own < around { format!("({text})") } else { text }
}

fn bit_symbol(op: BitOp) -> &'static str {
    match op {
        BitOp::And => "&",
        BitOp::Or => "|",
        BitOp::Xor => "^",
    }
}

/// A C expression that is true exactly where the formula is, except that conjuncts which C cannot express are left out;
/// nothing if nothing is left.
pub fn exact(f: &Formula, cfa: &Cfa) -> Option<String> {
    match f {
        Formula::True => None,
        Formula::False => Some("0".into()),
        Formula::Cmp(op, a, b) => comparison(*op, a, b, cfa),
        // The negation of everything but a relation is a positive formula again.
        Formula::Not(inner) => match inner.negate() {
            Formula::Not(_) => None,
            positive => exact(&positive, cfa),
        },
        Formula::And(parts) => {
            let kept: Vec<_> = parts.iter().filter_map(|p| exact(p, cfa)).collect();
            (!kept.is_empty()).then(|| kept.join(" && "))
        }
        Formula::Or(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(|p| exact(p, cfa).map(|t| format!("({t})"))).collect();
            all.map(|all| format!("({})", all.join(" || ")))
        }
        Formula::Rel(..) | Formula::Quant(..) => None,
    }
}

fn comparison(op: CmpOp, a: &Expr, b: &Expr, cfa: &Cfa) -> Option<String> {
    let direct = |v: VarId| (cfa.var(v).sort == Sort::Int).then(|| Some((cfa.var(v).source.as_ref()?, cfa.var(v).ty?))).flatten();
    match (a, b) {
        (Expr::Var(v), Expr::Const(c)) => {
            let (name, ty) = direct(*v)?;
            match always(op, ty, c) {
                Some(true) => None,
                Some(false) => Some("0".into()),
                None => {
                    let lower = matches!(op, CmpOp::Ge | CmpOp::Gt);
                    let c = constant(c)?;
                    Some(if lower { format!("{c} {} {name}", symbol(op.flip())) } else { format!("{name} {} {c}", symbol(op)) })
                }
            }
        }
        (Expr::Const(_), Expr::Var(_)) => comparison(op.flip(), b, a, cfa),
        (Expr::Var(v), Expr::Var(w)) if direct(*v)?.1 == direct(*w)?.1 => {
            Some(format!("{} {} {}", direct(*v)?.0, symbol(op), direct(*w)?.0))
        }
        _ => Some(format!("{} {} {}", wide(a, cfa)?.text, symbol(op), wide(b, cfa)?.text)),
    }
}

/// A C expression of type `long long` and the range of its values.
struct Wide {
    text: String,
    low: Int,
    high: Int,
}

impl Wide {
    fn of(text: String, low: Int, high: Int) -> Option<Self> {
        (low >= IntType::I64.min() && high <= IntType::I64.max()).then_some(Wide { text, low, high })
    }

    fn hull(text: String, corners: Vec<Int>) -> Option<Self> {
        Wide::of(text, corners.iter().min()?.clone(), corners.iter().max()?.clone())
    }
}

fn wide(e: &Expr, cfa: &Cfa) -> Option<Wide> {
    match e {
        Expr::Const(c) => Wide::of(format!("(long long){}", constant(c)?), c.clone(), c.clone()),
        Expr::Var(v) => {
            let var = cfa.var(*v);
            let ty = var.ty.filter(|_| var.sort == Sort::Int)?;
            Wide::of(format!("(long long){}", var.source.as_ref()?), ty.min(), ty.max())
        }
        Expr::Neg(a) => {
            let a = wide(a, cfa)?;
            Wide::of(format!("-({})", a.text), -a.high, -a.low)
        }
        Expr::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
            let (a, b) = (wide(a, cfa)?, wide(b, cfa)?);
            let (symbol, corners) = match op {
                BinOp::Add => ("+", vec![&a.low + &b.low, &a.high + &b.high]),
                BinOp::Sub => ("-", vec![&a.low - &b.high, &a.high - &b.low]),
                _ => ("*", vec![&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high]),
            };
            Wide::hull(format!("({} {symbol} {})", a.text, b.text), corners)
        }
        // C divides and takes remainders as we do; a divisor of -1 or 0 has corners of its own.
        Expr::Bin(op @ (BinOp::Div | BinOp::Rem), a, b) if b.as_const().is_some_and(|c| *c > Int::ZERO) => {
            let (a, b) = (wide(a, cfa)?, wide(b, cfa)?);
            let (low, high) = match op {
                BinOp::Div => (&a.low / &b.low, &a.high / &b.low),
                _ if a.low >= Int::ZERO => (Int::ZERO, &b.low - Int::ONE),
                _ => (Int::ONE - &b.low, &b.low - Int::ONE),
            };
            let symbol = if *op == BinOp::Div { "/" } else { "%" };
            Wide::of(format!("({} {symbol} {})", a.text, b.text), low, high)
        }
        Expr::Wrap(ty, a) => {
            let (a, ty) = (wide(a, cfa)?, *ty);
            Wide::of(format!("(long long)({})({})", type_name(ty)?, a.text), ty.min(), ty.max())
        }
        Expr::Bits(op, ty, a, b) => {
            let (a, b, ty) = (wide(a, cfa)?, wide(b, cfa)?, *ty);
            let inside = |w: &Wide| ty.contains(&w.low) && ty.contains(&w.high);
            if !inside(&a) || !inside(&b) {
                return None;
            }
            Wide::of(format!("({} {} {})", a.text, bit_symbol(*op), b.text), ty.min(), ty.max())
        }
        Expr::Select(m, i) => {
            let (Expr::Var(v), Some(index)) = (&**m, i.as_const()) else { return None };
            let var = cfa.var(*v);
            let inside = *index >= Int::ZERO && var.len.is_some_and(|n| *index < Int::from(n));
            let ty = var.ty.filter(|_| inside)?;
            Wide::of(format!("(long long){}[{index}]", var.source.as_ref()?), ty.min(), ty.max())
        }
        Expr::Bound(_) | Expr::Bin(..) | Expr::Ite(..) | Expr::Store(..) | Expr::App(..) => None,
    }
}

/// A constant expression of C with this value.
pub fn constant(c: &Int) -> Option<String> {
    if *c == IntType::I32.min() {
        Some("(-2147483647 - 1)".into())
    } else if IntType::I32.contains(c) {
        Some(if *c < Int::ZERO { format!("({c})") } else { c.to_string() })
    } else if *c == IntType::I64.min() {
        Some("(-9223372036854775807LL - 1)".into())
    } else if IntType::I64.contains(c) {
        Some(if *c < Int::ZERO { format!("({c}LL)") } else { format!("{c}LL") })
    } else {
        IntType::U64.contains(c).then(|| format!("{c}ULL"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{LocInfo, VarDecl};

    fn program() -> Cfa {
        let mut cfa = Cfa::default();
        let source = |decl: VarDecl| VarDecl { source: Some(decl.name.clone()), ..decl };
        cfa.add_var(source(VarDecl::int("x", Some(IntType::I32))));
        cfa.add_var(source(VarDecl::int("u", Some(IntType::U32))));
        cfa.add_var(source(VarDecl::int("w", Some(IntType::U64))));
        cfa.add_var(VarDecl::int("temporary", Some(IntType::I32)));
        cfa.add_loc(LocInfo::named("L"));
        cfa
    }

    const X: VarId = VarId(0);
    const U: VarId = VarId(1);
    const W: VarId = VarId(2);
    const T: VarId = VarId(3);

    fn le(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
        Formula::cmp(CmpOp::Le, a, b)
    }

    #[test]
    fn people_read_bounds_and_no_trivialities() {
        let cfa = program();
        let f = Formula::and([
            Formula::cmp(CmpOp::Ge, X, 0),
            le(X, 10),
            le(T, 3),
            le(U, i64::from(u32::MAX)),
            Formula::cmp(CmpOp::Eq, Expr::bin(BinOp::Rem, X, 2), 0),
        ]);
        assert_eq!(formula(&visible(&f, &cfa, LocId(0)), &cfa), "0 <= x && x <= 10 && x % 2 == 0");
        let product = le(Expr::mul(Expr::add(X, 1), 2), Expr::neg(U));
        assert_eq!(formula(&product, &cfa), "(x + 1) * 2 <= -u");
        // A disjunct of which nothing is left makes the disjunction say nothing.
        assert_eq!(visible(&Formula::or([le(T, 3), le(X, 1)]), &cfa, LocId(0)), Formula::True);
    }

    #[test]
    fn c_is_exact_or_silent() {
        let cfa = program();
        assert_eq!(exact(&Formula::cmp(CmpOp::Ge, X, 0), &cfa).as_deref(), Some("0 <= x"));
        // In C, -1 <= u is false: the comparison would be unsigned.
        assert_eq!(exact(&Formula::cmp(CmpOp::Ge, U, -1), &cfa), None);
        assert_eq!(exact(&le(U, -1), &cfa).as_deref(), Some("0"));
        assert_eq!(exact(&le(X, U), &cfa).as_deref(), Some("(long long)x <= (long long)u"));
        assert_eq!(exact(&le(X, W), &cfa), None);
        assert_eq!(exact(&le(Expr::mul(Expr::mul(X, X), X), 5), &cfa), None);
        assert_eq!(exact(&le(Expr::add(X, U), 5), &cfa).as_deref(), Some("((long long)x + (long long)u) <= (long long)5"));
        // A conjunct may be left out, a disjunct may not.
        assert_eq!(exact(&Formula::and([le(X, W), le(X, 5)]), &cfa).as_deref(), Some("x <= 5"));
        assert_eq!(exact(&Formula::or([le(X, W), le(X, 5)]), &cfa), None);
        assert_eq!(exact(&Formula::cmp(CmpOp::Eq, W, IntType::U64.max()), &cfa).as_deref(), Some("w == 18446744073709551615ULL"));
    }
}
