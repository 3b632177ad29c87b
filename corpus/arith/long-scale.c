// verdict: safe
// twin: long-scale-bad.c
// source: own
// about: an int times 2^32 just fits in 64 bits

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long wide = __VERIFIER_nondet_int();
    long long scaled = wide * 4294967296;
    return scaled == 0;
}
