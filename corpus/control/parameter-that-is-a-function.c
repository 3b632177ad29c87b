// verdict: safe
// twin: parameter-that-is-a-function-bad.c
// source: own
// about: a parameter declared as a function, in a program with a name for a type of pointers to functions

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
    if (twice(s, 5) != 7)
        reach_error();
    return 0;
}
