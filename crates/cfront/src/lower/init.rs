//! Initialisers (C11 6.7.9): braces, elided braces, designators, strings.

use super::call::does_something;
use super::memory::Deed;
use super::object::ObjectId;
use super::place::{Base, Dim, Index, Place};
use super::value::{Scalar, Value};
use super::variable_length::Stride;
use super::{Halt, Lower, Res};
use crate::types::{CInt, CType, RecordId};
use base::{CmpOp, Expr, Formula, InputKind, Int, Sort, SortedMap, Span, Stmt, VarId};
use lang_c::ast::{CompoundLiteral, Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use std::rc::Rc;

/// A step from an object to one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Field(u32),
    Element(u64),
}

pub type Path = Vec<Step>;

/// A part and its value.
enum Part<'x> {
    Value(&'x Node<Expression>),
    Byte(u8),
}

/// How items are distributed over an aggregate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// It has braces of its own.
    Braced,
    Bare,
    /// It has none, and a designator has named the part before this one.
    Behind(u64),
}

type Parts<'x> = Vec<(Path, CType, Part<'x>)>;

/// The elements that an array may have for initialisation.
const ELEMENT_LIMIT: u64 = 1 << 24;

/// The name of the object of a compound literal.
const LITERAL: &str = "$literal";

/// The object is longer than its type.
const OPEN_ENDED: &str = "initialiser of an array member without a length";

impl<'a> Lower<'a> {
    /// The type of an object, with the length of its array taken from the initialiser.
    pub fn complete(&mut self, ty: CType, initializer: Option<&Node<Initializer>>) -> Res<CType> {
        if let (CType::Record(r), Some(initializer)) = (&ty, initializer)
            && self.ends_openly(*r)
            && matches!(self.parts(&ty, initializer), Err(Halt::Unsupported { what, .. }) if what == OPEN_ENDED)
        {
            return Ok(CType::Unknown(OPEN_ENDED.into()));
        }
        let (CType::Array(of, None), Some(initializer)) = (&ty, initializer) else { return Ok(ty) };
        let parts = self.parts(&ty, initializer)?;
        if let [(path, _, Part::Value(_))] = parts.as_slice()
            && path.is_empty()
        {
            return Ok(CType::Unknown("array with this initialiser".into()));
        }
        let top = |path: &Path| match path.first() {
            Some(Step::Element(n)) => n + 1,
            _ => 0,
        };
        let length = parts.iter().map(|(path, ..)| top(path)).max().unwrap_or(0);
        Ok(CType::Array(of.clone(), Some(length)))
    }

    /// Whether the last member of a record is an array without a length.
    fn ends_openly(&self, record: RecordId) -> bool {
        let fields = self.types.records[record].fields.as_deref().unwrap_or_default();
        fields.last().is_some_and(|f| matches!(f.ty, CType::Array(_, None | Some(0))))
    }

