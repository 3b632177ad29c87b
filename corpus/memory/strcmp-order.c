// verdict: safe
// twin: strcmp-order-bad.c
// source: own
// about: strcmp orders texts by their first difference

#include <string.h>
extern void reach_error(void);

int main(void) {
    char a[] = "pointer";
    char b[] = "pointed";
    b[6] = 'q';
    if (strcmp(a, b) < 0 || strcmp(b, a) == 0)
        reach_error();
    return 0;
}
