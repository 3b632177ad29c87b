// verdict: safe
// twin: record-type-bad.c
// source: own
// about: a record is accessed as what it begins with

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
    struct line l = {3, 7};
    return size(&c.base) + size((struct base *)&s) + l.length;
}
