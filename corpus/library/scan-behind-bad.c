// verdict: unsafe(reach)
// line: 18
// twin: scan-behind.c
// source: own
// about: what a scan leaves behind comes next, unless a width cut it off

#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[4], behind;
    int n;
    if (scanf("%d%c", &n, &behind) == 2)
        assert(behind < '0' || behind > '9');
    if (scanf(" %c", &behind) == 1)
        assert(behind != ' ');
    if (scanf("%3[a-c]%c", text, &behind) == 2 && text[2] != '\0')
        assert(behind != 'b');
    if (scanf("%*[^0-9]%d", &n) == 1)
        assert(n >= 0);
    return 0;
}
