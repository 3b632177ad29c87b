// verdict: unsafe(free)
// slow: yes
// line: 34
// twin: arena_alloc.c
// source: own
// about: destroy leaves the pointer behind and the second destroy frees it again

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_ALIGN _Alignof(max_align_t)

struct arena {
    unsigned char *base;
    size_t used;
    size_t size;
};

static int arena_init(struct arena *a, size_t size)
{
    a->base = malloc(size);
    a->used = 0;
    a->size = a->base != NULL ? size : 0;
    return a->base != NULL ? 0 : -1;
}

/* May be called any number of times; the arena is empty afterwards. */
static void arena_destroy(struct arena *a)
{
    free(a->base);
    a->used = 0;
    a->size = 0;
}

static void *arena_alloc(struct arena *a, size_t n)
{
    size_t rest = a->size - a->used;

    if (n > rest || rest - n < (ARENA_ALIGN - n % ARENA_ALIGN) % ARENA_ALIGN)
        return NULL;
    void *p = a->base + a->used;
    a->used += n + (ARENA_ALIGN - n % ARENA_ALIGN) % ARENA_ALIGN;
    assert(a->used <= a->size);
    return p;
}

static char *arena_text(struct arena *a, const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = arena_alloc(a, n);

    return p != NULL ? memcpy(p, s, n) : NULL;
}

static size_t arena_mark(const struct arena *a)
{
    return a->used;
}

static void arena_release(struct arena *a, size_t mark)
{
    assert(mark <= a->used);
    a->used = mark;
}

static int run_test(struct arena *a)
{
    char *name = arena_text(a, "arena");
    size_t mark = arena_mark(a);
    long *squares = arena_alloc(a, 10 * sizeof *squares);

    if (name == NULL || squares == NULL) {
        arena_destroy(a);
        return -1;
    }
    long sum = 0;
    for (long i = 0; i < 10; i++)
        squares[i] = i * i;
    for (int i = 0; i < 10; i++)
        sum += squares[i];
    assert(sum == 285);

    arena_release(a, mark);
    char *again = arena_text(a, "over the squares");
    assert((void *)again == (void *)squares);
    assert(strcmp(name, "arena") == 0);
    assert(arena_alloc(a, SIZE_MAX) == NULL && arena_alloc(a, 1000) == NULL);
    printf("%s, %s: %zu of %zu used\n", name, again, a->used, a->size);
    arena_destroy(a);
    return 0;
}

int main(void)
{
    struct arena a;

    if (arena_init(&a, 512) != 0)
        return EXIT_FAILURE;
    int rc = run_test(&a);
    arena_destroy(&a);
    return rc == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
