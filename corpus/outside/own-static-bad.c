// verdict: unsafe(reach)
// line: 17
// twin: own-static.c
// source: own
// about: a static variable of a function that is called back was counted already

void reach_error(void);
extern void foo(void);

unsigned ticket(void) {
    static unsigned n;
    return n++ % 4;
}

int main(void) {
    foo();
    if (ticket() > 0) reach_error();
    return 0;
}
