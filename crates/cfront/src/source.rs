//! From byte offsets of the text that is parsed back to places in the files that the programmer wrote.

use crate::annotation::Annotation;
use crate::prepass::Repaired;
use base::{Files, SortedSet, Span};
use std::sync::Arc;

/// The text that the parser reads, with the origin of each of its lines.
pub struct Source {
    pub text: String,
    pub files: Files,
    lines: Vec<Line>,
    /// Offsets of bytes that the pre-pass inserted; they do not count for columns.
    inserted: Vec<usize>,
    /// Attributes change the layout of records somewhere, nobody knows of which.
    pub odd_layout: bool,
    /// Attributes say how some objects are aligned.
    pub aligned_objects: bool,
    /// Attributes of types let accesses through them lie anywhere, or read what has another type; nobody knows through which.
    pub odd_access: bool,
    /// Names that may be weak.
    pub weak: SortedSet<String>,
    pub main_file: Arc<str>,
    /// Where the models of library functions begin.
    pub models_start: usize,
    /// The text is that of several files.
    pub linked: bool,
    /// Functions with an inline definition and another one that differs: which of them a call takes is not known.
    pub with_two_bodies: SortedSet<String>,
    /// In the order of their places.
    pub annotations: Vec<Annotation>,
}

struct Line {
    start: usize,
    file: Arc<str>,
    number: u32,
}

impl Source {
    /// `text` has the lines of `marked` (before repairs), whose line markers are honoured if `markers` says so.
    pub fn new(repaired: Repaired, marked: &str, file: &str, markers: bool) -> Self {
        let Repaired { text, inserted, odd_layout, aligned_objects, .. } = repaired;
        let mut current: Arc<str> = file.into();
        let mut number = 1;
        let mut lines = Vec::new();
        let mut start = 0;
        let mut origin = marked.split('\n');
        for line in text.split('\n') {
            lines.push(Line { start, file: current.clone(), number });
            number += 1;
            start += line.len() + 1;
            if let Some((n, name)) = origin.next().filter(|_| markers).and_then(marker) {
                number = n;
                if *name != *current {
                    current = name.as_str().into();
                }
            }
        }
        Source {
            text,
            files: Files::default(),
            lines,
            inserted,
            odd_layout,
            aligned_objects,
            odd_access: odd_layout,
            weak: SortedSet::new(),
            main_file: file.into(),
            models_start: usize::MAX,
            with_two_bodies: SortedSet::new(),
            linked: false,
            annotations: Vec::new(),
        }
    }

    /// Where a line of the text begins, counted from 0.
    pub fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).map_or(self.text.len(), |l| l.start)
    }

    pub fn span(&self, offset: usize) -> Span {
        let offset = offset.min(self.text.len());
        let line = &self.lines[self.lines.partition_point(|l| l.start <= offset).max(1) - 1];
        let added = self.inserted.partition_point(|i| *i < offset) - self.inserted.partition_point(|i| *i < line.start);
        let before = self.text.get(line.start..offset).map_or(offset - line.start, |t| t.chars().count());
        Span { file: line.file.clone(), line: line.number, column: (before - added.min(before)) as u32 + 1 }
    }

    /// The place in the text before repairs.
    pub fn before_repair(&self, offset: usize) -> usize {
        offset - self.inserted.partition_point(|i| *i < offset)
    }

    /// The place in the text of a place before repairs; what was inserted just there comes behind it.
    pub fn after_repair(&self, place: usize) -> usize {
        let (mut low, mut high) = (0, self.inserted.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.inserted[middle] - middle < place { low = middle + 1 } else { high = middle }
        }
        place + low
    }

    /// The place in a file of a place before repairs.
    pub fn span_before_repair(&self, place: usize) -> Span {
        self.span(self.after_repair(place))
    }

    /// Takes a stretch out; lines stay.
    pub fn blank(&mut self, start: usize, end: usize) {
        let end = end.min(self.text.len());
        let blanks: String = self.text[start..end].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
        self.text.replace_range(start..end, &blanks);
    }

    /// Puts other words, not shorter ones, for words; the edits are sorted.
    pub fn rename(&mut self, edits: &[(usize, usize, String)]) {
        let mut out = String::with_capacity(self.text.len());
        let mut added = Vec::new();
        // Where each edit ends, and how much longer the text is from there on.
        let mut growth = vec![(0, 0)];
        let mut done = 0;
        for (start, end, by) in edits {
            out.push_str(&self.text[done..*start]);
            out.push_str(by);
            done = *end;
            added.extend(out.len() - (by.len() - (end - start))..out.len());
            growth.push((*end, out.len() - done));
        }
        out.push_str(&self.text[done..]);
        let moved = |at: usize| at + growth[growth.partition_point(|(end, _)| *end <= at) - 1].1;
        self.lines.iter_mut().for_each(|l| l.start = moved(l.start));
        self.inserted.iter_mut().for_each(|i| *i = moved(*i));
        self.inserted.extend(added);
        self.inserted.sort_unstable();
        self.text = out;
    }

    /// Adds another file's text at the end.
    pub fn append(&mut self, other: Source) {
        self.text.push('\n');
        let shift = self.text.len();
        let before = self.before_repair(shift);
        let moved = |a: Annotation| a.moved(before);
        self.annotations.extend(other.annotations.into_iter().map(moved));
        self.text.push_str(&other.text);
        self.lines.extend(other.lines.into_iter().map(|l| Line { start: l.start + shift, ..l }));
        self.inserted.extend(other.inserted.into_iter().map(|i| i + shift));
        self.odd_layout |= other.odd_layout;
        self.aligned_objects |= other.aligned_objects;
        self.odd_access |= other.odd_access;
        self.weak.extend(other.weak);
        self.linked = true;
    }

    /// The text of a node on one line, shortened if it is long.
    pub fn snippet(&self, span: lang_c::span::Span) -> String {
        let text = self.text.get(span.start..span.end.min(self.text.len())).unwrap_or_default();
        let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().count() > 60 {
            words = words.chars().take(57).collect::<String>() + "...";
        }
        words
    }
}

/// The line number and file of `# 12 "name" flags`.
fn marker(line: &str) -> Option<(u32, String)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("#line "))?;
    let (number, rest) = rest.split_once(' ')?;
    let name = rest.trim_start().strip_prefix('"')?;
    let end = name.rfind('"')?;
    Some((number.parse().ok()?, name[..end].replace("\\\\", "\\").replace("\\\"", "\"")))
}
