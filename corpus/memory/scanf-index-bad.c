// verdict: unsafe(bounds)
// line: 13
// twin: scanf-index.c
// source: own
// about: the number that is read may be the size of the array

#include <stdio.h>

enum { size = 11 };

int main(void) {
  int table[10], i;
  if (scanf("%d", &i) == 1 && i >= 0 && i < size) table[i] = 1;
  return 0;
}
