//! Which maps of a program are fields of objects, and which of them are links or sets.
//!
//! Blocks from allocators are numbers, and their fields are maps from these numbers. A field that is a pointer is a map whose elements are numbers of
//! objects again: a *link*. Nothing says so in the automaton; it is read off how values flow: what is used as an index of a map and what is copied
//! from there is of one kind, and a map is a link if its elements are of the kind of its indices. A map of bits without a length is a *set* of objects. Invariant: none; what is found here only suggests predicates.

use base::reach::as_between;
use base::{Cfa, CmpOp, EdgeId, Expr, Formula, Int, LocId, Name, Quantifier, Sort, SortedMap, SortedSet, Stmt, VarId};

#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The maps that are links.
    pub links: Vec<VarId>,
    /// The maps that are sets.
    pub sets: Vec<VarId>,
    /// The kind of the objects that a variable holds.
    kind: SortedMap<VarId, usize>,
    /// The kind of the indices of a map.
    indices: SortedMap<VarId, usize>,
    /// The terms that new objects get their numbers from: above those of all objects.
    pub fresh: SortedSet<Expr>,
    /// The links that lead nowhere before they are written.
    pub open: SortedSet<VarId>,
    /// What pointers are compared with.
    pub constants: SortedSet<Int>,
    /// Numbers that are compared with constants, with these.
    pub flags: Vec<(VarId, Int)>,
    /// What is compared with elements of maps that are no links, and stored there: the map and the constant.
    pub contents: Vec<(VarId, Int)>,
    /// Numbers that elements of maps are compared with by order: the map, the comparison and the number.
    pub measures: SortedSet<(VarId, CmpOp, VarId)>,
    /// Maps that are copied and never written, and pointers that nobody follows: only conditions speak of them.
    kept: SortedSet<VarId>,
    /// What conditions say of all objects.
    pub about: Vec<About>,
    /// The links along which conditions speak of ways.
    trod: SortedSet<VarId>,
    /// The same with the pointers from which these begin.
    pub told: SortedSet<(VarId, VarId)>,
    /// The links of which conditions compare those of two objects.
    met: SortedSet<VarId>,
    /// Those of which they say that they lead back.
    back: SortedSet<VarId>,
    /// The links of `met` with the pointers that were read from them or are stored there, as they are.
    carried: SortedSet<(VarId, VarId)>,
    /// What conditions say of several objects at once, as formulas without free variables, and where that is of interest.
    pub closed: Vec<(Formula, SortedSet<LocId>)>,
}

/// What conditions say of an object.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the object in `says`.
    pub name: Name,
    pub says: Formula,
    /// Where it is of interest; everywhere if it says no more than what is in the object itself.
    at: Option<SortedSet<LocId>>,
}

impl About {
    pub fn matters(&self, at: LocId) -> bool {
        self.at.as_ref().is_none_or(|places| places.contains(&at))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Var(VarId),
    Indices(VarId),
    Elements(VarId),
}

/// Kinds, as sets that grow together.
#[derive(Default)]
struct Kinds {
    number: SortedMap<Place, usize>,
    parent: Vec<usize>,
}

impl Kinds {
    fn of(&mut self, place: Place) -> usize {
        let new = self.parent.len();
        let number = *self.number.entry(place).or_insert(new);
        if number == new {
            self.parent.push(new);
        }
        self.root(number)
    }

    fn root(&self, mut number: usize) -> usize {
        while self.parent[number] != number {
            number = self.parent[number];
        }
        number
    }

    fn same(&mut self, a: Place, b: Place) {
        let (a, b) = (self.of(a), self.of(b));
        self.parent[a] = b;
    }

    /// The indices inside of a term are of the kinds of their maps' indices.
    fn read(&mut self, e: &Expr) {
        e.walk(&mut |t| {
            if let Expr::Select(m, i) | Expr::Store(m, i, _) = t
                && let Some(map) = root_map(m)
            {
                for place in values(i) {
                    self.same(place, Place::Indices(map));
                }
            }
            if let Expr::Store(m, _, value) = t
                && let Some(map) = root_map(m)
            {
                for place in values(value) {
                    self.same(place, Place::Elements(map));
                }
            }
        });
    }

