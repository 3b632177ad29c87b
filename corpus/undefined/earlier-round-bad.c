// verdict: unsafe(undefined)
// line: 11
// twin: earlier-round.c
// source: own
// about: a pointer is compared with a local of the loop's body: in the second round it points to that of the first

int main(void) {
    int outside = 0, *last = &outside;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (last == &x)
            return 1;
        last = &x;
        *last += i;
    }
    return 0;
}
