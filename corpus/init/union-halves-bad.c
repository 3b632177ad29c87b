// verdict: unsafe(init)
// line: 16
// twin: union-halves.c
// source: own
// about: half of the bytes of a number were not written

union word {
    int whole;
    short half[2];
};

int main(void) {
    union word w;
    w.half[0] = 1;
    w.half[0] = 2;
    return w.whole == 2;
}
