//! What the program does to memory through pointers, before it is known what they point to.
//!
//! Such a step is a [`Deed`] on an empty edge of the graph. When the whole program is translated, `points_to` finds what each
//! pointer may point to, and `resolve` puts statements over variables and maps in the place of the deeds. Lifetimes of
//! locals, allocation and deallocation are deeds as well, because whether they matter depends on the pointers too.

use super::Lower;
use super::Res;
use super::address::Address;
use super::arguments::Arguments;
use super::callback::CallBack;
use super::model::Ghost;
use super::object::{ObjectId, Origin};
use super::unwritten::Read;
use super::value::{Scalar, Value};
use crate::graph::Note;
use crate::types::{CInt, CType, RecordId};
use base::{CmpOp, Expr, Formula, Int, Name, SortedSet, Span, Stmt, VarId};
use std::ops::Range;
use std::rc::Rc;

/// A scalar in memory.
#[derive(Clone, Debug)]
pub struct Cell {
    pub object: Expr,
    pub offset: Expr,
    /// Its type; `Rank::Pointer` for pointers.
    pub ty: CInt,
    /// The first bit of a bit-field.
    pub bit: Option<u16>,
    /// The object's name if it is accessed directly: it is alive, and its indices have been checked.
    pub name: String,
    /// The bytes that its address must be a multiple of, where it is accessed through a pointer.
    pub align: u64,
    /// It is accessed as a member of a union, so that what the union holds may be read as any of its members.
    pub in_union: bool,
    /// The outermost record whose member it is, as the expression says that accesses it through a pointer.
    pub within: Option<RecordId>,
}

impl Cell {
    /// A scalar of which only its type and place are known.
    pub fn bare(object: impl Into<Expr>, offset: impl Into<Expr>, ty: CInt, bit: Option<u16>) -> Self {
        Cell { object: object.into(), offset: offset.into(), ty, bit, name: String::new(), align: 1, in_union: false, within: None }
    }
}

/// Where a stretch of bytes begins.
#[derive(Clone, Debug)]
pub struct Spot {
    pub object: Expr,
    pub offset: Expr,
    /// The object is accessed by its name: it is alive, and its indices have been checked.
    pub named: bool,
}

impl Spot {
    /// The spot so many bytes further on.
    pub fn plus(&self, bytes: u64) -> Spot {
        Spot { offset: Expr::add(self.offset.clone(), Expr::Const(base::Int::from(bytes))), ..self.clone() }
    }
}

/// So many bytes from a place on.
#[derive(Clone, Debug)]
pub struct Extent {
    pub object: Expr,
    pub offset: Expr,
    pub size: u64,
}

/// When two stretches of this size, each an object and an offset, share some of their bytes and are not the same.
pub fn overlap_in_part(a: (&Expr, &Expr), b: (&Expr, &Expr), size: u64) -> Formula {
    let below = |x: &Expr, y: &Expr| Formula::cmp(CmpOp::Lt, x.clone(), Expr::add(y.clone(), Expr::Const(Int::from(size))));
    Formula::and([
        Formula::cmp(CmpOp::Eq, a.0.clone(), b.0.clone()),
        Formula::cmp(CmpOp::Ne, a.1.clone(), b.1.clone()),
        below(a.1, b.1),
        below(b.1, a.1),
    ])
}

/// What bytes are filled with.
#[derive(Clone, Debug)]
pub enum Filling {
    /// All with this one.
    Byte(Expr),
    /// Each with any, which this function writes.
    Any(Name),
}

