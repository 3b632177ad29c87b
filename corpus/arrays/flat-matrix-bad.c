// verdict: unsafe(bounds)
// line: 13
// twin: flat-matrix.c
// source: own
// about: a row is one element too long

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[12] = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            m[i * 5 + j] = __VERIFIER_nondet_int();
    }
    return m[11] == 2;
}
