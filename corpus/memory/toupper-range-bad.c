// verdict: unsafe(bounds)
// line: 15
// twin: toupper-range.c
// source: own
// about: some letter has no place

extern int isalpha(int c);
extern int toupper(int c);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    static int seen[25];
    int c = __VERIFIER_nondet_uchar();
    if (isalpha(c))
        seen[toupper(c) - 'A'] = 1;
    return 0;
}
