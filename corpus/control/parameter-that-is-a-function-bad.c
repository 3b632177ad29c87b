// verdict: unsafe(reach)
// line: 22
// twin: parameter-that-is-a-function.c
// source: own
// about: the function is given another number

extern void reach_error(void);

typedef int (*step)(int);

static int next(int x) {
    return x + 1;
}

static int twice(int f(int), int x) {
    return f(f(x));
}

int main(void) {
    step s = next;
    if (twice(s, 4) != 7)
        reach_error();
    return 0;
}
