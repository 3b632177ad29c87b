// verdict: unsafe(reach)
// line: 56
// check: reach
// int: math
// twin: ex2.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, ex2
// about: the bound is one too small

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef N
#define N 11
#endif

#define ONE(k)                       \
    if (__VERIFIER_nondet_int())     \
        x = x + 1;                   \
    else                             \
        x = x + 2 * (k);
#define TWO(k) ONE(k) ONE((k) + 1)
#define FOUR(k) TWO(k) TWO((k) + 2)
#define EIGHT(k) FOUR(k) FOUR((k) + 4)
#define SIXTEEN(k) EIGHT(k) EIGHT((k) + 8)
#define THIRTYTWO(k) SIXTEEN(k) SIXTEEN((k) + 16)
#define SIXTYFOUR(k) THIRTYTWO(k) THIRTYTWO((k) + 32)

int main(void) {
    int x = 0;
#if N & 1
    ONE(1)
#endif
#if N & 2
    TWO(1 + (N & 1))
#endif
#if N & 4
    FOUR(1 + (N & 3))
#endif
#if N & 8
    EIGHT(1 + (N & 7))
#endif
#if N & 16
    SIXTEEN(1 + (N & 15))
#endif
#if N & 32
    THIRTYTWO(1 + (N & 31))
#endif
#if N & 64
    SIXTYFOUR(1 + (N & 63))
#endif
#if N & 128
    SIXTYFOUR(1 + (N & 127))
    SIXTYFOUR(65 + (N & 127))
#endif
    if (x > N * (N + 1) - 1)
        reach_error();
    return 0;
}
