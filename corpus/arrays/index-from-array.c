// verdict: safe
// twin: index-from-array-bad.c
// source: own
// about: an element of one array is an index of another

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static const int order[4] = {2, 0, 3, 1};
    static const int weight[4] = {10, 20, 30, 40};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    return weight[order[i]];
}
