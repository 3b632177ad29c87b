//! Pointer values: the number of an object and an offset in bytes.
//!
//! - An object is known by a positive number of its own; functions are objects too. Null is object 0.
//! - [`WILD`] is no object: the pointer was made from a number or never given a value; the offset is its number.
//! - [`ELSEWHERE`] is an object that the program does not show: the pointer comes from a function without body. Its offset
//!   tells such pointers apart.
//! - [`ENDED`] was a local of a loop's body in an earlier round.
//!
//! What C determines is exact. What it does not ends the path at `Unsupported`, if it is reached: whether a pointer without
//! an object equals an object's address, the order of pointers into different objects, the number that an object's address
//! converts to.
//!
//! A pointer without an object that is moved stays a number: null plus 4 is the number 4, and 4 minus 4 is null. Its object's
//! number does not change with it; [`MOVED`] marks where that may have happened, and [`OWNER`] and [`COUNT`] read such a
//! pointer as the number that it is, wherever pointers are compared.
//!
//! Invariant: in a variable that holds no such pointer the three cases are told apart by the object's number alone. In a map,
//! whose elements may be open, object 0 with an offset other than 0 is [`WILD`] as well. [`OWNER`] stands for these readings until
//! `resolve` knows whether they can occur; where they cannot, it is the object's number and costs nothing.

use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType, Rank};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, SortedSet, Span, Stmt, VarId};
use lang_c::ast::{Expression, Initializer};
use lang_c::span::Node;
use lang_c::visit::Visit;

pub const NULL: i64 = 0;
pub const WILD: i64 = -1;
pub const ELSEWHERE: i64 = -2;
pub const ENDED: i64 = -4;
/// No number of an object, but a mark in what `points_to` says: a pointer without an object that may have been moved.
pub const ADRIFT: i64 = -3;

/// `OWNER(object, offset)`: the object of a pointer that was read from a map or moved.
pub const OWNER: &str = "$owner";
/// `COUNT(object, offset)`: the offset of a pointer; where it has no object, its number.
pub const COUNT: &str = "$count";
/// `MOVED(object)`: the object of a pointer that was moved by some bytes.
pub const MOVED: &str = "$moved";
/// `NUMBER(n)`: the offset of a pointer that was made from the number `n`.
pub const NUMBER: &str = "$number";

#[derive(Clone, Debug)]
pub struct Address {
    pub object: Expr,
    pub offset: Expr,
    /// What it points to.
    pub to: CType,
    /// The integer type that it was converted to; its number has not been asked for yet.
    pub as_number: Option<CInt>,
    /// Whether the offset has been changed since the pointer was a value.
    pub moved: bool,
    /// Whether it is the address of a part that need not be aligned: a member of a packed record, bytes that are copied.
    pub packed: bool,
    /// Whether it is the address of a member of a union that the expression itself names.
    pub in_union: bool,
    pub depth: u32,
}

impl Address {
    pub fn new(object: impl Into<Expr>, offset: impl Into<Expr>, to: &CType) -> Self {
        Address {
            object: object.into(),
            offset: offset.into(),
            to: to.clone(),
            as_number: None,
            moved: false,
            packed: false,
            in_union: false,
            depth: 0,
        }
    }

    pub fn vars(&self) -> SortedSet<VarId> {
        self.object.vars().into_iter().chain(self.offset.vars()).collect()
    }

    pub fn is_null(&self) -> Formula {
        Formula::cmp(CmpOp::Eq, self.owner(), NULL)
    }

    /// Whether the object's number alone says what the pointer is: it is known, or was made from a number just now.
    fn is_settled(&self) -> bool {
        self.offset.as_const() == Some(&Int::ZERO) || matches!(self.object, Expr::Const(_) | Expr::Ite(..))
    }

    /// The object's number, of a pointer without an object according to its number.
    pub fn owner(&self) -> Expr {
        match &self.object {
            // It is read so already.
            Expr::App(name, args) if **name == *OWNER && args[1] == self.offset => self.object.clone(),
            object if self.is_settled() => object.clone(),
            object => Expr::App(OWNER.into(), vec![object.clone(), self.offset.clone()]),
        }
    }

