//! Unions and bytes: values go in through one member, are copied in every way that C has, and come out through another.

use super::Family;
use crate::case::{Case, Expect, REACH};
use crate::machine::sketch::{Mix, Sketch, Storage};
use crate::machine::types::{CHAR, INT, INTS, Int, LONG, Record, SHORT, Ty, UCHAR, UINT, USHORT};
use base::random::Random;
use std::sync::Arc;

/// Few statements over few members: what is lost is seen at once.
const SMALL: Mix = Mix { assign: 10, copy: 12, bytes: 0, fill: 0, branch: 1, count: 0, switch: 0, skip: 0, heap: 0 };
const MIX: Mix = Mix { assign: 10, copy: 10, bytes: 2, fill: 1, branch: 3, count: 1, switch: 1, skip: 0, heap: 0 };

pub fn case(random: &mut Random) -> Case {
    if random.chance(6) {
        return tagged(random);
    }
    let shape = random.below(4);
    let small = !random.chance(3);
    let pointers = random.chance(6);
    let inputs = *random.pick(&[1, 1, 3]);
    let mut sketch = Sketch::new(random, inputs);
    let member = |sketch: &mut Sketch<'_>, union| member(sketch, union, small, pointers);
    let union = record(&mut sketch, true, "u", None, &member);
    let mut types = vec![union.clone()];
    let kind = match shape {
        0 => "plain",
        1 => {
            types.push(record(&mut sketch, false, "s", Some(union), &member));
            "in-struct"
        }
        2 => {
            types.push(Ty::Array(Arc::new(union), 2));
            "in-array"
        }
        _ => {
            let inner = record(&mut sketch, false, "s", Some(union), &member);
            types.push(record(&mut sketch, true, "w", Some(inner), &member));
            "nested"
        }
    };
    for (k, name) in ["a", "b", "c"].into_iter().enumerate() {
        let ty = if k < 2 { types[types.len() - 1].clone() } else { sketch.random.pick(&types).clone() };
        let storage = *sketch.random.pick(&[Storage::Unset, Storage::Unset, Storage::Initialised, Storage::Static]);
        sketch.declare(name, ty, storage);
    }
    sketch.declare("x", Ty::Int(INT), Storage::Initialised);
    let to = types[0].clone();
    sketch.declare("p", Ty::Pointer(Arc::new(to)), Storage::Unset);
    let length = if small { sketch.random.between(3, 5) } else { sketch.random.between(3, 8) };
    sketch.grow(if small { &SMALL } else { &MIX }, length as usize);
    finish(sketch, Family::Unions, kind)
}

/// Records whose number says which member of their union is meant, by value from function to function.
fn tagged(random: &mut Random) -> Case {
    let tag = random.below(4) as usize;
    let value = random.between(1, 100);
    let (member, text) =
        [("i", value.to_string()), ("l", format!("{value}L")), ("s", "\"d\"".into()), ("b[0]", value.to_string())][tag].clone();
    let known = if tag == 2 { 100 } else { value };
    let anonymous = random.chance(2);
    let (name, dot) = if anonymous { ("", "") } else { (" u", "u.") };
    let copy = *random.pick(&[
        "b = a;",
        "b = same(a);",
        "put(&b, a);",
        "memcpy(&b, &a, sizeof a);",
        "v[1] = a; b = v[1];",
        "*(&b) = *(&a);",
        "b = down(a, 1);",
    ]);
    let fails = random.chance(2);
    let op = if fails { "==" } else { "!=" };
    let head = format!(
        "#include <string.h>\nvoid reach_error(void);\nstruct val {{\n  int k;\n  union {{\n    int i;\n    long l;\n    const char *s;\n    unsigned char b[4];\n  }}{name};\n}};\n"
    );
    let size = format!(
        "static long size(struct val v) {{\n  switch (v.k) {{\n  case 0: return v.{dot}i;\n  case 1: return v.{dot}l;\n  case 2: return v.{dot}s[0];\n  }}\n  return v.{dot}b[0];\n}}\n"
    );
    let ways = "static struct val same(struct val x) { return x; }\nstatic void put(struct val *to, struct val x) { *to = x; }\n\
                static struct val down(struct val x, int n) { if (n == 0) return x; return down(x, n - 1); }\n";
    let body = format!(
        "  struct val a, b, v[2];\n  a.k = {tag};\n  a.{dot}{member} = {text};\n  {copy}\n  if (size(b) {op} {known}) reach_error();\n"
    );
    let expect = if fails { Expect::Unsafe(REACH) } else { Expect::Safe };
    Case::new(Family::Unions, "tagged", format!("{head}{size}{ways}int main(void) {{\n{body}  return 0;\n}}\n"), expect)
}

/// The case with checks at the end, half of them failing.
pub fn finish(mut sketch: Sketch<'_>, family: Family, kind: &'static str) -> Case {
    for _ in 0..sketch.random.below(3) {
        if let Some(condition) = sketch.assertion(false) {
            sketch.check(&condition);
        }
    }
    let fails = sketch.random.chance(2);
    let planted = sketch.assertion(fails);
    if let Some(condition) = &planted {
        sketch.check(condition);
    }
    let expect = if fails && planted.is_some() { Expect::Unsafe(REACH) } else { Expect::Safe };
    Case::new(family, kind, sketch.text(), expect).inputs(sketch.inputs())
}

type Members<'a> = &'a dyn Fn(&mut Sketch<'_>, bool) -> Ty;

fn record(sketch: &mut Sketch<'_>, union: bool, tag: &str, inner: Option<Ty>, member: Members<'_>) -> Ty {
    let n = sketch.random.between(2, 3);
    let mut members: Vec<(String, Ty)> = Vec::new();
    for k in 0..n {
        members.push((format!("{tag}{k}"), member(sketch, union)));
    }
    if let Some(inner) = inner {
        let at = sketch.random.below(members.len() as u64) as usize;
        members.insert(at, (format!("{tag}i"), inner));
    }
    let record = Arc::new(Record { union, tag: tag.into(), members });
    sketch.records.push(record.clone());
    Ty::Record(record)
}

fn member(sketch: &mut Sketch<'_>, union: bool, small: bool, pointers: bool) -> Ty {
    let array = |int: Int, n| Ty::Array(Arc::new(Ty::Int(int)), n);
    if pointers && sketch.random.chance(3) {
        return Ty::Pointer(Arc::new(Ty::Int(INT)));
    }
    match sketch.random.below(if union && !small { 8 } else { 5 }) {
        0 | 1 => Ty::Int(INT),
        2 => Ty::Int(LONG),
        3 => Ty::Int(UINT),
        4 => Ty::Int(*sketch.random.pick(&INTS)),
        5 => array(UCHAR, *sketch.random.pick(&[3, 4, 8])),
        6 => array(*sketch.random.pick(&[SHORT, USHORT]), 2),
        _ => array(CHAR, 4),
    }
}
