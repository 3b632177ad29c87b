// verdict: unsafe(reach)
// entry: reverse
// check: reach,deref
// slow: yes
// twin: list-reverse.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.reverse
// about: elements are linked to themselves

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires x != \null ==> \forall struct node *v; v != \null ==> v->next != x;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures content(\result, next) == \old(content(x, next)); */
struct node *reverse(struct node *x) {
    struct node *r = 0;
    while (x) {
        struct node *after = x->next;
        x->next = 0 ? r : x;
        r = x;
        x = after;
    }
    return r;
}
