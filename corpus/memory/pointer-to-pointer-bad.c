// verdict: unsafe(reach)
// line: 21
// twin: pointer-to-pointer.c
// source: own
// about: the pointer is not redirected

extern void reach_error(void);

static int a = 1, b = 2;

static void redirect(int **pointer, int which) {
    *pointer = which == 2 ? &b : &a;
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
