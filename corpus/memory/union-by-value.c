// verdict: safe
// twin: union-by-value-bad.c
// source: own
// about: a tagged union is passed by value and read by its tag

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct value {
    int kind;
    union {
        int number;
        const char *text;
    } u;
};

static int size(struct value v) {
    return v.kind == 0 ? v.u.number : v.u.text[0];
}

static struct value make(int n) {
    struct value v;
    if (n > 0) {
        v.kind = 0;
        v.u.number = n;
    } else {
        v.kind = 1;
        v.u.text = "abc";
    }
    return v;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct value v = make(n);
    int s = size(v);
    if (n > 0 && s != n)
        reach_error();
    if (n <= 0 && s != 'a')
        reach_error();
    return 0;
}
