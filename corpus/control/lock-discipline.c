// verdict: safe
// twin: lock-discipline-bad.c
// source: own
// about: a lock is taken and released in turn on every path

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked = 0;

static void lock(void) {
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void) {
    int more;
    do {
        lock();
        more = __VERIFIER_nondet_int();
        unlock();
    } while (more);
    return 0;
}
