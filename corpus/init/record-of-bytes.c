// verdict: safe
// twin: record-of-bytes-bad.c
// source: own
// about: a record out of bytes is passed by value: each byte of a member carries along whether it was written

extern void *memcpy(void *to, const void *from, unsigned long size);

struct pair {
    long first;
    int second;
};

union overlaid {
    struct pair all;
    unsigned low;
};

static struct pair fetch(struct pair *p) { return *p; }

int main(void) {
    union overlaid r;
    struct pair some;
    some.second = 1;
    memcpy(&r.all, &some, sizeof some);
    r.low = 7;
    r.all = fetch(&r.all);
    return r.low == 7;
}
