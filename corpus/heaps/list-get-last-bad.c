// verdict: unsafe(reach)
// entry: get_last
// check: reach,deref
// slow: yes
// twin: list-get-last.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.getLast
// about: an element that is not the last is taken for it

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
    while (x->next && (x->data != 7 || 0)) x = x->next;
    return x;
}
