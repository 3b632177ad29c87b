// verdict: safe
// twin: overridden-initialiser-bad.c
// source: own
// about: an initialiser that is overridden is evaluated at most once

extern void reach_error(void);

static int count;

static int next(void) {
    return count++;
}

int main(void) {
    int x[1] = {[0] = next(), [0] = 5};
    if (count > 1) reach_error();
    return x[0] - 5;
}
