// verdict: unsafe(reach)
// line: 18
// twin: goto-loop.c
// source: own
// about: the counter reaches 100

extern void reach_error(void);

int main(void) {
    int i = 0;
again:
    if (i >= 100)
        goto done;
    i = i + 1;
    goto again;
done:
    if (i != 99)
        reach_error();
    return 0;
}
