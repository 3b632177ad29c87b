// verdict: safe
// entry: f
// twin: entry-static-length-bad.c
// source: own
// about: an array is at least as long as `static` in the parameter says

int f(int a[static 3]) {
    return a[2] == 1;
}
