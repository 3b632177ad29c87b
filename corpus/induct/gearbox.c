// verdict: safe
// engine: induct
// twin: gearbox-bad.c
// source: own
// about: a gearbox driven by a table: what the solenoids do follows from the gear, in each of a thousand steps

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum gear { PARK, REVERSE, NEUTRAL, DRIVE, GEARS };
enum lever { UP, DOWN, LEVERS };

static const enum gear next[GEARS][LEVERS] = {
    [PARK]    = { PARK,    REVERSE },
    [REVERSE] = { PARK,    NEUTRAL },
    [NEUTRAL] = { REVERSE, DRIVE   },
    [DRIVE]   = { NEUTRAL, DRIVE   },
};

static const int clutch[GEARS] = { 0, 1, 0, 1 };
static const int direction[GEARS] = { 0, -1, 0, 1 };

struct box {
    enum gear gear;
    int clutch;
    int direction;
    unsigned shifts;
};

static void move(struct box *b, enum lever l)
{
    enum gear to = next[b->gear][l];

    if (to == b->gear)
        return;
    b->gear = to;
    b->clutch = clutch[to];
    b->direction = direction[to];
    b->shifts++;
}

int main(void)
{
    struct box b = { PARK, 0, 0, 0 };
    unsigned moves = 0;

    for (int i = 0; i < 1000; i++) {
        int l = __VERIFIER_nondet_int();

        if (l < 0 || l >= LEVERS)
            continue;
        move(&b, (enum lever)l);
        moves++;
        /* the clutch is closed if and only if the car is driven */
        assert((b.clutch == 1) == (b.direction != 0));
        assert(b.direction != -1 || b.gear == REVERSE);
    }
    assert(b.shifts <= moves);
    return 0;
}
