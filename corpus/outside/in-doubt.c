// verdict: safe
// twin: in-doubt-bad.c
// source: own
// about: what a function may do that is called back while it runs is not told, and does not matter here

void reach_error(void);
extern void foo(void);
static int n;

void work(int k) {
    if (k > 0) n = 3;
    foo();
}

int main(void) {
    work(1);
    int m = n;
    if (m != n + 0) reach_error();
    return 0;
}
