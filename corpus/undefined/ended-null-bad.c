// verdict: unsafe(undefined)
// line: 17
// twin: ended-null.c
// source: own
// about: a pointer has no value once its block is freed, and so it may not even be compared with null

extern void *malloc(unsigned long size);
extern void free(void *p);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    free(p);
    // The program asks the pointer whether there is something left to do.
    if (p)
        return 2;
    return 0;
}
