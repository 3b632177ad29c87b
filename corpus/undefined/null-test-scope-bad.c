// verdict: unsafe(undefined)
// line: 15
// twin: null-test-scope.c
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
        if (i < 2 && last)
            seen++;
    }
    return seen;
}
