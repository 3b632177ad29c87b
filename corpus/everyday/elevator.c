// verdict: safe
// slow: yes
// twin: elevator-bad.c
// source: own
// about: elevator with one call flag per floor, serves all calls in two sweeps

#include <stdio.h>
#include <stdbool.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define FLOORS     6
#define RUN_STEPS 30

enum dir { IDLE, UP, DOWN };

struct lift {
    int      floor;
    enum dir dir;
    bool     door_open;
    bool     call[FLOORS];
    unsigned stops;
};

static bool call_above(const struct lift *l)
{
    for (int f = l->floor + 1; f < FLOORS; f++)
        if (l->call[f])
            return true;
    return false;
}

static bool call_below(const struct lift *l)
{
    for (int f = l->floor - 1; f >= 0; f--)
        if (l->call[f])
            return true;
    return false;
}

static int pending(const struct lift *l)
{
    int n = 0;
    for (int f = 0; f < FLOORS; f++)
        n += l->call[f] ? 1 : 0;
    return n;
}

static void lift_request(struct lift *l, int floor)
{
    if (floor < 0 || floor >= FLOORS)
        return;                     /* garbage on the bus */
    l->call[floor] = true;
}

/* one time step: either serve this floor or move by one */
static void lift_step(struct lift *l)
{
    if (l->call[l->floor]) {
        l->call[l->floor] = false;
        l->door_open = true;
        l->stops++;
        return;
    }
    l->door_open = false;

    /* keep going while there is work ahead, else turn round */
    if (l->dir == UP && !call_above(l))
        l->dir = call_below(l) ? DOWN : IDLE;
    else if (l->dir == DOWN && !call_below(l))
        l->dir = call_above(l) ? UP : IDLE;
    else if (l->dir == IDLE && call_above(l))
        l->dir = UP;
    else if (l->dir == IDLE && call_below(l))
        l->dir = DOWN;

    if (l->dir == UP)
        l->floor++;
    else if (l->dir == DOWN)
        l->floor--;
}

int main(void)
{
    struct lift l = { .floor = 0, .dir = IDLE };
    unsigned requests = 0;

    for (int t = 0; t < RUN_STEPS; t++) {
        if (__VERIFIER_nondet_uint() % 3 == 0) {
            lift_request(&l, __VERIFIER_nondet_int());
            requests++;
        }
        int before = l.floor;
        lift_step(&l);
        assert(l.floor >= 0 && l.floor < FLOORS);
        assert(!l.door_open || l.floor == before);
    }

    /* No new requests from here on. One sweep up, one sweep down and a stop
       at every floor must be enough to serve everybody. */
    for (int t = 0; t < 3 * FLOORS; t++)
        lift_step(&l);

    assert(pending(&l) == 0);
    assert(l.stops <= requests);
    printf("%u requests, %u stops, resting at %d\n", requests, l.stops, l.floor);
    return 0;
}
