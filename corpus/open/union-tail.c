// verdict: safe
// twin: union-tail-bad.c
// source: own
// about: a member of a union is read that was written

extern void reach_error(void);

union u {
    char c;
    int i;
};

int main(void) {
    union u x;
    x.i = 0;
    x.c = 1;
    if (x.c != 1) reach_error();
    return 0;
}
