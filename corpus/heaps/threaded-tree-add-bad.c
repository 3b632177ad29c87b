// verdict: unsafe(reach)
// entry: add
// check: reach,deref
// twin: threaded-tree-add.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, ThreadedTree.add
// about: the new leaf does not come behind the node that it is a child of

#include <stdlib.h>

struct node {
    struct node *left, *right, *prev, *next;
    int data;
};

/*@ requires root != \null;
    requires acyclic(struct node, left, right);
    requires sharing_free(struct node, left, right);
    requires \forall struct node *v; v != \null && v->left != \null ==> v->prev != \null && reach(v->left, right, v->prev) && v->prev->right == \null;
    requires \forall struct node *v; v != \null && v->right != \null ==> v->next != \null && reach(v->right, left, v->next) && v->next->left == \null;
    requires \forall struct node *v; v != \null && v->next != \null ==> v->next->prev == v;
    requires \forall struct node *v; v != \null && v->prev != \null ==> v->prev->next == v;
    requires \forall struct node *v; v != \null && v->next != \null ==> v->data <= v->next->data;
    requires \forall struct node *v; v != \null && v->prev != \null ==> v->prev->data <= v->data;
    requires \forall struct node *w; reach(root, left, w) && w != \null && w->left == \null ==> w->prev == \null;
    requires \forall struct node *w; reach(root, right, w) && w != \null && w->right == \null ==> w->next == \null;
    ensures acyclic(struct node, left, right);
    ensures sharing_free(struct node, left, right);
    ensures \forall struct node *v; v != \null && v->left != \null ==> v->prev != \null && reach(v->left, right, v->prev) && v->prev->right == \null;
    ensures \forall struct node *v; v != \null && v->right != \null ==> v->next != \null && reach(v->right, left, v->next) && v->next->left == \null;
    ensures \forall struct node *v; v != \null && v->next != \null ==> v->next->prev == v;
    ensures \forall struct node *v; v != \null && v->prev != \null ==> v->prev->next == v;
    ensures \forall struct node *v; v != \null && v->next != \null ==> v->data <= v->next->data;
    ensures \forall struct node *v; v != \null && v->prev != \null ==> v->prev->data <= v->data;
    ensures content(root, left, right) == \union(\old(content(root, left, right)), {\result}); */
struct node *add(struct node *root, int d) {
    struct node *at = root;
    struct node *e = malloc(sizeof *e);
    e->left = 0;
    e->right = 0;
    e->data = d;
    while (1) {
        if (d < at->data) {
            if (!at->left) {
                e->next = at;
                e->prev = at->prev;
                if (at->prev)
                    at->prev->next = e;
                at->prev = e;
                at->left = e;
                break;
            }
            at = at->left;
        } else {
            if (!at->right) {
                e->prev = at;
                e->next = at->next;
                if (at->next)
                    at->next->prev = e;
                at->next = 0 ? e : 0;
                at->right = e;
                break;
            }
            at = at->right;
        }
    }
    return e;
}
