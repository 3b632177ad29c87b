//! Random C programs over pointers that are never followed: null, objects, arrays, numbers; assigned, passed, returned,
//! chosen and compared. Every comparison in them is determined by C.

use base::random::Random;
use std::fmt::Write;

/// Pointers to objects or null, and pointers made from numbers or null: C determines equality within a group only.
const OBJECTS: [&str; 4] = ["g", "s", "l", "m"];
const NUMBERS: [&str; 2] = ["n", "k"];

struct Program {
    random: Random,
    prefix: String,
}

pub fn program(seed: u64) -> String {
    let mut p = Program { random: Random::new(seed), prefix: format!("p{seed}") };
    let x = p.prefix.clone();
    let mut out = format!(
        "static int {x}_a, {x}_b; static char {x}_t[8]; struct {x}_r {{ int x, y; }}; static struct {x}_r {x}_v;\n\
         static void *{x}_g{}; static char *{x}_s = {x}_t;\n\
         static void *{x}_same(void *q) {{ return q; }}\n\
         static void *{x}_other(void *q, int c) {{ if (!q) q = &{x}_a; else if (c) return (void *)0; return q; }}\n\
         static int {x}_is(void *q, int *r) {{ return q == r; }}\n\
         void {x}_main(void) {{\n int i, z = 3; char w[4]; void *l = 0; const void *m; char *n = 0; void *k = (void *)7;\n m = w;\n",
        if p.random.chance(2) { "" } else { " = 0" }
    );
    let _ = writeln!(out, " for (i = 0; i < 4; i++) {{");
    for _ in 0..p.random.between(6, 14) {
        let line = p.statement();
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, " }}\n}}");
    out
}

impl Program {
    fn variable(&mut self, numbers: bool) -> String {
        let name = if numbers { *self.random.pick(&NUMBERS) } else { *self.random.pick(&OBJECTS) };
        if matches!(name, "g" | "s") { format!("{}_{name}", self.prefix) } else { name.to_owned() }
    }

    fn number(&mut self) -> String {
        (*self.random.pick(&["i", "z", "i - 2", "7", "(i & 1)", "0"])).to_owned()
    }

    /// A pointer.
    fn pointer(&mut self, numbers: bool, depth: u32) -> String {
        let x = self.prefix.clone();
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 => (*self.random.pick(&["0", "(void *)0", "((char *)0)", "((int *)(void *)0)"])).to_owned(),
            1 | 2 if numbers => format!("(void *)(long)({})", self.number()),
            1 => format!("(void *)&{x}_{}", self.random.pick(&["a", "b", "v"])),
            2 => (*self.random.pick(&[format!("(void *){x}_t"), "(void *)&z".into(), "(void *)w".into(), format!("(void *)&{x}_t[0]")]))
                .clone(),
            5 => format!("{x}_same({})", self.pointer(numbers, depth - 1)),
            6 if !numbers => format!("{x}_other({}, {})", self.pointer(numbers, depth - 1), self.number()),
            7 => {
                let (a, b) = (self.pointer(numbers, depth - 1), self.pointer(numbers, depth - 1));
                format!("({} ? (void *){a} : (void *){b})", self.condition(0))
            }
            _ => self.variable(numbers),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let numbers = self.random.chance(3);
        let (a, b) = (self.pointer(numbers, depth), self.pointer(numbers, 0));
        match self.random.below(9) {
            0 => format!("!{}", self.variable(numbers)),
            1 => format!("((unsigned long){a} != (unsigned long)((void *)0))"),
            2 => format!("((unsigned long){a} == (unsigned long){b})"),
            3 => format!("({} && {} != 0)", self.variable(numbers), self.variable(numbers)),
            4 if numbers => format!("((long){a} < (long){b} + {})", self.number()),
            4 => format!("{x}_is({a}, &{x}_a)", x = self.prefix),
            5 => format!("(_Bool){}", self.variable(numbers)),
            6 => format!("((void *){a} != (void *){b})"),
            _ => format!("((void *){a} == (void *){b})"),
        }
    }

    fn statement(&mut self) -> String {
        let numbers = self.random.chance(3);
        match self.random.below(5) {
            4 => format!("{} = (void *)({} = {});", self.variable(numbers), self.variable(numbers), self.pointer(numbers, 2)),
            0 => format!("{} = {};", self.variable(numbers), self.pointer(numbers, 2)),
            1 => format!("if ({}) {} = {};", self.condition(1), self.variable(numbers), self.pointer(numbers, 1)),
            _ => format!("printf(\"%d %d\\n\", {}, {});", self.condition(1), self.condition(0)),
        }
    }
}