    /// The offset, of a pointer without an object its number.
    pub fn count(&self) -> Expr {
        if self.is_settled() { self.offset.clone() } else { Expr::App(COUNT.into(), vec![self.object.clone(), self.offset.clone()]) }
    }

    pub fn is_not_null(&self) -> Formula {
        self.is_null().negate()
    }
}

/// The object of a pointer, whether it was moved or not.
pub fn unmoved(object: Expr) -> Expr {
    match object {
        Expr::App(name, mut args) if *name == *MOVED => unmoved(args.swap_remove(0)),
        other => other,
    }
}

/// The names in an initialiser.
#[derive(Default)]
struct Names(SortedSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_identifier(&mut self, id: &'ast lang_c::ast::Identifier, _: &'ast lang_c::span::Span) {
        self.0.insert(id.name.clone());
    }
}

/// The names that an initialiser mentions.
pub fn names_in(initializer: &Node<Initializer>) -> SortedSet<String> {
    let mut names = Names::default();
    names.visit_initializer(&initializer.node, &initializer.span);
    names.0
}

impl Lower<'_> {
    /// The type of the integers that hold a pointer.
    pub fn pointer_type(&self) -> CInt {
        CInt::new(Rank::Pointer, self.types.pointer_size() as u16 * 8, false)
    }

    /// The number of a pointer as an integer, of which nothing is known yet.
    fn any_number(&self, expr: Expr) -> Scalar {
        let machine = self.pointer_type().machine();
        Scalar { expr, ty: self.types.size_type(), range: Some((machine.min(), machine.max())), depth: 0 }
    }

    /// A pointer with this number and no object.
    fn numbered(&self, number: Expr, owner: i64, to: &CType) -> Address {
        let object = Expr::ite(Formula::cmp(CmpOp::Eq, number.clone(), 0), NULL, owner);
        Address { depth: 2, ..Address::new(object, number, to) }
    }

    /// Gives the two variables of a pointer any value that is not an object's address.
    pub fn havoc_pointer(&mut self, object: VarId, offset: VarId, kind: InputKind, span: &Span) {
        let owner = if kind == InputKind::Uninitialised { WILD } else { ELSEWHERE };
        let ty = self.input_type(self.pointer_type());
        self.graph.input(offset, ty, kind, span);
        let pointer = self.numbered(offset.into(), owner, &CType::Void);
        self.graph.assign(object, pointer.object, span);
    }

    /// A pointer that code elsewhere returns.
    pub fn foreign_pointer(&mut self, to: &CType, kind: InputKind, span: &Span) -> Address {
        let (object, offset) = self.pointer_pair();
        let ty = self.input_type(self.pointer_type());
        self.graph.input(offset, ty, kind, span);
        let pointer = self.numbered(offset.into(), ELSEWHERE, to);
        self.graph.assign(object, pointer.object, span);
        Address::new(object, offset, to)
    }

    /// The bytes before a place in its object, and the bit if it is a bit-field.
    pub fn bytes_before(&mut self, place: &Place, span: &Span) -> Res<(Expr, u16)> {
        let Base::Object(object) = place.base else { return self.unsupported("address", span) };
        let mut bits = 0;
        let mut ty = self.objects[object].ty.clone();
        for field in &place.fields {
            let CType::Record(r) = *ty.innermost() else { return self.unsupported("address of this member", span) };
            let Some(arrangement) = self.arrangement(r) else { return self.unsupported("layout of this record", span) };
            bits += arrangement.fields[*field as usize];
            ty = self.types.field_type(&self.types.records[r].fields.as_ref().expect("it has a layout")[*field as usize]);
        }
        let mut sum = Expr::from(0);
        for index in &place.indices {
            let Some(stride) = &index.stride else { return self.unsupported("address of this element", span) };
            sum = Expr::add(sum, stride.of(index.expr.clone()));
        }
        Ok((Expr::add(sum, Expr::Const(Int::from(bits / 8))), (bits % 8) as u16))
    }

    /// Whether it is known where the parts of an object lie.
    fn has_layout(&self, object: super::object::ObjectId) -> bool {
        let ty = self.objects[object].ty.innermost();
        self.element_size(ty).is_some() || matches!(ty, CType::Void)
    }

    /// The pointer as two numbers.
    pub fn as_address(&mut self, value: Value, span: &Span) -> Res<Address> {
        match value {
            Value::Null => Ok(Address::new(NULL, 0, &CType::Void)),
            Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO) => Ok(Address::new(NULL, 0, &CType::Void)),
            Value::Int(s) => {
                let ty = self.types.size_type();
                let s = self.convert(s, ty);
                let s = self.spill(s, span);
                let pointer = self.numbered(s.expr.clone(), WILD, &CType::Void);
                Ok(Address { offset: Expr::App(NUMBER.into(), vec![s.expr]), ..pointer })
            }
            Value::Address(a) => Ok(Address { as_number: None, ..a }),
            Value::Pointer(place) => match &place.base {
                Base::Object(object) if self.is_recursive_local(*object) => {
                    self.wants_block(*object);
                    self.unsupported("address of a local of a recursive function kept in a variable", span)
                }
                Base::Object(object) if !self.has_layout(*object) => {
                    self.unsupported("address of an object whose layout is not understood", span)
                }
                Base::Object(object) => {
                    let object = *object;
                    let (offset, bit) = self.bytes_before(&place, span)?;
                    if bit != 0 {
                        return self.rejected("the address of a bit-field cannot be taken", span);
                    }
                    self.objects[object].address_taken = true;
                    let depth = if Self::is_const(&offset) { 0 } else { 3 };
                    Ok(Address { depth, ..Address::new(Self::number_of_object(object), offset, &place.ty) })
                }
                Base::Memory(address, _) => {
                    let address = Address { to: place.ty.clone(), as_number: None, packed: false, in_union: false, ..address.clone() };
                    Ok(if address.moved { self.drifted(address) } else { address })
                }
            },
            Value::Function(name) => {
                let object = self.function_object(&name);
                let to = self.signature(&name).map_or(CType::Void, CType::Function);
                Ok(Address::new(Self::number_of_object(object), 0, &to))
            }
            Value::Void => self.rejected("a value is needed here, but the expression has none", span),
            Value::Record(_) => self.rejected("a pointer is needed here, not a record", span),
        }
    }

    /// A pointer that was moved. Null and numbers are moved as numbers.
    fn drifted(&self, address: Address) -> Address {
        let address = Address { moved: false, ..address };
        let machine = self.pointer_type().machine();
        match (&address.object, address.offset.as_const()) {
            (Expr::Const(object), _) if *object > Int::ZERO => address,
            (Expr::Const(object), offset) if *object != Int::from(ELSEWHERE) => {
                let (number, offset) = match offset {
                    Some(n) => (Expr::Const(machine.wrap(n)), Expr::Const(machine.wrap(n))),
                    None => {
                        let number = Expr::wrap(machine, address.offset.clone());
                        (number.clone(), Expr::App(NUMBER.into(), vec![number]))
                    }
                };
                Address { offset, depth: address.depth + 2, ..self.numbered(number, WILD, &address.to) }
            }
            (object, _) => Address { object: Expr::App(MOVED.into(), vec![object.clone()]), ..address },
        }
    }

    /// Ends the path where the formula holds: there the meaning is open.
    pub fn undetermined(&mut self, open: Formula, what: &str, span: &Span) -> Res<()> {
        match open {
            Formula::False => {}
            Formula::True => return self.unsupported(what, span),
            open => {
                let error = self.graph.error(Check::Unsupported, what, span);
                let holds = open.negate();
                self.graph.branch(self.graph.here, error, open, Some(span.clone()));
                self.graph.emit(Stmt::Assume(holds), span);
            }
        }
        Ok(())
    }

    /// Ends the path where a pointer is an object's address.
    pub fn refuse_object(&mut self, pointer: &Address, what: &str, span: &Span) -> Res<()> {
        self.undetermined(Formula::cmp(CmpOp::Gt, unmoved(pointer.object.clone()), 0), what, span)
    }

    /// The number that a pointer converts to.
    pub fn number_of(&mut self, pointer: Address, ty: CInt, span: &Span) -> Res<Scalar> {
        self.refuse_object(&pointer, "pointer converted to a number", span)?;
        let number = Scalar { depth: pointer.depth, ..self.any_number(pointer.count()) };
        Ok(self.convert(number, ty))
    }

    /// A pointer converted to an integer type. With all its bits it stays a pointer until its number is asked for.
    pub fn address_as(&mut self, pointer: Address, ty: CInt, span: &Span) -> Res<Value> {
        let width = self.pointer_type().bits;
        if ty.is_bool() {
            let truth = Scalar::truth(self.is_not_null(&pointer, span), pointer.depth);
            return Ok(Value::Int(Scalar { ty, ..truth }));
        }
        match ty.bits {
            bits if bits == width => Ok(Value::Address(Address { as_number: Some(ty), ..pointer })),
            bits if bits < width => Ok(Value::Int(self.number_of(pointer, ty, span)?)),
            _ => self.unsupported("pointer converted to a wider number", span),
        }
    }

    /// Whether a pointer is not null, where the program asks.
    pub fn is_not_null(&mut self, pointer: &Address, span: &Span) -> Formula {
        self.asks_null |= !matches!(pointer.object, Expr::Const(_));
        self.ask_whether_null(pointer, span);
        pointer.is_not_null()
    }

    /// Compares two pointers.
    pub fn compare_addresses(&mut self, op: CmpOp, a: Value, b: Value, span: &Span) -> Res<(Formula, u32)> {
        let known = |equal: bool| (Formula::from(equal == (op == CmpOp::Eq)), 0);
        let is_equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let is_null = |v: &Value| match v {
            Value::Null => Some(true),
            Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO) => Some(true),
            Value::Pointer(p) if matches!(p.base, Base::Object(_)) => Some(false),
            Value::Function(_) => Some(false),
            _ => None,
        };
        match (is_null(&a), is_null(&b)) {
            (Some(x), Some(y)) if is_equality && (x || y) => return Ok(known(x == y)),
            _ => {}
        }
        let (null_a, null_b) = (is_null(&a) == Some(true), is_null(&b) == Some(true));
        let (x, y) = (self.as_address(a, span)?, self.as_address(b, span)?);
        let depth = x.depth.max(y.depth) + 2;
        if is_equality && (null_a || null_b) {
            let pointer = if null_a { &y } else { &x };
            let formula = self.is_not_null(pointer, span).negate();
            return Ok((if op == CmpOp::Eq { formula } else { formula.negate() }, depth));
        }
        let is_open = self.opened.comparisons.contains(span);
        let has_object = |a: &Address| Formula::cmp(CmpOp::Gt, a.owner(), 0);
        // A pointer whose object has ended is the business of the deed below.
        let has_none = |a: &Address| {
            let not_ended = if is_open { Formula::cmp(CmpOp::Ne, a.owner(), ENDED) } else { Formula::True };
            Formula::and([Formula::cmp(CmpOp::Lt, a.owner(), 0), not_ended])
        };
        let open = Formula::or([Formula::and([has_none(&x), has_object(&y)]), Formula::and([has_object(&x), has_none(&y)])]);
        self.undetermined(open, "comparison of an address with a pointer that has no object here", span)?;
        let sides = [(x.owner(), x.count()), (y.owner(), y.count())];
        if is_open && is_equality {
            let equal = self.compare_by_deed(sides.clone(), span);
            self.graph.compared.push(super::Compared { sides, span: span.clone(), at: self.graph.here });
            return Ok((if op == CmpOp::Eq { equal } else { equal.negate() }, 1));
        }
        if is_open {
            self.deed(super::memory::Deed::Use { objects: vec![x.owner(), y.owner()] }, span);
        }
        self.graph.compared.push(super::Compared { sides, span: span.clone(), at: self.graph.here });
        let same_object = Formula::cmp(CmpOp::Eq, x.owner(), y.owner());
        if is_equality {
            let equal = Formula::and([same_object, Formula::cmp(CmpOp::Eq, x.count(), y.count())]);
            return Ok((if op == CmpOp::Eq { equal } else { equal.negate() }, depth));
        }
        self.undetermined(same_object.negate(), "order of pointers into different objects", span)?;
        Ok((Formula::cmp(op, x.count(), y.count()), depth))
    }

    /// The distance of two pointers into one object, in elements.
    pub fn distance(&mut self, a: Value, b: Value, span: &Span) -> Res<Value> {
        let (x, y) = (self.as_address(a, span)?, self.as_address(b, span)?);
        let Some(size) = self.stride(&x.to).filter(|s| s.bytes > 0) else { return self.unsupported("difference of these pointers", span) };
        let other = Formula::cmp(CmpOp::Ne, x.owner(), y.owner());
        self.undetermined(other, "difference of pointers into different objects", span)?;
        let bytes = Expr::sub(x.offset, y.offset);
        let count = Expr::bin(base::BinOp::Div, bytes, size.of(1.into()));
        let ty = CInt { signed: true, ..self.types.size_type() };
        let value = self.scalar(count, ty, x.depth.max(y.depth) + 2);
        Ok(Value::Int(value))
    }

    /// The pointer in variables of its own.
    pub fn spill_address(&mut self, pointer: Address, span: &Span) -> Address {
        if pointer.vars().is_empty() {
            return pointer;
        }
        let (object, offset) = self.pointer_pair();
        self.graph.assign(object, pointer.object, span);
        self.graph.assign(offset, pointer.offset, span);
        Address { object: object.into(), offset: offset.into(), depth: 0, ..pointer }
    }

    /// Assigns a pointer.
    pub fn store_address(&mut self, place: &Place, value: Value, span: &Span) -> Res<()> {
        let address = self.as_address(value, span)?;
        let Some(leaf) = self.leaf(place).filter(|l| l.offset.is_some()) else {
            return self.store_through(place, Value::Address(address), span);
        };
        self.check_bounds(place, span);
        self.check_writable(place, span);
        let (object, offset) = (leaf.var, leaf.offset.expect("it is a pointer"));
        let address = if address.offset.vars().contains(&object) { self.spill_address(address, span) } else { address };
        match Self::position(&place.indices, &leaf, &[]) {
            Some(position) => {
                self.graph.assign(object, Expr::store(object, position.clone(), address.object), span);
                self.graph.assign(offset, Expr::store(offset, position, address.offset), span);
            }
            None => {
                for (var, value) in [(object, address.object), (offset, address.offset)] {
                    if value != Expr::Var(var) {
                        self.graph.assign(var, value, span);
                    }
                }
            }
        }
        Ok(())
    }

    /// One of two pointers.
    pub fn join_addresses(&mut self, first: (base::LocId, Value), second: (base::LocId, Value), span: &Span) -> Res<Value> {
        let (object, offset) = self.pointer_pair();
        let join = self.graph.loc(Some(span.clone()));
        let mut to = CType::Void;
        for (at, value) in [first, second] {
            self.graph.here = at;
            let address = match value {
                Value::Int(s) if !Self::is_const(&s.expr) => return self.unsupported("choice between a pointer and a number", span),
                value => self.as_address(value, span)?,
            };
            if address.to != CType::Void {
                to = address.to.clone();
            }
            self.graph.assign(object, address.object, span);
            self.graph.assign(offset, address.offset, span);
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(Value::Address(Address::new(object, offset, &to)))
    }

    /// The address that a static pointer starts with, if it is known.
    pub fn static_address(&mut self, ty: &CType, e: &Node<Expression>) -> Res<Option<(Int, Int)>> {
        let span = self.span(e.span);
        let mark = self.graph.mark();
        let address = self.attempt(|lower| {
            let value = lower.rvalue(e)?;
            let value = lower.cast(value, ty, &span)?;
            let address = lower.as_address(value, &span)?;
            Ok((address, lower.graph.untouched(&mark)))
        })?;
        self.graph.back_to(mark);
        Ok(match address {
            Ok((address, true)) => address.object.as_const().cloned().zip(address.offset.as_const().cloned()),
            _ => None,
        })
    }

    /// Objects that the initialiser of an external variable names can be written by other code.
    pub fn expose(&mut self, initializer: &Node<Initializer>) {
        for name in names_in(initializer) {
            if let Some(super::Entity::Object(object)) = self.globals.names.get(&name) {
                self.objects[*object].external = true;
            }
        }
    }
}
