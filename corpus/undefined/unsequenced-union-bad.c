// verdict: unsafe(undefined)
// line: 14
// twin: unsequenced-union.c
// source: own
// about: two members of a union at one place are changed in one expression

union both {
    struct { int a, b; } s;
    struct { int c, d; } t;
};

int main(void) {
    union both x = {{0, 0}};
    int r = x.s.a++ + x.t.c++;
    return r;
}
