// verdict: unknown
// todo: safe
// slow: yes
// twin: round_robin-bad.c
// source: own
// about: round-robin scheduler over a task table with sleeping tasks

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define NTASKS     5
#define MAX_DEMAND 4      /* time slices a task may need */
#define MAX_SLEEPS 2      /* times a task may go to sleep */
#define MAX_SLICES 80
#define NONE       (-1)

enum task_state { READY, SLEEPING, FINISHED };

struct task {
    enum task_state state;
    unsigned demand;
    unsigned used;
    unsigned sleeps;
    unsigned wake_at;
};

static struct task tasks[NTASKS];

/* Next ready task after `current`, or NONE. */
static int pick_next(int current)
{
    int idx = current;

    for (int i = 0; i < NTASKS; i++) {
        idx++;
        if (idx >= NTASKS)
            idx = 0;
        if (tasks[idx].state == READY)
            return idx;
    }
    return NONE;
}

static void wake_sleepers(unsigned now)
{
    for (int i = 0; i < NTASKS; i++)
        if (tasks[i].state == SLEEPING && tasks[i].wake_at <= now)
            tasks[i].state = READY;
}

static void run_slice(struct task *t, unsigned now)
{
    t->used++;
    if (t->used >= t->demand) {
        t->state = FINISHED;
    } else if (t->sleeps < MAX_SLEEPS && __VERIFIER_nondet_bool()) {
        t->state = SLEEPING;
        t->sleeps++;
        t->wake_at = now + 1 + __VERIFIER_nondet_uchar() % 3;
    }
}

int main(void)
{
    int current = 0;
    unsigned total = 0, idle = 0, executed = 0;

    for (int i = 0; i < NTASKS; i++) {
        tasks[i].demand = __VERIFIER_nondet_uchar() % (MAX_DEMAND + 1);
        if (tasks[i].demand == 0)
            tasks[i].state = FINISHED;
        total += tasks[i].demand;
    }

    for (unsigned now = 0; now < MAX_SLICES; now++) {
        wake_sleepers(now);
        int next = pick_next(current);
        if (next == NONE) {
            idle++;
            continue;
        }
        /* with another task ready, nobody runs twice in a row */
        if (next == current) {
            for (int i = 0; i < NTASKS; i++)
                assert(i == current || tasks[i].state != READY);
        }
        current = next;
        run_slice(&tasks[current], now);
        executed++;
    }

    for (int i = 0; i < NTASKS; i++) {
        assert(tasks[i].state == FINISHED);
        assert(tasks[i].used == tasks[i].demand);
    }
    assert(executed == total);
    printf("%u slices used, %u idle\n", executed, idle);
    return 0;
}
