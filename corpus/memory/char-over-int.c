// verdict: safe
// twin: char-over-int-bad.c
// source: own
// about: the bytes of an int are read through a pointer to char

extern void reach_error(void);

int main(void) {
    int number = 0x0a0b0c0d;
    const unsigned char *byte = (const unsigned char *)&number;
    int sum = 0;
    for (unsigned i = 0; i < sizeof number; i++)
        sum += byte[i];
    if (sum != 46)
        reach_error();
    return 0;
}
