// verdict: unsafe(reach)
// line: 37
// twin: in-box.c
// source: own
// about: the box ends at 320

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point {
    int x;
    int y;
};

static struct point clamp(struct point p) {
    if (p.x < 0)
        p.x = 0;
    if (p.x > 320)
        p.x = 320;
    if (p.y < 0)
        p.y = 0;
    if (p.y > 200)
        p.y = 200;
    return p;
}

int main(void) {
    struct point p = {160, 100};
    while (__VERIFIER_nondet_int()) {
        int d = __VERIFIER_nondet_int();
        if (d < -5 || d > 5)
            continue;
        p.x += d;
        p.y -= d;
        p = clamp(p);
        if (p.x < 0 || p.x > 319 || p.y < 0 || p.y > 200)
            reach_error();
    }
    return 0;
}
