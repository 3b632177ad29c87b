// verdict: safe
// twin: constant-type-bad.c
// source: own
// about: a record is `const` by its type and is only read

typedef const struct {
    int speed;
} config;

static config c = {3};

int main(void) {
    int change = 0;
    int *speed = (int *)&c.speed;
    if (change) *speed = 4;
    return c.speed - 3;
}
