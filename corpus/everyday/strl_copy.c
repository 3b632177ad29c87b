// verdict: safe
// slow: yes
// twin: strl_copy-bad.c
// source: own
// about: size-bounded string copy and append, checked against the obvious result

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

#define PART_MAX 10
#define CAP_MAX  16

/* Both return the length they tried to make; a result >= size means "cut off". */

static size_t str_copy(char *dst, const char *src, size_t size)
{
    size_t len = strlen(src);

    if (size != 0) {
        size_t n = len < size ? len : size - 1;
        memcpy(dst, src, n);
        dst[n] = '\0';
    }
    return len;
}

static size_t str_append(char *dst, const char *src, size_t size)
{
    size_t len = strlen(src);
    size_t used = 0;

    while (used < size && dst[used] != '\0')
        used++;
    if (used == size)
        return size + len; /* not terminated: leave it alone */

    size_t room = size - used - 1;
    size_t n = len < room ? len : room;
    memcpy(dst + used, src, n);
    dst[used + n] = '\0';
    return used + len;
}

static size_t fill_text(char *s, unsigned max)
{
    unsigned n = __VERIFIER_nondet_uint() % (max + 1);
    for (unsigned i = 0; i < n; i++) {
        char c = __VERIFIER_nondet_char();
        s[i] = c != '\0' ? c : '.';
    }
    s[n] = '\0';
    return n;
}

int main(void)
{
    char first[PART_MAX + 1], second[PART_MAX + 1], both[2 * PART_MAX + 1];
    size_t a = fill_text(first, PART_MAX);
    size_t b = fill_text(second, PART_MAX);
    size_t cap = __VERIFIER_nondet_uint() % CAP_MAX + 1;

    char *buf = malloc(cap);
    if (buf == NULL)
        return 1;

    size_t tried = str_copy(buf, first, cap);
    assert(tried == a);
    assert(strlen(buf) == (a < cap ? a : cap - 1));

    tried = str_append(buf, second, cap);
    if (a < cap) {
        assert(tried == a + b);
        memcpy(both, first, a);
        memcpy(both + a, second, b + 1);
        assert(strncmp(buf, both, cap - 1) == 0);
    }
    assert(strlen(buf) < cap);

    assert(str_copy(NULL, second, 0) == b);
    printf("\"%s\" (%zu of %zu)\n", buf, tried, cap);
    free(buf);
    return 0;
}
