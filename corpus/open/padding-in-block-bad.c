// verdict: unsafe(reach)
// line: 24
// twin: padding-in-block.c
// source: own
// about: a store to a member leaves it open what the padding holds

extern void reach_error(void);
extern void *malloc(unsigned long n);
extern void free(void *p);
extern void *memset(void *s, int c, unsigned long n);

struct mark {
    char c;
    int i;
};

int main(void) {
    struct mark *a = malloc(sizeof *a);
    memset(a, 3, sizeof *a);
    a->c = 1;
    int changed = ((unsigned char *)a)[1] != 3;
    free(a);
    if (changed) {
        reach_error();
    }
    return 0;
}
