// verdict: unsafe(reach)
// line: 32
// twin: designator-goes-on.c
// source: own
// about: another number comes behind a nested designator

extern void reach_error(void);

struct point {
    int x, y;
};

struct shape {
    int kind;
    struct {
        int width;
        union {
            short edge;
            char bytes[2];
        };
    };
    struct point corners[3];
    int last;
};

int main(void) {
    struct shape s = {.width = 1, {2}, {[1].y = 5, 6, 7}, 8};
    struct shape t = {.corners[1].y = 5, 6, 9, 8};
    if (s.edge != 2 || s.corners[1].y != 5 || s.corners[2].x != 6 || s.corners[2].y != 7 || s.last != 8)
        reach_error();
    if (t.corners[2].y != s.corners[2].y || t.last != 8)
        reach_error();
    return 0;
}
