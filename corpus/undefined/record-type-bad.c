// verdict: unsafe(undefined)
// line: 21
// twin: record-type.c
// source: own
// about: a record is accessed as another one that looks the same

struct base { int kind; };
struct circle { struct base base; int radius; };
struct square { struct base base; int side; };
struct line { int kind; int length; };

static int size(struct base *b) {
    if (b->kind == 1) return ((struct circle *)b)->radius;
    return ((struct square *)b)->side;
}

int main(void) {
    struct circle c = {{1}, 5};
    struct square s = {{2}, 6};
    struct line l = {1, 7};
    ((struct square *)&l)->side = 8;
    return size(&c.base) + size((struct base *)&s) + l.length;
}
