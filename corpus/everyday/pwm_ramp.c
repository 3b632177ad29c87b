// verdict: unknown
// todo: safe
// slow: yes
// twin: pwm_ramp-bad.c
// source: own
// about: linear ramp of a PWM duty cycle to a target in a given time

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Motor soft start: the duty cycle (per mille) moves to its target in
 * equal steps, one step per control tick. */

#define DUTY_MAX       1000
#define TICK_MS        10
#define MAX_RAMP_MS    500

typedef struct ramp {
    int from;
    int to;
    int steps;
    int done;
    int duty;
} ramp_t;

static int clamp(int v, int lo, int hi)
{
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}

static void ramp_start(ramp_t *r, int target, int duration_ms)
{
    duration_ms = clamp(duration_ms, 0, MAX_RAMP_MS);
    r->from  = r->duty;
    r->to    = clamp(target, 0, DUTY_MAX);
    r->steps = duration_ms / TICK_MS;
    r->done  = 0;
    if (r->steps < 1)
        r->steps = 1;       /* too short for a ramp: jump */
}

/* Returns true as long as the ramp is under way. */
static bool ramp_tick(ramp_t *r)
{
    if (r->done >= r->steps && r->duty == r->to)
        return false;
    r->done++;
    r->duty = r->from + (r->to - r->from) * r->done / r->steps;
    return r->done < r->steps;
}

static int run_ramp(ramp_t *r, int target, int ms)
{
    int ticks = 0;
    int last = r->duty;
    bool busy;

    ramp_start(r, target, ms);
    do {
        busy = ramp_tick(r);
        ticks++;

        /* no overshoot, no step back */
        if (r->to >= r->from)
            assert(r->duty >= last && r->duty <= r->to);
        else
            assert(r->duty <= last && r->duty >= r->to);
        last = r->duty;
    } while (busy);

    assert(r->duty == r->to);
    return ticks;
}

int main(void)
{
    ramp_t r = { .duty = 0 };
    int total = 0;

    for (int i = 0; i < 4; i++) {
        int target = __VERIFIER_nondet_int();
        int ms = __VERIFIER_nondet_int();

        int ticks = run_ramp(&r, target, ms);
        assert(ticks <= MAX_RAMP_MS / TICK_MS);
        printf("ramp %d: %d -> %d in %d ticks\n", i, r.from, r.to, ticks);
        total += ticks;
    }

    /* emergency stop is a ramp of its own */
    total += run_ramp(&r, 0, 0);
    assert(r.duty == 0);
    printf("%d ticks\n", total);
    return EXIT_SUCCESS;
}
