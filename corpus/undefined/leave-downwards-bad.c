// verdict: unsafe(undefined)
// line: 12
// twin: leave-downwards.c
// source: own
// about: the pointer walks to before the first element

int main(void) {
    int a[3];
    int *p = a + 2;
    while (p >= a + 0) {
        *p = 0;
        p--;
    }
    return 0;
}
