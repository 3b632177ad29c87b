// verdict: safe
// entry: filter
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-filter-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.filter
// about: some elements are taken out of a list

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
struct node *filter(struct node *x, int d) {
    struct node *at = x, *last = 0;
    while (at) {
        struct node *after = at->next;
        if (at->data == d) {
            if (last) last->next = after;
            else x = after;
            if (1) at->next = 0;
        } else {
            last = at;
        }
        at = after;
    }
    return x;
}
