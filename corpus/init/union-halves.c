// verdict: safe
// twin: union-halves-bad.c
// source: own
// about: the bytes of a number are those of the halves that were written

union word {
    int whole;
    short half[2];
};

int main(void) {
    union word w;
    w.half[0] = 1;
    w.half[1] = 2;
    return w.whole == 2;
}
