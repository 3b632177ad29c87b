// verdict: unknown
// todo: unsafe(leak)
// slow: yes
// twin: kv_slots.c
// source: own
// about: setting an existing key loses its old value

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 6
#define KEY_LEN 15
#define VALUE_LEN 31

struct slot {
    bool used;
    char key[KEY_LEN + 1];
    char *value;                /* on the heap while used */
};

struct store {
    struct slot slot[SLOTS];
    int count;
};

static struct slot *store_find(struct store *st, const char *key)
{
    for (int i = 0; i < SLOTS; i++)
        if (st->slot[i].used && strcmp(st->slot[i].key, key) == 0)
            return &st->slot[i];
    return NULL;
}

static struct slot *store_vacant(struct store *st)
{
    for (int i = 0; i < SLOTS; i++)
        if (!st->slot[i].used)
            return &st->slot[i];
    return NULL;
}

static bool store_set(struct store *st, const char *key, const char *value)
{
    size_t size = strlen(value) + 1;
    struct slot *s = store_find(st, key);
    if (s == NULL && (s = store_vacant(st)) == NULL)
        return false;

    char *copy = malloc(size);
    if (copy == NULL)
        return false;
    memcpy(copy, value, size);
    if (!s->used) {
        strcpy(s->key, key);
        s->used = true;
        st->count++;
    }
    s->value = copy;
    return true;
}

static bool store_del(struct store *st, const char *key)
{
    struct slot *s = store_find(st, key);
    if (s == NULL)
        return false;
    free(s->value);
    s->value = NULL;
    s->used = false;
    st->count--;
    return true;
}

static void store_clear(struct store *st)
{
    for (int i = 0; i < SLOTS; i++) {
        free(st->slot[i].value);
        st->slot[i].value = NULL;
        st->slot[i].used = false;
    }
    st->count = 0;
}

int main(void)
{
    static struct store st;
    char line[80], cmd[5], key[KEY_LEN + 1], value[VALUE_LEN + 1];

    while (fgets(line, sizeof line, stdin) != NULL) {
        int words = sscanf(line, "%4s %15s %31s", cmd, key, value);
        if (words == 1 && strcmp(cmd, "quit") == 0)
            break;
        if (words == 3 && strcmp(cmd, "set") == 0) {
            bool ok = store_set(&st, key, value);
            puts(ok ? "stored" : "full");
            assert(!ok || strcmp(store_find(&st, key)->value, value) == 0);
        } else if (words == 2 && strcmp(cmd, "get") == 0) {
            struct slot *s = store_find(&st, key);
            puts(s != NULL ? s->value : "(none)");
        } else if (words == 2 && strcmp(cmd, "del") == 0) {
            puts(store_del(&st, key) ? "deleted" : "(none)");
            assert(store_find(&st, key) == NULL);
        } else {
            puts("?");
        }
        assert(st.count >= 0 && st.count <= SLOTS);
        assert((st.count == SLOTS) == (store_vacant(&st) == NULL));
    }
    store_clear(&st);
    return 0;
}
