// verdict: safe
// twin: leave-downwards-bad.c
// source: own
// about: the pointer stops at the first element

int main(void) {
    int a[3];
    int *p = a + 2;
    while (p >= a + 1) {
        *p = 0;
        p--;
    }
    return 0;
}
