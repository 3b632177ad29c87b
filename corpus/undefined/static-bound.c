// verdict: safe
// twin: static-bound-bad.c
// source: own
// about: three elements from the second of four

static int sum(int a[static 3]) {
    return a[0] + a[1];
}

int main(void) {
    int b[4] = {1, 2, 3, 4};
    return sum(b + 1);
}
