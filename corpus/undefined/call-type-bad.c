// verdict: unsafe(undefined)
// line: 15
// twin: call-type.c
// source: own
// about: a function is called through a pointer to a function with another result

static int twice(int a) {
    return 2 * a;
}

typedef long operation(int);

int main(void) {
    operation *again = (operation *)twice;
    return again(4);
}
