// verdict: unsafe(init)
// line: 16
// twin: by-value.c
// source: own
// about: a member that was not written is read from a record that was passed and returned

extern int __VERIFIER_nondet_int(void);

struct pair {
    int first, second;
};

static struct pair swap(struct pair p) {
    struct pair q;
    q.first = p.second;
    q.second = p.first;
    return q;
}

static struct pair half(int only) {
    struct pair q;
    if (only != 1)
        q.first = 4;
    q.second = 5;
    return q;
}

int main(void) {
    struct pair p = half(1);
    if (p.second != 5)
        return 1;
    p = swap(p);
    return p.second == 4;
}
