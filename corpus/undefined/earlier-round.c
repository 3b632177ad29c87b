// verdict: safe
// twin: earlier-round-bad.c
// source: own
// about: a pointer is compared with a local of the loop's body, and no pointer to that of the round before is left

int main(void) {
    int outside = 0, *last = &outside;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (last == &x)
            return 1;
        last = &x;
        *last += i;
        last = &outside;
    }
    return 0;
}
