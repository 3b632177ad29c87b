// verdict: unsafe(bounds)
// line: 14
// twin: struct-of-arrays.c
// source: own
// about: the second array is shorter

struct particles {
    int position[16];
    int speed[15];
};

static void step(struct particles *p) {
    for (int i = 0; i < 16; i++)
        p->position[i] += p->speed[i];
}

int main(void) {
    struct particles p = {{0}, {0}};
    p.speed[3] = 2;
    step(&p);
    return 0;
}
