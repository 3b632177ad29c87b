// verdict: unsafe(deref)
// slow: yes
// line: 45
// twin: opt_parse.c
// source: own
// about: an option at the end of the line without its argument gives a null pointer

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum opt_status { OPT_OK, OPT_UNKNOWN, OPT_MISSING, OPT_BADNUM };

struct options {
    bool verbose;
    int level;
    const char *output;
    int operands;          /* how many plain words there are */
    const char *last_word;
};

/* letter and whether it takes an argument */
static const struct {
    char letter;
    bool has_arg;
} known[] = {
    { 'v', false },
    { 'n', true },
    { 'o', true },
};

static int lookup(char letter)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].letter == letter)
            return (int)i;
    return -1;
}

static bool small_number(const char *s, int *out)
{
    int v = 0;
    if (*s == '\0')
        return false;
    for (; *s != '\0'; s++) {
        if (!isdigit((unsigned char)*s) || v > 999)
            return false;
        v = v * 10 + (*s - '0');
    }
    *out = v;
    return true;
}

/* argv[argc] is NULL, as in main */
static enum opt_status parse(int argc, const char *const *argv, struct options *o)
{
    bool only_words = false;

    memset(o, 0, sizeof *o);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (only_words || a[0] != '-' || a[1] == '\0') {
            o->operands++;
            o->last_word = a;
            continue;
        }
        if (strcmp(a, "--") == 0) {
            only_words = true;
            continue;
        }
        for (a++; *a != '\0'; a++) {
            int k = lookup(*a);
            if (k < 0)
                return OPT_UNKNOWN;
            if (!known[k].has_arg) {
                o->verbose = true;
                continue;
            }
            const char *arg = a[1] != '\0' ? a + 1 : argv[++i];
            if (known[k].letter == 'o')
                o->output = arg;
            else if (!small_number(arg, &o->level))
                return OPT_BADNUM;
            break;
        }
    }
    return OPT_OK;
}

int main(void)
{
    static const char *const full[] = { "prog", "-vn12", "-o", "out.txt", "a", "--", "-b", NULL };
    static const char *const cut[] = { "prog", "x", "-v", "-n", NULL };
    static const char *const bad[] = { "prog", "-n", "1x", NULL };
    static const char *const unknown[] = { "prog", "-", "-vq", NULL };
    struct options o;

    assert(parse(7, full, &o) == OPT_OK);
    assert(o.verbose && o.level == 12 && strcmp(o.output, "out.txt") == 0);
    assert(o.operands == 2 && strcmp(o.last_word, "-b") == 0);

    assert(parse(3, bad, &o) == OPT_BADNUM && o.level == 0);
    assert(parse(3, unknown, &o) == OPT_UNKNOWN && o.operands == 1);
    assert(parse(4, cut, &o) == OPT_MISSING);
    puts("option parser: ok");
    return 0;
}
