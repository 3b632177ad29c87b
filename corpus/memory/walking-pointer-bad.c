// verdict: unsafe(bounds)
// line: 14
// twin: walking-pointer.c
// source: own
// about: the end is one element too far

int main(void) {
    int numbers[10];
    int *p = numbers;
    int *end = numbers + 10;
    while (p != end)
        *p++ = 1;
    p = numbers + 10;
    *p = 2;
    return 0;
}
