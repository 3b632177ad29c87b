// verdict: unsafe(deref)
// line: 16
// twin: compound-literal-gone.c
// source: own
// about: a compound literal is used after its block

int main(void) {
    int x = 4;
    int *p = &x;
    int n = 1;
    {
        int *q = (int[]){1, 2};
        if (q[0] == n)
            p = q;
    }
    return *p == 9;
}
