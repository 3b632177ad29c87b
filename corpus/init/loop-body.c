// verdict: safe
// twin: loop-body-bad.c
// source: own
// about: a local of the body of a loop is written in each round that reads it

int main(void) {
    int s = 0;
    for (int i = 0; i < 5; i++) {
        int x;
        if (i < 3)
            x = i;
        if (i < 3)
            s += x;
    }
    return s == 3;
}
