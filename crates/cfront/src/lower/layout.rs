//! How memory is laid out over variables: the view of every object that pointers reach.
//!
//! - A declared object keeps the variables of its leaves ([`View::Leaves`]);
//! - a block from an allocator is made of the type that pointers to it are read as, once or as an array ([`View::Block`]). A
//!   call of an allocator that may be executed twice makes many objects; those that one access may reach share their maps,
//!   which then have the object's number in the index ([`Block::keyed`]). With one value per object these are field maps, as in
//!   Burstall's model;
//! - what a union holds is kept as its accesses show (`overlay`);
//! - what is accessed in ways that no leaf fits (casts) is a map of bytes ([`View::Bytes`]), which is exact too.
//!
//! Invariant: two leaves of a view never share a bit, so a write to one leaves the others alone.

use super::Lower;
use super::effective::Stored;
use super::first_stores::{Offsets, Settled};
use super::memory::{Cell, Deed, Spot};
use super::object::{Leaf, ObjectId, Origin};
use super::overlay::{End, Link, Links, Overlay, Seen, extent};
use super::points_to::{PointsTo, Residue, leaf_residue, objects_of};
use crate::graph::Note;
use crate::types::{CInt, CType, Rank};
use base::{Expr, Int, Sort, SortedMap, SortedSet, VarId};

/// Numbers from here on belong to calls of allocators that are executed more than once.
pub const MANY: i64 = 1 << 20;
/// The index of a keyed array is the object's number times this, plus the element.
pub const KEY: i64 = 1 << 32;

#[derive(Clone, Debug)]
pub struct Block {
    pub sites: SortedSet<ObjectId>,
    /// What it is made of; maps with the object's number in the index if it is keyed. A union is here with its cells, and with its bytes if some of
    /// them are kept.
    pub leaves: Vec<Leaf>,
    /// The unions in it.
    pub raw_leaves: Vec<Leaf>,
    /// The size of the type it is made of; it may have any number of those.
    pub step: Option<u64>,
    /// Shared by many objects.
    pub keyed: bool,
    /// The bytes, in place of leaves.
    pub bytes: Option<Raw>,
    /// The size of the object, if it is not the same constant for all: a variable, or a map from numbers if keyed.
    pub size: Option<VarId>,
    pub constant_size: Option<u64>,
    /// 1 while the object lives: a variable, or a map from numbers if keyed.
    pub state: Option<VarId>,
    /// How many objects live, if keyed.
    pub live: Option<VarId>,
    /// Where pointers are stored before they are read.
    pub settled: SortedSet<u64>,
    /// All objects are zero from the start.
    pub cleared: bool,
}

impl Block {
    /// The size of one of its objects.
    pub fn size_of(&self, object: &Expr) -> Expr {
        match (self.constant_size, self.size) {
            (Some(n), _) => Expr::Const(Int::from(n)),
            (None, Some(sizes)) => self.entry(sizes, object),
            (None, None) => 0.into(),
        }
    }

    /// Whether one of its objects lives, if that is followed.
    pub fn state_of(&self, object: &Expr) -> Option<Expr> {
        self.state.map(|states| self.entry(states, object))
    }

    /// What a variable of the block says about one of its objects.
    fn entry(&self, var: VarId, object: &Expr) -> Expr {
        if self.keyed { Expr::select(var, object.clone()) } else { Expr::Var(var) }
    }

    /// Whether a pointer may be read from the block's maps that was never stored.
    pub fn is_open(&self, leaf: &Leaf) -> bool {
        !self.cleared && !self.settled.contains(&leaf.at)
    }
}

/// Memory byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Raw {
    pub bytes: VarId,
    /// Where pointers are stored, by the offset of their first byte: object, offset, and for each byte its place in a
    /// pointer, counted from 1, or 0 if it is plain.
    pub pointers: Option<(VarId, VarId, VarId)>,
    /// Whether a pointer in it may point nowhere once a byte other than its first is changed (`broken`).
    pub fragile: bool,
}

