// verdict: unsafe(undefined)
// slow: yes
// line: 40
// twin: lru_cache.c
// source: own
// about: memcpy is used for a shift by one entry, source and destination overlap

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Page cache with four entries, kept in order of use: entry 0 is the most
// recently used one, the last entry is the next victim.

#define WAYS  4
#define PAGES 10

struct entry {
    int page;
    int data;
};

struct cache {
    struct entry e[WAYS];
    size_t used;
    unsigned hits;
    unsigned misses;
};

// What the backing store holds for a page.
static int load_page(int page)
{
    return 100 + page * page;
}

// Makes room at the front by shifting the first n entries down by one.
static void shift_down(struct cache *c, size_t n)
{
    memcpy(&c->e[1], &c->e[0], n * sizeof(c->e[0]));
}

static int cache_read(struct cache *c, int page)
{
    struct entry front;
    size_t i;

    for (i = 0; i < c->used; i++)
        if (c->e[i].page == page)
            break;

    if (i < c->used) {
        front = c->e[i];
        c->hits++;
    } else {
        front.page = page;
        front.data = load_page(page);
        c->misses++;
        if (c->used < WAYS)
            c->used++;
        i = c->used - 1;
    }

    if (i > 0)
        shift_down(c, i);
    c->e[0] = front;
    return front.data;
}

static bool cache_holds(const struct cache *c, int page)
{
    for (size_t i = 0; i < c->used; i++)
        if (c->e[i].page == page)
            return true;
    return false;
}

// Reference: a page is cached iff fewer than WAYS other pages were used
// after its own last use.
static bool should_hold(const int last_use[PAGES], int page)
{
    int newer = 0;

    if (last_use[page] < 0)
        return false;
    for (int p = 0; p < PAGES; p++)
        if (last_use[p] > last_use[page])
            newer++;
    return newer < WAYS;
}

static const int trace[] = {
    3, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 0, 0,
};

int main(void)
{
    struct cache c = { .used = 0 };
    int last_use[PAGES];
    const int n = (int)(sizeof(trace) / sizeof(trace[0]));

    for (int p = 0; p < PAGES; p++)
        last_use[p] = -1;

    for (int t = 0; t < n; t++) {
        int data = cache_read(&c, trace[t]);

        assert(data == 100 + trace[t] * trace[t]);
        last_use[trace[t]] = t;
        for (int p = 0; p < PAGES; p++)
            assert(cache_holds(&c, p) == should_hold(last_use, p));
    }

    assert(c.hits + c.misses == (unsigned)n);
    printf("%u hits, %u misses\n", c.hits, c.misses);
    return 0;
}
