// verdict: safe
// entry: add
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: parent-tree-add-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, ParentTree.add
// about: a new leaf is put into a search tree whose elements know their parents: with these, the elements of a tree are those from which one comes up to its root

#include <stdlib.h>

struct node {
    struct node *left, *right, *parent;
    int data;
};

/*@ requires acyclic(struct node, parent);
    requires \forall struct node *v; v != \null && v->left != \null ==> v->left->parent == v && v->left != v->right;
    requires \forall struct node *v; v != \null && v->right != \null ==> v->right->parent == v;
    requires \forall struct node *v; v != \null && v->parent != \null ==> v->parent->left == v || v->parent->right == v;
    requires root != \null;
    ensures acyclic(struct node, parent);
    ensures \forall struct node *v; v != \null && v->left != \null ==> v->left->parent == v && v->left != v->right;
    ensures \forall struct node *v; v != \null && v->right != \null ==> v->right->parent == v;
    ensures \forall struct node *v; v != \null && v->parent != \null ==> v->parent->left == v || v->parent->right == v;
    ensures \forall struct node *v; v != \null ==> (reach(v, parent, root) <==> \old(reach(v, parent, root)) || v == \result); */
struct node *add(struct node *root, int d) {
    struct node *at = root;
    struct node *e = malloc(sizeof *e);
    e->left = 0;
    e->right = 0;
    e->data = d;
    while (1) {
        if (d < at->data) {
            if (!at->left) {
                at->left = e;
                break;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = e;
                break;
            }
            at = at->right;
        }
    }
    e->parent = 1 ? at : 0;
    return e;
}
