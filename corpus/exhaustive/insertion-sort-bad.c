// verdict: unsafe(bounds)
// line: 15
// twin: insertion-sort.c
// source: own
// about: the index goes below 0

extern void reach_error(void);

int main(void) {
    short a[] = {5, -3, 12, 0, 7, -3, 100, 1};
    int n = sizeof a / sizeof a[0];
    for (int i = 1; i < n; i++) {
        short value = a[i];
        int j = i - 1;
        while (j >= -1 && a[j] > value) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = value;
    }
    for (int i = 1; i < n; i++) {
        if (a[i - 1] > a[i])
            reach_error();
    }
    return 0;
}
