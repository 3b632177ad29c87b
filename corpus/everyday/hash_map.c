// verdict: safe
// slow: yes
// twin: hash_map-bad.c
// source: own
// about: hash map with open addressing, tombstones and fixed capacity, self-test

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/*
 * Symbol table with open addressing (linear probing) and fixed capacity.
 * Removed slots are marked so that probe sequences stay connected.
 */

#define CAPACITY 16
#define KEY_MAX  15

typedef enum { SLOT_EMPTY, SLOT_USED, SLOT_DELETED } slot_state;

typedef struct {
    slot_state state;
    char key[KEY_MAX + 1];
    int value;
} slot;

typedef struct {
    slot slots[CAPACITY];
    int used;
} map;

static unsigned hash(const char *key) {
    unsigned h = 0;
    while (*key != '\0')
        h += (unsigned char)*key++;
    return h % CAPACITY;
}

static slot *map_find(map *m, const char *key) {
    unsigned start = hash(key);
    for (unsigned i = 0; i < CAPACITY; i++) {
        slot *s = &m->slots[(start + i) % CAPACITY];
        if (s->state == SLOT_EMPTY)
            return NULL;
        if (s->state == SLOT_USED && strcmp(s->key, key) == 0)
            return s;
    }
    return NULL;
}

static bool map_put(map *m, const char *key, int value) {
    slot *s = map_find(m, key);
    if (s != NULL) {
        s->value = value;
        return true;
    }
    if (strlen(key) > KEY_MAX)
        return false;
    unsigned start = hash(key);
    for (unsigned i = 0; i < CAPACITY; i++) {
        s = &m->slots[(start + i) % CAPACITY];
        if (s->state != SLOT_USED) {
            s->state = SLOT_USED;
            strcpy(s->key, key);
            s->value = value;
            m->used++;
            return true;
        }
    }
    return false;
}

static bool map_remove(map *m, const char *key) {
    slot *s = map_find(m, key);
    if (s == NULL)
        return false;
    s->state = SLOT_DELETED;
    m->used--;
    return true;
}

static int map_get(map *m, const char *key, int fallback) {
    const slot *s = map_find(m, key);
    return s != NULL ? s->value : fallback;
}

static const char *const words[] = {
    "stop", "pots", "tops", "spot", "alpha", "beta", "gamma", "delta", "x",
};
enum { NWORDS = sizeof words / sizeof words[0] };

int main(void) {
    static map m;
    char name[KEY_MAX + 1];

    bool ok = true;
    for (int i = 0; i < NWORDS; i++)
        ok = map_put(&m, words[i], 10 * i) && ok;
    assert(ok);

    /* remove every other word, the rest must still be found */
    for (int i = 0; i < NWORDS; i += 2)
        ok = map_remove(&m, words[i]) && ok;
    assert(ok);
    for (int i = 0; i < NWORDS; i++) {
        int got = map_get(&m, words[i], -1);
        assert(got == (i % 2 == 0 ? -1 : 10 * i));
    }

    /* fill up to the brim */
    int extra = 0;
    for (int i = 0; i < 2 * CAPACITY; i++) {
        snprintf(name, sizeof name, "n%d", i);
        if (map_put(&m, name, i))
            extra++;
    }
    assert(m.used == CAPACITY && extra == CAPACITY - NWORDS / 2);
    ok = map_remove(&m, "missing");
    assert(!ok);
    assert(map_get(&m, "pots", -1) == 10);
    printf("%d slots used\n", m.used);
    return 0;
}
