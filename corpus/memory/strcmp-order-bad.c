// verdict: unsafe(reach)
// line: 15
// twin: strcmp-order.c
// source: own
// about: the first difference is the other way round

#include <string.h>
extern void reach_error(void);

int main(void) {
    char a[] = "pointer";
    char b[] = "pointed";
    b[6] = 'r';
    if (strcmp(a, b) < 0 || strcmp(b, a) == 0)
        reach_error();
    return 0;
}
