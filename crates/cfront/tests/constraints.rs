//! What gnu11 forbids is refused with its place, and what it only frowns upon is not. The compiler, where there is one, is the oracle for both lists.

use cfront::{Options, translate};
use std::io::Write;
use std::process::{Command, Stdio};

/// Each is wrong in one place.
const WRONG: &[&str] = &[
    "int main(void) { goto out; return 0; }",
    "int main(void) { l: ; l: return 0; }",
    "int main(void) { const int x = 1; x = 2; return x; }",
    "int main(void) { const int x = 1; x++; return x; }",
    "int main(void) { const int x = 1; x += 2; return x; }",
    "struct s { const int a; int b; }; int main(void) { struct s x = {1, 2}, y = {3, 4}; x = y; return 0; }",
    "struct s { int a; }; int main(void) { const struct s x = {1}; x.a = 2; return 0; }",
    "int main(void) { int a = 1, b = 2; int *const p = &a; p = &b; return *p; }",
    "int main(void) { int a = 1; const int *p = &a; *p = 2; return 0; }",
    "int main(void) { const int a[2] = {1, 2}; a[0] = 3; return 0; }",
    "typedef int row[2]; int main(void) { const row a = {1, 2}; a[0] = 3; return 0; }",
    "struct s { int a[2]; }; int f(const struct s *p) { p->a[0] = 1; return 0; } int main(void) { return 0; }",
    "int main(void) { int x = 1; int x = 2; return x; }",
    "int f(int x) { int x = 2; return x; } int main(void) { return f(1); }",
    "int x = 1; int x = 2; int main(void) { return x; }",
    "int f(void) { return 1; } int f(void) { return 2; } int main(void) { return f(); }",
    "int x; double x; int main(void) { return 0; }",
    "int f(int); int f(int, int); int main(void) { return 0; }",
    "int f(int); long f(int x) { return x; } int main(void) { return 0; }",
    "int x; static int x; int main(void) { return x; }",
    "int f(void); static int f(void) { return 1; } int main(void) { return f(); }",
    "typedef int t; typedef long t; int main(void) { return 0; }",
    "typedef int t; int t; int main(void) { return 0; }",
    "int a[1 / 0]; int main(void) { return 0; }",
    "typedef int row[2]; row f(); int main(void) { return 0; }",
    "void f(int); void f(a, b) int a; int b; { } int main(void) { return 0; }",
    "int n; int a[n]; int main(void) { return 0; }",
    "int a[-1]; int main(void) { return 0; }",
    "int main(void) { int a[2 - 5]; return 0; }",
    "int a[1.5]; int main(void) { return 0; }",
    "int f(int x, int y) { return x + y; } int main(void) { return f(1); }",
    "int f(int x) { return x; } int main(void) { return f(1, 2); }",
    "int f(void) { return 1; } int main(void) { return f(2); }",
    "int f(const char *m, ...); int main(void) { return f(); }",
    "int main(void) { return y; }",
    "int main(void) { int x = 3; switch (x) { case 1: return 1; case 2 - 1: return 2; } return 0; }",
    "int main(void) { int x = 3; switch (x) { default: return 1; default: return 2; } return 0; }",
    "int main(void) { int x = 3, y = 1; switch (x) { case y: return 1; } return 0; }",
    "int main(void) { break; return 0; }",
    "int main(void) { switch (1) { case 1: continue; } return 0; }",
    "int main(void) { case 1: return 0; }",
    "int main(void) { default: return 0; }",
    "struct s { int a; int a; }; int main(void) { return 0; }",
    "struct s { struct s x; }; int main(void) { return 0; }",
    "union u { union u x; }; int main(void) { return 0; }",
    "struct s { struct s x[2]; }; int main(void) { return 0; }",
    "struct s { void x; }; int main(void) { return 0; }",
    "struct s { int f(void); }; int main(void) { return 0; }",
    "struct s { int a : 40; }; int main(void) { return 0; }",
    "struct s { double a : 4; }; int main(void) { return 0; }",
    "struct s { int a; }; struct s { int b; }; int main(void) { return 0; }",
    "int main(void) { struct s x; return 0; }",
    "struct s x; int main(void) { return 0; }",
    "struct s; int main(void) { return sizeof(struct s); }",
    "struct s; int f(struct s *p) { return p->a; } int main(void) { return 0; }",
    "int main(void) { void x; return 0; }",
    "int main(void) { int a[]; return 0; }",
    "int f(int x, int x) { return x; } int main(void) { return 0; }",
    "int main(void) { 1 = 2; return 0; }",
    "int main(void) { int x = 1; x + 1 = 2; return 0; }",
    "int main(void) { int x = 1; (long)x = 2; return 0; }",
    "int main(void) { int a[2], b[2] = {1, 2}; a = b; return 0; }",
    "int f(void) { return 1; } int main(void) { f() = 2; return 0; }",
    "int main(void) { int x = 1; (x++)++; return 0; }",
    "int main(void) { int *p = &1; return 0; }",
    "int main(void) { register int x = 1; int *p = &x; return *p; }",
    "struct s { int a : 3; }; int main(void) { struct s x = {1}; int *p = &x.a; return *p; }",
    "int main(void) { int x = 1; return x(); }",
    "int main(void) { int x = 1; return x[0]; }",
    "int main(void) { int x = 1; return *x; }",
    "int main(void) { int x = 1; return x.a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return x.b; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return x->a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; int y = x; return y; }",
    "struct s { int a; }; struct t { int a; }; int main(void) { struct s x = {1}; struct t y = x; return y.a; }",
    "struct s { int a; }; int f(struct s x) { return x.a; } int main(void) { return f(1); }",
    "struct s { int a; }; struct s f(void) { return 1; } int main(void) { return f().a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; if (x) return 1; return 0; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return (int)x; }",
    "struct s { int a; }; int main(void) { struct s x = {1}, y = {2}; return x == y; }",
    "void f(void) {} int main(void) { int x = f(); return x; }",
    "void f(void) {} int main(void) { if (f()) return 1; return 0; }",
    "int main(void) { int *p = 0, *q = 0; p = p + q; return 0; }",
    "int main(void) { int *p = 0; long *q = 0; return (int)(p - q); }",
    "int main(void) { void *p = 0; char *q = 0; return (int)(p - q); }",
    "struct s; struct s f(void); int main(void) { f(); return 0; }",
    "struct s { int a : 3; int b; }; int main(void) { return (int)__builtin_offsetof(struct s, a); }",
    "int main(void) { double d = 1; return d % 2; }",
    "int main(void) { double d = 1; return ~d; }",
    "int main(void) { int *p = 0; return -p; }",
    "int main(void) { int *p = 0; p = 1.5; return 0; }",
    "int main(void) { double d = 1.5; switch (d) { case 1: return 1; } return 0; }",
    "int x; int y = x; int main(void) { return y; }",
    "int f(void) { return 1; } int y = f(); int main(void) { return y; }",
    "int main(void) { int a[2] = 5; return a[0]; }",
    "struct s { int a; }; int main(void) { struct s x = {.b = 1}; return x.a; }",
    "enum { A, A }; int main(void) { return A; }",
    "int n; enum { A = n }; int main(void) { return A; }",
    "int int x; int main(void) { return 0; }",
    "long float x; int main(void) { return 0; }",
    "static extern int x; int main(void) { return 0; }",
    "typedef int t = 3; int main(void) { return 0; }",
    "int f(void)[2]; int main(void) { return 0; }",
    "int main(void) { return 09; }",
    "int main(void) { int x = 1; return x +; }",
    "int main(void) { if (1 return 0; }",
    "int main(void) { foo bar; return 0; }",
    "int main(void) { return 0 }",
];

