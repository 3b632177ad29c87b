// verdict: unsafe(deref)
// line: 16
// twin: loop-local-kept.c
// source: own
// about: an instance of a local of the loop's body is followed behind the loop

static int *kept[2];

int main(void) {
    for (int i = 0; i < 2; i++) {
        int local = i;
        kept[i] = &local;
        *kept[i] = 3;
    }
    if (1)
        *kept[0] = 1;
    return 0;
}
