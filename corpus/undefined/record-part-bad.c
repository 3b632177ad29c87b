// verdict: unsafe(undefined)
// line: 20
// twin: record-part.c
// source: own
// about: a record whose parts are nowhere there

extern int __VERIFIER_nondet_int(void);
struct head { int kind; };
struct item { int n; };
struct other { int n; };
struct whole { struct head head; struct item item; int rest[3]; };
struct view { struct other item; int next; };

int main(void) {
    struct whole all[2] = {{{1}, {2}, {3, 4, 5}}, {{6}, {7}, {8, 9, 10}}};
    char *p = (char *)all;
    if (__VERIFIER_nondet_int()) p += sizeof(struct whole);
    p += sizeof(struct head);
    struct view *view = (struct view *)p;
    return view->item.n;
}
