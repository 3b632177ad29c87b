// verdict: safe
// check: reach
// twin: null-number-bad.c
// source: own
// about: null plus an offset is a number: whoever compares it compares the number

extern void reach_error(void);

int main(void) {
    char *counter = 0;
    counter += 4;
    counter -= 3;
    if (!counter || counter == 0)
        reach_error();
    return 0;
}
