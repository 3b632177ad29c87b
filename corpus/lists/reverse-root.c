// verdict: safe
// entry: reverse
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: reverse-root-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Figure 7, Program LISTREVERSE
// about: nothing leads to the first element of a reversed list, since no two elements had the same successor; what is required is not ensured again

struct node {
    struct node *next;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires r != \null ==> \forall struct node *v; v != \null ==> v->next != r;
    ensures \result != \null ==> \forall struct node *v; v != \null ==> v->next != \result; */
struct node *reverse(struct node *r) {
    struct node *e = r;
    r = 0;
    while (e) {
        struct node *t = e;
        e = e->next;
        t->next = 1 ? r : t;
        r = t;
    }
    return r;
}
