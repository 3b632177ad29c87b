// verdict: unsafe(undefined)
// line: 15
// twin: misaligned-packed.c
// source: own
// about: a member of a packed record that is not aligned is accessed through its address

struct __attribute__((packed)) s {
    char c[3];
    int i;
};

int main(void) {
    struct s x = {{1}, 2};
    int *p = &x.i;
    return *p == 3;
}
