// verdict: unsafe(leak)
// slow: yes
// line: 31
// twin: bst_set.c
// source: own
// about: the node allocated in advance is not freed when the key is already present

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

/* set of int as an unbalanced binary search tree */
struct tree_node {
    int key;
    struct tree_node *left, *right;
};

struct tree {
    struct tree_node *root;
    unsigned size;
};

enum insert_result { INSERTED, PRESENT, NO_MEMORY };

static struct tree_node *node_new(int key)
{
    struct tree_node *n = malloc(sizeof(struct tree_node));
    if (n) {
        n->key = key;
        n->left = n->right = NULL;
    }
    return n;
}

static enum insert_result tree_insert(struct tree *t, int key)
{
    struct tree_node **link = &t->root;
    struct tree_node *fresh = node_new(key);

    if (!fresh)
        return NO_MEMORY;

    while (*link) {
        if (key == (*link)->key)
            return PRESENT;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    *link = fresh;
    t->size++;
    return INSERTED;
}

static bool tree_contains(const struct tree *t, int key)
{
    const struct tree_node *n = t->root;

    while (n && n->key != key)
        n = key < n->key ? n->left : n->right;
    return n != NULL;
}

/* in-order walk; stores the keys and returns the new fill level */
static unsigned collect(const struct tree_node *n, int *out, unsigned fill)
{
    if (!n)
        return fill;
    fill = collect(n->left, out, fill);
    out[fill++] = n->key;
    return collect(n->right, out, fill);
}

static void free_nodes(struct tree_node *n)
{
    if (n) {
        free_nodes(n->left);
        free_nodes(n->right);
        free(n);
    }
}

#define MAX_KEYS 8

int main(void)
{
    struct tree t = { NULL, 0 };
    int keys[MAX_KEYS], sorted[MAX_KEYS];
    unsigned n = __VERIFIER_nondet_uchar() % (MAX_KEYS + 1), distinct = 0;
    int rc = 0;

    for (unsigned i = 0; i < n; i++) {
        keys[i] = __VERIFIER_nondet_int();
        bool known = tree_contains(&t, keys[i]);
        enum insert_result r = tree_insert(&t, keys[i]);
        if (r == NO_MEMORY) {
            rc = 1;
            goto done;
        }
        assert(known == (r == PRESENT));
        if (r == INSERTED)
            distinct++;
    }

    for (unsigned i = 0; i < n; i++)
        assert(tree_contains(&t, keys[i]));

    unsigned walked = collect(t.root, sorted, 0);
    assert(walked == distinct);
    for (unsigned i = 1; i < distinct; i++)
        assert(sorted[i - 1] < sorted[i]);

    printf("%u keys, %u distinct\n", n, t.size);
done:
    free_nodes(t.root);
    return rc;
}
