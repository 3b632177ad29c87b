// verdict: safe
// twin: snprintf-limit-bad.c
// source: own
// about: snprintf writes no more than it is told to

#include <stdio.h>

enum { limit = 8 };

int main(void) {
  char text[8];
  snprintf(text, limit, "%s", "a text that is longer");
  return 0;
}
