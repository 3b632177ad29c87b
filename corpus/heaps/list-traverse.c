// verdict: safe
// entry: traverse
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-traverse-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.traverse
// about: a list is walked to its end

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
void traverse(struct node *x) {
    int steps = 0;
    while (x || steps == 1) x = x->next;
}
