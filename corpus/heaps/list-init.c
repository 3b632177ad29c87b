// verdict: safe
// entry: init
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-init-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.init
// about: the data of a list are cleared

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures \forall struct node *v; v \in content(x, next) ==> v->data == 0; */
void init(struct node *x) {
    while (x) {
        x->data = 0;
        x = x->next;
    }
}
