// verdict: unsafe(reach)
// line: 24
// twin: anonymous-struct.c
// source: own
// about: another member is written through its pointer

extern void reach_error(void);

struct shape {
    int kind;
    union {
        struct {
            int width, height;
        };
        int side[2];
    };
};

int main(void) {
    struct shape s = {1, {{2, 3}}};
    int *p = &s.side[0];
    *p = 9;
    if (s.width != 2 || s.kind != 1)
        reach_error();
    return 0;
}
