// verdict: unsafe(bounds)
// line: 18
// twin: pragma-pack.c
// source: own
// about: the last byte of the packed record is passed by

#pragma pack(push, 1)
struct record {
    char tag;
    long value;
};
#pragma pack(pop)

int main(void) {
    struct record r = {1, 2};
    unsigned char *bytes = (unsigned char *)&r;
    for (int i = 0; i < 10; i++)
        bytes[i] = 0;
    return (int)r.value;
}
