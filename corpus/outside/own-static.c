// verdict: safe
// twin: own-static-bad.c
// source: own
// about: a static variable of a function that is called back counts

void reach_error(void);
extern void foo(void);

unsigned ticket(void) {
    static unsigned n;
    return n++ % 4;
}

int main(void) {
    foo();
    if (ticket() > 3) reach_error();
    return 0;
}
