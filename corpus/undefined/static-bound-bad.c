// verdict: unsafe(undefined)
// line: 13
// twin: static-bound.c
// source: own
// about: two elements are left from the third of four

static int sum(int a[static 3]) {
    return a[0] + a[1];
}

int main(void) {
    int b[4] = {1, 2, 3, 4};
    return sum(b + 2);
}
