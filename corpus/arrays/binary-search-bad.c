// verdict: unsafe(bounds)
// line: 16
// twin: binary-search.c
// source: own
// about: the upper bound starts one too high

extern int __VERIFIER_nondet_int(void);

int main(void) {
    static const int sorted[8] = {1, 3, 5, 7, 9, 11, 13, 15};
    int wanted = __VERIFIER_nondet_int();
    int low = 0;
    int high = 9;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == wanted)
            return middle;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