    /// The parts that an initialiser names, in order.
    fn parts<'x>(&mut self, ty: &CType, initializer: &'x Node<Initializer>) -> Res<Parts<'x>> {
        let mut parts = Vec::new();
        match &initializer.node {
            Initializer::List(items) => self.fill(ty, &Vec::new(), items, &mut 0, Braces::Braced, &mut parts)?,
            Initializer::Expression(e) => match self.text_for(ty, e) {
                Some(bytes) => Self::bytes(ty, &Vec::new(), &bytes, &mut parts),
                None => parts.push((Vec::new(), ty.clone(), Part::Value(e))),
            },
        }
        Ok(parts)
    }

    /// The bytes of a string literal that initialises a character array.
    fn text_for(&self, ty: &CType, e: &Node<Expression>) -> Option<Vec<u8>> {
        match (ty, &e.node) {
            (CType::Array(of, _), Expression::StringLiteral(s)) if matches!(**of, CType::Int(CInt { bits: 8, .. })) => self.string(&s.node),
            _ => None,
        }
    }

    /// Keeps what an array holds that is initialised by a literal and never changes.
    pub fn keep_constant_text(&mut self, object: ObjectId, initializer: &Node<Initializer>) {
        let o = &self.objects[object];
        if let (true, Initializer::Expression(e)) = (o.constant || o.settled, &initializer.node)
            && let Some(text) = self.text_for(&o.ty, e)
            && matches!(o.ty, CType::Array(_, Some(n)) if n > text.len() as u64)
        {
            self.constant_texts.insert(object, text);
        }
    }

    fn bytes(ty: &CType, path: &Path, bytes: &[u8], parts: &mut Parts<'_>) {
        let CType::Array(of, length) = ty else { return };
        let limit = length.unwrap_or(bytes.len() as u64 + 1);
        for (i, byte) in bytes.iter().chain(&[0]).enumerate().take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            parts.push(([path.clone(), vec![Step::Element(i as u64)]].concat(), (**of).clone(), Part::Byte(*byte)));
        }
    }

    /// The `k`-th part of an aggregate.
    fn nth(&self, ty: &CType, k: u64) -> Option<(Step, CType)> {
        match ty {
            CType::Array(of, n) if n.is_none_or(|n| k < n) => Some((Step::Element(k), (**of).clone())),
            CType::Record(r) => {
                let record = &self.types.records[*r];
                let fields = record.fields.as_ref()?;
                let named: Vec<usize> = (0..fields.len()).filter(|i| fields[*i].name.is_some() || fields[*i].width.is_none()).collect();
                if record.is_union && k > 0 {
                    return None;
                }
                let i = *named.get(usize::try_from(k).ok()?)?;
                Some((Step::Field(i as u32), self.types.field_type(&fields[i])))
            }
            _ => None,
        }
    }

    /// The position of a field among those that initialisers count.
    fn rank_of(&self, ty: &CType, field: u32) -> u64 {
        let mut k = 0;
        while let Some((step, _)) = self.nth(ty, k) {
            if step == Step::Field(field) {
                break;
            }
            k += 1;
        }
        k
    }

    /// Distributes items over the parts of an aggregate. Without braces of its own it stops when it is full or when a designator speaks about the
    /// aggregate around it.
    fn fill<'x>(
        &mut self,
        ty: &CType,
        path: &Path,
        items: &'x [Node<InitializerListItem>],
        at: &mut usize,
        braces: Braces,
        parts: &mut Parts<'x>,
    ) -> Res<()> {
        let braced = braces == Braces::Braced;
        if !matches!(ty, CType::Array(..) | CType::Record(_)) {
            // A scalar in braces.
            if *at < items.len() {
                self.item(ty, path, items, at, parts)?;
            }
            return Ok(());
        }
        // A string in braces.
        if let (true, [only]) = (braced, items)
            && let (true, Initializer::Expression(e)) = (only.node.designation.is_empty(), &only.node.initializer.node)
            && let Some(bytes) = self.text_for(ty, e)
        {
            Self::bytes(ty, path, &bytes, parts);
            *at += 1;
            return Ok(());
        }
        let (mut k, mut first) = match braces {
            Braces::Behind(k) => (k, false),
            Braces::Braced | Braces::Bare => (0, true),
        };
        while *at < items.len() {
            let item = &items[*at];
            let span = self.span(item.span);
            if !item.node.designation.is_empty() && (braced || !first) {
                if !braced {
                    return Ok(());
                }
                let (targets, next) = self.designated(ty, path, &item.node.designation, &span)?;
                let before = *at;
                if targets.len() > 1 && does_something(&item.node.initializer) {
                    // It is evaluated once for all elements.
                    return self.unsupported("range of elements that begin with a value that is made by a call or an assignment", &span);
                }
                for (sub, sub_ty) in &targets {
                    *at = before;
                    self.item(sub_ty, sub, items, at, parts)?;
                }
                if let Some((last, _)) = targets.last() {
                    self.fill_behind(ty, path, &last[path.len()..], items, at, parts)?;
                }
                k = next + 1;
            } else {
                let Some((step, sub_ty)) = self.nth(ty, k) else {
                    if braced {
                        *at = items.len();
                    }
                    return Ok(());
                };
                if k > ELEMENT_LIMIT {
                    return self.unsupported("very long initialiser", &span);
                }
                self.item(&sub_ty, &[path.clone(), vec![step]].concat(), items, at, parts)?;
                k += 1;
            }
            first = false;
            if !braced && self.nth(ty, k).is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What comes behind a designator belongs to what follows the part that it names, from the innermost aggregate outwards (C11 6.7.9p17).
    fn fill_behind<'x>(
        &mut self,
        ty: &CType,
        path: &Path,
        way: &[Step],
        items: &'x [Node<InitializerListItem>],
        at: &mut usize,
        parts: &mut Parts<'x>,
    ) -> Res<()> {
        let mut around = vec![ty.clone()];
        for step in way {
            let inner = match (step, &around[around.len() - 1]) {
                (Step::Field(f), CType::Record(r)) => {
                    let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                    fields.get(*f as usize).map(|field| self.types.field_type(field))
                }
                (Step::Element(_), CType::Array(of, _)) => Some((**of).clone()),
                _ => None,
            };
            let Some(inner) = inner else { return Ok(()) };
            around.push(inner);
        }
        for depth in (1..way.len()).rev() {
            let own = &around[depth];
            let named = match &way[depth] {
                Step::Field(f) => self.rank_of(own, *f),
                Step::Element(n) => *n,
            };
            self.fill(own, &[path, &way[..depth]].concat(), items, at, Braces::Behind(named + 1), parts)?;
        }
        Ok(())
    }

    /// One item for one part.
    fn item<'x>(
        &mut self,
        ty: &CType,
        path: &Path,
        items: &'x [Node<InitializerListItem>],
        at: &mut usize,
        parts: &mut Parts<'x>,
    ) -> Res<()> {
        if matches!(ty, CType::Array(_, None | Some(0))) {
            let span = self.span(items[*at].span);
            return self.unsupported(OPEN_ENDED, &span);
        }
        match &items[*at].node.initializer.node {
            Initializer::List(inner) => {
                self.fill(ty, path, inner, &mut 0, Braces::Braced, parts)?;
                *at += 1;
            }
            Initializer::Expression(e) => {
                if let Some(bytes) = self.text_for(ty, e) {
                    Self::bytes(ty, path, &bytes, parts);
                    *at += 1;
                } else if matches!(ty, CType::Array(..)) || (matches!(ty, CType::Record(_)) && self.type_of(e)? != *ty) {
                    let before = *at;
                    self.fill(ty, path, items, at, Braces::Bare, parts)?;
                    // An aggregate without parts takes nothing.
                    *at = (*at).max(before + usize::from(self.nth(ty, 0).is_none()));
                } else {
                    parts.push((path.clone(), ty.clone(), Part::Value(e)));
                    *at += 1;
                }
            }
        }
        Ok(())
    }

    /// The parts that designators name, and the number of the last one at the outer level.
    fn designated(&mut self, ty: &CType, path: &Path, list: &[Node<Designator>], span: &Span) -> Res<(Vec<(Path, CType)>, u64)> {
        let mut found = vec![(path.clone(), ty.clone())];
        let mut outer = None;
        for designator in list {
            let mut deeper = Vec::new();
            let mut last = 0;
            for (path, ty) in found {
                match (&designator.node, &ty) {
                    (Designator::Member(name), CType::Record(r)) => {
                        let Some((way, member)) = self.types.member(*r, &name.node.name) else {
                            return self.rejected(format!("the record has no member `{}`", name.node.name), span);
                        };
                        last = self.rank_of(&ty, way[0]);
                        let steps: Path = way.into_iter().map(Step::Field).collect();
                        deeper.push(([path, steps].concat(), member));
                    }
                    (Designator::Index(e), CType::Array(of, _)) => {
                        let k = self.index_constant(e, span)?;
                        last = k;
                        deeper.push(([path, vec![Step::Element(k)]].concat(), (**of).clone()));
                    }
                    (Designator::Range(range), CType::Array(of, _)) => {
                        let (low, high) = (self.index_constant(&range.node.from, span)?, self.index_constant(&range.node.to, span)?);
                        if low > high {
                            return self.rejected("a range of elements ends before it begins", span);
                        }
                        last = high;
                        for k in low..=high {
                            deeper.push(([path.clone(), vec![Step::Element(k)]].concat(), (**of).clone()));
                        }
                    }
                    _ => return self.rejected("the designator does not fit the type", span),
                }
            }
            outer = outer.or(Some(last));
            found = deeper;
        }
        Ok((found, outer.unwrap_or(0)))
    }

    fn index_constant(&mut self, e: &Node<Expression>, span: &Span) -> Res<u64> {
        let value = self.constant(e)?;
        match value.expr.as_const().and_then(|c| u64::try_from(c).ok()) {
            Some(k) if k < ELEMENT_LIMIT => Ok(k),
            _ => self.unsupported("index in an initialiser", span),
        }
    }

    /// Whether a part of a type is a member of a packed record, so that it may lie anywhere.
    fn leads_into_packed(&self, ty: &CType, path: &Path) -> bool {
        let mut current = ty;
        for step in path {
            match (step, current) {
                (Step::Field(f), CType::Record(r)) => {
                    let record = &self.types.records[*r];
                    let Some(field) = record.fields.as_ref().and_then(|fields| fields.get(*f as usize)) else { return false };
                    if record.pack.is_some() {
                        return true;
                    }
                    current = &field.ty;
                }
                (Step::Element(_), CType::Array(of, _)) => current = of,
                _ => return false,
            }
        }
        false
    }

    pub fn part_place(&self, root: &Place, path: &Path, ty: &CType) -> Place {
        let mut place = root.clone();
        let mut current = place.ty.clone();
        if let Base::Memory(..) = place.base {
            let packed = self.leads_into_packed(&current, path);
            let bits = self.bits_before(current, path);
            let mut part = Self::part_at(&place, bits, ty);
            if let Base::Memory(address, _) = &mut part.base {
                address.packed |= packed;
            }
            return part;
        }
        for step in path {
            match (step, &current) {
                (Step::Field(f), CType::Record(r)) => {
                    place.fields.push(*f);
                    let field = self.types.records[*r].fields.as_ref().map(|fields| self.types.field_type(&fields[*f as usize]));
                    current = field.unwrap_or(CType::Void);
                }
                (Step::Element(n), CType::Array(of, dim)) => {
                    let value = Int::from(*n);
                    place.indices.push(Index {
                        expr: Expr::Const(value.clone()),
                        dim: Dim::Fixed(dim.unwrap_or(n + 1)),
                        is_single: false,
                        range: Some((value.clone(), value)),
                        array: String::new(),
                        stride: self.types.size_of(of).map(Stride::constant),
                        joined: false,
                    });
                    current = (**of).clone();
                }
                _ => {}
            }
        }
        place.ty = ty.clone();
        place
    }

    /// The bits before a part of a type.
    fn bits_before(&self, ty: CType, path: &Path) -> u64 {
        let mut bits = 0;
        let mut current = ty;
        for step in path {
            current = match (step, &current) {
                (Step::Field(f), CType::Record(r)) => {
                    bits += self.types.arrangement(*r).map_or(0, |a| a.fields[*f as usize]);
                    let field = self.types.records[*r].fields.as_ref().map(|fields| self.types.field_type(&fields[*f as usize]));
                    field.unwrap_or(CType::Void)
                }
                (Step::Element(n), CType::Array(of, _)) => {
                    bits += n * self.types.size_of(of).unwrap_or(0) * 8;
                    (**of).clone()
                }
                _ => CType::Void,
            };
        }
        bits
    }

    /// Initialises an object with static storage before the program starts.
    pub fn static_initializer(&mut self, object: ObjectId, initializer: &Node<Initializer>) -> Res<()> {
        let span = self.span(initializer.span);
        let ty = self.objects[object].ty.clone();
        self.keep_constant_text(object, initializer);
        let mut known: SortedMap<Path, Int> = SortedMap::new();
        let mut pointers: SortedMap<Path, (Int, Int)> = SortedMap::new();
        let mut places = SortedMap::new();
        let parts = match self.parts(&ty, initializer) {
            Err(super::Halt::Unsupported { .. }) => {
                self.no_longer_known(object);
                return Ok(());
            }
            other => other?,
        };
        for (path, part_ty, part) in parts {
            if let (CType::Pointer(_), Part::Value(e)) = (&part_ty, &part) {
                match self.static_address(&part_ty, e)? {
                    Some(address) => drop(pointers.insert(path.clone(), address)),
                    None => self.no_longer_known(object),
                }
                places.insert(path.clone(), self.part_place(&self.whole(object), &path, &part_ty));
                continue;
            }
            let CType::Int(int) = part_ty else {
                if let CType::Record(_) | CType::Array(..) = part_ty {
                    self.no_longer_known(object);
                }
                continue;
            };
            let value = match part {
                Part::Byte(b) => Scalar::constant(Int::from(b), CInt::UCHAR),
                Part::Value(e) => match self.constant(e) {
                    Ok(value) => value,
                    Err(super::Halt::Unsupported { .. }) => {
                        self.no_longer_known(object);
                        return Ok(());
                    }
                    Err(other) => return Err(other),
                },
            };
            let value = self.convert(value, int);
            known.insert(path.clone(), value.expr.as_const().cloned().unwrap_or_default());
            places.insert(path.clone(), self.part_place(&self.whole(object), &path, &CType::Int(int)));
        }
        for (path, value) in known {
            if value != Int::ZERO {
                self.static_store(&places[&path], value, &span);
            }
        }
        for (path, (number, offset)) in pointers {
            let Some(leaf) = self.leaf(&places[&path]) else {
                if (number.clone(), offset.clone()) != (Int::ZERO, Int::ZERO) {
                    self.static_cell(&places[&path], number, Some(offset), &span);
                }
                continue;
            };
            for (var, value) in [(Some(leaf.var), number), (leaf.offset, offset)] {
                let Some(var) = var else { continue };
                let value = Expr::Const(value);
                let stmt = match Self::position(&places[&path].indices, &leaf, &[]) {
                    Some(position) => Stmt::Assign(var, Expr::store(var, position, value)),
                    None => Stmt::Assign(var, value),
                };
                self.prologue.push((stmt, span.clone()));
            }
        }
        Ok(())
    }

    /// An object whose initialiser is not understood has no representation.
    fn no_longer_known(&mut self, object: ObjectId) {
        self.objects[object].leaves.clear();
        self.objects[object].unknown = true;
    }

    /// A constant that a part of a static object starts with.
    fn static_store(&mut self, place: &Place, value: Int, span: &Span) {
        let Some(leaf) = self.leaf(place) else {
            return self.static_cell(place, value, None, span);
        };
        let value = Expr::Const(value);
        let stmt = match Self::position(&place.indices, &leaf, &[]) {
            Some(position) => Stmt::Assign(leaf.var, Expr::store(leaf.var, position, value)),
            None => Stmt::Assign(leaf.var, value),
        };
        self.prologue.push((stmt, span.clone()));
    }

    /// What a part of a union starts with.
    fn static_cell(&mut self, place: &Place, value: Int, offset: Option<Int>, span: &Span) {
        let Base::Object(object) = place.base else { return };
        let ty = match &place.ty {
            CType::Int(ty) => *ty,
            _ => self.pointer_type(),
        };
        match self.cell(place, ty, span) {
            Ok(cell) => {
                let deed = Deed::Store { cell, value: Expr::Const(value), offset: offset.map(Expr::Const) };
                self.first_deeds.push((deed, span.clone()));
            }
            Err(_) => self.no_longer_known(object),
        }
    }

    /// Initialises an automatic object: first zero where the initialiser says nothing, then its values in order.
    pub fn initialize(&mut self, root: &Place, initializer: &Node<Initializer>, span: &Span) -> Res<()> {
        let ty = root.ty.clone();
        let parts = self.parts(&ty, initializer)?;
        if let ([(path, _, Part::Value(e))], true) = (parts.as_slice(), !matches!(ty, CType::Array(..)))
            && path.is_empty()
        {
            let value = self.rvalue(e)?;
            return self.initialize_from(root, value, span);
        }
        // Its values have no order among each other, and nothing to do with an expression around it.
        let values: Vec<&Node<Expression>> =
            parts.iter().filter_map(|(_, _, p)| if let Part::Value(e) = p { Some(*e) } else { None }).collect();
        self.afresh(|lower| lower.initialisers(&values, |lower| lower.initialize_parts(root, parts, span)))
    }

    fn initialize_parts(&mut self, root: &Place, parts: Vec<(Path, CType, Part<'_>)>, span: &Span) -> Res<()> {
        let ty = root.ty.clone();
        // How many elements of each leaf are named; the others are zero.
        let mut named: SortedMap<VarId, base::SortedSet<Path>> = SortedMap::new();
        let mut placed = Vec::new();
        let is_overridden = |i: usize| {
            let acts = matches!(&parts[i].2, Part::Value(e) if super::call::has_effect(&e.node));
            acts && parts[i + 1..].iter().any(|(later, ..)| self.overrides(&ty, later, &parts[i].0))
        };
        let overridden: Vec<bool> = (0..parts.len()).map(is_overridden).collect();
        for ((path, part_ty, part), overridden) in parts.into_iter().zip(overridden) {
            let place = self.part_place(root, &path, &part_ty);
            if let (CType::Int(_) | CType::Pointer(_), Some(leaf)) = (&part_ty, self.leaf(&place)) {
                named.entry(leaf.var).or_default().insert(path.clone());
                if let Some(offset) = leaf.offset {
                    named.entry(offset).or_default().insert(path);
                }
            }
            placed.push((place, part_ty, part, overridden));
        }
        let own = match &root.base {
            Base::Object(object) => self.objects[*object].leaves.values().cloned().collect(),
            Base::Memory(address, _) => {
                let count = Expr::Const(Int::from(self.element_size(&ty).unwrap_or(0)));
                let (object, offset) = (address.object.clone(), address.offset.clone());
                self.deed(Deed::Fill { object, offset, byte: super::memory::Filling::Byte(0.into()), count }, span);
                Vec::new()
            }
        };
        let leaves: Vec<(VarId, u64, bool)> = own
            .iter()
            .flat_map(|l| {
                let count = l.dims.iter().fold(1u64, |n, d| n.saturating_mul(*d));
                [Some(l.var), l.offset].into_iter().flatten().map(move |v| (v, count, l.dims.is_empty()))
            })
            .collect();
        for (var, length, is_int) in leaves {
            if named.get(&var).is_some_and(|n| n.len() as u64 >= length) {
                continue;
            }
            let zero = if is_int { Expr::from(0) } else { Expr::Var(self.zeros()) };
            self.graph.assign(var, zero, span);
        }
        for (place, part_ty, part, overridden) in placed {
            match (part, &part_ty) {
                (Part::Value(e), _) if overridden => self.perhaps_evaluated(e, span)?,
                (Part::Byte(b), CType::Int(int)) => {
                    let value = Scalar::constant(Int::from(b), CInt::UCHAR);
                    let value = self.convert(value, *int);
                    self.store(&place, value, span)?;
                }
                (Part::Value(e), CType::Int(_)) => {
                    let value = self.listed(e)?;
                    let span = self.span(e.span);
                    let value = self.cast(value, &part_ty, &span)?;
                    let value = self.as_int(value, &span)?;
                    self.store(&place, value, &span)?;
                }
                (Part::Value(e), CType::Record(_)) => match self.listed(e)? {
                    Value::Record(from) => self.copy(&place, &from, span)?,
                    _ => return self.rejected("a record is needed here", span),
                },
                (Part::Value(e), CType::Pointer(_)) => {
                    let value = self.listed(e)?;
                    let value = self.cast(value, &part_ty, span)?;
                    self.store_address(&place, value, span)?;
                }
                (Part::Value(_), CType::Array(..)) => return self.unsupported("initialiser of this array", span),
                // Parts without representation cannot be read.
                (Part::Value(e), _) if self.calls_something(&e.node) => return self.unsupported("initialiser", span),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether an initialiser for one part replaces one for another, earlier part: all of it, or another member of the same union.
    fn overrides(&self, ty: &CType, later: &Path, earlier: &Path) -> bool {
        let mut current = ty.clone();
        for (i, step) in earlier.iter().enumerate() {
            let is_union = matches!(&current, CType::Record(r) if self.types.records[*r].is_union);
            match later.get(i) {
                None => return true,
                Some(other) if other != step => return is_union,
                Some(_) => {}
            }
            current = match (step, &current) {
                (Step::Field(f), CType::Record(r)) => match self.types.records[*r].fields.as_ref().and_then(|all| all.get(*f as usize)) {
                    Some(field) => self.types.field_type(field),
                    None => return false,
                },
                (Step::Element(_), CType::Array(of, _)) => (**of).clone(),
                _ => return false,
            };
        }
        later.len() == earlier.len()
    }

    /// An initialiser that a later one overrides may be evaluated or not (C11 6.7.9p19).
    fn perhaps_evaluated(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        if self.settled(e).is_some() {
            return self.unsupported("order of initialisers of which one is overridden", span);
        }
        let happens = self.temporary(CInt::BOOL);
        let what = format!("whether `{}`, an initialiser that is overridden, is evaluated", self.source.snippet(e.span));
        self.graph.input(happens, Some(CInt::BOOL.machine()), InputKind::Open(what.as_str().into()), span);
        let join = self.unless(Formula::cmp(CmpOp::Ne, happens, 0), span);
        self.noted(e, |lower| lower.afresh(|lower| lower.effect(e)), |()| None)?;
        self.graph.arrive(join, span);
        Ok(())
    }

    /// Gives a new object its value.
    pub fn initialize_from(&mut self, place: &Place, value: Value, span: &Span) -> Res<()> {
        match (place.ty.clone(), value) {
            (ty @ CType::Int(_), value) => {
                let value = self.cast(value, &ty, span)?;
                let value = self.as_int(value, span)?;
                self.store(place, value, span)
            }
            (CType::Record(_), Value::Record(from)) => self.copy(place, &from, span),
            (ty @ CType::Pointer(_), value) => {
                let value = self.cast(value, &ty, span)?;
                self.store_address(place, value, span)
            }
            _ => self.rejected("the value does not fit the type", span),
        }
    }

    /// The map that is zero everywhere.
    pub fn zeros(&mut self) -> VarId {
        match self.zeros {
            Some(var) => var,
            None => {
                let var = self.add_var("$zeros".into(), Sort::array(), None, None, None, 0);
                self.zeros = Some(var);
                var
            }
        }
    }

    pub fn compound_literal(&mut self, c: &CompoundLiteral, span: &Span) -> Res<Place> {
        let ty = self.type_name(&c.type_name)?;
        let list = Node::new(Initializer::List(c.initializer_list.clone()), c.type_name.span);
        let ty = self.complete(ty, Some(&list))?;
        let frame = self.graph.frame;
        let (is_static, is_const) = (self.activations.is_empty(), self.is_fixed_type(&c.type_name.node));
        let place = match self.element_size(&ty) {
            Some(size) if !is_static && self.needs_block(LITERAL) => {
                let size = Scalar::constant(Int::from(size), self.types.size_type());
                Place::at(self.local_block(LITERAL.to_owned(), ty, size, span))
            }
            _ => {
                let object = self.new_object(None, "", LITERAL, &ty, is_static, frame);
                if is_const {
                    self.constant_literals.insert(object);
                }
                if is_static {
                    self.objects[object].constant = is_const;
                    self.static_initializer(object, &list)?;
                    return Ok(self.whole(object));
                }
                // It lives until the block around it ends.
                self.begin_object(object, span);
                self.whole(object)
            }
        };
        self.part(|lower| lower.initialize(&place, &list, span))?;
        if let Base::Object(object) = place.base {
            self.set_for_good(object, is_const);
        }
        Ok(place)
    }

    /// A string literal as an array of characters.
    pub fn literal_place(&mut self, parts: &[String], at: usize, span: &Span) -> Res<Place> {
        let object = match self.literals.get(&at) {
            Some(object) => *object,
            None => {
                let Some(bytes) = self.string(parts) else { return self.unsupported("wide string", span) };
                let ty = CType::Array(Rc::new(CType::Int(CInt::CHAR)), Some(bytes.len() as u64 + 1));
                let object = self.new_object(None, "", "$string", &ty, true, 0);
                for (i, byte) in bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
                    let place = self.part_place(&self.whole(object), &vec![Step::Element(i as u64)], &CType::Int(CInt::CHAR));
                    self.static_store(&place, Int::from(*byte as i8), span);
                }
                self.objects[object].origin = super::object::Origin::Literal;
                self.literals.insert(at, object);
                self.literal_bytes.insert(object, bytes);
                object
            }
        };
        Ok(self.whole(object))
    }
}
