// verdict: safe
// twin: null-member-bad.c
// source: own
// about: the address of a member is taken where there is a record

struct s {
    int a, b;
};

int main(void) {
    struct s x = {1, 2};
    int there = 1;
    struct s *p = there ? &x : 0;
    int *q = &p->b;
    return q == 0;
}
