// verdict: unsafe(overflow)
// line: 14
// twin: linear-accumulation.c
// source: own
// about: it grows by up to 2^20 a turn

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10000; i++) {
        int byte = __VERIFIER_nondet_int();
        if (byte >= 0 && byte <= 1048576)
            sum += byte;
    }
    return sum == 5;
}
