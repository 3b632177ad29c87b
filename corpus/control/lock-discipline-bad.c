// verdict: unsafe(reach)
// line: 14
// twin: lock-discipline.c
// source: own
// about: the lock is taken twice

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
    locked = 1;
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
