// verdict: safe
// twin: copy-bad.c
// source: own
// about: a struct is copied as a whole; the copy is independent

extern void reach_error(void);

struct point {
    int x;
    int y;
};

int main(void) {
    struct point a = {1, 2};
    struct point b = a;
    b.x = 10;
    a = b;
    b.y = 30;
    if (a.x != 10 || a.y != 2 || b.y != 30)
        reach_error();
    return 0;
}
