// verdict: unsafe(reach)
// line: 22
// twin: literal-outside.c
// source: own
// about: a literal outside of functions holds another number

extern void reach_error(void);

struct point {
    int x, y;
};

struct point *corner = &(struct point){2, 4};

struct line {
    struct point *from, *to;
} diagonal = {&(struct point){0, 0}, (struct point *)(void *)&(struct point){.y = 2}};

int main(void) {
    corner->x += diagonal.to->y;
    if (corner->x != 5)
        reach_error();
    return 0;
}
