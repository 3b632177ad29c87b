// verdict: safe
// twin: leave-row-bad.c
// source: own
// about: a pointer goes right behind a row

int main(void) {
    int a[2][3] = {{0}};
    int *p = &a[0][3];
    return p == 0;
}
