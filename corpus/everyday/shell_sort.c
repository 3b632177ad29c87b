// verdict: safe
// slow: yes
// twin: shell_sort-bad.c
// source: own
// about: shell sort of records by key, self test on pseudo-random data

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>

#define COUNT 40

typedef struct record {
    int key;
    unsigned tag;   /* original position */
} record_t;

/* decreasing; the last one has to be 1 */
static const size_t gaps[] = { 23, 10, 4, 1 };

static void shell_sort(record_t *a, size_t n)
{
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        const size_t gap = gaps[g];

        for (size_t i = gap; i < n; i++) {
            record_t moving = a[i];
            size_t j = i;

            while (j >= gap && a[j - gap].key > moving.key) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = moving;
        }
    }
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static void fill(record_t *a, size_t n, uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        a[i].key = (int)(next_random(&seed) % 2000) - 1000;
        a[i].tag = (unsigned)i;
    }
}

static int is_sorted(const record_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (a[i - 1].key > a[i].key)
            return 0;
    return 1;
}

int main(void)
{
    record_t original[COUNT], sorted[COUNT];
    unsigned char seen[COUNT];
    static const size_t sizes[] = { 0, 1, 2, 11, COUNT };

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        size_t n = sizes[s];

        fill(original, n, 77u + (uint32_t)s);
        memcpy(sorted, original, n * sizeof sorted[0]);
        shell_sort(sorted, n);
        assert(is_sorted(sorted, n));

        /* every record is still there, once, with its own key */
        memset(seen, 0, sizeof seen);
        for (size_t i = 0; i < n; i++) {
            unsigned t = sorted[i].tag;
            assert(t < n && !seen[t]);
            seen[t] = 1;
            assert(sorted[i].key == original[t].key);
        }
        printf("%zu records sorted\n", n);
    }
    return 0;
}
