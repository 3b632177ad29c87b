// verdict: unsafe(reach)
// line: 22
// twin: bubble-sort.c
// source: own
// about: one pass is missing

extern void reach_error(void);

int main(void) {
    int a[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    for (int pass = 0; pass < 8; pass++) {
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
