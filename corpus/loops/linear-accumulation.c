// verdict: safe
// twin: linear-accumulation-bad.c
// source: own
// about: a sum grows by at most 255 a turn, so it is bounded by the number of turns

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10000; i++) {
        int byte = __VERIFIER_nondet_int();
        if (byte >= 0 && byte <= 255)
            sum += byte;
    }
    return sum == 5;
}
