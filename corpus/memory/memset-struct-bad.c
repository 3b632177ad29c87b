// verdict: unsafe(reach)
// line: 21
// twin: memset-struct.c
// source: own
// about: a field is set again afterwards

#include <string.h>
extern void reach_error(void);

struct state {
    int mode;
    long total;
    short history[4];
};

int main(void) {
    struct state s = {1, 2, {3, 4, 5, 6}};
    memset(&s, 0, sizeof s);
    s.history[3] = 1;
    if (s.mode != 0 || s.total != 0 || s.history[3] != 0)
        reach_error();
    return 0;
}
