// verdict: unsafe(reach)
// line: 15
// check: reach
// twin: null-number.c
// source: own
// about: four bytes behind null and four back is null

extern void reach_error(void);

int main(void) {
    char *counter = 0;
    counter += 4;
    counter -= 4;
    if (!counter || counter == 0)
        reach_error();
    return 0;
}
