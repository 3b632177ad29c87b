//! Random C programs that copy unions, in every form in which C copies a value: assignments, through pointers, by `memcpy` and `memmove`, as parameters
//! and results, as elements and members, from initialisers and compound literals, into the heap and out of it.
//!
//! Invariant: a program has no undefined or unspecified behaviour. Every byte of a union is written before it is read, indices are masked into range,
//! no padding is read, and a union that holds a pointer says so by a tag that is copied with it.

use base::random::Random;
use std::fmt::Write;

/// The members that hold numbers: what is written, and how it is read as a number.
const NUMBERS: [&str; 10] = ["i", "u", "l", "h[1]", "h[3]", "b[0]", "b[6]", "p.a", "p.b", "n.y"];

struct Generator {
    random: Random,
    x: String,
}

/// One program. Its names start with `p<seed>_`, its entry is `p<seed>_main`.
pub fn program(seed: u64) -> String {
    let mut g = Generator { random: Random::new(seed), x: format!("p{seed}") };
    let x = g.x.clone();
    // Few members make cells, many make bytes.
    let mut members: Vec<&str> = NUMBERS.to_vec();
    while members.len() > 1 + g.random.below(6) as usize {
        let gone = g.random.below(members.len() as u64) as usize;
        members.remove(gone);
    }
    let mut out = format!(
        "union {x}_u {{ int i; unsigned int u; long l; short h[4]; unsigned char b[8]; struct {{ int a, b; }} p; union {{ short x; int y; }} n; }};\n\
         struct {x}_r {{ short t; union {x}_u u; char c; }};\n\
         struct {x}_v {{ int k; union {{ int i; long l; const char *s; int *q; }} u; }};\n\
         struct {x}_n {{ struct {x}_v v; union {x}_u u; struct {x}_n *next; }};\n\
         static unsigned int {x}_sum = 1; static int {x}_t[4] = {{ 10, 20, 30, 40 }};\n\
         static void {x}_mix(unsigned int n) {{ {x}_sum = {x}_sum * 31u + n; }}\n\
         static union {x}_u {x}_g = {{ .l = {} }}, {x}_ga[3] = {{ {{ .l = 1 }}, {{ .l = -2 }}, {{ .l = 7 }} }};\n\
         static struct {x}_v {x}_vg[3] = {{ {{ 0, {{ .i = 4 }} }}, {{ 1, {{ .s = \"stat\" }} }}, {{ 2, {{ .q = &{x}_t[1] }} }} }};\n\
         static union {x}_u {x}_id(union {x}_u a) {{ return a; }}\n\
         static union {x}_u {x}_of(long n) {{ union {x}_u a; a.l = n; return a; }}\n\
         static void {x}_set(union {x}_u *to, union {x}_u from) {{ *to = from; }}\n\
         static struct {x}_r {x}_rec(struct {x}_r a, short t) {{ a.t = t; return a; }}\n\
         static unsigned int {x}_get(struct {x}_v v) {{ return v.k == 0 ? (unsigned int)v.u.i : v.k == 1 ? (unsigned int)v.u.s[1] : (unsigned int)*v.u.q; }}\n\
         static struct {x}_v {x}_make(int k, int n) {{\n\
           struct {x}_v v; v.k = k;\n\
           if (k == 0) {{ v.u.l = 0; v.u.i = n; }} else if (k == 1) v.u.s = n & 1 ? \"abc\" : \"xyz\"; else v.u.q = &{x}_t[n & 3];\n\
           return v;\n\
         }}\n\
         static union {x}_u {x}_down(union {x}_u a, int n) {{\n\
           union {x}_u b = a;\n\
           if (n > 0) {{ b.l = n; b = {x}_down(b, n - 1); b.l += a.l; }}\n\
           return b;\n\
         }}\n",
        g.random.below(1 << 40)
    );
    let mut body = String::new();
    let steps = g.random.between(6, 16);
    for _ in 0..steps {
        let step = g.step(&members);
        let read = g.read(&members);
        let _ = writeln!(body, "  {step}\n  {x}_mix({read}); printf(\"%u\\n\", {x}_sum);");
    }
    let _ = writeln!(
        out,
        "void {x}_main(void) {{\n\
           union {x}_u a, b = {{ .l = 5 }}, c = {{ .u = 9 }}, as[3]; struct {x}_r r, s, rs[2]; struct {x}_v v, w, vs[3];\n\
           union {x}_u *h = malloc(sizeof *h); struct {x}_n *list = 0, *node; int i;\n\
           c.l = 8; a.l = 3; r.u.l = 4; r.t = 1; r.c = 2; s = r; rs[0] = r; rs[1] = s; *h = a; v = {x}_make(0, 6); w = {x}_make(1, 2);\n\
           for (i = 0; i < 3; i++) {{ as[i] = b; as[i].l += i; vs[i] = {x}_make(i, i); }}\n\
           for (i = 0; i < 2; i++) {{ node = malloc(sizeof *node); node->v = vs[i]; node->u = as[i]; node->next = list; list = node; }}\n\
         {body}\
           while (list) {{ node = list->next; {x}_mix({x}_get(list->v) + (unsigned int)list->u.l); free(list); list = node; }}\n\
           free(h); printf(\"%u\\n\", {x}_sum);\n}}"
    );
    out
}

