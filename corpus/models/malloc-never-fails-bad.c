// verdict: unsafe(deref)
// line: 12
// malloc-may-fail: yes
// twin: malloc-never-fails.c
// source: own
// about: with --malloc-may-fail the pointer may be null

#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
