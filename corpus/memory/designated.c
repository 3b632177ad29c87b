// verdict: safe
// twin: designated-bad.c
// source: own
// about: elements that no designator names are zero

extern void reach_error(void);

struct config {
    int limits[5];
    const char *name;
    int flags;
};

int main(void) {
    struct config c = {.limits = {[1] = 10, [3] = 30}, .flags = 2};
    if (c.limits[2] != 0 || c.limits[3] != 30 || c.name != 0 || c.flags != 2)
        reach_error();
    return 0;
}
