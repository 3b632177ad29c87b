// verdict: unsafe(reach)
// line: 16
// twin: char-over-int.c
// source: own
// about: the sum of the bytes is another one

extern void reach_error(void);

int main(void) {
    int number = 0x0a0b0c0d;
    const unsigned char *byte = (const unsigned char *)&number;
    int sum = 0;
    for (unsigned i = 0; i < sizeof number; i++)
        sum += byte[i];
    if (sum != 45)
        reach_error();
    return 0;
}
