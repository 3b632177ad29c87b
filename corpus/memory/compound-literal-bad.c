// verdict: unsafe(reach)
// line: 21
// twin: compound-literal.c
// source: own
// about: the literal has another value

extern void reach_error(void);

struct point {
    int x, y;
};

static int area(const struct point *p) {
    return p->x * p->y;
}

int main(void) {
    int *list = (int[]){3, 1, 4, 1};
    list[1] = 5;
    if (area(&(struct point){.y = 5, .x = 2}) != 12 || list[0] + list[1] != 8)
        reach_error();
    return 0;
}
