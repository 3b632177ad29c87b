// verdict: unsafe(reach)
// line: 12
// twin: result-beyond-sign.c
// source: own
// about: of the result of `memcmp` only the sign is known

void reach_error(void);
int memcmp(const void *, const void *, unsigned long);
int main(void) {
  int order = memcmp("b", "a", 1);
  if (order != 1)
    reach_error();
  return 0;
}
