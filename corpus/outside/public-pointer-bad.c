// verdict: unsafe(reach)
// line: 14
// check: reach
// twin: public-pointer.c
// source: own
// about: other files may change a pointer to constants, which is no constant itself

void reach_error(void);
extern void foo(void);
const char *message = 0;

int main(void) {
    foo();
    if (message) reach_error();
    return 0;
}
