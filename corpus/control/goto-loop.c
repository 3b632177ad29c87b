// verdict: safe
// twin: goto-loop-bad.c
// source: own
// about: a loop made of goto alone

extern void reach_error(void);

int main(void) {
    int i = 0;
again:
    if (i >= 100)
        goto done;
    i = i + 1;
    goto again;
done:
    if (i != 100)
        reach_error();
    return 0;
}
