//! Maps as cells: a word for each index that was written, and one rule for all others.
//!
//! An index that is not known chooses among the cells of its range. A number that has no circuit is *anything*, which is always
//! sound: what is proved about it holds for every value.

use crate::gates::{Gates, Lit};
use crate::word::Word;
use base::IntType;
use base::SortedMap;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A number: a word where it is known, else anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    pub word: Word,
    pub known: Lit,
}

impl Number {
    pub fn anything() -> Number {
        Number { word: Word::zero(), known: Lit::FALSE }
    }

    pub fn zero() -> Number {
        Number::from(Some(Word::zero()))
    }

    /// Its one value, if it is always known.
    pub fn value(&self) -> Option<i128> {
        self.word.value().filter(|_| self.known == Lit::TRUE)
    }

    /// Its word, if it is always known.
    pub fn certain(&self) -> Option<&Word> {
        (self.known == Lit::TRUE).then_some(&self.word)
    }
}

/// What has no word is anything.
impl From<Option<Word>> for Number {
    fn from(word: Option<Word>) -> Number {
        word.map_or_else(Number::anything, |word| Number { word, known: Lit::TRUE })
    }
}

/// An index chooses among at most so many cells.
const MOST_CELLS: i128 = 1 << 12;

/// The smallest type with these numbers.
pub fn smallest(low: i128, high: i128) -> Option<IntType> {
    let mut types = (1..=64).map(|bits| IntType { signed: low < 0, bits });
    types.find(|t| t.words().is_some_and(|(a, b)| a <= low && high <= b))
}

fn is_small(index: &Word) -> bool {
    index.high().checked_sub(index.low()).is_some_and(|n| n < MOST_CELLS)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    Zero,
    /// Any value of the type, the same whenever it is read: the number tells such maps apart.
    Input(u32, Option<IntType>),
    Anything,
    /// The first if this holds, else the second; the number is how many conditions there are one after the other.
    Choice(Lit, Rc<Rest>, Rc<Rest>, u32),
}

/// Rules are chosen among by at most so many conditions one after the other.
const DEEPEST: u32 = 10;

impl Rest {
    fn depth(&self) -> u32 {
        if let Rest::Choice(.., depth) = self { *depth } else { 0 }
    }

    fn at(&self, index: i128, board: &mut Board) -> Number {
        match self {
            Rest::Zero => Number::zero(),
            Rest::Anything => Number::anything(),
            Rest::Choice(choice, yes, no, _) => {
                let (yes, no) = (yes.at(index, board), no.at(index, board));
                board.choose(*choice, &yes, &no)
            }
            Rest::Input(map, ty) => {
                if let Some(known) = board.elements.get(&(*map, index)) {
                    return known.clone();
                }
                let element = board.any_of(*ty);
                board.elements.insert((*map, index), element.clone());
                element
            }
        }
    }

    /// An element of which it is not known where it is; not necessarily the same when it is read again.
    fn somewhere(&self, board: &mut Board) -> Number {
        match self {
            Rest::Zero => Number::zero(),
            Rest::Anything => Number::anything(),
            Rest::Input(_, ty) => board.any_of(*ty),
            Rest::Choice(choice, yes, no, _) => {
                let (yes, no) = (yes.somewhere(board), no.somewhere(board));
                board.choose(*choice, &yes, &no)
            }
        }
    }

    /// The range of its elements.
    fn range(&self) -> Option<(i128, i128)> {
        match self {
            Rest::Zero => Some((0, 0)),
            Rest::Input(_, ty) => ty.and_then(|t| t.words()),
            Rest::Anything => None,
            Rest::Choice(_, yes, no, _) => {
                let ((a, b), (c, d)) = (yes.range()?, no.range()?);
                Some((a.min(c), b.max(d)))
            }
        }
    }

