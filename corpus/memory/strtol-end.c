// verdict: safe
// twin: strtol-end-bad.c
// source: own
// about: strtol returns the number and says where its digits end

#include <stdlib.h>

extern void reach_error(void);

enum { base = 16 };

int main(void) {
  char *end;
  long n = strtol(" -12az", &end, base);
  if (n != -0x12a || *end != 'z') reach_error();
  return 0;
}
