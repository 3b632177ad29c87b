// verdict: unsafe(undefined)
// line: 15
// twin: null-member.c
// source: own
// about: the address of a member of what a null pointer points to is taken

struct s {
    int a, b;
};

int main(void) {
    struct s x = {1, 2};
    int there = 0;
    struct s *p = there ? &x : 0;
    int *q = &p->b;
    return q == 0;
}
