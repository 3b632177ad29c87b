//! Sets of bytes: what `%[a-z]` in the format of a scan names, and what may come next in a stream.
//!
//! A set is read as glibc reads it: a bracket or a hyphen that comes first stands for itself, and so does a hyphen that comes last or between
//! bytes that are not in order.

use base::{CmpOp, Expr, Formula};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class([u64; 4]);

impl Class {
    pub fn of(is_in: impl Fn(u8) -> bool) -> Self {
        let mut words = [0; 4];
        for byte in (0..=u8::MAX).filter(|b| is_in(*b)) {
            words[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
        Class(words)
    }

    pub fn all() -> Self {
        Self::of(|_| true)
    }

    /// What `isspace` says yes to.
    pub fn space() -> Self {
        Self::of(|b| b == b' ' || (9..=13).contains(&b))
    }

    /// The set behind `%[`, up to and with its closing bracket; none if there is no such bracket.
    pub fn named(format: &mut &[u8]) -> Option<Self> {
        let is_excluded = format.first() == Some(&b'^');
        let set = &format[usize::from(is_excluded)..];
        // A bracket that comes first does not close.
        let end = 1 + set.iter().skip(1).position(|b| *b == b']')?;
        let (inside, mut named) = (&set[..end], [false; 256]);
        *format = &set[end + 1..];
        for (i, byte) in inside.iter().enumerate() {
            match (i.checked_sub(1).map(|before| inside[before]), inside.get(i + 1)) {
                (Some(low), Some(high)) if *byte == b'-' && low <= *high => named[usize::from(low)..=usize::from(*high)].fill(true),
                _ => named[usize::from(*byte)] = true,
            }
        }
        Some(Self::of(|b| named[usize::from(b)] != is_excluded))
    }

    pub fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1
    }

    pub fn and(&self, other: &Self) -> Self {
        Self::of(|b| self.has(b) && other.has(b))
    }

    pub fn complement(&self) -> Self {
        Self::of(|b| !self.has(b))
    }

    pub fn meets(&self, other: &Self) -> bool {
        (0..=u8::MAX).any(|b| self.has(b) && other.has(b))
    }

    pub fn includes(&self, other: &Self) -> bool {
        (0..=u8::MAX).all(|b| self.has(b) || !other.has(b))
    }

    /// The set as ranges of the values of a type.
    fn ranges(&self, signed: bool) -> Vec<(i64, i64)> {
        let first = if signed { i64::from(i8::MIN) } else { 0 };
        let mut found: Vec<(i64, i64)> = Vec::new();
        for value in (first..first + 256).filter(|v| self.has(*v as u8)) {
            match found.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => found.push((value, value)),
            }
        }
        found
    }

    /// Whether a value of a type of one byte is in the set.
    pub fn holds(&self, value: &Expr, signed: bool) -> Formula {
        let (own, others) = (self.ranges(signed), self.complement().ranges(signed));
        if others.len() < own.len() { Self::within(&others, value, signed).negate() } else { Self::within(&own, value, signed) }
    }

    fn within(ranges: &[(i64, i64)], value: &Expr, signed: bool) -> Formula {
        let first = if signed { i64::from(i8::MIN) } else { 0 };
        let one = |(low, high): &(i64, i64)| {
            if low == high {
                return Formula::cmp(CmpOp::Eq, value.clone(), *low);
            }
            let below = if *low == first { Formula::True } else { Formula::cmp(CmpOp::Ge, value.clone(), *low) };
            let above = if *high == first + 255 { Formula::True } else { Formula::cmp(CmpOp::Le, value.clone(), *high) };
            Formula::and([below, above])
        };
        Formula::or(ranges.iter().map(one).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_the_library_reads_them() {
        let members = |format: &str| {
            let mut rest = format.as_bytes();
            let class = Class::named(&mut rest)?;
            assert_eq!(rest, b"$", "{format}");
            let printable: String = (33..127).filter(|b| class.has(*b)).map(char::from).collect();
            Some(printable)
        };
        let is = |format: &str, expected: &str| assert_eq!(members(format).as_deref(), Some(expected), "{format}");
        is("abc]$", "abc");
        is("a-cx]$", "abcx");
        is("]a]$", "]a");
        is("-a]$", "-a");
        is("a-]$", "-a");
        is("c-a]$", "-ac");
        is("a-c-e]$", "abcde");
        is("]-_]$", "]^_");
        is("+--]$", "+,-");
        is("--/]$", "-./");
        assert_eq!(members("abc"), None);
        assert_eq!(members("]"), None);
        let mut rest = &b"^]\n]"[..];
        let others = Class::named(&mut rest).unwrap();
        assert!(!others.has(b']') && !others.has(b'\n') && others.has(0) && others.has(255));
    }

    #[test]
    fn a_set_is_a_formula_about_a_value() {
        let value = Expr::Var(base::VarId(0));
        let (eq, ne) = (|n: i64| Formula::cmp(CmpOp::Eq, value.clone(), n), |n: i64| Formula::cmp(CmpOp::Ne, value.clone(), n));
        assert_eq!(Class::all().holds(&value, true), Formula::True);
        assert_eq!(Class::all().complement().holds(&value, false), Formula::False);
        assert_eq!(Class::of(|b| b == 200).holds(&value, true), eq(-56));
        assert_eq!(Class::of(|b| b != 200).holds(&value, false), ne(200));
    }
}
