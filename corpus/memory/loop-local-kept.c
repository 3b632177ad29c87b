// verdict: safe
// twin: loop-local-kept-bad.c
// source: own
// about: addresses of several instances of a local are kept, and only the living one is followed

static int *kept[2];

int main(void) {
    for (int i = 0; i < 2; i++) {
        int local = i;
        kept[i] = &local;
        *kept[i] = 3;
    }
    if (0)
        *kept[0] = 1;
    return 0;
}
