// verdict: unsafe(reach)
// line: 15
// twin: pointer-as-lock.c
// source: own
// about: the pointer stays set

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int token;
static void *holder;

static void take(void) {
    if (holder)
        reach_error();
    holder = &token;
}

static void give(int all) {
    if (!holder)
        reach_error();
    if (all)
        holder = (void *)0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        take();
        give(0);
    }
    return 0;
}
