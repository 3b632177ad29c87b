// verdict: safe
// twin: round-local-bad.c
// source: own
// about: a pointer to a local of the loop's body is followed in the round in which it was taken

int main(void) {
    int *p = 0;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = i;
        if (i >= 4)
            sum += *p;
        p = &x;
        *p = *p + 1;
        sum += x;
    }
    return sum;
}
