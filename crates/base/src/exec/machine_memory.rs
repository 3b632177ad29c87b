//! The memory of the fast executor: one word per integer, arrays that grow as they are touched.
//!
//! A memory is made once and used for many runs; starting a run costs what the run before it has touched.

use super::eval::{Map, State, Value};
use crate::cfa::{Cfa, Sort, VarId};
use crate::int::{Int, IntType};
use std::collections::{BTreeMap, BTreeSet};

/// At most this many elements are kept in a row.
const DENSE_LIMIT: usize = 1 << 24;
/// A run that touches about as many elements is not continued; far ones count more, for they take more memory.
const HUGE: usize = 1 << 25;
/// An element this far beyond the row does not extend it.
const GAP: usize = 1 << 12;

/// How long a row of length `len` becomes so that it has an element `index`, if it is to have it: rows grow by doubling, up to
/// `cap`, and never over a wide gap, since a run that touches one far element must stay cheap.
fn extended(len: usize, cap: usize, index: i128) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    (index < cap && index <= 2 * len + GAP).then(|| (index + 1).max(2 * len).min(cap))
}

/// A total map. Elements `0..dense.len()` are in a row, all others in `spill`; what is not there is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Array {
    dense: Vec<i128>,
    /// The declared length, as far as it may be kept in a row.
    cap: usize,
    spill: BTreeMap<i128, i128>,
    open: Option<Open>,
}

/// The elements of an array that are inputs not yet read: all but the closed ones.
#[derive(Clone, Debug, Default)]
struct Open {
    ty: Option<IntType>,
    dense: Vec<bool>,
    spill: BTreeSet<i128>,
}

impl Array {
    fn new(len: Option<u64>) -> Self {
        Array { cap: len.and_then(|n| usize::try_from(n).ok()).unwrap_or(DENSE_LIMIT).min(DENSE_LIMIT), ..Array::default() }
    }

    fn clear(&mut self) {
        self.dense.clear();
        self.spill.clear();
        self.open = None;
    }

    #[inline(always)]
    pub(super) fn get(&self, index: i128) -> i128 {
        match usize::try_from(index).ok().and_then(|i| self.dense.get(i)) {
            Some(value) => *value,
            None => self.spill.get(&index).copied().unwrap_or(0),
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, index: i128, value: i128) {
        match usize::try_from(index).ok().and_then(|i| self.dense.get_mut(i)) {
            Some(place) => *place = value,
            None => self.set_far(index, value),
        }
    }

    #[cold]
    fn set_far(&mut self, index: i128, value: i128) {
        let Some(len) = extended(self.dense.len(), self.cap, index) else {
            self.spill.insert(index, value);
            return;
        };
        self.dense.resize(len, 0);
        let near: Vec<i128> = self.spill.range(0..len as i128).map(|(i, _)| *i).collect();
        for i in near {
            self.dense[i as usize] = self.spill.remove(&i).unwrap_or(0);
        }
        self.dense[index as usize] = value;
    }

    /// Makes every element an input that has not been read.
    pub(super) fn open(&mut self, ty: Option<IntType>) {
        self.clear();
        self.open = Some(Open { ty, ..Open::default() });
    }

    /// The type of the value to read for an element, if it is open.
    #[inline]
    pub(super) fn is_open(&self, index: i128) -> Option<Option<IntType>> {
        let open = self.open.as_ref()?;
        let closed = match usize::try_from(index).ok().and_then(|i| open.dense.get(i)) {
            Some(closed) => *closed,
            None => open.spill.contains(&index),
        };
        (!closed).then_some(open.ty)
    }

    /// Closes an element.
    #[inline]
    pub(super) fn close(&mut self, index: i128) {
        let Some(open) = self.open.as_mut() else { return };
        if let Some(closed) = usize::try_from(index).ok().and_then(|i| open.dense.get_mut(i)) {
            *closed = true;
            return;
        }
        if !open.spill.insert(index) {
            return;
        }
        if let Some(len) = extended(open.dense.len(), self.cap, index) {
            open.dense.resize(len, false);
            let near: Vec<i128> = open.spill.range(0..len as i128).copied().collect();
            for i in near {
                open.spill.remove(&i);
                open.dense[i as usize] = true;
            }
        }
    }

    /// All elements that were not read are 0.
    pub(super) fn settle(&mut self) {
        self.open = None;
    }

    /// Takes the elements of another array that has no open ones.
    pub(super) fn copy(&mut self, from: &Array) {
        self.clear();
        if from.cap == self.cap {
            self.dense.extend_from_slice(&from.dense);
            self.spill.clone_from(&from.spill);
            return;
        }
        for (index, value) in from.entries() {
            self.set(index, value);
        }
    }

    /// The elements that are not 0.
    fn entries(&self) -> impl Iterator<Item = (i128, i128)> + '_ {
        let dense = self.dense.iter().enumerate().map(|(i, v)| (i as i128, *v));
        dense.chain(self.spill.iter().map(|(i, v)| (*i, *v))).filter(|(_, v)| *v != 0)
    }
}

