// verdict: unsafe(bounds)
// line: 18
// twin: array-of-structs.c
// source: own
// about: the index may be 5

extern unsigned char __VERIFIER_nondet_uchar(void);

struct sensor {
    int value;
    _Bool valid;
};

int main(void) {
    struct sensor sensors[5] = {{0, 0}};
    unsigned char which = __VERIFIER_nondet_uchar();
    which %= 6;
    sensors[which].value = 17;
    sensors[which].valid = 2;
    return sensors[0].valid;
}
