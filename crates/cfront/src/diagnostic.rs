//! Why there is no automaton: what is wrong with an input that is not a program, or that the time was too short.

use base::{Files, Span, Stop};
use std::fmt;

/// A reason to reject the input: what a C compiler rejects as well. Displays as `file:line:column: message`, the source
/// line and a caret. Only one that says that the translation was stopped says nothing about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Option<Span>,
    pub message: String,
    /// The budget ended before the input was judged.
    pub stopped: Option<Stop>,
    rendered: String,
}

impl Diagnostic {
    /// A message about a whole file.
    pub fn about(file: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { span: None, rendered: format!("{file}: {message}"), message, stopped: None }
    }

    /// A message about one place.
    pub fn at(files: &Files, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { rendered: files.render(&span, &message), span: Some(span), message, stopped: None }
    }

    /// Somebody else's message, such as the preprocessor's, shown as it is.
    pub fn quoted(message: String) -> Self {
        Diagnostic { span: None, rendered: message.clone(), message, stopped: None }
    }

    /// The translation was stopped.
    pub fn stopped(stop: Stop) -> Self {
        Diagnostic { stopped: Some(stop), ..Diagnostic::quoted(format!("{stop} while the program was translated")) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

impl std::error::Error for Diagnostic {}
