//! Expressions and places, with their value in a state and their text in C.

use super::memory::{Address, Fault, State, Value};
use super::types::{INT, Int, Ty};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub enum Expr {
    Const(Int, i128),
    Null(Ty),
    Load(Box<Place>),
    Address(Box<Place>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Cast(Int, Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Place {
    Var(usize),
    Member(Box<Place>, usize),
    Index(Box<Place>, Box<Expr>),
    Follow(Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
}

/// The variables that places speak of.
pub type Vars = [Var];

impl Place {
    pub fn ty(&self, vars: &Vars) -> Ty {
        match self {
            Place::Var(k) => vars[*k].ty.clone(),
            Place::Member(place, k) => match place.ty(vars) {
                Ty::Record(record) => record.members[*k].1.clone(),
                other => other,
            },
            Place::Index(place, _) => match place.ty(vars) {
                Ty::Array(element, _) => (*element).clone(),
                other => other,
            },
            Place::Follow(pointer) => match pointer.ty(vars) {
                Ty::Pointer(to) => (*to).clone(),
                other => other,
            },
        }
    }

    pub fn at(&self, vars: &Vars, state: &State) -> Result<Address, Fault> {
        match self {
            Place::Var(k) => Ok(Address { object: *k, offset: 0 }),
            Place::Member(place, k) => {
                let at = place.at(vars, state)?;
                let Ty::Record(record) = place.ty(vars) else { return Err(Fault::Unknown) };
                Ok(Address { offset: at.offset + record.offset(*k), ..at })
            }
            Place::Index(place, index) => {
                let at = place.at(vars, state)?;
                let Ty::Array(element, n) = place.ty(vars) else { return Err(Fault::Unknown) };
                let Value::Int(index) = index.value(vars, state)? else { return Err(Fault::Unknown) };
                match usize::try_from(index) {
                    Ok(index) if index < n => Ok(Address { offset: at.offset + index * element.size(), ..at }),
                    _ => Err(Fault::Bounds),
                }
            }
            Place::Follow(pointer) => match pointer.value(vars, state)? {
                Value::Pointer(Some(at)) if !state.objects[at.object].alive => Err(Fault::Dead),
                Value::Pointer(Some(at)) => Ok(at),
                Value::Pointer(None) => Err(Fault::Null),
                Value::Int(_) => Err(Fault::Unknown),
            },
        }
    }

    pub fn text(&self, vars: &Vars) -> String {
        match self {
            Place::Var(k) => vars[*k].name.clone(),
            Place::Member(place, k) => {
                let Ty::Record(record) = place.ty(vars) else { return String::new() };
                let member = &record.members[*k].0;
                match &**place {
                    Place::Follow(pointer) => format!("{}->{member}", pointer.operand(vars)),
                    place => format!("{}.{member}", place.text(vars)),
                }
            }
            Place::Index(place, index) => format!("{}[{}]", place.text(vars), index.text(vars)),
            Place::Follow(pointer) => format!("(*{})", pointer.operand(vars)),
        }
    }

    /// Its address, as an expression of C.
    pub fn address_text(&self, vars: &Vars) -> String {
        match self {
            Place::Follow(pointer) => pointer.operand(vars),
            place => format!("&{}", place.text(vars)),
        }
    }

    /// The unions that it lies in, with the place of the member on the way.
    pub fn unions(&self, vars: &Vars) -> Vec<(Place, Ty)> {
        match self {
            Place::Member(place, _) => {
                let mut found = place.unions(vars);
                if let Ty::Record(record) = place.ty(vars)
                    && record.union
                {
                    found.push(((**place).clone(), self.ty(vars)));
                }
                found
            }
            Place::Index(place, _) => place.unions(vars),
            Place::Var(_) | Place::Follow(_) => Vec::new(),
        }
    }
}

impl Expr {
    pub fn ty(&self, vars: &Vars) -> Ty {
        match self {
            Expr::Const(int, _) | Expr::Cast(int, _) => Ty::Int(*int),
            Expr::Null(ty) => ty.clone(),
            Expr::Load(place) => place.ty(vars),
            Expr::Address(place) => Ty::Pointer(Arc::new(place.ty(vars))),
            Expr::Binary(op, a, b) => match (*op, a.ty(vars), b.ty(vars)) {
                ("==" | "!=" | "<" | "<=" | "&&" | "||", ..) => Ty::Int(INT),
                ("<<" | ">>", Ty::Int(a), _) => Ty::Int(a.promoted()),
                (_, Ty::Int(a), Ty::Int(b)) => Ty::Int(a.common(b)),
                (_, a, _) => a,
            },
        }
    }

    fn int(&self, vars: &Vars, state: &State) -> Result<i128, Fault> {
        match self.value(vars, state)? {
            Value::Int(n) => Ok(n),
            Value::Pointer(_) => Err(Fault::Unknown),
        }
    }

    pub fn value(&self, vars: &Vars, state: &State) -> Result<Value, Fault> {
        Ok(match self {
            Expr::Const(_, n) => Value::Int(*n),
            Expr::Null(_) => Value::Pointer(None),
            Expr::Load(place) => state.load(place.at(vars, state)?, &place.ty(vars))?,
            Expr::Address(place) => Value::Pointer(Some(place.at(vars, state)?)),
            Expr::Cast(int, e) => Value::Int(int.wrap(e.int(vars, state)?)),
            Expr::Binary("&&", a, b) => Value::Int(i128::from(a.int(vars, state)? != 0 && b.int(vars, state)? != 0)),
            Expr::Binary("||", a, b) => Value::Int(i128::from(a.int(vars, state)? != 0 || b.int(vars, state)? != 0)),
            Expr::Binary(op, a, b) => match (a.value(vars, state)?, b.value(vars, state)?) {
                (Value::Int(x), Value::Int(y)) => {
                    let (Ty::Int(left), Ty::Int(right)) = (a.ty(vars), b.ty(vars)) else { return Err(Fault::Unknown) };
                    Value::Int(binary(op, left, x, right, y)?)
                }
                (Value::Pointer(x), Value::Pointer(y)) if *op == "==" => Value::Int(i128::from(x == y)),
                (Value::Pointer(x), Value::Pointer(y)) if *op == "!=" => Value::Int(i128::from(x != y)),
                _ => return Err(Fault::Unknown),
            },
        })
    }

    /// Its text where an operator follows or precedes it.
    fn operand(&self, vars: &Vars) -> String {
        match self {
            Expr::Const(..) | Expr::Load(_) | Expr::Null(_) => self.text(vars),
            _ => format!("({})", self.text(vars)),
        }
    }

    pub fn text(&self, vars: &Vars) -> String {
        match self {
            Expr::Const(int, n) => constant(*int, *n),
            Expr::Null(_) => "0".into(),
            Expr::Load(place) => place.text(vars),
            Expr::Address(place) => place.address_text(vars),
            Expr::Binary(op, a, b) => format!("{} {op} {}", a.operand(vars), b.operand(vars)),
            Expr::Cast(int, e) => format!("({}){}", int.name, e.operand(vars)),
        }
    }
}

fn constant(int: Int, n: i128) -> String {
    let suffix = match (int.rank, int.signed) {
        (4, true) => "L",
        (4, false) => "UL",
        (3, false) => "U",
        _ => "",
    };
    match n {
        n if n == i128::from(i64::MIN) => "(-9223372036854775807L - 1)".into(),
        n if int.rank == 3 && int.signed && n == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        n if n < 0 => format!("({n}{suffix})"),
        n => format!("{n}{suffix}"),
    }
}

/// An arithmetic operation of C on values of these types.
fn binary(op: &str, left: Int, x: i128, right: Int, y: i128) -> Result<i128, Fault> {
    if op == "<<" || op == ">>" {
        let ty = left.promoted();
        let x = ty.wrap(x);
        if y < 0 || y >= 8 * ty.size as i128 {
            return Err(Fault::Shift);
        }
        if op == ">>" {
            return if x < 0 { Err(Fault::Unknown) } else { Ok(x >> y) };
        }
        let shifted = x << y;
        return match ty.signed {
            true if x < 0 || !ty.fits(shifted) => Err(Fault::Shift),
            true => Ok(shifted),
            false => Ok(ty.wrap(shifted)),
        };
    }
    let ty = left.common(right);
    let (x, y) = (ty.wrap(x), ty.wrap(y));
    let result = match op {
        "+" => x + y,
        "-" => x - y,
        "*" => x.checked_mul(y).ok_or(Fault::Overflow)?,
        "/" | "%" if y == 0 => return Err(Fault::Division),
        "/" => x / y,
        // The quotient must be representable as well.
        "%" if !ty.fits(x / y) => return Err(Fault::Overflow),
        "%" => x % y,
        "&" => x & y,
        "|" => x | y,
        "^" => x ^ y,
        "==" => return Ok(i128::from(x == y)),
        "!=" => return Ok(i128::from(x != y)),
        "<" => return Ok(i128::from(x < y)),
        "<=" => return Ok(i128::from(x <= y)),
        _ => return Err(Fault::Unknown),
    };
    match ty.signed {
        true if !ty.fits(result) => Err(Fault::Overflow),
        true => Ok(result),
        false => Ok(ty.wrap(result)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::types::{SCHAR, UINT};
    use super::*;

    #[test]
    fn arithmetic_is_that_of_c() {
        assert_eq!(binary("+", UINT, 4_294_967_295, INT, 1), Ok(0));
        assert_eq!(binary("<", UINT, 1, INT, -1), Ok(1));
        assert_eq!(binary("+", INT, 2_147_483_647, SCHAR, 1), Err(Fault::Overflow));
        assert_eq!(binary("%", INT, -7, INT, 3), Ok(-1));
        assert_eq!(binary("<<", INT, 1, INT, 31), Err(Fault::Shift));
        assert_eq!(binary("*", UINT, 65536, UINT, 65536), Ok(0));
    }
}
