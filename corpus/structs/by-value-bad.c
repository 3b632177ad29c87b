// verdict: unsafe(reach)
// line: 25
// twin: by-value.c
// source: own
// about: the argument of the caller does not change

extern void reach_error(void);

typedef struct {
    short left;
    short right;
} pair;

static pair swapped(pair p) {
    short old = p.left;
    p.left = p.right;
    p.right = old;
    return p;
}

int main(void) {
    pair p = {3, 4};
    pair q = swapped(p);
    if (q.left != 4 || q.right != 3 || p.left != 4)
        reach_error();
    if (swapped(q).left != 3)
        reach_error();
    return 0;
}
