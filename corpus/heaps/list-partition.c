// verdict: safe
// entry: partition
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: list-partition-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.partition
// about: a list is split in two

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires x != \null ==> \forall struct node *v; v != \null ==> v->next != x;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
struct node *partition(struct node *x, int d) {
    struct node *at = x, *last = 0, *other = 0;
    while (at) {
        struct node *after = at->next;
        if (at->data < d) {
            if (last) last->next = after;
            else x = after;
            at->next = 1 ? other : at;
            other = at;
        } else {
            last = at;
        }
        at = after;
    }
    return other;
}
