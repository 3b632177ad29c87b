// verdict: safe
// twin: qsort-order-bad.c
// source: own
// about: qsort with a comparison function, and bsearch in the sorted array

#include <stdlib.h>

extern void reach_error(void);

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int numbers[5] = {5, 3, 1, 4, 9}, key = 4, least = 1;
  qsort(numbers, 5, sizeof *numbers, compare);
  if (numbers[0] != least) reach_error();
  int *found = bsearch(&key, numbers, 5, sizeof *numbers, compare);
  if (!found || found - numbers != 2) reach_error();
  return 0;
}
