// verdict: unsafe(reach)
// line: 16
// twin: strtol-end.c
// source: own
// about: in base 10 the digits end sooner

#include <stdlib.h>

extern void reach_error(void);

enum { base = 10 };

int main(void) {
  char *end;
  long n = strtol(" -12az", &end, base);
  if (n != -0x12a || *end != 'z') reach_error();
  return 0;
}
