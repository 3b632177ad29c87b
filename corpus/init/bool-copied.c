// verdict: unknown
// todo: safe
// twin: bool-copied-bad.c
// source: own
// about: a record with a truth value that nobody wrote is copied, which reads no member of it

struct flags {
    _Bool set;
    int count;
};
union word {
    struct flags inner;
};

int main(void) {
    union word a, b;
    a.inner.count = 1;
    struct flags *from = &a.inner, *to = &b.inner;
    *to = *from;
    return b.inner.count == 7;
}
