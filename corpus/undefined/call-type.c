// verdict: safe
// twin: call-type-bad.c
// source: own
// about: a function is called through a pointer of its own type

static int twice(int a) {
    return 2 * a;
}

typedef int operation(int);

int main(void) {
    operation *again = (operation *)twice;
    return again(4);
}
