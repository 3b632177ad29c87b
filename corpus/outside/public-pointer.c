// verdict: safe
// check: reach
// twin: public-pointer-bad.c
// source: own
// about: a constant pointer keeps its value

void reach_error(void);
extern void foo(void);
const char *const message = 0;

int main(void) {
    foo();
    if (message) reach_error();
    return 0;
}
