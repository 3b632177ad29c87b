// verdict: safe
// twin: scanf-index-bad.c
// source: own
// about: scanf stores any number if it says so

#include <stdio.h>

enum { size = 10 };

int main(void) {
  int table[10], i;
  if (scanf("%d", &i) == 1 && i >= 0 && i < size) table[i] = 1;
  return 0;
}