    /// Along a map one comes from objects to objects.
    fn follow(&mut self, atom: &Formula) {
        let Some([map, ends @ ..]) = as_between(atom) else { return };
        let Some(map) = root_map(map) else { return };
        self.same(Place::Indices(map), Place::Elements(map));
        for place in ends.into_iter().flat_map(values) {
            self.same(place, Place::Indices(map));
        }
    }
}

fn root_map(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(v) => Some(*v),
        Expr::Store(m, ..) => root_map(m),
        _ => None,
    }
}

/// Where the value of a term comes from as it is.
fn values(e: &Expr) -> Vec<Place> {
    match e {
        Expr::Var(v) => vec![Place::Var(*v)],
        Expr::Select(m, _) => root_map(m).map(Place::Elements).into_iter().collect(),
        Expr::Ite(_, a, b) => values(a).into_iter().chain(values(b)).collect(),
        _ => Vec::new(),
    }
}

impl Shape {
    pub fn of(cfa: &Cfa) -> Self {
        let mut kinds = Kinds::default();
        let maps: Vec<VarId> = (0..cfa.vars.len() as u32).map(VarId).filter(|v| matches!(cfa.var(*v).sort, Sort::Map(..))).collect();
        let is_map = |v: &VarId| maps.contains(v);
        for e in &cfa.edges {
            match &e.stmt {
                Stmt::Assume(f) => {
                    f.walk(&mut |t| kinds.read(t));
                    f.each_atom(&mut |atom| kinds.follow(atom));
                }
                Stmt::Assign(v, value) => {
                    kinds.read(value);
                    if !is_map(v) {
                        for place in values(value) {
                            kinds.same(Place::Var(*v), place);
                        }
                    } else if let Some(map) = root_map(value) {
                        kinds.same(Place::Indices(*v), Place::Indices(map));
                        kinds.same(Place::Elements(*v), Place::Elements(map));
                    }
                }
                _ => {}
            }
        }
        let links: Vec<VarId> = maps.iter().copied().filter(|m| kinds.of(Place::Indices(*m)) == kinds.of(Place::Elements(*m))).collect();
        let sets: Vec<VarId> = maps.iter().copied().filter(|m| is_set(cfa, *m)).collect();
        let of_objects: SortedSet<usize> = links.iter().chain(&sets).map(|m| kinds.of(Place::Indices(*m))).collect();
        let mut shape = Shape { links, sets, ..Shape::default() };
        for m in &maps {
            shape.indices.insert(*m, kinds.of(Place::Indices(*m)));
        }
        for v in (0..cfa.vars.len() as u32).map(VarId).filter(|v| !is_map(v)) {
            let kind = kinds.of(Place::Var(v));
            if of_objects.contains(&kind) {
                shape.kind.insert(v, kind);
            }
        }
        let mut contents: SortedSet<(VarId, Int)> = SortedSet::new();
        let mut constants = SortedSet::from([Int::ZERO]);
        // A variable that gets an element and is compared with a constant stands for the element.
        let mut loaded: SortedMap<VarId, VarId> = SortedMap::new();
        for e in &cfa.edges {
            if let Stmt::Assign(v, value) = &e.stmt {
                if matches!(value, Expr::Bin(..)) && shape.kind.contains_key(v) {
                    shape.fresh.insert(value.clone());
                }
                if let Expr::Select(m, _) = value
                    && let Some(map) = root_map(m)
                {
                    loaded.insert(*v, map);
                }
                value.walk(&mut |t| {
                    if let Expr::Store(m, _, c) = t
                        && let (Some(map), Some(c)) = (root_map(m), c.as_const())
                    {
                        contents.insert((map, c.clone()));
                    }
                });
            }
        }
        let mut numbers: SortedMap<VarId, SortedSet<Int>> = SortedMap::new();
        for (side, c) in compared(cfa) {
            let map = match &side {
                Expr::Select(m, _) => root_map(m),
                Expr::Var(v) => {
                    if shape.kind.contains_key(v) {
                        constants.insert(c.clone());
                    } else if !is_map(v) {
                        numbers.entry(*v).or_default().insert(c.clone());
                    }
                    loaded.get(v).copied()
                }
                _ => None,
            };
            contents.extend(map.map(|m| (m, c)));
        }
        shape.measures = measured(cfa, &loaded);
        let links = shape.links.clone();
        let is_content = |m: &VarId| shape.indices.get(m).is_some_and(|k| of_objects.contains(k)) && !links.contains(m);
        // What is not in a set is not 1 there. What no condition depends on need not be told.
        let asked = asked(cfa);
        let is_told = |(m, c): &(VarId, Int)| asked.contains(m) && is_content(m) && (*c == Int::ONE || !shape.sets.contains(m));
        shape.contents = contents.into_iter().filter(is_told).collect();
        shape.constants = constants;
        let few = numbers.into_iter().filter(|(v, all)| all.len() <= MOST_VALUES && !asked_once(cfa, *v));
        shape.flags = few.flat_map(|(v, all)| all.into_iter().map(move |c| (v, c))).collect();
        let inputs = cfa.edges.iter().filter_map(|e| if let Stmt::Input { var, .. } = &e.stmt { Some(*var) } else { None });
        shape.open = inputs.filter(|v| links.contains(v)).collect();
        shape.listen(cfa);
        shape.carried = shape.met.iter().flat_map(|l| carried(cfa, *l).into_iter().map(|p| (*l, p))).collect();
        shape
    }

