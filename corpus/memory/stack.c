// verdict: safe
// twin: stack-bad.c
// source: own
// about: a stack refuses what does not fit

extern int __VERIFIER_nondet_int(void);

struct stack {
    int top;
    int slots[10];
};

static int push(struct stack *s, int value) {
    if (s->top >= 10)
        return 0;
    s->slots[s->top++] = value;
    return 1;
}

static int pop(struct stack *s) {
    return s->top > 0 ? s->slots[--s->top] : 0;
}

int main(void) {
    struct stack s = {.top = 0};
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 0)
            break;
        if (command > 0)
            push(&s, command);
        else
            pop(&s);
    }
    return 0;
}
