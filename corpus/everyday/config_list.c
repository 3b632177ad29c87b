// verdict: unknown
// todo: safe
// slow: yes
// twin: config_list-bad.c
// source: own
// about: reads key=value lines from stdin into a linked list; a bad line ends the program with an error

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <assert.h>

#define LINE_MAX_LEN 96
#define KEY_MAX 24
#define VALUE_MAX 64
#define ENTRY_LIMIT 50

struct entry {
    struct entry *next;
    char key[KEY_MAX];
    char value[VALUE_MAX];
};

struct config {
    struct entry *head;
    unsigned count;
};

static struct entry *config_find(const struct config *cfg, const char *key)
{
    struct entry *e;
    for (e = cfg->head; e != NULL; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return NULL;
}

static void config_free(struct config *cfg)
{
    while (cfg->head != NULL) {
        struct entry *dead = cfg->head;
        cfg->head = dead->next;
        free(dead);
    }
    cfg->count = 0;
}

/* cut blanks off both ends; returns the new start */
static char *trim(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    size_t n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
        n--;
    s[n] = '\0';
    return s;
}

/* 0 if the line was taken (or is blank / a comment), -1 if it is malformed */
static int config_line(struct config *cfg, char *line)
{
    char *key = trim(line);
    if (*key == '\0' || *key == '#')
        return 0;
    char *eq = strchr(key, '=');
    if (eq == NULL || eq == key)
        return -1;
    *eq = '\0';
    char *value = trim(eq + 1);
    key = trim(key);
    if (strlen(key) >= KEY_MAX || strlen(value) >= VALUE_MAX)
        return -1;

    struct entry *e = config_find(cfg, key);
    if (e == NULL) {
        if (cfg->count == ENTRY_LIMIT)
            return -1;
        e = malloc(sizeof *e);
        if (e == NULL)
            return -1;
        strcpy(e->key, key);
        e->next = cfg->head;
        cfg->head = e;
        cfg->count++;
    }
    strcpy(e->value, value);
    assert(strcmp(config_find(cfg, key)->value, value) == 0);
    return 0;
}

int main(void)
{
    struct config cfg = { NULL, 0 };
    char line[LINE_MAX_LEN];
    unsigned lineno = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        lineno++;
        if (config_line(&cfg, line) != 0) {
            printf("config: error in line %u\n", lineno);
            config_free(&cfg);
            return EXIT_FAILURE;
        }
    }

    unsigned n = 0;
    for (struct entry *e = cfg.head; e != NULL; e = e->next) {
        assert(strchr(e->key, '=') == NULL && config_find(&cfg, e->key) == e);
        printf("[%s] = [%s]\n", e->key, e->value);
        n++;
    }
    assert(n == cfg.count && n <= ENTRY_LIMIT);
    config_free(&cfg);
    return EXIT_SUCCESS;
}
