// verdict: unsafe(reach)
// twin: union-assigned.c
// source: own
// about: a union that is read through two members is assigned to another one

extern void reach_error(void);

union word {
    int low;
    long all;
};

int main(void) {
    union word a, b;
    a.all = 0;
    a.low = 5;
    b = a;
    if (b.low != 6)
        reach_error();
    return b.all == 3;
}
