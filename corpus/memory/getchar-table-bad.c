// verdict: unsafe(bounds)
// line: 13
// twin: getchar-table.c
// source: own
// about: there are 256 characters and the end of the input

#include <stdio.h>

enum { size = 256 };

int main(void) {
  int seen[size];
  seen[getchar() + 1] = 1;
  return 0;
}
