// verdict: safe
// int: wrap
// twin: wrap-successor-bad.c
// source: own
// about: with --int wrap the successor of the largest int is the smallest

extern void reach_error(void);

int main(void) {
    int x = 2147483647;
    x = x + 1;
    if (x != -2147483647 - 1)
        reach_error();
    return 0;
}
