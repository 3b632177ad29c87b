// verdict: unsafe(undefined)
// line: 28
// twin: overlap-record.c
// source: own
// about: a record is assigned to a place of one union that it overlaps in part

struct pair {
    int a;
    int b;
};

static union {
    int words[4];
    struct {
        struct pair low;
        struct pair high;
    } apart;
    struct {
        int first;
        struct pair middle;
        int last;
    } shifted;
} u;

int main(void) {
    u.apart.low.a = 1;
    u.apart.low.b = 2;
    u.shifted.middle = u.apart.low;
    return u.words[3] - 2;
}
