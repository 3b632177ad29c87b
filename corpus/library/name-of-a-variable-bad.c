// verdict: unsafe(reach)
// line: 13
// twin: name-of-a-variable.c
// source: own
// about: the variable is 0

extern void reach_error(void);

static int time = 0;

int main(void) {
    if (time == 0)
        reach_error();
    return 0;
}
