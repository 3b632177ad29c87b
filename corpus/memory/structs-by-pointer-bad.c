// verdict: unsafe(reach)
// line: 21
// twin: structs-by-pointer.c
// source: own
// about: one element adds one more

extern void reach_error(void);

struct item {
    char tag;
    int price;
    short count;
};

int main(void) {
    struct item items[3] = {{'a', 5, 2}, {'b', 7, 1}, {'c', 1, 4}};
    int total = 0;
    for (struct item *i = items; i < items + 3; i++)
        total += i->price * i->count;
    if (total != 22)
        reach_error();
    return 0;
}
