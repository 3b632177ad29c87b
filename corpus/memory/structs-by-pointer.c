// verdict: safe
// twin: structs-by-pointer-bad.c
// source: own
// about: an array of structures is summed up through a pointer to its elements

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
    if (total != 21)
        reach_error();
    return 0;
}
