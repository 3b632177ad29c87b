// verdict: unsafe(reach)
// line: 14
// twin: initialisers.c
// source: own
// about: counting goes on after a designator

#include <assert.h>

static int table[] = {1, 2, 3};
static int grid[2][3] = {{1}, {4, 5}};

int main(void) {
    int a[5] = {[2] = 7, 8};
    assert(a[0] == 0 && a[2] == 7 && a[3] == 0 && a[4] == 0);
    assert(sizeof table / sizeof table[0] == 3);
    assert(grid[0][0] == 1 && grid[0][2] == 0 && grid[1][1] == 5);
    int flat[2][2] = {1, 2, 3, 4};
    assert(flat[1][0] == 3);
    return 0;
}
