// verdict: safe
// twin: literal-outside-bad.c
// source: own
// about: literals outside of functions: they are objects of the program, and may be changed

extern void reach_error(void);

struct point {
    int x, y;
};

struct point *corner = &(struct point){3, 4};

struct line {
    struct point *from, *to;
} diagonal = {&(struct point){0, 0}, (struct point *)(void *)&(struct point){.y = 2}};

int main(void) {
    corner->x += diagonal.to->y;
    if (corner->x != 5)
        reach_error();
    return 0;
}
