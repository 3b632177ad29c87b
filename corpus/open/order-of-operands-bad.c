// verdict: unsafe(reach)
// line: 14
// twin: order-of-operands.c
// source: own
// about: the left operand may be evaluated last

void reach_error(void);
int g;
int f(void) { g = 1; return 2; }
int h(void) { g = 2; return 3; }
int main(void) {
  int x = f() + h();
  if (g == 1 || x != 5)
    reach_error();
  return 0;
}
