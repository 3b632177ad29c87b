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
    /// It is certainly no constant.
    Variable,
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Qualified {
    pub ty: Type,
    pub is_const: bool,
    pub is_volatile: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub result: Qualified,
    /// None if there is no prototype.
    pub params: Option<Vec<Qualified>>,
    pub variadic: bool,
    /// Its parameters are declared behind their names.
    pub is_old: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<String>,
    pub of: Qualified,
    /// Of a bit-field, and whether it is known.
    pub width: Option<Option<i128>>,
}

#[derive(Clone, Debug)]
pub struct Record {
    /// As the program calls it.
    pub name: String,
    pub is_union: bool,
    /// None while it is incomplete.
    pub fields: Option<Vec<Field>>,
    /// A member has a size that is known when the program runs.
    pub is_variable: bool,
}

pub fn plain(ty: Type) -> Qualified {
    Qualified { ty, is_const: false, is_volatile: false }
}

pub fn pointer(to: Qualified) -> Qualified {
    plain(Type::Pointer(Rc::new(to)))
}

/// An integer type of which no more is known.
pub const SOME_INT: Type = Type::Int("?");

impl Qualified {
    /// The same type, constant or volatile if this is said. An array of which this is said has such elements.
    pub fn with(self, is_const: bool, is_volatile: bool) -> Qualified {
        match self.ty {
            Type::Array(of, n) if is_const || is_volatile => plain(Type::Array(Rc::new((*of).clone().with(is_const, is_volatile)), n)),
            ty => Qualified { ty, is_const: self.is_const || is_const, is_volatile: self.is_volatile || is_volatile },
        }
    }

    /// The type of a parameter that is declared like this.
    pub fn into_parameter(self) -> Qualified {
        Qualified { ty: self.ty.decayed(), ..self }
    }

    /// Whether the compiler may take what such an object is given at first for its value.
    pub fn is_fixed(&self) -> bool {
        self.is_const && !self.is_volatile
    }

    /// Whether the qualifiers differ.
    pub fn differs(&self, other: &Qualified) -> bool {
        (self.is_const, self.is_volatile) != (other.is_const, other.is_volatile)
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

    /// Whether the type has a size that is known when the program runs, or is made of one that has.
    pub fn is_variable(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, n) => *n == Length::Variable || self.is_variable(&of.ty),
            Type::Pointer(of) => self.is_variable(&of.ty),
            Type::Record(id) => self.0[*id].is_variable,
            _ => false,
        }
    }

    /// Whether the size of an object of the type is known when the program runs, and not before.
    pub fn has_variable_size(&self, ty: &Type) -> bool {
        !matches!(ty, Type::Pointer(_)) && self.is_variable(ty)
    }

    /// All names by which members of a record are reached.
    pub fn member_names(&self, fields: &[Field]) -> Vec<String> {
        let mut names = Vec::new();
        for field in fields {
            match (&field.name, &field.of.ty) {
                (Some(name), _) => names.push(name.clone()),
                (None, Type::Record(inner)) => names.extend(self.member_names(self.0[*inner].fields.as_deref().unwrap_or_default())),
                _ => {}
            }
        }
        names
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

/// Whether two types are the same for certain.
pub fn is_same(a: &Qualified, b: &Qualified) -> bool {
    !a.differs(b)
        && match (&a.ty, &b.ty) {
            (Type::Int(x), Type::Int(y)) | (Type::Float(x), Type::Float(y)) => *x != "?" && x == y,
            (Type::Record(x), Type::Record(y)) => x == y,
            // Other qualifiers of what it points to are not followed.
            (Type::Pointer(x), Type::Pointer(y)) => !matches!(x.ty, Type::Pointer(_)) && is_same(x, y),
            _ => false,
        }
}

/// Whether two declarations of one thing contradict each other for certain.
pub fn conflict(a: &Qualified, b: &Qualified) -> bool {
    match (&a.ty, &b.ty) {
        (Type::Unknown, _) | (_, Type::Unknown) => false,
        (Type::Int(x), Type::Int(y)) => *x != "?" && *y != "?" && x != y,
        (Type::Float(x), Type::Float(y)) => *x != "?" && *y != "?" && x != y,
        (Type::Void, Type::Void) => false,
        (Type::Record(x), Type::Record(y)) => x != y,
        (Type::Pointer(x), Type::Pointer(y)) => x.differs(y) && !x.ty.is_unknown() && !y.ty.is_unknown() || conflict(x, y),
        (Type::Array(x, n), Type::Array(y, m)) => {
            let lengths = matches!((n, m), (Length::Known(n), Length::Known(m)) if n != m);
            lengths || x.differs(y) && !x.ty.is_unknown() && !y.ty.is_unknown() || conflict(x, y)
        }
        (Type::Function(f), Type::Function(g)) => {
            let params = match (&f.params, &g.params) {
                (Some(p), Some(q)) => p.len() != q.len() || f.variadic != g.variadic || p.iter().zip(q).any(|(a, b)| conflict(a, b)),
                // Where nothing is said about parameters they are promoted.
                (Some(p), None) if !g.is_old => f.variadic || p.iter().any(is_promoted),
                (None, Some(p)) if !f.is_old => g.variadic || p.iter().any(is_promoted),
                _ => false,
            };
            params || conflict(&f.result, &g.result)
        }
        _ => true,
    }
}

/// Whether an argument of the type becomes one of another type where there is no prototype.
fn is_promoted(of: &Qualified) -> bool {
    match of.ty {
        Type::Int(name) => ["_Bool", "char", "signed char", "unsigned char", "short", "unsigned short"].contains(&name),
        Type::Float(name) => name == "float",
        _ => false,
    }
}
