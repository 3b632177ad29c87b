// verdict: unsafe(reach)
// line: 11
// twin: same-literals.c
// source: own
// about: two literals may be one object

void reach_error(void);
int main(void) {
  const char *p = "abc", *q = "abc";
  if (p + 0 == q)
    reach_error();
  return 0;
}
