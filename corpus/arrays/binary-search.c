// verdict: safe
// twin: binary-search-bad.c
// source: own
// about: the middle lies between two bounds that close in on each other

extern int __VERIFIER_nondet_int(void);

int main(void) {
    static const int sorted[8] = {1, 3, 5, 7, 9, 11, 13, 15};
    int wanted = __VERIFIER_nondet_int();
    int low = 0;
    int high = 7;
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