    fn choose(choice: Lit, yes: &Rc<Rest>, no: &Rc<Rest>) -> Rc<Rest> {
        let same = match (&**yes, &**no) {
            (Rest::Choice(..), _) | (_, Rest::Choice(..)) => Rc::ptr_eq(yes, no),
            (yes, no) => yes == no,
        };
        let depth = 1 + yes.depth().max(no.depth());
        match same {
            true => yes.clone(),
            false if depth > DEEPEST => Rc::new(Rest::Anything),
            false => Rc::new(Rest::Choice(choice, yes.clone(), no.clone(), depth)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Memory {
    cells: SortedMap<i128, Number>,
    rest: Rc<Rest>,
}

/// The circuit, and what its inputs are.
#[derive(Default)]
pub struct Board {
    pub gates: Gates,
    elements: HashMap<(u32, i128), Number>,
    maps: u32,
}

impl Board {
    pub fn any_of(&mut self, ty: Option<IntType>) -> Number {
        let words = ty.and_then(|t| t.words());
        Number::from(words.and_then(|(low, high)| Word::input(&mut self.gates, low, high)))
    }

    /// A number of the type: where it is not known, any of them.
    pub fn or_any_of(&mut self, number: Number, ty: IntType) -> Number {
        if number.known == Lit::TRUE {
            return number;
        }
        let any = self.any_of(Some(ty));
        match number.known {
            Lit::FALSE => any,
            known => match Word::choose(known, &number.word, &any.word, &mut self.gates) {
                Some(word) if any.known == Lit::TRUE => Number { word, known: Lit::TRUE },
                _ => Number::anything(),
            },
        }
    }

    /// A number for a map that is read as an input.
    pub fn new_map(&mut self) -> u32 {
        self.maps += 1;
        self.maps
    }

    /// The elements of a map that was read as an input, as far as anybody asked for them.
    pub fn elements(&self, map: u32) -> impl Iterator<Item = (i128, &Word)> {
        self.elements.iter().filter(move |((m, _), _)| *m == map).filter_map(|((_, i), n)| Some((*i, n.certain()?)))
    }

    pub fn choose(&mut self, choice: Lit, yes: &Number, no: &Number) -> Number {
        match choice.constant() {
            Some(true) => yes.clone(),
            Some(false) => no.clone(),
            None if yes == no => yes.clone(),
            None if yes.known == Lit::FALSE => Number { word: no.word.clone(), known: self.gates.and(!choice, no.known) },
            None if no.known == Lit::FALSE => Number { word: yes.word.clone(), known: self.gates.and(choice, yes.known) },
            None => match Word::merge(choice, &yes.word, &no.word, &mut self.gates) {
                Some(word) => Number { word, known: self.gates.mux(choice, yes.known, no.known) },
                None => Number::anything(),
            },
        }
    }

    /// A bit of which nothing is known.
    pub fn either(&mut self) -> Lit {
        let samples = base::random::Random::new(self.gates.len() as u64).next_u64();
        self.gates.input(samples)
    }

    fn is(&mut self, index: &Word, value: i128) -> Lit {
        match Word::constant(value) {
            Some(value) => index.equal(&value, &mut self.gates),
            None => Lit::FALSE,
        }
    }
}

impl Memory {
    pub fn zero() -> Memory {
        Memory { cells: SortedMap::new(), rest: Rc::new(Rest::Zero) }
    }

    pub fn anything() -> Memory {
        Memory { cells: SortedMap::new(), rest: Rc::new(Rest::Anything) }
    }

    /// The map with this number, which is an input.
    pub fn input(map: u32, ty: Option<IntType>) -> Memory {
        Memory { cells: SortedMap::new(), rest: Rc::new(Rest::Input(map, ty)) }
    }

    fn at(&self, index: i128, board: &mut Board) -> Number {
        match self.cells.get(&index) {
            Some(cell) => cell.clone(),
            None => self.rest.at(index, board),
        }
    }

    pub fn select(&self, index: &Number, board: &mut Board) -> Number {
        if index.known == Lit::FALSE {
            return Number::anything();
        }
        let found = self.select_known(&index.word, board);
        Number { known: board.gates.and(found.known, index.known), ..found }
    }

    fn select_known(&self, index: &Word, board: &mut Board) -> Number {
        if let Some(index) = index.value() {
            return self.at(index, board);
        }
        if !is_small(index) {
            return self.select_sparse(index, board);
        }
        // One bit of the index after the other halves what is left to choose from.
        let offset = Word::constant(index.low()).and_then(|low| index.sub(&low, &mut board.gates));
        let Some(offset) = offset else { return Number::anything() };
        let mut left: Vec<Number> = (index.low()..=index.high()).map(|i| self.at(i, board)).collect();
        for bit in offset.bits() {
            if left.len() == 1 {
                break;
            }
            let pairs = left.chunks(2);
            left = pairs.map(|pair| if pair.len() == 2 { board.choose(*bit, &pair[1], &pair[0]) } else { pair[0].clone() }).collect();
        }
        left.swap_remove(0)
    }

    /// The element at an index of which little is known.
    fn select_sparse(&self, index: &Word, board: &mut Board) -> Number {
        let cells = self.cells.range(index.low()..=index.high());
        if cells.clone().count() as i128 > MOST_CELLS {
            return Number::anything();
        }
        let mut found = self.rest.somewhere(board);
        for (i, cell) in cells {
            let here = board.is(index, *i);
            found = board.choose(here, cell, &found);
        }
        found
    }

    pub fn store(&self, index: &Number, value: &Number, board: &mut Board) -> Memory {
        let Some(index) = index.certain() else { return Memory::anything() };
        let mut cells = self.cells.clone();
        if let Some(index) = index.value() {
            cells.insert(index, value.clone());
            return Memory { cells, rest: self.rest.clone() };
        }
        if is_small(index) {
            for i in index.low()..=index.high() {
                let (here, old) = (board.is(index, i), self.at(i, board));
                cells.insert(i, board.choose(here, value, &old));
            }
            return Memory { cells, rest: self.rest.clone() };
        }
        for (i, cell) in cells.range_mut(index.low()..=index.high()) {
            let here = board.is(index, *i);
            *cell = board.choose(here, value, cell);
        }
        // Cells outside of the range keep what they have; all that have no cell may have been written, with that value.
        let rest = match (self.rest.range(), value.certain()) {
            (Some((low, high)), Some(word)) => match smallest(low.min(word.low()), high.max(word.high())) {
                Some(ty) => Rest::Input(board.new_map(), Some(ty)),
                None => Rest::Anything,
            },
            _ => Rest::Anything,
        };
        Memory { cells, rest: Rc::new(rest) }
    }

    /// A number made of all elements.
    pub fn mixed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (i, cell) in &self.cells {
            (i, cell.word.bits(), cell.known).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The same map with known elements.
    pub fn with(mut self, elements: impl IntoIterator<Item = (i128, i128)>) -> Memory {
        let cells = elements.into_iter().filter_map(|(i, c)| Some((i, Number::from(Some(Word::constant(c)?)))));
        self.cells.extend(cells);
        self
    }

    /// The element at an index, if its value is known.
    pub fn known(&self, index: i128) -> Option<i128> {
        match self.cells.get(&index) {
            Some(cell) => cell.value(),
            None => (*self.rest == Rest::Zero).then_some(0),
        }
    }

    /// A gate that is true only if all elements are in the range.
    pub fn within(&self, low: i128, high: i128, board: &mut Board) -> Lit {
        if !self.rest.range().is_some_and(|(a, b)| low <= a && b <= high) {
            return Lit::FALSE;
        }
        let mut all = Lit::TRUE;
        for cell in self.cells.values() {
            let Some(word) = cell.certain() else { return Lit::FALSE };
            if low <= word.low() && word.high() <= high {
                continue;
            }
            let (Some(least), Some(most)) = (Word::constant(low), Word::constant(high)) else { return Lit::FALSE };
            let (below, above) = (word.less(&least, &mut board.gates), most.less(word, &mut board.gates));
            let outside = board.gates.or(below, above);
            all = board.gates.and(all, !outside);
        }
        all
    }

    pub fn choose(choice: Lit, yes: &Rc<Memory>, no: &Rc<Memory>, board: &mut Board) -> Rc<Memory> {
        match choice.constant() {
            Some(true) => return yes.clone(),
            Some(false) => return no.clone(),
            None if Rc::ptr_eq(yes, no) => return yes.clone(),
            None => {}
        }
        let mut cells = SortedMap::new();
        for i in yes.cells.keys().chain(no.cells.keys()) {
            if !cells.contains_key(i) {
                let (a, b) = (yes.at(*i, board), no.at(*i, board));
                cells.insert(*i, board.choose(choice, &a, &b));
            }
        }
        Rc::new(Memory { cells, rest: Rest::choose(choice, &yes.rest, &no.rest) })
    }

    /// The same map, of whose element at a known index more is known; none if that is impossible.
    pub fn narrowed(&self, index: i128, low: i128, high: i128, board: &mut Board) -> Option<Memory> {
        let old = self.at(index, board);
        // Of a symbol it is known what its values are, so that the cell may stay the same on all ways.
        if old.known != Lit::TRUE || board.gates.is_of_symbol(old.word.bits()) {
            return Some(self.clone());
        }
        let mut cells = self.cells.clone();
        cells.insert(index, Number { word: old.word.narrowed(low, high)?, known: Lit::TRUE });
        Some(Memory { cells, rest: self.rest.clone() })
    }
}
