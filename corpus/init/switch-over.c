// verdict: safe
// twin: switch-over-bad.c
// source: own
// about: the case that reads is entered behind the one that writes

extern int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 1:
        x = 1;
    case 2:
        x = 2;
    
        return x == 2;
    }
    return 0;
}
