// verdict: safe
// check: reach
// twin: called-by-address-bad.c
// source: own
// about: a static function is not called back before its address is shown

void reach_error(void);
extern void foo(void);
static int g;
void (*hook)(void);

static void set(void) {
    g = 2;
}

int main(void) {
    foo();
    int before = g;
    hook = set;
    foo();
    if (before != 0) reach_error();
    return 0;
}
