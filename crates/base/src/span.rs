//! Places in source text.

use std::sync::Arc;

/// A place in a source file: line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

impl Span {
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Span { file: file.into(), line, column }
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Longer source lines are shown in part.
const WIDEST: usize = 160;

/// Source texts by file name, to show the line that a message is about.
#[derive(Clone, Debug, Default)]
pub struct Files {
    texts: crate::SortedMap<Arc<str>, Arc<str>>,
}

impl Files {
    pub fn add(&mut self, file: impl Into<Arc<str>>, text: impl Into<Arc<str>>) {
        self.texts.insert(file.into(), text.into());
    }

    pub fn line(&self, span: &Span) -> Option<&str> {
        self.texts.get(&span.file)?.lines().nth(span.line.checked_sub(1)? as usize)
    }

    /// `file:line:column: message`, the source line, and a caret under the column.
    pub fn render(&self, span: &Span, message: &str) -> String {
        let Some(line) = self.line(span) else {
            return format!("{span}: {message}");
        };
        // Of a long line, as machines write them, the part around the column is enough.
        let at = span.column.saturating_sub(1) as usize;
        let start = at.saturating_sub(WIDEST / 2);
        let part: String = line.chars().skip(start).take(WIDEST).collect();
        // A tab stays a tab in the padding so that the caret stands under its column in any terminal.
        let padding: String = part.chars().take(at - start).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("{span}: {message}\n  {part}\n  {padding}^")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_its_column() {
        let mut files = Files::default();
        files.add("a.c", "int x;\n\tfoo(1);\n");
        assert_eq!(files.render(&Span::new("a.c", 2, 2), "what?"), "a.c:2:2: what?\n  \tfoo(1);\n  \t^");
        assert_eq!(files.render(&Span::new("b.c", 2, 2), "what?"), "b.c:2:2: what?");
    }
}
