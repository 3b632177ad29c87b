// verdict: safe
// twin: constant-copied-bad.c
// source: own
// about: memcpy writes a record

#include <string.h>

struct s {
    int a;
    int b;
};

int main(void) {
    struct s x = {1, 2}, y = {3, 4};
    memcpy(&x, &y, sizeof x);
    return x.b - 4;
}
