// verdict: safe
// twin: struct-of-arrays-bad.c
// source: own
// about: the elements of two arrays in a structure are moved along together, through a pointer to it

struct particles {
    int position[16];
    int speed[16];
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
