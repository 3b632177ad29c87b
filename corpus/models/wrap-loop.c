// verdict: safe
// int: wrap
// twin: wrap-loop-bad.c
// source: own
// about: with --int wrap a counter that only grows becomes negative

extern void reach_error(void);

int main(void) {
    int i = 2147483600;
    int turns = 0;
    do {
        i++;
        turns++;
    } while (i > 0);
    if (turns != 48)
        reach_error();
    return 0;
}
