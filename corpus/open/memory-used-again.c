// verdict: safe
// check: reach
// twin: memory-used-again-bad.c
// source: own
// about: a null pointer differs from one whose object has ended

void reach_error(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  free(p);
  int *r = 0;
  if (r == q)
    reach_error();
  free(r);
  return 0;
}