/// Each is odd, and C all the same.
const RIGHT: &[&str] = &[
    "int f(int, int); int f(a, b) int a, b; { return a + b; } int g(void); int g() { return 1; } int main(void) { return f(1, 2) + g(); }",
    "struct s { int a; }; struct s *p = &(struct s){1}; int x; int main(void) { return p->a + x; }",
    "struct s { char c __attribute__((aligned(8))); } x; _Static_assert(_Alignof(x.c) == 8, \"\"); int main(void) { return 0; }",
    "int main(void) { int a[2] = {1, 2}; const int *q = a; return (int)(&a[1] - q); }",
    "struct s; struct s f(void); struct s { int a; }; int main(void) { return sizeof(f()) == 0; }",
    "struct s { int a : 3; int b; }; int main(void) { return (int)__builtin_offsetof(struct s, b); }",
    "int main(void) { out: ; return 0; goto out; }",
    "int main() { return f(1, 2); } int f(int x, int y) { return x + y; }",
    "int f(); int main(void) { return f(1, 2, 3); } int f(int x) { return x; }",
    "f(x, y) int x, y; { return x + y; } int main(void) { return f(1); }",
    "int x; int x; extern int x; int main(void) { return x; }",
    "int a[]; int a[3]; int main(void) { return a[2]; }",
    "static int f(void); int f(void) { return 1; } int main(void) { return f(); }",
    "struct s *p; struct s { int a; }; int main(void) { return p == 0; }",
    "struct s x; struct s { int a; }; int main(void) { return x.a; }",
    "struct s { struct s *next; int n; }; int main(void) { struct s x = {0, 1}; return x.n; }",
    "struct s { int n; int data[]; }; int main(void) { return sizeof(struct s); }",
    "struct s { int n; int data[0]; }; int main(void) { return sizeof(struct s); }",
    "struct s { union { int a; long b; }; int c; }; int main(void) { struct s x; x.a = 1; x.c = 2; return x.a + x.c; }",
    "int main(void) { int x = 1; { int x = 2; return x; } }",
    "int main(void) { for (int i = 0; i < 1; i++) { int i = 2; return i; } return 0; }",
    "int f(int n, int a[n]) { return a[0]; } int main(void) { int a[1] = {0}; return f(1, a); }",
    "int main(void) { int n = 3; int a[n]; a[0] = 1; return a[0]; }",
    "typedef int t; typedef int t; int main(void) { t t = 1; return t; }",
    "int main(void) { const int x = 1; int y = x; y = 2; return y; }",
    "int main(void) { const char *p = \"a\"; p = \"b\"; return *p; }",
    "const int n = 3; int m = n; int main(void) { return m; }",
    "int main(void) { int x = 1; int *p = x ? &x : 0; return *p; }",
    "void f(void) {} int main(void) { int x = 1; x ? f() : (void)0; return 0; }",
    "int f(void) { return 1; } int main(void) { int (*p)(void) = f; return p() + (*p)() + (**p)() + (&f == f); }",
    "int main(void) { int a[2] = {1, 2}; return 1[a] + *(a + 1); }",
    "int main(void) { unsigned x = 3; switch (x) { case 0 ... 2: return 1; case 3: return 0; } return 2; }",
    "int main(void) { int x = ({ int y = 1; y + 1; }); return x; }",
    "int main(void) { int *p = (int[]){1, 2}; return p[1]; }",
    "enum e { A, B = A + 2, C }; enum e x; unsigned int x; int main(void) { return C; }",
    "int main(void) { void *p = 0; p++; return sizeof(void); }",
    "int f(int x) { if (x) return 1; } int main(void) { f(0); return 0; }",
    "void f(int x) { return; } void g(void) { return f(1); } int main(void) { g(); return 0; }",
    "int main(void) { int *p = 5; long q = p; return 0; }",
    "int main(void) { char *p = \"abc\"; unsigned char *q = p; return 0; }",
    "extern void end; int main(void) { return 0; }",
    "extern inline int f(void) { return 1; } int main(void) { return 0; }",
    "int main(void) { struct { int a : 3; unsigned : 0; int b : 2; } x = {1, 1}; return x.a + x.b; }",
    "int main(void) { __label__ l; goto l; l: return 0; }",
    "int main(int argc, char *argv[]) { return argc - argc; }",
    "int main(void) { int x = 5; typeof(x) y = x; return y - _Generic(x, int: 5, default: 1); }",
    "int a[2] = {[1] = 3}; struct { int x, y; } s = {.y = 1}; int main(void) { return a[0] + s.x; }",
    "int main(void) { long double x = 1; _Bool b = x; return !b; }",
    "int x = (int)sizeof(int[3]); int *p = &x; int *q = &(&x)[0]; int main(void) { return 0; }",
    "typedef const int ci; extern ci x; extern const int x; int main(void){return 0;}",
    "struct q{int x; struct {int a,b;} in[2]; int y;}; struct q z={1,{{2,3},{4,5}},6}; struct q w={1,2,3,4,5,6}; int main(void){return z.x;}",
    "struct q{int x; int in[2]; char s[4]; int y;}; struct q z={1,2,3,\"abc\",6}; struct q w={1,{2,3},\"ab\",6}; int main(void){return z.x;}",
    "char *names[]={\"a\",\"b\"}; char two[2][3]={\"ab\",\"cd\"}; char three[][3]={{\"ab\"},{'c','d'}}; int main(void){return 0;}",
    "union u{int a; char *s;}; union u x={1}; union u y={.s=\"a\"}; union u z[2]={{1},{.s=\"b\"}}; int main(void){return 0;}",
    "struct s{int a; union{int b; char *c;}; int d;}; struct s x={1,{2},3}; struct s y={.b=1,.d=2}; int main(void){return 0;}",
    "struct p{int x,y;}; struct p g={1,2}; int main(void){ struct p a[2]={g,{3,4}}; struct p b[2]={[1]=g}; struct {struct p q; int n;} c={g,1}; return a[0].x+b[0].x+c.n;}",
    "enum{N=3}; static int a[N]={[N-1]=1}; static int b[N*2]={[N ... N+2]=4}; int main(void){return a[0]+b[0];}",
    "struct l{struct l*n; int v;}; static struct l a={0,1}, b={&a,2}; static struct l *h=&b; static int **z=(int**)&h; int main(void){return 0;}",
    "int main(void){ static const char *const t[]={[0]=\"a\",[3]=\"d\"}; static int n=sizeof(t)/sizeof(*t); return n;}",
    "int main(void){ int n=3; int a[n]; int (*p)[n]=&a; for(int i=0;i<n;i++) a[i]=0; do { if(n) continue; break; } while(0); return sizeof(a)+(*p)[0];}",
    "void f(int n){ again: ; { int a[n]; a[0]=1; if(a[0]) goto again; goto done; } done: ; } int main(void){return 0;}",
    "extern _Thread_local int e; static __thread int t=3; extern __thread int u; int main(void){return t;}",
    "_Alignas(16) static char b[3]; static _Alignas(8) int c; _Alignas(double) char d[8]; extern _Alignas(16) int z[4]; int main(void){ _Alignas(32) int y=1; return y;}",
    "int main(void){ unsigned char c=1; short s=1; return _Generic(c+s,int:0)+_Generic(c,unsigned char:0)+_Generic(+c,int:0)+_Generic(c<<1,int:0)+_Generic(1?1:2L,long:0)+_Generic(sizeof(int),unsigned long:0)+_Generic('a',int:0)+_Generic(!c,int:0)+_Generic(1u+1,unsigned:0)+_Generic(c==s,int:0);}",
    "int f(double x){return 0;} int main(void){ double d=1; float g=2; return _Generic(d*g,double:0)+_Generic(g*g,float:0)+_Generic(g*1,float:0)+_Generic(1.0L*d,long double:0)+_Generic(f,int(*)(double):0);}",
    "struct b{unsigned a:1,:3,b:4; unsigned :0; char c;}; _Static_assert(sizeof(struct b)==8,\"\"); union v{char c[5]; int i;}; _Static_assert(sizeof(union v)==8,\"\"); int main(void){return 0;}",
    "typedef int al __attribute__((aligned(16))); struct z{char c; al a;}; _Static_assert(sizeof(struct z)==32,\"\"); int main(void){return 0;}",
    "int x; int y[sizeof(x)==4?1:-1]; typedef char chk[1-2*!(sizeof(int)==4)]; int main(void){return 0;}",
    "int f(void){ return 0; } int (*fp)(void)=&f; int (*fa[2])(void)={f,*f}; void *v=(void*)f; unsigned long u=(unsigned long)f; int main(void){return 0;}",
    "int main(void){ return !__builtin_types_compatible_p(int[],int[3]) + __builtin_types_compatible_p(void,struct q); }",
    "int main(void) { int x = 0; do { if (x) continue; switch (x) { case 0: break; } break; } while (1); return 0; }",
];

