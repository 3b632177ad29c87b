// verdict: safe
// twin: order-of-operands-bad.c
// source: own
// about: both operands change `g`, and either may be the last

void reach_error(void);
int g;
int f(void) { g = 1; return 2; }
int h(void) { g = 2; return 3; }
int main(void) {
  int x = f() + h();
  if (g == 3 || x != 5)
    reach_error();
  return 0;
}
