// verdict: safe
// twin: flat-matrix-bad.c
// source: own
// about: a matrix in one dimension

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[12] = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            m[i * 4 + j] = __VERIFIER_nondet_int();
    }
    return m[11] == 2;
}
