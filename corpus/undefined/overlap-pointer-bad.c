// verdict: unsafe(undefined)
// line: 15
// twin: overlap-pointer.c
// source: own
// about: a record is assigned through a pointer into its middle

struct pair {
    int a;
    int b;
};

int main(void) {
    struct pair v[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct pair *q = (struct pair *)((char *)v + 4);
    *q = v[0];
    *q = *q;
    return v[1].a - 1;
}
