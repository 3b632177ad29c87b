// verdict: safe
// entry: contains
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-contains-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.contains
// about: whether a number is in a list

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures \result == 1 <==> \exists struct node *v; v \in content(x, next) && v->data == d; */
int contains(struct node *x, int d) {
    while (x) {
        if (x->data == d) return 1;
        x = x->next;
    }
    return 0;
}
