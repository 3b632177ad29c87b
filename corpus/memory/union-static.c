// verdict: safe
// twin: union-static-bad.c
// source: own
// about: static unions start with the member that is named, pointers too

extern void reach_error(void);

struct entry {
    int kind;
    union {
        long number;
        const char *text;
    } u;
};

static struct entry table[2] = { { 0, { .number = 12 } }, { 1, { .text = "on" } } };

int main(void) {
    struct entry first = table[0], second = table[1];
    if (first.u.number + second.u.text[0] != 12 + 'o')
        reach_error();
    return 0;
}
