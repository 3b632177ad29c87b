// verdict: unknown
// todo: safe
// engine: mse
// twin: string-copy-bad.c
// source: own
// about: a string is copied with its terminator

#define N 100
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[N], t[N] = {0};
    for (int i = 0; i < N - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[N - 1] = 0;
    int n = 0;
    while (s[n] != 0) {
        t[n] = s[n];
        n++;
    }
    t[n] = 0;
    //@ assert \forall int k; 0 <= k <= n ==> t[k] == s[k];
    return 0;
}
