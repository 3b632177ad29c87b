// verdict: safe
// slow: yes
// twin: door_ctrl-bad.c
// source: own
// about: door controller driven by a transition table with action functions

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum state { ST_CLOSED, ST_OPENING, ST_OPEN, ST_CLOSING, ST_LOCKED };
enum event { EV_OPEN, EV_CLOSE, EV_LIMIT, EV_OBSTACLE, EV_LOCK, EV_UNLOCK, EV_COUNT };

struct door {
    enum state state;
    int motor;          /* -1 closing, 0 stopped, +1 opening */
    bool bolt;
    unsigned reversals;
    unsigned ignored;
};

typedef void (*action_fn)(struct door *d);

static void act_open(struct door *d)   { d->motor = 1; }
static void act_close(struct door *d)  { d->motor = -1; }
static void act_stop(struct door *d)   { d->motor = 0; }
static void act_lock(struct door *d)   { d->bolt = true; }
static void act_unlock(struct door *d) { d->bolt = false; }

static void act_reverse(struct door *d)
{
    d->motor = 1;
    d->reversals++;
}

struct transition {
    enum state from;
    enum event on;
    enum state to;
    action_fn  action;
};

static const struct transition table[] = {
    { ST_CLOSED,  EV_OPEN,     ST_OPENING, act_open    },
    { ST_CLOSED,  EV_LOCK,     ST_LOCKED,  act_lock    },
    { ST_OPENING, EV_LIMIT,    ST_OPEN,    act_stop    },
    { ST_OPENING, EV_CLOSE,    ST_CLOSING, act_close   },
    { ST_OPEN,    EV_CLOSE,    ST_CLOSING, act_close   },
    { ST_CLOSING, EV_LIMIT,    ST_CLOSED,  act_stop    },
    { ST_CLOSING, EV_OPEN,     ST_OPENING, act_open    },
    { ST_CLOSING, EV_OBSTACLE, ST_OPENING, act_reverse },
    { ST_LOCKED,  EV_UNLOCK,   ST_CLOSED,  act_unlock  },
};

static const struct transition *find_transition(enum state s, enum event e)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].from == s && table[i].on == e)
            return &table[i];
    }
    return NULL;
}

static void door_dispatch(struct door *d, enum event e)
{
    const struct transition *t = find_transition(d->state, e);

    if (t == NULL) {
        d->ignored++;   /* event has no meaning in this state */
        return;
    }
    t->action(d);
    d->state = t->to;
}

static bool door_consistent(const struct door *d)
{
    switch (d->state) {
    case ST_CLOSED:
    case ST_OPEN:
        return d->motor == 0 && !d->bolt;
    case ST_OPENING:
        return d->motor == 1 && !d->bolt;
    case ST_CLOSING:
        return d->motor == -1 && !d->bolt;
    case ST_LOCKED:
        return d->motor == 0 && d->bolt;
    }
    return false;
}

int main(void)
{
    struct door d = { ST_CLOSED, 0, false, 0, 0 };
    unsigned handled = 0;

    for (int i = 0; i < 50; i++) {
        int e = __VERIFIER_nondet_int();
        if (e < 0 || e >= EV_COUNT)
            break;      /* end of the event trace */
        door_dispatch(&d, (enum event)e);
        handled++;
        assert(door_consistent(&d));
        /* a bolted door never moves */
        assert(!(d.bolt && d.motor != 0));
    }

    assert(d.ignored + d.reversals <= handled);
    printf("%u events, %u ignored, %u reversals\n", handled, d.ignored, d.reversals);
    return 0;
}
