// verdict: safe
// twin: misaligned-packed-bad.c
// source: own
// about: a member of a packed record is accessed through its address

struct __attribute__((packed)) s {
    char c[4];
    int i;
};

int main(void) {
    struct s x = {{1}, 2};
    int *p = &x.i;
    return *p == 3;
}
