// verdict: safe
// twin: by-value-bad.c
// source: own
// about: a record that is passed and returned carries its members along

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
    struct pair p = half(0);
    if (p.second != 5)
        return 1;
    p = swap(p);
    return p.second == 4;
}
