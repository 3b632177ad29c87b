// verdict: unsafe(divzero)
// slow: yes
// line: 63
// twin: histogram_bars.c
// source: own
// about: without any value in range the tallest bar is 0

#include <stdio.h>
#include <string.h>
#include <assert.h>

#define BINS 8
#define BIN_SIZE 25
#define BAR_WIDTH 40
#define MAX_VALUES 10000

typedef struct
{
    int count[BINS];
    int inside;     /* values that fell into a bin */
    int outside;
} Histogram;

static void Hist_Add(Histogram *h, int value)
{
    if (value < 0 || value >= BINS * BIN_SIZE)
    {
        h->outside++;
        return;
    }
    h->count[value / BIN_SIZE]++;
    h->inside++;
}

static int Hist_Read(Histogram *h)
{
    int value;
    int n = 0;

    memset(h, 0, sizeof(*h));
    while (n < MAX_VALUES && scanf("%9d", &value) == 1)
    {
        Hist_Add(h, value);
        n++;
    }
    return n;
}

static int Hist_Max(const Histogram *h)
{
    int max = 0;
    for (int i = 0; i < BINS; i++)
    {
        if (h->count[i] > max)
            max = h->count[i];
    }
    return max;
}

static int Hist_BarLength(const Histogram *h, int bin)
{
    int max = Hist_Max(h);
    return h->count[bin] * BAR_WIDTH / max;
}

static void Hist_Draw(const Histogram *h)
{
    char bar[BAR_WIDTH + 1];

    for (int i = 0; i < BINS; i++)
    {
        int len = Hist_BarLength(h, i);
        assert(len >= 0 && len <= BAR_WIDTH);
        memset(bar, '#', (size_t)len);
        bar[len] = '\0';
        printf("%3d..%3d |%-*s| %d\n", i * BIN_SIZE, (i + 1) * BIN_SIZE - 1,
               BAR_WIDTH, bar, h->count[i]);
    }
}

int main(void)
{
    Histogram h;
    int n = Hist_Read(&h);
    int sum = 0, full = 0;

    Hist_Draw(&h);
    for (int i = 0; i < BINS; i++)
    {
        sum += h.count[i];
        if (Hist_BarLength(&h, i) == BAR_WIDTH)
            full++;
    }
    assert(sum == h.inside && sum + h.outside == n);
    assert(h.inside == 0 || full >= 1);
    printf("%d values, %d outside\n", n, h.outside);
    return 0;
}
