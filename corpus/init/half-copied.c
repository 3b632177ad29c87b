// verdict: safe
// twin: half-copied-bad.c
// source: own
// about: some bytes of a number are copied from memory that was not written

extern void *memcpy(void *to, const void *from, unsigned long size);

struct reading {
    unsigned value;
};

static struct reading last;

int main(void) {
    unsigned short raw[2];
    raw[0] = 7;
    memcpy(&last.value, raw, 2);
    return last.value == 7;
}
