// verdict: safe
// twin: name-of-a-variable-bad.c
// source: own
// about: a variable that has the name of a library function is no pointer to that function

extern void reach_error(void);

static int time = 1;

int main(void) {
    if (time == 0)
        reach_error();
    return 0;
}
