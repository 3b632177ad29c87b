// verdict: unsafe(bounds)
// line: 13
// twin: snprintf-limit.c
// source: own
// about: snprintf is told of more room than there is

#include <stdio.h>

enum { limit = 9 };

int main(void) {
  char text[8];
  snprintf(text, limit, "%s", "a text that is longer");
  return 0;
}
