//! Definite and indefinite assignment: through branches, loops, jumps, copies of records, bytes and the heap; at the end something is read that was
//! written on all ways, or on some.

use super::Family;
use super::unions::finish;
use crate::case::{Case, Expect, REACH, Shows};
use crate::machine::memory::Fault;
use crate::machine::sketch::{Mix, Sketch, Storage};
use crate::machine::term::Place;
use crate::machine::types::{INT, LONG, Record, SHORT, Ty, UINT};
use base::random::Random;
use std::sync::Arc;

const MIX: Mix = Mix { assign: 10, copy: 3, bytes: 1, fill: 1, branch: 6, count: 2, switch: 3, skip: 3, heap: 2 };
const INIT: &[&str] = &["init"];
const NO_LEAK: &str = "--check reach,bounds,deref,free,overflow,divzero,shift,init,undefined";

pub fn case(random: &mut Random) -> Case {
    let inputs = *random.pick(&[1, 3, 4]);
    let mut sketch = Sketch::new(random, inputs);
    let members = vec![
        ("one".into(), Ty::Int(INT)),
        ("two".into(), Ty::Int(*sketch.random.pick(&[SHORT, LONG, UINT]))),
        ("row".into(), Ty::Array(Arc::new(Ty::Int(INT)), 2)),
    ];
    let record = Arc::new(Record { union: false, tag: "s".into(), members });
    sketch.records.push(record.clone());
    let record = Ty::Record(record);
    for (name, ty) in [
        ("x", Ty::Int(INT)),
        ("y", Ty::Int(*sketch.random.pick(&[INT, LONG, UINT, SHORT]))),
        ("v", Ty::Array(Arc::new(Ty::Int(INT)), 3)),
        ("a", record.clone()),
        ("b", record.clone()),
        ("p", Ty::Pointer(Arc::new(Ty::Int(INT)))),
        ("r", Ty::Pointer(Arc::new(record))),
    ] {
        let storage = *sketch.random.pick(&[Storage::Unset, Storage::Unset, Storage::Unset, Storage::Initialised, Storage::Static]);
        sketch.declare(name, ty, storage);
    }
    let length = sketch.random.between(2, 6) as usize;
    sketch.grow(&MIX, length);
    // Something that no run, or not every run, may read.
    let unset = |place: &Place| sketch.loads(place).contains(&Err(Fault::Unset)) && matches!(place.ty(&sketch.vars), Ty::Int(_));
    let unset: Vec<Place> = sketch.scalars().into_iter().filter(unset).collect();
    let mixed: Vec<Place> = unset.iter().filter(|place| sketch.loads(place).iter().any(Result::is_ok)).cloned().collect();
    if unset.is_empty() || sketch.random.chance(2) {
        let leak = sketch.free_all();
        let case = finish(sketch, Family::Initialisation, "written");
        return if leak { case.options(NO_LEAK) } else { case };
    }
    let among = if mixed.is_empty() { &unset } else { &mixed };
    let place = sketch.random.pick(among).clone();
    let text = place.text(&sketch.vars);
    if sketch.random.chance(4) && sketch.may_be_anything(&place) {
        // What was not written may be anything where nobody asks whether it was. Where some bytes were, only the others may.
        sketch.last(format!("if ({text} == 12345) reach_error();"));
        let (text, inputs) = (sketch.text(), sketch.inputs());
        let case = Case::new(Family::Initialisation, "any-value", text, Expect::Unsafe(REACH));
        return case.inputs(inputs).options("--check reach").shows(Shows::Nothing);
    }
    let line = match sketch.random.below(3) {
        0 => format!("if ({text} == 7) n = 1;"),
        1 => format!("{{ long use = {text}; if (use > 3) n = 2; }}"),
        _ => format!("while ({text} != 5) {{ n++; break; }}"),
    };
    sketch.last(line);
    let (text, inputs) = (sketch.text(), sketch.inputs());
    Case::new(Family::Initialisation, "unset", text, Expect::Unsafe(INIT)).inputs(inputs).options(NO_LEAK)
}
