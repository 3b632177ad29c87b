// verdict: safe
// engine: mse
// twin: string-replace-bad.c
// source: own
// about: a character is replaced everywhere

#define N 100
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[N];
    for (int i = 0; i < N - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[N - 1] = 0;
    int n = 0;
    for (; s[n] != 0; n++)
        if (s[n] == ' ')
            s[n] = '_';
    //@ assert \forall int k; 0 <= k < n ==> s[k] != ' ';
    return 0;
}
