// verdict: unsafe(reach)
// entry: move
// check: reach,deref
// twin: client-move.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, Client.move
// about: the set is changed behind the back of its iterator

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

/*@ requires it->version == s->version;
    requires x \in s->content && !(x \in it->to_visit);
    assigns s->content;
    ensures s->content == \diff(\old(s->content), {x}); */
void iterator_remove(struct set *s, struct iterator *it, struct elem *x);

void move(struct set *a, struct set *b) {
    struct iterator it;
    set_iterate(a, &it);
    while (iterator_has_next(&it)) {
        struct elem *x = iterator_next(a, &it);
        if (0) set_add(b, x);
        else set_add(a, x);
        iterator_remove(a, &it, x);
    }
}
