//! Pointers and the heap: addresses of locals, fields and elements, blocks that come and go, records with links.

use super::Family;
use super::unions::finish;
use crate::case::{Case, Expect};
use crate::machine::sketch::{Mix, Sketch, Storage};
use crate::machine::types::{INT, LONG, Record, Ty};
use base::random::Random;
use std::sync::Arc;

const MIX: Mix = Mix { assign: 10, copy: 2, bytes: 1, fill: 0, branch: 2, count: 1, switch: 0, skip: 1, heap: 5 };
const CHECKS: &str = "--check reach,bounds,deref,free,overflow,divzero,shift,init,undefined";

pub fn case(random: &mut Random) -> Case {
    let inputs = *random.pick(&[1, 1, 3]);
    let mut sketch = Sketch::new(random, inputs);
    let int = Arc::new(Ty::Int(INT));
    let members = vec![
        ("key".into(), Ty::Int(INT)),
        ("link".into(), Ty::Pointer(int.clone())),
        ("more".into(), Ty::Array(Arc::new(Ty::Int(LONG)), 2)),
    ];
    let record = Arc::new(Record { union: false, tag: "node".into(), members });
    sketch.records.push(record.clone());
    let node = Arc::new(Ty::Record(record));
    for (name, ty) in [
        ("x", (*int).clone()),
        ("v", Ty::Array(int.clone(), 3)),
        ("p", Ty::Pointer(int.clone())),
        ("q", Ty::Pointer(int.clone())),
        ("s", (*node).clone()),
        ("r", Ty::Pointer(node.clone())),
        ("t", Ty::Pointer(node)),
        ("pp", Ty::Pointer(Arc::new(Ty::Pointer(int)))),
    ] {
        let storage = *sketch.random.pick(&[Storage::Unset, Storage::Initialised, Storage::Static]);
        sketch.declare(name, ty, storage);
    }
    let length = sketch.random.between(4, 10) as usize;
    sketch.grow(&MIX, length);
    let planted: Option<(&'static str, &'static [&'static str], &str)> = match sketch.random.below(8) {
        0 => Some(("null", &["deref"], "p = 0; *p = 1;")),
        1 => Some(("freed", &["deref"], "p = malloc(sizeof(int)); free(p); *p = 1;")),
        2 => Some(("freed-twice", &["free"], "p = malloc(sizeof(int)); free(p); free(p);")),
        3 => Some(("behind", &["bounds", "deref"], "p = malloc(2 * sizeof(int)); p[2] = 1;")),
        _ => None,
    };
    let leak = sketch.free_all();
    let case = match planted {
        None => finish(sketch, Family::Pointers, "values"),
        Some((kind, checks, line)) => {
            sketch.last(line.into());
            let inputs = sketch.inputs();
            Case::new(Family::Pointers, kind, sketch.text(), Expect::Unsafe(checks)).inputs(inputs)
        }
    };
    // Blocks that are left would be a second violation.
    if leak || planted.is_some() { case.options(CHECKS) } else { case }
}
