// verdict: unsafe(undefined)
// line: 20
// twin: record-type.c
// source: own
// about: a record is accessed as another one that looks the same

struct base { int kind; };
struct circle { struct base base; int size; };
struct square { struct base base; int size; };

static int size(struct base *b) {
    if (b->kind == 1) return ((struct circle *)b)->size;
    return ((struct square *)b)->size;
}

int main(void) {
    struct circle c = {{1}, 5};
    struct square s = {{2}, 6};
    int sum = size(&c.base) + size((struct base *)&s);
    ((struct circle *)(struct base *)&s)->size = sum;
    return s.size;
}
