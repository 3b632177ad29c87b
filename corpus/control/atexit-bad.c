// verdict: unsafe(reach)
// line: 16
// twin: atexit.c
// source: own
// about: what the handler that runs first sets is not what the other one expects

#include <stdlib.h>

extern void reach_error(void);

static int state;

static void first(void) {
  state = 2;
}
static void last(void) { if (state != 1) reach_error(); }

int main(void) {
  void (*handler)(void) = last;
  atexit(handler);
  atexit(first);
  return 0;
}
