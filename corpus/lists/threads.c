// verdict: safe
// entry: add
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: threads-bad.c
// source: own
// about: the threads of a tree: behind a node comes the leftmost one of its right side, and before it the rightmost one of its left side

#include <stdlib.h>

struct node {
    struct node *left, *right, *prev, *next;
    int data;
};

/*@ requires root != \null;
    requires \forall struct node *v; v != \null && v->left != \null ==> v->prev != \null && reach(v->left, right, v->prev) && v->prev->right == \null;
    requires \forall struct node *v; v != \null && v->right != \null ==> v->next != \null && reach(v->right, left, v->next) && v->next->left == \null;
    requires \forall struct node *v; v != \null && v->next != \null ==> v->next->prev == v;
    requires \forall struct node *v; v != \null && v->prev != \null ==> v->prev->next == v;
    ensures \forall struct node *v; v != \null && v->left != \null ==> v->prev != \null && reach(v->left, right, v->prev) && v->prev->right == \null;
    ensures \forall struct node *v; v != \null && v->right != \null ==> v->next != \null && reach(v->right, left, v->next) && v->next->left == \null;
    ensures \forall struct node *v; v != \null && v->next != \null ==> v->next->prev == v;
    ensures \forall struct node *v; v != \null && v->prev != \null ==> v->prev->next == v; */
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
                at->next = 1 ? e : 0;
                at->right = e;
                break;
            }
            at = at->right;
        }
    }
    return e;
}
