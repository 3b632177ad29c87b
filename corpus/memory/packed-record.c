// verdict: safe
// twin: packed-record-bad.c
// source: own
// about: a packed record has no padding, so five bytes are enough

void *memcpy(void *, const void *, unsigned long);

struct __attribute__((packed)) record {
    char tag;
    int value;
};

int main(void) {
    unsigned char buffer[5];
    struct record r;
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = 0;
    memcpy(&r, buffer, sizeof r);
    return r.value;
}
