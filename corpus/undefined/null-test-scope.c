// verdict: safe
// twin: null-test-scope-bad.c
// source: own
// about: a pointer to a local of the loop's body is asked whether it is null in the same round; the twin asks it in the next one, when that local is gone

int main(void)
{
    const int *last = 0;
    int seen = 0;
    for (int i = 0; i < 4; i++) {
        int square = i * i;
        if (i < 1)
            last = &square;
        if (i < 1 && last)
            seen++;
    }
    return seen;
}
