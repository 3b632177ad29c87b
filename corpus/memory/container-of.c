// verdict: safe
// twin: container-of-bad.c
// source: own
// about: from a member back to the structure around it

#include <stddef.h>
extern void reach_error(void);

struct link {
    struct link *next;
};
struct task {
    int priority;
    struct link link;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

int main(void) {
    struct task tasks[2] = {{4, {0}}, {9, {0}}};
    tasks[0].link.next = &tasks[1].link;
    struct task *second = container_of(tasks[0].link.next, struct task, link);
    if (second->priority != 9)
        reach_error();
    return 0;
}
