// verdict: safe
// entry: partition
// engine: focus
// check: reach,deref
// needs: solver
// twin: client-partition-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, Client.partition
// about: the elements of a set are put into one of two others, by their data

struct elem {
    int data;
};
struct set;
struct iterator {
    int position;
};

/*@ model struct set { set<struct elem *> content; integer version; };
    model struct iterator { set<struct elem *> to_visit; integer version; }; */

/*@ requires x != \null;
    assigns s->content, s->version;
    ensures s->content == \union(\old(s->content), {x});
    ensures s->version == \old(s->version) + 1; */
void set_add(struct set *s, struct elem *x);

/*@ assigns it->to_visit, it->version, it->position;
    ensures it->to_visit == s->content;
    ensures it->version == s->version; */
void set_iterate(struct set *s, struct iterator *it);

/*@ assigns \nothing;
    ensures \result != 0 <==> it->to_visit != \empty; */
int iterator_has_next(struct iterator *it);

/*@ requires it->version == s->version;
    requires it->to_visit != \empty;
    assigns it->to_visit, it->position;
    ensures \result \in \old(it->to_visit);
    ensures it->to_visit == \diff(\old(it->to_visit), {\result}); */
struct elem *iterator_next(struct set *s, struct iterator *it);

/*@ ensures \forall struct elem *v; v \in yes->content <==> v \in \old(yes->content) || v \in \old(s->content) && v->data >= 0;
    ensures \forall struct elem *v; v \in no->content <==> v \in \old(no->content) || v \in \old(s->content) && v->data < 0;
    ensures \forall struct elem *v; v != \null ==> v->data == \old(v->data);
    ensures s->content == \old(s->content); */
void partition(struct set *s, struct set *yes, struct set *no) {
    struct iterator it;
    set_iterate(s, &it);
    while (iterator_has_next(&it)) {
        struct elem *x = iterator_next(s, &it);
        if (x->data >= 0) set_add(yes, x);
        else if (1) set_add(no, x);
        else set_add(yes, x);
    }
}
