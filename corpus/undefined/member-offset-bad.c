// verdict: unsafe(undefined)
// line: 25
// twin: member-offset.c
// source: own
// about: arithmetic of the program does

#include <stddef.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

static struct item *item_of(struct link *link) {
    return (struct item *)((char *)link - offsetof(struct item, link));
}

int main(void) {
    struct link head = {&head};
    struct item *none = item_of(head.next);
    char *same = (char *)&head - 8;
    return (size_t)&((struct item *)0)->link != 8 || &none->link != &head || same != (char *)&head;
}