/// Declarations that are wrong in one place, each with something like it that is C.
const PAIRS: &[(&str, &str)] = &[
    // About the last member.
    ("struct s { int a[]; int b; };", "struct s { int b; int a[]; };"),
    ("struct s { int a[]; };", "struct s { struct { int n; }; int a[]; };"),
    ("union u { int n; int a[]; };", "union u { int n; int a[0]; };"),
    ("struct s { int n; int a[], b; };", "struct s { int n; int a[]; struct t { int b; }; };"),
    // About two members of one name.
    ("struct { int a; struct { int a; }; } x;", "struct { int a; struct t { int a; }; } x;"),
    ("struct { int a; union { int b; int a; }; } x;", "struct { int a; union { int b; int a; } u; } x;"),
    ("struct s { int a : 3, a : 2; };", "struct s { int a : 3, : 2, : 2; };"),
    ("struct s { union { int a; struct { int b; }; }; int b; };", "struct s { union { int a; struct { int b; }; }; int c; };"),
    // About widths and enumerators.
    ("struct s { int a : x; };", "enum { x = 3 }; struct s { int a : x; };"),
    ("struct s { int a : 3.0; };", "struct s { int a : (int)3.0; };"),
    ("struct s { int a : sizeof(int) * 9; };", "struct s { int a : sizeof(int) * 8; };"),
    ("enum { A = 1.5 };", "enum { A = 1.5 > 1.0 };"),
    ("enum { A = \"a\" };", "enum { A = sizeof(\"a\") };"),
    ("int x; enum { A = (long)&x };", "int x; enum { A = sizeof(&x) };"),
    ("enum { A = (1, 2) };", "enum { A = 1 ? 2 : 3 };"),
    ("const int n = 1; enum { A = n };", "enum { n = 1 }; enum { A = n };"),
    ("enum { A = f() };", "enum { A = strlen(\"abc\") };"),
    ("enum { A = 0x7fffffffffffffff, B };", "enum { A = 0x7fffffffffffffff, B = 1 };"),
    ("enum e { A }; enum e { B };", "enum e { A }; int f(void) { enum e { B }; return B; }"),
    ("enum e; enum e x;", "enum e x; enum e { A };"),
    ("int f(void) { enum e x; return 0; }", "int f(void) { enum e *x; return 0; }"),
    ("enum e; int x = sizeof(enum e);", "enum e; int x = sizeof(enum e *);"),
    ("struct s { enum e x; };", "struct s { enum e *x; };"),
    ("enum e; int f(enum e x) { return 0; }", "enum e; int f(enum e x);"),
    // About static assertions.
    ("_Static_assert(0, \"x\");", "_Static_assert(1, \"x\");"),
    ("_Static_assert(sizeof(int) == 8, \"x\");", "_Static_assert(sizeof(int) == 4);"),
    ("int f(void) { _Static_assert(1.5, \"x\"); return 0; }", "int f(void) { _Static_assert(1.5 > 1, \"x\"); return 0; }"),
    (
        "int f(void) { int n = 1; _Static_assert(n, \"x\"); return n; }",
        "int f(void) { int n = 1; _Static_assert(sizeof n, \"x\"); return n; }",
    ),
    ("struct s { int a; _Static_assert(sizeof(int) == 5, \"\"); };", "struct s { int a; _Static_assert(sizeof(int) == 4, \"\"); };"),
    ("_Static_assert(sizeof(int) - 5 < 0, \"\");", "_Static_assert(sizeof(int) - 5 > 0, \"\");"),
    ("_Static_assert(-1 < 0u, \"\");", "_Static_assert(-1 < 0, \"\");"),
    ("_Static_assert((unsigned char)300 == 300, \"\");", "_Static_assert((unsigned char)300 == 44, \"\");"),
    (
        "struct s { char a; int b; char c; }; _Static_assert(sizeof(struct s) == 6, \"\");",
        "struct s { char a; int b; char c; }; _Static_assert(sizeof(struct s) == 12, \"\");",
    ),
    (
        "struct __attribute__((aligned(8))) s { char a; }; _Static_assert(0, \"\");",
        "struct __attribute__((packed)) s { char a; int b; }; _Static_assert(sizeof(struct s) == 5, \"\");",
    ),
    (
        "struct s { char a; int b; }; _Static_assert(__builtin_offsetof(struct s, b) == 1, \"\");",
        "struct s { char a; int b; }; _Static_assert(__builtin_offsetof(struct s, b) == 4, \"\");",
    ),
    ("_Static_assert(\"a\", \"\");", "_Static_assert(sizeof \"a\" == 2, \"\");"),
    // About generic selections.
    ("int x = _Generic(1, default: 1, default: 2);", "int x = _Generic(1, default: 1, long: 2);"),
    ("int x = _Generic(1, int[]: 1, default: 2);", "int x = _Generic(1, int[3]: 1, default: 2);"),
    ("int x = _Generic(1, void: 1, default: 2);", "int x = _Generic(1, void *: 1, default: 2);"),
    ("int x = _Generic(1, struct q: 1, default: 2);", "int x = _Generic(1, struct q *: 1, default: 2);"),
    ("int x = _Generic(1, int(void): 1, default: 2);", "int x = _Generic(1, int (*)(void): 1, default: 2);"),
    ("int f(int n) { return _Generic(1, int[n]: 1, default: 2); }", "int f(int n) { return _Generic(n, int: 1, default: 2); }"),
    ("int x = _Generic(1, int: 1, signed: 2);", "int x = _Generic(1, int: 1, const int: 2, volatile int: 3);"),
    ("int x = _Generic(1, long: 1, char: 2);", "int x = _Generic(1L, long: 1, char: 2);"),
    ("int x = _Generic('a', char: 1);", "int x = _Generic('a' + 'b', int: 1);"),
    ("int x = _Generic(1.0f, double: 1);", "int x = _Generic(1.0f * 2.0, double: 1);"),
    (
        "int f(const int x) { return _Generic(x, const int: 0); }",
        "int f(const int x) { return _Generic(x, int: 0) + _Generic(&x, const int *: 0, int *: 1); }",
    ),
    ("int x = _Generic(1, int: 1, default: y);", "int y; int f(void) { return _Generic(1, int: 1, default: y); }"),
    // About storage classes.
    ("auto int x;", "int f(void) { auto int x = 1; return x; }"),
    ("auto struct s { int a; };", "static struct s { int a; };"),
    ("int f(static int x) { return x; }", "int f(register int x) { return x; }"),
    ("int f(extern int x) { return x; }", "int f(inline int x) { return x; }"),
    ("int f(typedef int x);", "typedef int f(int x);"),
    ("int f(void) { static int g(void); return 0; }", "int f(void) { extern int g(void); return 0; }"),
    ("register int f(void);", "static int f(void);"),
    ("int f(void) { for (extern int i;;) ; }", "int f(void) { for (register int i = 0; i < 1; i++) ; return 0; }"),
    (
        "int f(void) { for (struct s { int a; } i = {0}; i.a < 1; i.a++) ; return 0; }",
        "int f(void) { for (struct { int a; } i = {0}; i.a < 1; i.a++) ; return 0; }",
    ),
    ("int f(void) { for (int g(void);;) ; }", "int f(void) { for (int (*g)(void) = 0; g;) ; return 0; }"),
    ("_Noreturn struct s { int a; };", "_Noreturn void f(void);"),
    ("inline struct s { int a; };", "inline int f(void);"),
    (
        "_Thread_local int x; int f(void) { _Thread_local int y; return 0; }",
        "_Thread_local int x; int f(void) { static _Thread_local int y; return y; }",
    ),
    ("_Thread_local int f(void);", "extern _Thread_local int x;"),
    ("typedef _Thread_local int T;", "static _Thread_local int T;"),
    ("_Thread_local int x; extern int x;", "_Thread_local int x; extern _Thread_local int x;"),
    ("__thread static int x;", "static __thread int x;"),
    ("int f(_Thread_local int x);", "int f(int x);"),
    // About qualifiers.
    ("int restrict x;", "int *restrict x;"),
    ("void (*restrict p)(void);", "typedef int *P; restrict P p;"),
    ("int f(const void) { return 0; }", "int f(const void *p) { return 0; }"),
    ("int f(register void) { return 0; }", "int f(void) { return 0; }"),
    ("const int x; int x;", "const int x; extern const int x;"),
    ("int f(void) { int a[static 3]; return 0; }", "int f(int a[static 3]) { return a[0]; }"),
    ("int f(int (*p)[static 3]);", "int f(int (p)[static 3]);"),
    ("int f(int a[3][static 4]);", "int f(int a[static 3][4]);"),
    ("struct s { int a[const 3]; };", "struct s { const int a[3]; };"),
    ("int f(int a[*]) { return a[0]; }", "int f(int a[*]);"),
    // About alignment.
    ("_Alignas(3) int x;", "static _Alignas(16) char x[4];"),
    ("_Alignas(-8) int x;", "_Alignas(0) int x;"),
    ("_Alignas(1.5) int x;", "_Alignas(double) int x;"),
    ("int n; _Alignas(n) int x;", "int n; _Alignas(sizeof n) int x;"),
    ("int x __attribute__((aligned(3)));", "int x __attribute__((aligned(1)));"),
    ("struct s { int x __attribute__((aligned(3))); };", "struct s { int x __attribute__((aligned(8))); };"),
    ("struct s { _Alignas(3) int x; };", "struct s { _Alignas(8) int x; };"),
    ("struct s { _Alignas(8) int x : 3; };", "struct s { _Alignas(8) int x; int y : 3; };"),
    ("int f(void) { _Alignas(1) int x = 1; return x; }", "int f(void) { _Alignas(1) _Alignas(8) int x = 1; return x; }"),
    ("int f(void) { _Alignas(8) register int x = 1; return x; }", "int f(void) { _Alignas(8) auto int x = 1; return x; }"),
    ("int f(_Alignas(8) int x) { return 0; }", "int f(void) { return (_Alignas(8) int){1}; }"),
    ("typedef _Alignas(8) int T;", "typedef int T __attribute__((aligned(8)));"),
    ("_Alignas(8) int f(void) { return 0; }", "_Alignas(8) int f[2];"),
    // About assembly.
    ("int f(void) { asm(1); return 0; }", "int f(void) { asm(\"\" \"nop\"); return 0; }"),
    ("asm(1);", "asm(\"\");"),
    (
        "int f(void) { asm(\"nop\" : \"=r\"(1)); return 0; }",
        "int f(void) { int x, a[2]; asm(\"nop\" : \"=r\"(x), \"=m\"(a) : \"r\"(1)); return x; }",
    ),
    ("int f(void) { int x; asm(\"nop\" : \"r\"(x)); return 0; }", "int f(void) { int x; asm(\"nop\" : \"+r\"(x)); return 0; }"),
    ("int f(const int x) { asm(\"nop\" : \"=r\"(x)); return 0; }", "int f(const int x) { asm(\"nop\" : : \"r\"(x)); return 0; }"),
    ("int f(void) { asm(\"nop\" : : \"r\"(y)); return 0; }", "int f(int y) { asm(\"nop\" : : \"r\"(y) : \"memory\"); return 0; }"),
    ("int f(void) { asm(\"nop\" : : : 1); return 0; }", "int f(void) { asm(\"nop\" : : : \"memory\"); return 0; }"),
    // About variable sizes and jumps.
    ("int f(int n) { goto l; int a[n]; l: return 0; }", "int f(int n) { goto l; { int a[n]; a[0] = 1; } l: return 0; }"),
    ("int f(int n) { goto l; int (*p)[n]; l: return 0; }", "int f(int n) { int (*p)[n]; goto l; l: return 0; }"),
    ("int f(int n) { goto l; typedef int T[n]; l: return 0; }", "int f(int n) { goto l; typedef int T[3]; l: return 0; }"),
    ("int f(int n) { { int a[n]; m:; goto l; } l: goto m; }", "int f(int n) { m:; { int a[n]; goto l; } l: goto m; }"),
    (
        "int f(int n) { switch (n) { case 0:; int a[n]; case 1: return 0; } return 0; }",
        "int f(int n) { switch (n) { case 0: { int a[n]; } case 1: return 0; } return 0; }",
    ),
    (
        "int f(int n) { switch (n) { case 0:; int a[n]; default: return 0; } return 0; }",
        "int f(int n) { switch (n) { case 0:; int a[3]; default: return 0; } return 0; }",
    ),
    ("int f(void) { goto l; ({ l:; }); return 0; }", "int f(void) { ({ goto l; }); l: return 0; }"),
    ("int f(int n) { switch (n) { case 0: ({ case 1:; }); } return 0; }", "int f(int n) { ({ switch (n) { case 1:; } }); return 0; }"),
    ("int f(int n) { static int a[n]; return 0; }", "int f(int n) { static int (*a)[3]; int b[n]; return 0; }"),
    ("int f(int n) { extern int a[n]; return 0; }", "int f(int n) { extern int a[]; return 0; }"),
    ("int f(int n) { int a[n] = {1}; return 0; }", "int f(int n) { int a[3] = {n}; return a[0]; }"),
    ("int f(void) { switch (1) case 1: case 2: int x; return 0; }", "int f(void) { switch (1) { case 1: case 2:; int x; } return 0; }"),
    ("int f(void) { if (1) l: int x; return 0; }", "int f(void) { if (1) { l: m: ; int x; } return 0; }"),
    ("int f(void) { void *p = &&gone; return 0; }", "int f(void) { void *p = &&l; l: return p == 0; }"),
    ("void *p = &&l; int f(void) { l: return 0; }", "int f(void) { l: return 0; }"),
    // About initialisers.
    ("int a[2] = {[5] = 1};", "int a[] = {[5] = 1};"),
    ("int a[2] = {[0 ... 2] = 1};", "int a[3] = {[0 ... 2] = 1};"),
    ("int a[2][2] = {{[2] = 1}};", "int a[2][2] = {{[1] = 1}, {3, 4, 5}};"),
    ("int a[2][2] = {[1][2] = 1};", "int a[2][2] = {[1][1] = 1};"),
    ("struct { int a[2]; } s = {.a = {[2] = 1}};", "struct { int a[2]; } s = {.a = {[1] = 1}};"),
    ("int a[3] = {[2 ... 1] = 1};", "int a[3] = {[1 ... 1] = 1};"),
    ("int f(int n) { int a[3] = {[n] = 1}; return 0; }", "int f(int n) { int a[3] = {[1] = n}; return a[0]; }"),
    ("int x = {};", "int x = {{1}};"),
    (
        "struct f { int n; int d[]; }; int f(void) { struct f x = {1, {2}}; return x.n; }",
        "struct f { int n; int d[]; }; int f(void) { static struct f x = {1, {2}}; struct f y = {1}; return x.n + y.n; }",
    ),
    ("char s[] = L\"abc\";", "int s[] = L\"abc\";"),
    ("int s[] = \"abc\";", "unsigned char s[] = \"abc\";"),
    ("unsigned int s[] = L\"abc\";", "unsigned int s[] = U\"abc\";"),
    ("short s[] = u\"abc\";", "unsigned short s[] = u\"abc\";"),
    ("struct { char s[4]; } x = {L\"abc\"};", "struct { char *s; char t[4]; } x = {\"abc\", \"def\"};"),
    ("char s[2][4] = {\"abc\", L\"abc\"};", "char s[2][4] = {\"abc\", {\"abc\"}};"),
    ("char s[2] = {\"ab\", \"cd\"};", "char *s[2] = {\"ab\", \"cd\"};"),
    ("int x = f();", "int x = sizeof(f());"),
    ("int *p = &*(int *)main();", "int *p = &*(int *)main;"),
    ("int x = (1, 2, main());", "int x = 1 ? 2 : main();"),
    ("int a[2]; int *p = a + a[0];", "int a[2]; int *p = a + sizeof(a[0]);"),
    ("int x; int y = x + 1;", "int x; int y = x - x;"),
    ("int x; int y = !x;", "int x; int y = !&x;"),
    ("int x; int y = x > 3;", "int x; int y = x == x;"),
    ("int x; int y = (int)&x;", "int x; long y = (long)&x + 1;"),
    ("int x; long y = -(long)&x;", "int x; _Bool y = &x;"),
    ("int a[2], i; int *p = &a[i];", "int a[2][2]; int *p = &a[1][1], *q = a[1];"),
    ("struct { int a; } *s; int *p = &s->a;", "struct { int a; } s; int *p = &(&s)->a;"),
    ("struct t { int a; }; struct t s; struct t u = s;", "struct t { int a; }; const struct t s = {1}; struct t u = s;"),
    ("extern const int n; int m = n;", "const int n = 3; int m = n;"),
    ("int f(void) { int x; static int *p = &x; return 0; }", "int f(void) { static int x; static int *p = &x; return 0; }"),
    ("int f(void) { static int *p = (int[]){1, 2}; return 0; }", "int *p = (int[]){1, 2};"),
    ("int x = ({ 3; });", "int f(void) { static int x = ({ 3; }); return x; }"),
    ("int x; struct { int a; int *p; } s = {x, &x};", "int x; struct { int a; int *p; } s = {1, &x};"),
    // About functions.
    ("int f(); int f(char);", "int f(); int f(int, char *);"),
    ("int f(float); int f();", "int f(double); int f();"),
    ("int f(); int f(int, ...);", "int f(); int f(int);"),
    ("int f(int); int f() { return 0; }", "int f(void); int f() { return 0; }"),
    ("int x; int f(void) { extern double x; return 0; }", "int x; int f(void) { extern int x; return x; }"),
    ("typedef int F(void); F f { return 0; }", "typedef int F(void); F f; int f(void) { return 0; }"),
    ("int (*f)(void) { return 0; }", "int (f)(void) { return 0; } int (*g(void))(int) { return 0; }"),
    ("typedef int f(void) { return 0; }", "static int f(void) { return 0; }"),
    ("int f(a) int a; int a; { return a; }", "int f(a, b) int a; int b; { return a; }"),
    ("int f(a) static int a; { return a; }", "int f(a) register int a; { return a; }"),
    ("int f(a) int a = 1; { return a; }", "int f(a) int a; { a = 1; return a; }"),
    ("int f(a) void a; { return 0; }", "int f(a) void *a; { return 0; }"),
    // About scopes: of statements and of lists of parameters.
    ("int f(void) { if (sizeof(enum { A })) ; return A; }", "int f(void) { if (sizeof(enum { A })) return A; else return A + 1; }"),
    (
        "int f(void) { while (0) (void)sizeof(struct s { int a; }); struct s x; return 0; }",
        "int f(void) { while (sizeof(struct s { int a; })) { struct s x; break; } return 0; }",
    ),
    (
        "int f(void) { switch (0) case 0: (void)sizeof(enum { A }); return A; }",
        "int f(void) { switch (sizeof(enum { A })) case A: return A; return 0; }",
    ),
    (
        "int f(void) { do (void)sizeof(enum { A }); while (A); return 0; }",
        "int A; int f(void) { do (void)sizeof(enum { A }); while (A = 0); return 0; }",
    ),
    (
        "int f(void) { for (;; sizeof(enum { A })) { A; } return A; }",
        "int f(void) { for (; sizeof(enum { A }) && 0;) { return A; } return 0; }",
    ),
    (
        "int f(void) { for (int i = sizeof(enum { A }); i < 5; i++) ; return 0; }",
        "int f(void) { int i; for (i = sizeof(enum { A }); i < 5 + A; i++) ; return 0; }",
    ),
    ("int f(void) { for (struct q *p = 0; p;) ; return 0; }", "struct q; int f(void) { for (struct q *p = 0; p;) ; return 0; }"),
    ("int f(struct s { int a; } *p); struct s x;", "int f(struct s { int a; } *p); struct s { char c; } x;"),
    (
        "int f(struct s { int a; } x) { struct s { int b; } y; return 0; }",
        "int f(struct s { int a; } x) { struct s y = x; return x.a ? f(y) : 0; }",
    ),
    ("int f(a) enum { A } a; { int A; return 0; }", "int f(a) enum { A } a; { { int A = 1; return A + a; } }"),
    (
        "int (*f(struct s { int a; } *p))(struct t { int b; } *q) { struct t x; return 0; }",
        "int (*f(struct s { int a; } *p))(struct t { int b; } *q) { struct s x; return 0; }",
    ),
    (
        "int f(struct s *p); struct s { int a; }; int f(struct s *p) { return p->a; }",
        "struct s; int f(struct s *p); struct s { int a; }; int f(struct s *p) { return p->a; }",
    ),
    (
        "struct s { int a; }; int f(void) { struct s; struct s x; return 0; }",
        "struct s { int a; }; int f(void) { const struct s; struct s x; return 0; }",
    ),
    ("enum e { A }; int f(void) { enum e; enum e x; return 0; }", "enum e { A }; int f(void) { enum e; enum e { B } x = A; return x; }"),
    (
        "union s { int a; }; int f(void) { struct s *p = 0; return 0; }",
        "union s { int a; }; int f(void) { struct s; struct s *p = 0; return p == 0; }",
    ),
    // About parameters that hide the name of a type.
    ("typedef char T; int f(int T) { T x; return 0; }", "typedef char T; int f(int T) { return (T) * 2; }"),
    ("typedef char T; int f(T T) { T *p; return 0; }", "typedef char T; int f(const T *const T) { int n = sizeof(T); return (T)[0] + n; }"),
    ("typedef char T; int f(int (*T)(T x)) { return T(T); T y; }", "typedef char T; int f(int (*T)(T x)) { return (T)(1); }"),
    (
        "typedef int T; int f(unsigned T[2], struct T { int T; } *p) { T y; return 0; }",
        "typedef int T; int f(unsigned T[2], struct T { int T; } *p) { return (T)[1] + p->T; }",
    ),
    ("typedef int T; int f(T x) { T: return (T)x + T; }", "typedef int T; int f(T x, T y) { T: return (T)x + (T)y; }"),
    ("typedef int T; int (*f(int T))(int) { T x; return 0; }", "typedef int T; int (*f(int T))(int) { return (void *)(long)((T) - 1); }"),
    // About characters by their number.
    ("int x = '\\u12';", "int x = '\\u00e9';"),
    ("int x = u'\\uD800';", "int x = u'\\uE000';"),
    ("int x = L'\\U0000';", "int x = L'\\U0001F600';"),
    ("char *x = \"\\u0061\";", "char *x = \"\\u0024 \\u0040 \\\\u12\";"),
    ("char *x = \"\\u009f\";", "char *x = \"\\u00a0\";"),
    ("int \\u0041b = 1;", "int \\u00c1b = 1;"),
    ("void *p = u\"a\" L\"b\";", "void *p = u\"a\" \"b\" u\"c\";"),
    // About what is atomic.
    ("_Atomic(int[2]) x;", "_Atomic(int) x[2];"),
    ("_Atomic(int(void)) *x;", "_Atomic(int (*)(void)) x;"),
    ("_Atomic(const int) x;", "const _Atomic(int) x = 1;"),
    ("_Atomic(_Atomic(int)) x;", "_Atomic(_Atomic(int) *) x;"),
    ("typedef int A[2]; _Atomic A x;", "typedef const int A; _Atomic A x = 1;"),
    // About numbers that are too large.
    ("enum { A = 2147483647, B };", "enum { A = 2147483646, B };"),
    ("enum { A = 0xfffffffeu, B, C };", "enum { A = 0xfffffffeL, B, C, D };"),
    ("enum { A = 0x7fffffffL, B };", "enum { A = -2147483649L, B, C };"),
    ("int x[2305843009213693952];", "int x[2305843009213693951];"),
    ("int f(char (*x)[9223372036854775808u]);", "int f(char (*x)[9223372036854775807u]);"),
    ("int x[2147483647][2147483647][2147483647];", "int x[2147483647][1073741823];"),
    // About distances.
    ("int a, b; long c = &a - &b;", "int a; long c = &a - &a;"),
    ("int a[4], b; long c = a - &b;", "int a[4]; long c = &a[3] - a;"),
    // About registers and functions inside of functions.
    ("register int x;", "register int x asm(\"ebx\"); int y;"),
    ("register int x asm(\"ebx\"), y;", "int f(void) { register int x asm(\"ebx\") = 1, y = 2; return x + y; }"),
    ("int f(void) { auto int g(void); return 0; }", "int f(void) { auto int g(void); int g(void) { return 1; } return g(); }"),
    ("int f(void) { { auto g(void); } return 0; }", "int f(void) { { extern g(void); } return 0; }"),
    // About what has no address or no type.
    ("int f(void) { __auto_type *p = 0; return 0; }", "int f(void) { __auto_type p = (int *)0; return p == 0; }"),
    ("int f(void) { __auto_type x = 1, y = 2; return 0; }", "int f(void) { const __auto_type x = (1, 2); return x; }"),
    ("int f(void) { __auto_type x; return 0; }", "int f(void) { for (__auto_type x = 0; x < 2; x++) ; return 0; }"),
    (
        "struct { int a : 1; } s; int f(void) { typeof(s.a) z; return 0; }",
        "struct { int a : 1; } s; int f(void) { typeof(s.a + 0) z; return 0; }",
    ),
    ("struct { int a : 1; } s; int x = _Alignof(s.a);", "struct { int a : 1; } s; int x = _Alignof(s);"),
    ("int x = _Alignof(struct q);", "int x = _Alignof(void);"),
    ("int f(void) { register int a[2] = {1}; return *a; }", "int f(void) { register int a[2] = {1}; return a[0] + sizeof(a); }"),
    ("int f(int i) { register int a[2] = {1}; return a[i]; }", "int f(int i) { int a[2] = {1}; return a[i]; }"),
    ("int f(void) { register int a[2]; int *p = a; return 0; }", "int f(register int *a) { int *p = a; return *a; }"),
    (
        "int f(void) { register struct { int a[2]; } s; return &s.a[0] == 0; }",
        "int f(void) { register struct { int a[2]; } s = {{1}}; return s.a[0]; }",
    ),
];

