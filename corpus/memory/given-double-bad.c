// verdict: unsafe(reach)
// check: reach
// entry: last
// twin: given-double.c
// source: own
// about: a linked record with a floating member is given like any other

extern void reach_error(void);

struct node {
    double weight;
    int number;
    struct node *next;
};

int last(struct node *list) {
    int seen = 0;
    for (int i = 0; i < 3 && list; i++) {
        seen++;
        list = list->next;
    }
    if (seen > 2)
        reach_error();
    return seen;
}
