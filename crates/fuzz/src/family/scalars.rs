//! Integers of every width and sign: conversions, promotions, operators, known values.

use super::Family;
use super::unions::finish;
use crate::case::Case;
use crate::machine::sketch::{Mix, Sketch, Storage};
use crate::machine::types::{INTS, Ty};
use base::random::Random;
use std::sync::Arc;

const MIX: Mix = Mix { assign: 10, copy: 0, bytes: 0, fill: 0, branch: 4, count: 2, switch: 1, skip: 1, heap: 0 };

pub fn case(random: &mut Random) -> Case {
    let inputs = *random.pick(&[1, 3, 5]);
    let mut sketch = Sketch::new(random, inputs);
    for name in ["a", "b", "c", "d"] {
        let int = *sketch.random.pick(&INTS);
        sketch.declare(name, Ty::Int(int), Storage::Initialised);
    }
    let int = *sketch.random.pick(&INTS);
    sketch.declare("v", Ty::Array(Arc::new(Ty::Int(int)), 3), Storage::Initialised);
    let length = sketch.random.between(4, 10) as usize;
    sketch.grow(&MIX, length);
    finish(sketch, Family::Scalars, "values")
}
