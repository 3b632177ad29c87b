//! Random C programs over integers: every width and sign, casts, shifts, divisions, arrays, records, functions, all
//! statements. Programs are free of undefined behaviour under `-fwrapv`, and with `tame` without it as well.

use base::SortedSet;
use base::random::Random;
use std::fmt::Write;

const TYPES: [&str; 12] = [
    "signed char",
    "unsigned char",
    "char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

/// Formats that print a value of the type as it is.
fn format_of(ty: &str) -> &'static str {
    match ty {
        "signed char" | "char" => "%hhd",
        "unsigned char" => "%hhu",
        "short" => "%hd",
        "unsigned short" => "%hu",
        "int" | "_Bool" => "%d",
        "unsigned int" | "enum" => "%u",
        "long" => "%ld",
        "unsigned long" => "%lu",
        "long long" => "%lld",
        _ => "%llu",
    }
}

#[derive(Clone)]
struct Variable {
    /// An lvalue without side effects.
    name: String,
    ty: &'static str,
    /// May be assigned by generated statements.
    free: bool,
}

struct Function {
    name: String,
    params: Vec<&'static str>,
    /// A parameter that is the address of an int, and one that is an array of four ints.
    by_reference: bool,
}

pub struct Generator {
    random: Random,
    tame: bool,
    prefix: String,
    out: String,
    globals: Vec<Variable>,
    locals: Vec<Variable>,
    functions: Vec<Function>,
    /// What the full expression in progress has changed or read.
    changed: SortedSet<String>,
    read: SortedSet<String>,
    /// Loops and functions give names.
    counter: u32,
    in_loop: u32,
    /// Full expressions may call functions.
    calls: bool,
    /// No side effects, for an expression that is written more than once.
    pure: bool,
}

impl Generator {
    /// One program; its functions start with the prefix, its entry is `<prefix>main`.
    pub fn program(seed: u64, tame: bool) -> String {
        let mut g = Generator {
            random: Random::new(seed),
            tame,
            prefix: format!("p{seed}_"),
            out: String::new(),
            globals: Vec::new(),
            locals: Vec::new(),
            functions: Vec::new(),
            changed: SortedSet::new(),
            read: SortedSet::new(),
            counter: 0,
            in_loop: 0,
            calls: true,
            pure: false,
        };
        g.file();
        g.out
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn ty(&mut self) -> &'static str {
        self.pick(&TYPES)
    }

