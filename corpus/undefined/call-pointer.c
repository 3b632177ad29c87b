// verdict: safe
// twin: call-pointer-bad.c
// source: own
// about: a function gets its argument through a pointer to its type

static int first(int *x) {
    return *x;
}

typedef int taker(int *);

int main(void) {
    int x = 0;
    taker *p = (taker *)first;
    return p(&x);
}
