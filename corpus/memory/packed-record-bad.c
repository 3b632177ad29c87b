// verdict: unsafe(bounds)
// line: 19
// twin: packed-record.c
// source: own
// about: a packed record is larger than the buffer it is read from

void *memcpy(void *, const void *, unsigned long);

struct __attribute__((packed)) record {
    char tag;
    int value;
};

int main(void) {
    unsigned char buffer[4];
    struct record r;
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = 0;
    memcpy(&r, buffer, sizeof r);
    return r.value;
}
