// verdict: safe
// twin: vla-per-activation-bad.c
// source: own
// about: each activation of a recursive function has an array of its own size

static int sum(int n) {
    int a[n];
    a[n - 1] = n;
    if (n > 1)
        a[n - 1] += sum(n - 1);
    return a[n - 1];
}

int main(void) {
    return sum(3) ? 0 : 1;
}
