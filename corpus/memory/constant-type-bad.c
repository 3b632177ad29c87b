// verdict: unsafe(deref)
// line: 16
// twin: constant-type.c
// source: own
// about: a record that is `const` by its type is changed

typedef const struct {
    int speed;
} config;

static config c = {3};

int main(void) {
    int change = 1;
    int *speed = (int *)&c.speed;
    if (change) *speed = 4;
    return c.speed - 3;
}
