// verdict: safe
// slow: yes
// twin: nested-ten-bad.c
// source: own
// about: ten nested loops: each counter stays below its symbolic bound

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n1 = __VERIFIER_nondet_int();
    int n2 = __VERIFIER_nondet_int();
    int n3 = __VERIFIER_nondet_int();
    int n4 = __VERIFIER_nondet_int();
    int n5 = __VERIFIER_nondet_int();
    int n6 = __VERIFIER_nondet_int();
    int n7 = __VERIFIER_nondet_int();
    int n8 = __VERIFIER_nondet_int();
    int n9 = __VERIFIER_nondet_int();
    int n10 = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= n1 && n1 <= 1000);
    __VERIFIER_assume(1 <= n2 && n2 <= 1000);
    __VERIFIER_assume(1 <= n3 && n3 <= 1000);
    __VERIFIER_assume(1 <= n4 && n4 <= 1000);
    __VERIFIER_assume(1 <= n5 && n5 <= 1000);
    __VERIFIER_assume(1 <= n6 && n6 <= 1000);
    __VERIFIER_assume(1 <= n7 && n7 <= 1000);
    __VERIFIER_assume(1 <= n8 && n8 <= 1000);
    __VERIFIER_assume(1 <= n9 && n9 <= 1000);
    __VERIFIER_assume(1 <= n10 && n10 <= 1000);
    for (int i1 = 0; i1 < n1; i1++)
        for (int i2 = 0; i2 < n2; i2++)
            for (int i3 = 0; i3 < n3; i3++)
                for (int i4 = 0; i4 < n4; i4++)
                    for (int i5 = 0; i5 < n5; i5++)
                        for (int i6 = 0; i6 < n6; i6++)
                            for (int i7 = 0; i7 < n7; i7++)
                                for (int i8 = 0; i8 < n8; i8++)
                                    for (int i9 = 0; i9 < n9; i9++)
                                        for (int i10 = 0; i10 < n10; i10++) {
                                            if (i1 + i2 + i3 + i4 + i5 + i6 + i7 + i8 + i9 + i10
                                                > n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 - 10)
                                                reach_error();
                                        }
    return 0;
}
