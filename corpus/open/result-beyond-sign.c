// verdict: safe
// twin: result-beyond-sign-bad.c
// source: own
// about: `memcmp` returns a positive number

void reach_error(void);
int memcmp(const void *, const void *, unsigned long);
int main(void) {
  int order = memcmp("b", "a", 1);
  if (order < 0)
    reach_error();
  return 0;
}
