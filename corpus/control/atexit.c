// verdict: safe
// twin: atexit-bad.c
// source: own
// about: handlers run when main returns, the one that was given last first

#include <stdlib.h>

extern void reach_error(void);

static int state;

static void first(void) {
  state = 1;
}
static void last(void) { if (state != 1) reach_error(); }

int main(void) {
  void (*handler)(void) = last;
  atexit(handler);
  atexit(first);
  return 0;
}