    /// What the conditions say of all objects.
    fn listen(&mut self, cfa: &Cfa) {
        let (mut about, mut closed) = (SortedSet::new(), SortedSet::new());
        for e in &cfa.edges {
            let Stmt::Assume(f) = &e.stmt else { continue };
            f.each_atom(&mut |atom| {
                if let Some([Expr::Var(link), from, ..]) = as_between(atom) {
                    self.trod.insert(*link);
                    if let Expr::Var(from) = from {
                        self.told.insert((*link, *from));
                    }
                }
            });
            each_quantified(f, &mut |vars, body| {
                about.extend(said_of_one(body));
                let (met, back) = compared_links(body);
                self.met.extend(met.into_iter().filter(|m| self.links.contains(m)));
                self.back.extend(back.into_iter().filter(|m| self.links.contains(m)));
                if vars.len() > 1 {
                    closed.insert(Formula::Quant(Quantifier::Forall, vars.to_vec(), body.clone().into()));
                }
            });
        }
        // Without words about ways, those from a pointer are known by the pointer alone, whatever is done with it.
        if self.speaks_of_ways() {
            self.kept = kept(cfa);
        }
        // Where objects that exist are spoken of, links lead to such objects.
        let bound = |(name, f): &(Name, Formula)| match f {
            Formula::Cmp(CmpOp::Lt, v, e) if **v == Expr::Bound(name.clone()) => Some((name.clone(), (**e).clone())),
            _ => None,
        };
        let exist: Vec<(Name, Expr)> = about.iter().filter(|_| self.speaks_of_ways()).filter_map(bound).collect();
        for (name, e) in exist {
            let links = self.links.iter().filter(|l| !self.kept.contains(l));
            about.extend(links.map(|l| (name.clone(), Formula::cmp(CmpOp::Lt, Expr::select(*l, Expr::Bound(name.clone())), e.clone()))));
        }
        // What is said of a pointer that is only a copy is said of the one that it is a copy of.
        let copies: Vec<(VarId, VarId)> = cfa
            .edges
            .iter()
            .filter_map(|e| match &e.stmt {
                Stmt::Assign(v, Expr::Var(from)) => Some((*v, *from)),
                _ => None,
            })
            .collect();
        loop {
            let known = self.told.len();
            let new: Vec<_> = self
                .told
                .iter()
                .filter(|(_, p)| self.kept.contains(p))
                .flat_map(|(l, p)| copies.iter().filter(move |(v, _)| v == p).map(|(_, from)| (*l, *from)))
                .collect();
            self.told.extend(new);
            if self.told.len() == known {
                break;
            }
        }
        let with_places = |(name, says): (Name, Formula)| {
            let of_itself = matches!(says, Formula::Cmp(..)) && says.reads().iter().all(|(_, i)| *i == Expr::Bound(name.clone()));
            let at = (!of_itself).then(|| asked_behind(cfa, &|body| said_of_one(body).iter().any(|(_, f)| *f == says)));
            About { name, says, at }
        };
        self.about = about.into_iter().map(with_places).collect();
        let with_places = |f: Formula| {
            let at = asked_behind(cfa, &|body| matches!(&f, Formula::Quant(_, _, own) if **own == *body));
            (f, at)
        };
        self.closed = closed.into_iter().map(with_places).collect();
    }

