// verdict: safe
// twin: padding-in-block-bad.c
// source: own
// about: a byte that is written through a pointer to char leaves padding as it is

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
    *(char *)a = 1;
    int changed = ((unsigned char *)a)[1] != 3;
    free(a);
    if (changed) {
        reach_error();
    }
    return 0;
}
