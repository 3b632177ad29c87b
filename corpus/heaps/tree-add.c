// verdict: safe
// entry: add
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: tree-add-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, Tree.add
// about: a new leaf is put into a search tree

#include <stdlib.h>

struct node {
    struct node *left, *right;
    int data;
};

/*@ requires acyclic(struct node, left, right) && sharing_free(struct node, left, right);
    requires root != \null;
    ensures acyclic(struct node, left, right);
    ensures sharing_free(struct node, left, right);
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
                at->left = 1 ? e : 0;
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
    return e;
}
