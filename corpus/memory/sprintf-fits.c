// verdict: safe
// twin: sprintf-fits-bad.c
// source: own
// about: sprintf writes as many characters as its format says, and a terminator

#include <stdio.h>

enum { size = 9 };

int main(void) {
  char text[size];
  int n = sprintf(text, "%d-%3s%c", -12, "ab", 'c');
  return n - 8;
}
