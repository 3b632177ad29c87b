// verdict: safe
// twin: toupper-range-bad.c
// source: own
// about: upper-case letters have their places in a table

extern int isalpha(int c);
extern int toupper(int c);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    static int seen[26];
    int c = __VERIFIER_nondet_uchar();
    if (isalpha(c))
        seen[toupper(c) - 'A'] = 1;
    return 0;
}
