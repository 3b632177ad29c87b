// verdict: unsafe(bounds)
// line: 13
// twin: sprintf-fits.c
// source: own
// about: there is no room for the terminator

#include <stdio.h>

enum { size = 8 };

int main(void) {
  char text[size];
  int n = sprintf(text, "%d-%3s%c", -12, "ab", 'c');
  return n - 8;
}
