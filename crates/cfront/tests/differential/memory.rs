//! Random C programs over memory: addresses of everything, pointers that walk and are followed, records, unions, bit-fields,
//! function pointers, the heap, string functions, arrays of variable length, variadic functions. Each ingredient has a
//! switch ([`Feature`]), so that a test can leave out what the front end does not know yet.
//!
//! Invariant: a program has no undefined or unspecified behaviour. Indices are masked into range, every object is
//! initialised before it is read, an expression has at most one side effect, arithmetic is unsigned, no padding is read,
//! and unions are read through members of the size that was written.

use base::random::Random;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Pointers to locals, globals, fields and elements, followed.
    Follow,
    /// Pointers to pointers.
    Double,
    /// Pointers that move inside arrays, and are compared and subtracted there.
    Walk,
    /// Records: nested, in arrays, with arrays, assigned, passed, returned, anonymous members.
    Records,
    BitFields,
    /// Unions read through another member, and bytes over an int.
    Unions,
    /// Pointers to char over other objects, pointers through `void *`.
    Bytes,
    Functions,
    Strings,
    /// Static locals, compound literals, designated initialisers.
    Storage,
    /// Recursion with pointers to locals of the callers.
    Recursion,
    Heap,
    /// Lists on the heap.
    Lists,
    /// memcpy, memmove, memset, memcmp, strlen, strcmp, strcpy.
    Library,
    VariableLength,
    FlexibleArrays,
    Variadic,
    /// Records with attributes and directives for their layout, seen byte by byte.
    Packed,
}

pub const ALL: [Feature; 18] = [
    Feature::Follow,
    Feature::Double,
    Feature::Walk,
    Feature::Records,
    Feature::BitFields,
    Feature::Unions,
    Feature::Bytes,
    Feature::Functions,
    Feature::Strings,
    Feature::Storage,
    Feature::Recursion,
    Feature::Heap,
    Feature::Lists,
    Feature::Library,
    Feature::VariableLength,
    Feature::FlexibleArrays,
    Feature::Variadic,
    Feature::Packed,
];

/// What stands before all programs of a file.
pub const PROLOGUE: &str = "int printf(const char *, ...);\n\
    void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);\n\
    void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long);\n\
    void *memset(void *, int, unsigned long); int memcmp(const void *, const void *, unsigned long);\n\
    unsigned long strlen(const char *); int strcmp(const char *, const char *); char *strcpy(char *, const char *);\n";

const TYPES: [&str; 8] = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long"];

/// One program. Its names start with `p<seed>_`, its entry is `p<seed>_main`.
pub fn program(seed: u64, features: &[Feature]) -> String {
    let mut g = Generator { random: Random::new(seed), x: format!("p{seed}"), out: String::new(), number: 0, depth: 0 };
    g.globals();
    let mut blocks = String::new();
    let chosen = g.random.between(4, 9);
    for _ in 0..chosen {
        let feature = *g.random.pick(features);
        let block = g.block(feature);
        let _ = writeln!(blocks, "  {{ /* {feature:?} */\n{block}  }}\n  {};", g.checksum());
    }
    let x = &g.x;
    let _ = writeln!(
        g.out,
        "void {x}_main(void) {{\n  unsigned int i, u = 3, v = 7;\n{blocks}  {x}_mix(u + v);\n  printf(\"%u\\n\", {x}_sum);\n}}"
    );
    g.out
}

struct Generator {
    random: Random,
    /// The prefix of names.
    x: String,
    /// Declarations and functions so far.
    out: String,
    number: u32,
    depth: u32,
}

impl Generator {
    fn globals(&mut self) {
        let x = self.x.clone();
        let _ = writeln!(
            self.out,
            "static unsigned int {x}_sum = 1;\n\
             static void {x}_mix(unsigned int n) {{ {x}_sum = {x}_sum * 31u + n; }}\n\
             static int {x}_a = 5; static unsigned char {x}_b = 200; static long {x}_c = -7; static unsigned short {x}_d = 9;\n\
             static int {x}_t[8] = {{ 1, 2, 3, [5] = 6 }}; static unsigned char {x}_s[16] = \"global\";\n\
             struct {x}_in {{ short p; unsigned char q[4]; }};\n\
             struct {x}_rec {{ int a; char b; struct {x}_in in; long c; struct {{ unsigned int d; int e; }}; int *link; }};\n\
             static struct {x}_rec {x}_r = {{ .a = 1, .in = {{ .q = {{ [2] = 7 }} }}, .e = 4 }}, {x}_rs[4] = {{ {{ .a = 3 }}, [2] = {{ .c = 8 }} }};"
        );
    }

    fn checksum(&mut self) -> String {
        let x = &self.x;
        format!(
            "{x}_mix((unsigned int){x}_a + {x}_b + (unsigned int){x}_c + {x}_d); {x}_mix((unsigned int){x}_t[u & 7] + {x}_s[v & 15]); {x}_mix((unsigned int){x}_r.a + {x}_r.d + (unsigned int){x}_rs[u & 3].a); printf(\"%u\\n\", {x}_sum)"
        )
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.number += 1;
        format!("{stem}{}", self.number)
    }

