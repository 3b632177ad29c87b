// verdict: safe
// twin: insertion-sort-bad.c
// source: own
// about: insertion sort tests the index before the element

extern void reach_error(void);

int main(void) {
    short a[] = {5, -3, 12, 0, 7, -3, 100, 1};
    int n = sizeof a / sizeof a[0];
    for (int i = 1; i < n; i++) {
        short value = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > value) {
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
