// verdict: safe
// twin: call-variadic-bad.c
// source: own
// about: a function with a variable number of arguments is called through a pointer to its type

static int first(int x, ...) {
    return x;
}

typedef int taker(int, ...);

int main(void) {
    taker *p = (taker *)first;
    return p(0);
}
