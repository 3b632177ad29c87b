// verdict: safe
// twin: exit-handler-bad.c
// source: own
// about: exit runs the handlers, whoever calls it

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int left = 3;

static void handler(void) { if (left == 2) reach_error(); }

static void stop(int how) {
  left = left - 2;
  exit(how);
}

int main(void) {
  atexit(handler);
  if (__VERIFIER_nondet_int()) stop(1);
  return 0;
}
