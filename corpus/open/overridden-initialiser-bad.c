// verdict: unsafe(reach)
// line: 17
// twin: overridden-initialiser.c
// source: own
// about: an initialiser that is overridden may be evaluated

extern void reach_error(void);

static int count;

static int next(void) {
    return count++;
}

int main(void) {
    int x[1] = {[0] = next(), [0] = 5};
    if (count > 0) reach_error();
    return x[0] - 5;
}
