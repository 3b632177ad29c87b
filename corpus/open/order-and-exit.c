// verdict: safe
// twin: order-and-exit-bad.c
// source: own
// about: a comma gives the order, so that the call ends the run first

extern void exit(int);
int zero;
int leave(void) { exit(0); return 1; }
int main(void) {
  int r = (leave(), 1 / zero);
  return r;
}
