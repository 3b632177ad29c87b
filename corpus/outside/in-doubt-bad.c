// verdict: unsafe(reach)
// line: 19
// twin: in-doubt.c
// source: own
// about: a failure that needs nobody who calls back

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
    if (m != n + 1) reach_error();
    return 0;
}
