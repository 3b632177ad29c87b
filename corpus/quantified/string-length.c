// verdict: safe
// engine: mse
// twin: string-length-bad.c
// source: own
// about: the length of a string

#define N 100
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[N];
    for (int i = 0; i < N - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[N - 1] = 0;
    int n = 0;
    while (s[n] != 0)
        n++;
    //@ assert \forall int k; 0 <= k < n ==> s[k] != 0;
    return 0;
}
