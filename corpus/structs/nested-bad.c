// verdict: unsafe(reach)
// line: 25
// twin: nested.c
// source: own
// about: the corner is at 7

extern void reach_error(void);

struct point {
    int x, y;
};

struct box {
    struct point low;
    struct point high;
    unsigned char colour;
};

int main(void) {
    struct box b = {{0, 0}, {.y = 7, .x = 5}, 300 - 44};
    struct box c;
    c = b;
    c.low = c.high;
    if (c.low.y != 0 || b.low.y != 0 || c.high.x != 5 || b.colour != 0)
        reach_error();
    return 0;
}
