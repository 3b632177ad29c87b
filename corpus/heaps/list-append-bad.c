// verdict: unsafe(reach)
// entry: append
// check: reach,deref
// twin: list-append.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.append
// about: a list is put behind itself

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires y != \null ==> \forall struct node *v; v != \null ==> v->next != y;
    requires \forall struct node *v; v \in content(x, next) ==> !reach(y, next, v);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
struct node *append(struct node *x, struct node *y) {
    struct node *last = 0, *at = x;
    while (at) {
        last = at;
        at = at->next;
    }
    if (!last) return y;
    last->next = 0 ? y : x;
    return x;
}
