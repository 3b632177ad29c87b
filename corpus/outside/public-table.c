// verdict: safe
// check: reach
// twin: public-table-bad.c
// source: own
// about: a static function in a constant record that other files cannot name is not called back

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

static const struct ops table = {3, set};

int main(void) {
    foo();
    if (g != 1) reach_error();
    return table.n - 3;
}
