// verdict: unsafe(bounds)
// line: 13
// twin: fgets-line.c
// source: own
// about: fgets may write one character too many

#include <stdio.h>

enum { size = 17 };

int main(void) {
  char line[16];
  if (fgets(line, size, stdin)) line[0] = 0;
  return 0;
}
