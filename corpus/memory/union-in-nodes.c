// verdict: safe
// twin: union-in-nodes-bad.c
// source: own
// about: tagged unions in the nodes of a list are copied to a local and to another node

extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

union item {
    long number;
    int *place;
};

struct node {
    int tag;
    union item item;
    struct node *next;
};

static int shared = 7;

static struct node *fresh(int tag, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->tag = tag;
    if (tag)
        n->item.place = &shared;
    else
        n->item.number = 3;
    n->next = next;
    return n;
}

int main(void) {
    struct node *list = fresh(0, fresh(1, 0));
    union item kept = list->next->item;
    list->item = kept;
    if (*list->item.place != 7)
        reach_error();
    free(list->next);
    free(list);
    return 0;
}
