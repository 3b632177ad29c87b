// verdict: safe
// twin: order-of-compound-bad.c
// source: own
// about: a compound assignment reads its left side before or after the call

void reach_error(void);
int g;
int set(void) { g = 5; return 1; }
int main(void) {
  g += set();
  if (g == 5)
    reach_error();
  return 0;
}