    fn fresh(&mut self, base: &str) -> String {
        self.counter += 1;
        format!("{}{base}{}", self.prefix, self.counter)
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn constant(&mut self) -> String {
        match self.below(10) {
            0 => self.pick(&["0", "1", "(-1)", "2", "7", "255", "256", "127", "128", "65535", "65536"]).into(),
            1 => self.pick(&["2147483647", "(-2147483647 - 1)", "2147483648U", "4294967295U", "0x80000000", "0xffffffff"]).into(),
            2 => {
                self.pick(&["9223372036854775807LL", "0x8000000000000000", "18446744073709551615ULL", "4294967296L", "1UL", "0777"]).into()
            }
            3 => self.pick(&["'a'", "'\\n'", "'\\377'", "'\\x7f'", "sizeof(int)", "sizeof(long)", "sizeof(short)"]).into(),
            _ => {
                let value = self.random.between(-200, 200);
                let suffix = self.pick(&["", "", "", "u", "l", "ll", "ul"]);
                if value < 0 { format!("(-{}{suffix})", -value) } else { format!("{value}{suffix}") }
            }
        }
    }

    fn readable(&mut self) -> Option<String> {
        let all: Vec<Variable> = self.globals.iter().chain(&self.locals).filter(|v| !self.changed.contains(&v.name)).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let v = self.random.pick(&all).clone();
        self.read.insert(v.name.clone());
        Some(v.name)
    }

    /// A variable that the full expression in progress may change.
    fn changeable(&mut self) -> Option<Variable> {
        let fits = |v: &&Variable| v.free && !self.changed.contains(&v.name) && !self.read.contains(&v.name);
        // Only locals: a call elsewhere in the expression may read globals.
        let all: Vec<Variable> = self.locals.iter().filter(fits).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let v = self.random.pick(&all).clone();
        self.changed.insert(v.name.clone());
        Some(v)
    }

    fn small(&mut self, e: String, bound: u32) -> String {
        if self.tame { format!("({e} % {bound})") } else { e }
    }

    /// An expression without side effects or with some that C orders.
    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(6) {
            return match self.below(3) {
                0 => self.constant(),
                _ => self.readable().unwrap_or_else(|| "1".into()),
            };
        }
        let d = depth - 1;
        match self.below(22) {
            0..=3 => {
                let (a, b) = (self.expr(d), self.expr(d));
                let op = self.pick(&["+", "-", "*"]);
                let (a, b) = (self.small(a, 1000), self.small(b, 100));
                format!("({a} {op} {b})")
            }
            4 => {
                let (a, b) = (self.expr(d), self.expr(d));
                let op = self.pick(&["/", "%"]);
                match self.below(3) {
                    0 => format!("({a} {op} (({b} & 15) + 1))"),
                    1 => format!("({a} {op} -(int)(({b} & 15) + 2))"),
                    _ => format!("({a} {op} ((unsigned char){b} + 1u))"),
                }
            }
            5 | 6 => {
                let (a, b) = (self.expr(d), self.expr(d));
                let op = self.pick(&["&", "|", "^"]);
                format!("({a} {op} {b})")
            }
            7 => {
                let (a, b) = (self.expr(d), self.expr(d));
                if self.tame { format!("((({a}) & 1023) << (({b}) & 7))") } else { format!("({a} << ({b} & 15))") }
            }
            8 => {
                let (a, b) = (self.expr(d), self.expr(d));
                format!("({a} >> ({b} & 31))")
            }
            9 | 10 => {
                let (a, b) = (self.expr(d), self.expr(d));
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
            11 | 12 => {
                let op = self.pick(&["&&", "||"]);
                let a = self.expr(d);
                let b = self.sequenced(d);
                format!("({a} {op} {b})")
            }
            13 => {
                let a = self.expr(d);
                let (b, c) = (self.sequenced(d), self.sequenced(d));
                format!("({a} ? {b} : {c})")
            }
            14 | 15 => {
                let ty = self.ty();
                let a = self.expr(d);
                format!("(({ty}){a})")
            }
            16 => {
                let a = self.expr(d);
                match self.below(4) {
                    0 => format!("(!{a})"),
                    1 => format!("(~{a})"),
                    2 => format!("(+{a})"),
                    _ => {
                        let a = self.small(a, 1000);
                        format!("(-{a})")
                    }
                }
            }
            17 => match self.change(d) {
                Some(first) => format!("({first}, {})", self.sequenced(d)),
                None => self.expr(d),
            },
            18..=20 => self.change(d).unwrap_or_else(|| "4".into()),
            _ => {
                let a = self.expr(d);
                let ty = self.ty();
                format!("(({ty})({a}) + sizeof(+{a}))")
            }
        }
    }

    /// An expression behind a sequence point: side effects are more likely.
    fn sequenced(&mut self, depth: u32) -> String {
        if self.random.chance(3)
            && let Some(e) = self.change(depth)
        {
            return e;
        }
        self.expr(depth)
    }

    /// An assignment or increment as an expression.
    fn change(&mut self, depth: u32) -> Option<String> {
        let v = if self.pure { None } else { self.changeable() }?;
        let narrow = !matches!(v.ty, "int" | "long" | "long long");
        let step = !self.tame || (narrow && v.ty != "_Bool");
        Some(match self.below(4) {
            0 if step => format!("({}++)", v.name),
            1 if step => format!("(--{})", v.name),
            2 => {
                let e = self.expr(depth.min(1));
                let op = if step { self.pick(&["+=", "-=", "^=", "|=", "&="]) } else { self.pick(&["^=", "|=", "&="]) };
                let e = self.small(e, 100);
                format!("({} {op} {e})", v.name)
            }
            _ => format!("({} = {})", v.name, self.expr(depth.min(1))),
        })
    }

    /// An expression with calls. Every operand is sequenced: C does not say in which order the operands of arithmetic are
    /// evaluated, and compilers do choose.
    fn ordered(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(4) {
            return self.call(1).unwrap_or_else(|| self.expr(1));
        }
        let d = depth - 1;
        match self.below(6) {
            0 => format!("({} && {})", self.ordered(d), self.ordered(d)),
            1 => format!("({} || {})", self.ordered(d), self.ordered(d)),
            2 => format!("({} ? {} : {})", self.ordered(d), self.ordered(d), self.ordered(d)),
            3 => match self.call(1) {
                Some(first) => format!("({first}, {})", self.ordered(d)),
                None => self.ordered(d),
            },
            4 => format!("(({}){})", self.ty(), self.ordered(d)),
            _ => self.expr(depth),
        }
    }

    /// A call of a function defined before.
    fn call(&mut self, depth: u32) -> Option<String> {
        if self.functions.is_empty() {
            return None;
        }
        let n = self.below(self.functions.len() as u64) as usize;
        let (name, count, by_reference) = (self.functions[n].name.clone(), self.functions[n].params.len(), self.functions[n].by_reference);
        let mut args: Vec<String> = (0..count).map(|_| self.expr(depth.min(1))).collect();
        if by_reference {
            // A target that nothing else in the expression touches.
            let fits = |v: &&Variable| v.ty == "int" && v.free && !self.changed.contains(&v.name) && !self.read.contains(&v.name);
            let target = self.locals.iter().find(fits)?.name.clone();
            self.changed.insert(target.clone());
            args.push(format!("&{target}"));
            args.push(format!("{}table", self.prefix));
        }
        Some(format!("{name}({})", args.join(", ")))
    }

    fn full(&mut self, depth: u32) -> String {
        self.changed.clear();
        self.read.clear();
        if self.calls && self.random.chance(3) { self.ordered(depth) } else { self.expr(depth) }
    }

    fn print(&mut self, depth: usize) {
        let e = self.full(3);
        match self.below(3) {
            0 => {
                let ty = self.ty();
                self.line(depth, &format!("printf(\"{}\\n\", ({ty}){e});", format_of(ty)));
            }
            1 => self.line(depth, &format!("printf(\"%lld\\n\", (long long){e});")),
            _ => self.line(depth, &format!("printf(\"%llu\\n\", (unsigned long long){e});")),
        }
    }

    fn assignable(&mut self) -> Option<Variable> {
        let all: Vec<Variable> = self.globals.iter().chain(&self.locals).filter(|v| v.free).cloned().collect();
        if all.is_empty() { None } else { Some(self.random.pick(&all).clone()) }
    }

    fn assignment(&mut self, depth: usize) {
        let Some(v) = self.assignable() else { return };
        self.changed.clear();
        self.read.clear();
        let simple = self.below(3);
        let narrow = !matches!(v.ty, "int" | "long" | "long long");
        let step = !self.tame || (narrow && v.ty != "_Bool");
        let text = match simple {
            0 if step => match self.below(4) {
                0 => format!("{}++;", v.name),
                1 => format!("++{};", v.name),
                2 => format!("{}--;", v.name),
                _ => format!("--{};", v.name),
            },
            1 => {
                self.changed.insert(v.name.clone());
                let e = self.expr(2);
                let op = self.pick(&["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
                match op {
                    "/=" | "%=" => format!("{} {op} (({e} & 31) + 1);", v.name),
                    "<<=" if self.tame => format!("{} >>= ({e} & 7);", v.name),
                    "<<=" | ">>=" => format!("{} {op} ({e} & 15);", v.name),
                    "+=" | "-=" | "*=" if !step => format!("{} &= {e};", v.name),
                    "+=" | "-=" | "*=" => {
                        let e = self.small(e, 100);
                        format!("{} {op} {e};", v.name)
                    }
                    _ => format!("{} {op} {e};", v.name),
                }
            }
            _ => {
                self.changed.insert(v.name.clone());
                let e = if self.random.chance(3) { self.ordered(2) } else { self.expr(3) };
                format!("{} = {e};", v.name)
            }
        };
        self.line(depth, &text);
    }

    fn element(&mut self, depth: usize) {
        let p = self.prefix.clone();
        let calls = std::mem::replace(&mut self.calls, false);
        let (i, e, k) = (self.full(1), self.expr(2), self.expr(1));
        self.calls = calls;
        match self.below(3) {
            0 => self.line(depth, &format!("{p}table[{i} & 3] = {e};")),
            1 => self.line(depth, &format!("{p}grid[{i} & 1][{k} & 3] ^= {e};")),
            _ => self.line(depth, &format!("{p}many[{i} & 3].b[1] = {e};")),
        }
        let calls = std::mem::replace(&mut self.calls, false);
        self.pure = true;
        let j = self.full(1);
        self.pure = false;
        self.calls = calls;
        self.line(depth, &format!("printf(\"%d %d %d\\n\", {p}table[{j} & 3], {p}grid[({j} >> 1) & 1][{j} & 3], {p}many[{j} & 3].b[1]);"));
    }

    fn records(&mut self, depth: usize) {
        let p = self.prefix.clone();
        match self.below(4) {
            0 => self.line(depth, &format!("{p}one = {p}two;")),
            1 => {
                let i = self.full(1);
                self.line(depth, &format!("{p}many[{i} & 3] = {p}one;"));
            }
            2 => {
                let e = self.full(2);
                self.line(depth, &format!("{p}two = {p}swap({p}one, {e});"));
            }
            _ => {
                let i = self.full(1);
                self.line(depth, &format!("{p}one = {p}many[{i} & 3];"));
            }
        }
        self.line(depth, &format!("printf(\"%d %d %u %d %d\\n\", {p}one.a, {p}one.low, {p}one.high, {p}two.b[0], {p}two.in.c);"));
    }

    fn block(&mut self, depth: usize, size: u64) {
        let locals = self.locals.len();
        let count = 1 + self.below(size);
        for _ in 0..count {
            self.statement(depth, size / 2);
        }
        self.locals.truncate(locals);
    }

    fn declaration(&mut self, depth: usize) {
        let ty = self.ty();
        let e = self.full(2);
        let name = self.fresh("x");
        let storage = self.below(6);
        if storage == 0 {
            let c = self.constant();
            self.line(depth, &format!("static {ty} {name} = ({ty}){c};"));
        } else {
            self.line(depth, &format!("{ty} {name} = {e};"));
        }
        self.locals.push(Variable { name, ty, free: true });
    }

    fn statement(&mut self, depth: usize, size: u64) {
        match self.below(if size > 0 { 20 } else { 12 }) {
            0..=2 => self.print(depth),
            3..=6 => self.assignment(depth),
            7 => self.element(depth),
            8 => self.records(depth),
            9 => self.declaration(depth),
            10 => {
                let e = self.full(2);
                self.line(depth, &format!("{e};"));
            }
            11 if self.in_loop > 0 => {
                let e = self.full(2);
                let jump = self.pick(&["break", "continue"]);
                self.line(depth, &format!("if ({e}) {jump};"));
            }
            11 => self.print(depth),
            12 | 13 => {
                let e = self.full(3);
                self.line(depth, &format!("if ({e}) {{"));
                self.block(depth + 1, size);
                if self.random.chance(2) {
                    self.line(depth, "} else {");
                    self.block(depth + 1, size);
                }
                self.line(depth, "}");
            }
            14 | 15 => self.for_loop(depth, size),
            16 => {
                let name = self.fresh("n");
                let bound = self.below(5);
                self.line(depth, &format!("{{ unsigned char {name} = 0;"));
                self.locals.push(Variable { name: name.clone(), ty: "unsigned char", free: false });
                self.in_loop += 1;
                if self.random.chance(2) {
                    self.line(depth, &format!("while ({name}++ < {bound}) {{"));
                    self.block(depth + 1, size);
                    self.line(depth, "} }");
                } else {
                    self.line(depth, "do {");
                    self.block(depth + 1, size);
                    self.line(depth, &format!("}} while ({name}++ < {bound}); }}"));
                }
                self.in_loop -= 1;
                self.locals.pop();
            }
            17 | 18 => self.switch(depth, size),
            _ => self.jump(depth, size),
        }
    }

    fn for_loop(&mut self, depth: usize, size: u64) {
        let name = self.fresh("i");
        let bound = self.below(6);
        let ty = self.pick(&["int", "unsigned int", "long", "short", "unsigned char", "signed char"]);
        let step = self.pick(&["++", " += 2"]);
        self.line(depth, &format!("for ({ty} {name} = 0; {name} < {bound}; {name}{step}) {{"));
        self.locals.push(Variable { name, ty, free: false });
        self.in_loop += 1;
        self.block(depth + 1, size);
        self.in_loop -= 1;
        self.locals.pop();
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize, size: u64) {
        let e = self.full(2);
        self.line(depth, &format!("switch ({e} & 7) {{"));
        let mut labels: Vec<String> = ["case 0:", "case 1:", "default:", "case 3 ... 4:", "case 5:"].map(String::from).to_vec();
        let count = 1 + self.below(labels.len() as u64);
        // `continue` would be fine here, `break` leaves the switch.
        let in_loop = std::mem::replace(&mut self.in_loop, 0);
        for _ in 0..count {
            let n = self.below(labels.len() as u64) as usize;
            let label = labels.remove(n);
            self.line(depth, &format!("{label} {{"));
            self.block(depth + 1, size);
            let end = if self.random.chance(3) { "}" } else { "} break;" };
            self.line(depth, end);
        }
        self.in_loop = in_loop;
        self.line(depth, "}");
    }

    /// A backward jump that happens a few times, or a forward one.
    fn jump(&mut self, depth: usize, size: u64) {
        let label = self.fresh("l");
        let e = self.full(2);
        if self.random.chance(2) {
            let name = self.fresh("n");
            self.line(depth, &format!("{{ int {name} = 0;"));
            self.line(depth, &format!("{label}: ;"));
            self.locals.push(Variable { name: name.clone(), ty: "int", free: false });
            let in_loop = std::mem::replace(&mut self.in_loop, 0);
            self.block(depth + 1, size);
            self.in_loop = in_loop;
            self.locals.pop();
            self.line(depth, &format!("if (++{name} < 3 && {e}) goto {label}; }}"));
        } else {
            self.line(depth, &format!("if ({e}) goto {label};"));
            self.line(depth, "{");
            self.block(depth + 1, size);
            self.line(depth, "}");
            self.line(depth, &format!("{label}: ;"));
        }
    }

    fn function(&mut self, is_main: bool) {
        let name = if is_main { format!("{}main", self.prefix) } else { self.fresh("f") };
        let result = if is_main { "int" } else { self.ty() };
        let count = if is_main { 0 } else { self.below(4) as usize };
        let params: Vec<&'static str> = (0..count).map(|_| self.ty()).collect();
        let by_reference = !is_main && self.random.chance(3);
        let mut heads: Vec<String> = Vec::new();
        self.locals.clear();
        for ty in &params {
            let p = self.fresh("a");
            heads.push(format!("{ty} {p}"));
            self.locals.push(Variable { name: p, ty, free: true });
        }
        if by_reference {
            heads.push("int *where".into());
            heads.push("int *values".into());
        }
        let head = if heads.is_empty() { "void".to_owned() } else { heads.join(", ") };
        let storage = if is_main { "" } else { self.pick(&["static ", "", "static inline "]) };
        self.line(0, &format!("{storage}{result} {name}({head}) {{"));
        for _ in 0..3 {
            self.declaration(1);
        }
        if by_reference {
            let tame = self.tame;
            let (step, other) = if tame {
                ("*where ^= 5;", "values[2] = *where & values[1];")
            } else {
                ("*where += 5;", "values[2] += *where * values[1];")
            };
            self.line(1, step);
            self.line(1, other);
        }
        for _ in 0..if is_main { 12 } else { 4 } {
            self.statement(1, if is_main { 4 } else { 2 });
        }
        if is_main {
            for v in self.locals.clone().iter().chain(&self.globals.clone()) {
                self.line(1, &format!("printf(\"{}\\n\", {});", format_of(v.ty), v.name));
            }
        }
        let e = self.full(2);
        self.line(1, &format!("return {e};"));
        self.line(0, "}");
        self.locals.clear();
        if !is_main {
            self.functions.push(Function { name, params, by_reference });
        }
    }

    fn file(&mut self) {
        let p = self.prefix.clone();
        self.line(0, &format!("enum {p}color {{ {p}RED, {p}GREEN = 7, {p}BLUE }};"));
        self.line(0, &format!("struct {p}inner {{ short c; unsigned char d[2]; }};"));
        self.line(0, &format!("struct {p}pair {{ int a; int b[2]; struct {p}inner in; signed low : 3; unsigned high : 5; }};"));
        self.line(
            0,
            &format!("static struct {p}pair {p}one = {{ 1, {{ 2, 3 }}, {{ 4 }}, -1, 9 }}, {p}two = {{ .b = {{ [1] = 5 }}, .low = 2 }};"),
        );
        self.line(0, &format!("struct {p}pair {p}many[4] = {{ {{ 1, 2, 3, 4 }}, [2].in.c = 8 }};"));
        self.line(
            0,
            &format!("static int {p}table[4] = {{ 10, 20, [3] = -30 }}; short {p}grid[2][4] = {{ {{ 1, 2 }}, {{ 3, 4, 5, 6 }} }};"),
        );
        self.line(0, &format!("char {p}text[] = \"a\\377z\"; enum {p}color {p}shade = {p}BLUE;"));
        for _ in 0..4 {
            let (ty, name) = (self.ty(), self.fresh("g"));
            let c = self.constant();
            let storage = self.pick(&["static ", ""]);
            self.line(0, &format!("{storage}{ty} {name} = ({ty}){c};"));
            self.globals.push(Variable { name, ty, free: true });
        }
        for (name, ty) in [
            ("one.a", "int"),
            ("one.low", "signed char"),
            ("one.high", "unsigned char"),
            ("two.in.c", "short"),
            ("two.in.d[1]", "unsigned char"),
            ("many[2].b[1]", "int"),
            ("table[3]", "int"),
            ("text[1]", "char"),
            ("shade", "enum"),
        ] {
            // The bit-fields and the enumeration do not wrap as their neighbours do in tame programs, so they are not stepped.
            let free = !(self.tame && ty == "int");
            self.globals.push(Variable { name: format!("{p}{name}"), ty, free });
        }
        self.line(0, &format!("static struct {p}pair {p}swap(struct {p}pair r, int by) {{"));
        self.line(1, "struct inner_copy { int x; } k = { by };");
        self.line(1, "int t = r.b[0]; r.b[0] = r.b[1]; r.b[1] = t; r.in.d[0] ^= k.x; r.low = by; return r;");
        self.line(0, "}");
        // More would make programs huge: every call is inlined.
        let count = 1 + self.below(3);
        for _ in 0..count {
            self.function(false);
        }
        self.function(true);
    }
}
