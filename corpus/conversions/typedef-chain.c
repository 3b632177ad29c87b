// verdict: safe
// twin: typedef-chain-bad.c
// source: own
// about: typedef names stand for their types, and a local one hides a global one

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef unsigned char byte;
typedef byte octet;
typedef int number;

int main(void) {
    octet o = __VERIFIER_nondet_int();
    number n = o;
    if (n > 255 || n < 0)
        reach_error();
    {
        typedef short number;
        number small = (number)65536;
        if (small != 0 || sizeof(number) != 2)
            reach_error();
    }
    return 0;
}
