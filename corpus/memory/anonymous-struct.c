// verdict: safe
// twin: anonymous-struct-bad.c
// source: own
// about: members of anonymous structures and unions are members of the structure around them

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
    int *p = &s.side[1];
    *p = 9;
    if (s.width != 2 || s.kind != 1)
        reach_error();
    return 0;
}