    /// Whether it is worth saying of objects that their links lead to a pointer.
    pub fn leads_to(&self, link: VarId, pointer: VarId) -> bool {
        self.back.contains(&link) || self.met.contains(&link) && self.carried.contains(&(link, pointer))
    }

    /// Whether there is anything to say of objects.
    pub fn has_objects(&self) -> bool {
        !self.links.is_empty() || !self.sets.is_empty()
    }

    /// Whether a variable holds objects.
    pub fn is_object(&self, v: VarId) -> bool {
        self.kind.contains_key(&v)
    }

    /// The variables that hold objects from which no link leads on.
    pub fn loose(&self) -> impl Iterator<Item = VarId> {
        self.kind.keys().copied().filter(|v| !self.links.iter().any(|l| self.is_pointer(*v, *l)))
    }

    /// Whether a variable holds objects that a link leads on from.
    pub fn is_pointer(&self, v: VarId, link: VarId) -> bool {
        self.kind.contains_key(&v) && self.kind.get(&v) == self.indices.get(&link)
    }

    /// The variables that hold objects that a link leads on from.
    pub fn pointers(&self, link: VarId) -> impl Iterator<Item = VarId> {
        self.kind.keys().copied().filter(move |v| self.is_pointer(*v, link))
    }

    /// Whether conditions speak of how contents are ordered.
    pub fn speaks_of_order(&self) -> bool {
        let by_order = |f: &Formula| matches!(f, Formula::Cmp(CmpOp::Le | CmpOp::Lt, ..));
        self.about
            .iter()
            .map(|a| &a.says)
            .any(|f| by_order(f) && f.reads().iter().any(|(m, _)| matches!(m, Expr::Var(v) if !self.links.contains(v))))
    }

    /// Whether conditions speak of ways.
    pub fn speaks_of_ways(&self) -> bool {
        !self.trod.is_empty()
    }

    /// The links that the program writes, each with the pointers that it follows. If conditions speak of ways, the links are those of which they do.
    pub fn ways(&self) -> impl Iterator<Item = (VarId, VarId)> {
        let written = self.links.iter().copied().filter(|l| !self.kept.contains(l) && (self.trod.is_empty() || self.trod.contains(l)));
        written.flat_map(|l| self.pointers(l).filter(|p| !self.kept.contains(p)).map(move |p| (l, p)))
    }

    /// The links that lead on from what a map has fields for.
    pub fn links_of(&self, map: VarId) -> impl Iterator<Item = VarId> {
        self.links.iter().copied().filter(move |l| self.indices.get(l) == self.indices.get(&map))
    }
}

