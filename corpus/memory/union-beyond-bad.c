// verdict: unsafe(reach)
// line: 30
// twin: union-beyond.c
// source: own
// about: a union is copied twice inside of a record, and read together with the member behind it

extern void reach_error(void);

union number {
    unsigned whole;
    int signed_one;
};

struct record {
    union number low;
    int high;
};

union view {
    struct record fields;
    long all;
};

int main(void) {
    union view a, b;
    a.all = 4294967303;
    struct record copy = a.fields;
    b.fields = copy;
    if (b.all == 4294967303) {
        reach_error();
    }
    return 0;
}
