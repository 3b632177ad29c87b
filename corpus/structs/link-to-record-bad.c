// verdict: unsafe(reach)
// line: 36
// twin: link-to-record.c
// source: own
// about: another record comes first

#include <assert.h>
#include <stddef.h>

struct link {
    struct link *next, *prev;
};

struct item {
    int number;
    struct link link;
};

static struct item *item_of(struct link *l) {
    return (struct item *)((char *)l - offsetof(struct item, link));
}

static void add(struct link *head, struct link *l) {
    l->next = head->next;
    l->prev = head;
    head->next->prev = l;
    head->next = l;
}

int main(void) {
    struct link head;
    head.next = head.prev = &head;
    struct item a = {.number = 1}, b = {.number = 2};
    add(&head, &a.link);
    add(&head, &b.link);
    assert(item_of(head.next)->number == 1);
    assert(head.prev->next == &head);
    return 0;
}
