// verdict: unknown
// todo: safe
// slow: yes
// twin: sorted_dlist-bad.c
// source: own
// about: sorted doubly linked list with sentinel, insert and remove from stdin

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// Sorted doubly linked list with a sentinel.  Input lines:
//    + NUMBER    insert (duplicates are allowed)
//    - NUMBER    remove one occurrence
// The list is printed at the end of the input.

typedef struct node
{
    struct node *prev;
    struct node *next;
    int          value;
} node;

typedef struct
{
    node head;      // sentinel: head.next is the first, head.prev the last node
    int  count;
} dlist;

static void list_init(dlist *l)
{
    l->head.prev = &l->head;
    l->head.next = &l->head;
    l->head.value = 0;
    l->count = 0;
}

// First node whose value is not less than v (the sentinel if there is none).
static node *lower_bound(dlist *l, int v)
{
    node *n = l->head.next;
    while (n != &l->head && n->value < v)
        n = n->next;
    return n;
}

static bool list_insert(dlist *l, int v)
{
    node *n = malloc(sizeof(node));
    if (n == NULL)
        return false;
    node *at = lower_bound(l, v);
    n->value = v;
    n->next = at;
    n->prev = at->prev;
    at->prev->next = n;
    at->prev = n;
    l->count++;
    return true;
}

static bool list_remove(dlist *l, int v)
{
    node *n = lower_bound(l, v);
    if (n == &l->head || n->value != v)
        return false;
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
    l->count--;
    return true;
}

static void list_clear(dlist *l)
{
    node *n = l->head.next;
    while (n != &l->head)
    {
        node *dead = n;
        n = n->next;
        free(dead);
    }
    list_init(l);
}

static void list_check(const dlist *l)
{
    int seen = 0;
    for (const node *n = l->head.next; n != &l->head; n = n->next)
    {
        assert(n->next->prev == n);
        if (n->prev != &l->head)
            assert(n->prev->value <= n->value);
        seen++;
    }
    assert(seen == l->count);
}

int main(void)
{
    dlist l;
    char line[40];
    int inserted = 0, removed = 0, rc = 0;

    list_init(&l);
    for (int i = 0; i < 100 && fgets(line, sizeof line, stdin) != NULL; i++)
    {
        if (line[0] != '+' && line[0] != '-')
            continue;
        long v = strtol(line + 1, NULL, 10);
        if (v < INT_MIN || v > INT_MAX)
            continue;
        if (line[0] == '-')
            removed += list_remove(&l, (int)v) ? 1 : 0;
        else if (list_insert(&l, (int)v))
            inserted++;
        else
        {
            rc = 1;
            break;
        }
        list_check(&l);
        assert(l.count == inserted - removed);
    }

    for (const node *n = l.head.next; n != &l.head; n = n->next)
        printf("%d\n", n->value);
    list_clear(&l);
    assert(l.count == 0);
    return rc;
}
