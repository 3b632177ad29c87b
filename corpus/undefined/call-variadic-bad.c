// verdict: unsafe(undefined)
// line: 15
// twin: call-variadic.c
// source: own
// about: a function with a variable number of arguments is called as if it had a fixed one

static int first(int x, ...) {
    return x;
}

typedef int taker(int);

int main(void) {
    taker *p = (taker *)first;
    return p(0);
}
