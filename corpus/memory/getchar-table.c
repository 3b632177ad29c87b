// verdict: safe
// twin: getchar-table-bad.c
// source: own
// about: getchar returns a character from 0 to 255, or -1

#include <stdio.h>

enum { size = 257 };

int main(void) {
  int seen[size];
  seen[getchar() + 1] = 1;
  return 0;
}
