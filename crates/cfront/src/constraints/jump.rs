//! Jumps inside of a function (C11 6.8.6.1, 6.8.4.2): every label is one place, every jump has its label, and none leads past the declaration of something
//! whose size is known when the program runs, or into a statement that is an expression.

use super::{Checker, Res, fault};
use base::SortedMap;

/// The labels of a function, and where it jumps to.
#[derive(Default)]
pub struct Jumps {
    /// The places that must not be jumped over from outside and whose scope is open here, by number.
    pub fences: Vec<usize>,
    count: usize,
    /// With the fences around each.
    labels: SortedMap<String, Vec<usize>>,
    to: Vec<Jump>,
}

struct Jump {
    label: String,
    at: usize,
    /// Around it; none if only the address of the label is taken.
    fences: Option<Vec<usize>>,
}

impl Checker {
    /// From here to the end of the scope is a region that jumps do not enter.
    pub fn fence(&mut self) {
        self.jumps.count += 1;
        self.jumps.fences.push(self.jumps.count);
    }

    pub fn labelled(&mut self, name: &str, at: usize) -> Res<()> {
        match self.jumps.labels.insert(name.to_owned(), self.jumps.fences.clone()) {
            Some(_) => fault(at, format!("there are two labels `{name}`")),
            None => Ok(()),
        }
    }

    pub fn jump(&mut self, label: &str, at: usize) {
        let fences = Some(self.jumps.fences.clone());
        self.jumps.to.push(Jump { label: label.to_owned(), at, fences });
    }

    /// The address of a label is taken.
    pub fn label_address(&mut self, label: &str, at: usize) -> Res<()> {
        if self.result.is_none() {
            return fault(at, format!("the address of the label `{label}` outside of a function"));
        }
        self.jumps.to.push(Jump { label: label.to_owned(), at, fences: None });
        Ok(())
    }

    /// What can be said about jumps at the end of a function.
    pub fn check_jumps(&self) -> Res<()> {
        for Jump { label, at, fences } in &self.jumps.to {
            match (self.jumps.labels.get(label), fences) {
                (None, _) => return fault(*at, format!("there is no label `{label}`")),
                (Some(around), Some(fences)) if !fences.starts_with(around) => {
                    return fault(
                        *at,
                        format!("the jump to `{label}` leads past a declaration of variable size or into a statement expression"),
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }
}
