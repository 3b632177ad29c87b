// verdict: safe
// twin: union-bytes-bad.c
// source: own
// about: the bytes of a number are seen through a union, the lowest first

extern void reach_error(void);

union word {
    unsigned number;
    unsigned char bytes[4];
};

int main(void) {
    union word w;
    w.number = 0x01020304;
    if (w.bytes[0] != 4 || w.bytes[3] != 1)
        reach_error();
    return 0;
}
