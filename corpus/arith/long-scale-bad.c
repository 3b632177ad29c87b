// verdict: unsafe(overflow)
// line: 11
// twin: long-scale.c
// source: own
// about: an int times 2^32 + 1 does not

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long wide = __VERIFIER_nondet_int();
    long long scaled = wide * 4294967297;
    return scaled == 0;
}
