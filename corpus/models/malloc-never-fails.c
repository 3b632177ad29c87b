// verdict: safe
// twin: malloc-never-fails-bad.c
// source: own
// about: allocation never fails unless --malloc-may-fail is given

#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
