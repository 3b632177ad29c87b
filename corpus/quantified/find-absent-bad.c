// verdict: unsafe(reach)
// line: 21
// twin: find-absent.c
// source: own
// about: another number is claimed to be absent

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == 3)
            found = 1;
    //@ assert found == 0 ==> (\forall int k; 0 <= k < n ==> a[k] != 4);
    return 0;
}
