// verdict: safe
// twin: bytes-bad.c
// source: own
// about: a number is written byte by byte

int main(void) {
    int x;
    unsigned char *p = (unsigned char *)&x;
    for (int i = 0; i < 4; i++)
        p[i] = 0;
    return x == 0;
}
