// verdict: unsafe(reach)
// line: 14
// twin: order-of-arguments.c
// source: own
// about: the first argument may be evaluated first

void reach_error(void);
int n;
int next(void) { n++; return n; }
int pair(int a, int b) { return 10 * a + b; }
int main(void) {
  int x = pair(next(), next());
  if (x == 12)
    reach_error();
  return 0;
}