    fn ty(&mut self) -> &'static str {
        TYPES[self.random.below(TYPES.len() as u64) as usize]
    }

    /// A number without side effects, of type unsigned int.
    fn value(&mut self) -> String {
        let x = self.x.clone();
        if self.depth < 2 && self.random.chance(3) {
            self.depth += 1;
            let (a, b) = (self.value(), self.value());
            self.depth -= 1;
            let op = *self.random.pick(&["+", "-", "*", "^", "|", "&"]);
            return format!("({a} {op} {b})");
        }
        match self.random.below(9) {
            0 => format!("{}u", self.random.below(300)),
            1 => "u".into(),
            2 => "v".into(),
            3 => format!("(unsigned int){x}_a"),
            4 => format!("(unsigned int){x}_t[{} & 7]", self.index()),
            5 => format!("(unsigned int){x}_r.in.q[{} & 3]", self.index()),
            6 => format!("(unsigned int){x}_rs[{} & 3].a", self.index()),
            7 => format!("(u >> {})", self.random.below(9)),
            _ => format!("(unsigned int){x}_s[{} & 15]", self.index()),
        }
    }

    fn index(&mut self) -> String {
        match self.random.below(4) {
            0 => self.random.below(16).to_string(),
            1 => "v".into(),
            2 => format!("(u + {})", self.random.below(9)),
            _ => "u".into(),
        }
    }

    /// A statement that changes something that everybody sees.
    fn change(&mut self) -> String {
        let x = self.x.clone();
        let value = self.value();
        match self.random.below(10) {
            0 => format!("{x}_a = (int)({value} & 0xffff);"),
            1 => format!("{x}_b = (unsigned char){value};"),
            2 => format!("{x}_c = (long){value} - 1000;"),
            3 => format!("{x}_d += (unsigned short){value};"),
            4 => format!("{x}_t[{} & 7] = (int)({value} & 0xfffff);", self.index()),
            5 => format!("{x}_s[{} & 15] = (unsigned char)({value});", self.index()),
            6 => format!("{x}_r.in.q[{} & 3] ^= (unsigned char){value};", self.index()),
            7 => format!("{x}_rs[{} & 3].a = (int)({value} & 0xffff);", self.index()),
            8 => format!("u = {value};"),
            _ => format!("v += {value};"),
        }
    }

    /// The address of an int that lives as long as the program or the block, as an lvalue's spelling.
    fn int_place(&mut self, local: &str) -> String {
        let x = self.x.clone();
        match self.random.below(7) {
            0 => format!("&{x}_a"),
            1 => format!("&{x}_t[{} & 7]", self.index()),
            2 => format!("{x}_t + ({} & 7)", self.index()),
            3 => format!("&{x}_r.a"),
            4 => format!("&{x}_rs[{} & 3].e", self.index()),
            5 => format!("&(&{x}_rs[1])->a"),
            _ => format!("&{local}"),
        }
    }

    /// Something done a few times, perhaps under a condition.
    fn around(&mut self, body: &str) -> String {
        match self.random.below(4) {
            0 => format!("    for (i = 0; i < {}; i++) {{\n{body}    u += i;\n    }}\n", self.random.between(1, 5)),
            1 => format!("    if ({} & 1) {{\n{body}    }} else {{ {} }}\n", self.value(), self.change()),
            _ => body.to_owned(),
        }
    }

    fn block(&mut self, feature: Feature) -> String {
        match feature {
            Feature::Follow => self.follow(),
            Feature::Double => self.double(),
            Feature::Walk => self.walk(),
            Feature::Records => self.records(),
            Feature::BitFields => self.bit_fields(),
            Feature::Unions => self.unions(),
            Feature::Bytes => self.bytes(),
            Feature::Functions => self.functions(),
            Feature::Strings => self.strings(),
            Feature::Storage => self.storage(),
            Feature::Recursion => self.recursion(),
            Feature::Heap => self.heap(),
            Feature::Lists => self.lists(),
            Feature::Library => self.library(),
            Feature::VariableLength => self.variable_length(),
            Feature::Packed => self.packed(),
            Feature::FlexibleArrays => self.flexible(),
            Feature::Variadic => self.variadic(),
        }
    }

    fn follow(&mut self) -> String {
        let x = self.x.clone();
        let ty = self.ty();
        let mut out = format!("    int l = 4, *p = {}, *q;\n    {ty} w = 3, *o = &w;\n", self.int_place("l"));
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(8) {
                0 => format!("p = {};", self.int_place("l")),
                1 => format!("*p = (int)({} & 0xffff);", self.value()),
                2 => format!("q = {}; *q ^= 5; if (p == q) u++;", self.int_place("l")),
                3 => format!("{x}_mix((unsigned int)*p);"),
                4 => format!("p = {} & 2 ? p : {};", self.value(), self.int_place("l")),
                5 => format!("*o = ({ty}){}; {x}_mix((unsigned int)w);", self.value()),
                6 => format!("if (p && *p > 10) *p -= 10; else {}", self.change()),
                _ => self.change(),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    {x}_mix((unsigned int)*p + (unsigned int)l);\n")
    }

    fn double(&mut self) -> String {
        let x = self.x.clone();
        let mut out = format!(
            "    int l = 1, m = 2, *p = &l, *q = {}, **pp = &p, *ps[3] = {{ &m, {}, &l }}, ***ppp = &pp;\n",
            self.int_place("m"),
            self.int_place("l")
        );
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(8) {
                0 => "pp = &q;".to_owned(),
                1 => format!("pp = &ps[{} % 3];", self.index()),
                2 => format!("*pp = {};", self.int_place("l")),
                3 => format!("**pp = (int)({} & 0xfff);", self.value()),
                4 => format!("***ppp ^= 3; {x}_mix((unsigned int)(p == q));"),
                5 => "*ppp = &p;".to_owned(),
                6 => format!("{x}_r.link = *pp; {x}_mix((unsigned int)*{x}_r.link);"),
                _ => format!("{x}_mix((unsigned int)*ps[{} % 3]);", self.index()),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    {x}_mix((unsigned int)**pp + (unsigned int)l * 3u + (unsigned int)m); {x}_r.link = 0;\n")
    }

    fn walk(&mut self) -> String {
        let x = self.x.clone();
        let ty = self.ty();
        let n = self.random.between(3, 9);
        let mut out = format!(
            "    {ty} a[{n}], *p, *q, *end = a + {n}; long d;\n    for (p = a; p < end; p++) *p = ({ty})(u + (unsigned int)(p - a));\n"
        );
        for _ in 0..self.random.between(2, 5) {
            let line = match self.random.below(7) {
                0 => format!("for (p = a, q = end; p != q && p + 1 != q; p++) {{ {ty} t = *p; q--; *p = *q; *q = t; }}"),
                1 => format!(
                    "p = &a[{} % {n}]; q = a + {} % {n}; {x}_mix((unsigned int)(p < q) + 2u * (p == q) + 4u * (p >= q)); d = p - q; {x}_mix((unsigned int)d);",
                    self.value(),
                    self.value()
                ),
                2 => format!("p = end; while (p > a) {{ p--; {x}_mix((unsigned int)*p); }}"),
                3 => format!("p = a + {} % {n}; *p ^= 2; {x}_mix((unsigned int)p[a - p]);", self.value()),
                4 => format!("p = a; p += {} % {n}; *p = ({ty}){}; p -= p - a; {x}_mix((unsigned int)*p);", self.value(), self.value()),
                5 => format!("p = a; *p++ = 4; {x}_mix((unsigned int)(p - a)); *--p = 6;"),
                _ => format!(
                    "{{ int (*rows)[4] = (int (*)[4]){x}_t; rows[{} & 1][{} & 3] ^= 9; {x}_mix((unsigned int)rows[1][{} & 3]); }}",
                    self.index(),
                    self.index(),
                    self.index()
                ),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    for (p = a; p != end; ++p) {x}_mix((unsigned int)*p);\n")
    }

    fn records(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("rf");
        let _ = writeln!(
            self.out,
            "static struct {x}_rec {x}_{f}(struct {x}_rec r, const struct {x}_rec *o, unsigned int n) {{ r.a = (int)(n & 0xff); r.in.q[n & 3] = (unsigned char)(o->in.q[1] + n); r.d ^= o->d; return r; }}"
        );
        let mut out = format!(
            "    struct {x}_rec l = {{ 3, 'x', {{ -2, {{ 1, 2, 3, 4 }} }}, 99, {{ 5, -6 }}, 0 }}, m = {x}_rs[{} & 3], *p = &l; struct {x}_in *h = &l.in;\n",
            self.index()
        );
        for _ in 0..self.random.between(3, 7) {
            let line = match self.random.below(10) {
                0 => format!("p = &{x}_rs[{} & 3];", self.index()),
                1 => "p = &m;".to_owned(),
                2 => format!("*p = {x}_r;"),
                3 => format!("{x}_rs[{} & 3] = *p;", self.index()),
                4 => format!("l = {x}_{f}(*p, &{x}_r, {});", self.value()),
                5 => format!(
                    "h = &p->in; h->q[{} & 3] = (unsigned char){}; h->p = (short)({} & 0x7fff);",
                    self.index(),
                    self.value(),
                    self.value()
                ),
                6 => format!("p->d += {}; p->e = (int)({} & 0xff);", self.value(), self.value()),
                7 => format!("{x}_mix({x}_{f}({x}_r, p, {}).in.q[{} & 3]);", self.value(), self.index()),
                8 => format!("p->link = &p->a; *p->link = 12; p->link = &{x}_rs[1].e; {x}_mix((unsigned int)*p->link); p->link = 0;"),
                _ => format!("{x}_mix((unsigned int)p->a + p->d + (unsigned int)h->p);"),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    {x}_mix((unsigned int)p->c + l.in.q[2] + (unsigned int)m.a + (unsigned int)l.e);\n")
    }

    fn bit_fields(&mut self) -> String {
        let x = self.x.clone();
        let s = self.fresh("bits");
        let widths: Vec<i64> = (0..5).map(|_| self.random.between(1, 13)).collect();
        let _ = writeln!(
            self.out,
            "struct {x}_{s} {{ unsigned int a : {}; int b : {}; unsigned int : 0; unsigned char c : {}; unsigned int d : {}; _Bool f : 1; int g; long h : {}; }};",
            widths[0],
            widths[1] + 1,
            widths[2].min(8),
            widths[3],
            widths[4] + 20
        );
        let mut out = format!("    struct {x}_{s} b = {{ 0 }}, k[2] = {{ {{ .d = 1 }}, {{ .g = 5 }} }}, *p = &b;\n");
        for _ in 0..self.random.between(3, 7) {
            let field = *self.random.pick(&["a", "b", "c", "d", "f", "g", "h"]);
            let line = match self.random.below(5) {
                0 => format!("p = &k[{} & 1];", self.index()),
                1 => format!("p->{field} = {} & {};", self.value(), if field == "f" { 1 } else { 0xffff }),
                2 => "p->a++; b.d--;".to_owned(),
                3 => format!("k[{} & 1] = b;", self.index()),
                _ => format!("{x}_mix((unsigned int)p->{field});"),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    {x}_mix(b.a + (unsigned int)b.b + p->c + p->d + p->f + (unsigned int)k[1].g + (unsigned int)p->h);\n")
    }

    fn unions(&mut self) -> String {
        let x = self.x.clone();
        let s = self.fresh("un");
        let _ = writeln!(
            self.out,
            "union {x}_{s} {{ unsigned int n; int m; unsigned char c[4]; unsigned short h[2]; struct {{ unsigned char lo, mid; unsigned short top; }} p; }};\n\
             struct {x}_{s}h {{ int tag; union {{ unsigned int n; unsigned char c[4]; }}; }};"
        );
        let mut out = format!(
            "    union {x}_{s} w = {{ .n = {} }}, k[2] = {{ {{ 1 }}, {{ .c = {{ 1, 2, 3, 4 }} }} }}, *p = &w; struct {x}_{s}h t = {{ 1, {{ 2 }} }};\n",
            self.value()
        );
        for _ in 0..self.random.between(3, 7) {
            let line = match self.random.below(9) {
                0 => format!("p = &k[{} & 1];", self.index()),
                1 => format!("p->n = {};", self.value()),
                2 => format!("p->c[{} & 3] = (unsigned char){};", self.index(), self.value()),
                3 => format!("p->h[{} & 1] ^= (unsigned short){};", self.index(), self.value()),
                4 => format!("p->p.top = (unsigned short){}; {x}_mix(p->p.mid);", self.value()),
                5 => format!("k[{} & 1] = w;", self.index()),
                6 => format!("{x}_mix(p->n + p->h[1] + p->c[{} & 3]); {x}_mix((unsigned int)p->m);", self.index()),
                7 => format!("t.n = {}; t.c[{} & 3]++; {x}_mix(t.n);", self.value(), self.index()),
                _ => "w = *p;".to_owned(),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    {x}_mix(w.n ^ k[0].n ^ k[1].n ^ p->c[1] ^ t.c[2]);\n")
    }

    fn bytes(&mut self) -> String {
        let x = self.x.clone();
        let ty = self.ty();
        let mut out = format!(
            "    {ty} w = ({ty}){}; unsigned int n = {}; unsigned char *c = (unsigned char *)&w; void *g = &n; const char *k;\n",
            self.value(),
            self.value()
        );
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(8) {
                0 => format!("c = (unsigned char *)&w; c[{} % sizeof(w)] ^= (unsigned char){};", self.value(), self.value()),
                1 => format!("c = (unsigned char *)&n; c += {} & 3; *c = (unsigned char){};", self.index(), self.value()),
                2 => format!("g = c; c = g; {x}_mix(*c);"),
                3 => format!("g = &n; *(unsigned int *)g += {}; *(int *)g ^= 77;", self.value()),
                4 => format!("k = (const char *)&{x}_t[{} & 7]; {x}_mix((unsigned char)k[{} & 3]);", self.index(), self.index()),
                5 => format!("g = &{x}_rs[{} & 3]; ((struct {x}_rec *)g)->a = (int)({} & 0xfff);", self.index(), self.value()),
                6 => format!("for (i = 0; i < sizeof(w); i++) {x}_mix(((unsigned char *)&w)[i]);"),
                _ => {
                    format!("{x}_mix((unsigned int)(long)w + (unsigned char)n + (unsigned int)(signed char)n + (unsigned short)(n >> 3));")
                }
            };
            let line = if line.starts_with("for") { format!("    {line}\n") } else { self.around(&format!("    {line}\n")) };
            out.push_str(&line);
        }
        out + &format!("    {x}_mix(n + (unsigned int)w);\n")
    }

    fn functions(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("fn");
        let (a, b) = (self.random.between(1, 9), self.random.between(1, 9));
        let _ = writeln!(
            self.out,
            "typedef unsigned int (*{x}_{f}t)(unsigned int, unsigned int *);\n\
             static unsigned int {x}_{f}a(unsigned int n, unsigned int *p) {{ *p += n; return n * {a}u; }}\n\
             static unsigned int {x}_{f}b(unsigned int n, unsigned int *p) {{ return n ^ *p; }}\n\
             static unsigned int {x}_{f}c(unsigned int n, unsigned int *p) {{ *p ^= {b}u; return n + *p; }}\n\
             static unsigned int {x}_{f}d({x}_{f}t h, unsigned int n) {{ unsigned int l = n; return h(n, &l) + l; }}\n\
             static {x}_{f}t {x}_{f}e(unsigned int n) {{ return n & 1 ? {x}_{f}a : &{x}_{f}b; }}\n\
             static {x}_{f}t {x}_{f}g[3] = {{ {x}_{f}a, {x}_{f}b, &{x}_{f}c }}; struct {x}_{f}s {{ int k; {x}_{f}t h; }};"
        );
        let mut out = format!("    {x}_{f}t h = {x}_{f}c; unsigned int r; struct {x}_{f}s s = {{ 1, {x}_{f}b }}, *p = &s;\n");
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(8) {
                0 => format!("h = {x}_{f}g[{} % 3];", self.index()),
                1 => format!("h = {x}_{f}e({});", self.value()),
                2 => format!("r = h({}, &v); {x}_mix(r);", self.value()),
                3 => format!("r = (*h)({}, &u); {x}_mix(r);", self.value()),
                4 => format!("r = {x}_{f}d({x}_{f}g[{} % 3], {}); {x}_mix(r);", self.index(), self.value()),
                5 => format!("p->h = h; r = p->h({}, &v); {x}_mix(r);", self.value()),
                6 => format!("if (h == {x}_{f}a) u++; if (h != s.h) v++;"),
                _ => format!("r = {x}_{f}e({})(2u, &u); {x}_mix(r);", self.value()),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!("    r = h(5u, &u); {x}_mix(r);\n")
    }

    fn strings(&mut self) -> String {
        let x = self.x.clone();
        let words = ["", "a", "pointer", "two words", "tab\\t", "x\\0y", "\\x41\\102"];
        let (a, b) = (*self.random.pick(&words), *self.random.pick(&words));
        let mut out = format!(
            "    const char *s = \"{a}\", *t = \"{b}\", *const w[3] = {{ \"one\", \"three\", \"{a}\" }}; char l[16] = \"{b}\"; char *e = l;\n"
        );
        for _ in 0..self.random.between(2, 5) {
            let line = match self.random.below(7) {
                0 => format!("s = w[{} % 3];", self.index()),
                1 => format!("for (t = s; *t; t++) {x}_mix((unsigned char)*t); {x}_mix((unsigned int)(t - s)); t = w[1];"),
                2 => format!("l[{} % 15] = (char)({} & 127);", self.value(), self.value()),
                3 => "e = l; s = w[0]; while ((*e++ = *s++)) ; s = w[2];".to_owned(),
                4 => format!("{x}_mix((unsigned char)\"literal\"[{} & 7]);", self.index()),
                5 => format!("{x}_mix(sizeof \"{a}\" + sizeof l); s = {} & 1 ? w[0] : \"other\";", self.value()),
                _ => format!("{x}_mix((unsigned char)*s); if (*s) s++;"),
            };
            let line = if line.contains("while") || line.contains("for (") {
                format!("    {line}\n")
            } else {
                self.around(&format!("    {line}\n"))
            };
            // A pointer that moved must not move again beyond the end.
            out.push_str(&line);
        }
        out + &format!("    for (i = 0; i < 15; i++) {x}_mix((unsigned char)l[i]); {x}_mix((unsigned char)*s + (unsigned char)*t);\n")
    }

    fn storage(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("st");
        let start = self.random.below(9);
        let _ = writeln!(
            self.out,
            "static int *{x}_{f}(unsigned int n) {{ static int kept[3] = {{ {start}, 2 }}; static unsigned int calls; static int *last = &kept[1]; calls++; *last += (int)calls; last = &kept[n % 3]; return last; }}\n\
             static unsigned int {x}_{f}s(const int *p, int n) {{ unsigned int s = 0; while (n-- > 0) s = s * 3u + (unsigned int)*p++; return s; }}\n\
             static int {x}_{f}o[] = {{ [3] = 4, 5, [1] = {start} }}; static struct {x}_rec *{x}_{f}p = &{x}_rs[2]; static int *{x}_{f}q = &{x}_rs[1].e;"
        );
        let mut out = String::from("    int *p;\n");
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(7) {
                0 => format!("p = {x}_{f}({}); {x}_mix((unsigned int)*p);", self.value()),
                1 => format!("{x}_mix({x}_{f}s((int[]){{ 1, (int)(u & 7), [4] = 9 }}, 5));"),
                2 => format!("{x}_r = (struct {x}_rec){{ .c = 3, .in.q[1] = (unsigned char){}, .d = 5 }};", self.value()),
                3 => format!("p = (int[3]){{ 4, 5, (int)(v & 15) }}; p[{} % 3]++; {x}_mix({x}_{f}s(p, 3));", self.index()),
                4 => format!("{x}_mix({x}_{f}s({x}_{f}o, (int)(sizeof {x}_{f}o / sizeof *{x}_{f}o)));"),
                5 => format!("{x}_{f}p->a += 3; *{x}_{f}q = (int)({} & 0xff); {x}_mix((unsigned int){x}_rs[1].e);", self.value()),
                _ => format!("int m[2][3] = {{ [1] = {{ 1, 2 }}, [0][1] = 7 }}; {x}_mix({x}_{f}s(m[0], 3) + {x}_{f}s(m[1], 3));"),
            };
            let line = if line.starts_with("int m") { format!("    {{ {line} }}\n") } else { self.around(&format!("    {line}\n")) };
            out.push_str(&line);
        }
        out
    }

    fn recursion(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("re");
        let k = self.random.between(2, 6);
        let _ = writeln!(
            self.out,
            "static unsigned int {x}_{f}(unsigned int n, unsigned int *up, int *a, int len) {{ unsigned int l = n * {k}u, r; *up += n; if (!n || len < 1) return *up; a[len - 1] ^= (int)(n & 7); r = {x}_{f}(n - 1, &l, a + 1, len - 1); return r + l; }}\n\
             static void {x}_{f}s(int *a, int low, int high) {{ int i, j, t; if (low >= high) return; for (i = j = low; j < high; j++) if (a[j] < a[high]) {{ t = a[i]; a[i] = a[j]; a[j] = t; i++; }} t = a[i]; a[i] = a[high]; a[high] = t; {x}_{f}s(a, low, i - 1); {x}_{f}s(a, i + 1, high); }}"
        );
        let (n, m) = (self.random.between(1, 6), self.random.between(2, 8));
        format!(
            "    unsigned int r, t = {}; int a[8], k; for (k = 0; k < 8; k++) a[k] = (int)((u * (unsigned int)(k + 3)) & 63);\n    r = {x}_{f}({n}u, &t, a, {m}); {x}_mix(r); {x}_mix(t);\n    {x}_{f}s(a, 0, 7); for (k = 0; k < 8; k++) {x}_mix((unsigned int)a[k]);\n    r = {x}_{f}({n}u, &v, {x}_t, 4); {x}_mix(r);\n",
            self.value()
        )
    }

    fn heap(&mut self) -> String {
        let x = self.x.clone();
        let ty = self.ty();
        let n = self.random.between(2, 9);
        let mut out = format!(
            "    {ty} *p = malloc({n} * sizeof({ty})), *q = calloc({n}, sizeof *q); struct {x}_rec *r = malloc(sizeof *r); int **t = malloc(2 * sizeof *t), k;\n    for (k = 0; k < {n}; k++) p[k] = ({ty})((unsigned int)k * u); *r = {x}_r; t[0] = &r->a; t[1] = malloc(sizeof(int)); *t[1] = 3;\n"
        );
        for _ in 0..self.random.between(2, 6) {
            let line = match self.random.below(8) {
                0 => format!("p[{} % {n}] = ({ty}){};", self.value(), self.value()),
                1 => format!("{x}_mix((unsigned int)p[{} % {n}] + (unsigned int)q[{} % {n}]);", self.value(), self.value()),
                2 => format!("{{ {ty} *s = p; p = q; q = s; }}"),
                3 => format!("q = realloc(q, {} * sizeof *q); q[{n}] = 1; {x}_mix((unsigned int)q[0] + (unsigned int)q[{n}]);", n + 3),
                4 => format!("free(t[1]); t[1] = malloc(sizeof(int)); *t[1] = (int)({} & 0xff);", self.value()),
                5 => format!("*t[{} & 1] += 2; {x}_mix((unsigned int)r->a);", self.index()),
                6 => format!("r->in.q[{} & 3]++; r->c = *t[1]; {x}_rs[{} & 3] = *r;  {x}_rs[0].link = 0;", self.index(), self.index()),
                _ => format!("for (k = 0; k < {n}; k++) q[k] ^= p[{n} - 1 - k];"),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!(
            "    for (k = 0; k < {n}; k++) {x}_mix((unsigned int)p[k] ^ (unsigned int)q[k]); {x}_mix((unsigned int)*t[1]);\n    free(p); free(q); free(t[1]); free(t); free(r); free((void *)0);\n"
        )
    }

    fn lists(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("ls");
        let _ = writeln!(
            self.out,
            "struct {x}_{f} {{ unsigned int v; struct {x}_{f} *next, *prev; }};\n\
             static struct {x}_{f} *{x}_{f}push(struct {x}_{f} *h, unsigned int v) {{ struct {x}_{f} *n = malloc(sizeof *n); n->v = v; n->next = h; n->prev = 0; if (h) h->prev = n; return n; }}\n\
             static void {x}_{f}drop(struct {x}_{f} **at, unsigned int v) {{ while (*at) {{ struct {x}_{f} *n = *at; if (n->v % 3u == v) {{ *at = n->next; if (n->next) n->next->prev = n->prev; free(n); }} else at = &n->next; }} }}\n\
             static struct {x}_{f} *{x}_{f}turn(struct {x}_{f} *h) {{ struct {x}_{f} *r = 0; while (h) {{ struct {x}_{f} *n = h->next; h->next = r; h->prev = n; r = h; h = n; }} return r; }}"
        );
        let mut out = format!(
            "    struct {x}_{f} *h = 0, *n, *m;\n    for (i = 0; i < {}; i++) h = {x}_{f}push(h, u + i * i);\n",
            self.random.between(2, 8)
        );
        for _ in 0..self.random.between(2, 4) {
            let line = match self.random.below(5) {
                0 => format!("{x}_{f}drop(&h, {} % 3u);", self.value()),
                1 => format!("h = {x}_{f}turn(h);"),
                2 => format!("h = {x}_{f}push(h, {});", self.value()),
                3 => "for (n = h; n && n->next; n = n->next) if (n->v > n->next->v) { unsigned int t = n->v; n->v = n->next->v; n->next->v = t; }".to_owned(),
                _ => format!("for (n = h; n; n = n->next) {{ {x}_mix(n->v); if (n->prev) {x}_mix(n->prev->v); }}"),
            };
            let _ = writeln!(out, "    {line}");
        }
        out + &format!("    for (n = h; n; n = m) {{ {x}_mix(n->v); m = n->next; free(n); }}\n")
    }

    fn library(&mut self) -> String {
        let x = self.x.clone();
        let mut out = "    unsigned char a[12] = { 1, 2, 3 }, b[12]; char s[16] = \"some\", t[16]; int n[4] = { 0 }, r; memset(b, 7, sizeof b); memset(t, 0, sizeof t);\n".to_owned();
        for _ in 0..self.random.between(2, 7) {
            let line = match self.random.below(11) {
                0 => format!("memcpy(b, a + ({} & 3), {} & 7);", self.index(), self.index()),
                1 => format!("memmove(a + ({} & 3), a, {} & 7);", self.index(), self.index()),
                2 => format!("memset(a + ({} & 3), (int)({} & 255), {} & 7);", self.index(), self.value(), self.index()),
                3 => format!("r = memcmp(a, b, 12); {x}_mix((unsigned int)(r > 0) + 2u * (r == 0));"),
                4 => format!("{x}_mix((unsigned int)strlen(s) + (unsigned int)strlen(t));"),
                5 => format!("r = strcmp(s, t); {x}_mix((unsigned int)(r < 0) + 2u * (r == 0));"),
                6 => "strcpy(t, s); t[4] = 'x';".to_owned(),
                7 => format!("s[{} & 3] = (char)('a' + ({} & 15));", self.index(), self.index()),
                8 => format!("memcpy(n, {x}_t + ({} & 3), sizeof n); {x}_mix((unsigned int)n[{} & 3]);", self.index(), self.index()),
                9 => format!("memcpy(&{x}_rs[{} & 3], &{x}_r, sizeof {x}_r);", self.index()),
                _ => format!("memset({x}_t, 0, sizeof {x}_t); {x}_t[{} & 7] = 1;", self.index()),
            };
            let line = self.around(&format!("    {line}\n"));
            out.push_str(&line);
        }
        out + &format!(
            "    for (i = 0; i < 12; i++) {x}_mix(a[i] + 3u * b[i]); for (i = 0; i < 16; i++) {x}_mix((unsigned int)s[i] * 5u + (unsigned int)t[i]);\n"
        )
    }

    fn variable_length(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("vl");
        let ty = self.ty();
        let _ = writeln!(
            self.out,
            "static unsigned int {x}_{f}(int n, int m, {ty} a[n][m]) {{ unsigned int s = 0; int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) s = s * 5u + (unsigned int)a[i][j]; return s + (unsigned int)sizeof a[0]; }}"
        );
        let value = self.value();
        format!(
            "    int n = (int)({value} & 7) + 1, m = (int)(v & 3) + 1, k, j; {ty} a[n], g[n][m], *p = a, (*q)[m] = g; typedef {ty} row[m]; row h[2][n]; struct {x}_in z[m][2];\n    for (k = 0; k < n; k++) {{ a[k] = ({ty})((unsigned int)k + u); for (j = 0; j < m; j++) g[k][j] = ({ty})(k * 3 + j); }}\n    p[{} % (unsigned int)n] ^= 3; g[n - 1][m - 1] = 9; q[n - 1][0] += 2; q++; {x}_mix((unsigned int)(q - g)); h[1][n - 1][m - 1] = 7; row *t = h[1]; {x}_mix((unsigned int)t[n - 1][m - 1] + (unsigned int)sizeof h + (unsigned int)sizeof *h); z[m - 1][1].p = 4; z[0][1].q[2] = 3; {x}_mix((unsigned int)z[m - 1][1].p + (unsigned int)sizeof z[0]); n++; m++; {x}_mix((unsigned int)sizeof g[0]); n--; m--;\n    for (k = 0; k < n; k++) {x}_mix((unsigned int)a[k]); {x}_mix({x}_{f}(n, m, g)); {x}_mix((unsigned int)(sizeof a / sizeof a[0]) + (unsigned int)sizeof g);\n    for (k = 1; k < 4; k++) {{ unsigned char w[k]; for (j = 0; j < k; j++) w[j] = (unsigned char)(j + n); {x}_mix(w[k - 1] + (unsigned int)sizeof w); }}\n",
            self.value()
        )
    }

    fn packed(&mut self) -> String {
        let x = self.x.clone();
        let s = self.fresh("pk");
        let (mut members, mut names) = (String::new(), Vec::new());
        // Whether records are packed as a whole: alignments of single members are left alone then.
        let pack = *self.random.pick(&[0, 0, 1, 2, 4, 8]);
        let packed = pack == 0 && self.random.below(2) == 0;
        let aligned = *self.random.pick(&["", "", "aligned(2)", "aligned(8)", "aligned(16)"]);
        for n in 0..self.random.between(3, 8) {
            let ty = self.ty();
            match self.random.below(6) {
                0 | 1 => {
                    let width = self.random.between(1, 7);
                    let _ = write!(members, " {ty} f{n} : {width};");
                }
                2 => {
                    let _ = write!(members, " unsigned long f{n} : {};", self.random.between(20, 63));
                }
                3 if pack == 0 && !packed => {
                    let _ = write!(members, " {ty} f{n} __attribute__((aligned({})));", self.random.pick(&[4, 8, 16]));
                }
                4 if pack == 0 && !packed => {
                    let _ = write!(members, " _Alignas(8) {ty} f{n}; unsigned int : 0;");
                }
                _ => {
                    let _ = write!(members, " {ty} f{n};");
                }
            }
            names.push(format!("f{n}"));
        }
        let attributes = [if packed { "__attribute__((packed))" } else { "" }, &format!("__attribute__(({aligned}))")].join(" ");
        let (before, after) = if pack > 0 { (format!("#pragma pack(push, {pack})\n"), "\n#pragma pack(pop)") } else { (String::new(), "") };
        let _ = writeln!(
            self.out,
            "{before}struct {x}_{s} {{{members} }} {attributes};{after}\nstruct {x}_{s}o {{ char c; struct {x}_{s} in; short d; }};\n\
             union {x}_{s}u {{ struct {x}_{s}o o; unsigned char c[sizeof(struct {x}_{s}o)]; }}; union {x}_{s}v {{ struct {x}_{s} a[2]; unsigned char c[sizeof(struct {x}_{s}) * 2]; }};"
        );
        let mut out = format!(
            "    union {x}_{s}u y; union {x}_{s}v z; struct {x}_{s} *a = z.a; struct {x}_{s}o *p = &y.o; for (i = 0; i < sizeof y.c; i++) y.c[i] = 0; for (i = 0; i < sizeof z.c; i++) z.c[i] = 0;\n    {x}_mix((unsigned int)sizeof(struct {x}_{s}) * 64u + (unsigned int)_Alignof(struct {x}_{s})); {x}_mix((unsigned int)sizeof(struct {x}_{s}o));\n"
        );
        for _ in 0..self.random.between(3, 7) {
            let (f, g) = (self.random.pick(&names).clone(), self.random.pick(&names).clone());
            let _ = match self.random.below(3) {
                0 => writeln!(out, "    a[{} & 1].{f} = {} & 63;", self.index(), self.value()),
                1 => writeln!(out, "    p->in.{f} = a[1].{g} & 63; p->d++;"),
                _ => writeln!(out, "    {x}_mix((unsigned int)p->in.{f} + (unsigned int)a[0].{g});"),
            };
        }
        out + &format!("    for (i = 0; i < sizeof y.c; i++) {x}_mix(y.c[i]); for (i = 0; i < sizeof z.c; i++) {x}_mix(z.c[i]);\n")
    }

    fn flexible(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("fl");
        let ty = self.ty();
        let _ = writeln!(
            self.out,
            "struct {x}_{f} {{ unsigned int n; {ty} a[]; }};\n\
             static struct {x}_{f} *{x}_{f}m(unsigned int n) {{ struct {x}_{f} *p = malloc(sizeof *p + n * sizeof p->a[0]); unsigned int k; p->n = n; for (k = 0; k < n; k++) p->a[k] = ({ty})(k * k); return p; }}"
        );
        format!(
            "    struct {x}_{f} *p = {x}_{f}m(({} & 7) + 1), *q = {x}_{f}m(4); {ty} *e = q->a + q->n;\n    p->a[{} % p->n] += 5; q->a[{} & 3] = p->a[0]; for (i = 0; i < p->n; i++) {x}_mix((unsigned int)p->a[i]); while (e > q->a) {{ e--; {x}_mix((unsigned int)*e); }}\n    {x}_mix(p->n); free(p); free(q);\n",
            self.value(),
            self.value(),
            self.index()
        )
    }

    fn variadic(&mut self) -> String {
        let x = self.x.clone();
        let f = self.fresh("va");
        let _ = writeln!(
            self.out,
            "static unsigned int {x}_{f}(int n, ...) {{ __builtin_va_list l; unsigned int s = 0; __builtin_va_start(l, n); while (n-- > 0) {{ int k = __builtin_va_arg(l, int); s = s * 7u + (unsigned int)k; }} __builtin_va_end(l); return s; }}\n\
             static unsigned int {x}_{f}w(const char *kinds, ...) {{ __builtin_va_list l; unsigned int s = 0; __builtin_va_start(l, kinds); for (; *kinds; kinds++) {{ if (*kinds == 'i') s += (unsigned int)__builtin_va_arg(l, int); else if (*kinds == 'l') s ^= (unsigned int)__builtin_va_arg(l, long); else s += (unsigned int)*__builtin_va_arg(l, int *); }} __builtin_va_end(l); return s; }}"
        );
        let (a, b, c) = (self.value(), self.value(), self.value());
        format!(
            "    int k = (int)({a} & 0xff); {x}_mix({x}_{f}(3, k, (int)({b} & 0xff), 'c')); {x}_mix({x}_{f}(0)); {x}_mix({x}_{f}(1, {x}_b));\n    {x}_mix({x}_{f}w(\"ilp\", k, (long){c}, &{x}_a)); {x}_mix({x}_{f}w(\"ppi\", &k, &{x}_t[{} & 7], 4));\n",
            self.index()
        )
    }
}
