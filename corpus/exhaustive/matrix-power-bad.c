// verdict: unsafe(reach)
// line: 28
// twin: matrix-power.c
// source: own
// about: its corner is 89

extern void reach_error(void);

struct matrix {
    long m[2][2];
};

static struct matrix times(struct matrix a, struct matrix b) {
    struct matrix c = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

int main(void) {
    struct matrix f = {{{1, 1}, {1, 0}}};
    struct matrix p = {{{1, 0}, {0, 1}}};
    for (int i = 0; i < 10; i++)
        p = times(p, f);
    if (p.m[0][0] != 55 || p.m[1][1] != 34)
        reach_error();
    return 0;
}
