// verdict: unsafe(reach)
// line: 22
// check: reach
// twin: called-by-address.c
// source: own
// about: a static function is called back once a global holds its address

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
    if (g != 0) reach_error();
    return 0;
}
