// verdict: safe
// twin: walking-pointer-bad.c
// source: own
// about: a pointer walks from the first element to the one past the last

int main(void) {
    int numbers[10];
    int *p = numbers;
    int *end = numbers + 10;
    while (p != end)
        *p++ = 1;
    p = numbers + 9;
    *p = 2;
    return 0;
}
