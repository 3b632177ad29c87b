// verdict: unsafe(reach)
// line: 24
// check: reach
// twin: public-table.c
// source: own
// about: other files can name a constant record and call the static function that it holds

void reach_error(void);
extern void foo(void);
struct ops {
    int n;
    void (*run)(void);
};
static int g = 1;

static void set(void) {
    g = 2;
}

const struct ops table = {3, set};

int main(void) {
    foo();
    if (g != 1) reach_error();
    return table.n - 3;
}
