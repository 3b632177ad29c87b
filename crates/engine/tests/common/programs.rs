//! Programs on which several engines are tested.

/// The value of x tells which branch was taken; the hull of both branches forgets it.
pub const BRANCHES: &str = "cfa
var c: i32
var x: i32
entry A
error E reach \"x does not follow c\"
edge A -> B: input c i32
edge B -> T: assume c != 0
edge T -> M: x := 1
edge B -> F: assume c == 0
edge F -> M: x := 2
edge M -> T2: assume c == 0
edge M -> F2: assume c != 0
edge T2 -> E: assume x != 2
edge F2 -> X: skip
";

/// A cycle with two entries.
pub const IRREDUCIBLE: &str = "cfa
var c: i32
var x: i32
entry A
error E reach \"negative\"
edge A -> B: input c i32
edge B -> P: assume c > 0
edge B -> Q: assume c <= 0
edge P -> Q: x := x + 1
edge Q -> R: assume x < 1000
edge R -> P: x := x + 2
edge Q -> E: assume x < 0
";
