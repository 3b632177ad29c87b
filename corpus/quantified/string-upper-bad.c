// verdict: unsafe(reach)
// engine: mse
// line: 18
// twin: string-upper.c
// source: own
// about: z is left

#define N 100
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[N];
    for (int i = 0; i < N; i++)
        s[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < N; i++)
        if ('a' <= s[i] && s[i] <= 'y')
            s[i] = (char)(s[i] - 32);
    //@ assert \forall int k; 0 <= k < N ==> !('a' <= s[k] <= 'z');
    return 0;
}
