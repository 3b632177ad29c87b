// verdict: safe
// twin: pragma-pack-bad.c
// source: own
// about: members are not aligned between the directives

#pragma pack(push, 1)
struct record {
    char tag;
    long value;
};
#pragma pack(pop)

int main(void) {
    struct record r = {1, 2};
    unsigned char *bytes = (unsigned char *)&r;
    for (int i = 0; i < 9; i++)
        bytes[i] = 0;
    return (int)r.value;
}
