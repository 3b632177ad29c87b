// verdict: safe
// entry: append
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: list-append-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.append
// about: one list is put behind another

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
    last->next = 1 ? y : x;
    return x;
}