impl Generator {
    /// A union of numbers.
    fn union(&mut self) -> String {
        let x = &self.x;
        let places = ["a", "b", "c", "r.u", "s.u", "*h", "list->u", "list->next->u"].map(str::to_owned);
        let indexed = [format!("{x}_ga[{{}}]"), "as[{}]".to_owned(), "rs[{} & 1].u".to_owned()];
        if self.random.chance(3) {
            let index = *self.random.pick(&["0", "1", "2", "{x}_sum % 3", "v.k % 3"]);
            return self.random.pick(&indexed).replace("{}", &index.replace("{x}", &self.x));
        }
        if self.random.chance(8) { format!("{x}_g") } else { self.random.pick(&places).clone() }
    }

    fn tagged(&mut self) -> String {
        let x = self.x.clone();
        let places =
            ["v", "w", "vs[0]", "vs[1]", "vs[2]", "list->v", "list->next->v", "vs[{x}_sum % 3]", "{x}_vg[1]", "{x}_vg[{x}_sum % 3]"];
        self.random.pick(&places).replace("{x}", &x)
    }

    fn read(&mut self, members: &[&str]) -> String {
        let x = self.x.clone();
        match self.random.below(6) {
            0 | 1 => format!("{x}_get({})", self.tagged()),
            2 => {
                let member = *self.random.pick(members);
                format!("(unsigned int){x}_id({}).{member}", self.union())
            }
            _ => {
                let (union, member) = (self.union(), *self.random.pick(members));
                format!("(unsigned int)({union}).{member}")
            }
        }
    }

    fn step(&mut self, members: &[&str]) -> String {
        let x = self.x.clone();
        let (to, from, other) = (self.union(), self.union(), self.union());
        let (member, number) = (*self.random.pick(members), self.random.below(100_000));
        match self.random.below(20) {
            0..=3 => format!("({to}).{member} = {number};"),
            4 | 5 => format!("{to} = {from};"),
            6 => format!("{{ union {x}_u copied = {from}; memcpy(&({to}), &copied, sizeof copied); }}"),
            7 => format!("memmove(&({to}), &({from}), sizeof(union {x}_u));"),
            8 => format!("{{ union {x}_u *p = &({from}), *q = &({to}); *q = *p; q->{member} = {number}; }}"),
            9 => format!("{to} = {x}_id({from});"),
            10 => format!("{x}_set(&({to}), {from});"),
            11 => format!("{to} = {x}_sum & 1 ? {from} : {other};"),
            12 => format!("{to} = (union {x}_u){{ .l = {number} }};"),
            13 => format!("{to} = {x}_of({number}); ({to}).{member} = {};", number / 3),
            14 => format!("r.u = {from}; s = {x}_rec(r, {}); rs[{x}_sum & 1] = s; {to} = rs[0].u;", number & 127),
            15 => format!("{{ struct {x}_r z = {{ .u = {from}, .t = 3, .c = 1 }}; s = z; {to} = s.u; }}"),
            16 => format!("{to} = {x}_down({from}, {});", number & 3),
            17 => {
                let (to, from) = (self.tagged(), self.tagged());
                format!("{to} = {from};")
            }
            18 => format!("{} = {x}_make({}, {});", self.tagged(), number % 3, number & 7),
            _ => {
                let (to, from) = (self.tagged(), self.tagged());
                format!("{{ struct {x}_v *p = &{from}; {to} = *p; memmove(&vs[1], &vs[0], 2 * sizeof vs[0]); }}")
            }
        }
    }
}
