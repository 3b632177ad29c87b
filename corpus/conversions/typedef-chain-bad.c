// verdict: unsafe(reach)
// line: 18
// twin: typedef-chain.c
// source: own
// about: a byte may be 255

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef unsigned char byte;
typedef byte octet;
typedef int number;

int main(void) {
    octet o = __VERIFIER_nondet_int();
    number n = o;
    if (n > 254 || n < 0)
        reach_error();
    {
        typedef short number;
        number small = (number)65536;
        if (small != 0 || sizeof(number) != 2)
            reach_error();
    }
    return 0;
}
