// verdict: safe
// slow: yes
// twin: pid_fixed-bad.c
// source: own
// about: PID controller in fixed point with saturation and anti-windup

#include <stdint.h>
#include <stdio.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*
 * PID controller, gains in Q8 (256 == 1.0).
 * All intermediate results are 64 bits wide and saturated to 32 bits.
 */
#define Q8(x)        ((x) * 256)
#define OUT_MIN      (-2000)
#define OUT_MAX      2000
#define INTEGRAL_MAX 500000

typedef struct
{
    int32_t kp, ki, kd;        /* Q8 */
    int32_t setpoint;
    int32_t integral;          /* sum of errors, limited (anti-windup) */
    int32_t last_error;
} pid_ctrl;

static int32_t limit64(int64_t v, int32_t lo, int32_t hi)
{
    if (v < lo)
        return lo;
    if (v > hi)
        return hi;
    return (int32_t)v;
}

static int32_t sat_sub(int32_t a, int32_t b)
{
    int64_t d = (int64_t)a - b;
    return limit64(d, INT32_MIN, INT32_MAX);
}

static void pid_init(pid_ctrl *c, int32_t setpoint)
{
    c->kp = Q8(3);
    c->ki = Q8(1) / 8;
    c->kd = Q8(2);
    c->setpoint = setpoint;
    c->integral = 0;
    c->last_error = 0;
}

static int32_t pid_step(pid_ctrl *c, int32_t measured)
{
    int32_t error = sat_sub(c->setpoint, measured);
    int32_t slope = sat_sub(error, c->last_error);
    int64_t sum;

    c->integral = limit64((int64_t)c->integral + error,
                          -INTEGRAL_MAX, INTEGRAL_MAX);
    c->last_error = error;

    sum  = (int64_t)c->kp * error;
    sum += (int64_t)c->ki * c->integral;
    sum += (int64_t)c->kd * slope;
    return limit64(sum / 256, OUT_MIN, OUT_MAX);
}

int main(void)
{
    pid_ctrl c;
    int32_t out;

    /* arbitrary set point, arbitrary sensor values */
    pid_init(&c, __VERIFIER_nondet_int());
    for (int i = 0; i < 10; i++)
    {
        int32_t measured = __VERIFIER_nondet_int();

        out = pid_step(&c, measured);
        assert(out >= OUT_MIN && out <= OUT_MAX);
        assert(c.integral >= -INTEGRAL_MAX && c.integral <= INTEGRAL_MAX);
        assert((c.last_error > 0) == (measured < c.setpoint));
        printf("%ld -> %ld\n", (long)measured, (long)out);
    }

    /* fresh controller exactly on target: nothing to do */
    pid_init(&c, 1200);
    out = pid_step(&c, 1200);
    assert(out == 0);

    /* slightly below: proportional + integral + derivative part */
    out = pid_step(&c, 1192);
    assert(out == 3 * 8 + 1 + 2 * 8);
    return 0;
}
