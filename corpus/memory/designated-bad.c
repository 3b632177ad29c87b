// verdict: unsafe(reach)
// line: 18
// twin: designated.c
// source: own
// about: the designator names the element that should be zero

extern void reach_error(void);

struct config {
    int limits[5];
    const char *name;
    int flags;
};

int main(void) {
    struct config c = {.limits = {[2] = 10, [3] = 30}, .flags = 2};
    if (c.limits[2] != 0 || c.limits[3] != 30 || c.name != 0 || c.flags != 2)
        reach_error();
    return 0;
}
