//! Types and their layout on a 64-bit machine.

use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Int(Int),
    Pointer(Arc<Ty>),
    Array(Arc<Ty>, usize),
    Record(Arc<Record>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    pub name: &'static str,
    pub size: usize,
    pub signed: bool,
    pub rank: u8,
}

const fn int(name: &'static str, size: usize, signed: bool, rank: u8) -> Int {
    Int { name, size, signed, rank }
}

pub const BOOL: Int = int("_Bool", 1, false, 0);
pub const SCHAR: Int = int("signed char", 1, true, 1);
pub const UCHAR: Int = int("unsigned char", 1, false, 1);
pub const CHAR: Int = int("char", 1, true, 1);
pub const SHORT: Int = int("short", 2, true, 2);
pub const USHORT: Int = int("unsigned short", 2, false, 2);
pub const INT: Int = int("int", 4, true, 3);
pub const UINT: Int = int("unsigned", 4, false, 3);
pub const LONG: Int = int("long", 8, true, 4);
pub const ULONG: Int = int("unsigned long", 8, false, 4);

pub const INTS: [Int; 10] = [BOOL, SCHAR, UCHAR, CHAR, SHORT, USHORT, INT, UINT, LONG, ULONG];

impl Int {
    pub fn fits(self, value: i128) -> bool {
        self.wrap(value) == value
    }

    /// The conversion to this type.
    pub fn wrap(self, value: i128) -> i128 {
        if self.rank == 0 {
            return i128::from(value != 0);
        }
        let bits = 8 * self.size as u32;
        let low = value & ((1 << bits) - 1);
        if self.signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
    }

    pub fn promoted(self) -> Int {
        if self.rank < INT.rank { INT } else { self }
    }

    /// The common type of two operands.
    pub fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        match a.rank.cmp(&b.rank) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => {
                if a.signed {
                    b
                } else {
                    a
                }
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    pub union: bool,
    pub tag: String,
    pub members: Vec<(String, Ty)>,
}

fn up(offset: usize, align: usize) -> usize {
    offset.div_ceil(align) * align
}

impl Record {
    pub fn offset(&self, member: usize) -> usize {
        if self.union {
            return 0;
        }
        let mut at = 0;
        for (k, (_, ty)) in self.members.iter().enumerate() {
            at = up(at, ty.align());
            if k == member {
                return at;
            }
            at += ty.size();
        }
        at
    }

    pub fn word(&self) -> String {
        format!("{} {}", if self.union { "union" } else { "struct" }, self.tag)
    }

    pub fn definition(&self) -> String {
        let members: String = self.members.iter().map(|(name, ty)| format!("  {};\n", ty.declare(name))).collect();
        format!("{} {{\n{members}}};\n", self.word())
    }
}

impl Ty {
    pub fn size(&self) -> usize {
        match self {
            Ty::Int(int) => int.size,
            Ty::Pointer(_) => 8,
            Ty::Array(element, n) => element.size() * n,
            Ty::Record(record) => {
                let ends = (0..record.members.len()).map(|k| record.offset(k) + record.members[k].1.size());
                up(ends.max().unwrap_or(0), self.align())
            }
        }
    }

    pub fn align(&self) -> usize {
        match self {
            Ty::Int(int) => int.size,
            Ty::Pointer(_) => 8,
            Ty::Array(element, _) => element.align(),
            Ty::Record(record) => record.members.iter().map(|(_, ty)| ty.align()).max().unwrap_or(1),
        }
    }

    pub fn scalar(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Pointer(_))
    }

    pub fn declare(&self, name: &str) -> String {
        match self {
            Ty::Int(int) => format!("{} {name}", int.name),
            Ty::Pointer(to) => to.declare(&format!("*{name}")),
            Ty::Array(element, n) => element.declare(&format!("{name}[{n}]")),
            Ty::Record(record) => format!("{} {name}", record.word()),
        }
    }

    /// The type's own name, as in a cast.
    pub fn word(&self) -> String {
        self.declare("").trim_end().to_owned()
    }

    /// Which of its bytes hold values of members, by offset; the others are padding. For a union, of any member.
    pub fn value_bytes(&self, at: usize, mark: &mut [bool]) {
        match self {
            Ty::Int(_) | Ty::Pointer(_) => mark[at..at + self.size()].fill(true),
            Ty::Array(element, n) => (0..*n).for_each(|k| element.value_bytes(at + k * element.size(), mark)),
            Ty::Record(record) => {
                for (k, (_, ty)) in record.members.iter().enumerate() {
                    ty.value_bytes(at + record.offset(k), mark);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_that_of_the_machine() {
        let members = vec![("a".into(), Ty::Int(CHAR)), ("b".into(), Ty::Int(LONG)), ("c".into(), Ty::Array(Arc::new(Ty::Int(SHORT)), 3))];
        let record = Arc::new(Record { union: false, tag: "s".into(), members });
        assert_eq!((record.offset(1), record.offset(2), Ty::Record(record.clone()).size()), (8, 16, 24));
        let mut mark = vec![false; 24];
        Ty::Record(record).value_bytes(0, &mut mark);
        assert_eq!(mark.iter().filter(|m| **m).count(), 15);
    }

    #[test]
    fn conversions_wrap() {
        assert_eq!((SCHAR.wrap(200), UCHAR.wrap(-1), BOOL.wrap(4), LONG.wrap(1 << 63)), (-56, 255, 1, -(1 << 63)));
        assert_eq!((USHORT.common(SHORT), UINT.common(LONG), LONG.common(ULONG)), (INT, LONG, ULONG));
    }
}
