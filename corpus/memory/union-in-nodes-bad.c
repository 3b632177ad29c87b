// verdict: unsafe(reach)
// twin: union-in-nodes.c
// source: own
// about: tagged unions in the nodes of a list are copied to a local and back

extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

union item {
    int number;
    int *place;
};

struct node {
    int tag;
    union item item;
    struct node *next;
};

static int shared = 7;

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->tag = i == 1;
        if (n->tag)
            n->item.place = &shared;
        else
            n->item.number = i;
        n->next = list;
        list = n;
    }
    union item kept = list->next->item;
    list->item = kept;
    list->tag = 1;
    if (*list->item.place != 2)
        reach_error();
    while (list) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
    return 0;
}
