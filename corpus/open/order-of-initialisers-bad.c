// verdict: unsafe(reach)
// line: 13
// twin: order-of-initialisers.c
// source: own
// about: the second value may be evaluated first

void reach_error(void);
int n;
int next(void) { n++; return n; }
int main(void) {
  int a[2] = {next(), next()};
  if (a[0] == 2)
    reach_error();
  return 0;
}
