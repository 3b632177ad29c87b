// verdict: unsafe(init)
// line: 17
// twin: switch-over.c
// source: own
// about: a case is entered behind the initialiser of what it reads

extern int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 1:
        x = 1;
    case 2:
        x = 2;
    case 3:
        return x == 2;
    }
    return 0;
}
