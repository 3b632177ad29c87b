// verdict: safe
// twin: order-of-sides-bad.c
// source: own
// about: the index and the right side of an assignment are evaluated in any order

void reach_error(void);
int a[4], n;
int next(void) { n++; return n; }
int main(void) {
  a[next()] = next() * 10;
  if (a[1] == 10)
    reach_error();
  return 0;
}
