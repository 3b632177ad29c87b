// verdict: unsafe(reach)
// line: 15
// twin: increment-in-expression.c
// source: own
// about: the old value is used

#include <assert.h>

int main(void) {
    int a[4] = {10, 20, 30, 40};
    int i = 0;
    int x = a[i++];
    int y = a[++i];
    assert(x == 10);
    assert(y == 20);
    assert(i == 2);
    a[i--] += 5;
    assert(a[2] == 35 && i == 1);
    a[i]++;
    assert(a[1]-- == 21);
    assert(a[1] == 20);
    return 0;
}
