//! Sorted maps and sets do what the standard library's ordered collections do: random operations on both, whose answers must be the same.

use base::random::Random;
use base::sorted::Entry;
use base::{SortedMap, SortedSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

const ROUNDS: u64 = 400;
const OPERATIONS: usize = 60;

fn key(random: &mut Random) -> i64 {
    random.between(-2, 12)
}

fn bound(random: &mut Random, key: i64) -> Bound<i64> {
    *random.pick(&[Bound::Included(key), Bound::Excluded(key), Bound::Unbounded])
}

/// Two bounds that the standard library accepts.
fn bounds(random: &mut Random) -> (Bound<i64>, Bound<i64>) {
    let low = key(random);
    let high = low + random.between(1, 6);
    (bound(random, low), bound(random, high))
}

fn entries(random: &mut Random) -> Vec<(i64, i64)> {
    (0..random.below(8)).map(|_| (key(random), random.between(0, 99))).collect()
}

#[test]
fn maps_do_what_the_standard_ones_do() {
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let given = entries(&mut random);
        let mut map: SortedMap<i64, i64> = given.iter().copied().collect();
        let mut standard: BTreeMap<i64, i64> = given.into_iter().collect();
        for _ in 0..OPERATIONS {
            let (k, v) = (key(&mut random), random.between(0, 99));
            match random.below(15) {
                0..3 => assert_eq!(map.insert(k, v), standard.insert(k, v)),
                3 => assert_eq!(map.remove(&k), standard.remove(&k)),
                4 => assert_eq!(map.remove_entry(&k), standard.remove_entry(&k)),
                5 => assert_eq!(map.pop_first(), standard.pop_first()),
                6 => assert_eq!(map.entry(k).or_insert(v), standard.entry(k).or_insert(v)),
                7 => assert_eq!(map.entry(k).and_modify(|x| *x += v).or_default(), standard.entry(k).and_modify(|x| *x += v).or_default()),
                8 => match map.entry(k) {
                    Entry::Occupied(mut e) => {
                        assert_eq!(Some(e.get_mut()), standard.get_mut(&k));
                        *e.into_mut() = v;
                        assert!(standard.insert(k, v).is_some());
                    }
                    Entry::Vacant(e) => {
                        assert_eq!(*e.insert(v), v);
                        assert_eq!(standard.insert(k, v), None);
                    }
                },
                9 => {
                    let kept = |k: &i64, v: &mut i64| {
                        *v += 1;
                        (k + *v) % 3 != 0
                    };
                    map.retain(kept);
                    standard.retain(kept);
                }
                10 => {
                    let (rest, other) = (map.split_off(&k), standard.split_off(&k));
                    assert!(rest.iter().eq(&other));
                    map.extend(rest.into_iter().map(|(k, v)| (k - 1, v)));
                    standard.extend(other.into_iter().map(|(k, v)| (k - 1, v)));
                }
                11 => {
                    let more = entries(&mut random);
                    map.extend(more.iter().copied());
                    standard.extend(more);
                }
                12 => {
                    let range = bounds(&mut random);
                    assert!(map.range(range).eq(standard.range(range)));
                    map.range_mut(range).for_each(|(_, v)| *v += 1);
                    standard.range_mut(range).for_each(|(_, v)| *v += 1);
                }
                13 => {
                    assert_eq!(*map.entry(k).or_insert_with_key(|k| k * 2), *standard.entry(k).or_insert_with_key(|k| k * 2));
                    map.values_mut().for_each(|v| *v -= 1);
                    standard.values_mut().for_each(|v| *v -= 1);
                }
                _ => {
                    let more = entries(&mut random);
                    let (other, also): (SortedMap<_, _>, BTreeMap<_, _>) = (more.iter().copied().collect(), more.into_iter().collect());
                    assert_eq!((map == other, map.cmp(&other)), (standard == also, standard.cmp(&also)));
                }
            }
            assert!(map.iter().eq(&standard) && map.iter().rev().eq(standard.iter().rev()));
            assert!(map.keys().eq(standard.keys()) && map.values().eq(standard.values()));
            assert_eq!((map.len(), map.is_empty()), (standard.len(), standard.is_empty()));
            assert_eq!((map.first_key_value(), map.last_key_value()), (standard.first_key_value(), standard.last_key_value()));
            assert_eq!((map.get(&k), map.contains_key(&k)), (standard.get(&k), standard.contains_key(&k)));
            assert_eq!(map.get_mut(&k), standard.get_mut(&k));
            assert_eq!(map.get_key_value(&k), standard.get_key_value(&k));
            assert_eq!(format!("{map:?}"), format!("{standard:?}"));
        }
    }
}

#[test]
fn sets_do_what_the_standard_ones_do() {
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let mut set: SortedSet<i64> = SortedSet::new();
        let mut standard: BTreeSet<i64> = BTreeSet::new();
        for _ in 0..OPERATIONS {
            let k = key(&mut random);
            let more: Vec<i64> = entries(&mut random).into_iter().map(|(k, _)| k).collect();
            let (other, also): (SortedSet<i64>, BTreeSet<i64>) = (more.iter().copied().collect(), more.iter().copied().collect());
            match random.below(9) {
                0..3 => assert_eq!(set.insert(k), standard.insert(k)),
                3 => assert_eq!(set.remove(&k), standard.remove(&k)),
                4 => assert_eq!(set.pop_first(), standard.pop_first()),
                5 => assert_eq!(set.pop_last(), standard.pop_last()),
                6 => {
                    set.retain(|x| x % 3 != 0);
                    standard.retain(|x| x % 3 != 0);
                }
                7 => {
                    set.extend(&more);
                    standard.extend(&more);
                }
                _ => {
                    let range = bounds(&mut random);
                    assert!(set.range(range).eq(standard.range(range)));
                }
            }
            assert!(set.iter().eq(&standard) && set.iter().rev().eq(standard.iter().rev()));
            assert_eq!(
                (set.len(), set.is_empty(), set.first(), set.last()),
                (standard.len(), standard.is_empty(), standard.first(), standard.last())
            );
            assert_eq!((set.contains(&k), set.get(&k)), (standard.contains(&k), standard.get(&k)));
            assert!(set.union(&other).eq(standard.union(&also)));
            assert!(set.intersection(&other).eq(standard.intersection(&also)));
            assert!(set.difference(&other).eq(standard.difference(&also)));
            assert!((&set | &other).iter().eq(&(&standard | &also)));
            assert!((&set & &other).iter().eq(&(&standard & &also)));
            assert!((&set - &other).iter().eq(&(&standard - &also)));
            assert_eq!((set.is_subset(&other), set.is_superset(&other)), (standard.is_subset(&also), standard.is_superset(&also)));
            assert_eq!((set.is_disjoint(&other), set.cmp(&other)), (standard.is_disjoint(&also), standard.cmp(&also)));
            assert_eq!(format!("{set:?}"), format!("{standard:?}"));
        }
    }
}

#[test]
fn keys_are_found_by_what_they_borrow() {
    let map = SortedMap::from([("one".to_string(), 1), ("two".to_string(), 2)]);
    assert_eq!((map.get("two"), map["one"], map.get("three")), (Some(&2), 1, None));
    assert!(SortedSet::from(["a".to_string()]).contains("a"));
}
