// verdict: unsafe(bounds)
// line: 13
// twin: index-from-array.c
// source: own
// about: one element is too large

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static const int order[4] = {2, 0, 4, 1};
    static const int weight[4] = {10, 20, 30, 40};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    return weight[order[i]];
}
