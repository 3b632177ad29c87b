// verdict: unknown
// todo: safe
// slow: yes
// twin: cut_fields-bad.c
// source: own
// about: cut -d: -f3: prints one field of each line of stdin and some statistics

#include <stdio.h>
#include <string.h>
#include <assert.h>

#define DELIM ':'
#define WANTED 3u
#define MAX_LINES 5000u

struct field
{
    size_t start;
    size_t len;
    int last;       // nothing follows it on the line
};

// Looks for field number `want` (from 1). Without such a field the result is
// empty, lies at the end of the line, and counts as the last one.
static void find_field(const char *line, unsigned want, struct field *f)
{
    size_t pos = 0;
    unsigned no = 1;

    while (line[pos] != '\0' && no < want)
    {
        if (line[pos] == DELIM)
            no++;
        pos++;
    }
    f->start = pos;
    f->len = 0;
    if (no < want)
    {
        f->last = 1;
        return;
    }
    while (line[pos] != '\0' && line[pos] != DELIM)
        pos++;
    f->len = pos - f->start;
    f->last = (line[pos] == '\0');
}

static unsigned count_delims(const char *line)
{
    unsigned n = 0;
    while ((line = strchr(line, DELIM)) != NULL)
    {
        n++;
        line++;
    }
    return n;
}

int main(void)
{
    char line[120];
    unsigned lines = 0, at_end = 0;
    size_t longest = 0;

    while (lines < MAX_LINES && fgets(line, sizeof line, stdin) != NULL)
    {
        struct field f;

        line[strcspn(line, "\n")] = '\0';
        lines++;
        find_field(line, WANTED, &f);
        assert(f.start + f.len <= strlen(line));
        assert(count_delims(line) + 1 >= WANTED || f.len == 0);

        for (size_t i = 0; i < f.len; i++)
        {
            assert(line[f.start + i] != DELIM);
            putchar(line[f.start + i]);
        }
        putchar('\n');

        if (f.len > longest)
            longest = f.len;
        if (f.last)
            at_end++;
    }
    printf("%u lines, %u without more fields, longest %zu\n", lines, at_end, longest);
    assert(at_end <= lines);
    assert(longest < sizeof line);
    return 0;
}
