// verdict: safe
// twin: increment-overflow-bad.c
// source: own
// about: ++ and -- on int are checked like + and -

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int up = __VERIFIER_nondet_int();
    int down = __VERIFIER_nondet_int();
    if (up < 2147483647)
        up++;
    if (down >= -2147483647 - 0)
        down--;
    return up == down;
}
