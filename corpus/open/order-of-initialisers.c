// verdict: safe
// twin: order-of-initialisers-bad.c
// source: own
// about: the values of an initialiser are evaluated in any order

void reach_error(void);
int n;
int next(void) { n++; return n; }
int main(void) {
  int a[2] = {next(), next()};
  if (a[0] == 3)
    reach_error();
  return 0;
}
