// verdict: unsafe(overflow)
// line: 17
// twin: saturate.c
// source: own
// about: the limit leaves too little room

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    while (__VERIFIER_nondet_int()) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0 || amount > 1000000)
            continue;
        if (total > 2147000000)
            total = 2000000000;
        total += amount;
    }
    return total == 1;
}
