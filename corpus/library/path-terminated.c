// verdict: safe
// twin: path-terminated-bad.c
// source: own
// about: `fopen` reads its texts and changes nothing in them

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char path[2] = {'a', 0};
    FILE *f = fopen(path, "r");
    if (path[0] != 'a') reach_error();
    if (f) fclose(f);
    return 0;
}