#[derive(Clone, Debug)]
pub enum Deed {
    /// Reads into a variable, or two for a pointer.
    Load {
        cell: Cell,
        into: VarId,
        offset: Option<VarId>,
    },
    Store {
        cell: Cell,
        value: Expr,
        offset: Option<Expr>,
    },
    /// What a union holds is copied with all its bytes, in whatever form the two are kept.
    Copy {
        to: Spot,
        from: Spot,
        size: u64,
    },
    /// A record was written: what lies between its members is open.
    Blur {
        at: Spot,
        gaps: Vec<Range<u64>>,
    },
    /// A member of a union was written: what lies behind it is open.
    BlurTail {
        at: Spot,
        tail: Range<u64>,
    },
    /// A record was copied with all its bytes: what lies between its members comes along.
    Pad {
        to: Spot,
        from: Spot,
        gaps: Vec<Range<u64>>,
    },
    /// A new object of `size` bytes; its number goes into a variable. One that was given is known by how many are before it.
    Allocate {
        site: ObjectId,
        size: Expr,
        zero: bool,
        into: VarId,
        given: Option<Expr>,
    },
    /// So many objects are given.
    Give {
        count: Expr,
    },
    /// The program starts with its arguments.
    Begun(Arguments),
    /// The size of the object that a pointer points to the start of.
    Size {
        object: Expr,
        into: VarId,
    },
    /// `memset`.
    Fill {
        object: Expr,
        offset: Expr,
        byte: Filling,
        count: Expr,
    },
    /// `free`, or only its checks: the block must be one that may be freed, and `lives` on. A stream ends by `fclose` only.
    Free {
        object: Expr,
        offset: Expr,
        lives: bool,
        stream: bool,
    },
    /// A function of the library works on this object: it must be a stream.
    Stream {
        object: Expr,
    },
    /// All these bytes are read or written; what they hold is told by other deeds.
    Touch {
        object: Expr,
        offset: Expr,
        count: Expr,
        writes: bool,
    },
    /// A pointer was moved: it must not start from null and must point into its object or right behind it. If it is the address of a
    /// `member`, it stays inside where there is an object.
    Leave {
        object: Expr,
        offset: Expr,
        member: bool,
    },
    /// Two stretches must not share bytes, unless they may be the same one: they are changed without an order, or one is assigned to the other.
    Apart {
        sides: [Extent; 2],
        or_same: bool,
        message: String,
    },
    /// A pointer must point to so many bytes, or is known to.
    Reserve {
        object: Expr,
        offset: Expr,
        count: Expr,
        known: bool,
    },
    /// The values of pointers matter: their objects must not have ended.
    Use {
        objects: Vec<Expr>,
    },
    /// Whether two pointers are equal, where C leaves that open.
    Compare {
        sides: [(Expr, Expr); 2],
        into: VarId,
    },
    /// Which of these texts a format is: 1 in the variable beside it.
    Format {
        object: Expr,
        offset: Expr,
        at: Span,
        cases: Vec<(Vec<u8>, VarId)>,
    },
    /// An object lives from here on: a `new` instance, or the one that a jump finds.
    Begin {
        object: ObjectId,
        new: bool,
    },
    /// Objects end, and of these sites the blocks with these numbers.
    End {
        objects: Vec<ObjectId>,
        blocks: Vec<(ObjectId, Expr)>,
    },
    /// A function without body sees these pointers, so many of them as arguments. It writes what they lead to or, if that is `everything`, all that it can reach.
    Escape {
        pointers: Vec<Expr>,
        given: usize,
        everything: bool,
        function: Name,
    },
    /// These functions may have been called from outside, which is not told: what they assign gets any value.
    Forget {
        functions: Vec<Rc<CallBack>>,
        function: Name,
    },
    /// A formula reads a cell; nothing happens here. If it holds a pointer, the variable stands for what that may point to.
    Look {
        cell: Cell,
        pointer: Option<(VarId, VarId)>,
    },
    /// A formula reads a model field; nothing happens here.
    Glimpse(Ghost),
    /// A model field gets a value.
    Put {
        ghost: Ghost,
        value: Expr,
    },
    /// The program uses the value of a declared object.
    Read(Read),
    /// The program ends: nothing that was allocated may be lost.
    Finish,
}

impl Deed {
    /// Whether the deed only says what lives or what is used, or that nothing is shown to other code.
    pub fn is_idle(&self) -> bool {
        match self {
            Deed::Escape { pointers, .. } => pointers.is_empty(),
            other => matches!(other, Deed::Begin { .. } | Deed::End { .. } | Deed::Read(_) | Deed::Finish),
        }
    }

    /// Whether a check may fail here.
    pub fn is_checked(&self) -> bool {
        use Deed as D;
        matches!(
            self,
            D::Load { .. }
                | D::Store { .. }
                | D::Copy { .. }
                | D::Fill { .. }
                | D::Free { .. }
                | D::Stream { .. }
                | D::Touch { .. }
                | D::Leave { .. }
                | D::Apart { .. }
                | D::Reserve { known: false, .. }
                | D::Use { .. }
                | D::Read(_)
        )
    }

