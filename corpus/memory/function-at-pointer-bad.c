// verdict: unsafe(reach)
// line: 21
// twin: function-at-pointer.c
// source: own
// about: a table of functions is walked by a pointer to its elements, and each is called through it

extern void reach_error(void);

static int twice(int n) { return 2 * n; }
static int next(int n) { return n + 1; }

typedef int (*step)(int);

static const step steps[] = {twice, next, next, 0};

int main(void) {
    int n = 3;
    for (const step *s = steps; *s; s++)
        n = (*s)(n);
    if (n != 14)
        reach_error();
    return 0;
}