/// From where conditions can be reached that say something of all objects, but for those that make it so: what comes before these does not matter behind them.
fn asked_behind(cfa: &Cfa, says: &dyn Fn(&Formula) -> bool) -> SortedSet<LocId> {
    let makes_so = |f: &Formula| match f {
        Formula::And(parts) => parts.iter().any(|p| matches!(p, Formula::Quant(Quantifier::Forall, _, body) if says(body))),
        Formula::Quant(Quantifier::Forall, _, body) => says(body),
        _ => false,
    };
    let mut made = SortedSet::new();
    let mut open = Vec::new();
    for (i, e) in cfa.edges.iter().enumerate() {
        let Stmt::Assume(f) = &e.stmt else { continue };
        let mut said = false;
        each_quantified(f, &mut |_, body| said |= says(body));
        if said && makes_so(f) {
            made.insert(EdgeId(i as u32));
        } else if said {
            open.push(e.from);
        }
    }
    let leads = cfa.leading_to(open, |e| !made.contains(&e));
    (0..cfa.locs.len() as u32).map(LocId).filter(|l| leads[l.index()]).collect()
}

/// The variables that get what was read from a map, and those from which what is stored there comes.
fn carried(cfa: &Cfa, map: VarId) -> SortedSet<VarId> {
    let (mut copies, mut read, mut stored) = (Vec::new(), SortedSet::new(), SortedSet::new());
    for e in &cfa.edges {
        let Stmt::Assign(v, value) = &e.stmt else { continue };
        match value {
            Expr::Var(from) => copies.push((*v, *from)),
            Expr::Select(m, _) if root_map(m) == Some(map) => drop(read.insert(*v)),
            Expr::Store(m, _, of) if root_map(m) == Some(map) => {
                if let Expr::Var(of) = **of {
                    stored.insert(of);
                }
            }
            _ => {}
        }
    }
    loop {
        let known = read.len() + stored.len();
        for (to, from) in &copies {
            if read.contains(from) {
                read.insert(*to);
            }
            if stored.contains(to) {
                stored.insert(*from);
            }
        }
        if read.len() + stored.len() == known {
            return &read | &stored;
        }
    }
}

/// The variables that conditions depend on, directly or by what is computed from them.
fn asked(cfa: &Cfa) -> SortedSet<VarId> {
    let mut found: SortedSet<VarId> = SortedSet::new();
    for e in &cfa.edges {
        if let Stmt::Assume(f) = &e.stmt {
            found.extend(f.vars());
        }
    }
    cfa.computed_from(found)
}

/// Whether a number that is no constant is asked for at one place only and only once: nothing depends on what it was before.
fn asked_once(cfa: &Cfa, v: VarId) -> bool {
    let set = |s: &Stmt| matches!(s, Stmt::Assign(var, value) if *var == v && value.vars().is_empty());
    if cfa.edges.iter().any(|e| set(&e.stmt)) {
        return false;
    }
    let asks = |s: &Stmt| matches!(s, Stmt::Assume(f) if f.vars().contains(&v));
    let places: SortedSet<LocId> = cfa.edges.iter().filter(|e| asks(&e.stmt)).map(|e| e.from).collect();
    let Some(&place) = places.first().filter(|_| places.len() == 1) else { return false };
    !cfa.leading_to(cfa.into(place).iter().map(|e| cfa.edge(*e).from), |_| true)[place.index()]
}

/// Whether a map says of each object whether it belongs to something.
fn is_set(cfa: &Cfa, map: VarId) -> bool {
    let decl = cfa.var(map);
    decl.len.is_none() && decl.ty.is_some_and(|ty| ty.bits == 1)
}

/// Maps that are only ever copies of others, and numbers that are only copied and compared.
fn kept(cfa: &Cfa) -> SortedSet<VarId> {
    let is_map = |v: &VarId| matches!(cfa.var(*v).sort, Sort::Map(..));
    let mut followed: SortedSet<VarId> = SortedSet::new();
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assign(_, Expr::Var(_)) => {}
            Stmt::Assign(v, value) => {
                followed.extend(value.vars().into_iter().filter(|u| !is_map(u)));
                followed.extend(is_map(v).then_some(*v));
            }
            Stmt::Input { var, .. } if is_map(var) => drop(followed.insert(*var)),
            Stmt::Assume(f) => followed.extend(f.reads().iter().flat_map(|(_, i)| i.vars())),
            _ => {}
        }
    }
    (0..cfa.vars.len() as u32).map(VarId).filter(|v| !followed.contains(v)).collect()
}

