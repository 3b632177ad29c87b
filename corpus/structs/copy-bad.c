// verdict: unsafe(reach)
// line: 21
// twin: copy.c
// source: own
// about: the original keeps its value

extern void reach_error(void);

struct point {
    int x;
    int y;
};

int main(void) {
    struct point a = {1, 2};
    struct point b = a;
    b.x = 10;
    a = b;
    b.y = 30;
    if (a.x != 10 || a.y != 30 || b.y != 30)
        reach_error();
    return 0;
}
