// verdict: safe
// twin: overlap-record-bad.c
// source: own
// about: a record is assigned to another place of one union

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
    u.apart.high = u.apart.low;
    return u.words[3] - 2;
}
