// verdict: safe
// twin: ended-compared-bad.c
// source: own
// about: a pointer is compared while its object lives

void *malloc(unsigned long);
void free(void *);
enum { EARLY = 0 };
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  if (EARLY) free(p);
  p = malloc(sizeof *p);
  int same = p == q;
  free(p);
  if (!EARLY) free(q);
  return same;
}
