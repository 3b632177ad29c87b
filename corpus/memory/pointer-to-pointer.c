// verdict: safe
// twin: pointer-to-pointer-bad.c
// source: own
// about: a pointer is redirected through a pointer to it

extern void reach_error(void);

static int a = 1, b = 2;

static void redirect(int **pointer, int which) {
    *pointer = which == 1 ? &b : &a;
}

int main(void) {
    int *p = &a;
    int **pp = &p;
    redirect(pp, 1);
    **pp = 5;
    if (a != 1)
        reach_error();
    return 0;
}
