//! What attributes and directives say about the layout of records, for the front end: a member that no program can have,
//! named by the [`Mark`], behind the member or at the end of the record that it concerns.

use super::{MARK, Repair};

/// The layout of a record or member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is not known.
    Odd,
    /// Members of the record are aligned to at most this many bytes.
    Pack(u64),
    /// The record is aligned to at least this many bytes.
    Aligned(u64),
    /// The member before is aligned to at least this many bytes.
    Member(u64),
    /// The member before is aligned as gcc prefers for its type (`__alignof__`).
    Preferred,
}

impl Mark {
    /// The name of the member that says so.
    pub fn name(self) -> String {
        match self {
            Mark::Odd => format!("{MARK}layout_odd"),
            Mark::Pack(n) => format!("{MARK}layout_pack_{n}"),
            Mark::Aligned(n) => format!("{MARK}layout_aligned_{n}"),
            Mark::Member(n) => format!("{MARK}layout_member_{n}"),
            Mark::Preferred => format!("{MARK}layout_preferred"),
        }
    }

    pub fn read(name: &str) -> Option<Mark> {
        let kind = name.strip_prefix(MARK)?.strip_prefix("layout_")?;
        let number = |prefix: &str| kind.strip_prefix(prefix).and_then(|n| n.parse().ok());
        None.or_else(|| number("pack_").map(Mark::Pack))
            .or_else(|| number("aligned_").map(Mark::Aligned))
            .or_else(|| number("member_").map(Mark::Member))
            .or((kind == "preferred").then_some(Mark::Preferred))
            .or(Some(Mark::Odd))
    }
}

/// How records are packed from an offset of the text on: not at all, to so many bytes, or it is not known.
pub type Packing = (usize, Option<Mark>);

