// verdict: unsafe(bounds)
// line: 24
// twin: memset-odd-size.c
// source: own
// about: the element behind those that memset has filled is written

#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) record {
    short head;
    long values[];
};

int main(void) {
    void **words = malloc(19);
    memset(words, 0, 19);
    words[1] = words;
    if (words[0])
        abort();
    free(words);
    struct record *r = malloc(2 + 2 * sizeof(long));
    memset(r, 0, 2 + 2 * sizeof(long));
    r->values[2] = 7;
    free(r);
    return 0;
}
