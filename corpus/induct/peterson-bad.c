// verdict: unsafe(reach)
// twin: peterson.c
// source: own
// about: Peterson's lock, one step of one side at a time: what keeps both out says three things at once, which no sample suggests

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum at { OUTSIDE, WANTS, WAITS, INSIDE };

struct side {
    enum at at;
    int     flag;
};

static struct side sides[2];
static int turn;

static void step(int me)
{
    struct side *s = &sides[me];
    const struct side *other = &sides[1 - me];

    switch (s->at) {
    case OUTSIDE:
        s->flag = 1;
        s->at = WANTS;
        break;
    case WANTS:
        turn = me ^ 0;
        s->at = WAITS;
        break;
    case WAITS:
        if (!other->flag || turn == me)
            s->at = INSIDE;
        break;
    case INSIDE:
        s->flag = 0;
        s->at = OUTSIDE;
        break;
    }
}

int main(void)
{
    for (;;) {
        step(__VERIFIER_nondet_int() % 2 == 0);
        assert(sides[0].at != INSIDE || sides[1].at != INSIDE);
    }
}