/// What a machine works on.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The integer variables, then the constants, then temporaries.
    pub(super) words: Vec<i128>,
    pub(super) variables: usize,
    pub(super) arrays: Vec<Array>,
    /// The enabled edges of a location, while its guards are evaluated.
    pub(super) enabled: Vec<u32>,
    /// What a print statement has written so far.
    pub(super) text: String,
    places: Vec<Place>,
}

/// Where a variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Word(u32),
    Array(u32),
}

/// Assigns places to the variables of a program.
pub(super) fn places(cfa: &Cfa) -> Vec<Place> {
    let (mut words, mut arrays) = (0, 0);
    let next = |count: &mut u32| {
        *count += 1;
        *count - 1
    };
    let place = |v: &crate::VarDecl| match v.sort {
        Sort::Map(..) => Place::Array(next(&mut arrays)),
        _ => Place::Word(next(&mut words)),
    };
    cfa.vars.iter().map(place).collect()
}

impl Memory {
    pub(super) fn new(cfa: &Cfa, places: Vec<Place>, constants: &[i128], temporaries: usize) -> Self {
        let variables = places.iter().filter(|p| matches!(p, Place::Word(_))).count();
        let mut words = vec![0; variables];
        words.extend_from_slice(constants);
        words.resize(words.len() + temporaries, 0);
        let arrays = cfa.vars.iter().filter(|v| matches!(v.sort, Sort::Map(..))).map(|v| Array::new(v.len)).collect();
        Memory { words, variables, arrays, enabled: Vec::new(), text: String::new(), places }
    }

    pub(super) fn start(&mut self) {
        self.words[..self.variables].fill(0);
        self.arrays.iter_mut().for_each(Array::clear);
        self.text.clear();
    }

    /// The integer variables.
    pub fn integers(&self) -> &[i128] {
        &self.words[..self.variables]
    }

    /// Adds to every integer variable its change, so many times. None, and a memory of no use, if that does not fit.
    pub fn shift(&mut self, changes: &[i128], times: i128) -> Option<()> {
        for (word, change) in self.words.iter_mut().zip(changes) {
            *word = change.checked_mul(times).and_then(|c| word.checked_add(c))?;
        }
        Some(())
    }

    /// Whether a run has touched more elements than it is worth to remember.
    pub(super) fn is_huge(&self) -> bool {
        self.arrays.iter().map(|a| a.dense.len() + 8 * a.spill.len()).sum::<usize>() > HUGE
    }

    /// About how many words it takes.
    pub fn size(&self) -> usize {
        self.words.len() + self.arrays.iter().map(|a| 2 + a.dense.len() + 4 * a.spill.len()).sum::<usize>()
    }

    /// The contents of a register.
    pub fn word(&self, register: u32) -> i128 {
        self.words[register as usize]
    }

    /// The enabled edges at a choice, by their position among the edges of the location.
    pub fn enabled(&self) -> &[u32] {
        &self.enabled
    }

    /// The value of an integer variable.
    pub fn int(&self, v: VarId) -> Option<i128> {
        match self.places[v.index()] {
            Place::Word(w) => Some(self.words[w as usize]),
            Place::Array(_) => None,
        }
    }

    /// The state that the memory holds. Maps have entries only where they are not 0.
    pub fn state(&self) -> State {
        let value = |place: &Place| match place {
            Place::Word(w) => Value::Int(Int::from(self.words[*w as usize])),
            Place::Array(a) => {
                let map: Map = self.arrays[*a as usize].entries().map(|(i, v)| (Int::from(i), Int::from(v))).collect();
                Value::Map(map)
            }
        };
        State { values: self.places.iter().map(value).collect() }
    }
}
