// verdict: unsafe(undefined)
// line: 16
// twin: call-pointer.c
// source: own
// about: a function that takes int * is called through a pointer to one that takes void *

static int first(int *x) {
    return *x;
}

typedef int taker(void *);

int main(void) {
    int x = 0;
    taker *p = (taker *)first;
    return p(&x);
}
