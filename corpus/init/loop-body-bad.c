// verdict: unsafe(init)
// line: 14
// twin: loop-body.c
// source: own
// about: a local of the body of a loop does not keep its value from round to round

int main(void) {
    int s = 0;
    for (int i = 0; i < 5; i++) {
        int x;
        if (i < 3)
            x = i;
        if (i < 4)
            s += x;
    }
    return s == 3;
}
