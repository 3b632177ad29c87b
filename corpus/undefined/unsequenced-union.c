// verdict: safe
// twin: unsequenced-union-bad.c
// source: own
// about: members of a union at different places are changed in one expression

union both {
    struct { int a, b; } s;
    struct { int c, d; } t;
};

int main(void) {
    union both x = {{0, 0}};
    int r = x.s.a++ + x.t.d++;
    return r;
}
