// verdict: safe
// slow: yes
// twin: median_filter-bad.c
// source: own
// about: median of five by a sorting network and median of nine, exhaustive self-test

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Median of five with a fixed list of compare-and-swap pairs (no data
 * dependent branches on the target), median of nine by sorting a copy. */

static const unsigned char net5[][2] = {
    {0, 1}, {3, 4},
    {2, 4}, {2, 3},
    {1, 4}, {0, 3},
    {0, 2}, {1, 3},
    {1, 2},
};

static void order(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

static int median5(const int in[5]) {
    int v[5];
    memcpy(v, in, sizeof v);
    for (size_t i = 0; i < sizeof net5 / sizeof net5[0]; i++)
        order(&v[net5[i][0]], &v[net5[i][1]]);
    return v[2];
}

static int median9(const int in[9]) {
    int v[9];
    for (int i = 0; i < 9; i++) {
        int k = i;
        while (k > 0 && v[k - 1] > in[i]) {
            v[k] = v[k - 1];
            k--;
        }
        v[k] = in[i];
    }
    return v[4];
}

/* m is the median of n (odd) values iff at most n/2 of them are smaller and
 * at most n/2 are larger. */
static int is_median(const int *v, int n, int m) {
    int below = 0, above = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] < m) below++;
        if (v[i] > m) above++;
    }
    return below <= n / 2 && above <= n / 2;
}

static unsigned seed = 12345u;

static int noise(void) {
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) & 0x7fu) - 64;
}

int main(void) {
    int v[5], w[9];
    int cases = 0;

    /* every tuple over {0..4}, duplicates included */
    for (int code = 0; code < 5 * 5 * 5 * 5 * 5; code++) {
        int c = code;
        for (int i = 0; i < 5; i++) {
            v[i] = c % 5;
            c /= 5;
        }
        int m = median5(v);
        assert(is_median(v, 5, m));
        cases++;
    }

    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 9; i++)
            w[i] = noise();
        int m = median9(w);
        assert(is_median(w, 9, m));
        cases++;
    }

    /* a single spike must not come through */
    int spike[5] = {10, 10, 900, 11, 10};
    assert(median5(spike) == 10);

    printf("%d cases ok\n", cases);
    return 0;
}
