// verdict: safe
// twin: pointer-as-lock-bad.c
// source: own
// about: a pointer is null unless the lock is held

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
        give(1);
    }
    return 0;
}
