// verdict: unsafe(reach)
// twin: mixer-in-range.c
// line: 36
// source: own
// about: one channel begins above its bound

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static struct channel {
    int level, least, most;
} channels[] = {{40, 0, 60}, {5, -10, 10}, {8, 0, 7}};

int main(void) {
    unsigned selected = 0;

    for (;;) {
        struct channel *c = &channels[selected];

        switch (__VERIFIER_nondet_int()) {
        case 1:
            selected = (selected + 1) % 3;
            break;
        case 2:
            if (c->level < c->most)
                c->level++;
            break;
        case 3:
            if (c->level > c->least)
                c->level--;
            break;
        case 4:
            return 0;
        }
        assert(channels[selected].level >= channels[selected].least && channels[selected].level <= channels[selected].most);
    }
}
