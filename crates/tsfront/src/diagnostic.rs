//! What is wrong with an input, and where.

use base::{Files, Span};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input is not what it claims to be: other tools reject it as well.
    Malformed,
    /// The input is fine, but we cannot go on with it.
    Unsupported,
}

/// A reason to stop. Displays as `file:line:column: message`, the source line and a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub kind: Kind,
    pub span: Span,
    pub message: String,
    rendered: String,
}

impl Diagnostic {
    pub fn at(files: &Files, kind: Kind, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { kind, rendered: files.render(&span, &message), span, message }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

impl std::error::Error for Diagnostic {}

/// A place in the text that is being read; the file is known to whoever reads it. Line and column count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// A diagnostic before it knows its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: Kind,
    pub place: Place,
    pub message: String,
}

impl Fault {
    pub fn malformed<T>(place: Place, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { kind: Kind::Malformed, place, message: message.into() })
    }

    pub fn unsupported<T>(place: Place, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { kind: Kind::Unsupported, place, message: format!("not yet supported: {}", message.into()) })
    }

    pub fn in_file(self, file: &str, text: &str) -> Diagnostic {
        let mut files = Files::default();
        files.add(file, text);
        Diagnostic::at(&files, self.kind, Span::new(file, self.place.line, self.place.column), self.message)
    }
}
