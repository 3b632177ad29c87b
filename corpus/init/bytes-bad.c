// verdict: unsafe(init)
// line: 12
// twin: bytes.c
// source: own
// about: one byte of a number is not written

int main(void) {
    int x;
    unsigned char *p = (unsigned char *)&x;
    for (int i = 0; i < 3; i++)
        p[i] = 0;
    return x == 0;
}