/// The directives `#pragma pack` of a text, in order.
pub fn packings(text: &str) -> Vec<Packing> {
    let mut found = Vec::new();
    let (mut now, mut stack, mut offset, mut lost) = (None, Vec::new(), 0, false);
    for line in text.split('\n') {
        let directive = super::attribute::pragma(line);
        if let Some(rest) = directive
            && let Some(rest) = rest.strip_prefix("pack").filter(|r| !r.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        {
            let inside = rest.trim().strip_prefix('(').and_then(|r| r.strip_suffix(')'));
            let words: Vec<&str> = inside.map_or(vec!["?"], |w| w.split(',').map(str::trim).filter(|w| !w.is_empty()).collect());
            let number = |word: &str| match word.parse::<u64>() {
                Ok(0) => None,
                Ok(n) if n.is_power_of_two() && n <= 16 => Some(Mark::Pack(n)),
                _ => Some(Mark::Odd),
            };
            now = match words.as_slice() {
                [] => None,
                ["push"] => {
                    stack.push(now);
                    now
                }
                ["push", n] => {
                    stack.push(now);
                    number(n)
                }
                // Without a push the directive has no effect.
                ["pop"] => stack.pop().unwrap_or(now),
                [n] => number(n),
                _ => Some(Mark::Odd),
            };
            found.push((offset, if lost { Some(Mark::Odd) } else { now }));
        } else if directive.is_some_and(|d| ["scalar_storage_order", "ms_struct"].iter().any(|w| d.starts_with(w))) {
            // Nothing takes it back.
            lost = true;
            found.push((offset, Some(Mark::Odd)));
        }
        offset += line.len() + 1;
    }
    found
}

impl Repair<'_> {
    /// The packing at a token.
    fn packing(&self, i: usize) -> Option<Mark> {
        let start = self.tokens.get(i).map_or(0, |t| t.start);
        self.packings.iter().take_while(|(offset, _)| *offset <= start).last().and_then(|(_, mark)| *mark)
    }

    /// The packing of the record whose opening brace is token `open`.
    pub(super) fn packed_here(&self, open: usize) -> Option<Mark> {
        let close = self.after_bracket(open).map_or(open, |after| after - 1);
        let mark = self.packing(open);
        if mark == self.packing(close) { mark } else { Some(Mark::Odd) }
    }

    /// What the attribute whose outer bracket is token `open` says about the layout of a record.
    pub(super) fn layout_marks(&mut self, open: usize) -> Vec<Mark> {
        let end = self.after_bracket(open).unwrap_or(self.tokens.len());
        let mut marks = Vec::new();
        let mut j = open + 2;
        while j + 1 < end {
            let called = self.word(j + 1) == "(";
            match self.word(j).trim_matches('_') {
                "packed" if !called => marks.push(Mark::Pack(1)),
                // The largest alignment of the machine.
                "aligned" if !called => marks.push(Mark::Aligned(16)),
                "aligned" => {
                    self.check_alignment(j + 1);
                    let is_preferred = self.preferred_in(j + 1).is_some_and(|ty| self.type_before(open).is_some_and(|own| own == ty));
                    let number = self.alignment_in(j + 1).map(Mark::Aligned);
                    marks.push(number.unwrap_or(if is_preferred { Mark::Preferred } else { Mark::Odd }));
                }
                name if super::attribute::changes_layout(name) => marks.push(Mark::Odd),
                _ => {}
            }
            j = if called { self.after_bracket(j + 1).unwrap_or(end) } else { j + 1 };
        }
        marks
    }

    /// The number alone in the bracket at token `open`.
    pub(super) fn alignment_in(&self, open: usize) -> Option<u64> {
        let number = self.word(open + 1).parse::<u64>().ok()?;
        (self.word(open + 2) == ")" && number.is_power_of_two() && number <= 1 << 16).then_some(number)
    }

    /// The words of the type in `(__alignof__(type))` at token `open`, if C has that type of its own.
    fn preferred_in(&self, open: usize) -> Option<Vec<&str>> {
        if !matches!(self.word(open + 1), "__alignof__" | "__alignof") || self.word(open + 2) != "(" {
            return None;
        }
        let words: Vec<&str> = (open + 3..).map(|i| self.word(i)).take_while(|w| !matches!(*w, ")" | "")).collect();
        let behind = open + 3 + words.len();
        let basic = ["char", "short", "int", "long", "float", "double", "signed", "unsigned"];
        let is_basic = !words.is_empty() && words.iter().all(|w| basic.contains(w));
        (is_basic && self.word(behind) == ")" && self.word(behind + 1) == ")").then_some(words)
    }

    /// The words of the type of the name before the attribute with the bracket at token `open`, if it is declared by that name alone.
    fn type_before(&self, open: usize) -> Option<Vec<&str>> {
        let back = (0..open.checked_sub(2)?).rev().map(|i| self.word(i));
        let mut words: Vec<&str> = back.take_while(|w| !matches!(*w, ";" | "{")).collect();
        words.reverse();
        (!words.iter().any(|w| matches!(*w, "*" | "[" | "(" | "," | ":" | "}"))).then_some(words)
    }

    /// The alignment of a member, said at token `i`: behind the member if it is the only one of its declaration.
    pub(super) fn mark_member(&mut self, i: usize, marks: &[Mark]) -> bool {
        let mark = match marks {
            [Mark::Aligned(n)] => Mark::Member(*n),
            [Mark::Preferred] => Mark::Preferred,
            _ => return false,
        };
        let mut back = i;
        while let Some(before) = back.checked_sub(1).filter(|b| !matches!(self.word(*b), ";" | "{")) {
            if matches!(self.word(before), "}" | "," | ":") {
                return false;
            }
            back = before;
        }
        let mut j = i;
        loop {
            match self.word(j) {
                ";" => break,
                "" | "," | ":" | "}" | "{" => return false,
                "(" | "[" => match self.after_bracket(j) {
                    Some(after) => j = after,
                    None => return false,
                },
                _ => j += 1,
            }
        }
        self.later(j, &format!(" int {}; ", mark.name()));
        true
    }
}
