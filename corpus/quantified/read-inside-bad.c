// verdict: unsafe(reach)
// line: 14
// twin: read-inside.c
// source: own
// about: an element behind the array is spoken of: it cannot be read, whatever its value would be

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {0, 0, 0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 0;
    return 0;
}
