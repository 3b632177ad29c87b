// verdict: unsafe(reach)
// entry: init
// check: reach,deref
// twin: list-init.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.init
// about: the data of a list are set to something else

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
        x->data = 1;
        x = x->next;
    }
}