#[derive(Clone, Debug)]
pub enum View {
    Leaves,
    Bytes(Raw),
    /// By its number in [`Layout::blocks`].
    Block(usize),
}

pub struct Layout {
    pub views: SortedMap<ObjectId, View>,
    pub blocks: Vec<Block>,
    /// The sites that make many objects.
    pub many: SortedSet<ObjectId>,
    /// The block of the program's arguments, and how many there are.
    pub arguments: Option<(usize, VarId)>,
    /// How many objects these have made.
    pub counter: Option<VarId>,
    /// The block of each of these objects, where one pointer may point into several blocks.
    pub kinds: Option<VarId>,
    /// What unions are kept as, by the variables of their bytes.
    pub unions: SortedMap<VarId, Overlay>,
    /// What is read of each object.
    pub reads: SortedMap<ObjectId, SortedSet<Pattern>>,
    /// What is stored through pointers by other types than characters, where it may lie in an object and of how many bytes.
    pub stores: SortedMap<ObjectId, Vec<Stored>>,
    /// Whether a local lives: 1 or 0.
    pub alive: SortedMap<ObjectId, VarId>,
    /// Blocks that end, to which pointers may point then.
    pub outlived: SortedSet<ObjectId>,
    /// Locals of which a new instance may begin while variables still point to the last one, with these variables.
    pub renewed: SortedMap<ObjectId, Vec<VarId>>,
    /// Such locals to which pointers in memory may point.
    pub kept_in_memory: SortedSet<ObjectId>,
}

/// Who ends the blocks of a site; blocks with different owners share nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// `free`.
    Program,
    /// The one activation of a function, which ends all of them at once.
    Activation(u32),
    /// One of many activations.
    Recursion,
    /// Nobody: they are there before the program and after it.
    World,
}

/// An access to an object: which bits, in residues of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    pub at: Residue,
    pub bits: i128,
    pub is_pointer: bool,
}

/// Leaves, with unions as they are kept.
pub fn in_use(leaves: &[Leaf], unions: &SortedMap<VarId, Overlay>) -> Vec<Leaf> {
    let shown = |l: &Leaf| match unions.get(&l.var) {
        Some(overlay) => overlay.cells.iter().cloned().chain(overlay.raw.map(|_| l.clone())).collect(),
        None => vec![l.clone()],
    };
    leaves.iter().flat_map(shown).collect()
}

fn bits_of(ty: CInt, pointer: u64) -> i128 {
    match ty.rank {
        Rank::Pointer => i128::from(pointer) * 8,
        Rank::Bool if !ty.bit_field => 8,
        _ => i128::from(ty.bits),
    }
}

fn in_bits(bytes: Residue, bit: Option<u16>) -> Residue {
    Residue::new(bytes.at * 8 + i128::from(bit.unwrap_or(0)), bytes.step * 8)
}

impl Pattern {
    pub fn of_leaf(leaf: &Leaf, pointer: u64) -> Pattern {
        let at = in_bits(leaf_residue(leaf), leaf.bit);
        Pattern { at, bits: bits_of(leaf.ty, pointer), is_pointer: leaf.offset.is_some() }
    }

    fn of_cell(cell: &Cell, at: Residue, pointer: u64) -> Pattern {
        Pattern { at: in_bits(at, cell.bit), bits: bits_of(cell.ty, pointer), is_pointer: cell.ty.rank == Rank::Pointer }
    }

    /// Bytes that are no pointer.
    pub fn of_bytes(at: Residue, size: u64) -> Pattern {
        Pattern { at: at.in_bits(), bits: i128::from(size) * 8, is_pointer: false }
    }

    pub fn touches(&self, other: &Pattern) -> bool {
        self.at.touches(self.bits, other.at, other.bits)
    }

    /// Whether the two may be the same cell.
    fn agrees(&self, other: &Pattern) -> bool {
        self.bits == other.bits && self.is_pointer == other.is_pointer && self.at.meets(other.at)
    }

