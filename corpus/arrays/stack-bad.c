// verdict: unsafe(bounds)
// line: 14
// twin: stack.c
// source: own
// about: the stack holds one more than it has room for

extern int __VERIFIER_nondet_int(void);

static int stack[16];
static int top = 0;

static void push(int value) {
    if (top < 17)
        stack[top++] = value;
}

static int pop(void) {
    if (top == 0)
        return -1;
    return stack[--top];
}

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(3);
        else
            last = pop();
    }
    return last;
}
