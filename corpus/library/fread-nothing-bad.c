// verdict: unsafe(init)
// line: 18
// twin: fread-nothing.c
// source: own
// about: the record is used where there was nothing to read

#include <stdio.h>

struct head {
    int kind;
    int size;
};

int main(void) {
    struct head h;
    size_t n = fread(&h, sizeof h, 1, stdin);
    if (n < 0) return 1;
    return h.size == 3;
}
