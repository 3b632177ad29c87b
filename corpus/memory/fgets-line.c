// verdict: safe
// twin: fgets-line-bad.c
// source: own
// about: fgets writes at most as many characters as it is told, with the terminator

#include <stdio.h>

enum { size = 16 };

int main(void) {
  char line[16];
  if (fgets(line, size, stdin)) line[0] = 0;
  return 0;
}
