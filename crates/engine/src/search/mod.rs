//! Search for real errors.
pub mod linear;
pub mod solve;

/// Values that other engines suggest.
#[derive(Debug, Default)]
pub struct Board {
    proposals: std::sync::Mutex<Vec<Vec<base::Int>>>,
}

impl Board {
    /// A whole list of inputs worth trying.
    pub fn propose(&self, inputs: Vec<base::Int>) {
        self.proposals.lock().unwrap().push(inputs);
    }
}
