// verdict: safe
// check: reach
// twin: handed-function-bad.c
// source: own
// about: a function that is called back hands out a static function that leaves the object alone

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
    return other;
}

int main(void) {
    foo();
    if (x != 1) reach_error();
    return actions[0] == other;
}