/// Whether the compiler takes it for C; none if there is none.
fn compiles(text: &str) -> Option<bool> {
    let mut child = Command::new("cc")
        .args(["-fsyntax-only", "-w", "-std=gnu11", "-xc", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    Some(child.wait().ok()?.success())
}

#[test]
fn what_the_language_forbids_is_refused() {
    for text in WRONG {
        if let Some(accepted) = compiles(text) {
            assert!(!accepted, "the compiler accepts: {text}");
        }
        let diagnostic = translate(text, "wrong.c", &Options::default()).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(diagnostic.span.as_ref().is_some_and(|s| s.line == 1), "{text}: {diagnostic}");
    }
}

#[test]
fn what_is_only_odd_is_not_refused() {
    for text in RIGHT {
        if let Some(accepted) = compiles(text) {
            assert!(accepted, "the compiler refuses: {text}");
        }
        if let Err(diagnostic) = translate(text, "right.c", &Options::default()) {
            panic!("{text}: {diagnostic}");
        }
    }
}

#[test]
fn what_is_forbidden_is_told_from_what_is_like_it() {
    for (wrong, right) in PAIRS {
        let whole = |text: &str| {
            let before = if text.contains("main") { "int main(void);" } else { "" };
            format!("{before}\n{text}\nint main(void) {{ return 0; }}")
        };
        let (wrong, right) = (whole(wrong), whole(right));
        if let Some(accepted) = compiles(&wrong) {
            assert!(!accepted, "the compiler accepts: {wrong}");
        }
        let diagnostic = translate(&wrong, "wrong.c", &Options::default()).err().unwrap_or_else(|| panic!("accepted: {wrong}"));
        assert!(diagnostic.span.as_ref().is_some_and(|s| s.line == 2), "{wrong}: {diagnostic}");
        if let Some(accepted) = compiles(&right) {
            assert!(accepted, "the compiler refuses: {right}");
        }
        if let Err(diagnostic) = translate(&right, "right.c", &Options::default()) {
            panic!("{right}: {diagnostic}");
        }
    }
}

#[test]
fn what_the_parser_does_not_know_is_not_refused() {
    for text in
        ["int main(void) { _Decimal64 x = 1; return 0; }", "struct s { int a; }; int main(void) { struct s x = { a: 1 }; return x.a; }"]
    {
        if let Some(accepted) = compiles(text) {
            assert!(accepted, "the compiler refuses: {text}");
        }
        if let Err(diagnostic) = translate(text, "odd.c", &Options::default()) {
            panic!("{text}: {diagnostic}");
        }
    }
}