    /// Whether the one is a byte of the other, a number.
    fn is_byte_of(&self, leaf: &Pattern) -> bool {
        self.bits == 8 && !self.is_pointer && !leaf.is_pointer && leaf.bits % 8 == 0 && leaf.at.at % 8 == 0
    }
}

impl Lower<'_> {
    /// Edges on a cycle of the graph, by the component of their ends.
    fn on_cycles(&self) -> Vec<bool> {
        let n = self.graph.locs.len();
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); n];
        for edge in &self.graph.edges {
            out[edge.from.index()].push(edge.to.index());
        }
        let component = super::callgraph::tarjan(&out);
        self.graph.edges.iter().map(|e| component[e.from.index()] == component[e.to.index()]).collect()
    }

    /// Chooses the views.
    pub fn lay_out(&mut self, points_to: &PointsTo, settled: &Settled) -> Layout {
        let pointer = self.types.pointer_size();
        let mut layout = Layout {
            views: SortedMap::new(),
            blocks: Vec::new(),
            many: SortedSet::new(),
            arguments: None,
            counter: None,
            kinds: None,
            unions: SortedMap::new(),
            reads: SortedMap::new(),
            stores: SortedMap::new(),
            alive: SortedMap::new(),
            outlived: self.outlived_blocks(points_to),
            renewed: SortedMap::new(),
            kept_in_memory: SortedSet::new(),
        };
        let on_cycle = self.on_cycles();
        let mut many: SortedSet<ObjectId> = SortedSet::new();
        let mut sizes: SortedMap<ObjectId, Option<u64>> = SortedMap::new();
        let mut patterns: SortedMap<ObjectId, Seen> = SortedMap::new();
        let mut links = Links::default();
        let mut together: Vec<Vec<ObjectId>> = Vec::new();
        let mut mixed: Vec<Vec<ObjectId>> = Vec::new();
        let mut pads: Vec<Link> = Vec::new();
        let end = |spot: &Spot| {
            let objects: Vec<ObjectId> = objects_of(&points_to.objects(&spot.object)).filter(|o| *o < self.objects.len()).collect();
            End { objects, at: points_to.offsets(&spot.offset).unwrap_or(Residue::ANY) }
        };
        for (edge, on_cycle) in self.graph.edges.iter().zip(&on_cycle) {
            let Note::Memory(i) = edge.note else { continue };
            match &self.deeds[i] {
                Deed::Allocate { site, size, .. } => {
                    sizes.insert(*site, size.as_const().and_then(|c| u64::try_from(c).ok()));
                    if *on_cycle {
                        many.insert(*site);
                    }
                }
                Deed::Begun(arguments) => {
                    sizes.extend([(arguments.strings, None), (arguments.vector, None)]);
                    many.insert(arguments.strings);
                }
                Deed::Load { cell, .. } | Deed::Store { cell, .. } | Deed::Look { cell, .. } => {
                    let objects = points_to.places(cell, &self.objects);
                    for object in &objects {
                        let at = points_to.residue_in(cell, *object);
                        if !matches!(self.deeds[i], Deed::Store { .. }) {
                            layout.reads.entry(*object).or_default().insert(Pattern::of_cell(cell, at, pointer));
                        } else if self.gives_type(cell) {
                            let stored = Stored { at, size: i128::from(self.cell_size(cell)), ty: cell.ty, within: cell.within };
                            let stores = layout.stores.entry(*object).or_default();
                            if !stores.contains(&stored) {
                                stores.push(stored);
                            }
                        }
                        patterns.entry(*object).or_default().entry(Pattern::of_cell(cell, at, pointer)).or_insert_with(|| cell.clone());
                    }
                    together.push(objects);
                }
                Deed::Pad { to, from, gaps } => {
                    for gap in gaps {
                        pads.push((end(&to.plus(gap.start)), end(&from.plus(gap.start)), gap.end - gap.start));
                    }
                }
                Deed::Copy { to, from, size } => {
                    let (to, from) = (end(to), end(from));
                    together.extend([to.objects.clone(), from.objects.clone()]);
                    links.0.push((to, from, *size));
                }
                Deed::Free { object, .. } | Deed::Size { object, .. } | Deed::Fill { object, .. } | Deed::Touch { object, .. } => {
                    let numbers = points_to.objects(object);
                    mixed.push(objects_of(&numbers).collect());
                }
                _ => {}
            }
        }
        self.follow_padding(&mut layout, pads, &mut links, &mut patterns);
        let stretches = links.stretches();
        links.spread(&mut patterns);
        for object in stretches.keys() {
            patterns.entry(*object).or_default();
        }
        // Objects of declarations.
        for (object, seen) in &patterns {
            if matches!(self.objects[*object].origin, Origin::Declared | Origin::Literal) {
                let leaves: Vec<Leaf> = self.objects[*object].leaves.values().cloned().collect();
                let (name, frame) = (self.objects[*object].name.clone(), self.objects[*object].frame);
                let unions = self.overlays(&leaves, seen, stretches.get(object), (&name, frame, false));
                let view = match unions.filter(|u| !self.wants_bytes(&in_use(&leaves, u), seen.keys())) {
                    Some(unions) => {
                        layout.unions.extend(unions);
                        View::Leaves
                    }
                    None => {
                        let len = self.types.size_of(&self.objects[*object].ty);
                        View::Bytes(self.raw_memory(&name, &leaves, seen.keys(), len, frame))
                    }
                };
                layout.views.insert(*object, view);
            }
        }
        // Blocks: those that are made many times and meet in one access share their maps.
        let none = Seen::new();
        let mut types: SortedMap<ObjectId, (Option<CType>, Owner)> = SortedMap::new();
        for site in sizes.keys() {
            let size = SortedSet::from([sizes[site]]);
            let ty = self.type_of_block(&SortedSet::from([*site]), &size, points_to, patterns.get(site).unwrap_or(&none));
            types.insert(*site, (ty, self.owner_of_block(*site)));
        }
        // A block that is made once and met where such ones are met is one of them: the first node of a list is a node.
        loop {
            let alike = |s: &ObjectId, o: &ObjectId| types.get(s) == types.get(o) && sizes.get(s) == sizes.get(o);
            let is_met = |s: &&ObjectId| {
                let met = |objects: &&Vec<ObjectId>| objects.contains(s) && objects.iter().any(|o| many.contains(o) && alike(s, o));
                !many.contains(*s) && together.iter().any(|objects| met(&objects))
            };
            let Some(site) = types.iter().filter(|(_, (ty, _))| ty.is_some()).map(|(s, _)| s).find(is_met).copied() else { break };
            many.insert(site);
        }
        types.retain(|s, _| many.contains(s));
        let groups = Self::groups(&types, &together);
        let singles = sizes.keys().filter(|s| !many.contains(s)).map(|s| SortedSet::from([*s]));
        let all: Vec<SortedSet<ObjectId>> = singles.chain(groups).collect();
        let freed = self.freed(points_to, &layout.outlived);
        for sites in all {
            let keyed = sites.iter().any(|s| many.contains(s));
            let mut seen = Seen::new();
            let mut copied: SortedSet<(Residue, u64)> = SortedSet::new();
            for site in &sites {
                copied.extend(stretches.get(site).into_iter().flatten());
                for (pattern, cell) in patterns.get(site).into_iter().flatten() {
                    seen.entry(*pattern).or_insert_with(|| cell.clone());
                }
            }
            let same: SortedSet<Option<u64>> = sites.iter().map(|s| sizes[s]).collect();
            let constant_size = if same.len() == 1 { same.first().copied().flatten() } else { None };
            let (mut block, unions) = self.block(&sites, &same, (&seen, &copied), keyed, points_to);
            layout.unions.extend(unions);
            let first = self.objects[*sites.first().expect("a group has a member")].name.clone();
            let sort = || if keyed { Sort::array() } else { Sort::Int };
            block.constant_size = constant_size;
            if constant_size.is_none() {
                block.size = Some(self.add_var(format!("{first}.$size"), sort(), None, None, None, 0));
            }
            let counted = sites.iter().any(|s| self.may_leak(*s)) && self.options.checks.contains(&base::Check::Leak);
            if counted || !sites.is_disjoint(&freed) {
                block.state = Some(self.add_var(format!("{first}.$state"), sort(), None, None, None, 0));
            }
            if keyed && counted {
                block.live = Some(self.add_var(format!("{first}.$live"), Sort::Int, None, None, None, 0));
            }
            let of = |s: &ObjectId, at: u64| settled.get(s).is_some_and(|o| o.contains(i128::from(at)));
            block.settled = block.leaves.iter().map(|l| l.at).filter(|at| sites.iter().all(|s| of(s, *at))).collect();
            block.cleared = sites.iter().all(|s| settled.get(s) == Some(&Offsets::All));
            let number = layout.blocks.len();
            for site in &sites {
                layout.views.insert(*site, View::Block(number));
                if keyed {
                    layout.many.insert(*site);
                    layout.counter.get_or_insert_with(|| self.add_var("$blocks".into(), Sort::Int, None, None, None, 0));
                }
            }
            if let Some(arguments) = self.arguments.filter(|a| sites.contains(&a.strings)) {
                layout.arguments = Some((number, arguments.count));
            }
            layout.blocks.push(block);
        }
        let block_of = |o: &ObjectId| match layout.views.get(o) {
            Some(View::Block(b)) if layout.blocks[*b].keyed => Some(*b),
            _ => None,
        };
        let several = |objects: &Vec<ObjectId>| objects.iter().filter_map(block_of).collect::<SortedSet<_>>().len() > 1;
        if together.iter().chain(&mixed).any(several) {
            layout.kinds = Some(self.add_var("$kinds".into(), Sort::array(), None, None, None, 0));
        }
        self.find_lifetimes(points_to, &on_cycle, &mut layout);
        layout
    }

    /// Who ends the blocks of a site.
    fn owner_of_block(&self, site: ObjectId) -> Owner {
        if self.is_argument(site) {
            return Owner::World;
        }
        match (self.is_freed_by_hand(site), self.recursive_sites.contains(&site)) {
            (true, _) => Owner::Program,
            (false, true) => Owner::Recursion,
            (false, false) => Owner::Activation(self.objects[site].frame),
        }
    }

    pub fn is_freed_by_hand(&self, site: ObjectId) -> bool {
        self.objects[site].origin == (Origin::Allocated { freed: true })
    }

    /// Whether blocks of a site are lost if they are not freed. The library keeps streams.
    pub fn may_leak(&self, site: ObjectId) -> bool {
        self.is_freed_by_hand(site) && !self.streams.contains(&site)
    }

    /// Sites whose objects may die before the program ends.
    fn freed(&self, points_to: &PointsTo, outlived: &SortedSet<ObjectId>) -> SortedSet<ObjectId> {
        let mut freed = SortedSet::new();
        for edge in &self.graph.edges {
            let Note::Memory(i) = edge.note else { continue };
            match &self.deeds[i] {
                Deed::Free { object, .. } => freed.extend(objects_of(&points_to.objects(object))),
                Deed::End { objects, blocks } => {
                    freed.extend(objects.iter().copied());
                    freed.extend(blocks.iter().map(|(site, _)| *site).filter(|s| outlived.contains(s)));
                }
                _ => {}
            }
        }
        freed
    }

    /// Whether some access to an object made of these leaves finds none that fits, so that its bytes must be kept.
    fn wants_bytes<'p>(&self, leaves: &[Leaf], mut seen: impl Iterator<Item = &'p Pattern>) -> bool {
        let pointer = self.types.pointer_size();
        let fits = |l: &Leaf, p: &Pattern| {
            let leaf = Pattern::of_leaf(l, pointer);
            leaf.touches(p) && (leaf.agrees(p) || p.is_byte_of(&leaf))
        };
        let in_union = |l: &Leaf, p: &Pattern| {
            let (at, length) = extent(l);
            at.in_bits().touches(length * 8, p.at, p.bits)
        };
        seen.any(|p| !leaves.iter().any(|l| if l.raw { in_union(l, p) } else { fits(l, p) }))
    }

    /// Variables for memory byte by byte.
    fn raw_memory<'p>(
        &mut self,
        name: &str,
        leaves: &[Leaf],
        mut seen: impl Iterator<Item = &'p Pattern>,
        len: Option<u64>,
        frame: u32,
    ) -> Raw {
        let byte = CInt::UCHAR.machine();
        let bytes = self.add_var(format!("{name}.$bytes"), Sort::array(), Some(byte), len, None, frame);
        let has_pointers = leaves.iter().any(|l| l.offset.is_some()) || seen.any(|p| p.is_pointer);
        self.raw_beside(bytes, name, has_pointers, frame)
    }

    /// Bytes with variables for the pointers among them.
    pub fn raw_beside(&mut self, bytes: VarId, name: &str, has_pointers: bool, frame: u32) -> Raw {
        let len = self.vars[bytes.index()].len;
        let mut map = |what: &str| self.add_var(format!("{name}.{what}"), Sort::array(), None, len, None, frame);
        let pointers = has_pointers.then(|| (map("$obj"), map("$off"), map("$part")));
        Raw { bytes, pointers, fragile: false }
    }

    /// The sites that are made many times, those of one type and one owner that meet in one access together.
    fn groups(many: &SortedMap<ObjectId, (Option<CType>, Owner)>, together: &[Vec<ObjectId>]) -> Vec<SortedSet<ObjectId>> {
        let mut leader: SortedMap<ObjectId, ObjectId> = many.keys().map(|s| (*s, *s)).collect();
        fn find(leader: &SortedMap<ObjectId, ObjectId>, s: ObjectId) -> ObjectId {
            let mut s = s;
            while leader[&s] != s {
                s = leader[&s];
            }
            s
        }
        for objects in together {
            let sites: Vec<ObjectId> = objects.iter().copied().filter(|o| many.contains_key(o)).collect();
            for (i, first) in sites.iter().enumerate() {
                for other in sites[i + 1..].iter().filter(|o| many[*o] == many[first]) {
                    let (a, b) = (find(&leader, *first), find(&leader, *other));
                    leader.insert(a.max(b), a.min(b));
                }
            }
        }
        let mut groups: SortedMap<ObjectId, SortedSet<ObjectId>> = SortedMap::new();
        for site in many.keys() {
            groups.entry(find(&leader, *site)).or_default().insert(*site);
        }
        groups.into_values().collect()
    }

    /// The type that a block is made of: the largest that pointers to it are read as and that fits its size, else that of
    /// an access.
    fn type_of_block(
        &self,
        sites: &SortedSet<ObjectId>,
        sizes: &SortedSet<Option<u64>>,
        points_to: &PointsTo,
        seen: &Seen,
    ) -> Option<CType> {
        let mut best: Option<(u64, CType)> = None;
        for (object, ty) in &self.readings {
            let ty = ty.innermost().clone();
            let Some(size) = self.element_size(&ty).filter(|n| *n > 0) else { continue };
            let is_data = matches!(ty, CType::Int(_) | CType::Pointer(_) | CType::Record(_));
            // A record with an array of open length at its end is followed by elements.
            let fits = sizes.iter().all(|s| s.is_none_or(|n| n % size == 0 || (n > size && self.is_flexible(&ty))));
            let larger = best.as_ref().is_none_or(|(n, _)| size > *n);
            if is_data && fits && larger && objects_of(&points_to.objects(object)).any(|o| sites.contains(&o)) {
                best = Some((size, ty));
            }
        }
        let by_access = seen.values().max_by_key(|c| c.ty.bits).map(|c| match c.ty.rank {
            Rank::Pointer => CType::pointer(CType::Void),
            _ => CType::Int(CInt { bit_field: false, ..c.ty }),
        });
        best.map(|(_, ty)| ty).or(by_access)
    }

    /// Whether a record ends with an array of open length.
    fn is_flexible(&self, ty: &CType) -> bool {
        let CType::Record(r) = ty else { return false };
        let last = self.types.records[*r].fields.as_ref().and_then(|f| f.last());
        last.is_some_and(|f| matches!(f.ty, CType::Array(_, None | Some(0 | 1))))
    }

    /// Where the array of open length begins that a record ends with.
    fn flexible_end(&self, ty: &CType) -> Option<u64> {
        let CType::Record(r) = ty else { return None };
        let bits = *self.arrangement(*r)?.fields.last()?;
        self.is_flexible(ty).then_some(bits / 8)
    }

    /// What a block is made of.
    fn block(
        &mut self,
        sites: &SortedSet<ObjectId>,
        sizes: &SortedSet<Option<u64>>,
        (seen, copied): (&Seen, &SortedSet<(Residue, u64)>),
        keyed: bool,
        points_to: &PointsTo,
    ) -> (Block, SortedMap<VarId, Overlay>) {
        let first = *sites.first().expect("a group has a member");
        let (name, frame) = (self.objects[first].name.clone(), self.objects[first].frame);
        let mut block = Block {
            sites: sites.clone(),
            leaves: Vec::new(),
            raw_leaves: Vec::new(),
            step: None,
            keyed,
            bytes: None,
            size: None,
            constant_size: None,
            state: None,
            live: None,
            settled: SortedSet::new(),
            cleared: false,
        };
        let Some(ty) = self.type_of_block(sites, sizes, points_to, seen) else { return (block, SortedMap::new()) };
        let size = self.element_size(&ty).unwrap_or(1);
        let once = sizes.iter().all(|s| *s == Some(size));
        // Where the array at the end of a record goes on over what is allocated behind it.
        let open_end = if once { None } else { self.flexible_end(&ty) };
        let alone = once || self.is_flexible(&ty);
        let whole = if alone { ty } else { CType::Array(std::rc::Rc::new(ty), None) };
        if !alone {
            block.step = Some(size);
        }
        let mut leaves: Vec<Leaf> = self.new_leaves(&whole, &name, None, frame, keyed).into_values().collect();
        for leaf in leaves.iter_mut().filter(|l| open_end.is_some_and(|end| l.at >= end) && !l.dims.is_empty()) {
            leaf.dims[0] = 0;
            for var in [Some(leaf.var), leaf.offset].into_iter().flatten() {
                self.vars[var.index()].len = None;
            }
        }
        let unions = self.overlays(&leaves, seen, Some(copied), (&name, frame, keyed));
        match unions.filter(|u| !self.wants_bytes(&in_use(&leaves, u), seen.keys())) {
            Some(unions) => {
                block.leaves = in_use(&leaves, &unions);
                block.raw_leaves = leaves.into_iter().filter(|l| l.raw).collect();
                (block, unions)
            }
            None => {
                block.bytes = Some(self.raw_memory(&name, &leaves, seen.keys(), None, frame));
                block.leaves = leaves;
                (block, SortedMap::new())
            }
        }
    }

    /// What ends where: objects, and the blocks of sites by their numbers.
    fn ends(&self) -> impl Iterator<Item = (&[ObjectId], &[(ObjectId, Expr)])> {
        self.graph.edges.iter().filter_map(|edge| match edge.note {
            Note::Memory(i) => match &self.deeds[i] {
                Deed::End { objects, blocks } => Some((objects.as_slice(), blocks.as_slice())),
                _ => None,
            },
            _ => None,
        })
    }

    /// The blocks that end while a pointer to them may last.
    fn outlived_blocks(&self, points_to: &PointsTo) -> SortedSet<ObjectId> {
        let ended: SortedSet<ObjectId> =
            self.ends().flat_map(|(objects, blocks)| objects.iter().copied().chain(blocks.iter().map(|(site, _)| *site))).collect();
        let is_block = |o: &ObjectId| ended.contains(o) && matches!(self.objects[*o].origin, Origin::Allocated { .. });
        let mut outlived: SortedSet<ObjectId> = SortedSet::new();
        // The stack holds what variables of suspended activations held. From an activation to its caller a pointer comes as
        // a result, through memory or through a static variable, never from local to local.
        for (var, numbers) in points_to.variables().filter(|(v, _)| !self.stacks.contains(v)) {
            outlived.extend(objects_of(numbers).filter(is_block).filter(|o| self.outlives(var, *o)));
        }
        for (holder, numbers) in points_to.in_memory() {
            outlived.extend(objects_of(numbers).filter(is_block).filter(|o| self.holder_outlives(holder, *o)));
        }
        outlived
    }

    /// Whether memory may still be there when a block that it points to is gone.
    fn holder_outlives(&self, holder: ObjectId, block: ObjectId) -> bool {
        let together = self.objects[holder].origin == (Origin::Allocated { freed: false })
            && self.objects[holder].frame == self.objects[block].frame
            && self.objects[holder].depth >= self.objects[block].depth;
        !together || self.recursive_sites.contains(&block)
    }

    /// Locals that a pointer may outlive get a variable that says whether they live.
    fn find_lifetimes(&mut self, points_to: &PointsTo, on_cycle: &[bool], layout: &mut Layout) {
        let ended: SortedSet<ObjectId> = self.ends().flat_map(|(objects, _)| objects.iter().copied()).collect();
        let mut again: SortedSet<ObjectId> = SortedSet::new();
        for (edge, on_cycle) in self.graph.edges.iter().zip(on_cycle) {
            if let (Note::Memory(i), true) = (&edge.note, on_cycle)
                && let Deed::Begin { object, new: true } = &self.deeds[*i]
            {
                again.insert(*object);
            }
        }
        let mut outlived: SortedSet<ObjectId> = SortedSet::new();
        let is_local = |o: &ObjectId| ended.contains(o);
        for (var, numbers) in points_to.variables() {
            for object in objects_of(numbers).filter(is_local) {
                if self.outlives(var, object) {
                    outlived.insert(object);
                    if again.contains(&object) && self.vars[var.index()].sort == Sort::Int {
                        layout.renewed.entry(object).or_default().push(var);
                    } else if again.contains(&object) {
                        layout.kept_in_memory.insert(object);
                    }
                }
            }
        }
        for (_, numbers) in points_to.in_memory() {
            let held: Vec<ObjectId> = objects_of(numbers).filter(is_local).collect();
            layout.kept_in_memory.extend(held.iter().filter(|o| again.contains(o)));
            outlived.extend(held);
        }
        for object in outlived {
            if matches!(self.objects[object].origin, Origin::Declared) {
                let name = format!("{}.$alive", self.objects[object].name);
                let var = self.add_var(name, Sort::Int, None, None, None, 0);
                layout.alive.insert(object, var);
            }
        }
    }

    /// Whether a variable may still be there when the object is gone.
    fn outlives(&self, var: VarId, object: ObjectId) -> bool {
        let object = &self.objects[object];
        let Some(owner) = self.owners.get(&var) else {
            // Results are handed to the caller; other temporaries do not last.
            return !self.temporaries.contains(&var);
        };
        let owner = &self.objects[*owner];
        if owner.is_static {
            return true;
        }
        if owner.frame == object.frame {
            return owner.depth < object.depth;
        }
        let mut frame = object.frame;
        while let Some((caller, _)) = &self.frames[frame as usize].called_from {
            frame = *caller;
            if frame == owner.frame {
                return true;
            }
        }
        false
    }
}
