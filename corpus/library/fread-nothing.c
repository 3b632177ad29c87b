// verdict: safe
// twin: fread-nothing-bad.c
// source: own
// about: the record is used where it was read

#include <stdio.h>

struct head {
    int kind;
    int size;
};

int main(void) {
    struct head h;
    size_t n = fread(&h, sizeof h, 1, stdin);
    if (n < 1) return 1;
    return h.size == 3;
}
