// verdict: unsafe(reach)
// line: 14
// twin: end-of-file.c
// source: own
// about: the end is forgotten

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int again = 1;
    if (getchar() == EOF && feof(stdin)) {
        if (again) clearerr(stdin);
        if (getchar() != EOF) reach_error();
    }
    return 0;
}
