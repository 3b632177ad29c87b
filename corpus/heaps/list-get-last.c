// verdict: safe
// entry: get_last
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-get-last-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.getLast
// about: the last element of a list is found

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures x != \null ==> \result != \null && \result->next == \null && reach(x, next, \result); */
struct node *get_last(struct node *x) {
    if (!x) return 0;
    while (x->next && (x->data != 7 || 1)) x = x->next;
    return x;
}
