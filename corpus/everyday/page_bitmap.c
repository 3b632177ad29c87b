// verdict: unknown
// todo: safe
// slow: yes
// twin: page_bitmap-bad.c
// source: own
// about: first-fit allocator for runs of pages in a 32-bit bitmap

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

/* Allocator for runs of flash pages: bit i of the map is set while page i
 * is in use. */
#define PAGES      32u
#define NO_RUN     (-1)
#define MAX_RUNS   5

static uint32_t page_map;

static uint32_t run_mask(unsigned count)
{
    if (count >= PAGES)
        return UINT32_MAX;
    return (UINT32_C(1) << count) - 1u;
}

/* First fit. Returns the first page of the run or NO_RUN. */
static int pages_alloc(unsigned count)
{
    if (count == 0 || count > PAGES)
        return NO_RUN;

    for (unsigned first = 0; first + count <= PAGES; first++) {
        uint32_t mask = run_mask(count) << first;
        if ((page_map & mask) == 0) {
            page_map |= mask;
            return (int)first;
        }
    }
    return NO_RUN;
}

static void pages_free(unsigned first, unsigned count)
{
    page_map &= ~(run_mask(count) << first);
}

static unsigned pages_used(void)
{
    unsigned n = 0;
    for (uint32_t m = page_map; m != 0; m &= m - 1u)
        n++;
    return n;
}

struct run {
    unsigned first, count;      /* count == 0: entry not in use */
};

static bool overlaps(const struct run *a, const struct run *b)
{
    return a->first < b->first + b->count && b->first < a->first + a->count;
}

int main(void)
{
    struct run runs[MAX_RUNS] = { { 0, 0 } };
    unsigned expected = 0;

    for (int step = 0; step < 25; step++) {
        struct run *r = &runs[__VERIFIER_nondet_uchar() % MAX_RUNS];

        if (r->count != 0) {
            pages_free(r->first, r->count);
            expected -= r->count;
            r->count = 0;
        } else {
            unsigned count = __VERIFIER_nondet_uchar() % (PAGES + 2u);
            int first = pages_alloc(count);
            if (first == NO_RUN) {
                assert(count == 0 || count > PAGES || expected > 0);
                continue;
            }
            for (int i = 0; i < MAX_RUNS; i++) {
                struct run fresh = { (unsigned)first, count };
                assert(runs[i].count == 0 || !overlaps(&runs[i], &fresh));
            }
            r->first = (unsigned)first;
            r->count = count;
            expected += count;
        }
        assert(pages_used() == expected);
        if (__VERIFIER_nondet_bool())
            break;
    }

    for (int i = 0; i < MAX_RUNS; i++)
        if (runs[i].count != 0)
            pages_free(runs[i].first, runs[i].count);
    assert(page_map == 0);
    puts("all pages returned");
    return 0;
}
