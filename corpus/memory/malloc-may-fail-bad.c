// verdict: unsafe(deref)
// line: 28
// malloc-may-fail: yes
// twin: malloc-may-fail.c
// source: own
// about: the result of calloc is not compared with null

#include <stdlib.h>

extern void reach_error(void);

enum { compared = 0 };

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0) return 1;
  *p = 7;
  int *q = realloc(p, 8 * sizeof *p);
  if (q == 0) {
    if (*p != 7) reach_error();
    free(p);
    return 1;
  }
  q[7] = 1;
  free(q);
  int *r = calloc(2, sizeof *r);
  if (compared && r == 0) return 0;
  r[1] = 3;
  free(r);
  return 0;
}
