// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: string-copy.c
// source: own
// about: the first character is another one

#define N 100
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[N], t[N] = {0};
    for (int i = 0; i < N - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[N - 1] = 0;
    int n = 1;
    while (s[n] != 0) {
        t[n] = s[n];
        n++;
    }
    t[n] = 0;
    //@ assert \forall int k; 0 <= k <= n ==> t[k] == s[k];
    return 0;
}
