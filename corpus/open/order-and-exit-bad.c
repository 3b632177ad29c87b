// verdict: unsafe(divzero)
// line: 11
// twin: order-and-exit.c
// source: own
// about: the right operand may be evaluated first, and then the call does not come to end the run

extern void exit(int);
int zero;
int leave(void) { exit(0); return 1; }
int main(void) {
  int r = leave() + 1 / zero;
  return r;
}
