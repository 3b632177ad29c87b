// verdict: unknown
// todo: safe
// slow: yes
// twin: soft_timers-bad.c
// source: own
// about: software timers on a 32-bit tick that wraps around

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

// Software timers on a free-running 32-bit millisecond tick.
// Intervals must be shorter than half the range of the tick.

#define NUM_TIMERS 4
#define RUN_TICKS  200u

typedef struct {
    bool     active;
    bool     periodic;
    uint32_t interval;
    uint32_t deadline;
    unsigned fired;
    uint32_t lastFired;
} Timer;

static Timer timers[NUM_TIMERS];

static bool timeReached(uint32_t now, uint32_t deadline)
{
    return now - deadline < UINT32_C(0x80000000);
}

static void timerStart(Timer *t, uint32_t now, uint32_t interval, bool periodic)
{
    t->active = true;
    t->periodic = periodic;
    t->interval = interval;
    t->deadline = now + interval;
    t->fired = 0;
    t->lastFired = now;
}

static void timerPoll(Timer *t, uint32_t now)
{
    if (!t->active || !timeReached(now, t->deadline)) {
        return;
    }
    t->fired++;
    t->lastFired = now;
    if (t->periodic) {
        t->deadline += t->interval;
    } else {
        t->active = false;
    }
}

int main(void)
{
    const uint32_t start = __VERIFIER_nondet_uint();
    uint32_t now = start;

    // timers 0 and 1 are one-shots, 2 and 3 are periodic
    for (int i = 0; i < NUM_TIMERS; i++) {
        timerStart(&timers[i], now, 1u + __VERIFIER_nondet_uchar(), i >= 2);
    }

    for (uint32_t elapsed = 1; elapsed <= RUN_TICKS; elapsed++) {
        now++;
        for (int i = 0; i < NUM_TIMERS; i++) {
            timerPoll(&timers[i], now);
        }
    }
    assert(now == start + RUN_TICKS);

    for (int i = 0; i < NUM_TIMERS; i++) {
        const Timer *t = &timers[i];
        unsigned due = RUN_TICKS / t->interval;

        if (!t->periodic && due > 1u) {
            due = 1u;
        }
        assert(t->fired == due);
        assert(t->lastFired - start == t->fired * t->interval);
        printf("timer %d: interval %u, fired %u times\n",
               i, (unsigned)t->interval, t->fired);
    }
    return 0;
}
