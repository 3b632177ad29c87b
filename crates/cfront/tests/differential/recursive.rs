//! Random programs of functions that call themselves and each other, with locals, loops, records, static objects and helpers.

use base::random::Random;
use std::fmt::Write;

struct Writer {
    random: Random,
    seed: u64,
    functions: u64,
    helpers: bool,
    /// Calls that may still be written into the function.
    calls: u32,
    names: Vec<String>,
    fresh: u32,
}

/// A program whose functions begin with `p{seed}_`.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let functions = 1 + random.below(3);
    let helpers = random.below(2) == 0;
    let mut w = Writer { random, seed, functions, helpers, calls: 0, names: Vec::new(), fresh: 0 };
    let mut out = format!("unsigned p{seed}_g, p{seed}_h;\nstruct p{seed}_s {{ unsigned a; unsigned char b; }};\n");
    let _ = writeln!(out, "static unsigned p{seed}_help(unsigned x, unsigned *y) {{ unsigned t = x * 3u; *y += t; return t ^ *y; }}");
    for f in 0..functions {
        let _ = writeln!(out, "{};", w.head(f));
    }
    for f in 0..functions {
        out.push_str(&w.function(f));
    }
    let _ = writeln!(out, "void p{seed}_main(void) {{\nunsigned i;\nfor (i = 0; i < 3; i++) {{");
    for _ in 0..2 {
        let (f, depth) = (w.random.below(functions), w.random.below(5));
        let _ =
            writeln!(out, "printf(\"%u %u\\n\", p{seed}_f{f}({depth}, i, {}u).a, i);\nprintf(\"%u\\n\", p{seed}_g);", w.random.below(100));
    }
    out.push_str("}\n}\n");
    out
}

impl Writer {
    fn head(&self, f: u64) -> String {
        let p = self.seed;
        format!("struct p{p}_s p{p}_f{f}(int d, unsigned x, unsigned y)")
    }

    fn name(&mut self) -> String {
        let i = self.random.below(self.names.len() as u64) as usize;
        self.names[i].clone()
    }

    /// Without side effects.
    fn pure(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 3 } else { 7 }) {
            0 => format!("{}u", self.random.below(50)),
            1 | 2 => self.name(),
            3 | 4 => format!("({} {} {})", self.pure(depth - 1), self.random.pick(&["+", "-", "*", "^"]).to_owned(), self.pure(depth - 1)),
            5 => format!("({} < {} ? {} : {})", self.pure(depth - 1), self.pure(depth - 1), self.pure(depth - 1), self.pure(depth - 1)),
            _ => format!("({} & 255u)", self.name()),
        }
    }

    fn call(&mut self, argument: &str) -> String {
        let (f, less) = (self.random.below(self.functions), 1 + self.random.below(2));
        let field = self.random.pick(&["a", "b"]).to_owned();
        format!("p{}_f{f}(d - {less}, {argument}, y).{field}", self.seed)
    }

    /// C does not say in which order operands are evaluated: beside a call stand only things that no call changes, and other
    /// calls, which all compilers take from the left to the right.
    fn expr(&mut self, depth: u32) -> String {
        let argument = self.pure(depth);
        match self.random.below(8) {
            0 if self.helpers => format!("p{}_help({argument}, &x)", self.seed),
            1 | 2 if self.calls > 0 => {
                self.calls -= 1;
                self.call(&argument)
            }
            3 if self.calls > 0 => {
                self.calls -= 1;
                format!("(y {} {})", self.random.pick(&["+", "*"]).to_owned(), self.call(&argument))
            }
            4 if self.calls > 1 => {
                self.calls -= 2;
                let inner = self.call(&argument);
                self.call(&inner)
            }
            5 if self.calls > 1 => {
                self.calls -= 2;
                let other = self.pure(0);
                format!("({} - {})", self.call(&argument), self.call(&other))
            }
            6 if self.calls > 0 => {
                self.calls -= 1;
                format!("({argument} % 3u ? {} : y)", self.call("y + 1u"))
            }
            _ => argument,
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let p = self.seed;
        self.fresh += 1;
        let n = self.fresh;
        match self.random.below(8) {
            0 | 1 => {
                let e = self.expr(2);
                self.names.push(format!("l{n}"));
                format!("unsigned l{n} = {e};\n")
            }
            2 | 3 => {
                let target = self.name();
                let e = self.expr(2);
                format!("{target} = {e};\n")
            }
            4 if depth > 0 => {
                let (condition, known) = (self.expr(1), self.names.len());
                let then = self.statement(depth - 1);
                self.names.truncate(known);
                let other = self.statement(depth - 1);
                self.names.truncate(known);
                format!("if ({condition} % 2u) {{\n{then}}} else {{\n{other}}}\n")
            }
            5 if depth > 0 && self.calls > 0 => {
                // A call in the loop runs more than once.
                let (calls, known) = (std::mem::replace(&mut self.calls, 1), self.names.len());
                let body = self.statement(depth - 1);
                self.calls = calls.saturating_sub(2);
                self.names.truncate(known);
                format!("for (unsigned i{n} = 0; i{n} < 2; i{n}++) {{\n{body}}}\n")
            }
            6 => format!("printf(\"%d %u %u\\n\", d, {}, {});\n", self.name(), self.name()),
            _ => format!("p{p}_h++; count += p{p}_h;\n"),
        }
    }

    fn function(&mut self, f: u64) -> String {
        let p = self.seed;
        self.names = ["x", "y", "r.a"].map(String::from).to_vec();
        self.names.extend([format!("p{p}_g"), format!("p{p}_h"), "count".into()]);
        self.calls = 2;
        let mut out = format!("{} {{\nstatic unsigned count;\nstruct p{p}_s r = {{ x + y, y }};\n", self.head(f));
        let _ = writeln!(out, "count++;\nif (d <= 0) {{ p{p}_g += count; return r; }}");
        for _ in 0..3 + self.random.below(4) {
            let next = self.statement(2);
            out.push_str(&next);
        }
        let _ = writeln!(out, "y = {};\nr.b = y;\nreturn r;\n}}", self.expr(2));
        out
    }
}
