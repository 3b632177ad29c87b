// verdict: safe
// twin: end-of-literal-bad.c
// source: own
// about: a literal may be the end of another, and nothing else of it

void reach_error(void);
int main(void) {
  const char *p = "xabc", *q = "abc";
  if (p + 0 == q)
    reach_error();
  return 0;
}
