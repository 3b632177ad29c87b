// verdict: unsafe(bounds)
// line: 12
// twin: path-terminated.c
// source: own
// about: the path has no end

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char path[2] = {'a', 98};
    FILE *f = fopen(path, "r");
    if (path[0] != 'a') reach_error();
    if (f) fclose(f);
    return 0;
}
