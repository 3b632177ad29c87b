// verdict: unsafe(reach)
// line: 18
// twin: union-tail.c
// source: own
// about: what a union holds behind the member that was written is open

extern void reach_error(void);

union u {
    char c;
    int i;
};

int main(void) {
    union u x;
    x.i = 0;
    x.c = 1;
    if (x.i != 1) reach_error();
    return 0;
}
