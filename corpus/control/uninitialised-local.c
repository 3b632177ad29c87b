// verdict: safe
// twin: uninitialised-local-bad.c
// source: own
// about: a local without an initialiser holds any value until it is written

extern void reach_error(void);

int main(void) {
    unsigned char mystery;
    int known = mystery;
    if (known > 255 || known < 0)
        reach_error();
    return 0;
}
