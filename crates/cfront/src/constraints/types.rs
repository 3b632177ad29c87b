//! Types as far as constraints depend on them. What is not understood is [`Type::Unknown`], about which nothing is ever complained.

use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Type {
    Unknown,
    Void,
    /// By its name; `?` is an integer type of which no more is known.
    Int(&'static str),
    Float(&'static str),
    Pointer(Rc<Qualified>),
    /// Its number of elements, where it is known.
    Array(Rc<Qualified>, Length),
    Function(Rc<Function>),
    /// By its number.
    Record(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// `[]`.
    Missing,
    Known(i128),
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Qualified {
    pub ty: Type,
    pub is_const: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub result: Qualified,
    /// None if there is no prototype.
    pub params: Option<Vec<Qualified>>,
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<String>,
    pub of: Qualified,
    pub bits: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    /// As the program calls it.
    pub name: String,
    pub is_union: bool,
    /// None while it is incomplete.
    pub fields: Option<Vec<Field>>,
}

pub fn plain(ty: Type) -> Qualified {
    Qualified { ty, is_const: false }
}

pub fn pointer(to: Qualified) -> Qualified {
    plain(Type::Pointer(Rc::new(to)))
}

/// An integer type of which no more is known.
pub const SOME_INT: Type = Type::Int("?");

impl Qualified {
    /// The same type, constant if this is said. An array of which this is said has constant elements.
    pub fn constant(self, is_const: bool) -> Qualified {
        match self.ty {
            Type::Array(of, n) if is_const => plain(Type::Array(Rc::new((*of).clone().constant(true)), n)),
            ty => Qualified { ty, is_const: self.is_const || is_const },
        }
    }
}

impl Type {
    pub fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown)
    }

    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Type::Int(_) | Type::Float(_))
    }

    /// What a value of the type is where it is used.
    pub fn decayed(&self) -> Type {
        match self {
            Type::Array(of, _) => Type::Pointer(of.clone()),
            Type::Function(_) => Type::Pointer(Rc::new(plain(self.clone()))),
            other => other.clone(),
        }
    }
}

/// All records of a unit.
#[derive(Default)]
pub struct Records(pub Vec<Record>);

impl Records {
    /// Whether the size of an object of the type is known not to be known.
    pub fn is_incomplete(&self, ty: &Type) -> bool {
        match ty {
            Type::Void => true,
            Type::Record(id) => self.0[*id].fields.is_none(),
            Type::Array(of, n) => *n == Length::Missing || self.is_incomplete(&of.ty),
            _ => false,
        }
    }

    /// The member of a record, also of those without a name inside of it.
    pub fn member(&self, id: usize, name: &str) -> Option<&Field> {
        let fields = self.0[id].fields.as_ref()?;
        fields.iter().find(|f| f.name.as_deref() == Some(name)).or_else(|| {
            fields
                .iter()
                .filter(|f| f.name.is_none())
                .find_map(|f| if let Type::Record(inner) = f.of.ty { self.member(inner, name) } else { None })
        })
    }

    /// Whether the record has a member whose type nobody understands, and which may have members in turn.
    pub fn is_obscure(&self, id: usize) -> bool {
        let fields = self.0[id].fields.iter().flatten();
        fields.into_iter().any(|f| {
            f.name.is_none()
                && match f.of.ty {
                    Type::Unknown => true,
                    Type::Record(inner) => self.is_obscure(inner),
                    _ => false,
                }
        })
    }

    /// Whether an object of the type may be assigned to.
    pub fn is_modifiable(&self, of: &Qualified) -> bool {
        !of.is_const
            && match &of.ty {
                Type::Record(id) => self.0[*id].fields.iter().flatten().all(|f| self.is_modifiable(&f.of)),
                Type::Array(of, _) => self.is_modifiable(of),
                _ => true,
            }
    }

    pub fn told(&self, ty: &Type) -> String {
        match ty {
            Type::Unknown => "a type that is not understood".into(),
            Type::Void => "void".into(),
            Type::Int("?") => "an integer type".into(),
            Type::Int(name) | Type::Float(name) => (*name).into(),
            Type::Pointer(_) => "a pointer".into(),
            Type::Array(..) => "an array".into(),
            Type::Function(_) => "a function".into(),
            Type::Record(id) => self.0[*id].name.clone(),
        }
    }
}

/// Whether two declarations of one thing contradict each other for certain.
pub fn conflict(a: &Qualified, b: &Qualified) -> bool {
    match (&a.ty, &b.ty) {
        (Type::Unknown, _) | (_, Type::Unknown) => false,
        (Type::Int(x), Type::Int(y)) => *x != "?" && *y != "?" && x != y,
        (Type::Float(x), Type::Float(y)) => x != y,
        (Type::Void, Type::Void) => false,
        (Type::Record(x), Type::Record(y)) => x != y,
        (Type::Pointer(x), Type::Pointer(y)) => x.is_const != y.is_const && !x.ty.is_unknown() && !y.ty.is_unknown() || conflict(x, y),
        (Type::Array(x, n), Type::Array(y, m)) => matches!((n, m), (Length::Known(n), Length::Known(m)) if n != m) || conflict(x, y),
        (Type::Function(f), Type::Function(g)) => {
            let params = match (&f.params, &g.params) {
                (Some(p), Some(q)) => p.len() != q.len() || f.variadic != g.variadic || p.iter().zip(q).any(|(a, b)| conflict(a, b)),
                _ => false,
            };
            params || conflict(&f.result, &g.result)
        }
        _ => true,
    }
}
