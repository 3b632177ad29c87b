// verdict: unsafe(deref)
// line: 13
// twin: round-local.c
// source: own
// about: a pointer to a local of the loop's body is followed in the next round, when it dangles

int main(void) {
    int *p = 0;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = i;
        if (i >= 3)
            sum += *p;
        p = &x;
        *p = *p + 1;
        sum += x;
    }
    return sum;
}
