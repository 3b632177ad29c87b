//! The heap that a failing run was given, object by object and as a drawing.
//!
//! What is in it was read as inputs ([`base::Given`]): how many objects there are of each type, the fields of one object after the other, where pointers lead. Fields that the program
//! never looks at are not read, and not shown. A drawing follows each link from each pointer until it ends or comes back.

use crate::replay::{Origin, Stretch};
use base::{Given, Int, Name, SortedMap, SortedSet};
use std::fmt::Write;

/// More objects than this are not shown.
pub const MOST: usize = 40;

/// A field of an object: its name, its value, and the type that it leads to if it is a link.
pub type Field = (Name, Int, Option<Name>);

#[derive(Default)]
pub struct Heap {
    /// How many objects there are of each type.
    pub counts: Vec<(Name, Int)>,
    /// Those of each type in order, as far as their fields were read.
    pub objects: SortedMap<Name, Vec<Vec<Field>>>,
    /// Pointers into the heap, with the type of what they lead to.
    pub pointers: Vec<(Name, Int, Name)>,
}

/// The heap in words and as a drawing; empty if none was given.
pub fn drawn(reads: &[Stretch]) -> String {
    Heap::of(reads).text()
}

fn named(number: &Int) -> String {
    if *number == Int::ZERO { "null".into() } else { number.to_string() }
}

impl Heap {
    /// The heap that a run was given; of a large one a part.
    pub fn of(reads: &[Stretch]) -> Self {
        let mut heap = Heap::default();
        for stretch in reads {
            for _ in 0..stretch.times.min(MOST as u64 + 1) {
                for read in &stretch.reads {
                    if let Origin::Given(what) = &read.site.origin {
                        heap.add(what, &read.value);
                    }
                }
            }
        }
        heap
    }

    /// Whether it is here as a whole.
    pub fn is_whole(&self) -> bool {
        let known = |of: &Name| self.objects.get(of).map_or(0, Vec::len);
        self.counts.iter().all(|(of, count)| *count <= Int::from(MOST) && (known(of) == 0 || Int::from(known(of)) == *count))
    }

    fn add(&mut self, what: &Given, value: &Int) {
        match what {
            Given::Count(of) => self.counts.push((of.clone(), value.clone())),
            Given::Pointer { name, to } => self.pointers.push((name.clone(), value.clone(), to.clone())),
            Given::Field { of, field, to } => {
                let all = self.objects.entry(of.clone()).or_default();
                if all.last().is_none_or(|fields| fields.iter().any(|(name, ..)| name == field)) {
                    all.push(Vec::new());
                }
                all.last_mut().expect("there is one now").push((field.clone(), value.clone(), to.clone()));
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (of, count) in &self.counts {
            let known = self.objects.get(of).map_or(&[][..], Vec::as_slice);
            if known.is_empty() {
                let _ = writeln!(text, "  {of}: {count}");
            }
            for (i, fields) in known.iter().enumerate().take(MOST) {
                let field = |(name, value, to): &Field| match to {
                    Some(_) => format!("{name} -> {}", named(value)),
                    None => format!("{name} = {value}"),
                };
                let _ = writeln!(text, "  {of} {}: {}", i + 1, fields.iter().map(field).collect::<Vec<_>>().join(", "));
            }
            if known.len() > MOST {
                let _ = writeln!(text, "  and {} more", known.len() - MOST);
            }
        }
        for (name, first, to) in &self.pointers {
            let links: SortedSet<&Name> = self
                .objects
                .get(to)
                .into_iter()
                .flatten()
                .flatten()
                .filter(|(.., target)| target.as_ref() == Some(to))
                .map(|(f, ..)| f)
                .collect();
            if links.is_empty() || *first == Int::ZERO {
                let _ = writeln!(text, "  {name} -> {}", named(first));
            }
            for link in links.iter().filter(|_| *first != Int::ZERO) {
                let _ = writeln!(text, "  {name} -> {}", self.way(first, to, link));
            }
        }
        if text.is_empty() { text } else { format!("the heap that it is given:\n{text}") }
    }

    /// Along a link, until it ends or comes back.
    fn way(&self, first: &Int, of: &Name, link: &Name) -> String {
        let (mut text, mut at, mut seen) = (named(first), first.clone(), SortedSet::new());
        while seen.insert(at.clone()) && seen.len() <= MOST {
            let fields = usize::try_from(&at).ok().and_then(|n| self.objects.get(of)?.get(n.checked_sub(1)?));
            let Some((_, next, _)) = fields.and_then(|fields| fields.iter().find(|(name, ..)| name == link)) else { break };
            let _ = write!(text, " --{link}-> {}", named(next));
            at = next.clone();
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{Read, Site};
    use std::sync::Arc;

    fn read(what: Given, value: i64) -> Read {
        let site = Site { origin: Origin::Given(what), ty: None, span: None, frame: 0 };
        Read { value: Int::from(value), site: Arc::new(site) }
    }

    #[test]
    fn a_heap_is_drawn_from_what_was_read() {
        let field = |field: &str, to: Option<&str>| Given::Field { of: "struct node".into(), field: field.into(), to: to.map(Name::from) };
        let (next, data) = (field("next", Some("struct node")), field("data", None));
        let pointer = |name: &str| Given::Pointer { name: name.into(), to: "struct node".into() };
        let reads = [
            read(Given::Count("struct node".into()), 3),
            read(next.clone(), 2),
            read(data.clone(), 10),
            read(next.clone(), 1),
            read(data.clone(), -5),
            read(next, 0),
            read(data, 7),
            read(pointer("x"), 1),
            read(pointer("y"), 3),
            read(pointer("z"), 0),
        ];
        let expected = "the heap that it is given:
  struct node 1: next -> 2, data = 10
  struct node 2: next -> 1, data = -5
  struct node 3: next -> null, data = 7
  x -> 1 --next-> 2 --next-> 1
  y -> 3 --next-> null
  z -> null
";
        assert_eq!(drawn(&[Stretch { reads: reads.to_vec(), times: 1 }]), expected);
        assert_eq!(drawn(&[]), "");
        let alone = [read(Given::Count("struct node".into()), 2), read(pointer("x"), 2)];
        assert_eq!(drawn(&[Stretch { reads: alone.to_vec(), times: 1 }]), "the heap that it is given:\n  struct node: 2\n  x -> 2\n");
    }
}