/// What is said of a single one of the objects that a formula is about, with its name there.
pub fn said_of_one(body: &Formula) -> SortedSet<(Name, Formula)> {
    let mut found = SortedSet::new();
    body.each_atom(&mut |atom| {
        let names = names(atom);
        if let (Some(name), 1) = (names.first(), names.len()) {
            found.insert((name.clone(), positive(atom)));
        }
    });
    found
}

/// The links of two objects that are compared, and those that lead back to an object.
fn compared_links(body: &Formula) -> (SortedSet<VarId>, SortedSet<VarId>) {
    let (mut met, mut back) = (SortedSet::new(), SortedSet::new());
    body.each_atom(&mut |atom| {
        let Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) = atom else { return };
        let of_two = names(atom).len() > 1;
        for (e, other) in [(a, b), (b, a)] {
            let Expr::Select(m, i) = &**e else { continue };
            match (&**i, &**other) {
                (Expr::Bound(_), _) if of_two => met.extend(root_map(m)),
                (Expr::Select(_, from), Expr::Bound(_)) if from == other => back.extend(root_map(m)),
                _ => {}
            }
        }
    });
    (met, back)
}

/// The objects that a formula is about.
fn names(f: &Formula) -> SortedSet<Name> {
    let mut found = SortedSet::new();
    f.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            found.insert(name.clone());
        }
    });
    found
}

/// The outermost quantifiers of a formula, as universal ones.
pub fn each_quantified(f: &Formula, visit: &mut impl FnMut(&[(Name, Sort)], &Formula)) {
    match f {
        Formula::Quant(Quantifier::Forall, vars, body) => visit(vars, body),
        Formula::Quant(Quantifier::Exists, vars, body) => visit(vars, &body.negate()),
        Formula::Not(inner) => each_quantified(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| each_quantified(p, visit)),
        Formula::True | Formula::False | Formula::Cmp(..) | Formula::Rel(..) => {}
    }
}

/// The one of a formula and its negation that is an equation or no negation.
fn positive(atom: &Formula) -> Formula {
    match atom {
        Formula::Cmp(CmpOp::Ne | CmpOp::Ge | CmpOp::Gt, ..) | Formula::Not(_) => atom.negate(),
        _ => atom.clone(),
    }
}

/// A variable with more values is no flag.
const MOST_VALUES: usize = 3;

/// Elements of maps, read into variables, that conditions compare with variables by order.
fn measured(cfa: &Cfa, loaded: &SortedMap<VarId, VarId>) -> SortedSet<(VarId, CmpOp, VarId)> {
    let mut found = SortedSet::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            let Formula::Cmp(op, a, b) = atom else { return };
            let (Expr::Var(a), Expr::Var(b)) = (&**a, &**b) else { return };
            for (op, side, other) in [(*op, a, b), (op.flip(), b, a)] {
                let strict = match op {
                    CmpOp::Lt | CmpOp::Ge => CmpOp::Lt,
                    CmpOp::Le | CmpOp::Gt => CmpOp::Le,
                    CmpOp::Eq | CmpOp::Ne => continue,
                };
                if let (Some(map), None) = (loaded.get(side), loaded.get(other)) {
                    found.insert((*map, strict, *other));
                }
            }
        });
    }
    found
}

/// What the program's conditions compare with constants, for equality.
fn compared(cfa: &Cfa) -> Vec<(Expr, Int)> {
    let mut found = Vec::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            let Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) = atom else { return };
            for (side, other) in [(a, b), (b, a)] {
                found.extend(other.as_const().map(|c| ((**side).clone(), c.clone())));
            }
        });
    }
    found
}
