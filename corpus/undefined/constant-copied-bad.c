// verdict: unsafe(undefined)
// line: 16
// twin: constant-copied.c
// source: own
// about: memcpy writes a record with a member that is declared const

#include <string.h>

struct s {
    const int a;
    int b;
};

int main(void) {
    struct s x = {1, 2}, y = {3, 4};
    memcpy(&x, &y, sizeof x);
    return x.b - 4;
}
