//! Ordered maps and sets as sorted vectors.
//!
//! They have the interface of the standard library's ordered collections, as far as it is used, and the same order of iteration and comparison.
//! Two reasons for them: most maps of a verifier are small and are copied far more often than they grow, which is one block of memory here; and
//! the standard ones are compiled anew for each pair of types, which was 38 % of all code that a build had to optimise.
//!
//! Invariant: keys strictly increase. Adding in the middle of `n` entries moves up to `n` of them: where a collection has tens of thousands of
//! entries that come in no order, use the standard library's.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Bound, Index, Range, RangeBounds};

/// A map whose entries are sorted by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

/// A set whose elements are sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedSet<T> {
    elements: Vec<T>,
}

/// Where a key is, or where it would be. Keys often come in order, so the end is tried first.
fn find<E>(entries: &[E], order: impl Fn(&E) -> Ordering) -> Result<usize, usize> {
    match entries.last() {
        None => Err(0),
        Some(last) if order(last) == Ordering::Less => Err(entries.len()),
        Some(_) => entries.binary_search_by(order),
    }
}

/// The positions of the keys that lie in a range.
fn positions<E, Q: Ord + ?Sized>(entries: &[E], range: &impl RangeBounds<Q>, key: impl Fn(&E) -> &Q) -> Range<usize> {
    let from = match range.start_bound() {
        Bound::Included(k) => entries.partition_point(|e| key(e) < k),
        Bound::Excluded(k) => entries.partition_point(|e| key(e) <= k),
        Bound::Unbounded => 0,
    };
    let to = match range.end_bound() {
        Bound::Included(k) => entries.partition_point(|e| key(e) <= k),
        Bound::Excluded(k) => entries.partition_point(|e| key(e) < k),
        Bound::Unbounded => entries.len(),
    };
    from..to.max(from)
}

impl<K, V> SortedMap<K, V> {
    pub const fn new() -> Self {
        SortedMap { entries: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter(self.entries.iter())
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut(self.entries.iter_mut())
    }

    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys(self.entries.iter())
    }

    pub fn values(&self) -> Values<'_, K, V> {
        Values(self.entries.iter())
    }

    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, v)| v)
    }

    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.entries.into_iter().map(|(_, v)| v)
    }

    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }

    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }

    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.entries.is_empty()).then(|| self.entries.remove(0))
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(k, v)| keep(k, v));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        find(&self.entries, |(k, _)| k.borrow().cmp(key))
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.entries[at].1)
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.entries[at].1)
    }

    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| (&self.entries[at].0, &self.entries[at].1))
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// The value that the key had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.remove_entry(key).map(|(_, value)| value)
    }

    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.entries.remove(at))
    }

    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        match self.find(&key) {
            Ok(at) => Entry::Occupied(OccupiedEntry { map: self, at }),
            Err(at) => Entry::Vacant(VacantEntry { map: self, at, key }),
        }
    }

    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        Iter(self.entries[positions(&self.entries, &range, |(k, _)| k.borrow())].iter())
    }

    pub fn range_mut<Q: Ord + ?Sized>(&mut self, range: impl RangeBounds<Q>) -> IterMut<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let range = positions(&self.entries, &range, |(k, _)| k.borrow());
        IterMut(self.entries[range].iter_mut())
    }

    /// Keeps what is below the key and gives back the rest.
    pub fn split_off<Q: Ord + ?Sized>(&mut self, key: &Q) -> Self
    where
        K: Borrow<Q>,
    {
        let at = self.entries.partition_point(|(k, _)| k.borrow() < key);
        SortedMap { entries: self.entries.split_off(at) }
    }
}

/// What a map has for a key, or could get.
pub enum Entry<'a, K, V> {
    Occupied(OccupiedEntry<'a, K, V>),
    Vacant(VacantEntry<'a, K, V>),
}

pub struct OccupiedEntry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    at: usize,
}

pub struct VacantEntry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    at: usize,
    key: K,
}

impl<'a, K, V> Entry<'a, K, V> {
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        self.or_insert_with_key(|_| value())
    }

    pub fn or_insert_with_key(self, value: impl FnOnce(&K) -> V) -> &'a mut V {
        match self {
            Entry::Occupied(e) => e.into_mut(),
            Entry::Vacant(e) => {
                let value = value(&e.key);
                e.insert(value)
            }
        }
    }

    pub fn and_modify(mut self, change: impl FnOnce(&mut V)) -> Self {
        if let Entry::Occupied(e) = &mut self {
            change(e.get_mut());
        }
        self
    }
}

impl<'a, K, V> OccupiedEntry<'a, K, V> {
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.map.entries[self.at].1
    }

    pub fn into_mut(self) -> &'a mut V {
        &mut self.map.entries[self.at].1
    }
}

impl<'a, K, V> VacantEntry<'a, K, V> {
    pub fn insert(self, value: V) -> &'a mut V {
        self.map.entries.insert(self.at, (self.key, value));
        &mut self.map.entries[self.at].1
    }
}

