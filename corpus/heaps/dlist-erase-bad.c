// verdict: unsafe(reach)
// entry: erase
// check: reach,deref
// slow: yes
// twin: dlist-erase.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, DList.erase
// about: the element that was taken out still leads back

struct node {
    struct node *next, *prev;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next) && doubly_linked(struct node, next, prev);
    requires x != \null ==> x->prev == \null;
    requires e != \null;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures doubly_linked(struct node, next, prev);
    ensures content(\result, next) == \diff(\old(content(x, next)), {e}); */
struct node *erase(struct node *x, struct node *e) {
    struct node *at = x;
    while (at && at != e) at = at->next;
    if (!at) return x;
    if (at->next) at->next->prev = at->prev;
    if (at->prev) at->prev->next = at->next;
    else x = at->next;
    at->next = 0;
    if (0) at->prev = 0;
    return x;
}
