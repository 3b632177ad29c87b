// verdict: unsafe(reach)
// line: 20
// twin: array-inside.c
// source: own
// about: the first buffer is empty

extern void reach_error(void);

struct buffer {
    int used;
    unsigned char bytes[4];
};

int main(void) {
    struct buffer a = {0, {0}};
    struct buffer b = a;
    b.bytes[b.used++] = 200;
    b.bytes[b.used++] = 100;
    if (a.bytes[0] != 200 || b.bytes[1] != 100 || b.used != 2)
        reach_error();
    a = b;
    if (a.bytes[0] + a.bytes[1] != 300)
        reach_error();
    return 0;
}
