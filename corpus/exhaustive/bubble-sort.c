// verdict: safe
// twin: bubble-sort-bad.c
// source: own
// about: bubble sort of a constant array ends in order

extern void reach_error(void);

int main(void) {
    int a[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    for (int pass = 0; pass < 9; pass++) {
        for (int i = 0; i + 1 < 10; i++) {
            if (a[i] > a[i + 1]) {
                int old = a[i];
                a[i] = a[i + 1];
                a[i + 1] = old;
            }
        }
    }
    for (int i = 0; i < 10; i++) {
        if (a[i] != i)
            reach_error();
    }
    return 0;
}
