// verdict: unsafe(overflow)
// line: 14
// int: ub
// twin: wrap-hash.c
// source: own
// about: the same program with --int ub

extern void reach_error(void);

int main(void) {
    char text[] = "verification";
    int hash = 0;
    for (int i = 0; text[i] != 0; i++)
        hash = 31 * hash + text[i];
    if (hash != -1484401125)
        reach_error();
    return 0;
}
