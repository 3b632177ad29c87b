// verdict: safe
// twin: order-of-arguments-bad.c
// source: own
// about: arguments are evaluated in any order, each once

void reach_error(void);
int n;
int next(void) { n++; return n; }
int pair(int a, int b) { return 10 * a + b; }
int main(void) {
  int x = pair(next(), next());
  if (x == 11)
    reach_error();
  return 0;
}
