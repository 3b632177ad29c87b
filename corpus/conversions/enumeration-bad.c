// verdict: unsafe(reach)
// line: 13
// twin: enumeration.c
// source: own
// about: BLUE is 6

#include <assert.h>

enum colour { RED, GREEN = 5, BLUE, GREY = BLUE * 2, WHITE = -1, BLACK };

int main(void) {
    enum colour c = BLUE;
    assert(c == 2);
    assert(RED == 0 && GREY == 12 && WHITE == -1 && BLACK == 0);
    int table[GREY];
    table[BLACK] = 1;
    assert(sizeof table / sizeof table[0] == 12);
    return 0;
}
