// verdict: safe
// twin: compound-literal-gone-bad.c
// source: own
// about: a compound literal is used in its block

int main(void) {
    int x = 4;
    int *p = &x;
    int n = 3;
    {
        int *q = (int[]){1, 2};
        if (q[0] == n)
            p = q;
    }
    return *p == 9;
}
