// verdict: unsafe(bounds)
// slow: yes
// line: 43
// twin: glob_match.c
// source: own
// about: a class without closing bracket is read past the end of the pattern

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *pattern;
    const char *text;
    bool expected;
} Case;

static const Case cases[] = {
    { "*.c", "main.c", true },       { "*.c", "main.h", false },
    { "a?c", "abc", true },          { "a?c", "ac", false },
    { "[a-c]x", "bx", true },        { "[a-c]x", "dx", false },
    { "[!0-9]*", "x1", true },       { "[!0-9]*", "1x", false },
    { "\\*", "*", true },            { "\\*", "a", false },
    { "*a*b*", "xxayybzz", true },   { "*a*b*", "xxbyyazz", false },
    { "", "", true },                { "*", "", true },
    { "[xyz", "q", false },          { "a\\", "a", false },
};

/*
 * p points behind '['. Stores whether c is in the class and returns the
 * position behind ']', or NULL if the class is not closed.
 */
static const char *match_class(const char *p, char c, bool *in) {
    bool negate = (*p == '!');
    bool found = false;
    if (negate)
        p++;
    while (*p != ']') {
        char lo = *p++;
        char hi = lo;
        if (p[0] == '-' && p[1] != ']' && p[1] != '\0') {
            hi = p[1];
            p += 2;
        }
        if (lo <= c && c <= hi)
            found = true;
    }
    *in = (found != negate);
    return p + 1;
}

static bool glob(const char *p, const char *t) {
    for (; *p != '\0'; t++) {
        bool in;
        switch (*p) {
        case '*':
            while (*p == '*')
                p++;
            for (;; t++) {
                if (glob(p, t))
                    return true;
                if (*t == '\0')
                    return false;
            }
        case '?':
            if (*t == '\0')
                return false;
            p++;
            break;
        case '[':
            if (*t == '\0')
                return false;
            p = match_class(p + 1, *t, &in);
            if (p == NULL || !in)
                return false;
            break;
        case '\\':
            p++;
            /* fall through */
        default:
            if (*p != *t || *p == '\0')
                return false;
            p++;
            break;
        }
    }
    return *t == '\0';
}

int main(void) {
    size_t matches = 0, wanted = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Case *k = &cases[i];
        /* exact-size copy, so that nothing lies behind the pattern */
        size_t size = strlen(k->pattern) + 1;
        char *pattern = malloc(size);
        if (pattern == NULL)
            return 1;
        memcpy(pattern, k->pattern, size);
        bool got = glob(pattern, k->text);
        printf("%-8s %-10s %s\n", pattern, k->text, got ? "yes" : "no");
        free(pattern);
        assert(got == k->expected);
        matches += got;
        wanted += k->expected;
    }
    assert(matches == wanted && wanted > 0);
    return 0;
}