    /// The model field that is read or gets a value.
    pub fn ghost(&self) -> Option<&Ghost> {
        match self {
            Deed::Glimpse(ghost) | Deed::Put { ghost, .. } => Some(ghost),
            _ => None,
        }
    }

    /// The objects that are read by their names, where no variable says so.
    pub fn read_by_name(&self) -> Option<ObjectId> {
        let object = match self {
            Deed::Load { cell, .. } | Deed::Look { cell, .. } => &cell.object,
            Deed::Copy { from, .. } | Deed::Pad { from, .. } => &from.object,
            _ => return None,
        };
        let number = object.as_const().and_then(|n| usize::try_from(n).ok())?;
        number.checked_sub(1)
    }

    /// The terms that are evaluated where the deed is done, except those of formulas.
    pub fn terms_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Deed::Load { cell, .. } => vec![&mut cell.object, &mut cell.offset],
            Deed::Store { cell, value, offset } => [&mut cell.object, &mut cell.offset, value].into_iter().chain(offset).collect(),
            Deed::Copy { to, from, .. } | Deed::Pad { to, from, .. } => {
                vec![&mut to.object, &mut to.offset, &mut from.object, &mut from.offset]
            }
            Deed::Blur { at, .. } | Deed::BlurTail { at, .. } => vec![&mut at.object, &mut at.offset],
            Deed::Allocate { size, given, .. } => std::iter::once(size).chain(given).collect(),
            Deed::Give { count } => vec![count],
            Deed::Size { object, .. } | Deed::Stream { object } => vec![object],
            Deed::Use { objects } => objects.iter_mut().collect(),
            Deed::Compare { sides, .. } => sides.iter_mut().flat_map(|(object, offset)| [object, offset]).collect(),
            Deed::Fill { object, offset, byte, count } => {
                let byte = match byte {
                    Filling::Byte(byte) => Some(byte),
                    Filling::Any(_) => None,
                };
                [object, offset, count].into_iter().chain(byte).collect()
            }
            Deed::Apart { sides, .. } => sides.iter_mut().flat_map(|s| [&mut s.object, &mut s.offset]).collect(),
            Deed::Reserve { object, offset, count, .. } | Deed::Touch { object, offset, count, .. } => vec![object, offset, count],
            Deed::Free { object, offset, .. } | Deed::Leave { object, offset, .. } | Deed::Format { object, offset, .. } => {
                vec![object, offset]
            }
            Deed::Escape { pointers, .. } => pointers.iter_mut().collect(),
            Deed::End { blocks, .. } => blocks.iter_mut().map(|(_, number)| number).collect(),
            Deed::Look { .. } | Deed::Glimpse(_) | Deed::Put { .. } | Deed::Read(_) => Vec::new(),
            Deed::Begin { .. } | Deed::Begun(_) | Deed::Forget { .. } | Deed::Finish => Vec::new(),
        }
    }

    /// The variables that are read.
    pub fn reads(&self) -> SortedSet<VarId> {
        let cell = |c: &Cell| -> SortedSet<VarId> { c.object.vars().into_iter().chain(c.offset.vars()).collect() };
        match self {
            Deed::Load { cell: c, .. } | Deed::Look { cell: c, .. } => cell(c),
            Deed::Store { cell: c, value, offset } => {
                let mut all = cell(c);
                all.extend(value.vars());
                all.extend(offset.iter().flat_map(Expr::vars));
                all
            }
            Deed::Copy { to, from, .. } | Deed::Pad { to, from, .. } => {
                [to, from].into_iter().flat_map(|s| [&s.object, &s.offset]).flat_map(Expr::vars).collect()
            }
            Deed::Blur { at, .. } | Deed::BlurTail { at, .. } => at.object.vars().into_iter().chain(at.offset.vars()).collect(),
            Deed::Allocate { size, given, .. } => size.vars().into_iter().chain(given.iter().flat_map(Expr::vars)).collect(),
            Deed::Give { count } => count.vars(),
            Deed::Begun(arguments) => SortedSet::from([arguments.count]),
            Deed::Size { object, .. } | Deed::Stream { object } => object.vars(),
            Deed::Use { objects } => objects.iter().flat_map(Expr::vars).collect(),
            Deed::Compare { sides, .. } => sides.iter().flat_map(|(object, offset)| [object, offset]).flat_map(Expr::vars).collect(),
            Deed::Fill { object, offset, byte, count } => {
                let byte = match byte {
                    Filling::Byte(byte) => Some(byte),
                    Filling::Any(_) => None,
                };
                [object, offset, count].into_iter().chain(byte).flat_map(Expr::vars).collect()
            }
            Deed::Apart { sides, .. } => sides.iter().flat_map(|s| [&s.object, &s.offset]).flat_map(Expr::vars).collect(),
            Deed::Reserve { object, offset, count, .. } | Deed::Touch { object, offset, count, .. } => {
                [object, offset, count].into_iter().flat_map(Expr::vars).collect()
            }
            Deed::Free { object, offset, .. } | Deed::Leave { object, offset, .. } | Deed::Format { object, offset, .. } => {
                object.vars().into_iter().chain(offset.vars()).collect()
            }
            Deed::Escape { pointers, .. } => pointers.iter().flat_map(Expr::vars).collect(),
            Deed::End { blocks, .. } => blocks.iter().flat_map(|(_, number)| number.vars()).collect(),
            Deed::Glimpse(ghost) => ghost.object.vars(),
            Deed::Read(read) => read.value.vars(),
            Deed::Put { ghost, value } => ghost.object.vars().into_iter().chain(value.vars()).collect(),
            Deed::Begin { .. } | Deed::Forget { .. } | Deed::Finish => SortedSet::new(),
        }
    }
}

