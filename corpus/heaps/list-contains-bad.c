// verdict: unsafe(reach)
// entry: contains
// check: reach,deref
// twin: list-contains.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.contains
// about: a number that is in the list is not found

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
        if (x->data == d) return 0;
        x = x->next;
    }
    return 0;
}
