// verdict: safe
// twin: array-of-structs-bad.c
// source: own
// about: an array of structs under an index

extern unsigned char __VERIFIER_nondet_uchar(void);

struct sensor {
    int value;
    _Bool valid;
};

int main(void) {
    struct sensor sensors[5] = {{0, 0}};
    unsigned char which = __VERIFIER_nondet_uchar();
    which %= 5;
    sensors[which].value = 17;
    sensors[which].valid = 2;
    return sensors[0].valid;
}
