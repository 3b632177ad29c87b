// verdict: unsafe(reach)
// line: 13
// twin: order-of-sides.c
// source: own
// about: the right side may be evaluated last

void reach_error(void);
int a[4], n;
int next(void) { n++; return n; }
int main(void) {
  a[next()] = next() * 10;
  if (a[1] == 20)
    reach_error();
  return 0;
}
