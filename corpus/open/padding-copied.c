// verdict: safe
// twin: padding-copied-bad.c
// source: own
// about: memcpy copies padding with all other bytes

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
    memcpy(&b, &a, sizeof a);
    if (((unsigned char *)&b)[1] != 3) {
        reach_error();
    }
    return 0;
}
