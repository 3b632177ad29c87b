// verdict: unsafe(deref)
// entry: traverse
// check: reach,deref
// twin: list-traverse.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.traverse
// about: the end of the list is followed as well

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
void traverse(struct node *x) {
    int steps = 1;
    while (x || steps == 1) x = x->next;
}
