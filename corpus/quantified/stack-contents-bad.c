// verdict: unsafe(reach)
// engine: mse
// line: 20
// twin: stack-contents.c
// source: own
// about: 0 is pushed as well

#define N 100
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int stack[N];
    int top = 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x > -1 && top < N)
            stack[top++] = x;
        else if (top > 0 && stack[--top] <= 0)
            reach_error();
    }
    return 0;
}