impl Lower<'_> {
    pub fn deed(&mut self, deed: Deed, span: &Span) {
        self.deeds.push(deed);
        self.graph.emit(Stmt::Skip, span);
        if let Some(edge) = self.graph.edges.last_mut() {
            edge.note = Note::Memory(self.deeds.len() - 1);
        }
    }

    /// A new object from an allocator; one that is not `freed` lives as long as the activation.
    pub fn allocate(&mut self, size: Scalar, zero: bool, freed: bool, span: &Span) -> Address {
        let (site, block) = self.new_block(size, zero, freed, span);
        if !freed && let Some(activation) = self.activations.last_mut() {
            activation.blocks.push(site);
            self.objects[site].depth = 0;
        }
        block
    }

    /// A place that makes blocks of memory.
    pub fn new_site(&mut self, origin: Origin, span: &Span) -> ObjectId {
        self.new_named_site(&format!("$block{}", span.line), origin, span)
    }

    /// The same, with a name.
    pub fn new_named_site(&mut self, name: &str, origin: Origin, span: &Span) -> ObjectId {
        let frame = self.graph.frame;
        let site = self.new_object(None, "", name, &CType::Void, false, frame);
        self.objects[site].origin = origin;
        self.objects[site].span = Some(span.clone());
        site
    }

    /// A new block of memory.
    pub fn new_block(&mut self, size: Scalar, zero: bool, freed: bool, span: &Span) -> (ObjectId, Address) {
        let site = self.new_site(Origin::Allocated { freed }, span);
        let size = self.spill(size, span);
        let (into, _) = self.pointer_pair();
        self.deed(Deed::Allocate { site, size: size.expr, zero, into, given: None }, span);
        if !self.copies.is_empty() {
            self.recursive_sites.insert(site);
        }
        (site, Address::new(into, 0, &CType::Void))
    }

    pub fn free(&mut self, pointer: Value, span: &Span) -> Res<()> {
        let address = self.as_address(pointer, span)?;
        self.deed(Deed::Free { object: address.object, offset: address.offset, lives: false, stream: false }, span);
        Ok(())
    }

    /// The pointer must be one that may be freed.
    pub fn check_free(&mut self, pointer: Value, span: &Span) -> Res<()> {
        let address = self.as_address(pointer, span)?;
        self.deed(Deed::Free { object: address.object, offset: address.offset, lives: true, stream: false }, span);
        Ok(())
    }

    /// Two variables for a pointer.
    pub fn pointer_pair(&mut self) -> (VarId, VarId) {
        let (object, offset) = (self.temporary(self.pointer_type()), self.temporary(self.pointer_type()));
        self.pointers.insert(object, offset);
        (object, offset)
    }
}
