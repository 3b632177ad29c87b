// verdict: unsafe(bounds)
// line: 12
// twin: vla-per-activation.c
// source: own
// about: the array of the innermost activation is too short

static int sum(int n) {
    int a[n];
    a[n - 1] = n;
    if (n > 1)
        a[n - 1] += sum(n - 1);
    return a[n - 0];
}

int main(void) {
    return sum(3) ? 0 : 1;
}
