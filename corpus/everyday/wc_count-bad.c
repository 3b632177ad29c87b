// verdict: unsafe(reach)
// slow: yes
// line: 74
// twin: wc_count.c
// source: own
// about: the newline is counted as part of the line

#include <stdio.h>
#include <stdbool.h>
#include <ctype.h>
#include <string.h>
#include <assert.h>

/* we stop there; keeps the counters far from any wrap */
#define MAX_INPUT 1000000ul

struct counts {
    unsigned long lines;
    unsigned long words;
    unsigned long bytes;
    unsigned long longest;  /* without the newline */
};

struct scan {
    struct counts total;
    unsigned long column;
    bool in_word;
};

static void end_line(struct scan *sc)
{
    if (sc->column > sc->total.longest)
        sc->total.longest = sc->column;
    sc->column = 0;
}

static void feed(struct scan *sc, int c)
{
    sc->total.bytes++;

    if (isspace(c)) {
        sc->in_word = false;
    } else if (!sc->in_word) {
        sc->in_word = true;
        sc->total.words++;
    }

    sc->column++;
    if (c == '\n') {
        sc->total.lines++;
        end_line(sc);
    }
}

static struct counts count_stream(void)
{
    struct scan sc;
    int c;

    memset(&sc, 0, sizeof sc);
    while (sc.total.bytes < MAX_INPUT && (c = getchar()) != EOF)
        feed(&sc, c);
    end_line(&sc);  /* a last line without newline */
    return sc.total;
}

int main(void)
{
    struct counts n = count_stream();

    printf("%7lu %7lu %7lu %7lu\n", n.lines, n.words, n.bytes, n.longest);
    /* words are at least one byte and one separator apart */
    assert(2 * n.words <= n.bytes + 1);
    assert(n.lines + n.longest <= n.bytes);
    assert((n.bytes == 0) == (n.lines == 0 && n.longest == 0));
    return 0;
}
