//! Answers that are known: engines, domains and the judge ask the same questions of one program again and again.
//!
//! Invariants: an answer is kept for the whole text of its question to one solver, so it is the one that the solver gave; "unknown" is not
//! kept, since it may be due to the time that was left; all that is kept has a bound, beyond which the questions that were not
//! asked for longest are forgotten.

use crate::model::Model;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// What a solver said of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// With the values; a model that cannot be read is `None`.
    Sat(Option<Model>),
    /// With the numbers of the named assertions that are enough, if there are names.
    Unsat(Vec<usize>),
    Unknown(String),
}

/// The bytes of the questions and answers of one generation; there are two.
const MOST_BYTES: usize = 8 << 20;

/// The answers of one solver, shared by whoever asks it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    young: HashMap<String, Said>,
    /// Of these, what is asked again becomes young again; the others go when the young ones are too many.
    old: HashMap<String, Said>,
    young_bytes: usize,
}

impl Answers {
    pub fn get(&self, question: &str) -> Option<Said> {
        // Whoever panicked while he held the lock has left nothing half done that would matter.
        let mut kept = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(said) = kept.young.get(question) {
            return Some(said.clone());
        }
        let (question, said) = kept.old.remove_entry(question)?;
        kept.insert(question, said.clone());
        Some(said)
    }

    pub fn keep(&self, question: String, said: &Said) {
        if !matches!(said, Said::Unknown(_) | Said::Sat(None)) {
            self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(question, said.clone());
        }
    }
}

impl Kept {
    fn insert(&mut self, question: String, said: Said) {
        let bytes = question.len() + said.bytes();
        if bytes > MOST_BYTES {
            return;
        }
        if self.young_bytes + bytes > MOST_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(question, said);
    }
}

impl Said {
    /// Roughly.
    fn bytes(&self) -> usize {
        const VALUE: usize = 64;
        match self {
            Said::Sat(Some(model)) => VALUE * (1 + model.values.values().map(crate::ModelValue::len).sum::<usize>()),
            Said::Unsat(core) => VALUE + 8 * core.len(),
            Said::Sat(None) | Said::Unknown(_) => VALUE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_stays_and_the_rest_is_forgotten() {
        let answers = Answers::default();
        let question = |i: usize| format!("{i}{}", "?".repeat(MOST_BYTES / 10));
        answers.keep(question(0), &Said::Unsat(vec![3]));
        answers.keep(question(1), &Said::Sat(Some(Model::default())));
        answers.keep(question(2), &Said::Unknown("it is hard".into()));
        answers.keep(question(3), &Said::Sat(None));
        assert_eq!(answers.get(&question(1)), Some(Said::Sat(Some(Model::default()))));
        assert_eq!((answers.get(&question(2)), answers.get(&question(3))), (None, None));
        for i in 10..60 {
            answers.keep(question(i), &Said::Unsat(Vec::new()));
            assert_eq!(answers.get(&question(0)), Some(Said::Unsat(vec![3])), "{i}");
        }
        assert_eq!(answers.get(&question(1)), None);
        assert_eq!(answers.get(&question(59)), Some(Said::Unsat(Vec::new())));
        let kept = answers.0.lock().unwrap();
        let bytes: usize = kept.young.keys().chain(kept.old.keys()).map(String::len).sum();
        assert!(bytes <= 2 * MOST_BYTES, "{bytes}");
        drop(kept);
        answers.keep("?".repeat(MOST_BYTES + 1), &Said::Unsat(Vec::new()));
        assert_eq!(answers.get(&"?".repeat(MOST_BYTES + 1)), None);
    }
}
