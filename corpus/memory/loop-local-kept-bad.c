// verdict: unsafe(deref)
// line: 15
// twin: loop-local-kept.c
// source: own
// about: an earlier instance of a local of the loop's body is followed

static int *kept[2];

int main(void) {
    for (int i = 0; i < 2; i++) {
        int local = i;
        kept[i] = &local;
        *kept[i] = 3;
        if (i == 1)
            *kept[0] = 1;
    }
    return 0;
}
