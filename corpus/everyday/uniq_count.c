// verdict: unknown
// todo: safe
// slow: yes
// twin: uniq_count-bad.c
// source: own
// about: uniq -c on an array: sorts it and collects each value with the number of times it occurs

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { MAX_ITEMS = 8 };

typedef struct {
  int value;
  int times;
} Group;

static int compare_int(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void emit(Group *out, int *used, int value, int times) {
  out[*used].value = value;
  out[*used].times = times;
  ++*used;
}

/* items must be sorted; out has room for n groups */
static int collect(const int *items, int n, Group *out) {
  int used = 0, current = 0, times = 0;
  for (int i = 0; i < n; i++) {
    if (times > 0 && items[i] == current) {
      times++;
      continue;
    }
    if (times > 0) emit(out, &used, current, times);
    current = items[i];
    times = 1;
  }
  if (times > 0) emit(out, &used, current, times);
  return used;
}

static int occurrences(const int *items, int n, int value) {
  int k = 0;
  for (int i = 0; i < n; i++) k += items[i] == value;
  return k;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > MAX_ITEMS) return 0;

  int *items = malloc((size_t)n * sizeof *items + 1);
  Group *groups = malloc((size_t)n * sizeof *groups + 1);
  if (!items || !groups) {
    free(items);
    free(groups);
    return 1;
  }
  for (int i = 0; i < n; i++) items[i] = __VERIFIER_nondet_int();
  qsort(items, (size_t)n, sizeof *items, compare_int);

  int m = collect(items, n, groups);
  assert(m <= n);
  int sum = 0;
  for (int i = 0; i < m; i++) {
    printf("%7d %d\n", groups[i].times, groups[i].value);
    assert(i == 0 || groups[i - 1].value < groups[i].value);
    assert(groups[i].times == occurrences(items, n, groups[i].value));
    sum += groups[i].times;
  }
  assert(sum == n);

  free(groups);
  free(items);
  return 0;
}
