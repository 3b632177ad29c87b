// verdict: unsafe(reach)
// line: 29
// check: reach
// twin: handed-function.c
// source: own
// about: a function that is called back hands out a static function that changes the object

void reach_error(void);
extern void foo(void);
typedef void (*action)(void);
static int x = 1, y = 1;

static void set(void) {
    x = 2;
}

static void other(void) {
    y = 2;
}

static action actions[2] = {set, other};

action choose(void) {
    return set;
}

int main(void) {
    foo();
    if (x != 1) reach_error();
    return actions[0] == other;
}
