// verdict: safe
// twin: end-of-file-bad.c
// source: own
// about: behind the end of a file nothing is read

#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int again = 0;
    if (getchar() == EOF && feof(stdin)) {
        if (again) clearerr(stdin);
        if (getchar() != EOF) reach_error();
    }
    return 0;
}
