// verdict: unsafe(undefined)
// line: 14
// twin: ended-compared.c
// source: own
// about: a pointer is compared whose object has ended

void *malloc(unsigned long);
void free(void *);
enum { EARLY = 1 };
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  if (EARLY) free(p);
  p = malloc(sizeof *p);
  int same = p == q;
  free(p);
  if (!EARLY) free(q);
  return same;
}
