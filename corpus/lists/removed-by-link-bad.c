// verdict: unsafe(bounds)
// line: 24
// twin: removed-by-link.c
// source: own
// about: a node with a text of its own is taken out by a pointer to the link that leads to it, which starts in an array of heads

#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    char *text;
    struct item *next;
};

static struct item *heads[2];

static void put(int key, const char *text, size_t room) {
    struct item *it = malloc(sizeof *it);
    it->key = key;
    it->text = malloc(room);
    strcpy(it->text, text);
    it->next = heads[key & 1];
    heads[key & 1] = it;
}

static void drop(int key) {
    for (struct item **link = &heads[key & 1]; *link; link = &(*link)->next) {
        struct item *it = *link;
        if (it->key == key) {
            *link = it->next;
            free(it->text);
            free(it);
            return;
        }
    }
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    put(1, "one", 4);
    put(3, "three", 5);
    if (key != 1 && key != 3)
        return 0;
    drop(key);
    return heads[1]->text[0] == 't';
}
