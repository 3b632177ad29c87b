// verdict: unsafe(reach)
// line: 18
// twin: union-bytes.c
// source: own
// about: another byte is expected

extern void reach_error(void);

union word {
    unsigned number;
    unsigned char bytes[4];
};

int main(void) {
    union word w;
    w.number = 0x01020304;
    if (w.bytes[0] != 1 || w.bytes[3] != 1)
        reach_error();
    return 0;
}
