// verdict: safe
// twin: overlap-pointer-bad.c
// source: own
// about: records are assigned through a pointer that was moved by whole records

struct pair {
    int a;
    int b;
};

int main(void) {
    struct pair v[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct pair *q = (struct pair *)((char *)v + 8);
    *q = v[0];
    *q = *q;
    return v[1].a - 1;
}