/// An iterator over a slice of entries that shows a part of each.
macro_rules! iterator {
    ($name:ident, $slice:ty, $item:ty, |$entry:ident| $part:expr) => {
        pub struct $name<'a, K, V>($slice);

        impl<'a, K, V> Iterator for $name<'a, K, V> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                match self.0.next() {
                    Some($entry) => Some($part),
                    None => None,
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<'a, K, V> DoubleEndedIterator for $name<'a, K, V> {
            fn next_back(&mut self) -> Option<$item> {
                match self.0.next_back() {
                    Some($entry) => Some($part),
                    None => None,
                }
            }
        }

        impl<'a, K, V> ExactSizeIterator for $name<'a, K, V> {}
    };
}

iterator!(Iter, std::slice::Iter<'a, (K, V)>, (&'a K, &'a V), |entry| (&entry.0, &entry.1));
iterator!(IterMut, std::slice::IterMut<'a, (K, V)>, (&'a K, &'a mut V), |entry| (&entry.0, &mut entry.1));
iterator!(Keys, std::slice::Iter<'a, (K, V)>, &'a K, |entry| &entry.0);
iterator!(Values, std::slice::Iter<'a, (K, V)>, &'a V, |entry| &entry.1);

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

impl<K, V> Clone for Keys<'_, K, V> {
    fn clone(&self) -> Self {
        Keys(self.0.clone())
    }
}

impl<K, V> Clone for Values<'_, K, V> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry for the key")
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(*key, *value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut SortedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}

impl<T> SortedSet<T> {
    pub const fn new() -> Self {
        SortedSet { elements: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.elements.len()
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn clear(&mut self) {
        self.elements.clear();
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.elements.iter()
    }

    pub fn first(&self) -> Option<&T> {
        self.elements.first()
    }

    pub fn last(&self) -> Option<&T> {
        self.elements.last()
    }

    pub fn pop_first(&mut self) -> Option<T> {
        (!self.elements.is_empty()).then(|| self.elements.remove(0))
    }

    pub fn pop_last(&mut self) -> Option<T> {
        self.elements.pop()
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.elements.retain(keep);
    }
}

impl<T: Ord> SortedSet<T> {
    fn find<Q: Ord + ?Sized>(&self, element: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        find(&self.elements, |x| x.borrow().cmp(element))
    }

    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.find(element).is_ok()
    }

    pub fn get<Q: Ord + ?Sized>(&self, element: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        self.find(element).ok().map(|at| &self.elements[at])
    }

    /// Whether the element is new.
    pub fn insert(&mut self, element: T) -> bool {
        match self.find(&element) {
            Ok(_) => false,
            Err(at) => {
                self.elements.insert(at, element);
                true
            }
        }
    }

    /// Whether the element was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.find(element).map(|at| self.elements.remove(at)).is_ok()
    }

    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> std::slice::Iter<'_, T>
    where
        T: Borrow<Q>,
    {
        self.elements[positions(&self.elements, &range, |x| x.borrow())].iter()
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.len() <= other.len() && self.iter().all(|x| other.contains(x))
    }

    pub fn is_superset(&self, other: &Self) -> bool {
        other.is_subset(self)
    }

    pub fn is_disjoint(&self, other: &Self) -> bool {
        let (few, many) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        !few.iter().any(|x| many.contains(x))
    }

    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.iter().filter(|x| other.contains(*x))
    }

    pub fn difference<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.iter().filter(|x| !other.contains(*x))
    }

    pub fn union<'a>(&'a self, other: &'a Self) -> Union<'a, T> {
        Union { one: &self.elements, two: &other.elements }
    }
}

/// The elements of two sets in order, each once.
pub struct Union<'a, T> {
    one: &'a [T],
    two: &'a [T],
}

impl<T> Clone for Union<'_, T> {
    fn clone(&self) -> Self {
        Union { one: self.one, two: self.two }
    }
}

impl<'a, T: Ord> Iterator for Union<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let order = match (self.one.first(), self.two.first()) {
            (Some(x), Some(y)) => x.cmp(y),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        if order != Ordering::Less {
            let (next, rest) = self.two.split_first()?;
            self.two = rest;
            if order == Ordering::Greater {
                return Some(next);
            }
        }
        let (next, rest) = self.one.split_first()?;
        self.one = rest;
        Some(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.one.len().max(self.two.len()), Some(self.one.len() + self.two.len()))
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(*element);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(elements);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Ord + Clone> std::ops::Sub for &SortedSet<T> {
    type Output = SortedSet<T>;

    fn sub(self, other: &SortedSet<T>) -> SortedSet<T> {
        SortedSet { elements: self.difference(other).cloned().collect() }
    }
}

impl<T: Ord + Clone> std::ops::BitOr for &SortedSet<T> {
    type Output = SortedSet<T>;

    fn bitor(self, other: &SortedSet<T>) -> SortedSet<T> {
        SortedSet { elements: self.union(other).cloned().collect() }
    }
}

impl<T: Ord + Clone> std::ops::BitAnd for &SortedSet<T> {
    type Output = SortedSet<T>;

    fn bitand(self, other: &SortedSet<T>) -> SortedSet<T> {
        SortedSet { elements: self.intersection(other).cloned().collect() }
    }
}
