// verdict: safe
// twin: same-literals-bad.c
// source: own
// about: two literals are one object or apart, never shifted

void reach_error(void);
int main(void) {
  const char *p = "abc", *q = "abc";
  if (p + 1 == q)
    reach_error();
  return 0;
}
