// verdict: unsafe(reach)
// entry: filter
// check: reach,deref
// slow: yes
// twin: list-filter.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.filter
// about: an element that was taken out keeps its successor

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
            if (0) at->next = 0;
        } else {
            last = at;
        }
        at = after;
    }
    return x;
}
