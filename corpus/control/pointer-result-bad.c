// verdict: unsafe(reach)
// line: 26
// twin: pointer-result.c
// source: own
// about: the function succeeds for one size too many

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char buffer[16];

static char *reserve(int size) {
    if (size <= 0 || size > 17)
        return (char *)0;
    return buffer;
}

int main(void) {
    int used = 0;
    while (__VERIFIER_nondet_int()) {
        int size = __VERIFIER_nondet_int();
        char *room = reserve(size);
        if (room != 0)
            used = size;
        if (used > 16)
            reach_error();
    }
    return 0;
}
