// verdict: unsafe(reach)
// line: 11
// twin: end-of-literal.c
// source: own
// about: a literal may be the end of another

void reach_error(void);
int main(void) {
  const char *p = "xabc", *q = "abc";
  if (p + 1 == q)
    reach_error();
  return 0;
}
