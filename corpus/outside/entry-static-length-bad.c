// verdict: unsafe(bounds)
// line: 9
// entry: f
// twin: entry-static-length.c
// source: own
// about: an array may be no longer than `static` in the parameter says

int f(int a[static 3]) {
    return a[3] == 1;
}
