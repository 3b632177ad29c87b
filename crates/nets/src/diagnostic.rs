//! What is wrong with a text, and where.

use base::{Files, Span};
use std::fmt;

/// A message about one place, shown with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub message: String,
    rendered: String,
}

impl Diagnostic {
    pub fn at(files: &Files, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { rendered: files.render(&span, &message), span, message }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

impl std::error::Error for Diagnostic {}
