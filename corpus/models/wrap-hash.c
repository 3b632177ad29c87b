// verdict: safe
// int: wrap
// twin: wrap-hash-bad.c
// source: own
// about: a multiplicative hash in signed arithmetic that means to wrap

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
