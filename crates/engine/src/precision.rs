//! What has been learnt so far: hints by site.

use base::{Hint, Lesson, LocId, NodePath, OpKind, Scope, Site, SortedMap, SortedSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precision {
    hints: SortedMap<Site, SortedSet<Hint>>,
}

impl Precision {
    /// Adds a lesson. False if all of it was known.
    pub fn learn(&mut self, lesson: &Lesson) -> bool {
        let mut new = false;
        for (site, hint) in &lesson.hints {
            new |= self.hints.entry(site.clone()).or_default().insert(hint.clone());
        }
        new
    }

    pub fn is_empty(&self) -> bool {
        self.hints.is_empty()
    }

    /// All hints for one operation at one node, in a fixed order.
    pub fn at(&self, op: OpKind, loc: LocId, path: &NodePath, visit: u32) -> Vec<Hint> {
        if self.hints.is_empty() {
            return Vec::new();
        }
        let scopes = [Scope::Everywhere, Scope::Loc(loc), Scope::Node(path.clone())];
        let mut found = SortedSet::new();
        for scope in scopes {
            for visit in [None, Some(visit)] {
                if let Some(hints) = self.hints.get(&Site { scope: scope.clone(), op, visit }) {
                    found.extend(hints.iter().cloned());
                }
            }
        }
        found.into_iter().collect()
    }

    /// Everything that was learnt, as one lesson.
    pub fn all(&self) -> Lesson {
        let pairs = |(site, hints): (&Site, &SortedSet<Hint>)| hints.iter().map(|h| (site.clone(), h.clone())).collect::<Vec<_>>();
        Lesson { hints: self.hints.iter().flat_map(pairs).collect() }
    }

    /// How often a location has been split at single nodes.
    pub fn splits_of_nodes(&self, wanted: impl Fn(&NodePath) -> bool) -> usize {
        let split = |(site, hints): (&Site, &SortedSet<Hint>)| match &site.scope {
            Scope::Node(path) => wanted(path) && hints.contains(&Hint::Split),
            _ => false,
        };
        self.hints.iter().filter(|pair| split(*pair)).count()
    }
}
