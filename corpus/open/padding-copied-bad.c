// verdict: unsafe(reach)
// line: 21
// twin: padding-copied.c
// source: own
// about: an assignment need not copy padding

extern void reach_error(void);
extern void *memset(void *s, int c, unsigned long n);
extern void *memcpy(void *to, const void *from, unsigned long n);

struct mark {
    char c;
    int i;
};

int main(void) {
    struct mark a, b;
    memset(&a, 3, sizeof a);
    b = a;
    if (((unsigned char *)&b)[1] != 3) {
        reach_error();
    }
    return 0;
}
