// verdict: unsafe(reach)
// line: 13
// twin: order-of-compound.c
// source: own
// about: the call may come after `g` is read

void reach_error(void);
int g;
int set(void) { g = 5; return 1; }
int main(void) {
  g += set();
  if (g == 1)
    reach_error();
  return 0;
}
